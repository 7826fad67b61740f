package vision

import (
	"context"
	"image"
	"math"

	"kibitz/vision/internal/lattice"
)

// A grid is what a lattice shows of a board whose numbers stand in its cells: the lattice's cells
// and a ring of cells around them, since lines between black cells are not seen.
type grid struct {
	*band
	mesh       mesh
	flat       bool        // of a screen: nothing is in a shadow
	lit        *image.Gray // the sheet in the light it has; nil if flat
	high, wide int         // rows and columns, the ring's among them
	cells      []square
	centres    []square // the colours of its cells: shades
	shades     int
	apart      [2][]blob    // as blobs, the sides of cells taken out one by one
	found      []step       // of light, from cell to cell; nil: not looked for
	aligned    [2]alignment // where the sums of each side stand
	sumTall    float64      // the usual height of sums, in pixels of the sheet; 0: not known
}

// A square is what is seen in one cell of a grid.
type square struct {
	shown   bool       // it is on the image
	colours [2]rgb     // above its diagonal, and below
	shade   int        // which of the grid's colours that is
	grain   float64    // how strong the ink is that is all over it
	striped [2]bool    // with that of stripes alone, of each ink
	open    int        // how many of its sides are not drawn
	slash   [2]float64 // how much of its diagonal is drawn, in dark ink and in light
	figures []figure
	unread  bool // it has ink that may be a number
	summed  bool // it has a number that is a sum
}

// readKakuro reads the sums and cells of a Kakuro.
func readKakuro(ctx context.Context, v *view, l *lattice.Lattice, hint Hint) (*candidate, error) {
	return v.readAs(ctx, mesh{Lattice: l}, hint)
}

// readKakuroTurned reads a Kakuro that is turned or mirrored, whichever way explains most.
func readKakuroTurned(ctx context.Context, v *view, l *lattice.Lattice, hint Hint, ways []orientation) (best *candidate, err error) {
	for _, o := range ways {
		c, err := v.readAs(ctx, mesh{Lattice: l, turns: o.turns, mirror: o.mirror}, hint)
		if err != nil {
			return nil, err
		}
		if c != nil && (best == nil || c.explained > best.explained) {
			best = c
		}
	}
	return best, nil
}

// readAs reads the sums and cells of a Kakuro that is turned as the mesh says.
func (v *view) readAs(ctx context.Context, m mesh, hint Hint) (*candidate, error) {
	if l := m.Lattice; min(l.Rows, l.Cols) < 2 || max(l.Rows, l.Cols) > mostKakuro {
		return nil, nil
	}
	var best *layout
	for {
		g, err := v.newGrid(ctx, m)
		if err != nil || g == nil {
			return nil, err
		}
		s := g.layout(hint)
		if s == nil || best != nil && s.score <= best.score {
			break
		}
		best = s
		above, left := s.goesOn()
		if m.top, m.left = m.top-above, m.left-left; above+left == 0 || min(m.top, m.left) < -mostUnseen {
			break
		}
	}
	if best == nil {
		return nil, nil
	}
	best.grid.align(best)
	return v.reading(best.grid, best), nil
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
func (v *view) newGrid(ctx context.Context, m mesh) (*grid, error) {
	l := m.Lattice
	rows, cols := m.upright()
	rows, cols = rows-m.top, cols-m.left
	if m.beyond = newPlain(l, block{0, 0, l.Rows, l.Cols}, v.screen); m.beyond == nil {
		return nil, nil
	}
	g := &grid{mesh: m, flat: v.screen, high: rows + 2, wide: cols + 2}
	const edge = 1.15
	a := area{-edge, -edge, float64(rows) + edge, float64(cols) + edge}
	w, h := m.size(rows, cols)
	short := min(w, h)
	side := min(max(short, smallSquare), largeSquare, math.Sqrt(gridPixels/float64(g.high*g.wide)))
	g.band = &band{strip: strip{sheet: newSheet(m, v.halves, a, w*side/short, h*side/short, w), lines: rows}}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	g.cells = make([]square, g.high*g.wide)
	for i := range g.cells {
		r, c := g.place(i)
		g.cells[i].shown = v.shows(m.at(r+.35, c+.35)) && v.shows(m.at(r+.65, c+.65))
	}
	if err := g.findStrokes(ctx, !v.screen); err != nil {
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
func (v *view) reading(g *grid, s *layout) *candidate {
	top, left := float64(s.top-1), float64(s.left-1)
	whole := area{top, left, top + float64(s.rows), left + float64(s.cols)}
	d := straight(g.mesh, g.high-2, g.wide-2, whole)
	r := &Reading{Kind: Kakuro, Rows: s.rows, Cols: s.cols, Screen: v.screen}
	c := &candidate{Reading: r, drawing: d, area: outline(g.mesh, whole)}
	for i := range s.rows * s.cols {
		row, col := i/s.cols, i%s.cols
		at := (s.top+row)*g.wide + s.left + col
		y, x := g.place(at)
		cell := Cell{Box: d.box(area{y, x, y + 1, x + 1}), State: s.state(i)}
		if s.white[i] {
			cell.Digit = g.digit(at)
		} else {
			cell.Down = g.sum(at, 0, s.run(i, 0))
			cell.Across = g.sum(at, 1, s.run(i, 1))
		}
		for k, guesses := range [][]Guess{cell.Digit, cell.Down, cell.Across} {
			if len(guesses) > 0 && (k > 0 || guesses[0].Value > 0) {
				n := 1.
				if guesses[0].Value > 9 {
					n = 2
				}
				c.glyphs += n
				c.explained += n * guesses[0].P
			}
		}
		r.Cells = append(r.Cells, cell)
		if !g.cells[at].shown && len(r.Flaws) == 0 {
			r.Flaws = append(r.Flaws, Cut)
		}
	}
	c.glyphs += s.missed
	if c.glyphs == 0 || s.fits < .5 {
		return nil
	}
	c.explained *= s.fits
	c.read, c.whole = c.explained/c.glyphs, s.fits
	return c
}
