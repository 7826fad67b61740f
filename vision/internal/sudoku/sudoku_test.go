package sudoku

import (
	"slices"
	"testing"

	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
)

// The thick lines tell which line at the border was not seen, and lines as thick as all others tell nothing.
func TestMissingLine(t *testing.T) {
	whole := []float64{4, 1, 1, 4, 1, 1, 4, 1, 1, 4}
	for _, test := range []struct {
		rules []float64
		first int
		ok    bool
	}{
		{whole, 0, true},
		{whole[1:], -1, true},
		{whole[:9], 0, true},
		{[]float64{1, 1, 1, 1, 1, 1, 1, 1, 1}, 0, false},
		{[]float64{4, 4, 1, 1, 4, 1, 1, 4, 1}, 0, false},
	} {
		if first, ok := missing(test.rules); first != test.first || ok != test.ok {
			t.Errorf("%v: %d, %v", test.rules, first, ok)
		}
	}
}

// Faint lines that show through from the next page are left out of a lattice, and no line of a board of 18 × 18 is.
func TestLinesThatShowThrough(t *testing.T) {
	board := func(faint float64) *lattice.Lattice {
		l := lattice.New(18, 18, func(row, col int) lattice.Point { return lattice.Point{X: float64(20 * col), Y: float64(20 * row)} })
		for i := range l.RowRules {
			l.RowRules[i] = 1
			if i%2 == 1 {
				l.RowRules[i] = faint
			}
			if i%6 == 0 {
				l.RowRules[i] = 3
			}
		}
		l.ColRules = slices.Clone(l.RowRules)
		return l
	}
	if l := strongest(board(.1)); l.Rows != 9 || l.Cols != 9 || l.At(1, 2) != (lattice.Point{X: 80, Y: 40}) || l.RowRules[3] != 3 {
		t.Errorf("%d × %d, %v", l.Rows, l.Cols, l.RowRules)
	}
	if l := strongest(board(1)); l.Rows != 18 {
		t.Errorf("%d × %d", l.Rows, l.Cols)
	}
	narrow := lattice.New(1, 1, func(row, col int) lattice.Point { return lattice.Point{X: float64(col), Y: float64(row)} })
	if strongest(narrow) != narrow {
		t.Error("one cell is another")
	}
}

// Two inks are told apart, and one ink with its noise is not two.
func TestSplit(t *testing.T) {
	var one, two []page.RGB
	for i := range 40 {
		noise := .02 * float64(i%5-2)
		c := page.RGB{.58 + noise, .58, .58 - noise}
		one, two = append(one, c), append(two, c)
		if i%4 == 0 {
			two[i] = page.RGB{.8 + noise, .5, .3}
		}
	}
	if _, _, apart := split(one, .1); apart {
		t.Error("one ink is two")
	}
	of, _, apart := split(two, .1)
	for i := range of {
		if (of[i] == of[0]) != (i%4 == 0) || !apart {
			t.Fatal(apart, of)
		}
	}
	if _, _, apart := split(nil, .1); apart {
		t.Error("nothing is two inks")
	}
}
