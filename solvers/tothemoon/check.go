package tothemoon

import (
	"fmt"
	"slices"

	"kibitz/solvers"
)

// Check returns an error for a puzzle that neither New nor Parse can make: a size out
// of bounds, a number of words that does not fit it, clouds beyond the last column, a
// limit below 0. O(Rows). Every function of Puzzle that returns an error calls it first.
func (p *Puzzle) Check() error {
	switch words := wordsOf(p.Cols); {
	case !fits(p.Rows, p.Cols, MaxCells):
		return fmt.Errorf("tothemoon: found %d rows and %d columns, expected 1 to %d cells", p.Rows, p.Cols, MaxCells)
	case len(p.Sky) != p.Rows*words:
		return fmt.Errorf("tothemoon: found %d words of cells, expected %d for %d rows and %d columns", len(p.Sky), p.Rows*words, p.Rows, p.Cols)
	case p.Limit < 0:
		return fmt.Errorf("tothemoon: found a limit of %d presses, expected 1 or more, or 0 for none", p.Limit)
	}
	for r := range p.Rows {
		row := p.row(r)
		if p.Cols%64 != 0 && row[len(row)-1]>>(p.Cols%64) != 0 {
			return fmt.Errorf("tothemoon: row %d: found a cloud beyond column %d, expected none", r+1, p.Cols)
		}
	}
	return nil
}

// fits reports whether a grid of that size has from 1 to most cells.
func fits(rows, cols, most int) bool { return rows >= 1 && cols >= 1 && rows <= most/cols }

// wordsOf returns the number of words that hold a row.
func wordsOf(cols int) int { return (cols + 63) / 64 }

// replay returns an error that wraps solvers.ErrBug unless these orbs make every cell
// clear. O(Rows·Cols/64).
func (p *Puzzle) replay(o orbs, diagonal bool) error {
	all, pressed := make([]uint64, wordsOf(p.Cols)), make([]uint64, wordsOf(p.Cols))
	for c, column := range o.cols {
		flip(all, c)
		if column {
			flip(pressed, c)
		}
	}
	for r := range p.Rows {
		row := slices.Clone(p.row(r))
		for i := range row {
			row[i] ^= pressed[i]
			if o.rows[r] {
				row[i] ^= all[i]
			}
		}
		if c := p.Rows - 1 - r; diagonal && c < p.Cols {
			flip(row, c)
		}
		if slices.ContainsFunc(row, func(word uint64) bool { return word != 0 }) {
			return fmt.Errorf("tothemoon: %w: its presses leave clouds in row %d", solvers.ErrBug, r+1)
		}
	}
	return nil
}
