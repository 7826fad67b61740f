package puzzletest

import (
	"image/color"
	"strings"

	"kibitz/solvers/nonogram/internal/clues"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// ParseColoured reads the encoding in colours of [Puzzle.String]: a palette and ':', which may be
// missing if letters have their usual colours (r g b y o p w k n c m), then rows, '|', columns.
// Lines are separated by ';', '/' or newline. A run is a number and its colour as people type them:
// 3r, 3:r, r3, 3(red), red 3, 3🟥. Package notation reads this and all other encodings. Errors are
// *solvers.SyntaxError.
func ParseColoured(text string) (*puzzle.Puzzle, error) {
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
	return paintedDraft(&d)
}

// paintedDraft returns the puzzle of a draft in colours.
func paintedDraft(d *clues.Draft) (*puzzle.Puzzle, error) {
	rows, cols, palette, err := d.Painted()
	if err != nil {
		return nil, err
	}
	p := &puzzle.Puzzle{Palette: palette, Background: d.Inks.Background, Rows: rows, Cols: cols}
	if p.Background == (color.RGBA{}) {
		p.Background = clues.White
	}
	if len(palette) == 0 {
		return nil, d.Text.NotARun(d.Text.Body().Lo)
	}
	if p.Check() != nil {
		return nil, d.Text.TooMuch()
	}
	return p, nil
}
