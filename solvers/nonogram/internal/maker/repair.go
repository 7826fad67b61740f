package maker

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/engine"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/teach"
)

// These errors say which input Repair, Draw and Generate refuse.
var (
	ErrUnfinished = errors.New("nonogram: not a finished picture")
	ErrSize       = errors.New("nonogram: a size out of bounds")
)

// Repaired is a picture made unique by changing as few cells as were found to suffice.
type Repaired struct {
	Puzzle  *puzzle.Puzzle // puzzle of the picture after the changes, which is its Picture
	Changed []int          // the cells changed, row-major, ascending

	// Verdict is the verdict on Puzzle: Unique, or Multiple or Undecided if the time ended first.
	// Level is the hardest technique that a unique Puzzle needs. It is also BySearch if the time
	// ended before an easier level was proved.
	Verdict solvers.Verdict
	Level   puzzle.Level

	// Least is a proved lower bound on the number of changes. Proved says that Changed has exactly
	// that many.
	Least  int
	Proved bool
}

// Repair changes the fewest cells of a puzzle's picture that make it the only one with its clues.
// It does not change the cells in keep: with the changes of an earlier repair kept, it gives
// another answer. The proof then is about changes of the other cells. There may be no answer; then
// the Verdict is not Unique, and Least exceeds the number of cells that are not kept.
//
// When ctx ends first the answer is the best so far. Beyond a few changes a proof takes exponential
// time, so ctx should have an end. The error is ErrUnfinished for a puzzle without a finished
// Picture, ErrSize for one with a side above MaxMade, or Check's.
//
// The rest of this comment is about black and white; for colours see coloured_repair.go.
//
// Proof. Let X be a picture and W a switch of it: cells that can all be flipped with every clue of
// X kept. Let E be any further changes. If no line holds cells of both E and W, then W is a switch
// of X with E as well: a line of W has its clue as before, for E leaves it alone, and a line of E
// is not in W. So changes that make X unique have a cell in a line of W, for every W. Repair
// branches on those cells for one W, the one with the fewest, and deepens from no change to one,
// two and so on. Whether a switch is still one after some changes is seen from its own lines,
// without solving. As one cell lies in two lines, n switches with no line in common need at least
// n/2 changes.
//
// An upper bound comes first. A descent flips cells that lines leave open until none is open; then
// it takes back the changes that are not needed, and replaces two changes by one if it can. Large
// pictures get only this.
func Repair(ctx context.Context, p *puzzle.Puzzle, keep []int) (*Repaired, error) {
	switch {
	case max(len(p.Rows), len(p.Cols)) > puzzle.MaxMade:
		return nil, ErrSize
	case p.Picture == nil || slices.ContainsFunc(p.Picture, func(c puzzle.Cell) bool { return !c.One() }):
		return nil, ErrUnfinished
	}
	if err := cmp.Or(p.Check(), ctx.Err()); err != nil {
		return nil, err
	}
	if p.InColours() {
		return repairInColours(ctx, p, keep)
	}
	m := newMender(ctx, p.Picture, len(p.Cols))
	defer m.cancel()
	m.keep(keep)
	m.mend()
	return m.repaired(ctx), nil
}

// mender is the state of one Repair. Its bench holds the picture with the changes on trial.
type mender struct {
	*teach.PictureBench
	ctx      context.Context // without progress: the caller's counts Repair, not its solves
	cancel   context.CancelFunc
	report   context.Context // the caller's, with progress
	random   *rand.Rand
	original []teach.Wide
	answer   func(context.Context, *puzzle.Puzzle) (*puzzle.Answer, engine.Outcome) // solves a puzzle; decideOnly except in tests

	changed   []int      // the changes on trial
	frozen    []int      // for each cell, the number of levels of the search that forbid changing it, plus 1 if it is kept
	free      int        // number of cells that are not kept
	witnesses []*witness // switches found, the last to serve in front
	runs      []int      // working memory of holds

	best  []int // fewest changes known to suffice; nil for none yet
	least int   // proved lower bound on the number of changes
}

// newMender returns a mender for a picture. If ctx has a deadline, it leaves the last 1/timeShare
// of the time for the level of the result.
func newMender(ctx context.Context, picture []puzzle.Cell, cols int) *mender {
	s := teach.NewPictureBench(picture, len(picture)/cols, cols)
	report := ctx
	ctx = solvers.WithProgress(ctx, func(solvers.Progress) {})
	cancel := func() {}
	if end, ok := ctx.Deadline(); ok { // the rest of the time is for the level of the result
		ctx, cancel = context.WithTimeout(ctx, time.Until(end)*(timeShare-1)/timeShare)
	}
	return &mender{
		PictureBench: s,
		ctx:          ctx,
		cancel:       cancel,
		report:       report,
		random:       rand.New(rand.NewPCG(1, 2)),
		original:     s.Saved(),
		answer:       decideOnly,
		frozen:       make([]int, len(picture)),
		free:         len(picture),
	}
}

// keep forbids changes of some cells.
func (m *mender) keep(cells []int) {
	for _, cell := range cells {
		if m.frozen[cell] == 0 {
			m.frozen[cell], m.free = 1, m.free-1
		}
	}
}

