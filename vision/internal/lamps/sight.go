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
// its looks, so where the net sees a line more or less it is doubted. If the net is sure of that, the other size is
// taken; else the board stays as it is.
func (c *lamps) sized(ctx context.Context, v *page.View, hint board.Hint) (*lamps, error) {
	const likely = .8 // the least probability that the board is one of tiles
	if c.is(hint) {
		return c, nil
	}
	b, err := v.Cells(ctx, c.mesh, c.Rows, c.Cols)
	if b == nil || err != nil || b.Kind[cells.Tiles] < likely {
		return c, err
	}
	const ring = cells.Ring
	was := image.Rect(ring, ring, ring+c.Cols, ring+c.Rows)
	in, sure := extent(b, was)
	if in == was {
		return c, nil
	}
	c.unseen(true, hint)
	if !sure || in.Dx() < 2 || in.Dx()*in.Dy() < fewestCards || (in.Dy() == 1) != (c.Rows == 1) {
		return c, nil
	}
	m, off := c.mesh, in.Min.Sub(was.Min)
	d := tellStates(v, lattice.New(in.Dy(), in.Dx(), func(row, col int) lattice.Point {
		return m.Place(float64(row+off.Y), float64(col+off.X))
	}), hint.Kind)
	if d == nil || d.Kind != c.Kind || d.one {
		return c, nil
	}
	d.tiles, d.bordered, d.value = c.tiles, c.bordered, c.value
	d.unseen(true, hint)
	return d, nil
}

// extent returns a board's place on the net's, with lines added at its sides in which the net sees tiles, and without
// outer lines in which it sees none. It is sure if in each of these lines nearly all cells are told.
func extent(b *cells.Board, in image.Rectangle) (out image.Rectangle, sure bool) {
	const most, told = .5, .85 // the mean probability of tiles in a line; one that is sure
	// tiles returns the mean probability of tiles in a rectangle.
	tiles := func(r image.Rectangle) (p float64) {
		for i := range r.Dx() * r.Dy() {
			p += float64(b.Class[(r.Min.Y+i/r.Dx())*b.Cols+r.Min.X+i%r.Dx()][cells.Tile])
		}
		return p / float64(r.Dx()*r.Dy())
	}
	out, sure = in, true
	for side := range 4 {
		for range cells.Ring {
			grown, last := grow(out, side, 1), outer(out, side)
			if p := tiles(outer(grown, side)); p > most {
				out, sure = grown, sure && p > told
			} else if p := tiles(last); p < 1-most && last != out {
				out, sure = grow(out, side, -1), sure && p < 1-told
			} else {
				break
			}
		}
	}
	return out, sure
}

// grow moves a side of a rectangle outwards: 0 left, 1 right, 2 top, 3 bottom.
func grow(r image.Rectangle, side, by int) image.Rectangle {
	switch side {
	case 0:
		r.Min.X -= by
	case 1:
		r.Max.X += by
	case 2:
		r.Min.Y -= by
	default:
		r.Max.Y += by
	}
	return r
}

// outer returns the outermost line of a rectangle at a side.
func outer(r image.Rectangle, side int) image.Rectangle {
	switch side {
	case 0:
		r.Max.X = r.Min.X + 1
	case 1:
		r.Min.X = r.Max.X - 1
	case 2:
		r.Max.Y = r.Min.Y + 1
	default:
		r.Min.Y = r.Max.Y - 1
	}
	return r
}
