package lamps

import (
	"context"
	"image"
	"slices"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/cells"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/plane"
	"kibitz/vision/internal/script"
)

// A Sorter tells boards of cells in two states from boards with numbers. It remembers the states of
// each lattice.
type Sorter struct {
	*script.Signs
	plain map[*lattice.Lattice]bool // the cells are in two states
}

// NewSorter returns a Sorter that has not looked at any lattice.
func NewSorter(s *script.Signs) *Sorter { return &Sorter{s, map[*lattice.Lattice]bool{}} }

// Unlettered reports whether a lattice is a board of cells in two states without numbers. Hardly
// anything is drawn in its cells, and no numbers stand at two neighbouring sides, where a nonogram
// has them in any orientation; or the signs drawn there are not digits. It returns false if more than
// half of the cells have ink, or if the net is sure of a board with numbers. Ink is a difference of more than 24 grey
// levels within a cell.
func (v *Sorter) Unlettered(ctx context.Context, l *lattice.Lattice) (bool, error) {
	const inside, beside, most = .1, .3, .5 // shares of cells with ink
	plain, known := v.plain[l]
	if !known {
		states := tellStates(v.Signs.View, board.Any, l)
		if plain = states != nil && states.plain(); plain {
			numbered, err := v.numbered(ctx, l)
			if err != nil {
				return false, err
			}
			plain = !numbered
		}
		v.plain[l] = plain
	}
	if !plain {
		return false, nil
	}
	m, r, c := plane.Mesh{Lattice: l}, l.Rows, l.Cols
	above, below := v.Marked(m, image.Rect(0, -1, c, 0), 24), v.Marked(m, image.Rect(0, r, c, r+1), 24)
	left, right := v.Marked(m, image.Rect(-1, 0, 0, r), 24), v.Marked(m, image.Rect(c, 0, c+1, r), 24)
	level, upright := v.boxed(l, beside)
	numbers := (level || max(above, below) > beside) && (upright || max(left, right) > beside)
	switch within := v.Marked(m, image.Rect(0, 0, c, r), 24); {
	case within <= inside && !numbers:
		return true, nil
	case within > most:
		return false, nil
	}
	glyphs, err := v.Glyphs(ctx, l)
	if err != nil {
		return false, err
	}
	if upright, err := script.DigitsAmong(ctx, glyphs, plane.Orientation{}); upright >= script.FewestSigns(glyphs) || err != nil {
		return false, err
	}
	seen, err := v.DigitsSeen(ctx, l)
	return slices.Max(seen[:]) == 0, err
}

// boxed reports whether a lattice includes boxes with numbers, level above or below its cells, upright
// at their left or right: a row or a column near its edges has ink in more than a share of its cells,
// and in more than two.
func (v *Sorter) boxed(l *lattice.Lattice, share float64) (level, upright bool) {
	const near = 8 // the most boxes between the edge and the board
	m, r, c := plane.Mesh{Lattice: l}, l.Rows, l.Cols
	full := func(in image.Rectangle) bool {
		cells := float64(in.Dx() * in.Dy())
		return cells >= 3 && v.Marked(m, in, 24) > max(share, 2.5/cells)
	}
	for k := range min(near, r/2) {
		level = level || full(image.Rect(0, k, c, k+1)) || full(image.Rect(0, r-1-k, c, r-k))
	}
	for k := range min(near, c/2) {
		upright = upright || full(image.Rect(k, 0, k+1, r)) || full(image.Rect(c-1-k, 0, c-k, r))
	}
	return level, upright
}

// numbered reports whether the net of package cells is sure that a lattice is a board with numbers.
func (v *Sorter) numbered(ctx context.Context, l *lattice.Lattice) (bool, error) {
	const surely = .8 // the least probability
	b, err := v.CellsOf(ctx, l)
	if b == nil || err != nil {
		return false, err
	}
	return b.Kind[cells.Kakuro]+b.Kind[cells.Nonogram]+b.Kind[cells.Sudoku] > surely, nil
}
