package lamps

import (
	"context"
	"image"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/cells"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
)

// sized returns the board with the size that the net of package cells sees. A board without numbers has a size only by
// its looks, so where the net sees a line more or less it is doubted. The other size is taken if it is a square or the
// net is sure of it. A square is left only for another square, and doubted only if the net is sure: nearly all boards
// are square. Lines whose cells look like none of its states are not added: they may be buttons.
func (c *lamps) sized(ctx context.Context, v *page.View, hint board.Hint) (*lamps, error) {
	const nothing = .5             // the probability that the net sees no board, above which its cells say nothing
	if c.is(hint) || c.Rows == 1 { // each row of cards is asked about anyway
		return c, nil
	}
	b, err := v.Cells(ctx, c.mesh, c.Rows, c.Cols)
	if b == nil || err != nil || b.Kind[cells.None] > nothing {
		return c, err
	}
	const ring = cells.Ring
	was := image.Rect(ring, ring, ring+c.Cols, ring+c.Rows)
	in, sure := b.Extent(was, cells.Outside)
	switch {
	case in != was && in.In(was) && c.fringedAt(v, was, in):
		sure = true // their looks say the same
	case c.hidden: // the net does not see cells that look like the ground, either
		in = in.Union(was)
	}
	square, toSquare := c.Rows == c.Cols, in.Dx() == in.Dy()
	if in == was || square && !sure {
		return c, nil
	}
	c.unseen(true, hint)
	if !toSquare && (square || !sure) || min(in.Dx(), in.Dy()) < 2 || !c.allFit(v, in.Sub(was.Min)) {
		return c, nil
	}
	d := tellStates(v, hint.Kind, c.latticeOf(in.Sub(was.Min)))
	if d == nil || d.Kind != c.Kind || d.one {
		return c, nil
	}
	d.tiles, d.bordered, d.value = c.tiles, c.bordered, c.value
	d.unseen(true, hint)
	return d, nil
}

// latticeOf returns the lattice of an extent, in cells of the board.
func (c *lamps) latticeOf(in image.Rectangle) *lattice.Lattice {
	return lattice.New(in.Dy(), in.Dx(), func(row, col int) lattice.Point {
		return c.mesh.Place(float64(row+in.Min.Y), float64(col+in.Min.X))
	})
}

// allFit reports whether each line of an extent that lies outside of the board looks like its states.
func (c *lamps) allFit(v *page.View, in image.Rectangle) bool {
	own := image.Rect(0, 0, c.Cols, c.Rows)
	for side := range 4 {
		for r := in; ; r = cells.Grow(r, side, -1) {
			line := cells.Outer(r, side)
			if line.Empty() || line.Overlaps(own) {
				break
			}
			if !c.fit(v, line) {
				return false
			}
		}
	}
	return true
}

// fit reports whether most cells of a line look like one of the board's states.
func (c *lamps) fit(v *page.View, line image.Rectangle) bool {
	const most = .8
	return c.share(v, line) >= most
}

// share returns the share of a line's cells that look like one of the board's states.
func (c *lamps) share(v *page.View, line image.Rectangle) float64 {
	const like = .25 // the distance of the states
	n, apart := 0, c.states[0].To(c.states[1])
	for i := range line.Dx() * line.Dy() {
		f := sampleFace(v, c.mesh, float64(line.Min.Y+i/line.Dx()), float64(line.Min.X+i%line.Dx()))
		if at := f.mean(); min(at.To(c.states[0]), at.To(c.states[1])) < like*apart {
			n++
		}
	}
	return float64(n) / float64(line.Dx()*line.Dy())
}
