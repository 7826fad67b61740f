// Package engine decides a nonogram: lines, probes, search, learning and beliefs.
//
// The cheap end differs: a grid solves lines in black and white, a canvas those in colours. What
// is left over is the same grid for both, with a shade of a cell as its cell.
package engine

import (
	"context"
	"math"
	"math/bits"

	"kibitz/solvers/internal/cdcl"
	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// engine is one solve of one puzzle. There is one for each size of mask.
type engine interface {
	Solve(ctx context.Context, thorough bool) (*puzzle.Answer, Outcome)
}

func newEngine(p *puzzle.Puzzle) engine {
	switch side := max(len(p.Rows), len(p.Cols)); {
	case side <= 64:
		return newGrid[[1]uint64](p)
	case side <= 128:
		return newGrid[[2]uint64](p)
	case side <= 256:
		return newGrid[[4]uint64](p)
	case side <= 512:
		return newGrid[[8]uint64](p)
	default:
		return newGrid[[16]uint64](p)
	}
}

// grid is the puzzle with what is known of its cells at the moment. Lines are
// numbered rows first; cells are row-major.
//
// In colours what is filled or empty is a shade of a cell: the cell has it, or has not.
// Wherever the engine says cell it means that, of which black and white has one a cell, and
// nothing but the line solver knows that a cell has one shade only. A position in a line is
// a cell of it and, in the bits above those of place, a shade.
type grid[M line.Mask] struct {
	shares
	puzzle     *puzzle.Puzzle  // nil in colours
	paint      *Paint[M]       // nil in black and white
	rows, cols int             // cols are the positions of a row: in colours more than it has cells
	place      int             // the bits of a position that say which cell of the line
	total      int             // the cells to be decided
	clues      [][]int         // in colours without runs: paint has them
	lines      []line.Known[M] // kept for both directions: each cell is in two lines
	solver     line.LineSolver[M]

	trail   []int32 // the cells decided, in order: undo goes back along it
	certain int     // the part of trail that holds in every solution
	queue   []int   // lines to be solved: cells of theirs were decided
	queued  []bool
	touched []int // the lines that the last propagate looked at, some of them repeatedly

	failed          int // the line that was last left without an arrangement
	failedOpposite  int // the line that the other value of the same cell left so; else failed again
	level           puzzle.Level
	prober          *prober[M] // made when lines alone do not do
	probed          int        // probes so far
	page            *page      // for what the search leaves; see page.go
	byLearning      bool       // the verdict took learning
	sketchConflicts int64      // so far, on all sketches
	budget          budget

	proof func(cdcl.Step, []cdcl.Lit) // is told of the page's clauses, in tests; nil
}

// shares say how the work is shared out. Tests change them to reach what is rare.
type shares struct {
	searchProbes int // that the search may make before learning begins
	mostClauses  int // of a page: what has more is searched without learning
	conflicts    int // that the first guesses may cost; 0 stands for between
}

// newGrid is p's, with the given cells decided.
func newGrid[M line.Mask](p *puzzle.Puzzle) *grid[M] {
	rows, cols := len(p.Rows), len(p.Cols)
	clues := puzzle.Lengths(p.Rows, p.Cols)
	g := &grid[M]{
		puzzle: p,
		rows:   rows,
		cols:   cols,
		place:  OnePlace,
		total:  rows * cols,
		clues:  clues,
		lines:  make([]line.Known[M], len(clues)),
		solver: line.NewLineSolver[M](line.MostRuns(clues)),
		queued: make([]bool, len(clues)),
		queue:  make([]int, 0, 2*len(clues)),
		trail:  make([]int32, 0, rows*cols),
		shares: shares{
			searchProbes: int(float64(rows*cols) * probesPerCell),
			mostClauses:  mostClauses,
		},
	}
	g.fix(p.Given)
	return g
}

// OnePlace is the place of a grid in black and white: all of a position is the cell.
const OnePlace = math.MaxInt

// certainly goes back to what is certain, decides cells that hold in every solution besides,
// and follows the lines. All that begins a guess or learns takes it for granted that the
// queue is empty and no line decides more, or rules out all: what is proved reaches the grid
// through here, so that it is so.
func (g *grid[M]) certainly(cells []puzzle.Cell) finding {
	g.undo(g.certain)
	g.fix(cells)
	f := g.propagate()
	g.secure(true)
	return f
}

// fix decides cells that hold in every solution, and queues their lines.
func (g *grid[M]) fix(cells []puzzle.Cell) {
	for cell, value := range cells {
		if value != puzzle.Unknown && g.at(cell) == puzzle.Unknown {
			g.set(cell, value)
		}
	}
	g.certain = len(g.trail)
}

// size is the number of cells in a line.
func (g *grid[M]) size(line int) int {
	if line < g.rows {
		return g.cols
	}
	return g.rows
}

// cellOf is the cell at position i of a line.
func (g *grid[M]) cellOf(line, i int) int {
	if line < g.rows {
		return line*g.cols + i
	}
	return (i&g.place)*g.cols + (i&^g.place | (line - g.rows))
}

// column is the line of the column that position i of a row crosses, and where.
func (g *grid[M]) column(row, i int) (line, at int) {
	return g.rows + i&g.place, i&^g.place | row
}

func (g *grid[M]) name(line int) puzzle.Line {
	if line < g.rows {
		return puzzle.Line{Index: line}
	}
	return puzzle.Line{Column: true, Index: line - g.rows}
}

func (g *grid[M]) at(cell int) puzzle.Cell {
	row := &g.lines[cell/g.cols]
	word, bit := cell%g.cols/64, uint(cell%g.cols%64)
	switch {
	case row.Filled[word]>>bit&1 == 1:
		return puzzle.Filled
	case row.Empty[word]>>bit&1 == 1:
		return puzzle.Empty
	}
	return puzzle.Unknown
}

func (g *grid[M]) cells() []puzzle.Cell {
	if g.paint != nil {
		return g.literals()
	}
	cells := make([]puzzle.Cell, g.rows*g.cols)
	for row := range g.rows {
		l, cells := &g.lines[row], cells[row*g.cols:(row+1)*g.cols]
		for i := range len(l.Filled) {
			filled, empty := l.Filled[i], l.Empty[i]
			some := cells[min(64*i, g.cols):min(64*i+64, g.cols)]
			for j := range some {
				some[j] = puzzle.Cell(empty&1*uint64(puzzle.Empty) + filled&1*uint64(puzzle.Filled))
				filled, empty = filled>>1, empty>>1
			}
		}
	}
	return cells
}

func (g *grid[M]) complete() bool { return len(g.trail) == g.total }

// set decides a cell that is Unknown, and queues both its lines.
func (g *grid[M]) set(cell int, value puzzle.Cell) {
	row, i := cell/g.cols, cell%g.cols
	g.put(row, i, value)
	column, at := g.column(row, i)
	g.put(column, at, value)
	g.trail = append(g.trail, int32(cell))
}

// put writes a value at position i of a line, and queues the line.
func (g *grid[M]) put(line, i int, value puzzle.Cell) {
	if value == puzzle.Filled {
		g.lines[line].Filled[i/64] |= 1 << (i % 64)
	} else {
		g.lines[line].Empty[i/64] |= 1 << (i % 64)
	}
	g.enqueue(line)
}

// undo takes back all that was decided since the trail was at mark.
func (g *grid[M]) undo(mark int) {
	if g.prober != nil {
		g.prober.markStale(g, mark)
		g.prober.freshAt = min(g.prober.freshAt, mark)
		g.prober.baseAt = -1
	}
	for _, cell := range g.trail[mark:] {
		row, i := int(cell)/g.cols, int(cell)%g.cols
		g.clear(row, i)
		column, at := g.column(row, i)
		g.clear(column, at)
	}
	g.trail = g.trail[:mark]
}

func (g *grid[M]) clear(line, i int) {
	g.lines[line].Filled[i/64] &^= 1 << (i % 64)
	g.lines[line].Empty[i/64] &^= 1 << (i % 64)
}

func (g *grid[M]) enqueue(line int) {
	if !g.queued[line] {
		g.queued[line] = true
		g.queue = append(g.queue, line)
	}
}

func (g *grid[M]) emptyQueue() { g.leaveQueue(0) }

// leaveQueue forgets the lines queued from place next on. All that were queued are
// touched.
func (g *grid[M]) leaveQueue(next int) {
	for _, line := range g.queue[next:] {
		g.queued[line] = false
	}
	g.queue, g.touched = g.touched[:0], g.queue
}

// newCells are the cells of a line that its clue decides now. It returns false when the
// clue has no arrangement left.
func (g *grid[M]) newCells(which int) (line.Known[M], bool) {
	before := &g.lines[which]
	after, ok := g.arrangement(which, before)
	if !ok {
		g.failed, g.failedOpposite = which, which
		return line.Known[M]{}, false
	}
	line.Drop(&after.Filled, &before.Filled)
	line.Drop(&after.Empty, &before.Empty)
	return after, true
}

// arrangement is what the clue of a line makes of the cells known, remembered from
// the last time if there was one.
func (g *grid[M]) arrangement(line int, before *line.Known[M]) (line.Known[M], bool) {
	if g.prober == nil { // nothing comes twice before the first probe
		if g.paint != nil {
			return g.paint.Solver.Arrange(line, before)
		}
		return g.solver.Arrange(g.clues[line], g.size(line), *before)
	}
	m := g.prober.memory.of(line, before)
	if m.line != int32(line+1) || m.before != *before {
		m = g.prober.memory.replace(m, line, before)
		if g.paint != nil {
			m.after, m.ok = g.paint.Solver.Arrange(line, before)
		} else {
			m.after, m.ok = g.solver.Arrange(g.clues[line], g.size(line), *before)
		}
	}
	return m.after, m.ok
}

// write decides cells of a line, all Unknown so far, and queues the lines they cross.
func (g *grid[M]) write(which int, cells M, value puzzle.Cell) {
	across, step, at := 0, g.cols, which-g.rows
	if which < g.rows {
		across, step, at = g.rows, 1, which
	}
	for i := range len(cells) {
		here := 64 * i & g.place
		layer := 64*i - here // of one word all positions are in one
		cell := g.cellOf(which, layer)
		word, bit := (layer+at)/64, uint64(1)<<(at%64)
		for w := cells[i]; w != 0; w &= w - 1 {
			n := here + bits.TrailingZeros64(w)
			crossed := &g.lines[across+n]
			if value == puzzle.Filled {
				crossed.Filled[word] |= bit
			} else {
				crossed.Empty[word] |= bit
			}
			g.enqueue(across + n)
			g.trail = append(g.trail, int32(cell+n*step))
		}
	}
	if value == puzzle.Filled {
		line.Add(&g.lines[which].Filled, &cells)
	} else {
		line.Add(&g.lines[which].Empty, &cells)
	}
}

// propagate solves queued lines until none decides another cell.
func (g *grid[M]) propagate() finding {
	next := 0
	for ; next < len(g.queue); next++ {
		if g.budget.spent(g.certain) {
			g.leaveQueue(next)
			return interrupted
		}
		line := g.queue[next]
		g.queued[line] = false
		cells, ok := g.newCells(line)
		if !ok {
			g.leaveQueue(next + 1)
			return contradiction
		}
		if cells.Filled != *new(M) {
			g.write(line, cells.Filled, puzzle.Filled)
		}
		if cells.Empty != *new(M) {
			g.write(line, cells.Empty, puzzle.Empty)
		}
	}
	g.leaveQueue(next)
	return consistent
}

// deduce goes as far as lines and probes lead. What it decided before a contradiction
// or the end of the budget stays decided. That is certain if all before was certain.
func (g *grid[M]) deduce(certain bool) finding {
	f := g.propagate()
	g.secure(certain)
	if f != consistent || g.complete() {
		return f
	}
	g.probes()
	g.prober.refresh(g)
	for neighbours := mostNeighbours; neighbours >= 0; {
		before := len(g.trail)
		f := g.probeAll(neighbours, certain)
		g.secure(certain)
		if f != consistent {
			return f
		}
		if len(g.trail) == before {
			neighbours--
		}
	}
	return consistent
}

// secure notes that all decided so far is certain, if it is.
func (g *grid[M]) secure(certain bool) {
	if certain {
		g.certain = len(g.trail)
	}
}

// assume decides a cell and follows the lines.
func (g *grid[M]) assume(cell int, value puzzle.Cell) finding {
	g.set(cell, value)
	return g.propagate()
}

// conflict names the lines of the last contradiction.
func (g *grid[M]) conflict() []puzzle.Line {
	if g.failedOpposite == g.failed {
		return []puzzle.Line{g.name(g.failed)}
	}
	return []puzzle.Line{g.name(g.failedOpposite), g.name(g.failed)}
}
