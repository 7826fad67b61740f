package nonogram

import (
	"testing"
	"unsafe"

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

// The looks of a board of 100 × 100 cells take a quarter of the memory that Picture.Memory counts for a
// search.
func TestLooksAreSmall(t *testing.T) {
	if n := unsafe.Sizeof(look{}) * 100 * 100; n > 48<<20/4 {
		t.Errorf("%d bytes", n)
	}
}
