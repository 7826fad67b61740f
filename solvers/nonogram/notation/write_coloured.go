package notation

import (
	"fmt"
	"strings"

	"kibitz/solvers/nonogram"
)

// The functions of this file write puzzles in colours only.

// G returns a puzzle in colours as a file of Mirek and Petr Olšák's grid program.
func G(p *nonogram.Puzzle) string {
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

// TOML returns a puzzle in colours as a file of nonogrid. The format has no background.
func TOML(p *nonogram.Puzzle) string {
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

// JSON returns a puzzle in colours as JSON: {"palette":{"r":"#ff0000"},"background":"#ffffff","rows":
// [[[3,"r"]]],"columns":…}.
func JSON(p *nonogram.Puzzle) string {
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
