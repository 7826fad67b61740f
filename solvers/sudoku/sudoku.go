// Package sudoku solves Sudoku: each row, each column and each box of a square grid holds every
// digit once, and so does each long diagonal of a puzzle with Diagonals.
//
// A grid is kept as a set of cells for each digit, two machine words a set (set.go). A digit that is
// placed takes its row, column and box out of its set in one step. Cells with one candidate are
// found for all cells at once, by adding up the sets of the digits bit by bit. This is the way of
// the solver fsss2 by Mladen Dobrichev. What the singles leave open is searched (search.go): a
// cell with two candidates first, else the cell with the fewest. The same engine proves that a
// solution is the only one, counts solutions, and tries givens for Core, Repair and Generate.
//
// Steps go a person's way, from singles over fish, wings and chains to an assumption, always by
// the easiest technique that gives anything (steps.go). Names and order of the techniques are those
// that HoDoKu uses.
//
// Published facts that the tests hold: 288 grids of 4×4 and 28,200,960 of 6×6 (Jarvis 2006;
// McGuire, Tugemann and Civario, arXiv:1201.0749, prove that 17 givens are the fewest of a 9×9
// puzzle with one solution).
package sudoku

import (
	"fmt"
	"strings"
)

// A Puzzle is a Sudoku, as Parse returns it. It must not change while it is being solved. Solves of
// one Puzzle may run at once.
type Puzzle struct {
	Size      int   // rows, columns and digits: 4, 6, 8 or 9
	Diagonals bool  // the two long diagonals hold every digit once, too
	Givens    []int // row-major, Size × Size, 0 for an open cell
}

// diagonalSign begins the text of a puzzle with Diagonals.
const diagonalSign = "x:"

// String returns the givens in one line, with a point for an open cell, after "x:" if the puzzle has
// Diagonals.
func (p *Puzzle) String() string {
	var b strings.Builder
	if p.Diagonals {
		b.WriteString(diagonalSign)
	}
	for _, digit := range p.Givens {
		if digit == 0 {
			b.WriteByte('.')
		} else {
			b.WriteByte('0' + byte(digit))
		}
	}
	return b.String()
}

// Check returns an error for a puzzle that Parse cannot make: a size without boxes, a number of
// cells that does not fit it, a digit beyond it. Two equal givens in a row are no error, but a
// puzzle without a solution.
func (p *Puzzle) Check() error {
	if boxes[p.Size] == (box{}) {
		return fmt.Errorf("sudoku: found the size %d, expected 4, 6, 8 or 9", p.Size)
	}
	if len(p.Givens) != p.Size*p.Size {
		return fmt.Errorf("sudoku: found %d cells, expected %d", len(p.Givens), p.Size*p.Size)
	}
	for i, digit := range p.Givens {
		if digit < 0 || digit > p.Size {
			return fmt.Errorf("sudoku: r%dc%d: found the digit %d, expected 1 to %d, or 0 for none", i/p.Size+1, i%p.Size+1, digit, p.Size)
		}
	}
	return nil
}

// Changed returns the puzzle with other digits in some cells; 0 opens a cell.
func (p *Puzzle) Changed(changes ...Change) *Puzzle {
	changed := &Puzzle{Size: p.Size, Diagonals: p.Diagonals, Givens: append([]int(nil), p.Givens...)}
	for _, c := range changes {
		changed.Givens[c.Cell] = c.Now
	}
	return changed
}
