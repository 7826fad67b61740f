package kakuro

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"kibitz/solvers"
)

// MaxRepaired is the longest side, in cells, of a puzzle that Repair takes.
const MaxRepaired = 50

// Repaired is a puzzle with the fewest changed sums that were found to give it one solution.
type Repaired struct {
	Puzzle  *Puzzle
	Changed []Change
	Instead []Change // if Changed is one: other single changes that would do as well, one for each entry

	// Verdict on Puzzle: Unique, or the verdict before if no repair was found.
	// Level is the level of a Puzzle that is unique.
	Verdict solvers.Verdict
	Level   Level

	// Least is a number of changes that every repair needs, proved.
	// Proved says that Changed has just that many.
	Least  int
	Proved bool
}

// Change is another sum for an entry.
type Change struct {
	Entry     // with the sum it had, 0 for none
	Now   int // the sum it has
}

// Repair changes as few sums as it can so that p has one solution, if it has several or none. It may
// add a missing sum, and keeps the given digits and the sums of the entries in keep; Least and Proved
// are about repairs that keep them. When ctx ends the answer is the best so far, so ctx
// should have an end. The error is ErrSize for a side above MaxRepaired, or that of ctx or Check.
//
// It tries all single changes and all pairs. If every entry has a sum, the totals across and down
// are equal in a puzzle with a solution, so that one changed sum leaves no choice for the other.
// Beyond two changes nothing is proved. If p has several solutions, a descent gives an upper bound:
// one of them gets other digits in its open cells, as long as that leaves fewer marks, a changed sum
// counting as one; then changes that were not needed are taken back.
func (p *Puzzle) Repair(ctx context.Context, keep []Entry) (*Repaired, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	if max(p.Rows, p.Cols) > MaxRepaired {
		return nil, ErrSize
	}
	a, err := p.Decide(ctx)
	if err != nil {
		return nil, err
	}
	m := newMender(ctx, p)
	for _, run := range m.entries {
		m.kept = append(m.kept, slices.Contains(keep, run.Entry))
	}
	switch a.Verdict {
	case solvers.Unique:
		m.best = []Change{}
	case solvers.None, solvers.Multiple:
		m.mend(a)
	}
	return m.repaired(a)
}

// mender is one Repair.
type mender struct {
	*bench          // of trial
	trial   *Puzzle // p with the changes on trial
	sums    []int   // for each entry, its sum in p
	kept    []bool  // entries whose sums are to stay; nil for none
	order   []int32 // entries, those through open cells first
	random  *rand.Rand
	best    []Change // the fewest known to give one solution; nil for none yet
	decided *Answer  // to the puzzle with those changes; nil if simple deduction was enough
	singles []Change // changes that each alone give one solution
	least   int
}

// newMender returns a mender with no change to p yet.
func newMender(ctx context.Context, p *Puzzle) *mender {
	trial := &Puzzle{Rows: p.Rows, Cols: p.Cols, Cells: slices.Clone(p.Cells)}
	m := &mender{bench: newBench(ctx, trial), trial: trial, random: rand.New(rand.NewPCG(1, 2))}
	m.silent, m.used = make([]bool, len(m.entries)), make([]bool, len(m.entries))
	for _, run := range m.entries {
		m.sums = append(m.sums, run.Sum)
	}
	return m
}

// mend looks for the fewest changes. It raises least only after it has tried all smaller
// numbers of changes to the end.
func (m *mender) mend(a *Answer) {
	m.least = 1
	m.rank(a)
	if m.tryOne() != noneLeft {
		return
	}
	m.least = 2
	for _, solution := range a.Solutions {
		m.descend(solution, a)
	}
	if len(m.best) != 2 && m.tryTwo() == noneLeft {
		m.least = 3
	}
}

// rank sets the order: first entries whose cells may differ between solutions or in which a contradiction
// was seen, then the others, without those that have no block for a sum or whose sums are to stay.
func (m *mender) rank(a *Answer) {
	doubt := make([]bool, len(m.entries))
	for cell, place := range m.places {
		if a.Grid[place] == 0 && a.Verdict != solvers.None {
			doubt[m.across[cell]], doubt[m.down[cell]] = true, true
		}
	}
	for e, run := range m.entries {
		doubt[e] = doubt[e] || slices.Contains(a.Conflict, run.Entry)
	}
	for _, first := range []bool{true, false} {
		for e := range m.entries {
			if m.hasBlock(int32(e)) && doubt[e] == first && (m.kept == nil || !m.kept[e]) {
				m.order = append(m.order, int32(e))
			}
		}
	}
}

