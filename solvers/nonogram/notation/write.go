package notation

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/internal/clues"
)

// form holds the patterns with which an encoding writes clues.
type form struct {
	run     string // pattern of a run, with %d for its length and %s for its colour
	between string // separator of runs
	empty   string // text of an empty clue
	line    string // pattern of a clue, with %s for its runs
}

// write writes the clues of a side. keys are the texts of the palette's colours.
func (f form) write(b *strings.Builder, lines [][]nonogram.Run, keys []string) {
	for _, line := range lines {
		runs := make([]string, len(line))
		for i, run := range line {
			runs[i] = fmt.Sprintf(f.run, run.Length, keys[run.Colour])
		}
		text := strings.Join(runs, f.between)
		if len(line) == 0 {
			text = f.empty
		}
		fmt.Fprintf(b, f.line, text)
	}
}

// letters returns the letters of a palette's colours. In black and white the only one is "".
func letters(p *nonogram.Puzzle) []string {
	if !p.InColours() {
		return []string{""}
	}
	keys := make([]string, len(p.Palette))
	for i, ink := range p.Palette {
		keys[i] = string(ink.Letter)
	}
	return keys
}

// rgb returns a colour as six hexadecimal digits.
func rgb(c color.RGBA) string { return fmt.Sprintf("%02x%02x%02x", c.R, c.G, c.B) }

// ground returns the background, white if none is set.
func ground(p *nonogram.Puzzle) color.RGBA {
	if p.Background == (color.RGBA{}) {
		return clues.White
	}
	return p.Background
}

// cells returns the text of a puzzle's picture: for each cell the letter of its colour, filled for
// a filled cell in black and white, or none for an empty one.
func cells(p *nonogram.Puzzle, filled, none byte) string {
	text := make([]byte, len(p.Picture))
	for i, cell := range p.Picture {
		switch {
		case cell == nonogram.Empty:
			text[i] = none
		case p.InColours():
			text[i] = p.Palette[cell.Colour()].Letter
		default:
			text[i] = filled
		}
	}
	return string(text)
}

// Non returns the puzzle as a .non file of Steve Simpson's, with its picture as the goal if it has
// one. Its colours are written as in github.com/mikix/nonogram-db; the format has no background. It
// returns "" for a puzzle with given cells, which the format cannot hold.
func Non(p *nonogram.Puzzle) string {
	if p.Given != nil {
		return ""
	}
	var b strings.Builder
	for _, ink := range p.Palette {
		fmt.Fprintf(&b, "color %c #%s\n", ink.Letter, rgb(ink.RGB))
	}
	fmt.Fprintf(&b, "width %d\nheight %d\n\nrows\n", len(p.Cols), len(p.Rows))
	clue := form{"%d%s", ",", "0", "%s\n"}
	clue.write(&b, p.Rows, letters(p))
	b.WriteString("\ncolumns\n")
	clue.write(&b, p.Cols, letters(p))
	if p.Picture != nil {
		b.WriteString("\ngoal \"" + cells(p, '1', '0') + "\"\n")
	}
	return b.String()
}

// XML returns the puzzle as a file of webpbn.com, with its picture as the solution if it has one.
// It returns "" for a puzzle with given cells, which the format cannot hold.
func XML(p *nonogram.Puzzle) string {
	if p.Given != nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">
<puzzleset>
`)
	names := xmlPalette(&b, p)
	clue := form{`<count color="%[2]s">%[1]d</count>`, "", "", "<line>%s</line>\n"}
	if !p.InColours() {
		clue.run = "<count>%[1]d</count>"
	}
	b.WriteString("<clues type=\"columns\">\n")
	clue.write(&b, p.Cols, names)
	b.WriteString("</clues>\n<clues type=\"rows\">\n")
	clue.write(&b, p.Rows, names)
	b.WriteString("</clues>\n")
	if p.Picture != nil {
		b.WriteString("<solution type=\"goal\">\n<image>\n")
		for row := range slices.Chunk([]byte(cells(p, 'X', '.')), len(p.Cols)) {
			fmt.Fprintf(&b, "|%s|\n", row)
		}
		b.WriteString("</image>\n</solution>\n")
	}
	b.WriteString("</puzzle>\n</puzzleset>\n")
	return b.String()
}

// xmlPalette writes the beginning of a puzzle, with its colours, and returns their names.
func xmlPalette(b *strings.Builder, p *nonogram.Puzzle) []string {
	if !p.InColours() {
		b.WriteString(`<puzzle type="grid" defaultcolor="black">
<color name="white" char=".">fff</color>
<color name="black" char="X">000</color>
`)
		return []string{""}
	}
	names, back := xmlNames(p), "white"
	if ground(p) != clues.White {
		back = "background"
	}
	fmt.Fprintf(b, `<puzzle type="grid" defaultcolor="%s" backgroundcolor="%s">
<color name="%s" char=".">%s</color>
`, names[0], back, back, rgb(ground(p)))
	for i, ink := range p.Palette {
		fmt.Fprintf(b, "<color name=\"%s\" char=\"%c\">%s</color>\n", names[i], ink.Letter, rgb(ink.RGB))
	}
	return names
}

// xmlNames returns a different name for each colour: its own, or its letter.
func xmlNames(p *nonogram.Puzzle) []string {
	names, taken := letters(p), map[string]bool{"": true, "white": true, "background": true}
	for _, letter := range names {
		taken[letter] = true
	}
	for i, ink := range p.Palette {
		var escaped strings.Builder
		if xml.EscapeText(&escaped, []byte(ink.Name)); !taken[ink.Name] {
			names[i] = escaped.String()
		}
		taken[ink.Name] = true
	}
	return names
}

// Pattern returns the puzzle as a game ID of Simon Tatham's Pattern, columns first; "" for a
// puzzle in colours.
func Pattern(p *nonogram.Puzzle) string {
	switch {
	case p.InColours():
		return ""
	case p.Given != nil: // String then returns a game ID
		return p.String()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%dx%d", len(p.Cols), len(p.Rows))
	separator := byte(':')
	for _, side := range [][][]nonogram.Run{p.Cols, p.Rows} {
		for _, runs := range side {
			b.WriteByte(separator)
			separator = '/'
			for i, run := range runs {
				if i > 0 {
					b.WriteByte('.')
				}
				fmt.Fprint(&b, run.Length)
			}
		}
	}
	return b.String()
}
