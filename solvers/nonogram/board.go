package nonogram

import (
	"context"
	"slices"
)

// study is what can be said about a puzzle beside its verdict. There is one for
// each size of mask.
type study interface {
	teach(a *Answer, yield func(Step) bool)
	count(known []Cell, limit int) (n int, exact bool)
	core() (lines []Line, minimal bool)
}

func newStudy(ctx context.Context, p *Puzzle) study {
	switch side := max(len(p.Rows), len(p.Cols)); {
	case side <= 64:
		return newBoard[[1]uint64](ctx, p)
	case side <= 128:
		return newBoard[[2]uint64](ctx, p)
	case side <= 256:
		return newBoard[[4]uint64](ctx, p)
	case side <= 512:
		return newBoard[[8]uint64](ctx, p)
	default:
		return newBoard[[16]uint64](ctx, p)
	}
}

// board is a puzzle on which single lines can be solved in any order, and be left
// out altogether. Where the engine wants a verdict soon, Steps, Count and Core want
// to know which lines gave it. Lines are numbered rows first; cells are row-major.
type board[M mask] struct {
	ctx        context.Context
	puzzle     *Puzzle
	rows, cols int
	clues      [][]int
	lines      []known[M] // kept for both directions: each cell is in two lines
	solver     lineSolver[M]

	relaxed []bool // lines that impose nothing
	used    []bool // lines that have ever said something
	trail   []int  // the cells decided, in order: undo goes back along it
	given   int    // the part of trail that was so from the start
	queue   []int  // lines with news
	queued  []bool
	looks   int // since the last look at the context
	over    bool
}

func newBoard[M mask](ctx context.Context, p *Puzzle) *board[M] {
	clues := slices.Concat(p.Rows, p.Cols)
	b := &board[M]{
		ctx:     ctx,
		puzzle:  p,
		rows:    len(p.Rows),
		cols:    len(p.Cols),
		clues:   clues,
		lines:   make([]known[M], len(clues)),
		solver:  newLineSolver[M](mostRuns(clues)),
		relaxed: make([]bool, len(clues)),
		used:    make([]bool, len(clues)),
		queued:  make([]bool, len(clues)),
	}
	for cell, value := range p.Given {
		if value != Unknown {
			b.set(cell, value)
		}
	}
	b.given = len(b.trail)
	b.enqueueAll()
	return b
}

// size is the number of cells in a line.
func (b *board[M]) size(line int) int {
	if line < b.rows {
		return b.cols
	}
	return b.rows
}

// cell is the cell at position i of a line.
func (b *board[M]) cell(line, i int) int {
	if line < b.rows {
		return line*b.cols + i
	}
	return i*b.cols + line - b.rows
}

// through are the row and the column of a cell.
func (b *board[M]) through(cell int) (row, column int) {
	return cell / b.cols, b.rows + cell%b.cols
}

func (b *board[M]) name(line int) Line {
	if line < b.rows {
		return Line{Index: line}
	}
	return Line{Column: true, Index: line - b.rows}
}

func (b *board[M]) names(lines []int) (names []Line) {
	for _, line := range lines {
		names = append(names, b.name(line))
	}
	return names
}

func (b *board[M]) placed(cell int) Placed {
	return Placed{cell / b.cols, cell % b.cols, b.at(cell)}
}

func (b *board[M]) at(cell int) Cell {
	row, i := &b.lines[cell/b.cols], cell%b.cols
	switch {
	case row.filled[i/64]>>(i%64)&1 == 1:
		return Filled
	case row.empty[i/64]>>(i%64)&1 == 1:
		return Empty
	}
	return Unknown
}

// set decides a cell that is Unknown, and queues both its lines.
func (b *board[M]) set(cell int, value Cell) {
	row, column := b.through(cell)
	b.put(row, column-b.rows, value)
	b.put(column, row, value)
	b.trail = append(b.trail, cell)
}

func (b *board[M]) put(line, i int, value Cell) {
	if value == Filled {
		b.lines[line].filled[i/64] |= 1 << (i % 64)
	} else {
		b.lines[line].empty[i/64] |= 1 << (i % 64)
	}
	b.enqueue(line)
}

