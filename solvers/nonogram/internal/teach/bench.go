// Package teach solves as a person does, with techniques, steps, hints and a difficulty. It also
// answers the questions that need each line by itself: counts, cores, slips.
package teach

import (
	"context"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/engine"
	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// study answers all questions about a puzzle except its verdict, in the cells of a grid. There is
// one type for each size of mask.
type study interface {
	teach(a *puzzle.Answer, yield func(Step) bool)
	guide(a *puzzle.Answer, last []int, yield func(Step) bool)
	rate(a *puzzle.Answer, r *solvers.Rating)
	count(known []puzzle.Cell, limit int) (n int, exact bool)
	enumerate(known []puzzle.Cell, yield func([]puzzle.Cell) bool)
	core() (lines []puzzle.Line, proved solvers.Minimality)
	Rounds() int
}

// NewStudy returns the study of a puzzle. In colours, every makes every shade of a cell open at
// first, so that each line says by itself which colours it lacks. Steps need that, and so do
// questions that leave lines out.
func NewStudy(ctx context.Context, p *puzzle.Puzzle, every bool) study {
	if p.InColours() {
		return newStudyInColours(ctx, p, every)
	}
	switch side := max(len(p.Rows), len(p.Cols)); {
	case side <= 64:
		return newBench[[1]uint64](ctx, p)
	case side <= 128:
		return newBench[[2]uint64](ctx, p)
	case side <= 256:
		return newBench[[4]uint64](ctx, p)
	case side <= 512:
		return newBench[[8]uint64](ctx, p)
	default:
		return newBench[[16]uint64](ctx, p)
	}
}

// bench is a puzzle on which single lines can be solved in any order or be left out. The engine
// looks for a quick verdict; Steps, Count and Core need to know which lines it came from. Lines are
// numbered rows first; cells are row-major.
type bench[M line.Mask] struct {
	ctx        context.Context
	puzzle     *puzzle.Puzzle
	paint      *engine.Paint[M] // nil in black and white; in colours a cell here is one shade of a cell, as in engine.grid
	rows, cols int
	place      int // as in engine.grid
	total      int // number of cells to be decided
	clues      [][]int
	lines      []line.Known[M] // rows and columns: each cell is in two lines
	solver     line.LineSolver[M]

	relaxed []bool // for each line, whether it is left out
	used    []bool // for each line, whether it has ever decided something or contradicted
	trail   []int  // cells decided, in order: undo goes back along it
	given   int    // number of cells decided at the start
	queue   []int  // lines to be solved: some of their cells were decided
	queued  []bool
	looks   int  // lines solved since the last look at the context
	over    bool // the context has ended
}

// newBench returns a bench for a puzzle in black and white.
func newBench[M line.Mask](ctx context.Context, p *puzzle.Puzzle) *bench[M] {
	clues := puzzle.Lengths(p.Rows, p.Cols)
	b := &bench[M]{
		ctx:     ctx,
		puzzle:  p,
		rows:    len(p.Rows),
		cols:    len(p.Cols),
		place:   engine.OnePlace,
		total:   len(p.Rows) * len(p.Cols),
		clues:   clues,
		lines:   make([]line.Known[M], len(clues)),
		solver:  line.NewLineSolver[M](line.MostRuns(clues)),
		relaxed: make([]bool, len(clues)),
		used:    make([]bool, len(clues)),
		queued:  make([]bool, len(clues)),
	}
	for cell, value := range p.Given {
		if value != puzzle.Unknown {
			b.set(cell, value)
		}
	}
	b.given = len(b.trail)
	b.enqueueAll()
	return b
}

// size returns the number of cells in a line.
func (b *bench[M]) size(line int) int {
	if line < b.rows {
		return b.cols
	}
	return b.rows
}

// cell returns the cell at position i of a line.
func (b *bench[M]) cell(line, i int) int {
	if line < b.rows {
		return line*b.cols + i
	}
	return (i&b.place)*b.cols + (i&^b.place | (line - b.rows)) // i&b.place is the row, i&^b.place the shade's offset
}

// through returns the row and the column of a cell.
func (b *bench[M]) through(cell int) (row, column int) {
	return cell / b.cols, b.rows + cell%b.cols&b.place
}

// name returns a line as answers name it.
func (b *bench[M]) name(line int) puzzle.Line {
	if line < b.rows {
		return puzzle.Line{Index: line}
	}
	return puzzle.Line{Column: true, Index: line - b.rows}
}

// names returns lines as answers name them.
func (b *bench[M]) names(lines []int) (names []puzzle.Line) {
	for _, line := range lines {
		names = append(names, b.name(line))
	}
	return names
}

// placed returns a cell with its known value.
func (b *bench[M]) placed(cell int) Placed {
	return Placed{cell / b.cols, cell % b.cols, b.at(cell)}
}

// at returns the known value of a cell.
func (b *bench[M]) at(cell int) puzzle.Cell {
	row, i := &b.lines[cell/b.cols], cell%b.cols
	switch {
	case row.Filled[i/64]>>(i%64)&1 == 1:
		return puzzle.Filled
	case row.Empty[i/64]>>(i%64)&1 == 1:
		return puzzle.Empty
	}
	return puzzle.Unknown
}

// set decides an Unknown cell, and queues both its lines. In colours it also decides the other
// shades of a cell as far as they follow, and does nothing if the shade is known.
func (b *bench[M]) set(cell int, value puzzle.Cell) {
	if b.paint != nil {
		b.setShade(cell, value)
		return
	}
	b.decideOne(cell, value)
}

// decideOne decides one Unknown cell, and queues both its lines.
func (b *bench[M]) decideOne(cell int, value puzzle.Cell) {
	row, column := b.through(cell)
	i := cell % b.cols
	b.put(row, i, value)
	b.put(column, i&^b.place|row, value)
	b.trail = append(b.trail, cell)
}

// put writes a value at position i of a line, and queues the line.
func (b *bench[M]) put(line, i int, value puzzle.Cell) {
	if value == puzzle.Filled {
		b.lines[line].Filled[i/64] |= 1 << (i % 64)
	} else {
		b.lines[line].Empty[i/64] |= 1 << (i % 64)
	}
	b.enqueue(line)
}

// undo clears all cells decided since the trail had length mark.
func (b *bench[M]) undo(mark int) {
	for _, cell := range b.trail[mark:] {
		row, column := b.through(cell)
		i := cell % b.cols
		b.clear(row, i)
		b.clear(column, i&^b.place|row)
	}
	b.trail = b.trail[:mark]
}

// clear makes position i of a line Unknown.
func (b *bench[M]) clear(line, i int) {
	b.lines[line].Filled[i/64] &^= 1 << (i % 64)
	b.lines[line].Empty[i/64] &^= 1 << (i % 64)
}

// enqueue adds a line to the queue unless it is there already or left out.
func (b *bench[M]) enqueue(line int) {
	if !b.queued[line] && !b.relaxed[line] {
		b.queued[line] = true
		b.queue = append(b.queue, line)
	}
}

// enqueueAll queues all lines.
func (b *bench[M]) enqueueAll() {
	for line := range b.clues {
		b.enqueue(line)
	}
}

// emptyQueue forgets all queued lines.
func (b *bench[M]) emptyQueue() {
	for _, line := range b.queue {
		b.queued[line] = false
	}
	b.queue = b.queue[:0]
}

// newCells returns the cells of a line that its clue decides now; false when the clue has
// no arrangement left.
func (b *bench[M]) newCells(which int) (line.Known[M], bool) {
	before := b.lines[which]
	after, ok := b.arrange(which, before)
	if !ok {
		return line.Known[M]{}, false
	}
	return line.Known[M]{Filled: line.Without(after.Filled, before.Filled), Empty: line.Without(after.Empty, before.Empty)}, true
}

// arrange returns the cells common to all arrangements of a line that fit the known cells.
func (b *bench[M]) arrange(line int, before line.Known[M]) (line.Known[M], bool) {
	if b.paint != nil {
		return b.paint.Solver.Arrange(line, &before)
	}
	return b.solver.Arrange(b.clues[line], b.size(line), before)
}

// solveLine decides the cells that the clue of one line decides now. any reports whether there are
// some; ok is false when the clue has no arrangement left.
func (b *bench[M]) solveLine(line int) (any, ok bool) {
	cells, ok := b.newCells(line)
	mark := len(b.trail)
	if ok {
		b.write(line, cells)
	}
	any = len(b.trail) > mark
	b.used[line] = b.used[line] || any || !ok
	return any, ok
}

// write decides cells of a line.
func (b *bench[M]) write(which int, cells line.Known[M]) {
	line.Each(cells.Filled, func(i int) { b.set(b.cell(which, i), puzzle.Filled) })
	line.Each(cells.Empty, func(i int) { b.set(b.cell(which, i), puzzle.Empty) })
}

// propagate solves queued lines until none decides another cell. It reports false at a
// contradiction, and when the budget has ended.
func (b *bench[M]) propagate() bool {
	defer b.emptyQueue()
	for next := 0; next < len(b.queue); next++ {
		if b.spent() {
			return false
		}
		line := b.queue[next]
		if _, ok := b.solveLine(line); !ok {
			return false
		}
		b.queued[line] = false // only now: the cells that a line decides tell the line nothing new
	}
	return true
}

// assume decides a cell and follows the lines. It reports false at a contradiction, and when the
// budget has ended.
func (b *bench[M]) assume(cell int, value puzzle.Cell) bool {
	b.set(cell, value)
	return b.propagate()
}

// try assumes a value and takes it back. It returns how many cells that decided, and whether it led
// to no contradiction.
func (b *bench[M]) try(cell int, value puzzle.Cell) (decided int, ok bool) {
	mark := len(b.trail)
	ok = b.assume(cell, value)
	decided = len(b.trail) - mark
	b.undo(mark)
	return decided, ok
}

// branch picks the cell to branch on, out of cells: the one whose weaker value, the value that
// decides fewer cells, decides most. Every cell with a value that contradicts gets the other value;
// then all cells are tried again, until none is like that. branch returns -1 when no cell is Unknown
// any more, and false at a contradiction or when the budget has ended.
func (b *bench[M]) branch(cells []int) (cell int, ok bool) {
	for {
		mark := len(b.trail)
		cell, best := -1, -1
		for _, c := range cells {
			if b.at(c) != puzzle.Unknown {
				continue
			}
			filled, may := b.try(c, puzzle.Filled)
			empty, might := b.try(c, puzzle.Empty)
			switch {
			case b.over:
				return -1, false
			case may && might:
				if weaker := min(filled, empty); weaker > best {
					cell, best = c, weaker
				}
				continue
			// At most one value is possible. The first two conditions decide the cell with it.
			case may && !b.assume(c, puzzle.Filled), might && !b.assume(c, puzzle.Empty), !may && !might:
				return -1, false
			}
		}
		if len(b.trail) == mark {
			return cell, true
		}
	}
}

// linesBetweenLooks is the number of lines solved between looks at the context. A look costs as
// much as a short line.
const linesBetweenLooks = 16

// spent counts a line to be solved, and reports whether the budget has ended.
func (b *bench[M]) spent() bool {
	if b.looks++; b.looks >= linesBetweenLooks {
		b.looks = 0
		b.over = b.over || b.ctx.Err() != nil
	}
	return b.over
}

// Rounds returns how often a person goes over all rows or all columns, in turn, until all cells are
// known or lines decide no more. Two passes in turn without a new cell show the latter, and count as
// well. It ends early at a contradiction or with the budget. The cells decided stay decided.
func (b *bench[M]) Rounds() (n int) {
	for still := 0; still < 2 && len(b.trail) < b.total; n++ {
		mark := len(b.trail)
		from, to := 0, b.rows
		if n%2 == 1 {
			from, to = b.rows, len(b.clues)
		}
		for line := from; line < to; line++ {
			if _, ok := b.solveLine(line); !ok || b.spent() {
				return n
			}
		}
		if still++; len(b.trail) > mark {
			still = 0
		}
	}
	return n
}
