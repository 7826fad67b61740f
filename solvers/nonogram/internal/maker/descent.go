package maker

import (
	"context"
	"slices"
	"time"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/engine"
)

// descents is the number of them that are tried at first, and again between two depths of the
// proof, for small pictures; large ones get fewer.
const descents = 4

// share is the part of the time left that one decision may take on the way to
// an upper bound; a picture that takes longer counts as not unique there.
const share = 20

// soon reports whether the picture on trial is seen to be unique within a share of the time left.
func (m *mender) soon() bool {
	ctx, cancel := m.ctx, func() {}
	if end, ok := m.ctx.Deadline(); ok {
		ctx, cancel = context.WithTimeout(m.ctx, time.Until(end)/share)
	}
	defer cancel()
	verdict, _ := m.decide(ctx)
	return verdict == solvers.Unique
}

// descend looks for changes that leave nothing open to lines, each step the best
// of a sample, then takes back those not needed. What it finds is the new best if
// it has fewer changes.
func (m *mender) descend() {
	m.reset(nil)
	open := m.ByLine()
	const patience = 40 // samples without a better one
	for stale := 0; open > 0 && stale < patience; stale++ {
		if m.spent() {
			return
		}
		cell, left := m.sample(stale)
		if left > m.Cells() { // none of the sample may be changed
			continue
		}
		if left > open || left == open && m.random.IntN(2) == 0 {
			continue
		}
		if left < open {
			stale = 0
		}
		m.swap(cell)
		open = left
		solvers.Report(m.report, m.Cells()-open, m.Cells())
	}
	if open == 0 || m.soon() {
		m.shrink()
	}
}

// swap changes a cell, or takes its change back.
func (m *mender) swap(cell int) {
	if i := slices.Index(m.changed, cell); i >= 0 {
		m.changed = slices.Delete(m.changed, i, i+1)
		m.Flip(cell)
		return
	}
	m.change(cell)
}

// sample returns the best of some changes, mostly to cells that are open, and how many
// cells are open after it.
func (m *mender) sample(stale int) (best, left int) {
	const tries = 12
	m.ByLine()
	open := m.OpenCells()
	left = m.Cells() + 1
	for range tries {
		cell := open[m.random.IntN(len(open))]
		if stale > 10 && m.random.IntN(2) == 0 { // or to another in its row or column
			if m.random.IntN(2) == 0 {
				cell = cell/m.Cols*m.Cols + m.random.IntN(m.Cols)
			} else {
				cell = m.random.IntN(m.Rows)*m.Cols + cell%m.Cols
			}
		}
		if m.frozen[cell] > 0 {
			continue
		}
		m.Flip(cell)
		if n := m.ByLine(); n < left {
			best, left = cell, n
		}
		m.Flip(cell)
	}
	return best, left
}

// shrink takes back changes that are not needed, and notes what is left if that
// is the best so far.
func (m *mender) shrink() {
	for _, i := range m.random.Perm(len(m.changed)) {
		m.improve(m.trial())
		if m.spent() {
			return
		}
		if i >= len(m.changed) {
			continue
		}
		cell := m.changed[i]
		m.swap(cell)
		if m.refuted() || !m.soon() {
			m.swap(cell)
		}
	}
	m.improve(m.trial())
}

func (m *mender) improve(changes []int) {
	if m.best == nil || len(changes) < len(m.best) {
		m.best = changes
	}
}

// exchange looks for one change that does the work of two of the best, again and
// again.
func (m *mender) exchange() {
	for again := true; again; {
		again = m.exchangeOne()
	}
}

func (m *mender) exchangeOne() bool {
	best := m.best
	for i := range best {
		for j := range i {
			var rest []int
			for n, cell := range best {
				if n != i && n != j {
					rest = append(rest, cell)
				}
			}
			m.reset(rest)
			found, ended := m.extend(1)
			if found {
				m.best = m.trial()
				return true
			}
			if ended == engine.OutOfTime {
				return false
			}
		}
	}
	return false
}
