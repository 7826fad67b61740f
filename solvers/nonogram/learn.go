package nonogram

import (
	"cmp"
	"context"
	"slices"

	"kibitz/solvers/internal/cdcl"
)

// learn looks for two solutions, of which a first guess has come to some status: Sat with
// the picture, or OutOfPatience for there is more to learn. What is too large for a page is
// searched.
func (g *grid[M]) learn(picture []Cell, status cdcl.Status) result {
	if status == cdcl.OutOfPatience {
		picture, status = g.firstSolution()
	}
	switch {
	case status == cdcl.OutOfMemory && g.page == nil:
		return g.persist(2, nil)
	case status != cdcl.Sat:
		return result{outcome: outcomeOf(status)}
	}
	if other := g.another(picture); other != nil {
		return result{decided, [][]Cell{picture, other}}
	}
	return g.beside(picture)
}

// beside looks for a solution beside the first, by learning if it can.
func (g *grid[M]) beside(first []Cell) result {
	switch p, why := g.learned(); {
	case p != nil:
		return g.second(p, first)
	case why == outOfMemory:
		return g.persist(2, [][]Cell{first})
	default:
		return result{why, [][]Cell{first}}
	}
}

// firstSolution finds a solution, or proof that there is none. It tries a quick
// guess and some learning from where that led, and a slow guess, again and again. Between them
// come hasty guesses where they are of use.
func (g *grid[M]) firstSolution() (picture []Cell, status cdcl.Status) {
	if black := g.sketchable(); black != nil && byChance(black) {
		return firstByChance(black)
	}
	return g.firstByPage()
}

// firstByChance is firstSolution with hasty guesses.
func firstByChance(g *grid[[1]uint64]) (picture []Cell, status cdcl.Status) {
	h := newHaste(g)
	defer h.stop()
	for n := uint64(1); status == cdcl.OutOfPatience; n++ {
		before := learnedSoFar(g)
		if n%2 == 1 {
			picture, status = g.quickGuess(n/2, careful)
		} else {
			picture, status = g.slowGuess(n/2 - 1)
		}
		if status == cdcl.OutOfPatience {
			status = g.adoptProved().status()
		}
		for spent := learnedSoFar(g) - before; spent > 0 && status == cdcl.OutOfPatience; spent -= g.hastyWork() {
			made := h.next()
			if picture, status = made.picture, made.status; status == cdcl.OutOfPatience {
				status = believe(g, made.proved).status()
			}
		}
	}
	return picture, status
}

// byChance says whether hasty guesses are of use: where lines and probes have decided next to
// nothing. Most pictures of chance are like that, and yield to one guess of many. Where much is
// decided, guesses go wrong in the same way, and it takes what is learned on the page.
func byChance(g *grid[[1]uint64]) bool { return g.certain <= g.total/10 }

// firstByPage is firstSolution without hasty guesses.
func (g *grid[M]) firstByPage() (picture []Cell, status cdcl.Status) {
	n := 1
	if g.page == nil { // the first guess was on a sketch: the page learns from it, too
		n = 0
	}
	for ; status == cdcl.OutOfPatience; n++ {
		switch seed := uint64(n / 3); n % 3 {
		case 0:
			picture, status = g.quickGuess(seed, plain)
		case 1:
			picture, status = g.quickGuess(seed, careful)
		case 2:
			picture, status = g.slowGuess(seed)
		}
		if status == cdcl.OutOfPatience {
			status = g.adoptProved().status()
		}
	}
	return picture, status
}

// learnedSoFar counts the conflicts on the page.
func learnedSoFar(g *grid[[1]uint64]) int64 {
	if g.page == nil {
		return 0
	}
	return g.page.sat.Conflicts
}

// quickGuess decimates, and learns some conflicts where that fails: on a new sketch, or
// on the page, which is written only then and takes as long as all before on a large puzzle.
func (g *grid[M]) quickGuess(seed uint64, w way) (picture []Cell, status cdcl.Status) {
	if g.paint != nil { // beliefs know of no colours
		return g.seek(seed)
	}
	b := newBelief(g, seed)
	f := b.decimate(w.rounds)
	guessed := slices.Clone(g.trail[g.certain:])
	picture = g.cells()
	g.undo(g.certain)
	switch f {
	case interrupted:
		return nil, cdcl.OutOfTime
	case consistent:
		return picture, cdcl.Sat
	}
	if w.sketch {
		if p := newSketch(g.sketchable()); p != nil {
			lead(p, b.value, guessed, picture)
			return trySketch(g.sketchable(), p, g.conflictsOfHasty(seed))
		}
	}
	p, status := g.seeker()
	if p == nil {
		return nil, status
	}
	p.sat.Seek = true
	defer func() { p.sat.Seek = false }()
	lead(p, b.value, guessed, picture)
	return p.model(g.askFor(p, g.conflictsOf(seed)))
}

