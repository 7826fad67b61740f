package engine

import (
	"context"
	"slices"

	"kibitz/solvers/internal/cdcl"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// conflictEffort bounds the conflicts that the search for contradicting lines takes, as a multiple
// of those that the verdict took. The search begins with bare lines, without the cells that probes
// found, so that it can take as long as a much harder puzzle.
const conflictEffort = 3

// contradicting returns lines that have no solution together. It begins with all lines and leaves
// out as many as it can within a number of conflicts. minimal reports whether each remaining line
// was shown to be needed. The page is written anew from bare lines; a line's clauses hold only
// while a variable for that line does.
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

// smallestCore starts with all lines, and leaves out each line without which the others still
// contradict each other. The core is nil when the number of conflicts is too small to show that all
// lines contradict.
func (p *page) smallestCore(ctx context.Context, conflicts int64) (core []cdcl.Lit, minimal bool) {
	end := p.sat.Conflicts + conflicts
	contradict := func(lines []cdcl.Lit, patience int64) cdcl.Status {
		if p.sat.Patience = min(patience, end-p.sat.Conflicts); p.sat.Patience <= 0 {
			return cdcl.OutOfPatience // 0 would mean no bound
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
		status := contradict(others, reportConflicts)
		if status == cdcl.Unsat {
			core = inCore(others) // the lines before next are needed in every core of others
			continue
		}
		minimal = minimal && status == cdcl.Sat
		next++
	}
	return core, minimal
}
