package nonogram

import (
	"fmt"
	"image/color"
	"strings"

	"kibitz/solvers/nonogram/internal/clues"
)

// String is the canonical encoding: the palette, ':', rows, '|', columns; lines split by ';',
// runs a number and a letter with nothing between them, "0" for an empty line:
// "r=#f00,b=#00f:1r1b;2r|2r;1b1r". A background that is not white comes last in the palette, with
// '.' for its letter. A Picture is not part of it.
func (p *Coloured) String() string {
	var b strings.Builder
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
	for i, side := range [][][]Run{p.Rows, p.Cols} {
		if i > 0 {
			b.WriteByte('|')
		}
		for j, runs := range side {
			if j > 0 {
				b.WriteByte(';')
			}
			if len(runs) == 0 {
				b.WriteByte('0')
			}
			for _, run := range runs {
				fmt.Fprintf(&b, "%d%c", run.Length, p.Palette[run.Colour].Letter)
			}
		}
	}
	return b.String()
}

// ParseColoured reads what [Coloured.String] writes: a palette and ':', which may be missing
// where letters have their usual colours (r g b y o p w k n c m), then rows, '|', columns. Lines
// are split by ';', '/' or newline. A run is a number and its colour in any of the ways in which
// people type the two: 3r, 3:r, r3, 3(red), red 3, 3🟥. Package notation reads this and all other
// encodings. Errors are *solvers.SyntaxError.
func ParseColoured(text string) (*Coloured, error) {
	t := clues.NewText(text)
	d := clues.Draft{Text: t, Typed: true}
	palette, body, ok := t.PaletteOf()
	if ok {
		if err := d.Palette(palette); err != nil {
			return nil, err
		}
	}
	bar := strings.IndexByte(t.Of(body), '|')
	if bar < 0 {
		return nil, t.Expected(body.Lo, "nonogram.coloured", "rows|columns in colours like r=red,b=blue:1r1b;2r|2r;1b1r", nil)
	}
	for side, p := range []clues.Span{{Lo: body.Lo, Hi: body.Lo + bar}, {Lo: body.Lo + bar + 1, Hi: body.Hi}} {
		if err := d.Clues(side, p); err != nil {
			return nil, err
		}
	}
	return paintDraft(&d)
}

// paintDraft is the puzzle that a draft has become.
func paintDraft(d *clues.Draft) (*Coloured, error) {
	rows, cols, palette, err := d.Painted()
	if err != nil {
		return nil, err
	}
	p := &Coloured{Background: d.Inks.Background, Rows: painted(rows), Cols: painted(cols)}
	if p.Background == (color.RGBA{}) {
		p.Background = clues.White
	}
	for _, ink := range palette {
		p.Palette = append(p.Palette, Ink(ink))
	}
	if len(palette) == 0 {
		return nil, d.Text.NotARun(d.Text.Body().Lo)
	}
	if p.Check() != nil {
		return nil, d.Text.TooMuch()
	}
	return p, nil
}

func painted(lines [][]clues.Run) [][]Run {
	all := make([][]Run, len(lines))
	for i, runs := range lines {
		for _, run := range runs {
			all[i] = append(all[i], Run(run))
		}
	}
	return all
}
