// Package tally holds what the counting of solutions has in common: it goes up to a
// limit, and what a verdict says already need not be counted.
package tally

import "kibitz/solvers"

// Max is the highest limit.
const Max = 1 << 30

// Limit is limit, brought between 0 and Max.
func Limit(limit int) int { return min(max(limit, 0), Max) }

// Known is how many solutions the verdict leaves, up to limit, where some are at hand;
// exact says that there are no more. It does not count, with ok false, those of a
// puzzle with several.
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

// Times is a·b, or most if that is less, without overflow. None is below 0.
func Times(a, b, most int) int {
	if b > 0 && a > most/b {
		return most
	}
	return min(a*b, most)
}
