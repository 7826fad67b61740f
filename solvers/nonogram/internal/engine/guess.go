package engine

import (
	"cmp"
	"slices"

	"kibitz/solvers/internal/cdcl"
	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// firstSolution finds a solution, or proof that there is none. It makes guesses of several kinds
// in turn, and learns some conflicts from each that fails, ever more of them.
//
// Where lines and probes have decided next to nothing, guesses on sketches come after each on
// the page, for as much time as that took. Most pictures of chance are like that, and yield to
// one guess of many. Where much is decided, guesses go wrong in the same way, and it takes what
// is learned on the page.
func (g *grid[M]) firstSolution() (picture []puzzle.Cell, status cdcl.Status) {
	kinds := []func(seed uint64) ([]puzzle.Cell, cdcl.Status){g.plainGuess, g.carefulGuess, g.slowGuess}
	sketched := uint64(0) // guesses on sketches
	black := g.sketchable()
	byChance := black != nil && g.certain <= g.total/10
	if byChance {
		kinds = kinds[1:]
	}
	if g.paint != nil { // beliefs know of no colours
		kinds = []func(seed uint64) ([]puzzle.Cell, cdcl.Status){g.seek}
	}
	if black != nil {
		picture, status = sketchedGuess(black, sketched)
	}
	for n := 0; status == cdcl.OutOfPatience; n++ {
		before := g.pageConflicts()
		picture, status = kinds[n%len(kinds)](uint64(n / len(kinds)))
		if status == cdcl.OutOfPatience {
			status = g.adoptProved().status()
		}
		for spent := g.pageConflicts() - before; byChance && spent > 0 && status == cdcl.OutOfPatience; spent -= g.sketchWork() {
			sketched++
			picture, status = sketchedGuess(black, sketched)
		}
	}
	return picture, status
}

// between is the number of conflicts between reports of progress.
const between = 2000

// conflictsOf returns how many conflicts a guess on the page may cost.
func (s shares) conflictsOf(seed uint64) int64 {
	return int64(cmp.Or(s.conflicts, between)) << min(seed, 20)
}

// conflictsOfSketch returns how many conflicts a guess on a sketch may cost. The first one may
// cost more: it is made before there is a page. The others are short and many.
func (s shares) conflictsOfSketch(seed uint64) int64 {
	if seed == 0 {
		return s.conflictsOf(0)
	}
	return max(s.conflictsOf(0)/4, 1) * int64(1+seed/4)
}

// sketchWork returns the number of conflicts on the page for each guess on a sketch, which takes
// as long as half of them.
func (s shares) sketchWork() int64 { return max(s.conflictsOf(0)*3/8, 1) }

// pageConflicts returns the number of conflicts on the page so far.
func (g *grid[M]) pageConflicts() int64 {
	if g.page == nil {
		return 0
	}
	return g.page.sat.Conflicts
}

// guess is what a decimation came to.
type guess[M line.Mask] struct {
	belief  *belief[M]
	decided []int32 // cells, in order
	picture []puzzle.Cell
}

// lead has the solver first try what a guess has decided, in that order, and then what is
// believed.
func (q guess[M]) lead(p *page) {
	for c, l := range p.cells {
		if p.open(l) {
			p.sat.Prefer(p.is(c, q.belief.value(c)))
		}
	}
	for i, c := range q.decided {
		p.sat.Prefer(p.is(int(c), q.picture[c]))
		p.sat.Weigh(p.cells[c].Var(), 1/float64(1+i))
	}
}

// decimated makes a guess by belief, with a number of rounds before each share of cells is
// decided, and takes it back.
func (g *grid[M]) decimated(seed uint64, rounds int) (guess[M], finding) {
	b := newBelief(g, seed)
	f := b.decimate(rounds)
	q := guess[M]{b, slices.Clone(g.trail[g.certain:]), g.cells()}
	g.undo(g.certain)
	return q, f
}

// plainGuess decimates in a hurry.
func (g *grid[M]) plainGuess(seed uint64) ([]puzzle.Cell, cdcl.Status) { return g.quickGuess(seed, 1) }

// carefulGuess decimates with more rounds of belief.
func (g *grid[M]) carefulGuess(seed uint64) ([]puzzle.Cell, cdcl.Status) {
	return g.quickGuess(seed, 5)
}

// quickGuess decimates, and learns some conflicts on the page where that fails. The page is
// written only then: for a large puzzle it takes as long as all before.
func (g *grid[M]) quickGuess(seed uint64, rounds int) ([]puzzle.Cell, cdcl.Status) {
	q, f := g.decimated(seed, rounds)
	switch f {
	case interrupted:
		return nil, cdcl.OutOfTime
	case consistent:
		return q.picture, cdcl.Sat
	}
	p, status := g.pageToSeek()
	if p == nil {
		return nil, status
	}
	defer func() { p.sat.Seek = false }()
	q.lead(p)
	return p.model(g.askFor(p, g.conflictsOf(seed)))
}

// sketchedGuess decimates, and learns some conflicts on a new sketch where that fails. What the
// sketch proved is certain from then on. Where there is no memory for a sketch it is out of
// patience: what there is is better left to the page.
func sketchedGuess(g *grid[[1]uint64], seed uint64) ([]puzzle.Cell, cdcl.Status) {
	q, f := g.decimated(seed, 1)
	switch f {
	case interrupted:
		return nil, cdcl.OutOfTime
	case consistent:
		return q.picture, cdcl.Sat
	}
	p := newSketch(g)
	if p == nil {
		return nil, cdcl.OutOfPatience
	}
	defer p.close()
	q.lead(p)
	p.sat.Seek = true
	status := g.askFor(p, g.conflictsOfSketch(seed))
	g.sketchConflicts += p.sat.Conflicts
	if status == cdcl.OutOfPatience || status == cdcl.OutOfMemory {
		proved := p.proved()
		if g.page != nil {
			g.page.hold(proved)
		}
		status = g.certainly(proved).status()
	}
	return p.model(status)
}

// slowGuess reinforces beliefs to a whole picture, and mends it where it is doubtful.
func (g *grid[M]) slowGuess(seed uint64) ([]puzzle.Cell, cdcl.Status) {
	b := newBelief(g, seed)
	picture, broken, inTime := b.reinforce()
	switch {
	case !inTime:
		return nil, cdcl.OutOfTime
	case len(broken) == 0:
		return picture, cdcl.Sat
	}
	p, status := g.pageToSeek()
	if p == nil {
		return nil, status
	}
	defer func() { p.sat.Seek = false }()
	p.recall(picture)
	return p.model(g.mend(p, picture, b.doubtful(broken)))
}

// seek learns as much without a guess.
func (g *grid[M]) seek(seed uint64) ([]puzzle.Cell, cdcl.Status) {
	p, status := g.learnedPage()
	if p == nil {
		return nil, status
	}
	return p.model(g.askFor(p, g.conflictsOf(seed)))
}

// pageToSeek returns the page, set to look for a model; or nil with what its lack says.
func (g *grid[M]) pageToSeek() (*page, cdcl.Status) {
	p, status := g.learnedPage()
	if p != nil {
		p.sat.Seek = true
	}
	return p, status
}

// learnedPage returns the page; or nil with what its lack says of a guess.
func (g *grid[M]) learnedPage() (*page, cdcl.Status) {
	p, why := g.learned()
	switch {
	case p != nil:
		return p, cdcl.OutOfPatience
	case why == OutOfMemory:
		return nil, cdcl.OutOfMemory
	}
	return nil, cdcl.OutOfTime
}

// mend looks for a solution that differs from a picture only around some cells, in
// ever wider squares. That most cells are assumed makes conflicts cheap.
func (g *grid[M]) mend(p *page, picture []puzzle.Cell, around []int) cdcl.Status {
	free := make([]bool, len(picture))
	for reach := 1; reach <= max(g.rows, g.cols); reach += 1 + reach/4 {
		for _, c := range around {
			row, col := c/g.cols, c%g.cols
			for r := max(row-reach, 0); r <= min(row+reach, g.rows-1); r++ {
				for q := max(col-reach, 0); q <= min(col+reach, g.cols-1); q++ {
					free[r*g.cols+q] = true
				}
			}
		}
		var kept []cdcl.Lit
		for c, value := range picture {
			if !free[c] && p.sat.Fixed(p.cells[c]) == 0 {
				kept = append(kept, p.is(c, value))
			}
		}
		status := g.askFor(p, 5*g.conflictsOf(0), kept...)
		if status != cdcl.Unsat || len(p.sat.Core()) == 0 { // else the cells kept were wrong
			return status
		}
	}
	return cdcl.OutOfPatience
}
