package kakuro

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"kibitz/solvers"
)

// MaxRepaired is the longest side of a puzzle that Repair takes.
const MaxRepaired = 50

// Repaired is a puzzle with as few sums changed as were found to do.
type Repaired struct {
	Puzzle  *Puzzle
	Changed []Change
	Instead []Change // where Changed is one: others that alone would do as well, one an entry

	// Verdict on Puzzle: Unique, or what it was where nothing was found to do.
	// Level is what a unique one takes.
	Verdict solvers.Verdict
	Level   Level

	// Least is a number of changes without which it cannot be done, proved;
	// Proved says that Changed has just that many.
	Least  int
	Proved bool
}

// Change is another sum for an entry.
type Change struct {
	Entry     // with the sum it had, 0 for none
	Now   int // the sum it has
}

// Repair changes the fewest sums that leave p one solution, if it has several or
// none; a sum that was missing may be added, digits given stay. When ctx ends first
// the answer is the best so far, so ctx should have an end. The error is ErrSize for
// a side above MaxRepaired, or
// that of ctx or Check.
//
// One change and two are tried out in all ways. Where every entry has a sum, those
// across and those down add up to the same in a puzzle with a solution, so that
// one changed sum leaves no choice for the other. Beyond two the proof ends. An upper
// bound comes from a descent, for a puzzle with several solutions: one of them gets
// other digits in its open cells, as long as that leaves fewer marks, a changed
// sum counting as one; then what was not needed is taken back.
func (p *Puzzle) Repair(ctx context.Context) (*Repaired, error) { return p.RepairKeeping(ctx, nil) }

// RepairKeeping is Repair without a change to the sums of some entries; what is proved is so of
// repairs that keep them.
func (p *Puzzle) RepairKeeping(ctx context.Context, keep []Entry) (*Repaired, error) {
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
	sums    []int   // of each entry, in p
	kept    []bool  // entries whose sums are to stay; nil for none
	order   []int32 // entries, those through open cells first
	random  *rand.Rand
	best    []Change // the fewest known to do; nil for none yet
	decided *Answer  // to the puzzle with them; nil where simple deduction is enough
	singles []Change // each alone does
	least   int
}

func newMender(ctx context.Context, p *Puzzle) *mender {
	trial := &Puzzle{Rows: p.Rows, Cols: p.Cols, Cells: slices.Clone(p.Cells)}
	m := &mender{bench: newBench(ctx, trial), trial: trial, random: rand.New(rand.NewPCG(1, 2))}
	m.silent, m.used = make([]bool, len(m.entries)), make([]bool, len(m.entries))
	for _, run := range m.entries {
		m.sums = append(m.sums, run.Sum)
	}
	return m
}

// mend looks for the fewest changes; least goes up only after all smaller numbers have
// been tried to the end.
func (m *mender) mend(a *Answer) {
	m.least = 1
	m.rank(a)
	if m.one() != noneLeft {
		return
	}
	m.least = 2
	for _, solution := range a.Solutions {
		m.descend(solution, a)
	}
	if len(m.best) != 2 && m.two() == noneLeft {
		m.least = 3
	}
}

// rank puts entries through cells that differ, or where a contradiction was seen,
// in front.
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
			if m.room(int32(e)) && doubt[e] == first && (m.kept == nil || !m.kept[e]) {
				m.order = append(m.order, int32(e))
			}
		}
	}
}

// room says whether there is a block to write the sum of an entry into.
func (m *mender) room(e int32) bool {
	run := &m.entries[e]
	return run.Across && run.Col > 0 || !run.Across && run.Row > 0
}

// set gives an entry of the puzzle on trial a sum, 0 for none.
func (m *mender) set(e int32, sum int) {
	run := &m.entries[e]
	run.Sum, run.combos = sum, combosOf(run.Len, sum)
	if m.room(e) {
		m.trial.setSum(run.Entry, sum)
	}
}

// one tries all single changes, and notes each entry where one does.
func (m *mender) one() outcome {
	excess, known := m.excess()
	for _, e := range m.order {
		switch m.vary(e, excess, known, m.unique) {
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

// two tries all pairs of changes.
func (m *mender) two() outcome {
	for j, f := range m.order {
		for _, e := range m.order[:j] {
			o := m.vary(e, 0, false, func() outcome {
				excess, known := m.excess()
				return m.vary(f, excess, known, m.unique)
			})
			if o != noneLeft {
				return o
			}
		}
	}
	return noneLeft
}

// vary gives an entry every other sum, or the only one that evens out the excess
// where that is known, until try finds something. That sum stays.
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

// excess is what the sums across have more than those down, if all are known.
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

// unique is someLeft, and notes the changes, where the puzzle on trial has one
// solution, and noneLeft where it has not.
func (m *mender) unique() outcome {
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

// changesKept tells whether a sum on trial is another one than is to be kept.
func (m *mender) changesKept() bool {
	for e, run := range m.entries {
		if m.kept[e] && run.Sum != m.sums[e] {
			return true
		}
	}
	return false
}

// changes are those on trial.
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

// descents is how many are tried from each solution.
const descents = 6

// descend looks for changes that leave nothing open, starting from a solution.
func (m *mender) descend(solution []int, a *Answer) {
	ctx, cancel := m.ctx, func() {}
	if end, ok := ctx.Deadline(); ok { // the rest is for trying out pairs
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

// settleSums changes digits until the sums leave nothing open, and takes back
// what was not needed. A sum other than before counts as one mark.
func (f *filling) settleSums(random *rand.Rand, sums []int, a *Answer) bool {
	before := slices.Clone(f.digit)
	measure := func() int {
		n := f.look(Hard)
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
		was, free := f.digit[cell], f.free(cell)
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
		if now == d || f.free(int32(cell))>>d&1 == 0 {
			continue
		}
		f.put(int32(cell), d)
		if f.timeOver() || measure() > left || f.open > 0 {
			f.put(int32(cell), now)
		}
	}
	return f.look(Hard) == 0
}

// repaired is the answer.
func (m *mender) repaired(a *Answer) (*Repaired, error) {
	r := &Repaired{Changed: m.best, Least: m.least, Verdict: a.Verdict, Level: a.Level}
	p := &Puzzle{Rows: m.trial.Rows, Cols: m.trial.Cols, Cells: slices.Clone(m.puzzle.Cells)}
	for e, run := range m.entries {
		if m.room(int32(e)) {
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
	case len(m.best) > 0: // deduction is quick, and good when time is over
		solved, err := p.Decide(context.WithoutCancel(m.ctx))
		if err != nil {
			return nil, err
		}
		r.Level = solved.Level
	}
	return r, nil
}
