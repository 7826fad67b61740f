package teach

import (
	"context"
	"iter"
	"math"
	"slices"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/engine"
	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// Step is one deduction: what it is called, the line in which it was seen, the
// cells of which it says something and why.
type Step struct {
	Technique Technique
	Line      puzzle.Line // for Contradiction the line left without an arrangement, for Trial none
	Cells     []Placed
	Spans     []Span // what is known of the runs that say so, where runs do

	// Assumed is the cell with the shades of which one falls, for Contradiction. For EitherWay it
	// is a cell that leads to Cells both ways: in black and white Unknown, filled and empty;
	// in colours with these shades, and with its others.
	Assumed Placed

	// Chain, for Contradiction, holds the lines to be solved in turn after Assumed;
	// the last one is Line. None can be left out.
	Chain []puzzle.Line
}

// Placed is a cell with what it can be after a Step.
type Placed struct {
	Row, Col int // from 0
	Value    puzzle.Cell
}

// Span is the part of a Step's line in which a run must be: of the clue's runs
// the one with index Run, in the cells From to To, all from 0. Where it is not one
// run that says so Run is -1, and the Span is what the deduction looked at.
type Span struct{ Run, From, To int }

// Steps yields the way to the cells of Answer.Grid for a person. Each step is the
// easiest there is: in all lines SimpleBoxes, then SimpleSpaces, and so on; where no line
// says anything, the contradiction that takes the fewest lines; what is left then,
// all at once. Replayed on a grid on which nothing but what is given is known the steps give
// Answer.Grid, where it is proved. They end early
// when ctx does, and where a puzzle without solution contradicts itself.
func Steps(ctx context.Context, p *puzzle.Puzzle) iter.Seq[Step] { return StepsFrom(ctx, p, nil) }

// StepsFrom is Steps with a known Answer. When ctx ends, the rest is one Trial step, whatever
// technique there might have been.
func StepsFrom(ctx context.Context, p *puzzle.Puzzle, a *puzzle.Answer) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		if p.Check() == nil && p.Balanced() && (a != nil || ctx.Err() == nil) {
			NewStudy(ctx, p, true).teach(engine.AsCells(p, a), teller(p, yield))
		}
	}
}

// lesson is the state of Steps: for each line, what it says and the next rule to try.
type lesson[M line.Mask] struct {
	*bench[M]
	yield  func(Step) bool
	answer *puzzle.Answer // if it is known already
	said   []line.Known[M]
	rules  []rule
	next   []int
	views  []*view
	line   int // the last one that said something
	done   bool

	speaking, unfinished int // lines that say something now, and those that have Unknown cells

	told    int     // steps
	changed []int   // for each line the last step that decided a cell of it
	doubts  []doubt // by cell, Empty and Filled; made when lines alone do not do
	kept    int     // the lines that doubts hold
}

// mute is the next rule of a line that says nothing.
const mute = math.MaxInt

func newLesson[M line.Mask](b *bench[M], a *puzzle.Answer, yield func(Step) bool) *lesson[M] {
	rules := rules
	if b.paint != nil {
		rules = colourRules
	}
	return &lesson[M]{
		rules:  rules,
		bench:  b,
		yield:  yield,
		answer: a,
		said:   make([]line.Known[M], len(b.clues)),
		next:   make([]int, len(b.clues)),
		views:  make([]*view, len(b.clues)),

		changed: make([]int, len(b.clues)),
	}
}

func (b *bench[M]) teach(a *puzzle.Answer, yield func(Step) bool) {
	newLesson(b, a, yield).run()
}

// run tells all steps.
func (l *lesson[M]) run() {
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
	for _, which := range l.queue {
		cells, ok := l.newCells(which)
		if !ok || l.spent() {
			return false
		}
		l.said[which], l.next[which], l.views[which] = cells, 0, nil
		if cells == (line.Known[M]{}) {
			l.next[which] = mute
		}
	}
	l.survey()
	return !l.done
}

// survey counts the lines that have more to say, and those that are not finished.
func (l *lesson[M]) survey() {
	l.speaking, l.unfinished = 0, 0
	for line := range l.clues {
		if l.next[line] < mute {
			l.speaking++
		}
		if !l.finished(line) {
			l.unfinished++
		}
	}
}

// finished reports whether all of a line is known; in colours, one shade of each cell.
func (l *lesson[M]) finished(which int) bool {
	k := &l.lines[which]
	if l.paint == nil {
		return line.Size(&k.Filled)+line.Size(&k.Empty) == l.size(which)
	}
	cells := len(l.paint.Puzzle.Cols)
	if which >= l.rows {
		cells = l.rows
	}
	return line.Size(&k.Filled) == cells
}

// easiest returns the line whose next rule is the easiest; of several the first from
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
	if l.next[line] == len(l.rules) {
		l.line = line
		l.tellLogic(line)
		return
	}
	v := l.view(line)
	rule := l.rules[l.next[line]]
	l.next[line]++
	if fresh := rule.fresh(v); fresh != nil {
		l.line = line
		l.tellSeen(line, rule.technique, fresh)
	}
}

// view returns a line as it is now.
func (l *lesson[M]) view(line int) *view {
	if l.views[line] == nil && l.paint != nil {
		l.views[line] = l.paintedView(line)
	}
	if l.views[line] == nil {
		l.views[line] = newView(l.clues[line], l.cells(line))
	}
	return l.views[line]
}

// fresh returns what a rule sees that is not known yet.
func (r rule) fresh(v *view) (fresh []sight) {
	for _, s := range r.see(v) {
		if slices.Contains(v.cells[s.lo:s.hi], puzzle.Unknown) {
			fresh = append(fresh, s)
		}
	}
	return fresh
}

// tellSeen tells what a rule sees in a line.
func (l *lesson[M]) tellSeen(line int, technique Technique, fresh []sight) {
	l.tell(Step{Technique: technique, Line: l.name(line), Spans: spans(fresh)}, func() {
		for _, s := range fresh {
			for i := s.lo; i < s.hi; i++ {
				if cell := l.cell(line, i); l.at(cell) == puzzle.Unknown {
					l.set(cell, s.value)
				}
			}
		}
	})
}

// tellLogic tells all that a line says.
func (l *lesson[M]) tellLogic(line int) {
	l.tell(Step{Technique: LineLogic, Line: l.name(line)}, func() { l.write(line, l.said[line]) })
}

// spans returns the parts of the line that the sights are about, each once.
func spans(seen []sight) (all []Span) {
	for _, s := range seen {
		span := Span{s.run, s.from, s.until - 1}
		if s.until > s.from && !slices.Contains(all, span) {
			all = append(all, span)
		}
	}
	return all
}

func (l *lesson[M]) cells(line int) []puzzle.Cell {
	cells := make([]puzzle.Cell, l.size(line))
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

// Solve returns the puzzle's Answer; nil where there is none in time.
func (l *lesson[M]) Solve() *puzzle.Answer { return engine.SolveAsCells(l.ctx, l.puzzle) }

// trial tells what is left, by search, if there is a solution.
func (l *lesson[M]) trial() {
	if len(l.trail) == l.total {
		return
	}
	a := l.answer
	if a == nil && !l.over {
		a = l.Solve()
	}
	if a == nil || a.Verdict == solvers.None {
		return
	}
	step := Step{Technique: Trial}
	for cell, value := range a.Grid {
		if value != puzzle.Unknown && l.at(cell) == puzzle.Unknown {
			step.Cells = append(step.Cells, Placed{cell / l.cols, cell % l.cols, value})
		}
	}
	if step.Cells != nil {
		l.yield(step)
	}
}
