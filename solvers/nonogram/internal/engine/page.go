package engine

import (
	"context"
	"errors"
	"slices"

	"kibitz/solvers"
	"kibitz/solvers/internal/cdcl"
	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// page holds a puzzle, as far as it is open when learning begins, in clauses for a solver that
// learns. It uses the order encoding (Crawford and Baker 1994; Tamura et al. 2009): for each run j
// and cell i a variable "run j starts at or before i", so that one literal of a learned clause
// speaks of a whole range of places. With these, and x for "cell i is filled", the clauses
//
//	run j starts at or before i             →  … at or before i+1
//	run j starts at or before i             →  run j-1 ended before i-1
//	run j starts at or before i, not ended  →  x
//	run j-1 ended before i, j starts later  →  not x
//
// are complete: a picture fits if and only if there is a place for each run. There are variables
// only for places that the line solver leaves open before learning; all other places are equal to a
// neighbour's variable or to yes.
//
// Further variables for "run j covers i" and for the exact place of a run let the clauses see more
// at once, but cost more than they save: 9-Dom, Thing and Nature took more than twice as long with
// them.
type page struct {
	sat    cdcl.Solver
	yes    cdcl.Lit   // literal that always holds
	cells  []cdcl.Lit // for each cell, the literal that it is filled
	cols   int
	place  int             // as in grid
	lines  []cdcl.Lit      // for each line, the literal that its clue holds; yes if it must hold
	differ cdcl.Lit        // assumed to ask for a solution unlike those so far
	memory context.Context // context that pays for the page's memory
	most   int             // bound on its memory, in words
}

// These bounds keep a page within some 170 MB. mostClauses limits the clauses that it begins with,
// mostWords the words of those and of learned clauses. A page begins with room for clauseWords
// words a clause, and at least firstWords; that is half as much again as the usualWords that a
// clause takes.
const (
	mostClauses = 1 << 21 // see shares
	mostWords   = 12 << 20
	firstWords  = 1 << 16
	clauseWords = 7
	usualWords  = 5
)

// newPage returns a page with the clauses of every line. If optional, a line's clauses hold only
// while its literal in lines does. The page has to be closed. Without a page it returns the reason:
// OutOfMemory for a puzzle that is too large, else OutOfTime.
func newPage[M line.Mask](g *grid[M], optional bool) (p *page, why Outcome) {
	places, size := g.survey()
	switch {
	case g.budget.ended():
		return nil, OutOfTime
	case size.clauses > g.mostClauses:
		return nil, OutOfMemory
	}
	words := min(max(clauseWords*size.clauses, firstWords), mostWords)
	switch err := solvers.Take(g.budget.ctx, int64(words)*cdcl.WordBytes); {
	case errors.Is(err, solvers.ErrMemory):
		return nil, OutOfMemory
	case err != nil:
		return nil, OutOfTime
	}
	p = g.blank(words, mostWords)
	p.sat.Reserve(size.variables, usualWords*size.clauses)
	for line, runs := range g.clues {
		p.lines[line] = p.yes
		if g.budget.ended() {
			p.close()
			return nil, OutOfTime
		}
		if g.paint != nil {
			g.addPainted(p, line, optional)
			continue
		}
		cells := make([]cdcl.Lit, g.size(line))
		for i := range cells {
			cells[i] = p.cells[g.cellOf(line, i)]
		}
		if slices.ContainsFunc(cells, p.open) {
			if optional {
				p.lines[line] = p.newLit()
			}
			p.addLine(p.lines[line], cells, runs, places[line])
		}
	}
	return p, Decided
}

// blank returns a page without the clauses of any line. The caller has taken memory for words
// words; the page may grow to most words.
func (g *grid[M]) blank(words, most int) *page {
	p := &page{
		cells:  make([]cdcl.Lit, g.rows*g.cols),
		lines:  make([]cdcl.Lit, len(g.clues)),
		cols:   g.cols,
		place:  g.place,
		memory: g.budget.ctx,
		most:   most,
	}
	p.sat.Memory, p.sat.More, p.sat.Proof = words, p.more, g.proof
	p.sat.Reserve(2+g.total-len(g.trail), 0)
	p.yes = p.newLit()
	p.sat.Add(p.yes)
	p.differ = p.newLit()
	for c := range p.cells {
		switch g.at(c) {
		case puzzle.Filled:
			p.cells[c] = p.yes
		case puzzle.Empty:
			p.cells[c] = p.no()
		default:
			p.cells[c] = g.newCell(p, c)
		}
	}
	return p
}

// more doubles a page's memory as far as its bound and the machine allow. It returns the new number
// of words.
func (p *page) more(words int) int {
	more := min(words, p.most-words)
	if more <= 0 || solvers.Take(p.memory, int64(more)*cdcl.WordBytes) != nil {
		return words
	}
	return words + more
}

// close gives back the memory of a page that is no longer used. A nil page has none.
func (p *page) close() {
	if p != nil {
		solvers.Give(p.memory, int64(p.sat.Memory)*cdcl.WordBytes)
	}
}

// newLit returns the positive literal of a new variable.
func (p *page) newLit() cdcl.Lit { return cdcl.Pos(p.sat.NewVar()) }

// no returns the literal that never holds.
func (p *page) no() cdcl.Lit { return p.yes.Not() }

// open reports whether a literal is neither yes nor no.
func (p *page) open(l cdcl.Lit) bool { return l.Var() != p.yes.Var() }

// places returns the cells at which each run of a line may start.
func (g *grid[M]) places(which int) [][]int {
	n, k := g.size(which), len(g.clues[which])
	s := line.LineSolver[M]{Left: line.NewSweep[M](k), Right: line.NewSweep[M](k), Back: make([]int, k)}
	s.Wide(g.clues[which], n, g.lines[which]) // it leaves the starts behind
	places := make([][]int, k)
	for j, run := range g.clues[which] {
		starts := line.Mirrored(&s.Right.Starts[k-1-j], n)
		line.Down(&starts, uint(run-1))
		line.Keep(&starts, &s.Left.Starts[j])
		line.Each(starts, func(i int) { places[j] = append(places[j], i) })
	}
	return places
}

// pageSize estimates the size of a page: four clauses for each cell that a run may but need not
// cover, and a variable for each place.
type pageSize struct{ clauses, variables int }

// survey returns the places of each line's runs and the size of the page. It stops early when the
// page is too large.
func (g *grid[M]) survey() (places [][][]int, size pageSize) {
	places = make([][][]int, len(g.clues))
	for line, runs := range g.clues {
		if g.budget.ended() || size.clauses > g.mostClauses {
			break
		}
		if g.paint != nil {
			size.clauses += g.paint.clauses(line, &g.lines[line])
			continue
		}
		places[line] = g.places(line)
		for j, starts := range places[line] {
			if n := len(starts); n > 1 {
				size.clauses += 4 * (starts[n-1] - starts[0] + runs[j])
				size.variables += n - 1
			}
		}
	}
	return places, size
}

// addLine adds the clauses of one line, see page; they hold only while the literal line does. cells has
// the literals of its cells, and places the cells where each of its runs may start. The run before
// the first has ended everywhere, and the run after the last starts nowhere.
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

// order makes the variables of one run, which may start at places, in a line of a number of cells.
// Element i of the result holds if the run starts at or before cell i. Before the first place it is
// no, from the last on yes, and between two places it is that of the earlier one.
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

// picture returns the picture of the last model.
func (p *page) picture() []puzzle.Cell {
	picture := make([]puzzle.Cell, len(p.cells))
	for c, l := range p.cells {
		picture[c] = puzzle.Empty
		if p.sat.Value(l) {
			picture[c] = puzzle.Filled
		}
	}
	return picture
}

// differenceClause returns a clause that holds in every picture that differs from this one in an
// open cell. Unknown cells of the picture are left out.
func (p *page) differenceClause(picture []puzzle.Cell) (clause []cdcl.Lit) {
	for c, value := range picture {
		if value != puzzle.Unknown && p.sat.Fixed(p.cells[c]) == 0 {
			clause = append(clause, p.literal(c, puzzle.Opposite(value)))
		}
	}
	return clause
}

// literal returns the literal that a cell has a value.
func (p *page) literal(cell int, value puzzle.Cell) cdcl.Lit {
	if value == puzzle.Filled {
		return p.cells[cell]
	}
	return p.cells[cell].Not()
}

// expectDifference makes the literal differ imply that one of the known cells of a picture has
// another value.
func (p *page) expectDifference(picture []puzzle.Cell) {
	p.sat.Add(append(p.differenceClause(picture), p.differ.Not())...)
}

// learned returns the puzzle's page, which it makes at the first call; or nil, and the reason.
func (g *grid[M]) learned() (p *page, why Outcome) {
	if g.page == nil {
		g.undo(g.certain)
		g.page, why = newPage(g, false)
	}
	return g.page, why
}

// model returns the picture of a satisfiable page, and the status.
func (p *page) model(status cdcl.Status) ([]puzzle.Cell, cdcl.Status) {
	if status != cdcl.Sat {
		return nil, status
	}
	return p.picture(), status
}

// preferPicture makes the solver try the values of a picture first.
func (p *page) preferPicture(picture []puzzle.Cell) {
	for c, value := range picture {
		p.sat.Prefer(p.literal(c, value))
	}
}

// addProved adds cells that were proved elsewhere to the clauses.
func (p *page) addProved(proved []puzzle.Cell) {
	for c, value := range proved {
		if value != puzzle.Unknown && p.sat.Fixed(p.cells[c]) == 0 {
			p.sat.Add(p.literal(c, value))
		}
	}
}
