package kakuro

import (
	"context"
	"strconv"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/solvers/kakuro"
)

// Swaps returns the loops of the first solution.
func (g game) Swaps(ctx context.Context, of *deduce.Solved, say words.Phrases) (all []deduce.Swap) {
	loops, least := g.Loops(ctx, of.Answer.(*kakuro.Answer))
	for i, loop := range loops {
		var cells, now, then []string
		for k, cell := range loop.Cells {
			cells = append(cells, ask.RowColumn(cell/g.Cols, cell%g.Cols))
			now, then = append(now, string(of.Solutions[0][cell])), append(then, strconv.Itoa(loop.Digits[k]))
		}
		comma := say.Text("comma")
		all = append(all, deduce.Swap{Cells: loop.Cells, Least: least && i == 0, Told: say.Text("kakuro.swap", words.With{
			"Cells": ask.Join(comma, cells...), "Now": ask.Join(comma, now...), "Then": ask.Join(comma, then...),
		})})
	}
	return all
}

// Ends tells that a given digit in any of the cells ends it, if there are two solutions that differ in
// all of them; "" otherwise.
func (game) Ends(_ context.Context, _ []int, only bool, say words.Phrases) string {
	if !only {
		return ""
	}
	return say.Text("kakuro.ends")
}
