package nonogram

import (
	"slices"
	"testing"
	"unsafe"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/script"
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

// A board with one side of a usual size whose other side lacks one line of that is doubted; others are not.
func TestOneShort(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		short      bool
	}{{14, 15, true}, {20, 19, true}, {4, 5, true}, {30, 19, true}, {9, 14, false}, {15, 15, false}, {15, 13, false}, {15, 16, false}, {9, 9, false}} {
		if isOneShort(c.rows, c.cols) != c.short {
			t.Errorf("%d × %d: short is %v", c.rows, c.cols, !c.short)
		}
	}
}

// A board with an outermost line without a number beyond a usual size is doubted; others are not.
func TestOneLong(t *testing.T) {
	word := []script.Word{{}}
	lines := func(n int, empty ...int) [][]script.Word {
		all := slices.Repeat([][]script.Word{word}, n)
		for _, i := range empty {
			all[i] = nil
		}
		return all
	}
	for i, c := range []struct {
		lines [][]script.Word
		long  bool
	}{{lines(6, 5), true}, {lines(11, 0), true}, {lines(6), false}, {lines(6, 3), false}, {lines(10, 9), false}} {
		if isOneLong(c.lines) != c.long {
			t.Errorf("%d: long is %v", i, !c.long)
		}
	}
}

// A board may go on where its frame does not close, and beside an empty line that no thick rule ends.
func TestOpenEnd(t *testing.T) {
	line := func(n int) board.Line { return board.Line{Readings: []board.Clue{{Numbers: []int{n}, P: 1}}} }
	closed := []float64{3, 1, 1, 1, 1, 3}
	full, empty := []board.Line{line(2), line(1), line(1), line(1), line(2)}, []board.Line{line(2), line(1), line(1), line(1), line(0)}
	for _, c := range []struct {
		name string
		down []float64 // the thickness of the rules between columns
		cols []board.Line
		open bool
	}{
		{"a frame", closed, full, false},
		{"a frame, and an empty line", closed, empty, false},
		{"three sides of a frame", []float64{3, 1, 1, 1, 1, 1}, full, true},
		{"a rule that is thinner than the frame and thicker than others", []float64{3, 1, 1, 1, 1, 2}, full, false},
		{"an empty line without a frame", []float64{1, 1, 1, 1, 1, 1}, empty, true},
		{"no frame", []float64{1, 1, 1, 1, 1, 1}, full, false},
	} {
		across := closed
		if c.down[0] == 1 {
			across = c.down
		}
		if open := hasOpenEnd(across, c.down, [2][]board.Line{full, c.cols}); open != c.open {
			t.Errorf("%s: open is %v", c.name, open)
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
