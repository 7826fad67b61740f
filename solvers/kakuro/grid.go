package kakuro

import (
	"context"
	"math"
	"time"

	"kibitz/solvers"
)

// board is a puzzle under work: its white cells, numbered in reading order,
// and the candidates of each.
type board struct {
	puzzle  *Puzzle
	places  []int32  // index in Puzzle.Cells of each white cell
	entries []run    // in the order of Puzzle.Entries
	across  []int32  // the entry across each white cell
	down    []int32  // the entry down each white cell
	cand    []uint16 // bit d: digit d is possible
	open    int      // cells with more than one candidate
	trail   []struck // what to put back, oldest first
	settled []bool   // the pass has struck this cell's digit around it
	toPass  queue    // entries that changed since the paper's pass saw them
	toFill  queue    // … since full consistency saw them
	tries   *tries   // while forcing
	failed  []int32  // the entries where a contradiction was last seen
	blame   []int32  // how often each entry contradicted, plus one
	seen    []uint16 // bit d: a solution was seen with d there

	found []region // where search was needed
	page  *page    // of the region learned from last

	ctx   context.Context
	ended bool      // time or memory is over: nothing found after that counts
	ticks int       // looks at entries
	until int       // as many as they may be
	told  time.Time // when progress was last reported
}

// run is an entry and its cells.
type run struct {
	*combos
	Entry
	cells []int32
}

type struck struct {
	cell int32
	cand uint16 // before
}

func newBoard(ctx context.Context, p *Puzzle) *board {
	b := &board{puzzle: p, ctx: ctx, until: math.MaxInt, told: time.Now()}
	b.addEntries(b.addCells())
	return b
}

// addCells numbers the white cells, and returns the number at each place in
// Puzzle.Cells.
func (b *board) addCells() []int32 {
	number := make([]int32, len(b.puzzle.Cells))
	for i, cell := range b.puzzle.Cells {
		if !cell.White {
			continue
		}
		number[i] = int32(len(b.places))
		b.places = append(b.places, int32(i))
		cand := allDigits
		if cell.Given != 0 {
			cand = 1 << cell.Given
		} else {
			b.open++
		}
		b.cand = append(b.cand, cand)
	}
	white := len(b.places)
	b.across, b.down = make([]int32, white), make([]int32, white)
	b.settled, b.seen = make([]bool, white), make([]uint16, white)
	return number
}

// addEntries joins the cells into entries, each of which waits for a look.
func (b *board) addEntries(number []int32) {
	all := b.puzzle.entries()
	b.entries, b.blame = make([]run, len(all)), make([]int32, len(all))
	b.toPass, b.toFill = newQueue(len(all)), newQueue(len(all))
	cells := make([]int32, 0, 2*len(b.places))
	for i, e := range all {
		member := b.down
		if e.Across {
			member = b.across
		}
		dr, dc := e.step()
		for k := range e.Len {
			cell := number[(e.Row+k*dr)*b.puzzle.Cols+e.Col+k*dc]
			cells = append(cells, cell)
			member[cell] = int32(i)
		}
		b.entries[i] = run{combosOf(e.Len, e.Sum), e, cells[len(cells)-e.Len:]}
		b.blame[i] = 1
		b.toPass.push(int32(i))
		b.toFill.push(int32(i))
	}
}

// strike takes digits from the candidates of a cell, and returns those that
// were there to take. A cell left without any is a contradiction between its
// two entries.
func (b *board) strike(cell int32, digits uint16) (removed uint16, ok bool) {
	before := b.cand[cell]
	removed = before & digits
	if removed == 0 {
		return 0, true
	}
	after := before &^ digits
	b.trail = append(b.trail, struck{cell, before})
	b.cand[cell] = after
	across, down := b.across[cell], b.down[cell]
	if after == 0 {
		return removed, b.fail(across, down)
	}
	if single(after) {
		b.open--
	}
	for _, e := range [2]int32{across, down} {
		b.toPass.push(e)
		b.toFill.push(e)
	}
	return removed, true
}

// fail notes a contradiction in an entry, or between two, and returns false.
func (b *board) fail(entries ...int32) bool {
	b.failed = append(b.failed[:0], entries...)
	for _, e := range entries {
		b.blame[e]++
	}
	return false
}

// undo puts back what was struck since the trail was mark long. What awaited
// full consistency is forgotten: it was all done at mark.
func (b *board) undo(mark int) {
	for i := len(b.trail) - 1; i >= mark; i-- {
		s := b.trail[i]
		if !single(s.cand) && single(b.cand[s.cell]) {
			b.open++
		}
		b.cand[s.cell] = s.cand
	}
	b.trail = b.trail[:mark]
	b.toFill.clear()
}

// commit makes what was struck so far final.
func (b *board) commit() {
	if b.tries != nil {
		for _, s := range b.trail {
			b.tries.change(b.across[s.cell])
			b.tries.change(b.down[s.cell])
		}
	}
	b.trail = b.trail[:0]
}

// tick counts a look at an entry, and says whether to go on: not when time is
// over, or the search has had all the looks it may take.
func (b *board) tick() bool {
	const interval = 64 // looks between two at the clock
	if b.ticks++; b.ticks%interval == 0 && !b.ended {
		b.ended = b.ctx.Err() != nil
		b.report(0)
	}
	return !b.stopped()
}

func (b *board) stopped() bool { return b.ended || b.ticks >= b.until }

// report tells how many cells are decided, now and then: with those decided
// elsewhere.
func (b *board) report(elsewhere int) {
	const interval = 250 * time.Millisecond
	if now := time.Now(); now.Sub(b.told) >= interval {
		b.told = now
		solvers.Report(b.ctx, len(b.cand)-b.open+elsewhere, len(b.cand))
	}
}

// queue holds the entries that wait for a look, each once.
type queue struct {
	ring    []int32
	waiting []bool
	head, n int
}

func newQueue(entries int) queue {
	return queue{ring: make([]int32, entries), waiting: make([]bool, entries)}
}

func (q *queue) push(e int32) {
	if q.waiting[e] {
		return
	}
	q.waiting[e] = true
	tail := q.head + q.n
	if tail >= len(q.ring) {
		tail -= len(q.ring)
	}
	q.ring[tail] = e
	q.n++
}

func (q *queue) pop() (e int32, ok bool) {
	if q.n == 0 {
		return 0, false
	}
	e = q.ring[q.head]
	if q.head++; q.head == len(q.ring) {
		q.head = 0
	}
	q.n--
	q.waiting[e] = false
	return e, true
}

func (q *queue) clear() {
	for q.n > 0 {
		q.pop()
	}
}
