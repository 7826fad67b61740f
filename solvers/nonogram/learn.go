package nonogram

import (
	"context"
	"errors"
	"slices"

	"kibitz/solvers"
	"kibitz/solvers/internal/cdcl"
)

// page is what is open of a puzzle below the root, as clauses for a solver that
// learns. It uses the order encoding (Crawford and Baker 1994; Tamura et al. 2009): for each run j and cell i a variable "run j
// starts at or before i", so that one literal of a learned clause speaks of a
// whole range of places. With these, and x for "cell i is filled",
//
//	run j starts at or before i             →  … at or before i+1
//	run j starts at or before i             →  run j-1 ended before i-1
//	run j starts at or before i, not ended  →  x
//	run j-1 ended before i, j starts later  →  not x
//
// say all: a picture fits if and only if there is a place for each run. Variables
// stand only for places that the line solver leaves at the root; the others
// fold into their neighbours or into yes.
//
// Further variables for "run j covers i" and for the exact place of a run let
// the clauses see more at once, but cost more than they save: 9-Dom, Thing and
// Nature took more than twice as long with them.
type page struct {
	sat    cdcl.Solver
	yes    cdcl.Lit   // holds
	cells  []cdcl.Lit // that the cell is filled
	cols   int
	lines  []cdcl.Lit      // that the line's clue holds; yes for one that is known to hold
	differ cdcl.Lit        // assumed to ask for a solution unlike those so far
	memory context.Context // of which it has its words
}

// Bounds on a page, so that all of it stays within some 170 MB: the clauses to
// begin with, and the words of those and the learned ones. It begins with room for
// firstWords, or clauseWords a clause, which is half as much again as those take.
const (
	mostClauses = 1 << 21 // see shares
	mostWords   = 12 << 20
	firstWords  = 1 << 16
	clauseWords = 7
)

// newPage says what every line says, or if optional what each says when its variable
// in lines holds. Where there can be none it is nil, with the reason: outOfMemory for a
// puzzle that is too large. The page is to be closed.
func newPage[M mask](g *grid[M], optional bool) (p *page, why outcome) {
	clauses := g.clauses()
	switch {
	case g.budget.ended():
		return nil, outOfTime
	case clauses > g.mostClauses:
		return nil, outOfMemory
	}
	words := min(max(clauseWords*clauses, firstWords), mostWords)
	switch err := solvers.Take(g.budget.ctx, int64(words)*cdcl.WordBytes); {
	case errors.Is(err, solvers.ErrMemory):
		return nil, outOfMemory
	case err != nil:
		return nil, outOfTime
	}
	p = &page{cells: make([]cdcl.Lit, g.rows*g.cols), lines: make([]cdcl.Lit, len(g.clues)), cols: g.cols, memory: g.budget.ctx}
	p.sat.Memory, p.sat.More, p.sat.Proof = words, p.more, g.proof
	p.yes = p.newLit()
	p.sat.Add(p.yes)
	p.differ = p.newLit()
	for c := range p.cells {
		switch g.at(c) {
		case Filled:
			p.cells[c] = p.yes
		case Empty:
			p.cells[c] = p.no()
		default:
			p.cells[c] = p.newLit()
		}
	}
	for line, runs := range g.clues {
		p.lines[line] = p.yes
		if g.budget.ended() {
			p.close()
			return nil, outOfTime
		}
		cells := make([]cdcl.Lit, g.size(line))
		for i := range cells {
			cells[i] = p.cells[g.cellOf(line, i)]
		}
		if slices.ContainsFunc(cells, p.open) {
			if optional {
				p.lines[line] = p.newLit()
			}
			p.addLine(p.lines[line], cells, runs, g.places(line))
		}
	}
	return p, decided
}

// more takes as many words again, if there are.
func (p *page) more(words int) int {
	more := min(words, mostWords-words)
	if more <= 0 || solvers.Take(p.memory, int64(more)*cdcl.WordBytes) != nil {
		return words
	}
	return words + more
}

// close gives back the memory of a page that is not used any more; of none, nothing.
func (p *page) close() {
	if p != nil {
		solvers.Give(p.memory, int64(p.sat.Memory)*cdcl.WordBytes)
	}
}

func (p *page) newLit() cdcl.Lit { return cdcl.Pos(p.sat.NewVar()) }

func (p *page) no() cdcl.Lit { return p.yes.Not() }

func (p *page) open(l cdcl.Lit) bool { return l.Var() != p.yes.Var() }

