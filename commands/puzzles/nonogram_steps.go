package puzzles

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
	"kibitz/solvers/nonogram"
)

func (p nonogramGame) Steps(ctx context.Context, of *deduce.Solved, say words.Phrases) iter.Seq[deduce.Step] {
	if a := p.answer(of); a != nil {
		return p.told(p.StepsFrom(ctx, a), say)
	}
	return p.told(p.Puzzle.Steps(ctx), say)
}

// Hints are the steps in the order in which a person sees them.
func (p nonogramGame) Hints(ctx context.Context, of *deduce.Solved, last []int, say words.Phrases) iter.Seq[deduce.Step] {
	return p.told(p.Puzzle.Hints(ctx, p.answer(of), last), say)
}

// answer is the solver's answer, where it says something of these cells: that to the same
// puzzle without marks does if there is one solution. Else it is nil.
func (p nonogramGame) answer(of *deduce.Solved) *nonogram.Answer {
	if of == nil {
		return nil
	}
	if a := of.Answer.(nonogramAnswer); a.puzzle == p.Puzzle || a.Verdict == solvers.Unique {
		return a.Answer
	}
	return nil
}

func (p nonogramGame) told(way iter.Seq[nonogram.Step], say words.Phrases) iter.Seq[deduce.Step] {
	return func(yield func(deduce.Step) bool) {
		for step := range way {
			if !yield(p.step(step, say)) {
				return
			}
		}
	}
}

// step is one deduction in words, and what it does to a board.
func (p nonogramGame) step(step nonogram.Step, say words.Phrases) deduce.Step {
	s := lookAt(step.Technique, step.Line, step.Assumed.Row, step.Assumed.Col, p, say)
	s.Why = nonogramTeller{p, step, say}.sentence()
	for _, cell := range step.Cells {
		s.Decides = append(s.Decides, cell.Row*len(p.Cols)+cell.Col)
		s.Signs = append(s.Signs, nonogramSigns[cell.Value])
	}
	s.Draw = func(b *render.Board, mark render.Mark) {
		for _, cell := range step.Cells {
			kind := words.If(cell.Value == nonogram.Filled, render.Filled, render.Crossed)
			*b.At(cell.Row, cell.Col) = render.Cell{Kind: kind, Mark: mark}
		}
		for _, cell := range step.Cells {
			p.fade(b, nonogram.Line{Index: cell.Row})
			p.fade(b, nonogram.Line{Column: true, Index: cell.Col})
		}
	}
	return s
}

// lookAt is a step by its technique and the place to look at: the cell that is assumed to be
// something, or the line.
func lookAt(technique nonogram.Technique, line nonogram.Line, row, col int, p deduce.Puzzle, say words.Phrases) deduce.Step {
	rows, cols := p.Size()
	s := deduce.Step{LookOn: true}
	s.Techniques = []string{phraseID(technique.String())}
	switch technique {
	case nonogram.Trial:
	case nonogram.Contradiction, nonogram.EitherWay:
		s.Where = ask.RowColumn(row, col)
		s.Look = []int{row*cols + col}
	default:
		s.Where = lineName(line, say)
		s.Look = lineCells(line, rows, cols)
	}
	return s
}

// A nonogramTeller puts a deduction into words.
type nonogramTeller struct {
	nonogramGame
	step nonogram.Step
	say  words.Phrases
}

// Of a list this much is said.
const (
	mostReasons = 6
	mostCells   = 8
)

// sentence is what the deduction is called, where to look, why, and what follows.
func (t nonogramTeller) sentence() string {
	step, say := t.step, t.say
	chain := []string{}
	for _, line := range step.Chain[:max(len(step.Chain)-1, 0)] {
		chain = append(chain, lineName(line, say))
	}
	assumed := words.If(step.Assumed.Value == nonogram.Filled, "nonogram.filled", "nonogram.empty")
	cell := ask.RowColumn(step.Assumed.Row, step.Assumed.Col)
	with := words.With{
		"Technique": say.Text("nonogram.technique." + phraseID(step.Technique.String())),
		"Line":      lineName(step.Line, say),
		"Cell":      cell,
		"Assumed":   say.Text(assumed, words.With{"Cell": cell}),
		"Chain":     say.List(chain, mostReasons),
		"Covers":    t.reasons(t.covers),
		"Stays":     t.reasons(t.about("nonogram.stays")),
		"Takes":     t.reasons(t.about("nonogram.takes")),
		"Complete":  t.reasons(t.about("nonogram.complete")),
		"Grows":     t.reasons(t.about("nonogram.grows")),
		"Numbers":   t.list(t.number),
		"Gaps":      t.list(t.gap),
		"Clue":      "",
		"Do":        t.do(),
	}
	if step.Technique <= nonogram.LineLogic && len(t.clue(step.Line)) > 0 {
		with["Clue"] = t.Clue(step.Line.Column, step.Line.Index)
	}
	return say.Text("nonogram.step."+phraseID(step.Technique.String()), with)
}

// reasons are sentences about the spans of the step, and list is a list of them; spans of which
// a sentence is "" are left out, and what is said twice.
func (t nonogramTeller) reasons(about func(nonogram.Span) string) string {
	told := t.each(about)
	if more := len(told) - mostReasons; more > 0 {
		return t.say.Text("more", words.With{"Items": strings.Join(told[:mostReasons], t.say.Text("semicolon")), "More": more})
	}
	return strings.Join(told, t.say.Text("semicolon"))
}

