package lamps

import (
	"context"
	"image"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/cells"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
)

// sized returns the board with the size that the net of package cells sees, or the board itself if the net agrees or
// sees no tiles at all. A board without numbers has a size only by its looks: where the two differ it is doubted, and
// so is a board in which the net sees other cells than tiles.
func (c *lamps) sized(ctx context.Context, v *page.View, hint board.Hint) (*lamps, error) {
	b, err := v.Cells(ctx, c.mesh, c.Rows, c.Cols)
	if b == nil || err != nil {
		return c, err
	}
	const tiles = .5 // the least probability that the board is one of tiles
	in := extent(b).Sub(image.Pt(cells.Ring, cells.Ring))
	if float64(b.Kind[cells.Tiles]) < tiles || in == image.Rect(0, 0, c.Cols, c.Rows) || c.is(hint) {
		return c, nil
	}
	c.unseen(true, hint)
	if in.Dx() < 2 || in.Dx()*in.Dy() < fewestCards || in.Dy() == 1 != (c.Rows == 1) {
		return c, nil
	}
	m := c.mesh
	l := lattice.New(in.Dy(), in.Dx(), func(row, col int) lattice.Point {
		return m.Place(float64(row+in.Min.Y), float64(col+in.Min.X))
	})
	d := tellStates(v, l, hint.Kind)
	if d == nil || d.Kind != c.Kind || d.one {
		return c, nil
	}
	d.tiles, d.bordered, d.value = c.tiles, c.bordered, c.value
	d.unseen(true, hint)
	return d, nil
}

// extent returns the smallest rectangle around the largest group of tiles that hang together, in cells of the net's
// board: X is the column.
func extent(b *cells.Board) (best image.Rectangle) {
	seen := make([]bool, len(b.Class))
	is := func(i int) bool { return !seen[i] && b.Class[i][cells.Tile] > .5 }
	most := 0
	for start := range seen {
		if !is(start) {
			continue
		}
		in, group := image.Rectangle{}, []int{start}
		seen[start] = true
		for n := 0; n < len(group); n++ {
			row, col := group[n]/b.Cols, group[n]%b.Cols
			in = in.Union(image.Rect(col, row, col+1, row+1))
			for k := range 4 {
				r, c := row+[4]int{-1, 0, 0, 1}[k], col+[4]int{0, -1, 1, 0}[k]
				if i := r*b.Cols + c; r >= 0 && c >= 0 && r < b.Rows && c < b.Cols && is(i) {
					seen[i] = true
					group = append(group, i)
				}
			}
		}
		if len(group) > most {
			most, best = len(group), in
		}
	}
	return best
}
