package lamps

import (
	"image"
	"testing"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/cells"
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

// A board grows by lines in which the net sees cells, and loses outer lines in which it sees none.
func TestExtent(t *testing.T) {
	const rows, cols = 9, 8
	tiles := func(in image.Rectangle, p float32) *cells.Board {
		b := &cells.Board{Rows: rows, Cols: cols}
		for i := range rows * cols {
			b.Class = append(b.Class, [9]float32{cells.Outside: 1})
			if (image.Point{X: i % cols, Y: i / cols}).In(in) {
				b.Class[i] = [9]float32{cells.Outside: 1 - p, cells.Tile: p}
			}
		}
		return b
	}
	read := image.Rect(2, 2, 6, 7)
	for _, c := range []struct {
		is    image.Rectangle
		p     float32
		sure  bool
		about string
	}{
		{read, .99, true, "as it was read"},
		{image.Rect(2, 2, 7, 7), .99, true, "a column more"},
		{image.Rect(2, 2, 6, 8), .7, false, "a row more, perhaps"},
		{image.Rect(2, 3, 6, 7), .99, true, "a row less"},
		{image.Rect(1, 1, 8, 9), .99, true, "more on all sides"},
	} {
		got, sure := extent(tiles(c.is, c.p), read)
		if got != c.is || sure != c.sure {
			t.Errorf("%s: %v, sure is %v", c.about, got, sure)
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
