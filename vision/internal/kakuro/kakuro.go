// Package kakuro reads boards whose numbers stand in cells: Kakuro, and Sudoku so far that it can be named.
package kakuro

import (
	"context"
	"image"
	"math"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
	"kibitz/vision/internal/script"
)

// A grid is what a lattice shows of a board whose numbers stand in its cells: the lattice's cells
// and a ring of cells around them, since lines between black cells are not seen.
type grid struct {
	*script.Band
	mesh       plane.Mesh
	flat       bool        // of a screen: nothing is in a shadow
	lit        *image.Gray // the sheet in the light it has; nil if flat
	high, wide int         // rows and columns, the ring's among them
	cells      []square
	centres    []square // the colours of its cells: shades
	shades     int
	apart      [2][]ink.Blob // as blobs, the sides of cells taken out one by one
	found      []step        // of light, from cell to cell; nil: not looked for
	aligned    [2]alignment  // where the sums of each side stand
	sumTall    float64       // the usual height of sums, in pixels of the sheet; 0: not known
}

// A square is what is seen in one cell of a grid.
type square struct {
	shown   bool        // it is on the image
	colours [2]page.RGB // above its diagonal, and below
	shade   int         // which of the grid's colours that is
	grain   float64     // how strong the ink is that is all over it
	striped [2]bool     // with that of stripes alone, of each ink
	open    int         // how many of its sides are not drawn
	slash   [2]float64  // how much of its diagonal is drawn, in dark ink and in light
	figures []figure
	unread  bool // it has ink that may be a number
	summed  bool // it has a number that is a sum
}

// Read reads the sums and cells of a Kakuro.
func Read(ctx context.Context, v *page.View, l *lattice.Lattice, hint board.Hint) (*page.Candidate, error) {
	return readAs(ctx, v, plane.Mesh{Lattice: l}, hint)
}

// ReadTurned reads a Kakuro that is turned or mirrored, whichever way explains most.
func ReadTurned(ctx context.Context, v *page.View, l *lattice.Lattice, hint board.Hint, ways []plane.Orientation) (best *page.Candidate, err error) {
	for _, o := range ways {
		c, err := readAs(ctx, v, plane.Mesh{Lattice: l, Turns: o.Turns, Mirror: o.Mirror}, hint)
		if err != nil {
			return nil, err
		}
		if c != nil && (best == nil || c.Explained > best.Explained) {
			best = c
		}
	}
	return best, nil
}

// readAs reads the sums and cells of a Kakuro that is turned as the mesh says.
func readAs(ctx context.Context, v *page.View, m plane.Mesh, hint board.Hint) (*page.Candidate, error) {
	if l := m.Lattice; min(l.Rows, l.Cols) < 2 || max(l.Rows, l.Cols) > mostKakuro {
		return nil, nil
	}
	var best *layout
	for {
		g, err := newGrid(ctx, v, m)
		if err != nil || g == nil {
			return nil, err
		}
		s := g.layout(hint)
		if s == nil || best != nil && s.score <= best.score {
			break
		}
		best = s
		above, left := s.goesOn()
		if m.FirstRow, m.FirstCol = m.FirstRow-above, m.FirstCol-left; above+left == 0 || min(m.FirstRow, m.FirstCol) < -mostUnseen {
			break
		}
	}
	if best == nil {
		return nil, nil
	}
	best.grid.align(best)
	return reading(v, best.grid, best), nil
}

// mostUnseen is how many rows or columns more than a ring a board may have beside its lattice.
const mostUnseen = 2

// mostKakuro is how many rows or columns a board of numbers in cells may have.
const mostKakuro = 40

// gridPixels bounds the sheet that a grid is looked at on.
const gridPixels = 3_000_000

// Sides of cells on that sheet, in pixels: smaller ones are made larger. Sums have a quarter of it.
const (
	smallSquare = 56
	largeSquare = 72
)

