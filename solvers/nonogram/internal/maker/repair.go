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

// What Repair, Draw and Generate cannot work with.
var (
	ErrUnfinished = errors.New("nonogram: not a finished picture")
	ErrSize       = errors.New("nonogram: a size out of bounds")
)

// Repaired is a picture with as few cells changed as were found to do.
type Repaired struct {
	Puzzle  *puzzle.Puzzle // of the picture after the changes, which is its Picture
	Changed []int          // the cells changed, row-major, ascending

	// Verdict is that on Puzzle: Unique, or where the time ended before that,
	// Multiple or Undecided. Level is what a unique one takes; BySearch also
	// where the time ended before less was seen to do.
	Verdict solvers.Verdict
	Level   puzzle.Level

	// Least is a number of changes without which it cannot be done, proved;
	// Proved says that Changed has just that many.
	Least  int
	Proved bool
}

// Repair changes the fewest cells of a puzzle's picture that make it the only one with its clues.
// It leaves some cells as they are: with those of an earlier repair kept, the answer is another
// one. It is proved then that no fewer changes of the other cells do, and there may be no answer:
// the Verdict is not Unique then, and Least is more than there are others.
//
// When ctx ends first the answer is the best so far; beyond a few changes a proof takes
// exponential time, so ctx should have an end. The error is ErrUnfinished for a puzzle without a
// finished Picture, ErrSize for one with a side above MaxMade, or Check's.
//
// What follows is the way in black and white; coloured_repair.go has that in colours.
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

// mender is one Repair. Its bench holds the picture with the changes on trial.
type mender struct {
	*teach.PictureBench
	ctx      context.Context // without the caller's progress, which is Repair's own
	cancel   context.CancelFunc
	report   context.Context
	random   *rand.Rand
	original []teach.Wide
	answer   func(context.Context, *puzzle.Puzzle) (*puzzle.Answer, engine.Outcome) // what is decided by solving

	changed   []int      // the changes on trial
	frozen    []int      // for each cell, on how many levels of the search it is not to be changed, one of them for a cell that is kept
	free      int        // cells that are not kept
	witnesses []*witness // switches seen, those that served last in front
	runs      []int      // working memory of holds

	best  []int // the fewest changes known to do; nil for none yet
	least int   // changes without which it cannot be done, proved
}

func newMender(ctx context.Context, picture []puzzle.Cell, cols int) *mender {
	s := teach.NewPictureBench(picture, len(picture)/cols, cols)
	report := ctx
	ctx = solvers.WithProgress(ctx, func(solvers.Progress) {})
	cancel := func() {}
	if end, ok := ctx.Deadline(); ok { // the last part is for the level of what was found
		ctx, cancel = context.WithTimeout(ctx, time.Until(end)*(share-1)/share)
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

// keep has cells stay as they are.
func (m *mender) keep(cells []int) {
	for _, cell := range cells {
		if m.frozen[cell] == 0 {
			m.frozen[cell], m.free = 1, m.free-1
		}
	}
}

// decideOnly returns the answer of Decide, with its outcome.
func decideOnly(ctx context.Context, p *puzzle.Puzzle) (*puzzle.Answer, engine.Outcome) {
	a, ended, err := engine.Answer(ctx, p, false)
	if err != nil {
		return &puzzle.Answer{}, engine.OutOfTime // clues of a picture are a puzzle
	}
	return a, ended
}

func (m *mender) mend() {
	if m.soon() {
		m.best = m.trial()
		return
	}
	for range max(1, min(descents, 20000/m.Cells())) {
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

// deepen tries all sets of k changes, none smaller being known to be enough. It reports
// whether one was found or the budget ended. That k are too few is proved only if every
// set was decided, and every smaller one.
func (m *mender) deepen(k int) (over bool) {
	m.reset(nil)
	found, ended := m.extend(k)
	switch {
	case found:
		m.best = m.trial()
	case ended == engine.Decided && m.least == k:
		m.least = k + 1
	}
	return found || ended == engine.OutOfTime
}

// reset makes changes the ones on trial.
func (m *mender) reset(changes []int) {
	m.Restore(m.original)
	m.changed = m.changed[:0]
	for _, cell := range changes {
		m.change(cell)
	}
}

func (m *mender) change(cell int) {
	m.Flip(cell)
	m.changed = append(m.changed, cell)
}

func (m *mender) unchange() {
	last := len(m.changed) - 1
	m.Flip(m.changed[last])
	m.changed = m.changed[:last]
}

// trial returns a copy of the changes on trial, never nil.
func (m *mender) trial() []int { return append([]int{}, m.changed...) }

// extend looks for exactly k further changes that make the picture unique,
// where fewer do not. It leaves them on trial when it finds them. Unless it is decided
// there may be some that it did not find.
func (m *mender) extend(k int) (found bool, ended engine.Outcome) {
	if m.spent() {
		return false, engine.OutOfTime
	}
	w := m.narrowest(k)
	if w == nil {
		verdict, ended := m.decide(m.ctx)
		switch {
		case verdict == solvers.Unique:
			return true, engine.Decided
		case verdict == solvers.Undecided:
			return false, ended
		}
		if w = m.narrowest(k); w == nil {
			return false, engine.OutOfPatience // no way on without one
		}
	}
	if k == 0 || m.apart() > 2*k {
		return false, engine.Decided
	}
	around := m.around(w)
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
		m.unchange()
		m.frozen[cell]++ // sets with it were tried just now
		tried++
	}
	for _, cell := range around[:tried] {
		m.frozen[cell]--
	}
	return found, ended
}

// decide returns the verdict on the picture on trial. Where that is Multiple it notes a witness;
// where it is Undecided the outcome says why.
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

// repaired returns the answer, with what is decided of its puzzle.
func (m *mender) repaired(ctx context.Context) *Repaired {
	m.reset(nil)
	m.least = max(m.least, (m.apart()+1)/2)
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
