package ink

import "kibitz/vision/internal/plane"

// A Strip is a sheet of a board on which lines of cells are known.
type Strip struct {
	*plane.Sheet
	Clued bool // clues stand there: other sheets are looked at in the same way
	Cols  bool // a line is a column
	Lines int  // how many there are
	Boxed int  // how many cells from the body on have rules around them, one number in each

	Latticed int // of how many cells from the body on it is known where their rules are, seen or not
}
