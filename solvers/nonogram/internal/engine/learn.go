package engine

import (
	"context"

	"kibitz/solvers/internal/cdcl"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// learn looks for two solutions. A puzzle that is too large for a page is searched without
// learning.
func (g *grid[M]) learn() result {
	picture, status := g.firstSolution()
	if status == cdcl.OutOfMemory && g.page == nil {
		return g.persist(2, nil)
	}
	g.byLearning = true
	if status != cdcl.Sat {
		return result{outcome: outcomeOf(status)}
	}
	if other := g.findSwitch(picture); other != nil {
		return result{Decided, [][]puzzle.Cell{picture, other}}
	}
	return g.findBeside(picture)
}

// findBeside looks for a solution other than the first, by learning if there is memory for it.
func (g *grid[M]) findBeside(first []puzzle.Cell) result {
	switch p, why := g.learned(); {
	case p != nil:
		return g.findSecond(p, first)
	case why == OutOfMemory:
		return g.persist(2, [][]puzzle.Cell{first})
	default:
		return result{why, [][]puzzle.Cell{first}}
	}
}

// findSecond looks on a page for a solution other than the first: by a short question, a proof by
// prices that there is none, changes near single cells, and at last questions without a bound. It
// returns both solutions, or the first alone, with the outcome.
func (g *grid[M]) findSecond(p *page, first []puzzle.Cell) result {
	p.preferPicture(first)
	p.expectDifference(first)
	p.sat.Stay = true
	status := g.askFor(p, tryConflicts, p.differ)
	if status == cdcl.OutOfPatience && g.paint == nil && newBalance(g, first).proves() {
		status = cdcl.Unsat
	}
	if status == cdcl.OutOfPatience {
		status = g.changeNearby(p, first)
	}
	if status == cdcl.OutOfPatience {
		status = g.changeAnything(p, first)
	}
	solutions := [][]puzzle.Cell{first}
	if status == cdcl.Sat {
		solutions = append(solutions, p.picture())
	}
	return result{outcomeOf(status), solutions}
}

const (
	tryConflicts = 100 // conflicts that one try may cost
	nearby       = 5   // distance, in rows and columns, up to which cells may change with a cell
)

// changeNearby looks for a solution that differs from a picture only near some cell. Without it one
// picture of the survey, which has a second solution, was not decided in ten minutes.
func (g *grid[M]) changeNearby(p *page, picture []puzzle.Cell) cdcl.Status {
	for c := range picture {
		if (c/g.cols+c%g.cols&g.place)%nearby != 0 || p.sat.Fixed(p.cells[c]) != 0 {
			continue
		}
		if g.paint != nil && picture[c] != puzzle.Filled || g.fixedByLines(c, picture) {
			continue
		}
		switch status := p.askNear(g.budget.ctx, c, picture); status {
		case cdcl.Sat, cdcl.OutOfTime, cdcl.OutOfMemory:
			return status
		}
	}
	return cdcl.OutOfPatience
}

// fixedByLines reports whether lines alone show that a cell has to keep its value while all cells
// farther than nearby keep theirs. That takes a tenth of the time of page.askNear.
func (g *grid[M]) fixedByLines(cell int, picture []puzzle.Cell) bool {
	if g.at(cell) != puzzle.Unknown {
		return false
	}
	mark := len(g.trail)
	defer g.undo(mark)
	for at, value := range picture {
		dr, dc := g.page.apart(at, cell)
		if min(dr, dc) > nearby || max(dr, dc) <= nearby || g.at(at) != puzzle.Unknown {
			continue // it shares no line with what may change, or it may change itself
		}
		if value == puzzle.Filled || g.paint == nil {
			g.set(at, value)
		}
	}
	g.emptyQueue() // these lines all have an arrangement: the picture's
	g.set(cell, puzzle.Opposite(picture[cell]))
	return g.propagate() == contradiction
}

// askNear asks for a solution with one cell flipped and every cell farther than nearby as it is in
// picture. If there is none, there may still be other solutions.
func (p *page) askNear(ctx context.Context, cell int, picture []puzzle.Cell) cdcl.Status {
	var outside []cdcl.Lit
	for c, value := range picture {
		if max(p.apart(c, cell)) > nearby && p.sat.Fixed(p.cells[c]) == 0 {
			outside = append(outside, p.literal(c, value))
		}
	}
	p.sat.Patience = tryConflicts
	return p.sat.Solve(ctx, append(outside, p.literal(cell, puzzle.Opposite(picture[cell])))...)
}

// apart returns the distances of two cells in rows and in columns.
func (p *page) apart(a, b int) (rows, columns int) {
	rows, columns = a/p.cols-b/p.cols, a%p.cols&p.place-b%p.cols&p.place
	return max(rows, -rows), max(columns, -columns)
}

// These bounds begin the questions of changeAnything. A picture of noise of 50 × 50 cells takes half
// the conflicts with few conflicts for each cell; with 10 or 30 it takes more.
const (
	cellConflicts = 3   // conflicts that the question about one cell may cost at first
	allConflicts  = 300 // times as many that the question about all may cost
)

// changeAnything looks for a solution that differs from a picture in any cell, without a bound. It
// asks about one open cell after another, and adds those that cannot differ to the clauses; then
// about all at once. Each time round it allows twice the conflicts.
func (g *grid[M]) changeAnything(p *page, picture []puzzle.Cell) (status cdcl.Status) {
	p.sat.Stay, p.sat.Decay = false, proofDecay
	defer func() { p.sat.Decay = 0 }()
	for patience := int64(cellConflicts); status == cdcl.OutOfPatience; patience *= 2 {
		for i := range picture {
			c := i * cellStride % len(picture)
			if p.sat.Fixed(p.cells[c]) != 0 {
				continue
			}
			switch status = g.askFor(p, patience, p.literal(c, puzzle.Opposite(picture[c]))); status {
			case cdcl.Unsat:
				p.sat.Add(p.literal(c, picture[c]))
			case cdcl.Sat, cdcl.OutOfTime, cdcl.OutOfMemory:
				return status
			}
		}
		status = g.askFor(p, allConflicts*patience, p.differ)
	}
	return status
}

// proofDecay is the decay of activities while the page has to prove that a picture is the only one:
// the twelve hard pictures of docs/figures.md that were tuned on, each as it is and transposed, took
// 4,139 conflicts with .9 (geometric mean) and 3,308 with .85.
const proofDecay = .85

// askFor asks a page for at most a number of conflicts, and reports the progress.
func (g *grid[M]) askFor(p *page, conflicts int64, assumptions ...cdcl.Lit) cdcl.Status {
	p.sat.Patience = conflicts
	status := p.sat.Solve(g.budget.ctx, assumptions...)
	g.budget.report(p.countProved() - (len(p.cells) - g.total))
	return status
}
