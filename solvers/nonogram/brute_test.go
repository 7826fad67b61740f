package nonogram

import "slices"

// solutions are all solutions of p, by trying every picture whose rows fit: an
// oracle that shares nothing with the solver but runsOf, which has tests of its own.
func solutions(p *Puzzle) (all [][]Cell) {
	width := len(p.Cols)
	patterns := lines(width)
	picture := make([]Cell, 0, len(p.Rows)*width)
	var below func(row int)
	below = func(row int) {
		if row == len(p.Rows) {
			if slices.EqualFunc(FromPicture(picture, width).Cols, p.Cols, slices.Equal[[]Run]) {
				all = append(all, slices.Clone(picture))
			}
			return
		}
		for _, line := range patterns {
			if slices.Equal(runsIn(line), p.Rows[row]) {
				picture = append(picture[:row*width], line...)
				below(row + 1)
			}
		}
	}
	below(0)
	return all
}

// lines are all 2^n lines of n cells.
func lines(n int) (all [][]Cell) {
	for bits := range 1 << n {
		line := make([]Cell, n)
		for i := range line {
			line[i] = Empty + Cell(bits>>i&1)
		}
		all = append(all, line)
	}
	return all
}

// common is what all pictures have in common, Unknown elsewhere.
func common(pictures [][]Cell) []Cell {
	cells := slices.Clone(pictures[0])
	for _, picture := range pictures[1:] {
		for i, c := range picture {
			if cells[i] != c {
				cells[i] = Unknown
			}
		}
	}
	return cells
}
