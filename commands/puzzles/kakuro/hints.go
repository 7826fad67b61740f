package kakuro

import (
	"context"
	"iter"
	"math/bits"
	"slices"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers/kakuro"
)

// Hints yields hints. Each leads to the next digit in the degrees of a hint: first the cell, then
// the sums and techniques that it takes, then the reason. A long way to a digit comes as several
// hints, and the last of them places it.
func (g game) Hints(ctx context.Context, _ *deduce.Solved, _ []int, say words.Phrases) iter.Seq[deduce.Step] {
	return func(yield func(deduce.Step) bool) {
		t := g.teller(say)
		part := 0 // number of the part, for a way told in parts; 0 for its last
		for hint := range g.Puzzle.Hints(ctx) {
			part = words.If(hint.Aim.Digit == 0, part+1, 0)
			if !yield(t.hint(hint, part)) {
				return
			}
			t.note([]kakuro.Placed{hint.Aim})
		}
	}
}

// hint puts a hint into words, and draws it. Part is the hint's number in a way told in several
// parts; 0 for the last one, which places the digit.
func (t *teller) hint(hint kakuro.Hint, part int) deduce.Step {
	var s deduce.Step
	var reasons, techniques, names []string
	var used []kakuro.Entry
	var changes []deduce.DigitChange
	var in inHint
	for i, step := range hint.Steps {
		in.plain = leavesOne(hint, i)
		reasons = append(reasons, t.sentence(step, &in))
		techniques = append(techniques, techniqueName(step.Technique, t.say))
		s.Techniques = append(s.Techniques, words.ID(step.Technique.String()))
		for _, e := range slices.Concat([]kakuro.Entry{step.Entry}, step.Area, step.Chain) {
			if e.Len > 0 && step.Technique != kakuro.NakedSingle && !slices.Contains(used, e) {
				used, names = append(used, e), append(names, entryName(e, t.say))
			}
		}
		for _, cell := range step.Cells {
			if cell.Row == hint.Aim.Row && cell.Col == hint.Aim.Col {
				in.struck |= cell.Removed
			}
		}
		changes = append(changes, t.changes(step)...)
	}
	s.Techniques = words.Distinct(s.Techniques)
	s.Legs = t.legs(hint.Steps[len(hint.Steps)-1], changes)
	cell := hint.Aim.Row*t.Cols + hint.Aim.Col
	s.Where, s.Look, s.LookOn = ask.RowColumn(hint.Aim.Row, hint.Aim.Col), []int{cell}, true
	s.Why, s.What = deduce.Numbered(reasons), t.what(words.Distinct(techniques), names)
	if hint.Aim.Digit == 0 {
		s.Why = ask.Join("\n", t.say.Text("kakuro.hint.part", words.With{"Part": part, "Cell": s.Where}), s.Why)
	}
	if len(used) > 0 {
		s.Subdue = func(b *render.Board) { fadeSums(b, used) }
	}
	t.drawHint(&s, hint, changes)
	return s
}

// leavesOne reports whether step i of a hint is the last but one, finds the digits of a sum, and
// leaves its cell a single digit, which the last step places. Then the last step tells the result.
func leavesOne(hint kakuro.Hint, i int) bool {
	step := hint.Steps[i]
	if step.Technique != kakuro.MagicSum && step.Technique != kakuro.OnlyCombination || i+2 != len(hint.Steps) {
		return false
	}
	return hint.Steps[i+1].Technique == kakuro.NakedSingle && len(step.Cells) == 1 && bits.OnesCount16(step.Cells[0].Left) == 1
}

// what names the techniques of a hint, and the entries that it uses.
func (t *teller) what(techniques, entries []string) string {
	const most = 6
	id := words.If(len(entries) == 0, "kakuro.hint.what", "kakuro.hint.what-with")
	last := len(techniques) == 1 && techniques[0] == techniqueName(kakuro.LastCell, t.say)
	return t.say.Text(id, words.With{"Last": last, "Techniques": t.say.List(techniques, most), "Entries": t.say.List(entries, most)})
}

// drawHint draws all that a hint tells. When other hints follow, only the placed digit stays, or
// everything if the hint places none.
func (t *teller) drawHint(s *deduce.Step, hint kakuro.Hint, changes []deduce.DigitChange) {
	var whole, stays deduce.Step
	whole.Changes(t, changes)
	s.Decides, s.Signs, stays.Draw = whole.Decides, whole.Signs, whole.Draw
	if hint.Aim.Digit != 0 {
		stays.Changes(t, changes[len(changes)-1:])
	}
	s.Draw = func(b *render.Board, mark render.Mark) {
		words.If(mark == render.NoMark, stays.Draw, whole.Draw)(b, mark)
	}
}

// legs walks through a contradiction: the assumed digit, what each entry strikes then, and the entry
// that nothing fits any more. Changes are those of the whole hint,
// the last of them by the step itself. It returns nil for any other step.
func (t *teller) legs(step kakuro.Step, changes []deduce.DigitChange) (legs []deduce.Leg) {
	if step.Technique != kakuro.Forcing {
		return nil
	}
	draw := func(changes []deduce.DigitChange) func(*render.Board, render.Mark) {
		var drawn deduce.Step
		drawn.Changes(t, changes)
		return drawn.Draw
	}
	cell, digit := step.Assumed.Row*t.Cols+step.Assumed.Col, step.Assumed.Digit
	assume, known := draw([]deduce.DigitChange{{Cell: cell, Digit: digit}}), draw(changes[:len(changes)-len(t.changes(step))])
	legs = append(legs, deduce.Leg{
		Told: t.say.Text("kakuro.suppose", words.With{"Assumed": deduce.DigitIn(t, cell, digit, t.say)}),
		Draw: func(b *render.Board, mark render.Mark) {
			known(b, render.NoMark)
			assume(b, mark)
		},
	})
	for i, e := range step.Chain {
		at := words.With{"Line": words.Capital(entryName(e, t.say))}
		leg := deduce.Leg{Look: t.cellsOf(e), Fail: i == len(step.Trail), Draw: draw(nil)}
		if !leg.Fail {
			then := t.changes(kakuro.Step{Cells: step.Trail[i]})
			leg.Told, leg.Draw = t.say.Text("hint.then", at, words.With{"Do": t.sentenceOf(deduce.TellDigits(t, then, t.say))}), draw(then)
		} else {
			leg.Told = t.say.Text("hint.fails", at, words.With{"Do": t.sentenceOf(words.Capital(deduce.TellDigits(t, t.changes(step), t.say)))})
		}
		legs = append(legs, leg)
	}
	return legs
}

// sentenceOf makes a sentence of facts.
func (t *teller) sentenceOf(told string) string {
	return t.say.Text("hint.so", words.With{"Told": told})
}