// way is how a quick guess is made: with so many rounds of belief before each share is decided,
// and on a sketch, if there can be one.
type way struct {
	rounds int
	sketch bool
}

var (
	hasty   = way{rounds: 1, sketch: true}
	plain   = way{rounds: 1}
	careful = way{rounds: 5}
)

// conflictsOf is how many conflicts a guess on the page may cost.
func (s shares) conflictsOf(seed uint64) int64 {
	return int64(cmp.Or(s.conflicts, between)) << min(seed, 20)
}

// conflictsOfHasty is how many a hasty guess may cost. The first one has more: it is made before
// there is a page. The others are short and many.
func (s shares) conflictsOfHasty(seed uint64) int64 {
	if seed == 0 {
		return s.conflictsOf(0)
	}
	return max(s.conflictsOf(0)/4, 1) * int64(1+seed/4)
}

// hastyWork is how many conflicts on the page there are for each hasty guess, which takes as
// long as half of them.
func (s shares) hastyWork() int64 { return max(s.conflictsOf(0)*3/8, 1) }

// trySketch learns so many conflicts on a sketch, and keeps what that has proved.
func trySketch(g *grid[[1]uint64], p *page, conflicts int64) ([]Cell, cdcl.Status) {
	defer p.close()
	p.sat.Seek = true
	status := g.askFor(p, conflicts)
	if status == cdcl.OutOfPatience || status == cdcl.OutOfMemory {
		status = g.certainly(p.proved()).status()
	}
	if status == cdcl.Unsat {
		q, why := g.seeker() // that it took learning is seen by the page
		if q == nil {
			return nil, why
		}
		q.sat.Conflicts += p.sat.Conflicts
	}
	return p.model(status)
}

// learnSoon learns a little on a sketch where lines and probes have left few cells, and takes
// what their probes decided for what to try first. It is for what is left of a puzzle: where
// next to nothing is decided, so little is learned in vain.
func learnSoon(g *grid[[1]uint64]) (picture []Cell, status cdcl.Status) {
	if g == nil || byChance(g) || g.total-len(g.trail) > mostLeft {
		return nil, cdcl.OutOfPatience
	}
	p := newSketch(g)
	if p == nil {
		return nil, cdcl.OutOfPatience
	}
	g.level = BySearch
	for c, l := range p.cells {
		if p.open(l) {
			gain := g.prober.gain[c]
			p.sat.Weigh(l.Var(), score(gain)/100)
			if gain[1] >= gain[0] {
				p.sat.Prefer(l)
			}
		}
	}
	return trySketch(g, p, glance)
}

// mostLeft are the cells of which learnSoon decides most puzzles: of larger ones it rarely does.
const mostLeft = 600

// slowGuess reinforces beliefs to a picture, and mends it where it is doubtful.
func (g *grid[M]) slowGuess(seed uint64) ([]Cell, cdcl.Status) {
	if g.paint != nil { // beliefs know of no colours
		return g.seek(seed)
	}
	b := newBelief(g, seed)
	picture, broken, inTime := b.reinforce()
	switch {
	case !inTime:
		return nil, cdcl.OutOfTime
	case len(broken) == 0:
		return picture, cdcl.Sat
	}
	p, status := g.seeker()
	if p == nil {
		return nil, status
	}
	p.sat.Seek = true
	defer func() { p.sat.Seek = false }()
	p.recall(picture)
	return p.model(g.mend(p, picture, b.doubtful(broken)))
}

// seek learns as much from no guess.
func (g *grid[M]) seek(seed uint64) ([]Cell, cdcl.Status) {
	p, status := g.seeker()
	if p == nil {
		return nil, status
	}
	return p.model(g.askFor(p, g.conflictsOf(seed)))
}

// model is the status of a page with its picture, if it has one.
func (p *page) model(status cdcl.Status) ([]Cell, cdcl.Status) {
	if status != cdcl.Sat {
		return nil, status
	}
	return p.picture(), status
}

