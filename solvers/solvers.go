// Package solvers holds the words that every puzzle's solver shares: the
// verdict on a puzzle, the error for a text that is not one, and the report of
// progress from a long solve.
//
// Each puzzle has a package of its own below this one, all with the same face:
//
//	func Parse(text string) (*Puzzle, error)            // every encoding, told apart by content
//	func (p *Puzzle) Solve(ctx context.Context) (*Answer, error)
//	func (p *Puzzle) Steps(ctx context.Context) iter.Seq[Step]
//	func (p *Puzzle) String() string                    // canonical: Parse(p.String()) is p
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

func (v Verdict) String() string {
	return [...]string{"undecided", "none", "unique", "multiple"}[v]
}

// ErrBug is wrapped in the error of a solver that found its own answer not to fit the
// puzzle: each checks what it has found before anybody sees it, as no verdict is
// better than a wrong one. Whoever meets it should keep the puzzle and report it.
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

// Report tells the progress to whoever asked for it, if anyone did.
func Report(ctx context.Context, done, total int) {
	if report, ok := ctx.Value(progressKey{}).(func(Progress)); ok {
		report(Progress{done, total})
	}
}