// undo takes back all that was decided since the trail was at mark.
func (b *board[M]) undo(mark int) {
	for _, cell := range b.trail[mark:] {
		row, column := b.through(cell)
		b.clear(row, column-b.rows)
		b.clear(column, row)
	}
	b.trail = b.trail[:mark]
}

func (b *board[M]) clear(line, i int) {
	b.lines[line].filled[i/64] &^= 1 << (i % 64)
	b.lines[line].empty[i/64] &^= 1 << (i % 64)
}

func (b *board[M]) enqueue(line int) {
	if !b.queued[line] && !b.relaxed[line] {
		b.queued[line] = true
		b.queue = append(b.queue, line)
	}
}

func (b *board[M]) enqueueAll() {
	for line := range b.clues {
		b.enqueue(line)
	}
}

func (b *board[M]) emptyQueue() {
	for _, line := range b.queue {
		b.queued[line] = false
	}
	b.queue = b.queue[:0]
}

// news are the cells of a line that its clue decides now; false when the clue has
// no arrangement left.
func (b *board[M]) news(line int) (known[M], bool) {
	before := b.lines[line]
	after, ok := b.solver.arrange(b.clues[line], b.size(line), before)
	if !ok {
		return known[M]{}, false
	}
	return known[M]{without(after.filled, before.filled), without(after.empty, before.empty)}, true
}

// take solves one line and writes down its news. It says whether there was any, and
// false when the clue has no arrangement left.
func (b *board[M]) take(line int) (any, ok bool) {
	news, ok := b.news(line)
	mark := len(b.trail)
	if ok {
		b.write(line, news)
	}
	any = len(b.trail) > mark
	b.used[line] = b.used[line] || any || !ok
	return any, ok
}

func (b *board[M]) write(line int, news known[M]) {
	each(news.filled, func(i int) { b.set(b.cell(line, i), Filled) })
	each(news.empty, func(i int) { b.set(b.cell(line, i), Empty) })
}

// propagate solves queued lines until none has news. It reports false at a
// contradiction, and when the budget has ended.
func (b *board[M]) propagate() bool {
	defer b.emptyQueue()
	for next := 0; next < len(b.queue); next++ {
		if b.spent() {
			return false
		}
		line := b.queue[next]
		if _, ok := b.take(line); !ok {
			return false
		}
		b.queued[line] = false // what a line decides is no news to itself
	}
	return true
}

// assume decides a cell and follows the lines.
func (b *board[M]) assume(cell int, value Cell) bool {
	b.set(cell, value)
	return b.propagate()
}

// try is assume and back again: whether the value stood, and how many cells it decided.
func (b *board[M]) try(cell int, value Cell) (decided int, ok bool) {
	mark := len(b.trail)
	ok = b.assume(cell, value)
	decided = len(b.trail) - mark
	b.undo(mark)
	return decided, ok
}

// branch picks the cell out of some, all Unknown or decided since, whose weaker
// value decides most, after it has decided those of which one value falls. It
// returns -1 when none is Unknown any more, and false at a contradiction or when
// the budget has ended.
func (b *board[M]) branch(cells []int) (cell int, ok bool) {
	for {
		mark := len(b.trail)
		cell, best := -1, -1
		for _, c := range cells {
			if b.at(c) != Unknown {
				continue
			}
			filled, may := b.try(c, Filled)
			empty, might := b.try(c, Empty)
			switch {
			case b.over:
				return -1, false
			case may && might:
				if weaker := min(filled, empty); weaker > best {
					cell, best = c, weaker
				}
				continue
			case may && !b.assume(c, Filled), might && !b.assume(c, Empty), !may && !might:
				return -1, false
			}
		}
		if len(b.trail) == mark {
			return cell, true
		}
	}
}

// A look at the context costs as much as a short line.
const linesBetweenLooks = 16

// spent counts a line to be solved, and says whether the budget has ended.
func (b *board[M]) spent() bool {
	if b.looks++; b.looks >= linesBetweenLooks {
		b.looks = 0
		b.over = b.over || b.ctx.Err() != nil
	}
	return b.over
}
