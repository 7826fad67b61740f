package notation

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"strings"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/internal/clues"
)

// A form is how an encoding writes clues.
type form struct {
	run     string // a run, with %d for its length and %s for its colour
	between string // runs
	empty   string // an empty clue
	line    string // a clue, with %s
}

// write writes the clues of a side. Colours go by these keys.
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

// letters are the keys of a palette where an encoding has a letter for each colour.
func letters(p *nonogram.Coloured) []string {
	keys := make([]string, len(p.Palette))
	for i, ink := range p.Palette {
		keys[i] = string(ink.Letter)
	}
	return keys
}

// rgb is a colour as six hexadecimal digits.
func rgb(c color.RGBA) string { return fmt.Sprintf("%02x%02x%02x", c.R, c.G, c.B) }

// ground is the background, white where nothing is said of it.
func ground(p *nonogram.Coloured) color.RGBA {
	if p.Background == (color.RGBA{}) {
		return clues.White
	}
	return p.Background
}

// ColouredNon is the puzzle as a .non file with the colours of github.com/mikix/nonogram-db, and
// its picture as the goal if it has one. The format has no background.
func ColouredNon(p *nonogram.Coloured) string {
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
		b.WriteString("\ngoal \"" + cells(p, '0') + "\"\n")
	}
	return b.String()
}

// cells are those of its picture, each the letter of its colour or the sign for none.
func cells(p *nonogram.Coloured, none byte) string {
	text := make([]byte, len(p.Picture))
	for i, shade := range p.Picture {
		text[i] = none
		if shade != nonogram.Background {
			text[i] = p.Palette[shade.Colour()].Letter
		}
	}
	return string(text)
}

// ColouredXML is the puzzle as a file of webpbn.com, with its picture as the solution if it has
// one.
func ColouredXML(p *nonogram.Coloured) string {
	var b strings.Builder
	names, back := xmlNames(p), "white"
	if ground(p) != clues.White {
		back = "background"
	}
	fmt.Fprintf(&b, `<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">
<puzzleset>
<puzzle type="grid" defaultcolor="%s" backgroundcolor="%s">
<color name="%s" char=".">%s</color>
`, names[0], back, back, rgb(ground(p)))
	for i, ink := range p.Palette {
		fmt.Fprintf(&b, "<color name=\"%s\" char=\"%c\">%s</color>\n", names[i], ink.Letter, rgb(ink.RGB))
	}
	clue := form{`<count color="%[2]s">%[1]d</count>`, "", "", "<line>%s</line>\n"}
	b.WriteString("<clues type=\"columns\">\n")
	clue.write(&b, p.Cols, names)
	b.WriteString("</clues>\n<clues type=\"rows\">\n")
	clue.write(&b, p.Rows, names)
	b.WriteString("</clues>\n")
	if p.Picture != nil {
		b.WriteString("<solution type=\"goal\">\n<image>\n")
		text := cells(p, '.')
		for ; text != ""; text = text[len(p.Cols):] {
			b.WriteString("|" + text[:len(p.Cols)] + "|\n")
		}
		b.WriteString("</image>\n</solution>\n")
	}
	b.WriteString("</puzzle>\n</puzzleset>\n")
	return b.String()
}

