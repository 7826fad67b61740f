// Package deletion finds a minimal core: of statements that contradict each other,
// some that still do, of which none can be spared.
package deletion

import "slices"

// An Outcome is what a trial says of some statements.
type Outcome uint8

const (
	Undecided  Outcome = iota // time ended before it was seen
	Consistent                // they were not seen to contradict each other
	Refuted                   // they contradict each other
)

// Core leaves out of items, which contradict each other, one after the other without
// which the rest still does. A trial that refutes says which of its items it used, in
// the same order; those go on alone.
//
// What was once needed stays so: fewer statements are consistent all the more. So one
// pass is enough, and where each trial decides what it was asked the core is minimal.
// It is not tested to the end, and complete is false, where a trial is Undecided.
// Core takes as many trials as there are items, at most.
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