// hasBlock reports whether there is a block to write the sum of an entry into.
func (m *mender) hasBlock(e int32) bool {
	run := &m.entries[e]
	return run.Across && run.Col > 0 || !run.Across && run.Row > 0
}

// set gives entry e a sum, 0 for none, on the bench and in the puzzle on trial. The puzzle is left as it
// is if the entry has no block for a sum.
func (m *mender) set(e int32, sum int) {
	run := &m.entries[e]
	run.Sum, run.combos = sum, combosOf(run.Len, sum)
	if m.hasBlock(e) {
		m.trial.setSum(run.Entry, sum)
	}
}

// tryOne tries the single changes of each entry until one gives one solution, and notes that. If it came
// to the end it returns someLeft if it found any and noneLeft if not, else outOfTime.
func (m *mender) tryOne() outcome {
	excess, known := m.excess()
	for _, e := range m.order {
		switch m.vary(e, excess, known, m.solveTrial) {
		case someLeft:
			m.singles = append(m.singles, m.changes()...)
			m.set(e, m.sums[e])
		case outOfTime:
			return outOfTime
		}
	}
	if m.singles != nil {
		return someLeft
	}
	return noneLeft
}

// tryTwo tries pairs of changes until one gives one solution. It returns someLeft then, noneLeft if
// none does, or outOfTime.
func (m *mender) tryTwo() outcome {
	for j, f := range m.order {
		for _, e := range m.order[:j] {
			o := m.vary(e, 0, false, func() outcome {
				excess, known := m.excess()
				return m.vary(f, excess, known, m.solveTrial)
			})
			if o != noneLeft {
				return o
			}
		}
	}
	return noneLeft
}

// vary gives an entry every other sum until try returns anything but noneLeft, and returns that. With someLeft the
// entry keeps the sum, else it gets back its own. If the excess is known, it tries only the sum that evens it out.
func (m *mender) vary(e int32, excess int, known bool, try func() outcome) outcome {
	was := m.sums[e]
	least, most := sumRange(m.entries[e].Len)
	if known {
		only := was - excess
		if !m.entries[e].Across {
			only = was + excess
		}
		least, most = max(least, only), min(most, only)
	}
	o := noneLeft
	for sum := least; sum <= most && o == noneLeft; sum++ {
		if sum != was {
			m.set(e, sum)
			o = try()
		}
	}
	if o != someLeft {
		m.set(e, was)
	}
	return o
}

// excess returns the total of the sums across less that of the sums down, if all are known.
func (m *mender) excess() (excess int, known bool) {
	for _, run := range m.entries {
		switch {
		case run.Sum == 0:
			return 0, false
		case run.Across:
			excess += run.Sum
		default:
			excess -= run.Sum
		}
	}
	return excess, true
}

// solveTrial returns someLeft and notes the changes if the puzzle on trial has one
// solution, and noneLeft if it has none or several.
func (m *mender) solveTrial() outcome {
	m.erase()
	if o := m.fillAll(false); o != someLeft {
		return o
	}
	var a *Answer
	if m.open > 0 {
		var err error
		a, err = m.trial.answer(m.ctx, false)
		switch {
		case err != nil || a.Verdict == solvers.Undecided: // for want of time or of memory
			return outOfTime
		case a.Verdict != solvers.Unique:
			return noneLeft
		}
	}
	m.note(a)
	return someLeft
}

// note keeps the changes on trial if they are fewer than the best so far.
func (m *mender) note(decided *Answer) {
	if changes := m.changes(); m.best == nil || len(changes) < len(m.best) {
		m.best, m.decided = changes, decided
	}
}

// changesKept reports whether the puzzle on trial changes a sum that is to be kept.
func (m *mender) changesKept() bool {
	for e, run := range m.entries {
		if m.kept[e] && run.Sum != m.sums[e] {
			return true
		}
	}
	return false
}

// changes returns the changes of the puzzle on trial.
func (m *mender) changes() []Change {
	changes := []Change{}
	for e, run := range m.entries {
		if run.Sum != m.sums[e] {
			old := run.Entry
			old.Sum = m.sums[e]
			changes = append(changes, Change{old, run.Sum})
		}
	}
	return changes
}

