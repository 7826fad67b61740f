package nonogram

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"

	"kibitz/solvers"
)

// Step is one deduction: what it is called, the line in which it was seen, the
// cells that it decides and why.
type Step struct {
	Technique Technique
	Line      Line // for Contradiction the line left without an arrangement, for Trial none
	Cells     []Placed
	Spans     []Span // what is known of the runs that say so, where runs do

	// Assumed is the cell with the value that falls, for Contradiction; for EitherWay,
	// a cell whose both values lead to Cells.
	Assumed Placed

	// Chain, for Contradiction, holds the lines to be solved in turn after Assumed;
	// the last one is Line. None can be left out.
	Chain []Line
}

// Placed is a cell with the value that a Step gives it.
type Placed struct {
	Row, Col int // from 0
	Value    Cell
}

// Span is the part of a Step's line in which a run must be: of the clue's runs
// the one with index Run, in the cells From to To, all from 0. Where it is not one
// run that says so Run is -1, and the Span is what the deduction looked at.
type Span struct{ Run, From, To int }

// Steps yields the way to the cells of Answer.Grid for a person. Each step is the
// easiest there is: in all lines SimpleBoxes, then SimpleSpaces, and so on; where no line
// says anything, the contradiction that takes the fewest lines; what is left then,
// all at once. Replayed on an empty grid the steps give Answer.Grid. They end early
// when ctx does, and where a puzzle without solution contradicts itself.
func (p *Puzzle) Steps(ctx context.Context) iter.Seq[Step] { return p.StepsFrom(ctx, nil) }

// StepsFrom is Steps for whoever has p's Answer already. When ctx ends it is told what is left, as
// a Trial, whatever technique there might have been.
func (p *Puzzle) StepsFrom(ctx context.Context, a *Answer) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		if rows, cols := p.Totals(); rows == cols && (a != nil || ctx.Err() == nil) && p.Check() == nil {
			newStudy(ctx, p).teach(a, yield)
		}
	}
}

// Why a puzzle has no Difficulty.
var (
	ErrNotUnique = errors.New("nonogram: not exactly one solution")
	ErrUndecided = errors.New("nonogram: too large to decide how many solutions there are")
)

// Difficulty is that of the hardest of p's Steps. Only a puzzle with one solution has one:
// what is easy to see in others leads nowhere. For them it is ErrNotUnique, for those
// that memory does not suffice to decide ErrUndecided; where ctx ends first, its error.
func (p *Puzzle) Difficulty(ctx context.Context) (Difficulty, error) {
	a, err := p.Decide(ctx)
	switch {
	case err != nil:
		return 0, err
	case a.Verdict == solvers.Undecided:
		return 0, cmp.Or(ctx.Err(), ErrUndecided)
	case a.Verdict != solvers.Unique:
		return 0, ErrNotUnique
	}
	hardest := Easy
	for step := range p.StepsFrom(ctx, a) {
		hardest = max(hardest, step.Technique.Difficulty())
	}
	return hardest, ctx.Err()
}

// lesson is the state of Steps: for each line, what it says and the next rule to try.
type lesson[M mask] struct {
	*bench[M]
	yield  func(Step) bool
	answer *Answer // if it is known already
	said   []known[M]
	next   []int
	views  []*view
	line   int // the last one that said something
	done   bool

	told    int     // steps
	changed []int   // for each line the last step that decided a cell of it
	doubts  []doubt // by cell, Empty and Filled; made when lines alone do not do
	kept    int     // the lines that doubts hold
}

// mute is the next rule of a line that says nothing.
var mute = len(rules) + 1

func (b *bench[M]) teach(a *Answer, yield func(Step) bool) {
	l := lesson[M]{
		bench:  b,
		yield:  yield,
		answer: a,
		said:   make([]known[M], len(b.clues)),
		next:   make([]int, len(b.clues)),
		views:  make([]*view, len(b.clues)),

		changed: make([]int, len(b.clues)),
	}
	for l.look() {
		if line := l.easiest(); l.next[line] < mute {
			l.apply(line)
		} else if !l.suppose() {
			l.trial()
			return
		}
	}
	if l.over && !l.done {
		l.trial()
	}
}

// look solves the lines with new cells, to know which have more to say. It
// reports false at the end: a contradiction, no budget, or nobody to listen.
func (l *lesson[M]) look() bool {
	defer l.emptyQueue()
	for _, line := range l.queue {
		cells, ok := l.newCells(line)
		if !ok || l.spent() {
			return false
		}
		l.said[line], l.next[line], l.views[line] = cells, 0, nil
		if cells == (known[M]{}) {
			l.next[line] = mute
		}
	}
	return !l.done
}

