package deduce

import (
	"context"
	"slices"

	"kibitz/commands/ask"
	"kibitz/commands/words"
	"kibitz/render"
)

// Lesson returns the first step of p's solution that uses the technique with this id, and a board
// that shows p before that step and, below, after it. Both are nil if no step uses it.
func Lesson(ctx context.Context, p Puzzle, technique string, say words.Phrases) (*ask.Stage, *render.Board) {
	var way []Step
	g := Game{Puzzle: p}
	for step := range p.Steps(ctx, nil, say) {
		way = append(way, step)
		if slices.Contains(step.Techniques, technique) {
			before, after := g.after(way[:len(way)-1]), g.after(way)
			ask.Unmarked(before)
			look(before, step, false)
			return &step.Stage, Stack(before, after)
		}
	}
	return nil, nil
}

// Stack returns a board with one board above another of the same width, and an empty row between.
// The clues and names at the left are those of both boards. The columns' clues and names, the
// palette and the ground are those of the upper board.
func Stack(above, below *render.Board) *render.Board {
	b := render.NewBoard(above.Rows+1+below.Rows, above.Cols)
	b.Top, b.TopColours, b.ColNames = above.Top, above.TopColours, above.ColNames
	b.Palette, b.Ground = above.Palette, above.Ground
	b.Parting = above.Rows
	gap := make([]render.Cell, above.Cols)
	for i := range gap {
		gap[i].Kind = render.Hole
	}
	b.Cells = slices.Concat(above.Cells, gap, below.Cells)
	if above.Left != nil {
		b.Left = slices.Concat(above.Left, [][]int{nil}, below.Left)
	}
	if above.LeftColours != nil {
		b.LeftColours = slices.Concat(above.LeftColours, [][]int{nil}, below.LeftColours)
	}
	if above.RowNames != nil {
		b.RowNames = slices.Concat(above.RowNames, []string{""}, below.RowNames)
	}
	b.Framed = above.Framed
	for _, area := range below.Framed {
		area.Row += above.Rows + 1
		b.Framed = append(b.Framed, area)
	}
	return b
}
