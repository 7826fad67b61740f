package nonogram

// tall reports whether a grid of p would be too large, and one of its transpose is not: a grid
// gives every row as many positions as the longer side takes in all shades.
func (p *Puzzle) tall() bool {
	rows, cols := len(p.Rows), len(p.Cols)
	return rows > cols && rows*positions(rows, len(p.Palette)+1) > MaxShaded
}

// transposed returns p with rows and columns exchanged, without its Picture.
func (p *Puzzle) transposed() *Puzzle {
	q := *p
	q.Rows, q.Cols, q.Picture = p.Cols, p.Rows, nil
	q.Given = transpose(p.Given, len(p.Cols))
	return &q
}

// transposed returns the answer for the transpose of a puzzle of so many columns.
func (a *Answer) transposed(cols int) *Answer {
	b := *a
	b.Grid = transpose(a.Grid, cols)
	b.Solutions = nil
	for _, s := range a.Solutions {
		b.Solutions = append(b.Solutions, transpose(s, cols))
	}
	b.Conflict = nil
	for _, line := range a.Conflict {
		b.Conflict = append(b.Conflict, Line{!line.Column, line.Index})
	}
	return &b
}

// transpose returns cells of so many columns column by column; nil for none.
func transpose(cells []Cell, cols int) []Cell {
	if cells == nil {
		return nil
	}
	rows := len(cells) / cols
	turned := make([]Cell, len(cells))
	for i, s := range cells {
		turned[i%cols*rows+i/cols] = s
	}
	return turned
}
