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

// step returns one deduction in words, with the cells that it decides and a function that draws it.
// A cell that it only narrows is drawn with its possible colours. Lost holds all states that the
// deduction takes from any cell.
func (p game) step(step nonogram.Step, lost nonogram.Cell, say words.Phrases) deduce.Step {
	s := lookAt(step, p, say)
	s.Why = teller{p, step, lost, say}.sentence()
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
