package ink

import "kibitz/vision/internal/plane"

// A Strip is a sheet of a board with known lines of cells.
type Strip struct {
	*plane.Sheet
	Clued bool // holds clues; other sheets are searched in the same way
	Cols  bool // a line is a column
	Lines int  // number of lines
	Boxed int  // number of cells outwards from the body that are boxes with rules, each for one number

	Latticed int // number of cells outwards from the body whose rules have known places, seen or not
}
