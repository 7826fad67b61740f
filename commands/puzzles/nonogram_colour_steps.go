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

// Steps are deductions on what each cell can be: some decide no cell.
func (p colourGame) Steps(ctx context.Context, of *deduce.Solved, say words.Phrases) iter.Seq[deduce.Step] {
	return p.told(p.StepsFrom(ctx, p.answer(of)), say)
}

// Hints are the steps in the order in which a person sees them.
func (p colourGame) Hints(ctx context.Context, of *deduce.Solved, last []int, say words.Phrases) iter.Seq[deduce.Step] {
	return p.told(p.Puzzle.Hints(ctx, p.answer(of), last), say)
}

// answer is the solver's answer, where it says something of these cells: that to the same
// puzzle without marks does if there is one solution. Else it is nil.
func (p colourGame) answer(of *deduce.Solved) *nonogram.Answer {
	if of == nil {
		return nil
	}
	if a := of.Answer.(colourAnswer); a.puzzle == p.Puzzle || a.Verdict == solvers.Unique {
		return a.Answer
	}
	return nil
}

func (p colourGame) told(way iter.Seq[nonogram.Step], say words.Phrases) iter.Seq[deduce.Step] {
	return func(yield func(deduce.Step) bool) {
		now := slices.Clone(p.Given) // what each cell can be
		if now == nil {
			now = slices.Repeat([]nonogram.Cell{p.AllShades()}, len(p.Rows)*len(p.Cols))
		}
		for step := range way {
			lost := nonogram.Cell(0)
			for _, c := range step.Cells {
				at := c.Row*len(p.Cols) + c.Col
				lost, now[at] = lost|now[at]&^c.Value, c.Value
			}
			if !yield(p.step(step, lost, say)) {
				return
			}
		}
	}
}

// step is one deduction in words, and what it does to a board; lost are the shades that it takes
// from some cell.
func (p colourGame) step(step nonogram.Step, lost nonogram.Cell, say words.Phrases) deduce.Step {
	s := lookAt(step.Technique, step.Line, step.Assumed.Row, step.Assumed.Col, p, say)
	s.Why = colourTeller{p, step, lost, say}.sentence()
	for _, c := range step.Cells {
		if c.Value.One() {
			s.Decides = append(s.Decides, c.Row*len(p.Cols)+c.Col)
			s.Signs = append(s.Signs, p.sign(c.Value))
		}
	}
	s.Draw = func(b *render.Board, mark render.Mark) {
		for _, c := range step.Cells {
			cell := render.Cell{Kind: render.Open, May: uint64(c.Value)}
			if c.Value.One() {
				cell = p.cell(p.sign(c.Value))
			}
			cell.Mark = mark
			*b.At(c.Row, c.Col) = cell
		}
		p.fade(b)
	}
	return s
}

// A colourTeller puts a deduction into words.
type colourTeller struct {
	colourGame
	step nonogram.Step
	lost nonogram.Cell
	say  words.Phrases
}

// sentence is what the deduction is called, where to look, why, and what follows.
func (t colourTeller) sentence() string {
	step, say, id := t.step, t.say, phraseID(t.step.Technique.String())
	var chain []string
	for _, line := range step.Chain[:max(len(step.Chain)-1, 0)] {
		chain = append(chain, lineName(line, say))
	}
	return say.Text("nonogram.in-colours.step."+id, words.With{
		"Technique": say.Text("nonogram.technique." + id),
		"Line":      lineName(step.Line, say),
		"Cell":      ask.RowColumn(step.Assumed.Row, step.Assumed.Col),
		"Assumed":   t.shadesTold(step.Assumed.Value),
		"Chain":     say.List(chain, mostReasons),
		"Lost":      t.shadesTold(t.lost),
		"Covers":    t.covers(),
		"Clue":      t.clueTold(),
		"Do":        say.Text("nonogram.in-colours.do", words.With{"Items": t.do()}),
	})
}

// clueTold is the clue of the step's line: 3 red, 2 blue.
func (t colourTeller) clueTold() string {
	var told []string
	for i := range t.clue(t.step.Line) {
		told = append(told, t.run(i))
	}
	if told == nil {
		return "0"
	}
	return t.say.List(told, mostCells)
}

// run is a run of the line's clue.
func (t colourTeller) run(i int) string {
	run := t.clue(t.step.Line)[i]
	return t.say.Text("board.run", words.With{"Number": run.Length, "Colour": colourNames(t.Palette)[run.Colour](t.say)})
}

// covers says which cells each run of the step covers wherever it goes in its span.
func (t colourTeller) covers() string {
	var told []string
	for _, s := range t.step.Spans {
		if s.Run < 0 {
			continue
		}
		length := t.clue(t.step.Line)[s.Run].Length
		from, to := s.To-length+1, s.From+length-1
		if from > to {
			continue
		}
		told = append(told, t.say.Text("nonogram.covers", words.With{
			"Number": t.run(s.Run), "Within": t.within(s.From, s.To), "Cells": t.within(from, to), "Only": from == s.From,
		}))
	}
	told = unique(told)
	return strings.Join(told[:min(len(told), mostReasons)], t.say.Text("semicolon"))
}

// within is a part of the step's line as people say it: c2–c5 of a row.
func (t colourTeller) within(from, to int) string {
	id := words.If(t.step.Line.Column, "nonogram.cell-of-column", "nonogram.cell-of-row")
	first, last := t.say.Text(id, words.With{"Number": from + 1}), t.say.Text(id, words.With{"Number": to + 1})
	if from == to {
		return first
	}
	return first + "–" + last
}

// shadesTold are the colours that a cell can have, empty last.
func (t colourTeller) shadesTold(s nonogram.Cell) string {
	var told []string
	for i, name := range colourNames(t.Palette) {
		if s&nonogram.ShadeOf(i) != 0 {
			told = append(told, name(t.say))
		}
	}
	if s&nonogram.Empty != 0 {
		told = append(told, t.say.Text("board.blank"))
	}
	n := len(told) - 1
	if n < 1 {
		return strings.Join(told, "")
	}
	return t.say.Text("board.or", words.With{"Items": t.say.Series(told[:n]), "Last": told[n]})
}

// do is what each cell can be now, cells of the same together, decided ones first.
func (t colourTeller) do() string {
	cells := map[nonogram.Cell][]nonogram.Placed{}
	var order []nonogram.Cell
	for _, c := range t.step.Cells {
		if cells[c.Value] == nil {
			order = append(order, c.Value)
		}
		cells[c.Value] = append(cells[c.Value], c)
	}
	slices.SortFunc(order, func(a, b nonogram.Cell) int { return cmp.Or(cmp.Compare(a.Count(), b.Count()), cmp.Compare(b, a)) })
	var told []string
	for _, s := range order {
		told = append(told, t.say.Text("nonogram.in-colours.becomes", words.With{"Cells": t.say.List(t.cellNames(cells[s]), mostCells), "State": t.shadesTold(s)}))
	}
	return strings.Join(told, t.say.Text("semicolon"))
}

// cellNames is nonogramTeller's.
func (t colourTeller) cellNames(cells []nonogram.Placed) []string {
	var placed []nonogram.Placed
	for _, c := range cells {
		placed = append(placed, nonogram.Placed{Row: c.Row, Col: c.Col})
	}
	return namesOf(placed, t.step.Technique, t.step.Line, t.within)
}
