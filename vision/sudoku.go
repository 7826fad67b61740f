package vision

import (
	"context"

	"kibitz/vision/internal/lattice"
)

// fewestGivens is how many digits a Sudoku has at least that has one solution: McGuire, Tugemann,
// Civario, "There is no 16-clue Sudoku", 2012.
const fewestGivens = 17

// readSudoku recognises a Sudoku, so that it can be named: 9 × 9 cells whose every third line is thicker,
// and digits in the middle of cells, none of them a number of two.
func readSudoku(ctx context.Context, v *view, l *lattice.Lattice, _ Hint) (*candidate, error) {
	if l.Rows != 9 || l.Cols != 9 || !thirds(l.RowRules) || !thirds(l.ColRules) {
		return nil, nil
	}
	g, err := v.newGrid(ctx, mesh{Lattice: l})
	if err != nil || g == nil {
		return nil, err
	}
	whole := area{0, 0, 9, 9}
	d := straight(g.mesh, 9, 9, whole)
	c := &candidate{Reading: &Reading{Kind: Sudoku, Rows: 9, Cols: 9, Screen: v.screen}, drawing: d, area: outline(g.mesh, whole)}
	other := 0.
	for k := range g.cells {
		if y, x := g.place(k); y < 0 || x < 0 || y > 8 || x > 8 {
			continue
		}
		for i := range g.cells[k].figures {
			f := &g.cells[k].figures[i]
			if f.sure > .8 && f.central() && f.digits() == 1 {
				c.explained += f.sure
			} else if f.sure > .8 {
				other++
			}
		}
	}
	if c.glyphs = c.explained + other; c.explained < fewestGivens || other > c.explained/3 {
		return nil, nil
	}
	c.read, c.whole = c.explained/c.glyphs, 1
	return c, nil
}

// thirds tells whether of ten lines the fourth and the seventh are thicker than those between.
func thirds(rules []float64) bool {
	var thin []float64
	for i, t := range rules {
		if i%3 != 0 {
			thin = append(thin, t)
		}
	}
	usual := median(thin, 0)
	return usual > 0 && min(rules[3], rules[6]) > 1.35*usual
}
