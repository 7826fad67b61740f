package nonogram

import (
	"slices"
	"testing"

	"kibitz/vision/internal/cells"
)

// clued says of n lines that all have a number but those named.
func clued(n int, empty ...int) []bool {
	all := make([]bool, n)
	for _, i := range empty {
		all[i] = true
	}
	return all
}

// A side may lack a line if it had a usual size with one more, as the other side has; else it may not.
func TestOneShort(t *testing.T) {
	for _, c := range []struct {
		n, other int
		short    bool
	}{{14, 15, true}, {19, 20, true}, {4, 5, true}, {19, 30, true}, {9, 14, false}, {15, 15, false}, {13, 15, false}, {16, 15, false}, {9, 9, false}} {
		if isOneShort(c.n, c.other) != c.short {
			t.Errorf("%d beside %d: short is %v", c.n, c.other, !c.short)
		}
	}
}

// A board with an outermost line without a number beyond a usual size is doubted; others are not.
func TestOneLong(t *testing.T) {
	for i, c := range []struct {
		empty []bool
		long  bool
	}{{clued(6, 5), true}, {clued(11, 0), true}, {clued(6), false}, {clued(6, 3), false}, {clued(10, 9), false}} {
		if isOneLong(c.empty) != c.long {
			t.Errorf("%d: long is %v", i, !c.long)
		}
	}
}

// A board of six columns may go on where its frame does not close, and beside an empty line that no thick rule ends.
// One of five has a usual size.
func TestOpenSides(t *testing.T) {
	frame, three, thicker, plain := [2]float64{3, 3}, [2]float64{3, 1}, [2]float64{3, 2}, [2]float64{1, 1}
	for _, c := range []struct {
		name  string
		rows  [2]float64 // the thickness of the outer rules; others have 1
		cols  [2]float64
		empty []bool // of the columns
		open  []int
	}{
		{"a frame", frame, frame, clued(6), nil},
		{"a frame, and an empty line", frame, frame, clued(6, 5), nil},
		{"three sides of a frame", frame, three, clued(6), []int{cells.Right}},
		{"three sides of a frame around five columns", frame, three, clued(5), nil},
		{"a rule that is thinner than the frame and thicker than others", frame, thicker, clued(6), nil},
		{"an empty line without a frame", plain, plain, clued(6, 5), []int{cells.Right}},
		{"an empty line at either side without a frame", plain, plain, clued(6, 0, 5), []int{cells.Left, cells.Right}},
		{"an empty line of five columns without a frame", plain, plain, clued(5, 4), nil},
		{"no frame", plain, plain, clued(6), nil},
	} {
		side := func(n int, outer [2]float64) []float64 {
			return append(slices.Concat([]float64{outer[0]}, slices.Repeat([]float64{1}, n-1)), outer[1])
		}
		rows := clued(5)
		if open := openSides(side(5, c.rows), side(len(c.empty), c.cols), [2][]bool{rows, c.empty}); !slices.Equal(open, c.open) {
			t.Errorf("%s: open is %v", c.name, open)
		}
	}
}
