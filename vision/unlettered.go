package vision

import (
	"context"
	"kibitz/vision/internal/lattice"
	"slices"
)

// A Sorter tells boards of cells in two states from boards with numbers; each lattice once.
type Sorter struct {
	*Signs
	plain map[*lattice.Lattice]bool // whether its cells are in two states
}

// newSorter returns a Sorter that has not looked at any lattice.
func newSorter(s *Signs) *Sorter { return &Sorter{s, map[*lattice.Lattice]bool{}} }

// unlettered tells a board of cells in two states without numbers: without anything in them, and beside
// them on no two of its sides, as a nonogram has numbers, however it is turned; or without digits there.
func (v *Sorter) unlettered(ctx context.Context, l *lattice.Lattice) (bool, error) {
	const inside, beside, most = .1, .3, .5 // share of cells
	plain, known := v.plain[l]
	if !known {
		states := v.tellStates(l, Any)
		plain = states != nil && states.plain()
		v.plain[l] = plain
	}
	if !plain {
		return false, nil
	}
	r, c := l.Rows, l.Cols
	above, below := v.marked(l, block{-1, 0, 0, c}, 24), v.marked(l, block{r, 0, r + 1, c}, 24)
	left, right := v.marked(l, block{0, -1, r, 0}, 24), v.marked(l, block{0, c, r, c + 1}, 24)
	level, upright := v.boxed(l, beside)
	numbers := (level || max(above, below) > beside) && (upright || max(left, right) > beside)
	switch within := v.marked(l, block{0, 0, r, c}, 24); {
	case within <= inside && !numbers:
		return true, nil
	case within > most:
		return false, nil
	}
	glyphs, err := v.signs(ctx, l)
	if err != nil {
		return false, err
	}
	if upright, err := digitsAmong(ctx, glyphs, orientation{}); upright >= fewestSigns(glyphs) || err != nil {
		return false, err
	}
	seen, err := v.digitsSeen(ctx, l)
	return slices.Max(seen[:]) == 0, err
}

// boxed tells whether a lattice has boxes with numbers above its cells or below them, and beside them: the
// cells of a row or of a column near its edges have ink in them, more than a stray mark or two.
func (v *Sorter) boxed(l *lattice.Lattice, share float64) (level, upright bool) {
	const near = 8 // boxes before the body at most
	r, c := l.Rows, l.Cols
	full := func(in block) bool {
		cells := float64((in.bottom - in.top) * (in.right - in.left))
		return cells >= 3 && v.marked(l, in, 24) > max(share, 2.5/cells)
	}
	for k := range min(near, r/2) {
		level = level || full(block{k, 0, k + 1, c}) || full(block{r - 1 - k, 0, r - k, c})
	}
	for k := range min(near, c/2) {
		upright = upright || full(block{0, k, r, k + 1}) || full(block{0, c - 1 - k, r, c - k})
	}
	return level, upright
}