// easiest is the line whose next rule is the easiest; of several the first from
// the last line that said something on, as people go.
func (l *lesson[M]) easiest() int {
	best := l.line
	for i := range l.next {
		if line := (l.line + i) % len(l.next); l.next[line] < l.next[best] {
			best = line
		}
	}
	return best
}

// apply looks at a line with its next rule.
func (l *lesson[M]) apply(line int) {
	if l.next[line] == len(rules) {
		l.line = line
		l.tell(Step{Technique: LineLogic, Line: l.name(line)}, func() { l.write(line, l.said[line]) })
		return
	}
	v := l.views[line]
	if v == nil {
		v = newView(l.clues[line], l.cells(line))
		l.views[line] = v
	}
	rule := rules[l.next[line]]
	l.next[line]++
	var fresh []sight
	for _, s := range rule.see(v) {
		if slices.Contains(v.cells[s.lo:s.hi], Unknown) {
			fresh = append(fresh, s)
		}
	}
	if fresh == nil {
		return
	}
	l.line = line
	l.tell(Step{Technique: rule.technique, Line: l.name(line), Spans: spans(fresh)}, func() {
		for _, s := range fresh {
			for i := s.lo; i < s.hi; i++ {
				if cell := l.cell(line, i); l.at(cell) == Unknown {
					l.set(cell, s.value)
				}
			}
		}
	})
}

// spans are those of the sights, each once.
func spans(seen []sight) (all []Span) {
	for _, s := range seen {
		span := Span{s.run, s.from, s.until - 1}
		if s.until > s.from && !slices.Contains(all, span) {
			all = append(all, span)
		}
	}
	return all
}

func (l *lesson[M]) cells(line int) []Cell {
	cells := make([]Cell, l.size(line))
	for i := range cells {
		cells[i] = l.at(l.cell(line, i))
	}
	return cells
}

// tell writes down what a step decides, and tells it.
func (l *lesson[M]) tell(step Step, write func()) {
	mark := len(l.trail)
	write()
	l.told++
	for _, cell := range l.trail[mark:] {
		step.Cells = append(step.Cells, l.placed(cell))
		row, column := l.through(cell)
		l.changed[row], l.changed[column] = l.told, l.told
	}
	l.done = !l.yield(step)
}

// A refutation of an assumption: the lines solved in turn, the last of which has no
// arrangement.
type refutation struct {
	cell  int
	value Cell
	chain []int
}

// suppose looks for the shortest contradiction, or else for what both values of a cell lead
// to. It reports false where there is neither.
func (l *lesson[M]) suppose() bool {
	if r, ok := l.shortest(); ok {
		last := l.name(r.chain[len(r.chain)-1])
		assumed := Placed{r.cell / l.cols, r.cell % l.cols, r.value}
		l.tell(Step{Technique: Contradiction, Line: last, Assumed: assumed, Chain: l.names(r.chain)}, func() {
			l.set(r.cell, opposite(r.value))
		})
		return true
	}
	cell, both := l.eitherWay()
	if both == nil || l.over {
		return false
	}
	l.tell(Step{Technique: EitherWay, Line: l.name(cell / l.cols), Assumed: Placed{cell / l.cols, cell % l.cols, Unknown}}, func() {
		for _, c := range both {
			l.set(c.Row*l.cols+c.Col, c.Value)
		}
	})
	return true
}

// shortest is the refutation with the fewest lines, of all values of all cells. What
// it follows from an assumption goes out in waves: the lines with a new cell, then those that
// cross new cells of these. A contradiction in wave w takes w lines at least, so that what has
// been found bounds how far to look; few waves are tried first.
func (l *lesson[M]) shortest() (best refutation, ok bool) {
	for _, waves := range []int{2, 4, len(l.clues) * len(l.clues)} {
		for cell := range l.rows * l.cols {
			if l.at(cell) != Unknown {
				continue
			}
			for _, value := range []Cell{Filled, Empty} {
				if ok {
					waves = min(waves, len(best.chain)-1)
				}
				if waves < 2 {
					return best, ok
				}
				chain := l.doubted(cell, value, waves)
				if l.over {
					return best, false
				}
				if chain != nil && (!ok || len(chain) < len(best.chain)) {
					best, ok = refutation{cell, value, chain}, true
				}
			}
		}
		if ok {
			break
		}
	}
	return best, ok
}

// doubt is what came of an assumption. It holds as long as the lines looked at stay as
// they are.
type doubt struct {
	chain []int // the lines of its refutation, or nil
	waves int   // so far it was followed
	lines []int // looked at
	told  int   // the steps before
}

