package engine

import "kibitz/solvers/nonogram/internal/puzzle"

// tall reports whether a grid of p would be too large while one of its transpose is not: every row
// of a grid has as many positions as the longer side takes in all shades.
func tall(p *puzzle.Puzzle) bool {
	rows, cols := len(p.Rows), len(p.Cols)
	return rows > cols && rows*puzzle.Positions(rows, len(p.Palette)+1) > puzzle.MaxShaded
}

// Transposed returns p with rows and columns exchanged, without its Picture.
func Transposed(p *puzzle.Puzzle) *puzzle.Puzzle {
	q := *p
	q.Rows, q.Cols, q.Picture = p.Cols, p.Rows, nil
	q.Given = transpose(p.Given, len(p.Cols))
	return &q
}

// AnswerTransposed returns an answer with rows and columns exchanged; cols is the number of columns
// of a.
func AnswerTransposed(a *puzzle.Answer, cols int) *puzzle.Answer {
	b := *a
	b.Grid = transpose(a.Grid, cols)
	b.Solutions = nil
	for _, s := range a.Solutions {
		b.Solutions = append(b.Solutions, transpose(s, cols))
	}
	b.Conflict = nil
	for _, line := range a.Conflict {
		b.Conflict = append(b.Conflict, puzzle.Line{Column: !line.Column, Index: line.Index})
	}
	return &b
}

// transpose returns the cells of a picture with cols columns, column by column; nil for nil.
func transpose(cells []puzzle.Cell, cols int) []puzzle.Cell {
	if cells == nil {
		return nil
	}
	rows := len(cells) / cols
	turned := make([]puzzle.Cell, len(cells))
	for i, s := range cells {
		turned[i%cols*rows+i/cols] = s
	}
	return turned
}
