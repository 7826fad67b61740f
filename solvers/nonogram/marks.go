package nonogram

import "slices"

// WithMarks is the puzzle with what a person has marked as given cells. Who crosses nothing
// out need not be told of the empty cells of lines that have all their runs: those are
// marked, too. The cells become the puzzle's own.
func (p *Puzzle) WithMarks(cells []Cell) *Puzzle {
	if !slices.Contains(cells, Empty) {
		seen := FromPicture(cells, len(p.Cols))
		for i, cell := range cells {
			r, c := i/len(p.Cols), i%len(p.Cols)
			if cell == Unknown && (slices.Equal(seen.Rows[r], p.Rows[r]) || slices.Equal(seen.Cols[c], p.Cols[c])) {
				cells[i] = Empty
			}
		}
	}
	return &Puzzle{Rows: p.Rows, Cols: p.Cols, Given: cells}
}
