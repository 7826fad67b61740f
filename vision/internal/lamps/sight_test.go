package lamps

import (
	"testing"

	"kibitz/vision/internal/board"
)

// A cell is odd beside those of its own state: signs that shine make lit tiles differ more than dark ones do.
func TestDoubtOdd(t *testing.T) {
	c := &lamps{}
	c.Candidate.Reading = &board.Reading{}
	for i, far := range []float64{.4, .35, .5, 1.0, .45, 1.1, 1.0, 1.3, 1.2, 1.7} { // distances of the states
		state := i / 5
		c.unlike = append(c.unlike, 100*far)
		c.Cells = append(c.Cells, board.Cell{State: []board.Guess{{Value: state, P: 1}, {Value: 1 - state, P: 0}}})
	}
	c.doubtOdd(100)
	for i := range c.Cells {
		if got, want := c.Cells[i].State[0].P < 1, i == 3; got != want {
			t.Errorf("cell %d, %.0f from its state: doubted is %v", i, c.unlike[i], got)
		}
	}
}

// Cells that repeat those above and before them may be pieces of larger ones; those of an irregular board are not.
func TestInBlocks(t *testing.T) {
	lit := func(row, col int) int { return (row*row + 3*col + row*col/2) % 2 }
	for _, side := range []struct{ cells, pieces int }{{10, 1}, {5, 2}, {5, 5}, {2, 3}} {
		n := side.cells * side.pieces
		c := &lamps{}
		c.Candidate.Reading = &board.Reading{Rows: n, Cols: n}
		for i := range n * n {
			c.Cells = append(c.Cells, board.Cell{State: []board.Guess{{Value: lit(i/n/side.pieces, i%n/side.pieces), P: 1}}})
		}
		if want := side.pieces > 1; c.inBlocks() != (want && n >= 8) {
			t.Errorf("%d cells of %d pieces a side: %v", side.cells, side.pieces, !want)
		}
	}
}
