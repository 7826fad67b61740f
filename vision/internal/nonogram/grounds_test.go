package nonogram

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/plane"
)

// Blank boxes on the ground of clues are boxes for clues. Where clues stand on the ground of the cells, or some cells
// on that of the clues, nothing is told.
func TestClueGrounds(t *testing.T) {
	const side, boxes = 8, 3 // three lines of boxes above and before five lines of cells
	green, white := colour{220, 220, 205}, colour{255, 255, 255}
	for _, c := range []struct {
		name          string
		clues, stray  colour // the grounds of boxes, and of one cell
		told          bool
		boxed, blanks float64 // what a blank box and a blank cell count after that
	}{
		{"a ground of their own", green, white, true, .5, 0},
		{"one ground", white, white, false, 0, 0},
		{"a cell on their ground", green, green, false, 0, 0},
	} {
		looks, sure := make([]look, side*side), make([][]float64, side)
		for i := range looks {
			row, col := i/side, i%side
			looks[i].ground = white
			if min(row, col) < boxes {
				looks[i].ground = c.clues
			}
			sure[row] = append(sure[row], 0)
			if min(row, col) == 0 && max(row, col) >= boxes { // digits stand at the outer edge alone
				sure[row][col] = 1
			}
		}
		looks[len(looks)-1].ground = c.stray
		told := clueGrounds(func() []look { return looks }, sure, plane.Block{Bottom: side, Right: side})
		if told != c.told || sure[boxes-1][side-1] != c.boxed || sure[boxes][boxes] != c.blanks {
			t.Errorf("%s: told %v, %v", c.name, told, sure)
		}
		if !slices.Equal(sure[0][boxes:], []float64{1, 1, 1, 1, 1}) {
			t.Errorf("%s: digits count %v", c.name, sure[0])
		}
	}
}

// The numbers of lines, in a column of boxes behind the cells, are no cells. Digits in more than one column there are
// clues or notes.
func TestWithoutLabels(t *testing.T) {
	const side = 6
	for _, c := range []struct {
		name        string
		digits      func(row, col int) bool
		right, down int // where the block ends
	}{
		{"a column", func(_, col int) bool { return col == side-1 }, side - 1, side},
		{"a row", func(row, _ int) bool { return row == side-1 }, side, side - 1},
		{"two columns", func(_, col int) bool { return col >= side-2 }, side, side},
		{"half a column", func(row, col int) bool { return col == side-1 && row < side/2 }, side, side},
	} {
		sure := make([][]float64, side)
		for r := range sure {
			for col := range side {
				sure[r] = append(sure[r], -.9)
				if c.digits(r, col) {
					sure[r][col] = .9
				}
			}
		}
		if in := withoutLabels(sure, plane.Block{Bottom: side, Right: side}); in.Right != c.right || in.Bottom != c.down || in.Top+in.Left != 0 {
			t.Errorf("%s: %+v", c.name, in)
		}
	}
}

// Numbers that count the lines from 1 may be their names; three are needed, each alone in its line.
func TestCountUp(t *testing.T) {
	for _, c := range []struct {
		lines string
		want  bool
	}{{"1;2;3;4;5", true}, {"1;2;3", true}, {"1;2", false}, {"1;2;3;5", false}, {"1;2;3;4 1", false}, {"2;3;4;5", false}} {
		var lines []board.Line
		for line := range strings.SplitSeq(c.lines, ";") {
			var numbers []int
			for word := range strings.FieldsSeq(line) {
				n, err := strconv.Atoi(word)
				if err != nil {
					t.Fatal(err)
				}
				numbers = append(numbers, n)
			}
			lines = append(lines, board.Line{Readings: []board.Clue{{Numbers: numbers}}})
		}
		if got := countUp(lines); got != c.want {
			t.Errorf("%s: %v", c.lines, got)
		}
	}
}