// newGrid looks at a lattice's cells, and reads the numbers in them.
func newGrid(ctx context.Context, v *page.View, m plane.Mesh) (*grid, error) {
	l := m.Lattice
	rows, cols := m.Upright()
	rows, cols = rows-m.FirstRow, cols-m.FirstCol
	if m.Beyond = plane.NewPlain(l, plane.Block{Top: 0, Left: 0, Bottom: l.Rows, Right: l.Cols}, v.Screen); m.Beyond == nil {
		return nil, nil
	}
	g := &grid{mesh: m, flat: v.Screen, high: rows + 2, wide: cols + 2}
	const edge = 1.15
	a := plane.Area{Top: -edge, Left: -edge, Bottom: float64(rows) + edge, Right: float64(cols) + edge}
	w, h := m.Size(rows, cols)
	short := min(w, h)
	side := min(max(short, smallSquare), largeSquare, math.Sqrt(gridPixels/float64(g.high*g.wide)))
	g.Band = &script.Band{Strip: ink.Strip{Sheet: plane.NewSheet(m, v.Halves, a, w*side/short, h*side/short, w), Lines: rows}}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	g.cells = make([]square, g.high*g.wide)
	for i := range g.cells {
		r, c := g.place(i)
		g.cells[i].shown = v.Shows(m.Place(r+.35, c+.35)) && v.Shows(m.Place(r+.65, c+.65))
	}
	if err := g.findStrokes(ctx, !v.Screen); err != nil {
		return nil, err
	}
	g.lookAtGrain()
	g.lookAtSides()
	g.paint(v)
	return g, g.read(ctx)
}

// place is the top left corner of a cell, in the lattice's rows and columns.
func (g *grid) place(i int) (r, c float64) { return float64(i/g.wide - 1), float64(i%g.wide - 1) }

// cellAt is the cell that a place of the lattice is in; -1 if in none.
func (g *grid) cellAt(r, c float64) int {
	row, col := int(math.Floor(r))+1, int(math.Floor(c))+1
	if row < 0 || col < 0 || row >= g.high || col >= g.wide {
		return -1
	}
	return row*g.wide + col
}

// reading is the reading of a layout.
func reading(v *page.View, g *grid, s *layout) *page.Candidate {
	top, left := float64(s.top-1), float64(s.left-1)
	whole := plane.Area{Top: top, Left: left, Bottom: top + float64(s.rows), Right: left + float64(s.cols)}
	d := plane.Straight(g.mesh, g.high-2, g.wide-2, whole)
	r := &board.Reading{Kind: board.Kakuro, Rows: s.rows, Cols: s.cols, Screen: v.Screen}
	c := &page.Candidate{Reading: r, Drawing: d, Area: page.Outline(g.mesh, whole)}
	for i := range s.rows * s.cols {
		row, col := i/s.cols, i%s.cols
		at := (s.top+row)*g.wide + s.left + col
		y, x := g.place(at)
		cell := board.Cell{Box: d.Box(plane.Area{Top: y, Left: x, Bottom: y + 1, Right: x + 1}), State: s.state(i)}
		if s.white[i] {
			cell.Digit = g.digit(at)
		} else {
			cell.Down = g.sum(at, 0, s.run(i, 0))
			cell.Across = g.sum(at, 1, s.run(i, 1))
		}
		for k, guesses := range [][]board.Guess{cell.Digit, cell.Down, cell.Across} {
			if len(guesses) > 0 && (k > 0 || guesses[0].Value > 0) {
				n := 1.
				if guesses[0].Value > 9 {
					n = 2
				}
				c.Glyphs += n
				c.Explained += n * guesses[0].P
			}
		}
		r.Cells = append(r.Cells, cell)
		if !g.cells[at].shown && len(r.Flaws) == 0 {
			r.Flaws = append(r.Flaws, board.Cut)
		}
	}
	c.Glyphs += s.missed
	if c.Glyphs == 0 || s.fits < .5 {
		return nil
	}
	c.Explained *= s.fits
	c.Read, c.Whole = c.Explained/c.Glyphs, s.fits
	return c
}
