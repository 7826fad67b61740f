package nonogram

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"kibitz/solvers"
)

// What Repair, Draw and Generate cannot work with.
var (
	ErrUnfinished = errors.New("nonogram: not a finished picture")
	ErrSize       = errors.New("nonogram: a size out of bounds")
)

// Repaired is a picture with as few cells changed as were found to do.
type Repaired struct {
	Puzzle  *Puzzle // of the picture after the changes, which is its Picture
	Changed []int   // the cells changed, row-major, ascending

	// Verdict on Puzzle: Unique, or where the budget ended before that,
	// Multiple or Undecided. Level is what a unique one takes; BySearch also
	// where the budget ended before less was seen to do.
	Verdict solvers.Verdict
	Level   Level

	// Least is a number of changes without which it cannot be done, proved;
	// Proved says that Changed has just that many.
	Least  int
	Proved bool
}

// Repair changes the fewest cells of a finished picture that make it the only
// one with its clues. When ctx ends first the answer is the best so far; beyond
// a few changes a proof takes exponential time, so ctx should have an end. Picture is row-major with cols cells a
// row; neither side may be above MaxMade.
//
// Proof. Let X be a picture and W a switch of it: cells that can all be flipped
// with every clue of X kept. Let E be any further changes. If no line holds cells
// of both E and W, then W is a switch of X with E as well: a line of W has
// its clue as before, for E leaves it alone, and a line of E is not in W. So
// changes that make X unique have a cell in a line of W, whatever W. Repair
// branches on those cells for one W, the one with the fewest, and deepens
// from no change to one, two and so on; that a switch is still one after some
// changes is seen from its own lines, with no solving. As one cell lies in two
// lines, n switches with no line in common need n/2 changes at least.
//
// An upper bound comes first: a descent, that flips cells which lines leave open
// until none is, then takes back what was not needed, one for nothing and two for
// one. It is what large pictures get.
func Repair(ctx context.Context, picture []Cell, cols int) (*Repaired, error) {
	switch {
	case cols < 1 || len(picture) == 0 || len(picture)%cols != 0 || cols > MaxMade || len(picture)/cols > MaxMade:
		return nil, ErrSize
	case slices.ContainsFunc(picture, func(c Cell) bool { return c != Empty && c != Filled }):
		return nil, ErrUnfinished
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m := newMender(ctx, picture, cols)
	defer m.cancel()
	m.mend()
	return m.repaired(ctx), nil
}

// mender is one Repair. Its bench holds the picture with the changes on trial.
type mender struct {
	*pictureBench
	ctx      context.Context // without the caller's progress, which is Repair's own
	cancel   context.CancelFunc
	report   context.Context
	random   *rand.Rand
	original []wide
	answer   func(context.Context, *Puzzle) (*Answer, outcome) // what is decided by solving

	changed   []int      // the changes on trial
	frozen    []int      // for each cell, on how many levels of the search it is not to be changed
	witnesses []*witness // switches seen, those that served last in front
	runs      []int      // working memory of holds

	best  []int // the fewest changes known to do; nil for none yet
	least int   // changes without which it cannot be done, proved
}

// witness is a switch: it was one of some picture, and may be of others.
type witness struct {
	cells []int
	masks []lineMask
}

// lineMask are the cells of a line in a witness.
type lineMask struct {
	line int
	mask wide
}

// maxWitnesses bounds the memory and the time that witnesses cost.
const maxWitnesses = 1024

func newMender(ctx context.Context, picture []Cell, cols int) *mender {
	s := newPictureBench(picture, len(picture)/cols, cols)
	report := ctx
	ctx = solvers.WithProgress(ctx, func(solvers.Progress) {})
	cancel := func() {}
	if end, ok := ctx.Deadline(); ok { // the last part is for the level of what was found
		ctx, cancel = context.WithTimeout(ctx, time.Until(end)*(share-1)/share)
	}
	return &mender{
		pictureBench: s,
		ctx:          ctx,
		cancel:       cancel,
		report:       report,
		random:       rand.New(rand.NewPCG(1, 2)),
		original:     s.saved(),
		answer:       decideOnly,
		frozen:       make([]int, len(picture)),
	}
}

// decideOnly is the answer of Decide, with its outcome.
func decideOnly(ctx context.Context, p *Puzzle) (*Answer, outcome) {
	a, ended, err := p.answer(ctx, false)
	if err != nil {
		return &Answer{}, outOfTime // clues of a picture are a puzzle
	}
	return a, ended
}

// descents is how many are tried at first, and again between two depths of the
// proof, for small pictures; large ones get fewer.
const descents = 4

func (m *mender) mend() {
	if m.soon() {
		m.best = m.trial()
		return
	}
	for range max(1, min(descents, 20000/m.cells())) {
		m.descend()
	}
	for k := 0; k <= m.cells() && (m.best == nil || k < len(m.best)); k++ {
		if m.deepen(k) {
			return
		}
		if m.best != nil && k > 1 {
			m.exchange()
		}
	}
}

// deepen tries all sets of k changes, none smaller being known to be enough. It reports
// whether one was found or the budget ended. That k are too few is proved only if every
// set was decided, and every smaller one.
func (m *mender) deepen(k int) (over bool) {
	m.reset(nil)
	found, ended := m.extend(k)
	switch {
	case found:
		m.best = m.trial()
	case ended == decided && m.least == k:
		m.least = k + 1
	}
	return found || ended == outOfTime
}

// reset makes changes the ones on trial.
func (m *mender) reset(changes []int) {
	m.restore(m.original)
	m.changed = m.changed[:0]
	for _, cell := range changes {
		m.change(cell)
	}
}

func (m *mender) change(cell int) {
	m.flip(cell)
	m.changed = append(m.changed, cell)
}

func (m *mender) unchange() {
	last := len(m.changed) - 1
	m.flip(m.changed[last])
	m.changed = m.changed[:last]
}

// trial is a copy of the changes on trial, never nil.
func (m *mender) trial() []int { return append([]int{}, m.changed...) }

// extend looks for exactly k further changes that make the picture unique,
// where fewer do not. It leaves them on trial when it finds them. Unless it is decided
// there may be some that it did not find.
func (m *mender) extend(k int) (found bool, ended outcome) {
	if m.spent() {
		return false, outOfTime
	}
	w := m.narrowest(k)
	if w == nil {
		verdict, ended := m.decide(m.ctx)
		switch {
		case verdict == solvers.Unique:
			return true, decided
		case verdict == solvers.Undecided:
			return false, ended
		}
		if w = m.narrowest(k); w == nil {
			return false, outOfPatience // no way on without one
		}
	}
	if k == 0 || m.apart() > 2*k {
		return false, decided
	}
	around := m.around(w)
	tried := 0
	ended = decided
	for _, cell := range around {
		m.change(cell)
		var below outcome
		found, below = m.extend(k - 1)
		if below != decided {
			ended = below
		}
		if found || ended == outOfTime {
			break
		}
		m.unchange()
		m.frozen[cell]++ // sets with it were tried just now
		tried++
	}
	for _, cell := range around[:tried] {
		m.frozen[cell]--
	}
	return found, ended
}

// narrowest is a witness against the picture, of those known the one with the
// fewest cells around it; any will do when no changes are left to make. It is nil
// when none is known.
func (m *mender) narrowest(left int) (best *witness) {
	least, at := 0, 0
	for i, w := range m.witnesses {
		if !m.holds(w) {
			continue
		}
		n := m.reach(w)
		if best == nil || n < least {
			best, least, at = w, n, i
		}
		if left == 0 {
			break
		}
	}
	if left == 0 && best != nil { // what refuted one set may well refute the next
		copy(m.witnesses[1:at+1], m.witnesses[:at])
		m.witnesses[0] = best
	}
	return best
}

// reach is how many cells lie in the lines of a witness.
func (m *mender) reach(w *witness) int {
	rows, cols := 0, 0
	for _, l := range w.masks {
		if l.line < m.rows {
			rows++
		} else {
			cols++
		}
	}
	return rows*m.cols + cols*m.rows - rows*cols
}

// holds says whether w is a switch of the picture on trial.
func (m *mender) holds(w *witness) bool {
	for i := range w.masks {
		l := &w.masks[i]
		ink := m.ink[l.line]
		for j := range ink {
			ink[j] ^= l.mask[j]
		}
		if m.runs = inkRuns(m.runs[:0], &ink); !slices.Equal(m.runs, m.clues[l.line]) {
			return false
		}
	}
	return true
}

// apart is a number of switches of the picture with no line in common.
func (m *mender) apart() (n int) {
	taken := make([]bool, m.rows+m.cols)
	for _, w := range m.witnesses {
		if slices.ContainsFunc(w.masks, func(l lineMask) bool { return taken[l.line] }) || !m.holds(w) {
			continue
		}
		for _, l := range w.masks {
			taken[l.line] = true
		}
		n++
	}
	return n
}

// around are the cells in the lines of a witness that may be changed. Its own
// come first, as a change there breaks it most often, and of those the empty ones:
// to fill a cell leaves no line empty.
func (m *mender) around(w *witness) []int {
	mark := make(map[int]bool)
	var cells []int
	put := func(cell int) {
		if !mark[cell] && m.frozen[cell] == 0 && !slices.Contains(m.changed, cell) {
			mark[cell] = true
			cells = append(cells, cell)
		}
	}
	for _, filled := range []bool{false, true} {
		for _, cell := range w.cells {
			if m.is(cell) == filled {
				put(cell)
			}
		}
	}
	for _, l := range w.masks {
		for i := range m.length(l.line) {
			if l.line < m.rows {
				put(l.line*m.cols + i)
			} else {
				put(i*m.cols + l.line - m.rows)
			}
		}
	}
	return cells
}

// decide is the verdict on the picture on trial. Where that is Multiple it notes a witness;
// where it is Undecided the outcome says why.
func (m *mender) decide(ctx context.Context) (solvers.Verdict, outcome) {
	if m.byLine() == 0 {
		return solvers.Unique, decided // no assumption was made
	}
	if m.squares() {
		return solvers.Multiple, decided
	}
	a, ended := m.answer(ctx, &Puzzle{Rows: m.clues[:m.rows], Cols: m.clues[m.rows:]})
	for _, solution := range a.Solutions {
		var cells []int
		for cell, value := range solution {
			if (value == Filled) != m.is(cell) {
				cells = append(cells, cell)
			}
		}
		if len(cells) > 0 {
			m.split(cells)
		}
	}
	return a.Verdict, ended
}

// squares looks for a switch of four cells, the corners of a rectangle, among
// the cells that lines leave open; there are no others that could be in one.
func (m *mender) squares() bool {
	open := m.openCells()
	const enough = 200 // more would cost more than solving
	if len(open) > enough {
		return false
	}
	isOpen := make(map[int]bool, len(open))
	for _, cell := range open {
		isOpen[cell] = true
	}
	for _, a := range open {
		for _, d := range open {
			r1, c1, r2, c2 := a/m.cols, a%m.cols, d/m.cols, d%m.cols
			b, c := r1*m.cols+c2, r2*m.cols+c1
			if r1 >= r2 || c1 == c2 || !isOpen[b] || !isOpen[c] ||
				m.is(a) != m.is(d) || m.is(b) != m.is(c) || m.is(a) == m.is(b) {
				continue
			}
			if w := m.newWitness([]int{a, b, c, d}); m.holds(w) {
				m.addWitness(w)
				return true
			}
		}
	}
	return false
}

// split notes the parts of a switch that have no line in common. Each is a switch.
func (m *mender) split(cells []int) {
	part := make([]int, m.rows+m.cols) // union-find over lines
	for i := range part {
		part[i] = i
	}
	var find func(int) int
	find = func(i int) int {
		if part[i] != i {
			part[i] = find(part[i])
		}
		return part[i]
	}
	for _, cell := range cells {
		part[find(cell/m.cols)] = find(m.rows + cell%m.cols)
	}
	parts := map[int][]int{}
	for _, cell := range cells {
		root := find(cell / m.cols)
		parts[root] = append(parts[root], cell)
	}
	for _, root := range slices.Sorted(maps.Keys(parts)) {
		m.addWitness(m.newWitness(parts[root]))
	}
}

func (m *mender) newWitness(cells []int) *witness {
	masks := map[int]*wide{}
	put := func(line, i int) {
		if masks[line] == nil {
			masks[line] = new(wide)
		}
		toggle(masks[line], i)
	}
	for _, cell := range cells {
		put(cell/m.cols, cell%m.cols)
		put(m.rows+cell%m.cols, cell/m.cols)
	}
	w := &witness{cells: cells}
	for _, line := range slices.Sorted(maps.Keys(masks)) {
		w.masks = append(w.masks, lineMask{line, *masks[line]})
	}
	return w
}

// addWitness notes a witness in front, and forgets the one that served longest ago.
func (m *mender) addWitness(w *witness) {
	if len(m.witnesses) == maxWitnesses {
		m.witnesses = m.witnesses[:maxWitnesses-1]
	}
	m.witnesses = slices.Insert(m.witnesses, 0, w)
}

// share is the part of the time left that one decision may take on the way to
// an upper bound; a picture that takes longer counts as not unique there.
const share = 20

// soon is unique within a share of the time left.
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
	open := m.byLine()
	const patience = 40 // samples without a better one
	for stale := 0; open > 0 && stale < patience; stale++ {
		if m.spent() {
			return
		}
		cell, left := m.sample(stale)
		if left > open || left == open && m.random.IntN(2) == 0 {
			continue
		}
		if left < open {
			stale = 0
		}
		m.swap(cell)
		open = left
		solvers.Report(m.report, m.cells()-open, m.cells())
	}
	if open == 0 || m.soon() {
		m.shrink()
	}
}

