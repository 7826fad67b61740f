package lamps

import (
	"cmp"
	"context"
	"image"
	"math"
	"slices"

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

// mostAsked is the number of boards at most that the net is asked about before one is chosen.
const mostAsked = 6

// inSight returns the board c if the net surely sees tiles in each of its cells and nowhere else. If not, it returns
// the board of greatest value in its place that the net sees so, a square one first, or c if there is none. Where the
// net sees tiles of this size, and hardly more or fewer of them, that is left to sized.
func (c *lamps) inSight(ctx context.Context, v *page.View, all []*lamps, hint board.Hint) (*lamps, error) {
	if c == nil || c.Rows == 1 || c.is(hint) {
		return c, nil
	}
	tiles, whole, err := c.inNet(ctx, v)
	if whole || err != nil {
		return c, err
	}
	const size = .1 // the difference of cells, as a share
	others := slices.DeleteFunc(slices.Clone(all), func(d *lamps) bool {
		return d.Kind != c.Kind || !d.Area.Overlaps(c.Area) || d.Rows == c.Rows && d.Cols == c.Cols ||
			tiles && max(c.Rows-d.Rows, d.Rows-c.Rows, c.Cols-d.Cols, d.Cols-c.Cols) <= cells.Ring &&
				math.Abs(c.w-d.w) < size*d.w && math.Abs(c.h-d.h) < size*d.h
	})
	slices.SortStableFunc(others, func(a, b *lamps) int { // those on lines first, as these are few
		if a.tiles != b.tiles {
			return map[bool]int{false: -1, true: 1}[a.tiles]
		}
		return cmp.Compare(b.value, a.value)
	})
	var best *lamps
	for _, d := range others[:min(len(others), mostAsked)] {
		_, whole, err := d.inNet(ctx, v)
		if err != nil {
			return nil, err
		}
		if whole && (best == nil || best.Rows != best.Cols && d.Rows == d.Cols) {
			best = d
		}
	}
	if best == nil {
		return c, nil
	}
	best.unseen(true, hint)
	return best, nil
}

// inNet reports whether the net surely sees tiles, and whether it sees them exactly where the board's cells are.
func (c *lamps) inNet(ctx context.Context, v *page.View) (tiles, whole bool, err error) {
	const surely = .9 // the least probability of tiles
	b, err := v.Cells(ctx, c.mesh, c.Rows, c.Cols)
	if b == nil || err != nil || b.Kind[cells.Tiles] < surely {
		return false, false, err
	}
	own := image.Rect(0, 0, c.Cols, c.Rows).Add(image.Pt(cells.Ring, cells.Ring))
	in, sure := b.Extent(own, cells.Outside)
	return true, in == own && sure, nil
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
