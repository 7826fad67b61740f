package engine

import (
	"cmp"
	"slices"

	"kibitz/solvers/internal/cdcl"
	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// firstSolution finds a solution, or proves that there is none. It makes guesses of several kinds
// in turn, and learns from each that fails; the number of conflicts grows.
//
// If lines and probes have decided at most a tenth of the cells, guesses on sketches follow each
// guess on the page, for as much time as that took. Most random pictures are like that, and one
// guess of many succeeds. If more is decided, guesses go wrong in the same way each time, and the
// clauses learned on the page are needed.
func (g *grid[M]) firstSolution() (picture []puzzle.Cell, status cdcl.Status) {
	kinds := []func(seed uint64) ([]puzzle.Cell, cdcl.Status){g.plainGuess, g.carefulGuess, g.slowGuess}
	sketched := uint64(0) // number of guesses on sketches
	black := g.sketchable()
	byChance := black != nil && g.certain <= g.total/10
	if byChance {
		kinds = kinds[1:]
	}
	if g.paint != nil { // beliefs do not work in colours
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

// reportConflicts is the number of conflicts between reports of progress.
const reportConflicts = 2000

// conflictsOf returns how many conflicts a guess on the page may cost. It doubles with each seed, up
// to seed 20.
func (s shares) conflictsOf(seed uint64) int64 {
	return int64(cmp.Or(s.conflicts, reportConflicts)) << min(seed, 20)
}

// conflictsOfSketch returns how many conflicts a guess on a sketch may cost. The first one may
// cost more: it is made before there is a page. The others are short and many.
func (s shares) conflictsOfSketch(seed uint64) int64 {
	if seed == 0 {
		return s.conflictsOf(0)
	}
	return max(s.conflictsOf(0)/4, 1) * int64(1+seed/4)
}

// sketchWork returns the number of conflicts on the page after which one guess on a sketch is due.
// A sketch takes as long as half of them.
func (s shares) sketchWork() int64 { return max(s.conflictsOf(0)*3/8, 1) }

// pageConflicts returns the number of conflicts on the page so far.
func (g *grid[M]) pageConflicts() int64 {
	if g.page == nil {
		return 0
	}
	return g.page.sat.Conflicts
}

// guess holds the result of a decimation.
type guess[M line.Mask] struct {
	belief  *belief[M]
	decided []int32 // cells, in order
	picture []puzzle.Cell
}

// steer makes the solver first try the decided cells of the guess, in their order, and then the
// likelier values of the others.
func (q guess[M]) steer(p *page) {
	for c, l := range p.cells {
		if p.open(l) {
			p.sat.Prefer(p.literal(c, q.belief.value(c)))
		}
	}
	for i, c := range q.decided {
		p.sat.Prefer(p.literal(int(c), q.picture[c]))
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

// plainGuess decimates with one round of belief between shares.
func (g *grid[M]) plainGuess(seed uint64) ([]puzzle.Cell, cdcl.Status) { return g.quickGuess(seed, 1) }

// carefulGuess decimates with five rounds of belief between shares.
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
	q.steer(p)
	return p.model(g.askFor(p, g.conflictsOf(seed)))
}

// sketchedGuess decimates. If that fails, it learns for some conflicts on a new sketch; the cells
// that the sketch proves become certain. Without memory for a sketch it is out of patience, and
// leaves the memory to the page.
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
	q.steer(p)
	p.sat.Seek = true
	status := g.askFor(p, g.conflictsOfSketch(seed))
	g.sketchConflicts += p.sat.Conflicts
	if status == cdcl.OutOfPatience || status == cdcl.OutOfMemory {
		proved := p.proved()
		if g.page != nil {
			g.page.addProved(proved)
		}
		status = g.adopt(proved).status()
	}
	return p.model(status)
}

// slowGuess reinforces beliefs to a whole picture, and mends the picture around doubtful cells.
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
	p.preferPicture(picture)
	return p.model(g.mend(p, picture, b.doubtful(broken)))
}

// seek learns on the page without a guess.
func (g *grid[M]) seek(seed uint64) ([]puzzle.Cell, cdcl.Status) {
	p, status := g.learnedPage()
	if p == nil {
		return nil, status
	}
	return p.model(g.askFor(p, g.conflictsOf(seed)))
}

// pageToSeek returns the page, set to look for a model; or nil and the status that says why there
// is no page.
func (g *grid[M]) pageToSeek() (*page, cdcl.Status) {
	p, status := g.learnedPage()
	if p != nil {
		p.sat.Seek = true
	}
	return p, status
}

// learnedPage returns the page; or nil and the status that says why there is none.
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

// mend looks for a solution that differs from a picture only around some cells, in ever wider
// squares. All other cells are assumed, which makes conflicts cheap. It returns Unsat only if the
// puzzle has no solution, and OutOfPatience when the widest squares led to none.
func (g *grid[M]) mend(p *page, picture []puzzle.Cell, around []int) cdcl.Status {
	free := make([]bool, len(picture))
	for reach := 1; reach <= max(g.rows, g.cols); reach += 1 + reach/4 { // half the side of a square, in cells
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
				kept = append(kept, p.literal(c, value))
			}
		}
		status := g.askFor(p, 5*g.conflictsOf(0), kept...)
		if status != cdcl.Unsat || len(p.sat.Core()) == 0 { // otherwise the cells kept were wrong: try a wider square
			return status
		}
	}
	return cdcl.OutOfPatience
}
