package kakuro

import (
	"context"

	"kibitz/solvers"
)

// Slips looks for single sums that may have been mistyped, in a puzzle without solution: with
// another one it has exactly one, proved. Where every entry has a sum, and those across and
// those down add up to the same, there is none, for one sum more or less would part them.
// Complete says whether every sum was decided; ctx should have an end, for each is a puzzle to
// solve. Of an entry that several sums would do for, one is told.
func (p *Puzzle) Slips(ctx context.Context) (slips []Change, complete bool) {
	if p.Check() != nil || max(p.Rows, p.Cols) > MaxRepaired {
		return nil, false
	}
	m := newMender(ctx, p)
	excess, known := m.excess()
	if known && excess == 0 {
		return nil, true
	}
	m.rank(&Answer{Verdict: solvers.None, Grid: make([]int, len(p.Cells))})
	for _, e := range m.order {
		if m.sums[e] == 0 { // one that is missing was not mistyped
			continue
		}
		switch m.vary(e, excess, known, m.unique) {
		case someLeft:
			slips = append(slips, m.changes()...)
			m.set(e, m.sums[e])
		case outOfTime:
			return slips, false
		}
	}
	return slips, true
}

// Changed is the puzzle with a change made, be it to no sum; nil where it is none of this
// puzzle's.
func (p *Puzzle) Changed(c Change) *Puzzle {
	least, most := sumRange(c.Len)
	q := &Puzzle{Rows: p.Rows, Cols: p.Cols, Cells: append([]Cell(nil), p.Cells...)}
	for _, e := range p.Entries() {
		if e == c.Entry && (c.Now == 0 || c.Now >= least && c.Now <= most) && (e.Across && e.Col > 0 || !e.Across && e.Row > 0) {
			q.setSum(e, c.Now)
			return q
		}
	}
	return nil
}
