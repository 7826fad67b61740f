package engine

import (
	"kibitz/solvers"
	"kibitz/solvers/internal/cdcl"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// Outcome says how a search for solutions ended. Every function that searches or learns returns
// one, so that no copy of a grid can lose it.
type Outcome int8

const (
	OutOfPatience Outcome = iota // the effort allowed is spent; with more effort the search could go on
	OutOfTime                    // the context has ended
	OutOfMemory                  // the clauses, written or learned, take too much memory
	Decided                      // the question is answered
)

// outcomeOf converts the status of a question to a page.
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

// result holds the solutions that a search found. If the outcome is Decided, there are no others,
// or as many as were wanted were found.
type result struct {
	outcome   Outcome
	solutions [][]puzzle.Cell // all different
}

// verdict returns what a search for two solutions says of the puzzle. Only a Decided outcome proves
// that there are no further solutions.
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

// finding says how solving lines or probing cells ended.
type finding int8

const (
	interrupted   finding = iota // the context has ended: there may be more to find
	contradiction                // some line has no arrangement left
	consistent                   // nothing more follows
)

// status returns what a finding among certain cells says about whether a solution exists.
func (f finding) status() cdcl.Status {
	switch f {
	case interrupted:
		return cdcl.OutOfTime
	case contradiction:
		return cdcl.Unsat
	}
	return cdcl.OutOfPatience
}
