package vision

// A strip is a sheet of a board on which lines of cells are known.
type strip struct {
	*sheet
	clued bool // clues stand there: other sheets are looked at in the same way
	cols  bool // a line is a column
	lines int  // how many there are
	boxed int  // how many cells from the body on have rules around them, one number in each

	latticed int // of how many cells from the body on it is known where their rules are, seen or not
}
