// Package kakuro reads Kakuro: boards with white cells, blocks, and sums in blocks.
package kakuro

import (
	"context"
	"image"
	"math"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/cells"
	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
	"kibitz/vision/internal/script"
)

// A grid holds what is seen in the cells of a lattice, and in a ring of cells around it. The ring
// is there since lines between black cells are not seen, so that the lattice may miss some.
type grid struct {
	*script.Band
	mesh       plane.Mesh
	flat       bool        // the image is of a screen, and has no shadows
	sharp      *image.Gray // the sheet before it was softened
	lit        *image.Gray // the sheet as it was lit, before lightUp; nil if flat
	high, wide int         // rows and columns, with the ring's
	cells      []square
	centres    []square      // the mean look of each shade
	shades     int           // how many colours cells have
	sidesCut   [2][]ink.Blob // like Blobs, but found after the sides of cells were cut out one by one
	stepsFound []step        // the steps of light between neighbours; nil: not looked for yet
	rising     [2]bool       // diagonals of dark ink, of light ink, run from the top right to the bottom left
	strokes    [2][]stroke   // those between two sums in one line, in dark ink, in light ink; nil: not looked for yet
	sumTall    float64       // the median height of sums, in pixels of the sheet; 0: not known
}

// A square holds what is seen in one cell of a grid.
type square struct {
	shown   bool        // the image shows it
	colours [2]page.RGB // above its diagonal, and below
	shade   int         // the index of its colour in the grid's centres
	grain   float64     // how strong the ink is that covers all of it, 0 to 255
	striped [2]bool     // it is covered with stripes of dark ink, of light ink
	open    int         // how many of its four sides are not drawn
	slash   [2]float64  // the share of its diagonal that is drawn in dark ink, in light ink
	figures []figure
	parted  [2]float64 // the column of the stroke between two sums in one line of dark ink, of light ink; 0: none
	unread  bool       // it has ink that may be a number but was not read
	summed  bool       // it has a number that is a sum
	looked  bool       // the net was asked about it
	sums    [2]float64 // the probabilities of a sum for the cells below and for those to the right, if looked
}

// Read reads the sums and cells of an upright Kakuro. It returns nil if the lattice shows none.
func Read(ctx context.Context, v *page.View, l *lattice.Lattice, hint board.Hint) (*page.Candidate, error) {
	return readAs(ctx, v, plane.Mesh{Lattice: l}, hint)
}

// ReadTurned reads a Kakuro in each of the given orientations and returns the reading that
// explains most.
func ReadTurned(ctx context.Context, v *page.View, l *lattice.Lattice, hint board.Hint, ways []plane.Orientation) (*page.Candidate, error) {
	return page.Best(ways, func(o plane.Orientation) (*page.Candidate, error) {
		return readAs(ctx, v, plane.Mesh{Lattice: l, Turns: o.Turns, Mirror: o.Mirror}, hint)
	})
}

// readAs reads a Kakuro that is turned as the mesh says, by the rules and by what the net sees.
func readAs(ctx context.Context, v *page.View, m plane.Mesh, hint board.Hint) (*page.Candidate, error) {
	if l := m.Lattice; min(l.Rows, l.Cols) < 2 || max(l.Rows, l.Cols) > mostKakuro {
		return nil, nil
	}
	ruled, err := layoutByRules(ctx, v, m, hint)
	if err != nil {
		return nil, err
	}
	var byRules, bySight *page.Candidate
	var g *grid
	if ruled != nil {
		ruled.settleSides()
		if err := ruled.readInSpots(ctx); err != nil {
			return nil, err
		}
		byRules, g = reading(v, ruled.grid, ruled), ruled.grid
	}
	seen, err := layoutBySight(ctx, v, m, hint, g)
	if err != nil {
		return nil, err
	}
	if seen != nil {
		if err := seen.readInSpots(ctx); err != nil {
			return nil, err
		}
		bySight = reading(v, seen.grid, seen)
	}
	return together(ruled, byRules, seen, bySight), nil
}

