// Package deletion finds a minimal core of statements that contradict each other: a part
// of them that still does, and no longer does when any one is left out.
package deletion

import "slices"

// An Outcome says how a trial of some statements ended.
type Outcome uint8

const (
	Undecided  Outcome = iota // time ended before the trial did
	Consistent                // no contradiction was found between the statements
	Refuted                   // the statements contradict each other
)

// Core returns a core of items, which contradict each other: it tries each item in turn,
// and leaves it out if the rest still contradicts itself. A trial that refutes returns the
// items that it used, in the same order; Core goes on with those alone.
//
// An item that was needed once stays needed, since fewer statements are consistent all the
// more. So one pass is enough, and the core is minimal if each trial decides its question.
// If a trial is Undecided Core stops there, and complete is false. Core makes at most
// len(items) trials.
func Core[T any](items []T, try func([]T) (used []T, o Outcome)) (core []T, complete bool) {
	for next := 0; next < len(items); {
		switch used, o := try(slices.Concat(items[:next], items[next+1:])); o {
		case Refuted:
			items = used
		case Consistent:
			next++
		default:
			return items, false
		}
	}
	return items, true
}
