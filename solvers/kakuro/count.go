package kakuro

import (
	"context"
	"math"

	"kibitz/solvers/internal/cdcl"
	"kibitz/solvers/internal/tally"
)

// MaxCount is the highest limit of Count.
const MaxCount = tally.Max

// Count returns the number of solutions, up to limit. If exact is false there are at
// least n, because there are more than limit or because ctx has ended.
func (p *Puzzle) Count(ctx context.Context, limit int) (n int, exact bool) {
	a, err := p.Decide(ctx)
	if err != nil {
		return 0, false
	}
	return p.CountFrom(ctx, a, limit)
}

// CountFrom counts as Count does, for a caller who has p's Answer already.
//
// It counts each region of cells that are open in the Answer alone, and multiplies
// the counts, so that it need not take a million steps to count to a million in a
// puzzle with twenty separate regions.
func (p *Puzzle) CountFrom(ctx context.Context, a *Answer, limit int) (n int, exact bool) {
	if p.Check() != nil {
		return 0, false
	}
	limit = tally.Limit(limit)
	if n, exact, ok := tally.Known(a.Verdict, len(a.Solutions), limit); ok {
		return n, exact
	}
	g := newGrid(ctx, p)
	defer func() { g.page.close() }()
	for cell, place := range g.places {
		g.strike(int32(cell), allDigits&^a.Candidates[place])
	}
	if g.propagate() != someLeft {
		return min(len(a.Solutions), limit), false
	}
	g.commit()
	n, o := g.count(limit + 1)
	n = max(n, len(a.Solutions))
	return min(n, limit), o == noneLeft && n <= limit
}

// count returns the number of solutions of a puzzle that has some. With noneLeft n is
// exact. Else there are at least n, and with someLeft n is enough.
func (g *grid) count(enough int) (n int, o outcome) {
	n = 1
	for _, r := range g.regions() {
		here, o := g.countRegion(&r, enough)
		if n = tally.Times(n, max(here, 1), enough); n == enough {
			return n, someLeft
		}
		if o != noneLeft {
			return n, o
		}
	}
	return n, noneLeft
}

// countRegion counts the solutions of one region as count does: by search for a bounded number of
// looks, and then from 0 by learning, forbidding each solution that it finds. If time ends while
// it learns, it returns the greater of the two counts. A region too large for a page is searched
// to the end.
func (g *grid) countRegion(r *region, enough int) (n int, o outcome) {
	more := func() bool {
		n++
		return n < enough
	}
	if o := g.enumerate(r.cells, effort*(len(r.cells)+enough), more); o != outOfLooks {
		return n, o
	}
	p, before := g.pageOf(r), n
	n = 0
	if p == nil {
		o := g.enumerate(r.cells, math.MaxInt, more)
		return max(n, before), o
	}
	for ; n < enough; n++ {
		switch g.ask(p) {
		case cdcl.Sat:
			p.forbid(g.read(p), p.yes.Not())
		case cdcl.Unsat:
			return n, noneLeft
		default:
			return max(n, before), outOfTime
		}
	}
	return n, someLeft
}
