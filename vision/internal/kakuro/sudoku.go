package kakuro

import (
	"context"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// fewestGivens is the fewest digits of a Sudoku with one solution: McGuire, Tugemann, Civario,
// "There is no 16-clue Sudoku", 2012.
const fewestGivens = 17

// ReadSudoku recognises a Sudoku, so that a reply can name it: 9 × 9 cells, every third line
// thicker, single digits in the middle of cells and hardly any other numbers.
func ReadSudoku(ctx context.Context, v *page.View, l *lattice.Lattice, _ board.Hint) (*page.Candidate, error) {
	if l.Rows != 9 || l.Cols != 9 || !thirds(l.RowRules) || !thirds(l.ColRules) {
		return nil, nil
	}
	g, err := newGrid(ctx, v, plane.Mesh{Lattice: l}, 0, 0)
	if err != nil || g == nil {
		return nil, err
	}
	whole := plane.Area{Top: 0, Left: 0, Bottom: 9, Right: 9}
	d := plane.Straight(g.mesh, 9, 9, whole)
	c := &page.Candidate{Reading: &board.Reading{Kind: board.Sudoku, Rows: 9, Cols: 9, Screen: v.Screen}, Drawing: d, Area: page.Outline(g.mesh, whole)}
	other := 0.
	for k := range g.cells {
		if y, x := g.place(k); y < 0 || x < 0 || y > 8 || x > 8 {
			continue
		}
		for i := range g.cells[k].figures {
			f := &g.cells[k].figures[i]
			if f.sure > .8 && f.central() && f.digits() == 1 {
				c.Explained += f.sure
			} else if f.sure > .8 {
				other++
			}
		}
	}
	if c.Glyphs = c.Explained + other; c.Explained < fewestGivens || other > c.Explained/3 {
		return nil, nil
	}
	c.Read, c.Whole = c.Explained/c.Glyphs, 1
	return c, nil
}

// thirds reports whether the fourth and the seventh of ten lines are at least 1.35 times as thick as the
// six thin lines between.
func thirds(rules []float64) bool {
	var thin []float64
	for i, t := range rules {
		if i%3 != 0 {
			thin = append(thin, t)
		}
	}
	usual := plane.Median(thin, 0)
	return usual > 0 && min(rules[3], rules[6]) > 1.35*usual
}
