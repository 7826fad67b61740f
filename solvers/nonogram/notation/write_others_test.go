package notation

import (
	"fmt"
	"strings"

	"kibitz/solvers/nonogram"
)

// These write a puzzle in colours in encodings that are only read.

// writeINI writes a file of pynogram. The format has no background.
func writeINI(p *nonogram.Puzzle) string {
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

// writeCnon writes a .cnon file. The format has no background; its empty clue is a
// run of 0.
func writeCnon(p *nonogram.Puzzle) string {
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

// writePlain writes a .cn file: its size, background and colours a line each, then
// rows and columns.
func writePlain(p *nonogram.Puzzle) string {
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