// descents is the number of descents from each solution.
const descents = 6

// descend looks for changes that leave nothing open, starting from a solution, and notes the fewest. No
// change stays on trial.
func (m *mender) descend(solution []int, a *Answer) {
	ctx, cancel := m.ctx, func() {}
	if end, ok := ctx.Deadline(); ok { // leave the rest of the time for pairs
		ctx, cancel = context.WithTimeout(ctx, time.Until(end)/4)
	}
	defer cancel()
	for range descents {
		f := newFilling(ctx, &Puzzle{Rows: m.trial.Rows, Cols: m.trial.Cols, Cells: slices.Clone(m.trial.Cells)})
		for e := range f.entries {
			f.fixed = append(f.fixed, m.sums[e] == 0)
		}
		for e := range f.entries {
			f.entries[e].Sum = 0
			if f.fixed[e] {
				f.entries[e].combos = combosOf(f.entries[e].Len, 0)
			}
		}
		for cell, place := range f.places {
			f.put(int32(cell), solution[place])
		}
		if f.settleSums(m.random, m.sums, a) {
			for e, run := range f.entries {
				m.set(int32(e), run.Sum)
			}
			if !m.changesKept() {
				m.note(nil)
			}
		}
		for e, sum := range m.sums {
			m.set(int32(e), sum)
		}
		if f.over || len(m.best) == 2 {
			break
		}
	}
	m.timeOver()
}

// settleSums gives random open cells other digits as long as that leaves fewer marks, and in one
// of two cases if it leaves as many, until the sums leave nothing open. A sum other than in sums
// counts as one mark. Then it takes back digits that need not have changed. It keeps given digits
// and reports whether nothing is open in the end.
func (f *filling) settleSums(random *rand.Rand, sums []int, a *Answer) bool {
	before := slices.Clone(f.digit)
	measure := func() int {
		n := f.reason(Hard)
		for e, run := range f.entries {
			if run.Sum != sums[e] {
				n++
			}
		}
		return n
	}
	left := measure()
	open := f.openCells()
	for tries := 100 + 20*len(open); tries > 0 && len(open) > 0 && !f.timeOver(); tries-- {
		cell := open[random.IntN(len(open))]
		was, free := f.digit[cell], f.freeDigits(cell)
		if free == 0 || f.puzzle.Cells[f.places[cell]].Given != 0 {
			continue
		}
		f.put(cell, drawDigit(random, free))
		if now := measure(); now < left || now == left && random.IntN(2) == 0 {
			left, open = now, f.openCells()
		} else {
			f.put(cell, was)
		}
	}
	if len(open) > 0 {
		return false
	}
	for cell, d := range before {
		now := f.digit[cell]
		if now == d || f.freeDigits(int32(cell))>>d&1 == 0 {
			continue
		}
		f.put(int32(cell), d)
		if f.timeOver() || measure() > left || f.open > 0 {
			f.put(int32(cell), now)
		}
	}
	return f.reason(Hard) == 0
}

// repaired returns the answer of the repair: p with the best changes, or p itself if there are none.
func (m *mender) repaired(a *Answer) (*Repaired, error) {
	r := &Repaired{Changed: m.best, Least: m.least, Verdict: a.Verdict, Level: a.Level}
	p := &Puzzle{Rows: m.trial.Rows, Cols: m.trial.Cols, Cells: slices.Clone(m.puzzle.Cells)}
	for e, run := range m.entries {
		if m.hasBlock(int32(e)) {
			p.setSum(run.Entry, m.sums[e])
		}
	}
	for _, c := range m.best {
		p.setSum(c.Entry, c.Now)
	}
	r.Puzzle = p
	if m.best == nil {
		return r, nil
	}
	r.Verdict, r.Proved = solvers.Unique, m.least == len(m.best)
	if m.singles != nil {
		r.Instead = m.singles[1:]
	}
	switch {
	case m.decided != nil:
		r.Level = m.decided.Level
	case len(m.best) > 0: // deduction alone decides it, which is quick and allowed after ctx has ended
		solved, err := p.Decide(context.WithoutCancel(m.ctx))
		if err != nil {
			return nil, err
		}
		r.Level = solved.Level
	}
	return r, nil
}
