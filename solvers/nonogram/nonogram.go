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
//   - Search: where few cells are left, a little is learned at once; see learnSoon. Else depth
//     first on the cell whose two values say most, with lines and
//     probes at every node, for as much work as learning takes to begin, and once more
//     for a hundred guesses where learning has no quick answer; see search.go. The rest is
//     learned: the page as clauses for a CDCL solver, see page.go and learn.go, with the first solution
//     guessed by belief propagation between rows and columns, see belief.go,
//     and mended where the guess breaks a few lines. The first guess is learned from without
//     clauses of lines, which the line solver stands in for; see sketch.go. Where a second core
//     is idle it learns while the search goes on, and makes guesses ahead; see apprentice.go,
//     haste.go. A second solution is first
//     looked for beside the first one, by runs that slide; see switch.go. That there is none is
//     proved by prices where counting shows it, as for n-Dom; see balance.go.
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
// and [Generate], a puzzle to order. They look at many
// pictures that differ in little, on a bench that keeps their lines (picturebench.go).
//
// [Coloured] is a nonogram in colours, with a line solver of its own. Lines, guesses and probes
// on bare sets decide most; see coloured_canvas.go. What is left the same engine decides, with
// a shade of a cell where black and white has a cell; see coloured_grid.go.
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
	"context"
	"strconv"
	"strings"
	"time"

	"kibitz/solvers"
)

// Puzzle is a nonogram: len(Rows) × len(Cols) cells. Parse and New make valid ones;
// of one made by hand Check says whether it is, and no question is answered of one that is
// not. It is not to be changed once made. It may be asked several questions at once.
type Puzzle struct {
	Rows [][]int // clues of each row, top to bottom, runs from left to right
	Cols [][]int // clues of each column, left to right, runs from top to bottom

	// Picture is the text's own cells, row-major, all Filled or Empty, when
	// the text was a finished picture and the clues were read off it; else nil.
	Picture []Cell

	// Given are the cells that are known from the start, row-major with Unknown for all
	// others; nil where none is. Solutions are only those that have them.
	Given []Cell
}

// Cell is what is known of a cell.
type Cell int8

const (
	Unknown Cell = iota
	Empty
	Filled
)

// String is '?', '.' or '#', as in a picture.
func (c Cell) String() string { return [...]string{"?", ".", "#"}[c] }

// opposite is the other value of a decided cell.
func opposite(value Cell) Cell { return Empty + Filled - value }

// Level is the hardest technique that the verdict needed.
type Level int

const (
	ByLine   Level = iota // line solving alone
	ByProbe               // both values of single cells tried
	BySearch              // guesses on top of guesses
)

func (l Level) String() string { return [...]string{"line", "probe", "search"}[l] }

// Line is one row or column.
type Line struct {
	Column bool
	Index  int // from 0
}

// Answer is what Solve found out. All cells are row-major. Its slices are the caller's, to
// change as well.
type Answer struct {
	Verdict solvers.Verdict
	Level   Level

	// Decided is how long the verdict took. The proof of the backbone comes after it.
	Decided time.Duration

	// Grid holds the cells that are the same in every solution; Unknown where
	// solutions differ or where that is not decided. With Verdict None it is
	// what was deduced before the contradiction.
	Grid []Cell

	// Solutions are up to two different solutions, complete: one for Unique,
	// two for Multiple; Undecided may have found one.
	Solutions [][]Cell

	// BackboneProved says that Grid is exact: every Unknown cell differs
	// between some two solutions. Always so for Unique, never for Undecided
	// nor, with Multiple, from Decide.
	BackboneProved bool

	// Conflict, for None, holds the lines that were left without an arrangement
	// when the last assumption fell: the line itself at ByLine, one or two
	// lines above; where it took learning, lines that contradict each other
	// together, which Decide does not look for. It is nil when only the totals differ;
	// see Puzzle.Totals. Puzzle.Core takes more time over it.
	Conflict []Line

	// ConflictMinimal says that the lines of Conflict contradict each other by
	// themselves, and that any of them left out leaves the others a solution. Only
	// what took learning is looked at so closely, and not at any length.
	ConflictMinimal bool
}

// Solve decides p and proves its backbone. When ctx ends first the answer is
// what is certain by then: Undecided, or Multiple without BackboneProved; likewise when the
// memory for learning is used up. The error is Check's, or context.Canceled or
// context.DeadlineExceeded, and those only when ctx had ended before anything was done.
//
// What takes more than some milliseconds may keep a second core busy, while fewer cores
// than GOMAXPROCS solve nonograms. That changes when the answer comes, not which. All that
// was started has ended when Solve returns.
func (p *Puzzle) Solve(ctx context.Context) (*Answer, error) {
	a, _, err := p.answer(ctx, true)
	return a, err
}

// Decide is Solve without the proof of the backbone, which can take much longer
// than the verdict: for Multiple, Grid holds what was certain by the time of the
// second solution. Nor does it look for the lines in conflict where that takes learning.
func (p *Puzzle) Decide(ctx context.Context) (*Answer, error) {
	a, _, err := p.answer(ctx, false)
	return a, err
}

// answer is that of the engine for its size, and how it came to it.
func (p *Puzzle) answer(ctx context.Context, thorough bool) (*Answer, outcome, error) {
	if err := p.Check(); err != nil {
		return nil, outOfTime, err
	}
	if err := ctx.Err(); err != nil {
		return nil, outOfTime, err
	}
	a, ended := newEngine(p).solve(ctx, thorough)
	return a, ended, nil
}

// Totals are the sums of all row clues and of all column clues. Where they
// differ there is no solution.
func (p *Puzzle) Totals() (rows, cols int) { return total(p.Rows), total(p.Cols) }

func total(lines [][]int) (sum int) {
	for _, runs := range lines {
		for _, run := range runs {
			sum += run
		}
	}
	return sum
}

// String is the canonical encoding: rows, '|', columns; lines split by ';',
// runs by blanks, "0" for an empty line. A puzzle with given cells is a game ID of Simon
// Tatham's Pattern instead. A Picture is not part of it.
func (p *Puzzle) String() string {
	if p.Given != nil {
		return p.patternID()
	}
	var b strings.Builder
	for i, side := range [][][]int{p.Rows, p.Cols} {
		if i > 0 {
			b.WriteByte('|')
		}
		for j, runs := range side {
			if j > 0 {
				b.WriteByte(';')
			}
			writeRuns(&b, runs)
		}
	}
	return b.String()
}

func writeRuns(b *strings.Builder, runs []int) {
	if len(runs) == 0 {
		b.WriteByte('0')
	}
	for i, run := range runs {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(run))
	}
}
