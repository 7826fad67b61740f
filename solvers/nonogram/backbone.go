package nonogram

import (
	"slices"

	"kibitz/solvers/internal/cdcl"
)

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
func (g *grid[M]) adoptProved() finding {
	if g.page == nil {
		return consistent
	}
	return g.certainly(g.page.proved())
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
		g.mustSolve(picture)
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
