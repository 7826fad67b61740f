// Package tally holds what counts of solutions share: they go up to a limit, and need
// not count what the verdict already says.
package tally

import "kibitz/solvers"

// Max is the highest limit.
const Max = 1 << 30

// Limit returns the limit nearest to limit from 0 to Max.
func Limit(limit int) int { return min(max(limit, 0), Max) }

// Known returns how many solutions there are by the verdict alone, up to limit. exact says that
// there are no more. For Undecided n is atHand, the number of solutions found already. ok is
// false for Multiple: those solutions are to be counted.
func Known(verdict solvers.Verdict, atHand, limit int) (n int, exact, ok bool) {
	switch verdict {
	case solvers.None:
		return 0, true, true
	case solvers.Unique:
		return min(1, limit), limit >= 1, true
	case solvers.Undecided:
		return min(atHand, limit), false, true
	}
	return 0, false, false
}

// Times returns a·b, or most if that is less, without overflow. No argument is negative.
func Times(a, b, most int) int {
	if b > 0 && a > most/b {
		return most
	}
	return min(a*b, most)
}
