package puzzle

import (
	"strconv"
	"strings"

	"kibitz/solvers/nonogram/internal/clues"
)

// String returns the canonical encoding: rows, '|', columns; lines separated by ';', "0" for an
// empty line. In black and white the runs of a line are separated by blanks: "3;1|2;1;1". A puzzle
// with given cells is a game ID of Simon Tatham's Pattern instead.
//
// In colours the palette and ':' come first, and a run is a number and a letter with nothing
// between them: "r=#f00,b=#00f:1r1b;2r|2r;1b1r". A background that is not white comes last in the
// palette, with '.' for its letter. Given cells are left out.
//
// A Picture is left out of both encodings.
func (p *Puzzle) String() string {
	if p.Given != nil && !p.InColours() {
		return p.patternID()
	}
	var b strings.Builder
	p.writePalette(&b)
	for i, side := range [][][]Run{p.Rows, p.Cols} {
		if i > 0 {
			b.WriteByte('|')
		}
		for j, runs := range side {
			if j > 0 {
				b.WriteByte(';')
			}
			p.writeRuns(&b, runs)
		}
	}
	return b.String()
}

// writePalette writes the palette and ':', nothing in black and white.
func (p *Puzzle) writePalette(b *strings.Builder) {
	if !p.InColours() {
		return
	}
	for i, ink := range p.Palette {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte(ink.Letter)
		b.WriteByte('=')
		b.WriteString(clues.Hex(ink.RGB))
	}
	if bg := p.Background; bg.A != 0 && bg != clues.White {
		b.WriteString(",.=" + clues.Hex(bg))
	}
	b.WriteByte(':')
}

// writeRuns writes the runs of a line.
func (p *Puzzle) writeRuns(b *strings.Builder, runs []Run) {
	if len(runs) == 0 {
		b.WriteByte('0')
	}
	for i, run := range runs {
		if i > 0 && !p.InColours() {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(run.Length))
		if p.InColours() {
			b.WriteByte(p.Palette[run.Colour].Letter)
		}
	}
}
