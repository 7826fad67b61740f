package nonogram

import "slices"

// FromPicture is the puzzle that a finished picture gives, row-major with cols
// cells a row. It keeps the picture. Package drawing makes pictures of images.
func FromPicture(picture []Cell, cols int) *Puzzle { return draw(picture, len(picture)/cols, cols) }

// draw is the puzzle that a picture gives.
func draw(picture []Cell, height, width int) *Puzzle {
	p := &Puzzle{Rows: make([][]int, height), Cols: make([][]int, width), Picture: picture}
	for row := range p.Rows {
		p.Rows[row] = runsOf(picture[row*width : (row+1)*width])
	}
	column := make([]Cell, height)
	for col := range p.Cols {
		for row := range column {
			column[row] = picture[row*width+col]
		}
		p.Cols[col] = runsOf(column)
	}
	return p
}

// runsOf are the lengths of the runs of Filled cells in a line.
func runsOf(line []Cell) (runs []int) {
	for len(line) > 0 {
		run := slices.IndexFunc(line, func(c Cell) bool { return c != Filled })
		if run < 0 {
			run = len(line)
		}
		if run > 0 {
			runs = append(runs, run)
		}
		line = line[min(run+1, len(line)):]
	}
	return runs
}
