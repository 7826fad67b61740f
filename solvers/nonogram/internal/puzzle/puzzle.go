// Package puzzle holds the data that all rooms of a nonogram share: the puzzle, in black and white
// or in colours; its cells, its answer and its text; and the conversion of cells in colours to
// those of a grid.
package puzzle

import (
	"image/color"
	"math/bits"

	"kibitz/solvers/nonogram/internal/clues"
)

// Puzzle is a nonogram of len(Rows) × len(Cols) cells. Runs of one colour are at least one empty
// cell apart; runs of different colours may touch. Parse makes valid puzzles. Check tells whether
// one made by hand is valid; no other method answers about an invalid one. A puzzle must not change
// once it is made, and then may be used by several goroutines at once.
type Puzzle struct {
	// Palette holds the colours of the runs. It is nil in black and white, where each run has
	// Colour 0 and Background is not used.
	Palette    []Ink
	Background color.RGBA

	Rows [][]Run // clues of each row, top to bottom, runs from left to right
	Cols [][]Run // clues of each column, left to right, runs from top to bottom

	// Picture holds the cells of a text that was a finished picture, row-major, each of one shade;
	// the clues were read off it. For other texts it is nil.
	Picture []Cell

	// Given holds the cells known from the start, row-major, or nil if there are none. A cell that
	// is not given is as Open returns it. In a solution each cell has one of its shades in Given.
	Given []Cell
}

// Run is a run of a clue: its Length in cells, and its Colour, an index into the palette.
type Run = clues.Run

// Ink is a colour of a palette. Its Letter stands for it in texts, from a to z or A to Z; all inks
// of a palette have different letters. Its Name is the text's, or the nearest common colour, or
// empty. RGB is the colour itself.
type Ink = clues.Ink

// Cell is a set of the shades that a cell may have: bit 0 stands for empty, bit i+1 for the colour
// with index i in the palette. In black and white a cell is Unknown, Empty or Filled.
type Cell uint32

const (
	Unknown Cell = 0 // in black and white: the cell may be empty or filled
	Empty   Cell = 1 // no run covers the cell
	Filled  Cell = 2 // the cell has the first colour, the only one in black and white
)

// ShadeOf returns the shade of the colour with an index in the palette.
func ShadeOf(colour int) Cell { return Filled << colour }

// One reports whether the set has a single shade.
func (c Cell) One() bool { return c != 0 && c&(c-1) == 0 }

// Count returns the number of shades in the set.
func (c Cell) Count() int { return bits.OnesCount32(uint32(c)) }

// Colour returns the palette index of the lowest shade of the set, -1 if that shade is empty.
func (c Cell) Colour() int { return bits.TrailingZeros32(uint32(c)) - 1 }

// String returns '.' or '#' for a cell of black and white, as in a picture, and '?' for any other.
func (c Cell) String() string {
	switch c {
	case Empty:
		return "."
	case Filled:
		return "#"
	}
	return "?"
}

// InColours reports whether p has a palette.
func (p *Puzzle) InColours() bool { return len(p.Palette) > 0 }

// Open returns an open cell of p: Unknown, or in colours all shades.
func (p *Puzzle) Open() Cell {
	if p.InColours() {
		return p.AllShades()
	}
	return Unknown
}

// AllShades returns the set of all shades of p: empty, and each colour.
func (p *Puzzle) AllShades() Cell { return ShadeOf(p.colours()) - 1 }

// colours returns the number of colours, which is 1 in black and white.
func (p *Puzzle) colours() int { return max(len(p.Palette), 1) }

// Opposite returns the other value of a decided cell in black and white.
func Opposite(value Cell) Cell { return Empty + Filled - value }

// New returns the puzzle in black and white whose runs have these lengths, for rows from left to
// right and for columns from top to bottom. Check tells whether it is valid.
func New(rows, cols [][]int) *Puzzle { return &Puzzle{Rows: ofLengths(rows), Cols: ofLengths(cols)} }

// ofLengths returns the runs of lines in black and white, given their lengths.
func ofLengths(lines [][]int) [][]Run {
	all := make([][]Run, len(lines))
	for i, lengths := range lines {
		for _, length := range lengths {
			all[i] = append(all[i], Run{Length: length})
		}
	}
	return all
}

// Lengths returns the lengths of all runs, without their colours.
func (p *Puzzle) Lengths() (rows, cols [][]int) {
	all := Lengths(p.Rows, p.Cols)
	return all[:len(p.Rows)], all[len(p.Rows):]
}

// Lengths returns the lengths of the runs of all lines, as line solvers in black and white need
// them.
func Lengths(sides ...[][]Run) [][]int {
	lines, n := 0, 0
	for _, side := range sides {
		lines += len(side)
		for _, runs := range side {
			n += len(runs)
		}
	}
	all, flat := make([][]int, 0, lines), make([]int, 0, n)
	for _, side := range sides {
		for _, runs := range side {
			from := len(flat)
			for _, run := range runs {
				flat = append(flat, run.Length)
			}
			all = append(all, flat[from:len(flat):len(flat)])
		}
	}
	return all
}

// ShadesOf returns the shades that cells of a line with some runs can have.
func ShadesOf(runs []Run) Cell {
	s := Empty
	for _, run := range runs {
		s |= ShadeOf(run.Colour)
	}
	return s
}
