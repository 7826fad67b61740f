package puzzle

import (
	"time"

	"kibitz/solvers"
)

// Level is the hardest technique that the verdict needed.
type Level int

const (
	ByLine   Level = iota // line solving alone
	ByProbe               // every shade of single cells tried
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

	// Grid holds for each cell the shades that it has in solutions, others too where that is not
	// decided. In black and white a cell is Unknown where solutions differ or nothing is decided.
	// With Verdict None it is what was deduced before the contradiction.
	Grid []Cell

	// Solutions are up to two different solutions, complete: one for Unique,
	// two for Multiple; Undecided may have found one.
	Solutions [][]Cell

	// BackboneProved says that Grid is exact: each cell has each of its shades in some solution.
	// Always so for Unique, never for Undecided nor, with Multiple, from Decide.
	BackboneProved bool

	// Conflict, for None, holds the lines that were left without an arrangement
	// when the last assumption fell: the line itself at ByLine, one for each shade of the cell
	// above; where it took learning, lines that contradict each other
	// together, which Decide does not look for. It is nil when only the totals differ;
	// see Puzzle.Totals. Puzzle.Core takes more time over it.
	Conflict []Line

	// ConflictMinimal says that the lines of Conflict contradict each other by
	// themselves, and that any of them left out leaves the others a solution. Only
	// what took learning is looked at so closely, and not at any length.
	ConflictMinimal bool
}
