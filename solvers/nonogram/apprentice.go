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
	done   chan struct{} // closed when it has ended there
	fault  any           // what it panicked with

	guessed chan struct{} // closed when it has guessed; from then on:
	picture []Cell        // its first solution, if status is Sat
	status  cdcl.Status   // what came of the guess
	proved  []Cell        // what its page knew by then, if status is OutOfPatience

	result result // after finish

	decided atomic.Int64 // cells, for reports of progress
}

// busy counts the cores that are at work on nonograms.
var busy atomic.Int32

// A search takes a second core after a few milliseconds. What ends before is not ready
// sooner with one.
const probesBeforeHelp = 2000

// newApprentice begins with what g has decided.
func newApprentice[M mask](g *grid[M]) *apprentice[M] {
	root := g.fork()
	a := &apprentice[M]{
		grid:    root,
		guessed: make(chan struct{}),
		done:    make(chan struct{}),
	}
	root.budget.ctx, a.cancel = context.WithCancel(solvers.WithProgress(g.budget.ctx, func(p solvers.Progress) {
		a.decided.Store(int64(p.Done))
	}))
	return a
}

// fork is a grid with what g has decided, for another core.
func (g *grid[M]) fork() *grid[M] {
	f := *g
	f.lines, f.trail = slices.Clone(g.lines), slices.Clone(g.trail)
	f.queue, f.touched, f.queued = nil, nil, make([]bool, len(g.lines))
	f.solver, f.prober, f.page = newLineSolver[M](mostRuns(g.clues)), nil, nil
	f.level = BySearch
	if g.paint != nil {
		f.paint = g.paint.fork()
	}
	return &f
}

// takeCore takes an idle core, if there is one; busy is to be counted down again.
func takeCore() bool {
	if int(busy.Add(1)) > runtime.GOMAXPROCS(0) {
		busy.Add(-1)
		return false
	}
	return true
}

// stepAside works on a second core, if one is idle.
func (a *apprentice[M]) stepAside(work ...func()) {
	if a.aside || !takeCore() {
		return
	}
	a.aside = true
	go func() {
		defer close(a.done) // last: who waits for it finds the core free
		defer busy.Add(-1)
		defer func() { a.fault = recover() }()
		for _, do := range work {
			do()
		}
	}()
}

// guess makes a quick guess.
func (a *apprentice[M]) guess() {
	if a.picture, a.status = a.grid.quickGuess(0, hasty); a.status == cdcl.OutOfPatience {
		if a.status = a.grid.adoptProved().status(); a.status == cdcl.OutOfPatience {
			a.proved = a.grid.cells()
		}
	}
	close(a.guessed)
}

// finish goes on from there to the end.
func (a *apprentice[M]) finish() { a.result = a.grid.learn(a.picture, a.status) }

// stop ends it, and closes the page that nobody took over. What it panicked with comes to
// light here.
func (a *apprentice[M]) stop() {
	a.cancel()
	if a.aside {
		<-a.done
	}
	a.grid.page.close()
	a.grid.page = nil
	if a.fault != nil {
		panic(a.fault)
	}
}

// consult has the apprentice decide what a search has not. While it learns comes a longer
// search, from what its quick guess has proved. It is out of patience when that has found a
// solution and no more.
func (g *grid[M]) consult(a *apprentice[M]) result {
	if a.aside {
		select {
		case <-a.guessed:
		case <-a.done:
			select {
			case <-a.guessed:
			default:
				a.stop() // what it panicked with comes to light
			}
		}
	} else if a.guess(); a.status == cdcl.OutOfPatience {
		a.stepAside(a.finish)
	}
	if a.status == cdcl.OutOfPatience {
		if r := g.searchAgain(a.proved); r.outcome != outOfPatience || len(r.solutions) > 0 {
			return r
		}
	}
	if !a.aside {
		a.finish()
	}
	return g.follow(a)
}

// follow takes over the apprentice's answer, with its progress told until it comes. Meanwhile
// this core is idle.
func (g *grid[M]) follow(a *apprentice[M]) result {
	busy.Add(-1)
	defer busy.Add(1)
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
	budget := g.budget // the apprentice's reports to this one
	*g = *a.grid
	a.grid.page = nil // it is g's now
	g.budget = budget
	if g.page != nil {
		g.page.memory = budget.ctx
	}
	return a.result
}
