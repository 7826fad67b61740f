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

// A board of six columns may go on where its frame does not close, and beside an empty line that no thick rule ends.
// One of five has a usual size.
func TestOpenEnd(t *testing.T) {
	frame, three, thicker, plain := [2]float64{3, 3}, [2]float64{3, 1}, [2]float64{3, 2}, [2]float64{1, 1}
	for _, c := range []struct {
		name      string
		rows      [2]float64 // the thickness of the outer rules; others have 1
		cols      [2]float64
		n, last   int // columns, and the number of the last one
		mayBeOpen bool
	}{
		{"a frame", frame, frame, 6, 2, false},
		{"a frame, and an empty line", frame, frame, 6, 0, false},
		{"three sides of a frame", frame, three, 6, 2, true},
		{"three sides of a frame around five columns", frame, three, 5, 2, false},
		{"a rule that is thinner than the frame and thicker than others", frame, thicker, 6, 2, false},
		{"an empty line without a frame", plain, plain, 6, 0, true},
		{"an empty line of five columns without a frame", plain, plain, 5, 0, false},
		{"no frame", plain, plain, 6, 2, false},
	} {
		side := func(n int, outer [2]float64, last int) (rules []float64, lines []board.Line) {
			rules = append(slices.Concat([]float64{outer[0]}, slices.Repeat([]float64{1}, n-1)), outer[1])
			for range n {
				lines = append(lines, board.Line{Readings: []board.Clue{{Numbers: []int{1}, P: 1}}})
			}
			lines[n-1].Readings[0].Numbers[0] = last
			return rules, lines
		}
		across, rows := side(5, c.rows, 1)
		down, cols := side(c.n, c.cols, c.last)
		if open := hasOpenEnd(across, down, [2][]board.Line{rows, cols}); open != c.mayBeOpen {
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
