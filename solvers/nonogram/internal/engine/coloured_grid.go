package engine

import (
	"math/bits"

	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// Paint holds the parts of a grid that only colours need. A line's positions are in layers, one for
// each shade, the background first. A layer has a power of two of whole words; its positions beyond
// the line are Empty from the start.
type Paint[M line.Mask] struct {
	Puzzle *puzzle.Puzzle
	Layer  int // number of positions in a layer
	Solver line.Painter[M]

	drafted bool            // a canvas has probed and searched; see explore
	found   [][]puzzle.Cell // two solutions that the canvas found, or none
}

// newColouredGrid returns a grid for p. Shades that a cell cannot have by the colours of its row
// and column, or by the given cells, are Empty at once; they are not on the trail, for they are
// never undone. If every, only the given cells exclude shades, so that each line can be looked at
// alone. The grid goes on from draft if that is not nil.
func newColouredGrid[M line.Mask](p *puzzle.Puzzle, every bool, draft *puzzle.Answer) *grid[M] {
	rows, lines := len(p.Rows), len(p.Rows)+len(p.Cols)
	g := &grid[M]{
		paint:  NewPaint[M](p, every),
		rows:   rows,
		cols:   64 * len(*new(M)),
		clues:  make([][]int, lines),
		queued: make([]bool, lines),
		queue:  make([]int, 0, 2*lines),
	}
	g.place = g.paint.Layer - 1
	given := p.Given
	if draft != nil {
		given, g.level, g.paint.drafted = draft.Grid, draft.Level, true
		for _, s := range draft.Solutions {
			g.paint.found = append(g.paint.found, p.Literals(s))
		}
	}
	g.lines, g.total = g.paint.Open(every, given)
	g.trail = make([]int32, 0, g.total)
	g.shares = shares{
		searchProbes: int(float64(g.total) * probesPerCell),
		mostClauses:  mostClauses,
	}
	return g
}

// NewPaint returns the Paint of a puzzle; for every see newColouredGrid.
func NewPaint[M line.Mask](p *puzzle.Puzzle, every bool) *Paint[M] {
	words := puzzle.LayerWords(max(len(p.Rows), len(p.Cols)))
	return &Paint[M]{Puzzle: p, Layer: 64 * words, Solver: newPainter[M](p, words, every)}
}

// Open returns the lines of a puzzle with the given cells entered, and the number of shades that
// are open in all its cells; for every see newColouredGrid.
func (t *Paint[M]) Open(every bool, given []puzzle.Cell) (lines []line.Known[M], total int) {
	p, rows, cols := t.Puzzle, len(t.Puzzle.Rows), len(t.Puzzle.Cols)
	lines = make([]line.Known[M], rows+cols)
	for line := range lines {
		for i := range len(*new(M)) {
			lines[line].Empty[i] = ^uint64(0)
		}
	}
	columns := make([]puzzle.Cell, cols)
	for c, runs := range p.Cols {
		columns[c] = puzzle.ShadesOf(runs)
	}
	for r, runs := range p.Rows {
		row := puzzle.ShadesOf(runs)
		for c, may := range columns {
			may &= row
			if every {
				may = p.AllShades()
			}
			if given != nil {
				may &= given[r*cols+c]
			}
			one := may.One()
			if !one {
				total += may.Count()
			}
			for ; may != 0; may &= may - 1 {
				layer := t.Layer * bits.TrailingZeros64(uint64(may))
				lines[r].Empty[(layer+c)/64] &^= 1 << (c % 64)
				lines[rows+c].Empty[(layer+r)/64] &^= 1 << (r % 64)
				if one {
					lines[r].Filled[(layer+c)/64] |= 1 << (c % 64)
					lines[rows+c].Filled[(layer+r)/64] |= 1 << (r % 64)
				}
			}
		}
	}
	return lines, total
}

// newPainter returns a line solver for layers of a number of words.
func newPainter[M line.Mask](p *puzzle.Puzzle, words int, every bool) line.Painter[M] {
	switch words {
	case 1:
		return line.NewLayered[M, [1]uint64](p, every)
	case 2:
		return line.NewLayered[M, [2]uint64](p, every)
	case 4:
		return line.NewLayered[M, [4]uint64](p, every)
	case 8:
		return line.NewLayered[M, [8]uint64](p, every)
	}
	return line.NewLayered[M, [16]uint64](p, every)
}

// bare returns a new grid of the puzzle, with only the given cells decided.
func (g *grid[M]) bare() *grid[M] {
	if g.paint != nil {
		return newColouredGrid[M](g.paint.Puzzle, true, nil)
	}
	return newGrid[M](g.puzzle)
}

// mustSolve panics if a picture in the cells of a grid is no solution.
func (t *Paint[M]) mustSolve(pictures ...[]puzzle.Cell) {
	shades := make([][]puzzle.Cell, len(pictures))
	for i, picture := range pictures {
		shades[i] = t.Puzzle.Shades(picture)
	}
	MustSolve(t.Puzzle, shades...)
}

// literals returns a copy of all cells. Nearly all of them are Empty.
func (g *grid[M]) literals() []puzzle.Cell {
	cells := puzzle.AllEmpty(g.rows * g.cols)
	for row := range g.rows {
		l, cells := &g.lines[row], cells[row*g.cols:]
		for i := range len(l.Empty) {
			for w := ^l.Empty[i]; w != 0; w &= w - 1 {
				bit := bits.TrailingZeros64(w)
				cells[64*i+bit] = puzzle.Cell(l.Filled[i]>>bit&1) * puzzle.Filled
			}
		}
	}
	return cells
}
