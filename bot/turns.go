package bot

import (
	"context"
	"slices"
	"sync"
)

// turns gives the workers to requests: first come, first served.
//
// With two workers or more, one is kept for requests that have just come: a turn that takes
// long is settled, and never more than all workers but one are settled. So a quick puzzle
// waits for the first looks of others alone, however many long ones there are.
type turns struct {
	mu      sync.Mutex
	workers int
	busy    int
	settled int // busy turns that are known to take long
	waiting []*turn
}

// A turn is the use of one worker. The mutex of turns guards its fields.
type turn struct {
	of      *turns
	settled bool // the turn takes long: see settle
	over    bool
	begins  chan struct{} // closed when the turn begins
}

func newTurns(workers int) *turns { return &turns{workers: workers} }

// take waits for a turn and returns it; nil if ctx ends first. A turn that is known to take long is
// settled from the start. The caller has to release the turn.
func (t *turns) take(ctx context.Context, settled bool) *turn {
	w := &turn{of: t, settled: settled, begins: make(chan struct{})}
	t.mu.Lock()
	t.waiting = append(t.waiting, w)
	t.admit()
	t.mu.Unlock()
	select {
	case <-w.begins:
		return w
	case <-ctx.Done():
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := slices.Index(t.waiting, w); i >= 0 {
		t.waiting = slices.Delete(t.waiting, i, i+1)
		return nil
	}
	t.end(w) // it began at the same moment
	return nil
}

// settle marks a turn as one that takes long. At most maxSettled turns may be marked at once: if there
// are as many, settle returns false, and the turn has to end, so that other requests get a first look.
// It returns true for a turn that is over or marked already.
func (w *turn) settle() bool {
	w.of.mu.Lock()
	defer w.of.mu.Unlock()
	switch {
	case w.over || w.settled:
		return true
	case w.of.settled >= w.of.maxSettled():
		return false
	}
	w.settled = true
	w.of.settled++
	return true
}

// release ends a turn. It may be called again.
func (w *turn) release() {
	w.of.mu.Lock()
	defer w.of.mu.Unlock()
	if !w.over {
		w.of.end(w)
	}
}

// end ends a turn and lets others begin; t.mu is held.
func (t *turns) end(w *turn) {
	w.over = true
	t.busy--
	if w.settled {
		t.settled--
	}
	t.admit()
}

// admit begins the turns for which there is a worker, in the order in which they came. A turn that is
// known to take long waits, and lets others pass, while maxSettled such turns are busy. t.mu is held.
func (t *turns) admit() {
	t.waiting = slices.DeleteFunc(t.waiting, func(w *turn) bool {
		if t.busy >= t.workers || w.settled && t.settled >= t.maxSettled() {
			return false
		}
		t.busy++
		if w.settled {
			t.settled++
		}
		close(w.begins)
		return true
	})
}

// maxSettled returns how many turns may be settled at once.
func (t *turns) maxSettled() int { return max(1, t.workers-1) }

// resize changes the number of workers. Busy ones finish their turns.
func (t *turns) resize(workers int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.workers = workers
	t.admit()
}

// state returns the number of workers, of busy ones, and of requests that wait for one.
func (t *turns) state() (workers, busy, waiting int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.workers, t.busy, len(t.waiting)
}
