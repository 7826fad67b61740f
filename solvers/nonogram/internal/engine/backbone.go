package engine

import (
	"slices"

	"kibitz/solvers/internal/cdcl"
	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// countProved returns the number of cells that are proved.
func (p *page) countProved() (n int) {
	for _, l := range p.cells {
		if p.sat.Fixed(l) != 0 {
			n++
		}
	}
	return n
}

// adoptProved decides the cells that the page has proved.
func (g *grid[M]) adoptProved() finding {
	if g.page == nil {
		return consistent
	}
	return g.adopt(g.page.proved())
}

// proved returns the value of each cell that the page has proved, Unknown for the others.
func (p *page) proved() []puzzle.Cell {
	cells := make([]puzzle.Cell, len(p.cells))
	for c, l := range p.cells {
		switch p.sat.Fixed(l) {
		case 1:
			cells[c] = puzzle.Filled
		case -1:
			cells[c] = puzzle.Empty
		}
	}
	return cells
}

// backbone searches for the cells that are the same in all solutions.
type backbone[M line.Mask] struct {
	grid     *grid[M]
	page     *page
	common   []puzzle.Cell // value of a cell in all solutions found so far, Unknown if they differ
	last     []puzzle.Cell // last solution found
	next     int           // index of the next cell to ask about; see cellStride
	patience int64         // conflicts that the question about a cell may cost
}

// proveBackbone decides every cell that is the same in all solutions, given two of them. It asks
// for a solution that differs in some cell from all solutions so far. Each such solution rules out
// the cells in which it differs; when there is none, all remaining cells are proved at once. In
// between it asks about single cells, and each time allows more conflicts for the question about
// all.
func (g *grid[M]) proveBackbone(solutions [][]puzzle.Cell) Outcome {
	p, why := g.learned()
	switch {
	case p == nil && why == OutOfMemory:
		return g.proveByCell(solutions)
	case p == nil:
		return why
	}
	defer g.adoptProved()
	b := backbone[M]{grid: g, page: p, common: slices.Clone(solutions[0]), patience: tryConflicts}
	b.ruleOut(solutions[0])
	b.ruleOut(solutions[1])
	p.preferPicture(b.last)
	p.sat.Stay = true
	for all := int64(10 * tryConflicts); ; all += all / 10 {
		p.expectDifference(b.common)
		switch status := g.askFor(p, all, p.differ); status {
		case cdcl.Sat:
			b.ruleOut(p.picture())
			all = 10 * tryConflicts
			continue
		case cdcl.Unsat:
			p.addProved(b.common)
			return Decided
		case cdcl.OutOfTime, cdcl.OutOfMemory:
			return outcomeOf(status)
		}
		if status := b.askCells(8); status == cdcl.OutOfTime || status == cdcl.OutOfMemory {
			return outcomeOf(status)
		}
	}
}

// ruleOut removes from common the cells in which a solution differs, or another one that a switch
// makes of it.
func (b *backbone[M]) ruleOut(solution []puzzle.Cell) {
	b.last = solution
	b.grid.mustSolve(solution)
	for c, value := range solution {
		if b.common[c] != value {
			b.common[c] = puzzle.Unknown
		}
	}
	b.grid.ruleOutSwitches(solution, b.common)
}

// askCells asks about the next common cells, up to a number of them, until a solution differs in one
// of them or a question ends for time or memory. A cell in which none differs is added to the
// clauses. After the last cell of the board it begins anew, with twice the patience. It returns the
// status of the last question, OutOfPatience if there was none.
func (b *backbone[M]) askCells(most int) (status cdcl.Status) {
	p := b.page
	if b.next == len(b.common) {
		b.next, b.patience = 0, 2*b.patience
	}
	for tries := 0; tries < most && b.next < len(b.common); b.next++ {
		c := b.next * cellStride % len(b.common)
		if b.common[c] == puzzle.Unknown || p.sat.Fixed(p.cells[c]) != 0 {
			continue
		}
		tries++
		status = p.askNear(b.grid.budget.ctx, c, b.last)
		if status != cdcl.Sat {
			status = b.grid.askFor(p, b.patience, p.literal(c, puzzle.Opposite(b.common[c])))
		}
		switch status {
		case cdcl.Sat:
			b.ruleOut(p.picture())
			return status
		case cdcl.Unsat:
			p.sat.Add(p.literal(c, b.common[c]))
		case cdcl.OutOfTime, cdcl.OutOfMemory:
			return status
		}
	}
	return status
}

// cellStride is the distance between cells asked about in succession, so that they lie far apart.
// It is a prime above any side.
const cellStride = 7919
