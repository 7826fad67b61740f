package kakuro

import (
	"context"

	"kibitz/solvers"
)

// Slips looks for single sums that may have been mistyped, in a puzzle without solution: with
// another sum there it has exactly one solution, proved. It names one such sum for each entry.
// If every entry has a sum and the totals across and down are equal there is no slip, since one
// changed sum would make them differ. complete says that every sum was decided; it is false for a
// puzzle that Check refuses or with a side above MaxRepaired. ctx should have an end, because
// each sum is a puzzle to solve.
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
		if m.sums[e] == 0 { // a missing sum was not mistyped
			continue
		}
		switch m.vary(e, excess, known, m.solveTrial) {
		case someLeft:
			slips = append(slips, m.changes()...)
			m.set(e, m.sums[e])
		case outOfTime:
			return slips, false
		}
	}
	return slips, true
}

// Changed returns a copy of the puzzle with a change made, which may take a sum away. It returns
// nil if the change does not fit the puzzle.
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
