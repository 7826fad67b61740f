package nonogram

import (
	"image"
	"slices"
	"testing"

	"kibitz/vision/internal/cells"
	"kibitz/vision/internal/plane"
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

// The net's extent of a body counts if it is another one, the net is sure of it, and it is a board. The lattice here
// has a row and two columns of clues before 4 × 5 cells.
func TestExtentSeen(t *testing.T) {
	lattice, box := image.Rect(0, 0, 7, 5), plane.Block{Top: 0, Left: 0, Bottom: 5, Right: 7}
	for _, c := range []struct {
		name string
		in   image.Rectangle // the cells that the net sees, in the lattice
		p    float32         // their probability
		want image.Rectangle // in the body
	}{
		{"the same", image.Rect(2, 1, 7, 5), .99, image.Rectangle{}},
		{"a column more", image.Rect(2, 1, 8, 5), .99, image.Rect(0, 0, 6, 4)},
		{"a column more, perhaps", image.Rect(2, 1, 8, 5), .7, image.Rectangle{}},
		{"a row of clues is none", image.Rect(2, 0, 7, 5), .99, image.Rect(0, -1, 5, 4)},
		{"a row less", image.Rect(2, 1, 7, 4), .99, image.Rect(0, 0, 5, 3)},
		{"nothing", image.Rectangle{}, .99, image.Rectangle{}},
	} {
		seen := &cells.Board{Rows: lattice.Dy() + 2*cells.Ring, Cols: lattice.Dx() + 2*cells.Ring}
		for i := range seen.Rows * seen.Cols {
			class := [9]float32{cells.Outside: 1}
			switch at := image.Pt(i%seen.Cols-cells.Ring, i/seen.Cols-cells.Ring); {
			case at.In(c.in):
				class = [9]float32{cells.Outside: 1 - c.p, cells.White: c.p}
			case at.In(lattice):
				class = [9]float32{cells.Clue: 1}
			}
			seen.Class = append(seen.Class, class)
		}
		if got := extentSeen(seen, box, 1, 2); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	if got := extentSeen(nil, box, 1, 2); !got.Empty() {
		t.Errorf("without the net: %v", got)
	}
}