// places are the cells at which each run of a line may start.
func (g *grid[M]) places(line int) [][]int {
	n, k := g.size(line), len(g.clues[line])
	s := lineSolver[M]{left: newSweep[M](k), right: newSweep[M](k), back: make([]int, k)}
	s.wide(g.clues[line], n, g.lines[line]) // it leaves the starts behind
	places := make([][]int, k)
	for j, run := range g.clues[line] {
		starts := mirrored(&s.right.starts[k-1-j], n)
		down(&starts, uint(run-1))
		keep(&starts, &s.left.starts[j])
		each(starts, func(i int) { places[j] = append(places[j], i) })
	}
	return places
}

// clauses is about how many clauses the page takes: four for each cell that a run
// may reach and may not.
func (g *grid[M]) clauses() (n int) {
	for line, runs := range g.clues {
		if g.budget.ended() {
			break
		}
		for j, places := range g.places(line) {
			if len(places) > 1 {
				n += 4 * (places[len(places)-1] - places[0] + runs[j])
			}
		}
	}
	return n
}

// addLine adds the clauses of one line.
func (p *page) addLine(line cdcl.Lit, cells []cdcl.Lit, runs []int, places [][]int) {
	starts := make([][]cdcl.Lit, len(runs)) // starts[j][i]: run j starts at or before i
	for j := range runs {
		starts[j] = p.order(len(cells), places[j])
	}
	started := func(j, i int) cdcl.Lit {
		switch {
		case j == len(runs) || j >= 0 && i < 0:
			return p.no()
		case j < 0:
			return p.yes
		}
		return starts[j][i]
	}
	ended := func(j, i int) cdcl.Lit { // before i
		if j < 0 {
			return p.yes
		}
		return started(j, i-runs[j])
	}
	may := func(l cdcl.Lit) bool { return l != p.no() }
	for i, x := range cells {
		for j := range len(runs) + 1 {
			here, gone := started(j, i), ended(j-1, i)
			if may(gone) && here != p.yes {
				p.sat.Add(line.Not(), gone.Not(), here, x.Not())
			}
			if !may(here) {
				continue
			}
			if over := ended(j, i); over != p.yes {
				p.sat.Add(line.Not(), here.Not(), over, x)
			}
			if j > 0 {
				p.sat.Add(line.Not(), here.Not(), ended(j-1, i-1))
			}
		}
	}
}

// order makes the variables of one run: it starts at or before each cell.
func (p *page) order(cells int, places []int) []cdcl.Lit {
	order := make([]cdcl.Lit, cells)
	at := p.no()
	for i := range order {
		if len(places) > 0 && places[0] == i {
			places = places[1:]
			before := at
			at = p.yes
			if len(places) > 0 {
				at = p.newLit()
				p.sat.Add(before.Not(), at)
			}
		}
		order[i] = at
	}
	return order
}

// picture is the last model.
func (p *page) picture() []Cell {
	picture := make([]Cell, len(p.cells))
	for c, l := range p.cells {
		picture[c] = Empty
		if p.sat.Value(l) {
			picture[c] = Filled
		}
	}
	return picture
}

// unlike are the literals of which one holds in every other picture: those of the
// cells given, all open ones of them, with the other value.
func (p *page) unlike(picture []Cell) (clause []cdcl.Lit) {
	for c, value := range picture {
		if value != Unknown && p.sat.Fixed(p.cells[c]) == 0 {
			clause = append(clause, p.is(c, opposite(value)))
		}
	}
	return clause
}

func (p *page) is(cell int, value Cell) cdcl.Lit {
	if value == Filled {
		return p.cells[cell]
	}
	return p.cells[cell].Not()
}

// expectDifference makes differ mean that one of the cells given has another value.
func (p *page) expectDifference(picture []Cell) {
	p.sat.Add(append(p.unlike(picture), p.differ.Not())...)
}

// learn looks for two solutions of a page, of which a first guess has come to some status:
// Sat with the picture, or OutOfPatience for there is more to learn.
func (g *grid[M]) learn(p *page, picture []Cell, status cdcl.Status) result {
	if status == cdcl.OutOfPatience {
		picture, status = g.firstSolution(p)
	}
	if status != cdcl.Sat {
		return result{outcome: outcomeOf(status)}
	}
	if other := g.another(picture); other != nil {
		return result{decided, [][]Cell{picture, other}}
	}
	return g.second(p, picture)
}

