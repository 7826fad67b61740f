package nonogram

import (
	"context"

	"kibitz/solvers"
	"kibitz/solvers/internal/cdcl"
)

// haste makes hasty guesses, each from beliefs of its own and on a sketch of its own. They need
// nothing of what is learned on the page meanwhile, so that a second core can be ahead with
// them. What each comes to is the same, and so is when it is asked for.
type haste struct {
	grid   *grid[[1]uint64] // of others there are no sketches
	cancel context.CancelFunc
	seed   uint64
	ahead  chan guess    // made on a second core, in order; nil without one
	done   chan struct{} // closed when that has ended
	fault  any           // what it panicked with
}

// guess is what a guess came to.
type guess struct {
	picture []Cell
	status  cdcl.Status
	proved  []Cell // cells that are the same in all solutions
}

// mostAhead bounds the guesses that are made and not asked for.
const mostAhead = 16

func newHaste(g *grid[[1]uint64]) *haste {
	h := &haste{grid: g.fork(), done: make(chan struct{})}
	quiet := solvers.WithProgress(g.budget.ctx, func(solvers.Progress) {})
	h.grid.budget.ctx, h.cancel = context.WithCancel(quiet)
	return h
}

// next is the next guess.
func (h *haste) next() guess {
	if h.ahead == nil && takeCore() {
		h.ahead = make(chan guess, mostAhead)
		go h.makeAhead()
	}
	if h.ahead == nil {
		return h.make()
	}
	select {
	case made := <-h.ahead:
		return made
	case <-h.done:
	}
	select {
	case made := <-h.ahead: // its last
		return made
	default:
		return guess{status: cdcl.OutOfTime} // or at fault, which stop brings to light
	}
}

// make makes a guess here and now.
func (h *haste) make() (made guess) {
	h.seed++
	made.picture, made.status = h.grid.quickGuess(h.seed, hasty)
	switch made.status {
	case cdcl.OutOfMemory: // what there is is better left to the page
		made.status = cdcl.OutOfPatience
	case cdcl.OutOfPatience:
		made.proved = h.grid.cells()
	}
	return made
}

// makeAhead makes guesses until one has an answer.
func (h *haste) makeAhead() {
	defer close(h.done) // last: who waits for it finds the core free
	defer busy.Add(-1)
	defer func() { h.fault = recover() }()
	for {
		made := h.make()
		select {
		case h.ahead <- made:
		case <-h.grid.budget.ctx.Done():
			return
		}
		if made.status != cdcl.OutOfPatience {
			return
		}
	}
}

// stop ends it. What it panicked with comes to light here.
func (h *haste) stop() {
	h.cancel()
	if h.ahead != nil {
		<-h.done
	}
	h.grid.page.close()
	h.grid.page = nil
	if h.fault != nil {
		panic(h.fault)
	}
}
