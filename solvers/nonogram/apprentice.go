package nonogram

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"kibitz/solvers"
	"kibitz/solvers/internal/cdcl"
)

// apprentice learns from what was certain at the first guess, on a second core while the
// search goes on, if there is one to spare. Its word counts only where the search has no
// answer, as if it had begun then: a second core changes when an answer comes, and not
// which.
type apprentice[M mask] struct {
	grid   *grid[M]
	cancel context.CancelFunc
	aside  bool          // on a second core
	done   chan struct{} // closed when it has ended
	fault  any           // what it panicked with

	guessed chan struct{} // closed when it has guessed
	status  cdcl.Status   // what came of it
	proved  []Cell        // what its page knew by then

	decided atomic.Int64 // cells, for reports of progress
}

// busy counts the cores that are at work on nonograms.
var busy atomic.Int32

// A search takes a second core after a few milliseconds. What ends before is not ready
// sooner with one.
const probesBeforeHelp = 2000

// newApprentice begins with what g has decided.
func newApprentice[M mask](g *grid[M]) *apprentice[M] {
	root := *g
	root.lines, root.trail = slices.Clone(g.lines), slices.Clone(g.trail)
	root.queue, root.touched, root.queued = nil, nil, make([]bool, len(g.lines))
	root.solver, root.prober, root.apprentice = newLineSolver[M](mostRuns(g.clues)), nil, nil
	root.level = BySearch
	a := &apprentice[M]{
		grid:    &root,
		guessed: make(chan struct{}),
		done:    make(chan struct{}),
	}
	root.budget.ctx, a.cancel = context.WithCancel(solvers.WithProgress(g.budget.ctx, func(p solvers.Progress) {
		a.decided.Store(int64(p.Done))
	}))
	return a
}

// stepAside works on a second core, if one is idle.
func (a *apprentice[M]) stepAside(work ...func()) {
	if a.aside {
		return
	}
	if int(busy.Add(1)) > runtime.GOMAXPROCS(0) {
		busy.Add(-1)
		return
	}
	a.aside = true
	go func() {
		defer busy.Add(-1)
		defer close(a.done)
		defer func() { a.fault = recover() }()
		for _, do := range work {
			do()
		}
	}()
}

// guess writes the page and makes a quick guess.
func (a *apprentice[M]) guess() {
	if p := a.grid.learned(); p != nil {
		a.status = a.grid.quickGuess(p, 0, 1)
		a.proved = p.proved()
	}
	close(a.guessed)
}

// study goes on from there to the end.
func (a *apprentice[M]) study() {
	if a.grid.page != nil && a.status != cdcl.Unsat {
		a.grid.study()
	}
}

// dismiss ends it.
func (a *apprentice[M]) dismiss() {
	a.cancel()
	if a.aside {
		<-a.done
	}
	if a.fault != nil {
		panic(a.fault)
	}
}

// consult has the apprentice decide what a search has not. While it studies comes a longer
// search, from what its quick guess has proved. It reports false when that has found a
// solution and no more.
func (g *grid[M]) consult(a *apprentice[M]) bool {
	if a.aside {
		select {
		case <-a.guessed:
		case <-a.done:
		}
	} else if a.guess(); !a.status.Decided() {
		a.stepAside(a.study)
	}
	if a.grid.page == nil && !g.budget.ended() {
		g.persist()
		return true
	}
	if !a.status.Decided() {
		if over := g.searchAgain(a.proved); over || len(g.found) > 0 {
			return over
		}
	}
	if !a.aside {
		a.study()
	}
	g.follow(a)
	return true
}

// follow takes over the apprentice's answer, with its progress told until it comes.
func (g *grid[M]) follow(a *apprentice[M]) {
	tick := time.NewTicker(reportInterval)
	defer tick.Stop()
	for waiting := a.aside; waiting; {
		select {
		case <-tick.C:
			g.budget.report(int(a.decided.Load()))
		case <-a.done:
			waiting = false
		}
	}
	budget := g.budget
	*g = *a.grid
	budget.over = budget.over || g.budget.over // its time ends with ours
	g.budget = budget
}
