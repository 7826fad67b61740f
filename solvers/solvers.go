// Package solvers holds the words that every puzzle's solver shares: the
// verdict on a puzzle, the error for a text that is not one, and the report of
// progress from a long solve.
//
// Each puzzle has a package of its own below this one. They share most of their functions:
//
//	             nonogram   kakuro   sudoku   lightsout   cardflip   tothemoon
//	Parse           x         x        x         x          x           x     every notation, told apart by content
//	String          x         x        x         x          x           x     canonical: Parse(p.String()) is p
//	Check           x         x        x         x          x           x     refuses values that Parse never returns
//	Solve           x         x        x         x          x           x
//	Steps           x         x        x         x          x           x     how a person solves it
//	Decide          x         x        x                                      the verdict alone
//	Count           x         x        x      Answer                 Answer   of solutions
//	Core            x         x        x                                      of a contradiction
//	Difficulty      x         x        x
//	Repair          x         x        x      Nearest                         the fewest changes
//	Generate        x         x        x                                      of a difficulty
//	ParseOrder                x        x         x          x           x     an order, made by Order.Make
//
// Parse and ParseOrder return a *SyntaxError. Check returns a plain error that says
// where, what was found and what was expected. For a puzzle that Check refuses, each
// function with an error returns that of Check, and each one without returns nothing.
//
// The end of ctx is no error if there is an answer without the rest: Undecided, a
// minimum that is not proved, a count that is not exact, fewer steps. It is an error
// if there is no answer. Whatever an answer calls proved was decided before ctx ended.
// Solutions and presses are replayed before they are returned: see ErrBug.
//
// Solves of one puzzle may run at once, as long as nobody changes it. Those of
// lightsout may take further cores themselves. The slices of all results
// are the caller's. Rows come before columns; row-major lists start at the top left;
// texts count from 1, values from 0.
//
// Nonograms are written in very many ways: Parse of nonogram reads what String writes, and
// Parse of its package notation reads them all.
//
// No solver imports another, and none knows Discord or pictures.
package solvers

import (
	"context"
	"errors"
)

// Verdict says how many solutions a puzzle has, as far as that was decided.
type Verdict int

const (
	Undecided Verdict = iota // the budget ran out before a proof
	None                     // proved: no solution
	Unique                   // proved: exactly one
	Multiple                 // proved: at least two, both at hand
)

// String returns the verdict's name, in lower case.
func (v Verdict) String() string {
	return [...]string{"undecided", "none", "unique", "multiple"}[v]
}

// Minimality says what was proved of a core, a set of clues that contradict each other.
type Minimality uint8

const (
	NotMinimal Minimality = iota // nothing: the budget ran out, and a part of the core may contradict itself
	Minimal                      // if any one clue is left out, the others no longer contradict each other
	Fewest                       // no smaller set of clues contradicts itself
)

// String returns the minimality's name, in lower case.
func (m Minimality) String() string {
	return [...]string{"not minimal", "minimal", "fewest"}[m]
}

// ErrBug is wrapped in the error of a solver whose own answer does not fit the puzzle.
// Each solver checks its answer before it returns it, because no verdict is better than
// a wrong one. A caller who meets it should keep the puzzle and report it.
var ErrBug = errors.New("a bug in the solver")

// Progress is how far a solve has come: done of total, in the puzzle's own
// unit (cells decided, press sets tried).
type Progress struct{ Done, Total int }

type progressKey struct{}

// WithProgress returns a context whose solver reports its progress to report.
// The solver calls report from its own goroutine, a few times a second at most.
func WithProgress(ctx context.Context, report func(Progress)) context.Context {
	return context.WithValue(ctx, progressKey{}, report)
}

// Report passes the progress to the function given to WithProgress, if there is one.
func Report(ctx context.Context, done, total int) {
	if report, ok := ctx.Value(progressKey{}).(func(Progress)); ok {
		report(Progress{done, total})
	}
}