// firstSolution finds a solution, or proof that there is none. It tries a quick
// guess and some learning from where that led, the same with more thought, and
// a slow guess, again and again.
func (g *grid[M]) firstSolution(p *page) (picture []Cell, status cdcl.Status) {
	for n := 1; status == cdcl.OutOfPatience; n++ {
		switch seed := uint64(n / 3); n % 3 {
		case 0:
			picture, status = g.quickGuess(p, seed, 1)
		case 1:
			picture, status = g.quickGuess(p, seed, 5)
		case 2:
			picture, status = g.slowGuess(p, seed)
		}
		g.adoptProved()
	}
	return picture, status
}

// quickGuess decimates, and learns between<<seed conflicts where that fails.
func (g *grid[M]) quickGuess(p *page, seed uint64, rounds int) (picture []Cell, status cdcl.Status) {
	b := newBelief(g, seed)
	defer func() { g.undo(g.certain) }()
	switch b.decimate(rounds) {
	case interrupted:
		return nil, cdcl.OutOfTime
	case consistent:
		return g.cells(), cdcl.Sat
	}
	for c := range p.cells {
		lean(p, b, c)
	}
	for i, c := range g.trail[g.certain:] {
		p.sat.Prefer(p.is(int(c), g.at(int(c))))
		p.sat.Weigh(p.cells[c].Var(), 1/float64(1+i))
	}
	return p.model(g.askFor(p, between<<min(seed, 20)))
}

// slowGuess reinforces beliefs to a picture, and mends it where it is doubtful.
func (g *grid[M]) slowGuess(p *page, seed uint64) ([]Cell, cdcl.Status) {
	b := newBelief(g, seed)
	picture, broken, inTime := b.reinforce()
	switch {
	case !inTime:
		return nil, cdcl.OutOfTime
	case len(broken) == 0:
		return picture, cdcl.Sat
	}
	p.recall(picture)
	return p.model(g.mend(p, picture, b.doubtful(broken)))
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
		status := g.askFor(p, 5*between, kept...)
		if status != cdcl.Unsat || len(p.sat.Core()) == 0 { // else the cells kept were wrong
			return status
		}
	}
	return cdcl.OutOfPatience
}

