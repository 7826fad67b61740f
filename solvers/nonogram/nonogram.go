// Package nonogram decides nonograms: whether a puzzle has no solution, one, or
// several, and which cells are the same in all of them.
//
// A nonogram gives, for each row and column, the lengths of its runs of filled
// cells in order. Runs of one line are at least one empty cell apart.
//
// The method goes from cheap to dear, and [Answer.Level] says how far it had to go:
//
//   - Line: each line alone is solved exactly. A cell is decided where all
//     arrangements of the line's runs that fit its known cells agree on it; see
//     arrange in line.go. Lines with a new cell are solved again until nothing changes.
//   - Probe: an undecided cell is assumed filled, then assumed empty, each time
//     with line solving to the end. If one assumption leaves a line without
//     an arrangement, the other holds; what both lead to holds as well. A cell is
//     probed again only when a line has changed that its last probe looked at, and
//     cells next to known ones come first; see probe.go.
//   - Search: depth first on the cell whose two values say most, with lines and probes at
//     every node, for as much work as learning takes to begin; see search.go. The rest is
//     learned: the page as clauses for a CDCL solver, see page.go and learn.go. The first
//     solution is guessed by belief propagation between rows and columns, see guess.go and
//     belief.go, and mended where the guess breaks a few lines. The first guess is learned from
//     without clauses of lines, which the line solver stands in for; see sketch.go. A second
//     solution is first looked for beside the first one, by runs that slide; see switch.go. That
//     there is none is proved by prices where counting shows it; see balance.go. Of 31 hard
//     puzzles that helped n-Dom alone, but there by a factor of 30 and more.
//     Large boards that lines leave open are dived into before the first probe.
//
// How a search ended is a value (outcome.go), of which only one makes a verdict of None or
// Unique, and every solution is read again before it leaves (verify.go).
//
// What makes the first two fast, in this order: few probes, a small memory of lines
// solved before (four in five are), lines of one or two words in registers (word.go,
// pair.go), and little memory to begin with, for most puzzles are solved in less
// time than fresh pages take.
//
// When there are several solutions the backbone (the cells equal in all of
// them) is proved by the same solver: it is asked for a solution that differs
// in some cell common to those so far. Each one rules out further cells, and so do the
// switches beside it; when there is none, all cells left are proved at once. Where that
// question is too hard, single cells are asked about in between.
//
// Beside the verdict there is [Puzzle.Steps], the way there for a person, by the named
// techniques of the field in the order of their difficulty; [Puzzle.Count], how many
// solutions there are; and [Puzzle.Core], for a puzzle without solution a smallest set of
// lines that contradict each other. These work on a bench beside the engine (bench.go),
// where single lines can be solved in any order, with the same line solver.
// A puzzle may come with given cells, as Simon Tatham's Pattern has them: for all of these
// they are decided before the first line is looked at.
//
// For makers there is [Repair], the fewest changes of a picture that make it unique;
// and [Generate], a puzzle to order. In black and white they look at many
// pictures that differ in little, on a bench that keeps their lines (picturebench.go).
//
// A nonogram in colours is one with a palette. It has a line solver of its own: lines, guesses and
// probes on bare sets decide most; see coloured_canvas.go. What is left the same engine decides, with
// a shade of a cell where black and white has a cell; see coloured_grid.go and literals.go.
//
// For the line-solving view see K. J. Batenburg and W. A. Kosters, "Solving
// Nonograms by combining relaxations", Pattern Recognition 42 (2009); for
// probing and the choice of the cell to branch on, I-C. Wu et al., "An
// Efficient Approach to Solving Nonograms", IEEE T-CIAIG 5 (2013). The clauses use the
// order encoding of J. M. Crawford and A. B. Baker, "Experimental Results on the Application
// of Satisfiability Algorithms to Scheduling Problems", AAAI 1994, and N. Tamura et al.,
// "Compiling Finite Linear CSP into SAT", Constraints 14 (2009); the beliefs are those of
// F. R. Kschischang, B. J. Frey and H.-A. Loeliger, "Factor Graphs and the Sum-Product
// Algorithm", IEEE Transactions on Information Theory 47 (2001). To decide a
// nonogram is NP-complete (Ueda and Nagao, 1996): Search may take time exponential
// in the number of cells, the other two never do.
package nonogram

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

// opposite is the other value of a decided cell.
func opposite(value Cell) Cell { return Empty + Filled - value }

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
	all := lengths(p.Rows, p.Cols)
	return all[:len(p.Rows)], all[len(p.Rows):]
}

// lengths returns the lengths of the runs of all lines, as line solvers in black and white take
// them.
func lengths(sides ...[][]Run) [][]int {
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

// shadesOf returns the shades that cells of a line with these runs can have.
func shadesOf(runs []Run) Cell {
	s := Empty
	for _, run := range runs {
		s |= ShadeOf(run.Colour)
	}
	return s
}
