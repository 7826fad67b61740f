package nonogram

import (
	"context"
	"iter"
	"slices"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
	"kibitz/solvers/nonogram"
)

// Steps yields a person's deductions. In colours some of them decide no cell, but narrow it.
func (p game) Steps(ctx context.Context, of *deduce.Solved, say words.Phrases) iter.Seq[deduce.Step] {
	return p.told(p.StepsFrom(ctx, p.answer(of)), say)
}

// Hints yields the deductions in the order in which a person who sees the whole board finds them.
func (p game) Hints(ctx context.Context, of *deduce.Solved, last []int, say words.Phrases) iter.Seq[deduce.Step] {
	return p.told(p.Puzzle.Hints(ctx, p.answer(of), last), say)
}

// answer returns the solver's answer if it holds for this puzzle. The answer to the puzzle without
// marks does if it has exactly one solution. Otherwise it returns nil.
func (p game) answer(of *deduce.Solved) *nonogram.Answer {
	if of == nil {
		return nil
	}
	if a := of.Answer.(answer); a.puzzle == p.Puzzle || a.Verdict == solvers.Unique {
		return a.Answer
	}
	return nil
}

// told yields deductions with their words. It keeps track of the possible states of each cell, to
// tell what states a step takes away.
func (p game) told(way iter.Seq[nonogram.Step], say words.Phrases) iter.Seq[deduce.Step] {
	return func(yield func(deduce.Step) bool) {
		now := slices.Clone(p.Given)
		if now == nil {
			now = slices.Repeat([]nonogram.Cell{p.Open()}, len(p.Rows)*len(p.Cols))
		}
		for step := range way {
			lost := nonogram.Unknown
			var strikes []deduce.Claim
			for _, c := range step.Cells {
				at := c.Row*len(p.Cols) + c.Col
				for _, sign := range []byte(p.letters(now[at] &^ c.Value &^ nonogram.Empty)) {
					strikes = append(strikes, deduce.Claim{Cell: at, Sign: sign, Not: true})
				}
				lost, now[at] = lost|now[at]&^c.Value, c.Value
			}
			told := p.step(step, lost, say)
			told.Strikes = strikes
			if !yield(told) {
				return
			}
		}
	}
}

// step returns one deduction in words, with the cells that it decides and a function that draws it.
// A cell that it only narrows is drawn with its possible colours. Lost holds all states that the
// deduction takes from any cell.
func (p game) step(step nonogram.Step, lost nonogram.Cell, say words.Phrases) deduce.Step {
	s := lookAt(step, p, say)
	s.Why = teller{p, step, lost, say}.sentence()
	s.Legs = p.legs(step, say)
	for _, c := range step.Cells {
		if c.Value.One() {
			s.Decides = append(s.Decides, c.Row*len(p.Cols)+c.Col)
			s.Signs = append(s.Signs, p.sign(c.Value))
		}
	}
	s.Draw = func(b *render.Board, mark render.Mark) { p.draw(b, step.Cells, mark) }
	return s
}

// legs walks through a contradiction: the assumption, what each line says then, and the line in which
// nothing fits any more.
func (p game) legs(step nonogram.Step, say words.Phrases) (legs []deduce.Leg) {
	if step.Technique != nonogram.Contradiction {
		return nil
	}
	rows, cols := p.Size()
	draw := func(cells []nonogram.Placed) func(*render.Board, render.Mark) {
		return func(b *render.Board, mark render.Mark) { p.draw(b, cells, mark) }
	}
	told := teller{p, step, nonogram.Unknown, say}
	assumed := told.assumed()
	if p.InColours() {
		assumed = say.Text("nonogram.in-colours.assumed", words.With{"Cell": ask.RowColumn(step.Assumed.Row, step.Assumed.Col), "State": assumed})
	}
	legs = append(legs, deduce.Leg{Told: say.Text("nonogram.suppose", words.With{"Assumed": assumed}), Draw: draw([]nonogram.Placed{step.Assumed})})
	for i, line := range step.Chain {
		at := words.With{"Line": words.Capital(lineName(line, say))}
		leg := deduce.Leg{Look: lineCells(line, rows, cols)}
		if i < len(step.Trail) {
			then := teller{p, nonogram.Step{Technique: nonogram.LineLogic, Line: line, Cells: step.Trail[i]}, nonogram.Unknown, say}
			leg.Told, leg.Draw = say.Text("hint.then", at, words.With{"Do": then.follows()}), draw(step.Trail[i])
		} else {
			leg.Told, leg.Fail, leg.Draw = say.Text("hint.fails", at, words.With{"Do": told.do()}), true, draw(nil)
		}
		legs = append(legs, leg)
	}
	return legs
}

// draw draws what a deduction makes of cells.
func (p game) draw(b *render.Board, cells []nonogram.Placed, mark render.Mark) {
	for _, c := range cells {
		cell := render.Cell{Kind: render.Open, May: uint64(c.Value)}
		if c.Value.One() {
			cell = p.cell(p.sign(c.Value))
		}
		cell.Mark = mark
		*b.At(c.Row, c.Col) = cell
	}
	p.fade(b)
}

// lookAt returns a step with its technique and the place to look at: the cell of an assumption, or
// the line. A Trial has no such place.
func lookAt(step nonogram.Step, p game, say words.Phrases) deduce.Step {
	rows, cols := p.Size()
	s := deduce.Step{LookOn: true}
	s.Techniques = []string{words.ID(step.Technique.String())}
	switch step.Technique {
	case nonogram.Trial:
	case nonogram.Contradiction, nonogram.EitherWay:
		s.Where = ask.RowColumn(step.Assumed.Row, step.Assumed.Col)
		s.Look = []int{step.Assumed.Row*cols + step.Assumed.Col}
	default:
		s.Where = lineName(step.Line, say)
		s.Look = lineCells(step.Line, rows, cols)
	}
	return s
}
