// Package nonogram decides nonograms. It tells whether a puzzle has no solution, one, or several,
// and which cells are the same in all of them.
//
// A nonogram gives, for each row and column, the lengths of its runs of filled cells in order. Runs
// of one line are at least one empty cell apart.
//
// It tries cheap methods first; [Answer.Level] tells the hardest one needed:
//
//   - Line: each line alone is solved exactly. A cell is decided where all arrangements of the
//     line's runs that fit its known cells agree on it; see Arrange in internal/line. Lines with a
//     new cell are solved again until nothing changes.
//   - Probe: an undecided cell is assumed filled, then assumed empty, each time with line solving
//     to the end. If one assumption leaves a line without an arrangement, the other holds; what
//     both lead to holds as well. A cell is probed again only when a line has changed that its last
//     probe looked at, and cells next to known ones come first; see internal/engine/probe.go.
//   - Search: depth first on the cell whose two values decide most, with lines and probes at every
//     node, for as much work as learning takes to begin; see internal/engine/search.go. The rest is
//     learned: the page as clauses for a CDCL solver, see page.go and learn.go there. The first
//     solution is guessed by belief propagation between rows and columns (guess.go and belief.go),
//     and mended if the guess breaks a few lines. The first guess is learned from without clauses
//     of lines; the line solver replaces these (sketch.go). A second solution is first looked for
//     beside the first one, by runs that slide (switch.go). That there is none is proved by prices
//     if counting shows it (balance.go). Of 31 hard puzzles the prices helped only n-Dom, by a
//     factor of 30 and more. Large boards that lines leave open are tried with a dive before the
//     first probe.
//
// How a search ended is a value (internal/engine/outcome.go). Only Decided gives a verdict of None
// or Unique. Every solution is checked against the clues before it is returned (verify.go).
//
// The first two are fast for these reasons, in this order: few probes, a small memory of lines
// solved before (four in five are), lines of one or two words in registers (internal/line/word.go,
// pair.go), and little memory at first, since most puzzles are solved in less time than fresh pages
// take.
//
// When there are several solutions the backbone (the cells equal in all of them) is proved by the
// same solver: it is asked for a solution that differs in some cell common to those so far. Each
// such solution rules out further cells, and so do the switches beside it; when there is none, all
// cells left are proved at once. If that question is too hard, single cells are asked about in
// between.
//
// Besides the verdict there are [Puzzle.Steps], the deductions of a person, by the named techniques
// of the field in the order of their difficulty; [Puzzle.Count], the number of solutions; and
// [Puzzle.Core], for a puzzle without solution a minimal set of lines that contradict each other.
// These work on a bench beside the engine (internal/teach/bench.go), where single lines can be
// solved in any order, with the same line solver. A puzzle may have given cells, as in Simon
// Tatham's Pattern: for all of these they are decided before the first line is solved.
//
// For makers of puzzles, [Repair] finds the fewest changes of a picture that make it unique, and
// [Generate] makes a puzzle to order. In black and white they try many pictures that differ little,
// on a bench that keeps their lines (internal/teach/picturebench.go).
//
// A nonogram in colours has a palette. It has a line solver of its own: lines, guesses and probes
// on plain sets decide most (internal/engine/coloured_canvas.go). The same engine decides the rest,
// with a shade of a cell in place of a cell (coloured_grid.go there, and
// internal/puzzle/literals.go).
//
// The rooms, from below: internal/puzzle holds the data, internal/line solves one line,
// internal/engine decides, internal/teach solves as a person does, and internal/maker makes
// puzzles. This package makes them public.
//
// For the line-solving view see K. J. Batenburg and W. A. Kosters, "Solving Nonograms by combining
// relaxations", Pattern Recognition 42 (2009); for probing and the choice of the cell to branch on,
// I-C. Wu et al., "An Efficient Approach to Solving Nonograms", IEEE T-CIAIG 5 (2013). The clauses
// use the order encoding of J. M. Crawford and A. B. Baker, "Experimental Results on the
// Application of Satisfiability Algorithms to Scheduling Problems", AAAI 1994, and N. Tamura et
// al., "Compiling Finite Linear CSP into SAT", Constraints 14 (2009); the beliefs are those of F.
// R. Kschischang, B. J. Frey and H.-A. Loeliger, "Factor Graphs and the Sum-Product Algorithm",
// IEEE Transactions on Information Theory 47 (2001). To decide a nonogram is NP-complete (Ueda and
// Nagao, 1996). Search may take time exponential in the number of cells, the other two never do.
package nonogram

import (
	"image/color"

	"kibitz/solvers/nonogram/internal/puzzle"
)

// These limit the size of puzzles.
const (
	MaxSide    = puzzle.MaxSide    // cells of a line
	MaxCells   = puzzle.MaxCells   // cells of a puzzle
	MaxColours = puzzle.MaxColours // colours of a palette
	MaxShaded  = puzzle.MaxShaded  // cells × shades of a puzzle in colours
	MaxMade    = puzzle.MaxMade    // cells of a side that Repair and package drawing take
)

