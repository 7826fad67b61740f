package engine

import (
	"context"
	"slices"

	"kibitz/solvers/internal/cdcl"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// conflictEffort bounds the conflicts that the search for contradicting lines takes, by
// those that the verdict took. It begins from bare lines, with nothing of what probes knew, so
// that it can take as long as a much harder puzzle.
const conflictEffort = 3

// contradicting are lines that have no solution together: all there are, or fewer as far
// as so many conflicts show. It says whether they are minimal: whether each of them
// was seen to be needed. The page is written anew from bare lines, each line's clauses only if
// a variable for that line holds.
func (g *grid[M]) contradicting(conflicts int64) (lines []puzzle.Line, minimal bool) {
	bare := g.bare()
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
