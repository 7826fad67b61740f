// Package puzzle holds the data that all rooms of a nonogram share: the puzzle, in black and white
// or in colours, its cells, its answer, its text, and how cells in colours stand in a grid.
package puzzle

import (
	"image/color"
	"math/bits"

	"kibitz/solvers/nonogram/internal/clues"
)

// Puzzle is a nonogram: len(Rows) × len(Cols) cells. Runs of one colour are at least one empty
// cell apart, runs of different colours may touch. Parse makes valid puzzles; of one made by hand
// Check says whether it is, and no question is answered of one that is not. It is not to be
// changed once made. It may be asked several questions at once.
type Puzzle struct {
	// Palette holds the colours of the runs. It is nil in black and white, where each run has
	// Colour 0 and the Background says nothing.
	Palette    []Ink
	Background color.RGBA

	Rows [][]Run // clues of each row, top to bottom, runs from left to right
	Cols [][]Run // clues of each column, left to right, runs from top to bottom

	// Picture holds the text's own cells, row-major, each of one shade, when the text was a
	// finished picture and the clues were read off it; else nil.
	Picture []Cell

	// Given holds what is known of the cells from the start, row-major, or nil where nothing is.
	// A cell of which nothing is known is as Open returns it. Solutions are only those in which
	// each cell has one of its shades.
	Given []Cell
}

// Run is a run of a clue: its Length in cells, and its Colour, an index of the palette.
type Run = clues.Run

// Ink is a colour of a palette. In texts it is its Letter, one from a to z or A to Z; no two inks
// of a palette have the same. Its Name is as the text had it, or that of the nearest usual
// colour, or empty. RGB is how it looks.
type Ink = clues.Ink

// Cell is what is known of a cell, as a set of the shades that it may have: bit 0 stands for
// empty, bit i+1 for the colour with index i in the palette. In black and white a cell is
// Unknown, Empty or Filled.
type Cell uint32

const (
	Unknown Cell = 0 // in black and white: nothing is known
	Empty   Cell = 1 // no run covers the cell
	Filled  Cell = 2 // the shade of the first colour, which is the only one in black and white
)

// ShadeOf returns the shade of the colour with this index in the palette.
func ShadeOf(colour int) Cell { return Filled << colour }

// One reports whether the cell has a single shade.
func (c Cell) One() bool { return c != 0 && c&(c-1) == 0 }

// Count returns the number of shades in the set.
func (c Cell) Count() int { return bits.OnesCount32(uint32(c)) }

// Colour returns the index in the palette of the lowest shade of the set, -1 where that is Empty.
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

// Open returns a cell of p of which nothing is known: Unknown, or in colours all its shades.
func (p *Puzzle) Open() Cell {
	if p.InColours() {
		return p.AllShades()
	}
	return Unknown
}

// AllShades returns the set of all that a cell of p can be: empty, and each colour.
func (p *Puzzle) AllShades() Cell { return ShadeOf(p.colours()) - 1 }

// colours returns the number of colours, which is 1 in black and white.
func (p *Puzzle) colours() int { return max(len(p.Palette), 1) }

// Opposite is the other value of a decided cell.
func Opposite(value Cell) Cell { return Empty + Filled - value }

// New returns the puzzle in black and white whose runs have these lengths, rows from left to right
// and columns from top to bottom. Check says whether there can be such a puzzle.
func New(rows, cols [][]int) *Puzzle { return &Puzzle{Rows: ofLengths(rows), Cols: ofLengths(cols)} }

func ofLengths(lines [][]int) [][]Run {
	all := make([][]Run, len(lines))
	for i, lengths := range lines {
		for _, length := range lengths {
			all[i] = append(all[i], Run{Length: length})
		}
	}
	return all
}

// Lengths returns the lengths of all runs, whatever their colours.
func (p *Puzzle) Lengths() (rows, cols [][]int) {
	all := Lengths(p.Rows, p.Cols)
	return all[:len(p.Rows)], all[len(p.Rows):]
}

// Lengths returns the lengths of the runs of all lines, as line solvers in black and white take
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

// ShadesOf returns the shades that cells of a line with these runs can have.
func ShadesOf(runs []Run) Cell {
	s := Empty
	for _, run := range runs {
		s |= ShadeOf(run.Colour)
	}
	return s
}
