package puzzle

import "slices"

// WithMarks returns the puzzle with a copy of a person's marks as given cells; cells that are not
// marked are as Open returns them. A person who crosses no cells out knows the empty cells of lines
// that have all their runs, so these become Empty, too.
func (p *Puzzle) WithMarks(marks []Cell) *Puzzle {
	q, cols := p.Bare(), len(p.Cols)
	q.Given = slices.Clone(marks)
	if slices.Contains(marks, Empty) || len(marks) != len(p.Rows)*cols {
		return q
	}
	decided := slices.Clone(marks)
	for i, cell := range marks {
		if !cell.One() {
			decided[i] = Empty
		}
	}
	seen := p.Pictured(decided)
	for i, cell := range marks {
		row, col := i/cols, i%cols
		mayBeEmpty := cell == Unknown || !cell.One() && cell&Empty != 0
		if mayBeEmpty && (slices.Equal(seen.Rows[row], p.Rows[row]) || slices.Equal(seen.Cols[col], p.Cols[col])) {
			q.Given[i] = Empty
		}
	}
	return q
}
