package engine

import (
	"slices"

	"kibitz/solvers/internal/cdcl"
	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// certain returns the number of cells that are proved.
func (p *page) certain() (n int) {
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
	return g.certainly(g.page.proved())
}

// proved returns the cells that are the same in all solutions as far as the page knows; Unknown for
// all others.
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

// backbone is the search for the cells that are the same in all solutions.
type backbone[M line.Mask] struct {
	grid     *grid[M]
	page     *page
	common   []puzzle.Cell // to the solutions so far; else Unknown
	last     []puzzle.Cell // solution
	next     int           // cell to be asked about, in the order of spread
	patience int64         // conflicts that the question about a cell may cost
}

// proveBackbone decides every cell that is the same in all solutions, two of which are known. It
// asks for a solution that differs from those in some cell they have in common: each one rules
// out the cells in which it differs, and when there is none, all cells left are proved at once.
// In between it asks about single cells, and ever more patiently about all of them.
func (g *grid[M]) proveBackbone(solutions [][]puzzle.Cell) Outcome {
	p, why := g.learned()
	switch {
	case p == nil && why == OutOfMemory:
		return g.proveByCell(solutions)
	case p == nil:
		return why
	}
	defer g.adoptProved()
	b := backbone[M]{grid: g, page: p, common: slices.Clone(solutions[0]), patience: glance}
	b.ruleOut(solutions[0])
	b.ruleOut(solutions[1])
	p.recall(b.last)
	p.sat.Stay = true
	for all := int64(10 * glance); ; all += all / 10 {
		p.expectDifference(b.common)
		switch status := g.askFor(p, all, p.differ); status {
		case cdcl.Sat:
			b.ruleOut(p.picture())
			all = 10 * glance
			continue
		case cdcl.Unsat:
			p.hold(b.common)
			return Decided
		case cdcl.OutOfTime, cdcl.OutOfMemory:
			return outcomeOf(status)
		}
		if status := b.askCells(8); status == cdcl.OutOfTime || status == cdcl.OutOfMemory {
			return outcomeOf(status)
		}
	}
}

// ruleOut takes from common the cells in which a solution differs, or one beside it by a switch.
func (b *backbone[M]) ruleOut(solution []puzzle.Cell) {
	b.last = solution
	b.grid.mustSolve(solution)
	for c, value := range solution {
		if b.common[c] != value {
			b.common[c] = puzzle.Unknown
		}
	}
	b.grid.switches(solution, b.common)
}

// askCells asks about the next few cells in common, up to a solution in which one of them
// differs. It returns the status of the last question.
func (b *backbone[M]) askCells(most int) (status cdcl.Status) {
	p := b.page
	if b.next == len(b.common) {
		b.next, b.patience = 0, 2*b.patience
	}
	for tries := 0; tries < most && b.next < len(b.common); b.next++ {
		c := b.next * spread % len(b.common)
		if b.common[c] == puzzle.Unknown || p.sat.Fixed(p.cells[c]) != 0 {
			continue
		}
		tries++
		status = p.near(b.grid.budget.ctx, c, b.last)
		if status != cdcl.Sat {
			status = b.grid.askFor(p, b.patience, p.is(c, puzzle.Opposite(b.common[c])))
		}
		switch status {
		case cdcl.Sat:
			b.ruleOut(p.picture())
			return status
		case cdcl.Unsat:
			p.sat.Add(p.is(c, b.common[c]))
		case cdcl.OutOfTime, cdcl.OutOfMemory:
			return status
		}
	}
	return status
}

// spread keeps cells tried one after the other apart: a prime above any side.
const spread = 7919
