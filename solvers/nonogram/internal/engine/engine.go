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

// engine solves one puzzle once. There is one type for each size of mask.
type engine interface {
	Solve(ctx context.Context, thorough bool) (*puzzle.Answer, Outcome)
}

// newEngine returns a grid for a puzzle in black and white, with the smallest masks that hold its
// longest line.
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

// grid is a puzzle with the cells known at the moment. Lines are numbered rows first; cells are
// row-major.
//
// In colours a cell of the grid is one shade of a cell of the picture: Filled if the picture's cell
// has that shade, Empty if it has not. In black and white each cell of the picture is one cell of
// the grid. Only the line solver knows that a cell of a picture has one shade only. In colours a
// position in a line holds the cell in the bits of place, and the shade in the bits above.
type grid[M line.Mask] struct {
	shares
	puzzle     *puzzle.Puzzle  // nil in colours
	paint      *Paint[M]       // nil in black and white
	rows, cols int             // cols counts the positions of a row: in colours more than its cells
	place      int             // mask of the bits of a position that hold its cell in the line
	total      int             // number of cells to be decided
	clues      [][]int         // in colours without runs: paint has them
	lines      []line.Known[M] // rows and columns: each cell is in two lines
	solver     line.LineSolver[M]

	trail   []int32 // cells decided, in order: undo goes back along it
	certain int     // length of the part of trail that holds in every solution
	queue   []int   // lines to be solved again: some of their cells were decided
	queued  []bool
	touched []int // lines solved by the last propagate, some repeatedly

	failed          int // line last found to have no arrangement
	failedOpposite  int // line without an arrangement after the cell's other value; else equal to failed
	level           puzzle.Level
	prober          *prober[M] // made when lines alone do not decide the puzzle
	probed          int        // probes so far
	page            *page      // clauses for puzzles that the search does not decide; see page.go
	byLearning      bool       // the verdict came from learning
	sketchConflicts int64      // conflicts so far on all sketches
	budget          budget

	proof func(cdcl.Step, []cdcl.Lit) // in tests, receives the page's clauses; otherwise nil
}

// shares bounds the work of each part of the engine. Tests change the bounds to reach rare cases.
type shares struct {
	searchProbes int // probes that the search may make before learning begins
	mostClauses  int // clauses of a page; a puzzle that needs more is searched without learning
	conflicts    int // conflicts that each of the first guesses may cost; 0 stands for reportConflicts
}

// newGrid returns a grid for p, with the given cells decided.
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

// OnePlace is the place of a grid in black and white: all bits of a position are the cell.
const OnePlace = math.MaxInt

// adopt goes back to the certain cells, decides further cells that hold in every solution, and
// follows the lines. Guesses and learning may begin only when the queue is empty, no line decides
// more and none is contradicted; every proved cell comes in through adopt, so that this holds.
func (g *grid[M]) adopt(cells []puzzle.Cell) finding {
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

// size returns the number of positions in a line.
func (g *grid[M]) size(line int) int {
	if line < g.rows {
		return g.cols
	}
	return g.rows
}

// cellOf returns the cell at position i of a line.
func (g *grid[M]) cellOf(line, i int) int {
	if line < g.rows {
		return line*g.cols + i
	}
	return (i&g.place)*g.cols + (i&^g.place | (line - g.rows))
}

// column returns the column that position i of a row crosses, and the position in that column.
func (g *grid[M]) column(row, i int) (line, at int) {
	return g.rows + i&g.place, i&^g.place | row
}

// name returns a line as answers name it.
func (g *grid[M]) name(line int) puzzle.Line {
	if line < g.rows {
		return puzzle.Line{Index: line}
	}
	return puzzle.Line{Column: true, Index: line - g.rows}
}

// at returns the known value of a cell.
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

// cells returns a copy of all cells, as far as they are known.
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

// complete reports whether every cell is decided.
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

// undo clears all cells decided since the trail had length mark. Probes that touched their lines
// become stale.
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

// clear makes position i of a line Unknown.
func (g *grid[M]) clear(line, i int) {
	g.lines[line].Filled[i/64] &^= 1 << (i % 64)
	g.lines[line].Empty[i/64] &^= 1 << (i % 64)
}

// enqueue adds a line to the queue unless it is there already.
func (g *grid[M]) enqueue(line int) {
	if !g.queued[line] {
		g.queued[line] = true
		g.queue = append(g.queue, line)
	}
}

// emptyQueue forgets all queued lines.
func (g *grid[M]) emptyQueue() { g.leaveQueue(0) }

// leaveQueue forgets the queued lines from index next on. All lines that were queued become
// touched.
func (g *grid[M]) leaveQueue(next int) {
	for _, line := range g.queue[next:] {
		g.queued[line] = false
	}
	g.queue, g.touched = g.touched[:0], g.queue
}

// newCells returns the cells of a line that its clue decides now. It returns false when the clue
// has no arrangement left.
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

// arrangement returns the cells common to all arrangements of a line's clue that agree with the
// cells known before. It uses the remembered result of an equal question if there is one.
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
		layer := 64*i - here // all positions of a word are in one layer
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

// propagate solves queued lines until no line decides another cell, a line contradicts, or the budget
// ends. It empties the queue in each case; touched then has all lines that were queued.
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

// deduce solves lines and probes cells until neither decides more. Cells decided before a
// contradiction or before the end of the budget stay decided. The cells are certain if all earlier
// ones were.
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

// secure marks all cells decided so far as certain, if the argument says that they are.
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

// conflict returns the lines of the last contradiction.
func (g *grid[M]) conflict() []puzzle.Line {
	if g.failedOpposite == g.failed {
		return []puzzle.Line{g.name(g.failed)}
	}
	return []puzzle.Line{g.name(g.failedOpposite), g.name(g.failed)}
}