// decideOnly returns the answer of engine.Decide, with its outcome.
func decideOnly(ctx context.Context, p *puzzle.Puzzle) (*puzzle.Answer, engine.Outcome) {
	a, ended, err := engine.Answer(ctx, p, false)
	if err != nil {
		return &puzzle.Answer{}, engine.OutOfTime // the clues of a picture always pass Check
	}
	return a, ended
}

// mend looks for the best changes, first by descents and then by the proof.
func (m *mender) mend() {
	if m.quicklyUnique() {
		m.best = m.trialChanges()
		return
	}
	for range max(1, min(mostDescents, 20000/m.Cells())) {
		m.descend()
	}
	for k := 0; k <= m.free && (m.best == nil || k < len(m.best)); k++ {
		if m.deepen(k) {
			return
		}
		if m.best != nil && k > 1 {
			m.exchange()
		}
	}
}

// deepen tries all sets of k changes, after all smaller sets. It reports whether it found one that
// makes the picture unique, or the budget has ended. It raises least only if every set was decided,
// also among the smaller ones.
func (m *mender) deepen(k int) (over bool) {
	m.reset(nil)
	found, ended := m.extend(k)
	switch {
	case found:
		m.best = m.trialChanges()
	case ended == engine.Decided && m.least == k:
		m.least = k + 1
	}
	return found || ended == engine.OutOfTime
}

// reset makes some changes the ones on trial.
func (m *mender) reset(changes []int) {
	m.Restore(m.original)
	m.changed = m.changed[:0]
	for _, cell := range changes {
		m.change(cell)
	}
}

// change flips a cell, and adds it to the changes on trial.
func (m *mender) change(cell int) {
	m.Flip(cell)
	m.changed = append(m.changed, cell)
}

// undoChange takes back the last change.
func (m *mender) undoChange() {
	last := len(m.changed) - 1
	m.Flip(m.changed[last])
	m.changed = m.changed[:last]
}

// trialChanges returns a copy of the changes on trial, never nil.
func (m *mender) trialChanges() []int { return append([]int{}, m.changed...) }

// extend looks for exactly k further changes that make the picture unique, given that fewer do not.
// It leaves them on trial when it finds them. If it finds none, there are none only if the outcome
// is Decided.
func (m *mender) extend(k int) (found bool, ended engine.Outcome) {
	if m.spent() {
		return false, engine.OutOfTime
	}
	w := m.narrowestWitness(k)
	if w == nil {
		verdict, ended := m.decide(m.ctx)
		switch {
		case verdict == solvers.Unique:
			return true, engine.Decided
		case verdict == solvers.Undecided:
			return false, ended
		}
		if w = m.narrowestWitness(k); w == nil {
			return false, engine.OutOfPatience // no witness to branch on
		}
	}
	if k == 0 || m.disjointSwitches() > 2*k {
		return false, engine.Decided
	}
	around := m.changeableCells(w)
	tried := 0
	ended = engine.Decided
	for _, cell := range around {
		m.change(cell)
		var below engine.Outcome
		found, below = m.extend(k - 1)
		if below != engine.Decided {
			ended = below
		}
		if found || ended == engine.OutOfTime {
			break
		}
		m.undoChange()
		m.frozen[cell]++ // all sets with this cell have been tried
		tried++
	}
	for _, cell := range around[:tried] {
		m.frozen[cell]--
	}
	return found, ended
}

// decide returns the verdict on the picture on trial. For Multiple it adds a witness; for Undecided
// the outcome says why.
func (m *mender) decide(ctx context.Context) (solvers.Verdict, engine.Outcome) {
	if m.ByLine() == 0 {
		return solvers.Unique, engine.Decided // no assumption was made
	}
	if m.squares() {
		return solvers.Multiple, engine.Decided
	}
	a, ended := m.answer(ctx, m.Clued())
	for _, solution := range a.Solutions {
		var cells []int
		for cell, value := range solution {
			if (value == puzzle.Filled) != m.Is(cell) {
				cells = append(cells, cell)
			}
		}
		if len(cells) > 0 {
			m.split(cells)
		}
	}
	return a.Verdict, ended
}

// spent reports whether the budget has ended.
func (m *mender) spent() bool { return m.ctx.Err() != nil }

// repaired returns the result, with the verdict and the level of its puzzle.
func (m *mender) repaired(ctx context.Context) *Repaired {
	m.reset(nil)
	m.least = max(m.least, (m.disjointSwitches()+1)/2)
	r := &Repaired{Changed: slices.Clone(m.best), Least: m.least, Verdict: solvers.Unique}
	m.reset(m.best)
	slices.SortFunc(r.Changed, cmp.Compare)
	r.Puzzle = m.Puzzle()
	switch {
	case m.best == nil:
		r.Verdict = solvers.Undecided
		if m.refuted() {
			r.Verdict = solvers.Multiple
		}
	case m.ByLine() == 0:
		r.Level = puzzle.ByLine
	case m.ByContradiction(ctx) == 0:
		r.Level = puzzle.ByProbe
	default:
		r.Level = puzzle.BySearch
	}
	r.Proved = m.best != nil && m.least == len(m.best)
	return r
}