// mostKept bounds the lines that all doubts hold, and so their memory: 32 MB.
const mostKept = 4 << 20

// doubted is refute and prune, or what they found before if nothing has changed for them.
func (l *lesson[M]) doubted(cell int, value Cell, waves int) (chain []int) {
	if l.doubts == nil {
		l.doubts = make([]doubt, 2*l.rows*l.cols)
	}
	d := &l.doubts[2*cell+int(value-Empty)]
	fresh := d.lines != nil && (d.chain != nil || d.waves >= waves)
	if fresh && !slices.ContainsFunc(d.lines, func(line int) bool { return l.changed[line] > d.told }) {
		return d.chain
	}
	chain, lines := l.refute(cell, value, waves)
	chain = l.prune(cell, value, chain)
	l.kept -= len(d.lines)
	*d = doubt{}
	if l.kept += len(lines); l.kept > mostKept {
		l.kept -= len(lines)
		return chain
	}
	*d = doubt{chain, waves, lines, l.told}
	return chain
}

// refute follows an assumption for so many waves. It returns the lines that decided cells
// and in the end the one without an arrangement, or nil; and all that were looked at.
func (l *lesson[M]) refute(cell int, value Cell, waves int) (chain, looked []int) {
	mark := len(l.trail)
	next := 0
	defer func() {
		looked = slices.Clone(l.queue[:next])
		l.undo(mark)
		l.emptyQueue()
	}()
	l.set(cell, value)
	for wave := 0; wave < waves && next < len(l.queue); wave++ {
		for end := len(l.queue); next < end; next++ {
			if l.spent() {
				return nil, nil
			}
			line := l.queue[next]
			any, ok := l.solveLine(line)
			l.queued[line] = false
			if any || !ok {
				chain = append(chain, line)
			}
			if !ok {
				next++
				return chain, nil
			}
		}
	}
	return nil, nil
}

// prune leaves out of a chain what the contradiction does not need.
func (l *lesson[M]) prune(cell int, value Cell, chain []int) []int {
	for i := len(chain) - 2; i >= 0 && !l.over; i-- {
		if shorter := l.replay(cell, value, slices.Concat(chain[:i], chain[i+1:])); shorter != nil {
			chain = shorter
			i = min(i, len(chain)-1)
		}
	}
	return chain
}

// replay solves the lines in turn up to the one without an arrangement; nil where
// all have one. Lines that say nothing are left out.
func (l *lesson[M]) replay(cell int, value Cell, lines []int) (chain []int) {
	mark := len(l.trail)
	defer func() {
		l.undo(mark)
		l.emptyQueue()
	}()
	l.set(cell, value)
	for _, line := range lines {
		if l.spent() {
			return nil
		}
		any, ok := l.solveLine(line)
		if any || !ok {
			chain = append(chain, line)
		}
		if !ok {
			return chain
		}
	}
	return nil
}

// eitherWay finds a cell whose both values decide some other cell alike.
func (l *lesson[M]) eitherWay() (cell int, both []Placed) {
	for cell := range l.rows * l.cols {
		if l.at(cell) != Unknown {
			continue
		}
		filled := l.led(cell, Filled)
		for placed := range l.led(cell, Empty) {
			if filled[placed] {
				both = append(both, placed)
			}
		}
		if both != nil || l.over {
			slices.SortFunc(both, func(a, b Placed) int { return (a.Row-b.Row)*l.cols + a.Col - b.Col })
			return cell, both
		}
	}
	return 0, nil
}

// led is what an assumption leads to.
func (l *lesson[M]) led(cell int, value Cell) map[Placed]bool {
	mark := len(l.trail)
	l.assume(cell, value)
	to := map[Placed]bool{}
	for _, c := range l.trail[mark:] {
		to[l.placed(c)] = true
	}
	l.undo(mark)
	return to
}

// trial tells what is left, by search, if there is a solution.
func (l *lesson[M]) trial() {
	if len(l.trail) == l.rows*l.cols {
		return
	}
	a := l.answer
	if a == nil && !l.over {
		a, _ = l.puzzle.Solve(l.ctx)
	}
	if a == nil || a.Verdict == solvers.None {
		return
	}
	step := Step{Technique: Trial}
	for cell, value := range a.Grid {
		if value != Unknown && l.at(cell) == Unknown {
			step.Cells = append(step.Cells, Placed{cell / l.cols, cell % l.cols, value})
		}
	}
	if step.Cells != nil {
		l.yield(step)
	}
}