// layoutByRules returns the layout that explains most by the looks of single cells, nil for none. If the board goes
// on above the lattice or to its left, it looks again with one more row or column, as long as the score grows.
func layoutByRules(ctx context.Context, v *page.View, m plane.Mesh, hint board.Hint) (best *layout, err error) {
	for {
		g, err := newGrid(ctx, v, m, 0, 0)
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
	return best, nil
}

// mostUnseen is the largest number of rows, or of columns, by which a board may exceed its lattice
// at the top, or at the left, besides the ring.
const mostUnseen = 2

// mostKakuro is the largest number of rows or columns of a board.
const mostKakuro = 40

// gridPixels is the largest number of pixels of a grid's sheet.
const gridPixels = 3_000_000

// The shortest and the longest side of a cell on the sheet, in pixels. Cells outside this range are
// scaled. A sum is about a quarter of its cell high, so at least 14 pixels.
const (
	smallSquare = 56
	largeSquare = 72
)

// newGrid looks at the cells of a lattice and reads the numbers in them. It returns nil if the
// lattice is degenerate. Cells of the sheet have sides from smallSquare to largeSquare pixels, less if
// the sheet would have more than gridPixels. It takes in the given numbers of rows and columns below the lattice and
// to its right, beside the ring.
func newGrid(ctx context.Context, v *page.View, m plane.Mesh, below, right int) (*grid, error) {
	l := m.Lattice
	rows, cols := m.Upright()
	rows, cols = rows-m.FirstRow+below, cols-m.FirstCol+right
	if m.Beyond = plane.NewPlain(l, plane.Block{Top: 0, Left: 0, Bottom: l.Rows, Right: l.Cols}, v.Screen); m.Beyond == nil {
		return nil, nil
	}
	g := &grid{mesh: m, flat: v.Screen, high: rows + 2, wide: cols + 2}
	const edge = 1.15 // cells around the lattice: the ring and a little more
	a := plane.Area{Top: -edge, Left: -edge, Bottom: float64(rows) + edge, Right: float64(cols) + edge}
	w, h := m.Size(rows, cols)
	short := min(w, h)
	side := min(max(short, smallSquare), largeSquare, math.Sqrt(gridPixels/float64(g.high*g.wide)))
	g.Band = &script.Band{Strip: ink.Strip{Sheet: plane.NewSheet(m, v.Halves, a, w*side/short, h*side/short, w), Lines: rows}}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	g.cells = make([]square, g.high*g.wide)
	for i := range g.cells { // shown: two places near a cell's middle are in the image
		r, c := g.place(i)
		g.cells[i].shown = v.Shows(m.Place(r+.35, c+.35)) && v.Shows(m.Place(r+.65, c+.65))
	}
	if err := g.findStrokes(ctx, !v.Screen); err != nil {
		return nil, err
	}
	g.lookAtGrain()
	g.lookAtSides(v)
	g.paint(v)
	return g, g.read(ctx)
}

// runsOff reports whether a board goes on at the right or below, beyond white cells in its last line.
func (s *layout) runsOff(v *page.View) bool {
	own := s.grid.mesh
	own.FirstRow, own.FirstCol = own.FirstRow+s.top-1, own.FirstCol+s.left-1
	right, bottom := false, false
	for i, white := range s.white {
		right = right || white && i%s.cols == s.cols-1
		bottom = bottom || white && i/s.cols == s.rows-1
	}
	return right && v.RunsOff(own, s.rows, s.cols, cells.Right) || bottom && v.RunsOff(own, s.rows, s.cols, cells.Bottom)
}

// place returns the top left corner of a cell, in the lattice's rows and columns.
func (g *grid) place(i int) (r, c float64) { return float64(i/g.wide - 1), float64(i%g.wide - 1) }

// cellAt returns the index of the cell at a place of the lattice; -1 outside the grid.
func (g *grid) cellAt(r, c float64) int {
	row, col := int(math.Floor(r))+1, int(math.Floor(c))+1
	if row < 0 || col < 0 || row >= g.high || col >= g.wide {
		return -1
	}
	return row*g.wide + col
}

// reading turns a layout into a Reading with its guesses, or returns nil if nothing was read or
// not clearly more than half of the sums are where they should be. Numbers that are read count for Glyphs by their
// digits, one or two, and for Explained by their probabilities; a missing sum counts for Glyphs alone.
// It gets the flaw Cut if a cell is not in the image.
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
			cell.Down = s.sum(at, 0, s.run(i, 0))
			cell.Across = s.sum(at, 1, s.run(i, 1))
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
	if len(r.Flaws) == 0 && s.runsOff(v) {
		r.Flaws = append(r.Flaws, board.Cut)
	}
	c.Glyphs += s.missed
	const least = .53 // half of the sums are in their places on a lattice that is twice as fine
	if c.Glyphs == 0 || s.fits < least {
		return nil
	}
	c.Explained *= s.fits
	c.Read, c.Whole = c.Explained/c.Glyphs, s.fits
	return c
}
