package teach

import (
	"slices"

	"kibitz/solvers/nonogram/internal/puzzle"
)

// teller returns a function that converts a step on the cells of a grid to one on p's cells, each
// cell once, and passes it to yield. In black and white the cells are the same, and it returns yield.
// In colours a cell of a grid is one shade of a cell; the function keeps the shades left so far, so
// it must get all steps in order.
func teller(p *puzzle.Puzzle, yield func(Step) bool) func(Step) bool {
	if !p.InColours() {
		return yield
	}
	rows, cols := len(p.Rows), len(p.Cols)
	layer := 64 * puzzle.LayerWords(max(rows, cols)) // places from a cell of one shade to the same cell of the next
	now := slices.Clone(p.Given)
	if now == nil {
		now = slices.Repeat([]puzzle.Cell{p.AllShades()}, rows*cols)
	}
	after := func(now []puzzle.Cell, c Placed) (cell int, s puzzle.Cell) { // p's cell, and the shades it can have after c
		cell = c.Row*cols + c.Col%layer
		s = puzzle.Cell(1) << (c.Col / layer)
		if c.Value == puzzle.Empty {
			s = now[cell] &^ s
		}
		return cell, s
	}
	merge := func(now []puzzle.Cell, placed []Placed) (merged []Placed) {
		var order []int
		for _, c := range placed {
			cell, s := after(now, c)
			now[cell] = s
			if !slices.Contains(order, cell) {
				order = append(order, cell)
			}
		}
		for _, cell := range order {
			merged = append(merged, Placed{cell / cols, cell % cols, now[cell]})
		}
		return merged
	}
	return func(step Step) bool {
		if step.Technique == Contradiction || step.Technique == EitherWay {
			cell, s := after(now, step.Assumed)
			step.Assumed = Placed{cell / cols, cell % cols, s}
			then := slices.Clone(now)
			then[cell] = s
			step.Trail = slices.Clone(step.Trail)
			for i, placed := range step.Trail {
				step.Trail[i] = merge(then, placed)
			}
		}
		step.Cells = merge(now, step.Cells)
		return yield(step)
	}
}
