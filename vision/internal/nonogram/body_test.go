package nonogram

import (
	"math/rand/v2"
	"testing"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/page"
)

// TestFits: of two readings of a board, the one with equal totals of rows and columns is right, however
// likely the other one's lines are. If both have equal totals, the likelier one is.
func TestFits(t *testing.T) {
	board := func(row, col int, p float64) *page.Candidate {
		line := func(n int) []board.Line { return []board.Line{{Readings: []board.Clue{{Numbers: []int{n}, P: p}}}} }
		return &page.Candidate{Reading: &board.Reading{RowClues: line(row), ColClues: line(col)}, Read: 1, Whole: 1}
	}
	equal, unlikely, different := board(3, 3, .99), board(3, 3, .8), board(3, 8, .99)
	for _, c := range []struct {
		name string
		got  bool
		want bool
	}{
		{"equal totals", fitsBetter(unlikely, different), true},
		{"different totals", fitsBetter(different, unlikely), false},
		{"likelier lines", fitsBetter(equal, unlikely), true},
		{"a doubt about totals", isDoubtful(different), true},
		{"a doubt about a line", isDoubtful(unlikely), true},
		{"no doubt", isDoubtful(equal), false},
	} {
		if c.got != c.want {
			t.Errorf("%s: %t", c.name, c.got)
		}
	}
}

// twoClasses finds the two classes that were drawn, and none among values of one class.
func TestTwoClasses(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var two, one []float64
	for range 100 {
		two = append(two, 40+10*rng.NormFloat64(), 200+10*rng.NormFloat64())
		one = append(one, 120+30*rng.Float64())
	}
	if cut, apart := twoClasses(two); cut < 80 || cut > 160 || apart < 120 {
		t.Errorf("40 and 200 are cut at %v, %v apart", cut, apart)
	}
	if _, apart := twoClasses(one); apart != 0 {
		t.Errorf("shades from 120 to 150 are two classes, %v apart", apart)
	}
}
