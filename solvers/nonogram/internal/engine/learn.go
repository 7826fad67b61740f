package engine

import (
	"context"

	"kibitz/solvers/internal/cdcl"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// learn looks for two solutions. What is too large for a page is searched.
func (g *grid[M]) learn() result {
	picture, status := g.firstSolution()
	if status == cdcl.OutOfMemory && g.page == nil {
		return g.persist(2, nil)
	}
	g.byLearning = true
	if status != cdcl.Sat {
		return result{outcome: outcomeOf(status)}
	}
	if other := g.another(picture); other != nil {
		return result{Decided, [][]puzzle.Cell{picture, other}}
	}
	return g.beside(picture)
}

// beside looks for a solution beside the first, by learning if it can.
func (g *grid[M]) beside(first []puzzle.Cell) result {
	switch p, why := g.learned(); {
	case p != nil:
		return g.second(p, first)
	case why == OutOfMemory:
		return g.persist(2, [][]puzzle.Cell{first})
	default:
		return result{why, [][]puzzle.Cell{first}}
	}
}

// second looks for a solution beside the first.
func (g *grid[M]) second(p *page, first []puzzle.Cell) result {
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
	solutions := [][]puzzle.Cell{first}
	if status == cdcl.Sat {
		solutions = append(solutions, p.picture())
	}
	return result{outcomeOf(status), solutions}
}

const (
	glance = 100 // conflicts that a try may cost
	window = 5   // cells around a cell that may change with it
)

// changeNearby looks for a solution that differs from a picture only near some cell.
func (g *grid[M]) changeNearby(p *page, picture []puzzle.Cell) cdcl.Status {
	for c := range picture {
		if (c/g.cols+c%g.cols&g.place)%window != 0 || p.sat.Fixed(p.cells[c]) != 0 {
			continue
		}
		if g.paint != nil && (picture[c] != puzzle.Filled || g.fixedNearby(c, picture)) {
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
func (p *page) near(ctx context.Context, cell int, picture []puzzle.Cell) cdcl.Status {
	var outside []cdcl.Lit
	for c, value := range picture {
		if p.apart(c, cell) > window && p.sat.Fixed(p.cells[c]) == 0 {
			outside = append(outside, p.is(c, value))
		}
	}
	p.sat.Patience = glance
	return p.sat.Solve(ctx, append(outside, p.is(cell, puzzle.Opposite(picture[cell])))...)
}

// apart is how far apart two cells are, in rows or columns.
func (p *page) apart(a, b int) int {
	dr, dc := a/p.cols-b/p.cols, a%p.cols&p.place-b%p.cols&p.place
	return max(dr, -dr, dc, -dc)
}

// ask asks a page until it has an answer, and tells the progress on the way.
func (g *grid[M]) ask(p *page, assumptions ...cdcl.Lit) (status cdcl.Status) {
	for status == cdcl.OutOfPatience {
		status = g.askFor(p, between, assumptions...)
	}
	return status
}

// askFor asks a page for a number of conflicts at the most, and tells the progress.
func (g *grid[M]) askFor(p *page, conflicts int64, assumptions ...cdcl.Lit) cdcl.Status {
	p.sat.Patience = conflicts
	status := p.sat.Solve(g.budget.ctx, assumptions...)
	g.budget.report(p.certain() - (len(p.cells) - g.total))
	return status
}
