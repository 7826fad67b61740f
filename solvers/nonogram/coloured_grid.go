package nonogram

import (
	"math/bits"
)

// paint is what a grid has in colours. A line's positions are in layers, one for each
// shade, the background first; a layer has whole words, a power of two of them, and what is
// left of those beyond the line is Empty from the start.
type paint[M mask] struct {
	puzzle *Puzzle
	layer  int // positions of a layer
	solver painter[M]

	drafted bool     // a canvas has probed and searched; see explore
	found   [][]Cell // the two solutions that it found, if it did
}

// newColouredGrid is p's, without the shades that a cell cannot have by the colours in its row
// and column, or by what is given. Those are not on the trail, for they never are undone. Where
// every shade is wanted only what is given is left out, so that lines can be looked at alone.
// It goes on from a draft, if there is one.
func newColouredGrid[M mask](p *Puzzle, every bool, draft *Answer) *grid[M] {
	rows, lines := len(p.Rows), len(p.Rows)+len(p.Cols)
	g := &grid[M]{
		paint:  newPaint[M](p, every),
		rows:   rows,
		cols:   64 * len(*new(M)),
		clues:  make([][]int, lines),
		queued: make([]bool, lines),
		queue:  make([]int, 0, 2*lines),
	}
	g.place = g.paint.layer - 1
	given := p.Given
	if draft != nil {
		given, g.level, g.paint.drafted = draft.Grid, draft.Level, true
		for _, s := range draft.Solutions {
			g.paint.found = append(g.paint.found, p.literals(s))
		}
	}
	g.lines, g.total = g.paint.open(every, given)
	g.trail = make([]int32, 0, g.total)
	g.shares = shares{
		searchProbes: int(float64(g.total) * probesPerCell),
		mostClauses:  mostClauses,
	}
	return g
}

func newPaint[M mask](p *Puzzle, every bool) *paint[M] {
	words := layerWords(max(len(p.Rows), len(p.Cols)))
	return &paint[M]{puzzle: p, layer: 64 * words, solver: newPainter[M](p, words, every)}
}

// open are the lines of a puzzle with what is given, and how many shades are open in all their cells.
func (t *paint[M]) open(every bool, given []Cell) (lines []known[M], total int) {
	p, rows, cols := t.puzzle, len(t.puzzle.Rows), len(t.puzzle.Cols)
	lines = make([]known[M], rows+cols)
	for line := range lines {
		for i := range len(*new(M)) {
			lines[line].empty[i] = ^uint64(0)
		}
	}
	columns := make([]Cell, cols)
	for c, runs := range p.Cols {
		columns[c] = shadesOf(runs)
	}
	for r, runs := range p.Rows {
		row := shadesOf(runs)
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
				layer := t.layer * bits.TrailingZeros64(uint64(may))
				lines[r].empty[(layer+c)/64] &^= 1 << (c % 64)
				lines[rows+c].empty[(layer+r)/64] &^= 1 << (r % 64)
				if one {
					lines[r].filled[(layer+c)/64] |= 1 << (c % 64)
					lines[rows+c].filled[(layer+r)/64] |= 1 << (r % 64)
				}
			}
		}
	}
	return lines, total
}

func newPainter[M mask](p *Puzzle, words int, every bool) painter[M] {
	switch words {
	case 1:
		return newLayered[M, [1]uint64](p, every)
	case 2:
		return newLayered[M, [2]uint64](p, every)
	case 4:
		return newLayered[M, [4]uint64](p, every)
	case 8:
		return newLayered[M, [8]uint64](p, every)
	}
	return newLayered[M, [16]uint64](p, every)
}

// bare is the grid of the puzzle as it was at first.
func (g *grid[M]) bare() *grid[M] {
	if g.paint != nil {
		return newColouredGrid[M](g.paint.puzzle, true, nil)
	}
	return newGrid[M](g.puzzle)
}

// mustSolve panics if a picture, as the grid has it, is no solution.
func (t *paint[M]) mustSolve(pictures ...[]Cell) {
	shades := make([][]Cell, len(pictures))
	for i, picture := range pictures {
		shades[i] = t.puzzle.shades(picture)
	}
	t.puzzle.mustSolve(shades...)
}

// literals are g's cells. Nearly all are Empty, and copied.
func (g *grid[M]) literals() []Cell {
	cells := allEmpty(g.rows * g.cols)
	for row := range g.rows {
		l, cells := &g.lines[row], cells[row*g.cols:]
		for i := range len(l.empty) {
			for w := ^l.empty[i]; w != 0; w &= w - 1 {
				bit := bits.TrailingZeros64(w)
				cells[64*i+bit] = Cell(l.filled[i]>>bit&1) * Filled
			}
		}
	}
	return cells
}
