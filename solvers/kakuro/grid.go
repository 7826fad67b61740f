package kakuro

import (
	"context"
	"math"
	"slices"
	"time"

	"kibitz/solvers"
)

// grid is a puzzle while it is solved, with the candidates of each white cell.
type grid struct {
	sheet
	cand    []uint16 // bit d: digit d is possible
	open    int      // cells with more than one candidate
	trail   []struck // what to put back, oldest first
	settled []bool   // the pass has struck this cell's digit around it
	toPass  queue    // entries that changed since the paper's pass saw them
	toFill  queue    // entries that changed since full consistency saw them
	tries   *tries   // while forcing
	failed  []int32  // the entries where a contradiction was last seen
	blame   []int32  // for each entry, the number of its contradictions, plus one
	seen    []uint16 // bit d: a solution was seen with d there

	found []region // the regions that needed search
	page  *page    // of the region learned from last

	ctx      context.Context
	ended    bool      // time or memory is over, and stays so
	ticks    int       // number of looks at entries
	until    int       // the number at which a search stops
	reported time.Time // when progress last was
}

type struck struct {
	cell int32
	cand uint16 // before
}

// newGrid returns the grid of a puzzle that is known to pass Check. Nothing is struck yet, and each
// entry waits for a look.
func newGrid(ctx context.Context, p *Puzzle) *grid {
	g := &grid{sheet: newSheet(p), ctx: ctx, until: math.MaxInt, reported: time.Now()}
	for _, place := range g.places {
		cand := allDigits
		if given := p.Cells[place].Given; given != 0 {
			cand = 1 << given
		} else {
			g.open++
		}
		g.cand = append(g.cand, cand)
	}
	g.settled, g.seen = make([]bool, len(g.places)), make([]uint16, len(g.places))
	g.blame = slices.Repeat([]int32{1}, len(g.entries))
	g.toPass, g.toFill = newQueue(len(g.entries)), newQueue(len(g.entries))
	for e := range g.entries {
		g.toPass.push(int32(e))
		g.toFill.push(int32(e))
	}
	return g
}

// strike takes digits from the candidates of a cell, and returns those that
// were there to take. If it took any, both entries of the cell wait for a look. A cell
// left without any is a contradiction between its two entries: strike notes that
// and returns false.
func (g *grid) strike(cell int32, digits uint16) (removed uint16, ok bool) {
	before := g.cand[cell]
	removed = before & digits
	if removed == 0 {
		return 0, true
	}
	after := before &^ digits
	g.trail = append(g.trail, struck{cell, before})
	g.cand[cell] = after
	across, down := g.across[cell], g.down[cell]
	if after == 0 {
		return removed, g.fail(across, down)
	}
	if single(after) {
		g.open--
	}
	for _, e := range [2]int32{across, down} {
		g.toPass.push(e)
		g.toFill.push(e)
	}
	return removed, true
}

// fail notes a contradiction in one entry, or between several, raises the blame of each, and
// returns false.
func (g *grid) fail(entries ...int32) bool {
	g.failed = append(g.failed[:0], entries...)
	for _, e := range entries {
		g.blame[e]++
	}
	return false
}

// undo puts back what was struck since the trail was mark long. It forgets which entries wait for
// full consistency, since none did when the trail was that long.
func (g *grid) undo(mark int) {
	for i := len(g.trail) - 1; i >= mark; i-- {
		s := g.trail[i]
		if !single(s.cand) && single(g.cand[s.cell]) {
			g.open++
		}
		g.cand[s.cell] = s.cand
	}
	g.trail = g.trail[:mark]
	g.toFill.clear()
}

// commit makes what was struck so far final: undo no longer puts it back. While forcing, it notes
// the entries that it changed.
func (g *grid) commit() {
	if g.tries != nil {
		for _, s := range g.trail {
			g.tries.change(g.across[s.cell])
			g.tries.change(g.down[s.cell])
		}
	}
	g.trail = g.trail[:0]
}

// tick counts a look at an entry. It returns someLeft if there is time and the looks
// allowed are not used up.
func (g *grid) tick() outcome {
	const interval = 64 // looks at entries between two looks at the clock
	if g.ticks++; g.ticks%interval == 0 && !g.ended {
		g.ended = g.ctx.Err() != nil
		g.report(0)
	}
	switch {
	case g.ended:
		return outOfTime
	case g.ticks >= g.until:
		return outOfLooks
	}
	return someLeft
}

// report reports the number of decided cells, four times a second at most. elsewhere is the
// number of cells that are decided on a page and still open in the grid.
func (g *grid) report(elsewhere int) {
	const interval = 250 * time.Millisecond
	if now := time.Now(); now.Sub(g.reported) >= interval {
		g.reported = now
		solvers.Report(g.ctx, len(g.cand)-g.open+elsewhere, len(g.cand))
	}
}

// queue holds the entries that wait for a look, each once.
type queue struct {
	ring    []int32
	waiting []bool
	head, n int
}

// newQueue returns a queue in which none of that many entries waits.
func newQueue(entries int) queue {
	return queue{ring: make([]int32, entries), waiting: make([]bool, entries)}
}

// push adds an entry, unless it waits already.
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

// pop takes the entry that has waited longest; ok is false if none waits.
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

// clear takes all entries out.
func (q *queue) clear() {
	for q.n > 0 {
		q.pop()
	}
}

// An outcome says how a deduction or a search ended. Only noneLeft and someLeft say
// anything about the puzzle, and only noneLeft proves anything.
type outcome uint8

const (
	outOfTime  outcome = iota // or memory. The zero value, so that nothing is proved by a value that was never set
	outOfLooks                // the allowed number of looks at entries is used up: another method may go on
	noneLeft                  // a contradiction; after a search: there is no solution except those it has shown
	someLeft                  // no contradiction was seen; after a search: it has shown as many solutions as were wanted
)