// xmlNames are names for the colours, each once: its own, or its letter.
func xmlNames(p *nonogram.Coloured) []string {
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

// ColouredG is the puzzle as a file of Mirek and Petr Olšák's grid program.
func ColouredG(p *nonogram.Coloured) string {
	var b strings.Builder
	fmt.Fprintf(&b, "#d\n   0:   #%s\n", rgb(ground(p)))
	for _, ink := range p.Palette {
		fmt.Fprintf(&b, "   %c:%c  #%s\n", ink.Letter, ink.Letter, rgb(ink.RGB))
	}
	clue := form{"%d%s", " ", "0", "%s\n"}
	b.WriteString(": rows\n")
	clue.write(&b, p.Rows, letters(p))
	b.WriteString(": columns\n")
	clue.write(&b, p.Cols, letters(p))
	b.WriteString(": end\n")
	return b.String()
}

// ColouredTOML is the puzzle as a file of nonogrid. The format has no background.
func ColouredTOML(p *nonogram.Coloured) string {
	var b strings.Builder
	clue := form{"%d%s", " ", "0", "%s\n"}
	b.WriteString("[clues]\ncolumns = \"\"\"\n")
	clue.write(&b, p.Cols, letters(p))
	b.WriteString("\"\"\"\nrows = \"\"\"\n")
	clue.write(&b, p.Rows, letters(p))
	b.WriteString("\"\"\"\n\n[colors]\ndefs = [\n")
	for _, ink := range p.Palette {
		fmt.Fprintf(&b, "    '%c = (%s) %c',\n", ink.Letter, rgb(ink.RGB), ink.Letter)
	}
	b.WriteString("]\n")
	return b.String()
}

// ColouredINI is the puzzle as a file of pynogram. The format has no background.
func ColouredINI(p *nonogram.Coloured) string {
	var b strings.Builder
	b.WriteString("[colors]\n")
	for _, ink := range p.Palette {
		fmt.Fprintf(&b, "%c = (%s) %c\n", ink.Letter, rgb(ink.RGB), ink.Letter)
	}
	clue := form{"%d%s", " ", "0", "    %s\n"}
	b.WriteString("\n[clues]\ncolumns =\n")
	clue.write(&b, p.Cols, letters(p))
	b.WriteString("\nrows =\n")
	clue.write(&b, p.Rows, letters(p))
	return b.String()
}

// ColouredCnon is the puzzle as a .cnon file. The format has no background; its empty clue is a
// run of 0.
func ColouredCnon(p *nonogram.Coloured) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %d %d\n", len(p.Palette), len(p.Cols), len(p.Rows))
	for _, ink := range p.Palette {
		fmt.Fprintf(&b, "%c #%s\n", ink.Letter, rgb(ink.RGB))
	}
	clue := form{"%d:%s", ",", fmt.Sprintf("0:%c", p.Palette[0].Letter), "%s\n"}
	clue.write(&b, p.Rows, letters(p))
	clue.write(&b, p.Cols, letters(p))
	return b.String()
}

// ColouredPlain is the puzzle as a .cn file: its size, background and colours a line each, then
// rows and columns.
func ColouredPlain(p *nonogram.Coloured) string {
	var b strings.Builder
	fmt.Fprintf(&b, "width %d\nheight %d\nbackground #%s\ncolours:", len(p.Cols), len(p.Rows), rgb(ground(p)))
	for _, ink := range p.Palette {
		fmt.Fprintf(&b, " %c=#%s", ink.Letter, rgb(ink.RGB))
	}
	clue := form{"%d%s", " ", "0", "%s\n"}
	b.WriteString("\nrows\n")
	clue.write(&b, p.Rows, letters(p))
	b.WriteString("columns\n")
	clue.write(&b, p.Cols, letters(p))
	return b.String()
}

// ColouredJSON is the puzzle as JSON: {"palette":{"r":"#ff0000"},"background":"#ffffff","rows":
// [[[3,"r"]]],"columns":…}.
func ColouredJSON(p *nonogram.Coloured) string {
	var b strings.Builder
	for i, ink := range p.Palette {
		fmt.Fprintf(&b, `%s"%c":"#%s"`, "{,"[min(i, 1):min(i, 1)+1], ink.Letter, rgb(ink.RGB))
	}
	palette := b.String()
	b.Reset()
	clue := form{`[%d,"%s"]`, ",", "", "[%s],"}
	fmt.Fprintf(&b, `{"palette":%s},"background":"#%s","rows":[`, palette, rgb(ground(p)))
	clue.write(&b, p.Rows, letters(p))
	rows := strings.TrimSuffix(b.String(), ",")
	b.Reset()
	clue.write(&b, p.Cols, letters(p))
	return rows + `],"columns":[` + strings.TrimSuffix(b.String(), ",") + "]}"
}
