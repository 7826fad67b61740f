package vision

import (
	"math/rand/v2"
	"testing"
)

// TestFits: of two readings of a board the one whose rows have the same total as its columns is right, however
// likely the other one's lines are; of two that have it, the likelier.
func TestFits(t *testing.T) {
	board := func(row, col int, p float64) *candidate {
		line := func(n int) []Line { return []Line{{Readings: []Clue{{Numbers: []int{n}, P: p}}}} }
		return &candidate{Reading: &Reading{RowClues: line(row), ColClues: line(col)}, read: 1, whole: 1}
	}
	equal, unlikely, different := board(3, 3, .99), board(3, 3, .8), board(3, 8, .99)
	for _, c := range []struct {
		name string
		got  bool
		want bool
	}{
		{"equal totals", unlikely.fits(different), true},
		{"different totals", different.fits(unlikely), false},
		{"likelier lines", equal.fits(unlikely), true},
		{"a doubt about totals", different.doubted(), true},
		{"a doubt about a line", unlikely.doubted(), true},
		{"no doubt", equal.doubted(), false},
	} {
		if c.got != c.want {
			t.Errorf("%s: %t", c.name, c.got)
		}
	}
}

// The two classes of Otsu are those that were drawn, and one class is none.
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
