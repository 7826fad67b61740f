package kakuro

import (
	"context"
	"math"

	"kibitz/solvers"
	"kibitz/solvers/internal/cdcl"
)

// MaxCount is the highest limit of Count.
const MaxCount = 1 << 30

// Count is the number of solutions, up to limit. It is exact where n is all of
// them; else there are at least n: more than limit, or ctx has ended.
func (p *Puzzle) Count(ctx context.Context, limit int) (n int, exact bool) {
	a, err := p.Decide(ctx)
	if err != nil {
		return 0, false
	}
	return p.CountFrom(ctx, a, limit)
}

// CountFrom is Count for whoever has p's Answer already.
//
// Each region of cells that are open in the Answer is counted alone, and the
// counts are multiplied, so that a limit of a million is no million steps in a
// puzzle with twenty separate doubts.
func (p *Puzzle) CountFrom(ctx context.Context, a *Answer, limit int) (n int, exact bool) {
	if p.Check() != nil {
		return 0, false
	}
	limit = min(max(limit, 0), MaxCount)
	switch a.Verdict {
	case solvers.None:
		return 0, true
	case solvers.Unique:
		return min(1, limit), limit >= 1
	case solvers.Undecided:
		return min(len(a.Solutions), limit), false
	}
	b := newBoard(ctx, p)
	for cell, place := range b.places {
		b.strike(int32(cell), allDigits&^a.Candidates[place])
	}
	b.propagate()
	b.commit()
	n = b.count(limit + 1)
	n = max(n, len(a.Solutions))
	return min(n, limit), n <= limit && !b.ended
}

// count is the number of solutions up to enough, of a puzzle that has some. If
// time ends before, it is less.
func (b *board) count(enough int) int {
	product := 1
	for _, r := range b.regions() {
		product = min(product*max(b.countRegion(&r, enough), 1), enough)
		if b.ended || product == enough {
			break
		}
	}
	return product
}

// countRegion counts by search while that is easy, and else by learning.
func (b *board) countRegion(r *region, enough int) (n int) {
	more := func() bool {
		n++
		return n < enough
	}
	if b.enumerate(r.cells, effort*(len(r.cells)+enough), more) || n == enough || b.ended {
		return n
	}
	p, before := b.pageOf(r), n
	if p == nil {
		n = 0
		b.enumerate(r.cells, math.MaxInt, more)
		return n
	}
	for n = 0; n < enough && b.ask(p) == cdcl.Sat; n++ {
		p.forbid(b.read(p), p.yes.Not())
	}
	return max(n, before)
}
