package puzzle

import (
	"time"

	"kibitz/solvers"
)

// Level is the hardest technique that a verdict needed.
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

// Answer is the result of Solve. All cells are row-major. The caller owns its slices and may change
// them.
type Answer struct {
	Verdict solvers.Verdict
	Level   Level

	// Decided is the time that the verdict took. The proof of the backbone comes after it.
	Decided time.Duration

	// Grid holds, for each cell, the shades that it has in solutions; if that is not decided, it
	// may hold others too. In black and white a cell is Unknown if solutions differ or it is not
	// decided. With Verdict None Grid holds the cells deduced before the contradiction.
	Grid []Cell

	// Solutions holds up to two different complete solutions: one for Unique, two for Multiple. For
	// Undecided there may be one.
	Solutions [][]Cell

	// BackboneProved says that Grid is exact: each cell has each of its shades in some solution. It
	// is always true for Unique and never for Undecided; for Multiple it is never true from Decide.
	BackboneProved bool

	// Conflict, for None, holds the lines that were left without an arrangement when the last
	// assumption fell. At ByLine it is one line, at higher levels one for each shade of the cell.
	// If the verdict took learning it holds lines that contradict each other together; Decide does
	// not look for these. It is nil when only the totals differ; see Puzzle.Totals. Puzzle.Core
	// takes more time over it.
	Conflict []Line

	// ConflictMinimal says that the lines of Conflict contradict each other by themselves, and that
	// without any one of them the others have a solution. It is checked only after learning, and
	// only for a bounded time.
	ConflictMinimal bool
}
