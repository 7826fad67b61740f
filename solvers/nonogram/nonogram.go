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
//     arrange in internal/line. Lines with a new cell are solved again until nothing changes.
//   - Probe: an undecided cell is assumed filled, then assumed empty, each time
//     with line solving to the end. If one assumption leaves a line without
//     an arrangement, the other holds; what both lead to holds as well. A cell is
//     probed again only when a line has changed that its last probe looked at, and
//     cells next to known ones come first; see internal/engine/probe.go.
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
// lines that contradict each other. These work on a bench beside the engine (internal/teach/bench.go),
// where single lines can be solved in any order, with the same line solver.
// A puzzle may come with given cells, as Simon Tatham's Pattern has them: for all of these
// they are decided before the first line is looked at.
//
// For makers there is [Repair], the fewest changes of a picture that make it unique;
// and [Generate], a puzzle to order. In black and white they look at many
// pictures that differ in little, on a bench that keeps their lines (internal/teach/picturebench.go).
//
// A nonogram in colours is one with a palette. It has a line solver of its own: lines, guesses and
// probes on bare sets decide most; see coloured_canvas.go. What is left the same engine decides, with
// a shade of a cell where black and white has a cell; see coloured_grid.go and literals.go.
//
// The rooms, from below: internal/puzzle holds the data, internal/line solves one line,
// internal/engine decides, internal/teach goes a person's way, and internal/maker makes puzzles.
// This package is their door.
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

	"kibitz/solvers/nonogram/internal/puzzle"
)

// Limits on puzzles.
const (
	MaxSide    = puzzle.MaxSide    // cells of a line
	MaxCells   = puzzle.MaxCells   // cells of a puzzle
	MaxColours = puzzle.MaxColours // colours of a palette
	MaxShaded  = puzzle.MaxShaded  // cells × shades of a puzzle in colours
	MaxMade    = puzzle.MaxMade    // cells of a side that Repair and package drawing take
)

// Puzzle is a nonogram: len(Rows) × len(Cols) cells. Parse makes valid puzzles; Check says whether
// one made by hand is valid, and no question is answered of one that is not. It is not to be
// changed once made, and may be asked several questions at once.
type Puzzle puzzle.Puzzle

// The parts of a puzzle and of its answer.
type (
	Run    = puzzle.Run    // of a clue: its length, and its colour in the palette
	Ink    = puzzle.Ink    // a colour of a palette
	Cell   = puzzle.Cell   // the shades that a cell may have
	Line   = puzzle.Line   // a row or a column
	Answer = puzzle.Answer // what Solve found out
	Level  = puzzle.Level  // the hardest technique that a verdict needed
)

const (
	Unknown = puzzle.Unknown // in black and white: nothing is known
	Empty   = puzzle.Empty   // no run covers the cell
	Filled  = puzzle.Filled  // the shade of the first colour, the only one in black and white

	ByLine   = puzzle.ByLine   // line solving alone
	ByProbe  = puzzle.ByProbe  // every shade of single cells tried
	BySearch = puzzle.BySearch // guesses on top of guesses
)

// ShadeOf returns the shade of the colour with this index in the palette.
func ShadeOf(colour int) Cell { return puzzle.ShadeOf(colour) }

// New returns the puzzle in black and white whose runs have these lengths, rows from left to right
// and columns from top to bottom. Check says whether there can be such a puzzle.
func New(rows, cols [][]int) *Puzzle { return (*Puzzle)(puzzle.New(rows, cols)) }

// FromPicture returns the puzzle in black and white that a finished picture gives, row-major with
// cols cells a row. It keeps the picture. Package drawing makes pictures of images.
func FromPicture(picture []Cell, cols int) *Puzzle {
	return (*Puzzle)(puzzle.FromPicture(picture, cols))
}

// FromColours is FromPicture for a picture in colours.
func FromColours(picture []Cell, cols int, palette []Ink, background color.RGBA) *Puzzle {
	return (*Puzzle)(puzzle.FromColours(picture, cols, palette, background))
}

// Parse reads the two encodings in black and white that [Puzzle.String] writes: clues such as
// "3;1|2;1;1", and game IDs of Simon Tatham's Pattern. Package notation reads these and all
// others, also those in colours. A clue longer than its line is an error, as that is far more
// often a slip of the keyboard than a puzzle without solution. Errors are *solvers.SyntaxError.
func Parse(text string) (*Puzzle, error) {
	p, err := puzzle.Parse(text)
	return (*Puzzle)(p), err
}

func (p *Puzzle) data() *puzzle.Puzzle { return (*puzzle.Puzzle)(p) }

// Check returns an error for a puzzle that is not valid, such as a line whose runs do not fit.
// O(cells). Every question asks it first: one that returns an error returns this one, the others
// have nothing to say.
func (p *Puzzle) Check() error { return p.data().Check() }

// String returns the canonical encoding, without the Picture.
func (p *Puzzle) String() string { return p.data().String() }

// InColours reports whether p has a palette.
func (p *Puzzle) InColours() bool { return p.data().InColours() }

// Open returns a cell of p of which nothing is known: Unknown, or in colours all its shades.
func (p *Puzzle) Open() Cell { return p.data().Open() }

// AllShades returns the set of all that a cell of p can be: empty, and each colour.
func (p *Puzzle) AllShades() Cell { return p.data().AllShades() }

// Lengths returns the lengths of all runs, whatever their colours.
func (p *Puzzle) Lengths() (rows, cols [][]int) { return p.data().Lengths() }

// Totals returns, for each colour of the palette, the sum of its row clues and of its column
// clues; in black and white each is one sum. If they differ there is no solution.
func (p *Puzzle) Totals() (rows, cols []int) { return p.data().Totals() }

// Balanced reports whether rows and columns ask for as many cells of each colour.
func (p *Puzzle) Balanced() bool { return p.data().Balanced() }

// Bare returns p without its Picture and its given cells.
func (p *Puzzle) Bare() *Puzzle { return (*Puzzle)(p.data().Bare()) }

// Pictured returns the puzzle that another picture gives in p's colours and of p's width.
func (p *Puzzle) Pictured(picture []Cell) *Puzzle { return (*Puzzle)(p.data().Pictured(picture)) }

// WithMarks returns the puzzle with a person's marks as given cells: Open where nothing is marked.
// If no cell is marked as empty, the empty cells of lines that have all their runs are given, too.
// The marks are copied.
func (p *Puzzle) WithMarks(marks []Cell) *Puzzle { return (*Puzzle)(p.data().WithMarks(marks)) }