// swap changes a cell, or takes its change back.
func (m *mender) swap(cell int) {
	if i := slices.Index(m.changed, cell); i >= 0 {
		m.changed = slices.Delete(m.changed, i, i+1)
		m.flip(cell)
		return
	}
	m.change(cell)
}

// sample is the best of some changes, mostly to cells that are open, and how many
// cells are open after it.
func (m *mender) sample(stale int) (best, left int) {
	const tries = 12
	m.byLine()
	open := m.openCells()
	left = m.cells() + 1
	for range tries {
		cell := open[m.random.IntN(len(open))]
		if stale > 10 && m.random.IntN(2) == 0 { // or to another in its row or column
			if m.random.IntN(2) == 0 {
				cell = cell/m.cols*m.cols + m.random.IntN(m.cols)
			} else {
				cell = m.random.IntN(m.rows)*m.cols + cell%m.cols
			}
		}
		m.flip(cell)
		if n := m.byLine(); n < left {
			best, left = cell, n
		}
		m.flip(cell)
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

// refuted says whether a known witness speaks against the picture.
func (m *mender) refuted() bool { return m.narrowest(0) != nil }

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
			if ended == outOfTime {
				return false
			}
		}
	}
	return false
}

// spent says whether the budget has ended.
func (m *mender) spent() bool { return m.ctx.Err() != nil }

// repaired is the answer, with what is decided of its puzzle.
func (m *mender) repaired(ctx context.Context) *Repaired {
	m.reset(nil)
	m.least = max(m.least, (m.apart()+1)/2)
	r := &Repaired{Changed: slices.Clone(m.best), Least: m.least, Verdict: solvers.Unique}
	m.reset(m.best)
	slices.SortFunc(r.Changed, cmp.Compare)
	r.Puzzle = m.puzzle()
	switch {
	case m.best == nil:
		r.Verdict = solvers.Undecided
		if m.refuted() {
			r.Verdict = solvers.Multiple
		}
	case m.byLine() == 0:
		r.Level = ByLine
	case m.byContradiction(ctx) == 0:
		r.Level = ByProbe
	default:
		r.Level = BySearch
	}
	r.Proved = m.best != nil && m.least == len(m.best)
	return r
}
