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
	place  int             // as in grid
	lines  []cdcl.Lit      // that the line's clue holds; yes for one that is known to hold
	differ cdcl.Lit        // assumed to ask for a solution unlike those so far
	memory context.Context // of which it has its words
	most   int             // words that it takes at the most
}

// Bounds on a page, so that all of it stays within some 170 MB: the clauses to
// begin with, and the words of those and the learned ones. It begins with room for
// firstWords, or clauseWords a clause, which is half as much again as the usualWords that
// those take.
const (
	mostClauses = 1 << 21 // see shares
	mostWords   = 12 << 20
	firstWords  = 1 << 16
	clauseWords = 7
	usualWords  = 5
)

// newPage says what every line says, or if optional what each says when its variable
// in lines holds. Where there can be none it is nil, with the reason: OutOfMemory for a
// puzzle that is too large. The page is to be closed.
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

// blank is a page that says nothing of lines yet, with so many words, which are taken, and as
// many as most in the end.
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

// more takes as many words again, if there are.
func (p *page) more(words int) int {
	more := min(words, p.most-words)
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

// pageSize is how large a page becomes, about: four clauses for each cell that a run may
// reach and may not, and a variable for each place.
type pageSize struct{ clauses, variables int }

// survey is the size of the page, with the places of each line; it ends where the page is
// too large.
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

// unlike are the literals of which one holds in every other picture: those of the
// cells given, all open ones of them, with the other value.
func (p *page) unlike(picture []puzzle.Cell) (clause []cdcl.Lit) {
	for c, value := range picture {
		if value != puzzle.Unknown && p.sat.Fixed(p.cells[c]) == 0 {
			clause = append(clause, p.is(c, puzzle.Opposite(value)))
		}
	}
	return clause
}

func (p *page) is(cell int, value puzzle.Cell) cdcl.Lit {
	if value == puzzle.Filled {
		return p.cells[cell]
	}
	return p.cells[cell].Not()
}

// expectDifference makes differ mean that one of the cells given has another value.
func (p *page) expectDifference(picture []puzzle.Cell) {
	p.sat.Add(append(p.unlike(picture), p.differ.Not())...)
}

// learned is the puzzle's page, made when it is first needed; or nil and why there is none.
func (g *grid[M]) learned() (p *page, why Outcome) {
	if g.page == nil {
		g.undo(g.certain)
		g.page, why = newPage(g, false)
	}
	return g.page, why
}

// model returns the picture of a page that is satisfiable, and the status.
func (p *page) model(status cdcl.Status) ([]puzzle.Cell, cdcl.Status) {
	if status != cdcl.Sat {
		return nil, status
	}
	return p.picture(), status
}

// recall has the solver first try the values of a picture.
func (p *page) recall(picture []puzzle.Cell) {
	for c, value := range picture {
		p.sat.Prefer(p.is(c, value))
	}
}

// hold adds that some cells have values that were proved elsewhere.
func (p *page) hold(proved []puzzle.Cell) {
	for c, value := range proved {
		if value != puzzle.Unknown && p.sat.Fixed(p.cells[c]) == 0 {
			p.sat.Add(p.is(c, value))
		}
	}
}
