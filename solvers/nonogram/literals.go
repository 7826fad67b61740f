package nonogram

import (
	"context"
	"slices"
)

// In colours a grid, and the bench like it, has a cell for each shade of a cell: Filled where it
// has the shade, Empty where it has not. This file leads from a puzzle's cells there and back. In
// black and white both are the same.

// literals returns cells as a grid has them.
func (p *Puzzle) literals(cells []Cell) []Cell {
	if !p.InColours() {
		return cells
	}
	rows, cols := len(p.Rows), len(p.Cols)
	layer, across := 64*layerWords(max(rows, cols)), positions(max(rows, cols), len(p.Palette)+1)
	all := allEmpty(rows * across)
	for i, set := range cells {
		for shade := range len(p.Palette) + 1 {
			if set>>shade&1 == 1 {
				all[i/cols*across+shade*layer+i%cols] = Unknown
				if set.One() {
					all[i/cols*across+shade*layer+i%cols] = Filled
				}
			}
		}
	}
	return all
}

// literal returns an answer in the cells of a grid, as far as Steps and Hints want it.
func (p *Puzzle) literal(a *Answer) *Answer {
	if a == nil || !p.InColours() {
		return a
	}
	return &Answer{Verdict: a.Verdict, Grid: p.literals(a.Grid)}
}

// literally returns p's Answer in the cells of a grid; nil where there is none in time.
func (p *Puzzle) literally(ctx context.Context) *Answer {
	if ctx.Err() != nil {
		return nil
	}
	if !p.InColours() {
		a, _ := p.Solve(ctx)
		return a
	}
	a, _ := p.masks().engine(p, nil).solve(ctx, true)
	return a
}

// positions returns the indices that some cells of p have in a grid, with their first shade.
func (p *Puzzle) positions(cells []int) (all []int) {
	if !p.InColours() {
		return cells
	}
	rows, cols := len(p.Rows), len(p.Cols)
	across := positions(max(rows, cols), len(p.Palette)+1)
	for _, cell := range cells {
		if cell >= 0 && cell < rows*cols {
			all = append(all, cell/cols*across+cell%cols)
		}
	}
	return all
}

// teller returns what tells yield of steps on a grid as of steps on p's cells, each cell once.
func (p *Puzzle) teller(yield func(Step) bool) func(Step) bool {
	if !p.InColours() {
		return yield
	}
	rows, cols := len(p.Rows), len(p.Cols)
	layer := 64 * layerWords(max(rows, cols))
	now := slices.Clone(p.Given)
	if now == nil {
		now = slices.Repeat([]Cell{p.AllShades()}, rows*cols)
	}
	after := func(c Placed) (cell int, s Cell) {
		cell = c.Row*cols + c.Col%layer
		s = Cell(1) << (c.Col / layer)
		if c.Value == Empty {
			s = now[cell] &^ s
		}
		return cell, s
	}
	return func(step Step) bool {
		if step.Technique == Contradiction || step.Technique == EitherWay {
			cell, s := after(step.Assumed)
			step.Assumed = Placed{cell / cols, cell % cols, s}
		}
		var order []int
		for _, c := range step.Cells {
			cell, s := after(c)
			now[cell] = s
			if !slices.Contains(order, cell) {
				order = append(order, cell)
			}
		}
		step.Cells = nil
		for _, cell := range order {
			step.Cells = append(step.Cells, Placed{cell / cols, cell % cols, now[cell]})
		}
		return yield(step)
	}
}
