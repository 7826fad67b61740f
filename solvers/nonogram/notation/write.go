package notation

import (
	"fmt"
	"strings"

	"kibitz/solvers/nonogram"
)

// Non is the puzzle as a .non file of Steve Simpson's, with its picture as the goal if it has
// one; "" where cells are given, which the format has no place for.
func Non(p *nonogram.Puzzle) string {
	if p.Given != nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "width %d\nheight %d\n\nrows\n", len(p.Cols), len(p.Rows))
	lines(&b, p.Rows)
	b.WriteString("\ncolumns\n")
	lines(&b, p.Cols)
	if p.Picture != nil {
		b.WriteString("\ngoal \"")
		for _, cell := range p.Picture {
			b.WriteByte("?01"[cell])
		}
		b.WriteString("\"\n")
	}
	return b.String()
}

// lines writes a clue a line, its runs split by commas; an empty one is 0.
func lines(b *strings.Builder, side [][]int) {
	for _, runs := range side {
		if len(runs) == 0 {
			b.WriteByte('0')
		}
		for i, run := range runs {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprint(b, run)
		}
		b.WriteByte('\n')
	}
}

// XML is the puzzle as a file of webpbn.com, with its picture as the solution if it has one;
// "" where cells are given, which the format has no place for.
func XML(p *nonogram.Puzzle) string {
	if p.Given != nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">
<puzzleset>
<puzzle type="grid" defaultcolor="black">
<color name="white" char=".">fff</color>
<color name="black" char="X">000</color>
`)
	for _, side := range []struct {
		name  string
		lines [][]int
	}{{"columns", p.Cols}, {"rows", p.Rows}} {
		fmt.Fprintf(&b, "<clues type=%q>\n", side.name)
		for _, runs := range side.lines {
			b.WriteString("<line>")
			for _, run := range runs {
				fmt.Fprintf(&b, "<count>%d</count>", run)
			}
			b.WriteString("</line>\n")
		}
		b.WriteString("</clues>\n")
	}
	if p.Picture != nil {
		b.WriteString("<solution type=\"goal\">\n<image>\n")
		for i, cell := range p.Picture {
			if i%len(p.Cols) == 0 {
				b.WriteByte('|')
			}
			b.WriteByte("?.X"[cell])
			if (i+1)%len(p.Cols) == 0 {
				b.WriteString("|\n")
			}
		}
		b.WriteString("</image>\n</solution>\n")
	}
	b.WriteString("</puzzle>\n</puzzleset>\n")
	return b.String()
}

// Pattern is the puzzle as a game ID of Simon Tatham's Pattern, columns first.
func Pattern(p *nonogram.Puzzle) string {
	if p.Given != nil { // this is the canonical encoding then
		return p.String()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%dx%d", len(p.Cols), len(p.Rows))
	separator := byte(':')
	for _, side := range [][][]int{p.Cols, p.Rows} {
		for _, runs := range side {
			b.WriteByte(separator)
			separator = '/'
			for i, run := range runs {
				if i > 0 {
					b.WriteByte('.')
				}
				fmt.Fprint(&b, run)
			}
		}
	}
	return b.String()
}
