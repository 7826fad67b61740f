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

// Step is one deduction: its technique, the line in which it was seen, the cells that it decides,
// and its reason.
type Step struct {
	Technique Technique
	Line      puzzle.Line // for Contradiction the line left without an arrangement; not set for Trial
	Cells     []Placed
	Spans     []Span // the runs that the deduction is about, if it is about runs

	// Assumed is, for Contradiction, the cell with the shades that were assumed and fall. For
	// EitherWay it is a cell that leads to Cells both ways: filled and empty in black and white,
	// where its Value is Unknown; in colours with the shades of Value, and without them.
	Assumed Placed

	// Chain, for Contradiction, holds the lines to be solved in turn after Assumed; the last one is
	// Line. Every one of them is needed.
	Chain []puzzle.Line

	// Trail, for Contradiction, holds for each line of Chain except the last the cells that it decides,
	// or in colours narrows, in turn after Assumed.
	Trail [][]Placed
}

// Placed is a cell, and the value or the shades that it can have after a Step.
type Placed struct {
	Row, Col int // from 0
	Value    puzzle.Cell
}

// Span is a part of a Step's line: the cells From to To, in which the run with index Run of the
// clue must lie. All count from 0. If the deduction is not about a single run, Run is -1 and the
// Span is the part that the deduction looked at.
type Span struct{ Run, From, To int }

// Steps yields the deductions by which a person gets to the cells of Answer.Grid. Each step is the
// easiest there is: in all lines SimpleBoxes, then SimpleSpaces, and so on. If no line says
// anything it is the contradiction that takes the fewest lines, and at last Trial for all cells
// left at once. Replayed on a grid with only the given cells, the steps give Answer.Grid if that is
// proved. They end early when ctx does, and in a puzzle without solution at the contradiction.
func Steps(ctx context.Context, p *puzzle.Puzzle) iter.Seq[Step] { return StepsFrom(ctx, p, nil) }

// StepsFrom yields the same as Steps, from a known Answer. When ctx ends, all cells left come in
// one Trial step.
func StepsFrom(ctx context.Context, p *puzzle.Puzzle, a *puzzle.Answer) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		if p.Check() == nil && p.Balanced() && (a != nil || ctx.Err() == nil) {
			NewStudy(ctx, p, true).teach(engine.AsCells(p, a), teller(p, yield))
		}
	}
}

// lesson is the state of Steps.
type lesson[M line.Mask] struct {
	*bench[M]
	yield  func(Step) bool
	answer *puzzle.Answer  // the puzzle's answer, nil if not known yet
	said   []line.Known[M] // for each line, the new cells that its clue decides
	rules  []rule
	next   []int // for each line, the index of the next rule to try; mute if it decides nothing
	views  []*view
	line   int  // the line of the last step
	done   bool // yield wants no more steps

	speaking, unfinished int // number of lines that decide something now, and of lines with Unknown cells

	told    int     // number of steps told
	changed []int   // for each line, the number of the last step that decided a cell of it
	doubts  []doubt // for each cell, Empty and Filled; made when lines decide no more
	kept    int     // number of lines that doubts hold
}

// mute stands for the next rule of a line that decides nothing.
const mute = math.MaxInt

// newLesson returns a lesson that tells its steps to yield; a is the puzzle's answer or nil.
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

// teach yields all steps.
func (b *bench[M]) teach(a *puzzle.Answer, yield func(Step) bool) {
	newLesson(b, a, yield).run()
}

// run tells all steps. If the budget ends on the way and the answer is known, the last step is
// a trial from it.
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

// look solves the lines with new cells, to see which of them decide more. It reports false at the
// end: at a contradiction, without budget, or when yield wants no more steps.
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

// survey counts the lines that decide more, and those that are not finished.
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

// finished reports whether every cell of a line is known; in colours, whether one shade of each
// cell is.
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

// easiest returns the line whose next rule is the easiest. Of several it takes the first from the
// line of the last step on, as people do. If no line decides anything, the rule of the line that it
// returns is mute.
func (l *lesson[M]) easiest() int {
	best := l.line
	for i := range l.next {
		if line := (l.line + i) % len(l.next); l.next[line] < l.next[best] {
			best = line
		}
	}
	return best
}

// apply tries the next rule on a line, and tells a step if the rule sees something new. Either way
// the rule is not tried again until the line changes. After the last rule it tells all that the line
// decides, as LineLogic. A line that tells a step becomes l.line.
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

// view returns the view of a line as it is now.
func (l *lesson[M]) view(line int) *view {
	if l.views[line] == nil && l.paint != nil {
		l.views[line] = l.paintedView(line)
	}
	if l.views[line] == nil {
		l.views[line] = newView(l.clues[line], l.cells(line))
	}
	return l.views[line]
}

// fresh returns the sights of a rule that include Unknown cells.
func (r rule) fresh(v *view) (fresh []sight) {
	for _, s := range r.see(v) {
		if slices.Contains(v.cells[s.lo:s.hi], puzzle.Unknown) {
			fresh = append(fresh, s)
		}
	}
	return fresh
}

// tellSeen tells a step for the sights of a rule in a line; it decides their Unknown cells.
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

// tellLogic tells one step for all cells that a line decides.
func (l *lesson[M]) tellLogic(line int) {
	l.tell(Step{Technique: LineLogic, Line: l.name(line)}, func() { l.write(line, l.said[line]) })
}

// spans returns the spans of some sights, each once. A sight with from equal to until has none.
func spans(seen []sight) (all []Span) {
	for _, s := range seen {
		span := Span{s.run, s.from, s.until - 1}
		if s.until > s.from && !slices.Contains(all, span) {
			all = append(all, span)
		}
	}
	return all
}

// cells returns the known values of a line's cells.
func (l *lesson[M]) cells(line int) []puzzle.Cell {
	cells := make([]puzzle.Cell, l.size(line))
	for i := range cells {
		cells[i] = l.at(l.cell(line, i))
	}
	return cells
}

// tell calls write, which decides cells, and yields the step with these cells. It notes the step's
// number for the lines through them, and sets done if yield wants no more steps.
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

// Solve returns the puzzle's Answer, nil if ctx has ended.
func (l *lesson[M]) Solve() *puzzle.Answer { return engine.SolveAsCells(l.ctx, l.puzzle) }

// trial yields one Trial step with all cells that are left and the same in every solution. It
// searches for them unless the answer is known. It yields nothing if no such cell is left, if there
// is no solution, or if the search ends without an answer.
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