// changeNearby looks for a solution that differs from a picture only near some cell.
func (g *grid[M]) changeNearby(p *page, picture []Cell) cdcl.Status {
	for c := range picture {
		if (c/g.cols+c%g.cols)%window != 0 || p.sat.Fixed(p.cells[c]) != 0 {
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
		dr, dc := c/p.cols-cell/p.cols, c%p.cols-cell%p.cols
		if max(dr, -dr, dc, -dc) > window && p.sat.Fixed(p.cells[c]) == 0 {
			outside = append(outside, p.is(c, value))
		}
	}
	p.sat.Patience = glance
	return p.sat.Solve(ctx, append(outside, p.is(cell, opposite(picture[cell])))...)
}

// learned is the puzzle's page, made when it is first needed; or nil and why there is none.
func (g *grid[M]) learned() (p *page, why outcome) {
	if g.page == nil {
		g.undo(g.certain)
		g.page, why = newPage(g, false)
	}
	return g.page, why
}

// conflictEffort bounds the conflicts that the search for contradicting lines takes, by
// those that the verdict took. It begins from bare lines, with nothing of what probes knew, so
// that it can take as long as a much harder puzzle.
const conflictEffort = 3

// contradicting are lines that have no solution together: all there are, or fewer as far
// as so many conflicts show. It says whether they are minimal: whether each of them
// was seen to be needed. The page is written anew from bare lines, each line's clauses only if
// a variable for that line holds.
func (g *grid[M]) contradicting(conflicts int64) (lines []Line, minimal bool) {
	bare := newGrid[M](g.puzzle)
	bare.budget = g.budget
	p, _ := newPage(bare, true)
	defer p.close()
	var core []cdcl.Lit
	if p != nil {
		core, minimal = p.smallestCore(g.budget.ctx, conflicts)
	}
	for line := range g.clues {
		if core == nil || slices.Contains(core, p.lines[line]) {
			lines = append(lines, g.name(line))
		}
	}
	return lines, minimal
}

// smallestCore leaves out one line after the other that is not needed for the others to
// contradict each other. It is nil when so many conflicts do not show that all lines do.
func (p *page) smallestCore(ctx context.Context, conflicts int64) (core []cdcl.Lit, minimal bool) {
	end := p.sat.Conflicts + conflicts
	contradict := func(lines []cdcl.Lit, patience int64) cdcl.Status {
		if p.sat.Patience = min(patience, end-p.sat.Conflicts); p.sat.Patience <= 0 {
			return cdcl.OutOfPatience // 0 would stand for no bound
		}
		return p.sat.Solve(ctx, lines...)
	}
	inCore := func(lines []cdcl.Lit) []cdcl.Lit {
		return slices.DeleteFunc(lines, func(l cdcl.Lit) bool { return !slices.Contains(p.sat.Core(), l) })
	}
	all := slices.DeleteFunc(slices.Clone(p.lines), func(l cdcl.Lit) bool { return l == p.yes })
	if contradict(all, conflicts) != cdcl.Unsat {
		return nil, false
	}
	core, minimal = inCore(all), true
	for next := 0; next < len(core); {
		others := slices.Delete(slices.Clone(core), next, next+1)
		status := contradict(others, between)
		if status == cdcl.Unsat {
			core = inCore(others) // those before next are needed in every one
			continue
		}
		minimal = minimal && status == cdcl.Sat
		next++
	}
	return core, minimal
}

// between is how many conflicts pass between reports of progress.
const between = 2000

// lean has the solver first try the value believed of a cell.
func lean[M mask](p *page, b *belief[M], c int) {
	if p.open(p.cells[c]) {
		p.sat.Prefer(p.is(c, b.value(c)))
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
	g.budget.report(p.certain())
	return status
}

// certain counts the cells that are proved.
func (p *page) certain() (n int) {
	for _, l := range p.cells {
		if p.sat.Fixed(l) != 0 {
			n++
		}
	}
	return n
}

// adoptProved decides the cells that the page has proved.
func (g *grid[M]) adoptProved() {
	if g.page == nil {
		return
	}
	g.undo(g.certain)
	g.fix(g.page.proved())
	g.emptyQueue()
}

// proved are the cells that are the same in all solutions, as far as the page knows.
func (p *page) proved() []Cell {
	cells := make([]Cell, len(p.cells))
	for c, l := range p.cells {
		switch p.sat.Fixed(l) {
		case 1:
			cells[c] = Filled
		case -1:
			cells[c] = Empty
		}
	}
	return cells
}

// proveBackbone decides every cell that is the same in all solutions, of which two are
// known. Each new solution rules out the cells in which it differs; when there is none that
// differs in any cell left, all those are proved at once. In between it asks about
// single cells, and ever more patiently about all of them.
func (g *grid[M]) proveBackbone(solutions [][]Cell) outcome {
	p, why := g.learned()
	switch {
	case p == nil && why == outOfMemory:
		return g.proveByCell(solutions)
	case p == nil:
		return why
	}
	defer g.adoptProved()
	common := slices.Clone(solutions[0])
	ruleOut := func(picture []Cell) {
		g.puzzle.mustSolve(picture)
		for c, value := range picture {
			if common[c] != value {
				common[c] = Unknown
			}
		}
		g.switches(picture, common)
	}
	ruleOut(solutions[0])
	ruleOut(solutions[1])
	last := solutions[1]
	p.recall(last)
	p.sat.Stay = true
	for patience, all, next := int64(glance), int64(10*glance), 0; ; all += all / 10 {
		p.expectDifference(common)
		switch status := g.askFor(p, all, p.differ); status {
		case cdcl.Sat:
			last = p.picture()
			ruleOut(last)
			all = 10 * glance
			continue
		case cdcl.Unsat:
			for c, value := range common {
				if value != Unknown {
					p.sat.Add(p.is(c, value))
				}
			}
			return decided
		case cdcl.OutOfTime, cdcl.OutOfMemory:
			return outcomeOf(status)
		}
		if next == len(common) {
			next, patience = 0, 2*patience
		}
	cells:
		for tries := 0; tries < 8 && next < len(common); next++ {
			c := next * spread % len(common)
			if common[c] == Unknown || p.sat.Fixed(p.cells[c]) != 0 {
				continue
			}
			tries++
			status := p.near(g.budget.ctx, c, last)
			if status != cdcl.Sat {
				status = g.askFor(p, patience, p.is(c, opposite(common[c])))
			}
			switch status {
			case cdcl.Sat:
				last = p.picture()
				ruleOut(last)
				break cells
			case cdcl.Unsat:
				p.sat.Add(p.is(c, common[c]))
			case cdcl.OutOfTime, cdcl.OutOfMemory:
				return outcomeOf(status)
			}
		}
	}
}

// spread keeps cells tried one after the other apart: a prime above any side.
const spread = 7919
