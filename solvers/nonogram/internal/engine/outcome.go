package engine

import (
	"kibitz/solvers"
	"kibitz/solvers/internal/cdcl"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// Outcome is how a search for solutions ended. It is returned by all that searches or
// learns, so that no copy of a grid can lose it.
type Outcome int8

const (
	OutOfPatience Outcome = iota // the effort allowed is spent; more of it may go further
	OutOfTime                    // the context has ended
	OutOfMemory                  // what there is to learn from, or was learned, is too large
	Decided                      // nothing is left to look for
)

// outcomeOf is that of a question to a page.
func outcomeOf(status cdcl.Status) Outcome {
	switch status {
	case cdcl.Sat, cdcl.Unsat:
		return Decided
	case cdcl.OutOfTime:
		return OutOfTime
	case cdcl.OutOfMemory:
		return OutOfMemory
	}
	return OutOfPatience
}

// result is what a search has come to. Once it is decided the solutions are all there
// are, or as many as were wanted.
type result struct {
	outcome   Outcome
	solutions [][]puzzle.Cell // all different
}

// verdict is what a search for two solutions says of the puzzle. That there are no more
// solutions than those at hand follows from nothing but decided.
func (r result) verdict() solvers.Verdict {
	switch {
	case len(r.solutions) >= 2:
		return solvers.Multiple
	case r.outcome != Decided:
		return solvers.Undecided
	case len(r.solutions) == 1:
		return solvers.Unique
	}
	return solvers.None
}

// finding is what came of solving lines, by themselves or in probes.
type finding int8

const (
	interrupted   finding = iota // the context has ended: there may be more to find
	contradiction                // some line has no arrangement left
	consistent                   // nothing more follows
)

// status is what a finding among certain cells says of the question whether there is a
// solution.
func (f finding) status() cdcl.Status {
	switch f {
	case interrupted:
		return cdcl.OutOfTime
	case contradiction:
		return cdcl.Unsat
	}
	return cdcl.OutOfPatience
}