func (t nonogramTeller) list(about func(nonogram.Span) string) string {
	return t.say.List(t.each(about), mostReasons)
}

func (t nonogramTeller) each(about func(nonogram.Span) string) (told []string) {
	for _, s := range t.step.Spans {
		if text := about(s); text != "" {
			told = append(told, text)
		}
	}
	return unique(told)
}

// about is the phrase for each run of the step.
func (t nonogramTeller) about(phrase string) func(nonogram.Span) string {
	return func(s nonogram.Span) string {
		if s.Run < 0 {
			return ""
		}
		return t.say.Text(phrase, words.With{"Number": t.number(s), "Length": t.clue(t.step.Line)[s.Run].Length, "Within": t.within(s.From, s.To)})
	}
}

// covers says which cells a run covers wherever it goes in its span.
func (t nonogramTeller) covers(s nonogram.Span) string {
	from, to := t.covered(s)
	if from > to {
		return ""
	}
	var cells []string
	for i := from; i <= to; i++ {
		cells = append(cells, t.within(i, i))
	}
	if len(cells) > 2 {
		cells = []string{t.within(from, to)}
	}
	return t.say.Text("nonogram.covers", words.With{
		"Number": t.number(s), "Within": t.within(s.From, s.To), "Cells": t.say.Series(cells), "Only": from == s.From,
	})
}

// covered are the cells that a run covers wherever it goes in its span; none where from is
// above to.
func (t nonogramTeller) covered(s nonogram.Span) (from, to int) {
	if s.Run < 0 {
		return 1, 0
	}
	length := t.clue(t.step.Line)[s.Run].Length
	return s.To - length + 1, s.From + length - 1
}

// number is a run of the line's clue, as people point at it: with its place among equal ones.
func (t nonogramTeller) number(s nonogram.Span) string {
	if s.Run < 0 {
		return ""
	}
	clue, nth := t.clue(t.step.Line), 0
	if length := clue[s.Run]; count(clue, length) > 1 {
		nth = count(clue[:s.Run+1], length)
	}
	return t.say.Text("nonogram.number", words.With{"Length": clue[s.Run].Length, "Nth": nth})
}

// gap is a span that is about no run.
func (t nonogramTeller) gap(s nonogram.Span) string {
	if s.Run >= 0 {
		return ""
	}
	return t.within(s.From, s.To)
}

// within is a part of the step's line as people say it: c2–c5 of a row.
func (t nonogramTeller) within(from, to int) string {
	id := words.If(t.step.Line.Column, "nonogram.cell-of-column", "nonogram.cell-of-row")
	first, last := t.say.Text(id, words.With{"Number": from + 1}), t.say.Text(id, words.With{"Number": to + 1})
	if from == to {
		return first
	}
	return first + "–" + last
}

// do is what to do, in a sentence.
func (t nonogramTeller) do() string {
	var filled, empty []nonogram.Placed
	for _, cell := range t.step.Cells {
		if cell.Value == nonogram.Filled {
			filled = append(filled, cell)
		} else {
			empty = append(empty, cell)
		}
	}
	return t.say.Text("nonogram.do", words.With{
		"Them": t.named(filled, empty), "Fill": t.say.List(t.cellNames(filled), mostCells), "Clear": t.say.List(t.cellNames(empty), mostCells),
	})
}

// named is how many cells are filled, if the reasons have named just these; else 0.
func (t nonogramTeller) named(filled, empty []nonogram.Placed) int {
	if empty != nil || !slices.Contains([]nonogram.Technique{nonogram.SimpleBoxes, nonogram.Forcing, nonogram.Overlap}, t.step.Technique) || len(t.step.Spans) > mostReasons {
		return 0
	}
	all := 0
	for _, s := range t.step.Spans {
		from, to := t.covered(s)
		all += max(to-from+1, 0)
	}
	return words.If(all == len(filled), all, 0)
}

// cellNames names cells; what the sentence has said of where they are is left out.
func (t nonogramTeller) cellNames(cells []nonogram.Placed) []string {
	return namesOf(cells, t.step.Technique, t.step.Line, t.within)
}

// namesOf names cells in reading order, three and more next to each other by the first and
// the last: as places in the line of a step, or where the step goes beyond one line by row and
// column.
func namesOf(cells []nonogram.Placed, technique nonogram.Technique, line nonogram.Line, within func(from, to int) string) (names []string) {
	slices.SortFunc(cells, func(a, b nonogram.Placed) int {
		return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col))
	})
	name := func(c nonogram.Placed) string {
		switch {
		case nonogram.Contradiction <= technique && technique <= nonogram.Trial:
			return ask.RowColumn(c.Row, c.Col)
		case line.Column:
			return within(c.Row, c.Row)
		}
		return within(c.Col, c.Col)
	}
	for i := 0; i < len(cells); {
		end := max(stretch(cells[i:], 0, 1), stretch(cells[i:], 1, 0))
		if end < 3 {
			end = 1
		}
		told := name(cells[i])
		if end > 1 {
			told += "–" + name(cells[i+end-1])
		}
		names = append(names, told)
		i += end
	}
	return names
}

// stretch is how many of the cells, from the first on, follow each other by that step.
func stretch(cells []nonogram.Placed, down, right int) int {
	for i, c := range cells {
		if c.Row != cells[0].Row+i*down || c.Col != cells[0].Col+i*right {
			return i
		}
	}
	return len(cells)
}
