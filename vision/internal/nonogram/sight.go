package nonogram

import (
	"context"
	"image"
	"math"

	"kibitz/vision/internal/cells"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// A sight is what the net says of the cells of a lattice and of those around it.
type sight struct {
	*cells.Board
	first image.Point // the board's first cell, in cells of the lattice
}

// see looks at a lattice with the net, and farther if the body goes on where the lattice ends. It returns nil if the
// net sees no nonogram.
func see(ctx context.Context, v *page.View, m plane.Mesh) (*sight, error) {
	const surely = .5 // least probability of a nonogram
	b, first, err := v.CellsAround(ctx, m, func(b *cells.Board) (image.Rectangle, bool) {
		in, _ := (&sight{Board: b}).body()
		return in, b.Kind[cells.Nonogram] >= surely
	})
	if b == nil || err != nil {
		return nil, err
	}
	return &sight{b, first}, nil
}

// all returns all cells that the net saw.
func (s *sight) all() image.Rectangle { return image.Rect(0, 0, s.Cols, s.Rows).Add(s.first) }

// inBody returns the probability that cell i is one of the body. Marks look like digits to the net, and digits like
// marks: a cell with digits may be either.
func (s *sight) inBody(i int) float64 {
	return s.Is(i, cells.White, cells.Full, cells.Marked, cells.Tile) + s.Is(i, cells.Written)/2
}

// body returns where the net sees the body, in cells of the lattice, and whether it is sure of each side: nearly all
// of the cells in the outer line are the body's, and hardly one in the line beside that. It returns an empty rectangle
// if it sees none.
func (s *sight) body() (in image.Rectangle, sure bool) {
	const told = .7 // least share of a line
	if s == nil {
		return in, false
	}
	inside := make([][]float64, s.Rows)
	for i := range s.Rows * s.Cols {
		inside[i/s.Cols] = append(inside[i/s.Cols], s.inBody(i)-.5)
	}
	b, ok := largestBlock(inside)
	if !ok || b.Bottom-b.Top < 2 || b.Right-b.Left < 2 {
		return in, false
	}
	in, sure = image.Rect(b.Left, b.Top, b.Right, b.Bottom).Add(s.first), true
	for side := range 4 {
		sure = sure && s.share(cells.Outer(in, side)) > told && s.share(cells.Outer(cells.Grow(in, side, 1), side)) < 1-told
	}
	return in, sure
}

// share returns the share of the body's cells in a rectangle, 0 if the net did not see it.
func (s *sight) share(in image.Rectangle) (p float64) {
	if !in.In(s.all()) {
		return 0
	}
	in = in.Sub(s.first)
	for i := range in.Dx() * in.Dy() {
		p += s.inBody((in.Min.Y+i/in.Dx())*s.Cols + in.Min.X + i%in.Dx())
	}
	return p / float64(in.Dx()*in.Dy())
}

// weighClues changes what digits say of each cell, from -1 to 1, by how sure the net is that the cell is a place for
// clues or that it is none: numbers in cells that are filled in are no clues. A net that is not quite sure counts for
// little.
func (s *sight) weighClues(sure [][]float64) {
	if s == nil {
		return
	}
	for r := range sure {
		for c := range sure[r] {
			clue := 2*s.Is((r-s.first.Y)*s.Cols+c-s.first.X, cells.Clue) - 1
			sure[r][c] += math.Pow(clue, 4) * (clue - sure[r][c])
		}
	}
}
