package nonogram

import (
	"kibitz/solvers"
	"kibitz/solvers/internal/cdcl"
)

// outcome is how a search for solutions ended. It is returned by all that searches or
// learns, so that no copy of a grid can lose it.
type outcome int8

const (
	outOfPatience outcome = iota // the effort allowed is spent; more of it may go further
	outOfTime                    // the context has ended
	outOfMemory                  // what there is to learn from, or was learned, is too large
	decided                      // nothing is left to look for
)

// outcomeOf is that of a question to a page.
func outcomeOf(status cdcl.Status) outcome {
	switch status {
	case cdcl.Sat, cdcl.Unsat:
		return decided
	case cdcl.OutOfTime:
		return outOfTime
	case cdcl.OutOfMemory:
		return outOfMemory
	}
	return outOfPatience
}

// result is what a search has come to. Once it is decided the solutions are all there
// are, or as many as were wanted.
type result struct {
	outcome   outcome
	solutions [][]Cell // all different
}

// verdict is what a search for two solutions says of the puzzle. That there are no more
// solutions than those at hand follows from nothing but decided.
func (r result) verdict() solvers.Verdict {
	switch {
	case len(r.solutions) >= 2:
		return solvers.Multiple
	case r.outcome != decided:
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