// Puzzle is a nonogram of len(Rows) × len(Cols) cells. Parse makes valid puzzles. Check tells
// whether one made by hand is valid; no other method answers about an invalid one. A puzzle must
// not change once it is made, and then may be used by several goroutines at once.
type Puzzle puzzle.Puzzle

// These are the parts of a puzzle and of its answer.
type (
	Run    = puzzle.Run    // a run of a clue: its length, and its colour in the palette
	Ink    = puzzle.Ink    // a colour of a palette
	Cell   = puzzle.Cell   // the shades that a cell may have
	Line   = puzzle.Line   // a row or a column
	Answer = puzzle.Answer // the result of Solve
	Level  = puzzle.Level  // the hardest technique that a verdict needed
)

const (
	Unknown = puzzle.Unknown // in black and white: the cell may be empty or filled
	Empty   = puzzle.Empty   // no run covers the cell
	Filled  = puzzle.Filled  // the shade of the first colour, the only one in black and white

	ByLine   = puzzle.ByLine   // line solving alone
	ByProbe  = puzzle.ByProbe  // every shade of single cells tried
	BySearch = puzzle.BySearch // guesses on top of guesses
)

// ShadeOf returns the shade of the colour with an index in the palette.
func ShadeOf(colour int) Cell { return puzzle.ShadeOf(colour) }

// New returns the puzzle in black and white whose runs have these lengths, for rows from left to
// right and for columns from top to bottom. Check tells whether it is valid.
func New(rows, cols [][]int) *Puzzle { return (*Puzzle)(puzzle.New(rows, cols)) }

// FromPicture returns the puzzle in black and white of a finished picture, row-major with cols
// cells a row. It keeps the picture. Package drawing makes pictures of images.
func FromPicture(picture []Cell, cols int) *Puzzle {
	return (*Puzzle)(puzzle.FromPicture(picture, cols))
}

// FromColours returns the puzzle of a finished picture in colours; see FromPicture.
func FromColours(picture []Cell, cols int, palette []Ink, background color.RGBA) *Puzzle {
	return (*Puzzle)(puzzle.FromColours(picture, cols, palette, background))
}

// Parse reads the two encodings in black and white that [Puzzle.String] writes: clues such as
// "3;1|2;1;1", and game IDs of Simon Tatham's Pattern. Package notation reads these and all others,
// also those in colours. A clue longer than its line is an error: it is far more often a slip of
// the keyboard than a puzzle without solution. Errors are *solvers.SyntaxError.
func Parse(text string) (*Puzzle, error) {
	p, err := puzzle.Parse(text)
	return (*Puzzle)(p), err
}

// data returns p as the internal packages know it.
func (p *Puzzle) data() *puzzle.Puzzle { return (*puzzle.Puzzle)(p) }

// Check returns an error for an invalid puzzle, for example if the runs of a line do not fit.
// O(cells). Every method that returns an error checks first and returns this one; the others then
// return nothing.
func (p *Puzzle) Check() error { return p.data().Check() }

// String returns the canonical encoding, without the Picture.
func (p *Puzzle) String() string { return p.data().String() }

// InColours reports whether p has a palette.
func (p *Puzzle) InColours() bool { return p.data().InColours() }

// Open returns an open cell of p: Unknown, or in colours all shades.
func (p *Puzzle) Open() Cell { return p.data().Open() }

// AllShades returns the set of all shades of p: empty, and each colour.
func (p *Puzzle) AllShades() Cell { return p.data().AllShades() }

// Lengths returns the lengths of all runs, without their colours.
func (p *Puzzle) Lengths() (rows, cols [][]int) { return p.data().Lengths() }

// Totals returns the sum of the row clues and the sum of the column clues, for each colour of the
// palette. In black and white each has one element. If they differ there is no solution.
func (p *Puzzle) Totals() (rows, cols []int) { return p.data().Totals() }

// Balanced reports whether rows and columns require the same number of cells of each colour.
func (p *Puzzle) Balanced() bool { return p.data().Balanced() }

// Bare returns p without its Picture and its given cells.
func (p *Puzzle) Bare() *Puzzle { return (*Puzzle)(p.data().Bare()) }

// Pictured returns the puzzle of another picture, with p's colours and width.
func (p *Puzzle) Pictured(picture []Cell) *Puzzle { return (*Puzzle)(p.data().Pictured(picture)) }

// WithMarks returns the puzzle with a copy of a person's marks as given cells; cells that are not
// marked are as Open returns them. If no cell is marked as empty, the empty cells of lines that
// have all their runs are given, too.
func (p *Puzzle) WithMarks(marks []Cell) *Puzzle { return (*Puzzle)(p.data().WithMarks(marks)) }
