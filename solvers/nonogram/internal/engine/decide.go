package engine

import (
	"context"
	"slices"
	"time"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// Solve decides the puzzle. If thorough, it also proves the backbone, or looks for the lines in
// conflict. The Outcome belongs to the last thing tried: the backbone if that was to be proved,
// else the verdict.
func (g *grid[M]) Solve(ctx context.Context, thorough bool) (*puzzle.Answer, Outcome) {
	if g.unbalanced() {
		return &puzzle.Answer{Verdict: solvers.None, Grid: g.cells()}, Decided
	}
	g.begin(ctx)
	defer func() { g.page.close() }()
	return g.decide(thorough)
}

// unbalanced reports whether rows and columns disagree on how many cells are filled.
func (g *grid[M]) unbalanced() bool {
	if g.paint != nil {
		return !g.paint.Puzzle.Balanced()
	}
	return !g.puzzle.Balanced()
}

// mustSolve panics unless every picture is a solution, and all are different.
func (g *grid[M]) mustSolve(pictures ...[]puzzle.Cell) {
	if g.paint != nil {
		g.paint.mustSolve(pictures...)
	} else {
		MustSolve(g.puzzle, pictures...)
	}
}

// begin starts the clock, and queues every line whose clue decides cells by itself.
func (g *grid[M]) begin(ctx context.Context) {
	now := time.Now()
	g.budget = budget{ctx: ctx, total: g.total, begun: now, reported: now}
	for line := range g.clues {
		if g.decidesAlone(line) {
			g.enqueue(line)
		}
	}
}

// decidesAlone reports whether a line's clue decides cells while none is known, or does not fit:
// some run is longer than the number of cells that the line has to spare.
func (g *grid[M]) decidesAlone(line int) bool {
	if g.paint != nil {
		return true
	}
	spare, longest := g.size(line)+1, 0
	for _, run := range g.clues[line] {
		spare -= run + 1
		longest = max(longest, run)
	}
	return longest == 0 || spare < longest
}

// decide completes the solve from the cells decided so far.
func (g *grid[M]) decide(thorough bool) (*puzzle.Answer, Outcome) {
	r := g.explore()
	g.mustSolve(r.solutions...)
	a := &puzzle.Answer{Verdict: r.verdict(), Level: g.level, Solutions: r.solutions, Decided: time.Since(g.budget.begun)}
	switch a.Verdict {
	case solvers.None:
		switch {
		case !g.byLearning:
			a.Conflict = g.conflict()
		case thorough:
			a.Conflict, a.ConflictMinimal = g.contradicting(conflictEffort * max(g.sketchConflicts+g.pageConflicts(), tryConflicts))
		}
	case solvers.Unique:
		a.BackboneProved = true
		a.Grid = slices.Clone(r.solutions[0])
		return a, r.outcome
	case solvers.Multiple:
		g.undo(g.certain)
		if thorough {
			r.outcome = g.proveBackbone(r.solutions)
			a.BackboneProved = r.outcome == Decided
		}
	case solvers.Undecided:
		g.undo(g.certain)
		g.adoptProved()
	}
	a.Grid = g.cells()
	return a, r.outcome
}
