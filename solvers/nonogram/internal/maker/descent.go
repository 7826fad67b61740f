package maker

import (
	"context"
	"slices"
	"time"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/engine"
)

// mostDescents is the number of descents before the proof, for small pictures; large ones get
// fewer.
const mostDescents = 4

// timeShare divides the time left: one decision on the way to an upper bound may take this fraction
// of it. A picture that takes longer counts as not unique there.
const timeShare = 20

// quicklyUnique reports whether the picture on trial is proved unique within 1/timeShare of the
// time left.
func (m *mender) quicklyUnique() bool {
	ctx, cancel := m.ctx, func() {}
	if end, ok := m.ctx.Deadline(); ok {
		ctx, cancel = context.WithTimeout(m.ctx, time.Until(end)/timeShare)
	}
	defer cancel()
	verdict, _ := m.decide(ctx)
	return verdict == solvers.Unique
}

// descend looks for changes after which lines leave no cell open; each step is the best of a
// sample. Then it takes back the changes that are not needed. The result becomes the best if it has
// fewer changes.
func (m *mender) descend() {
	m.reset(nil)
	open := m.ByLine()
	const patience = 40 // samples without an improvement
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
	if open == 0 || m.quicklyUnique() {
		m.shrink()
	}
}

// swap flips a cell, and adds it to the changes on trial, or removes it if it is one of them.
func (m *mender) swap(cell int) {
	if i := slices.Index(m.changed, cell); i >= 0 {
		m.changed = slices.Delete(m.changed, i, i+1)
		m.Flip(cell)
		return
	}
	m.change(cell)
}

// sample tries 12 changes, each of a random open cell, and takes them back. After more than ten
// samples without an improvement, half of the changes are of another cell in the row or column of an
// open one. sample returns the cell whose change leaves the fewest cells open, and their number. It passes over frozen
// cells; if all are, left is above the number of cells in the picture.
func (m *mender) sample(stale int) (best, left int) {
	const tries = 12
	m.ByLine()
	open := m.OpenCells()
	left = m.Cells() + 1
	for range tries {
		cell := open[m.random.IntN(len(open))]
		if stale > 10 && m.random.IntN(2) == 0 { // take another cell in its row or column
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

// shrink takes back changes that are not needed, in random order, and keeps the rest if it is the
// best so far. It stops when the budget ends.
func (m *mender) shrink() {
	for _, i := range m.random.Perm(len(m.changed)) {
		m.improve(m.trialChanges())
		if m.spent() {
			return
		}
		if i >= len(m.changed) { // the list has become shorter
			continue
		}
		cell := m.changed[i]
		m.swap(cell)
		if m.refuted() || !m.quicklyUnique() {
			m.swap(cell)
		}
	}
	m.improve(m.trialChanges())
}

// improve keeps changes as the best if they are fewer.
func (m *mender) improve(changes []int) {
	if m.best == nil || len(changes) < len(m.best) {
		m.best = changes
	}
}

// exchange replaces two of the best changes by one, as long as it finds such a change.
func (m *mender) exchange() {
	for again := true; again; {
		again = m.exchangeOne()
	}
}

// exchangeOne looks for one change that can replace two of the best. It reports whether it found one,
// and makes the result the best. It reports false when the budget ends.
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
				m.best = m.trialChanges()
				return true
			}
			if ended == engine.OutOfTime {
				return false
			}
		}
	}
	return false
}