// second looks for a solution beside the first.
func (g *grid[M]) second(p *page, first []Cell) result {
	p.recall(first)
	p.expectDifference(first)
	p.sat.Stay = true
	status := g.askFor(p, glance, p.differ)
	if status == cdcl.OutOfPatience && g.paint == nil && newBalance(g, first).proves() {
		status = cdcl.Unsat
	}
	if status == cdcl.OutOfPatience {
		status = g.changeNearby(p, first)
	}
	if status == cdcl.OutOfPatience {
		p.sat.Stay = false
		status = g.ask(p, p.differ)
	}
	solutions := [][]Cell{first}
	if status == cdcl.Sat {
		solutions = append(solutions, p.picture())
	}
	return result{outcomeOf(status), solutions}
}

const (
	glance = 100 // conflicts that a try may cost
	window = 5   // cells around a cell that may change with it
)

// mend looks for a solution that differs from a picture only around some cells, in
// ever wider squares. That most cells are assumed makes conflicts cheap.
func (g *grid[M]) mend(p *page, picture []Cell, around []int) cdcl.Status {
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

// changeNearby looks for a solution that differs from a picture only near some cell.
func (g *grid[M]) changeNearby(p *page, picture []Cell) cdcl.Status {
	for c := range picture {
		if (c/g.cols+c%g.cols&g.place)%window != 0 || p.sat.Fixed(p.cells[c]) != 0 {
			continue
		}
		if g.paint != nil && (picture[c] != Filled || g.fixedNearby(c, picture)) {
			continue
		}
		switch status := p.near(g.budget.ctx, c, picture); status {
		case cdcl.Sat, cdcl.OutOfTime, cdcl.OutOfMemory:
			return status
		}
	}
	return cdcl.OutOfPatience
}

// near asks for a solution with one cell flipped and those far from it as they are. That
// there is none says nothing of others.
func (p *page) near(ctx context.Context, cell int, picture []Cell) cdcl.Status {
	var outside []cdcl.Lit
	for c, value := range picture {
		if p.apart(c, cell) > window && p.sat.Fixed(p.cells[c]) == 0 {
			outside = append(outside, p.is(c, value))
		}
	}
	p.sat.Patience = glance
	return p.sat.Solve(ctx, append(outside, p.is(cell, opposite(picture[cell])))...)
}

// apart is how far apart two cells are, in rows or columns.
func (p *page) apart(a, b int) int {
	dr, dc := a/p.cols-b/p.cols, a%p.cols&p.place-b%p.cols&p.place
	return max(dr, -dr, dc, -dc)
}

// seeker is the page, if a guess comes to that; or nil and what that says of it.
func (g *grid[M]) seeker() (*page, cdcl.Status) {
	p, why := g.learned()
	switch {
	case p != nil:
		return p, cdcl.OutOfPatience
	case why == outOfMemory:
		return nil, cdcl.OutOfMemory
	}
	return nil, cdcl.OutOfTime
}

// between is how many conflicts pass between reports of progress.
const between = 2000

// lead has the solver first try what a guess has decided, in that order, and then what is
// believed.
func lead(p *page, believed func(cell int) Cell, guessed []int32, picture []Cell) {
	for c, l := range p.cells {
		if p.open(l) {
			p.sat.Prefer(p.is(c, believed(c)))
		}
	}
	for i, c := range guessed {
		p.sat.Prefer(p.is(int(c), picture[c]))
		p.sat.Weigh(p.cells[c].Var(), 1/float64(1+i))
	}
}

// recall has the solver first try the values of a picture.
func (p *page) recall(picture []Cell) {
	for c, value := range picture {
		p.sat.Prefer(p.is(c, value))
	}
}

// ask is the page's answer, with the progress told on the way.
func (g *grid[M]) ask(p *page, assumptions ...cdcl.Lit) (status cdcl.Status) {
	for status == cdcl.OutOfPatience {
		status = g.askFor(p, between, assumptions...)
	}
	return status
}

// askFor is ask for so many conflicts.
func (g *grid[M]) askFor(p *page, conflicts int64, assumptions ...cdcl.Lit) cdcl.Status {
	p.sat.Patience = conflicts
	status := p.sat.Solve(g.budget.ctx, assumptions...)
	g.budget.report(p.certain() - (len(p.cells) - g.total))
	return status
}
