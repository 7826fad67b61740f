// Package deletion finds small cores. A core of some statements is a part of them that contradicts
// itself. It is minimal if it no longer does so when any single statement is left out.
package deletion

import (
	"iter"
	"slices"

	"kibitz/solvers"
)

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

// A Try decides whether some items contradict each other; see Core.
type Try[T any] func(items []T) (used []T, o Outcome)

// Smallest returns a small core of items, which contradict each other, and what it proved about the
// core. It makes cores in several orders and takes the smallest. quick takes little time and may
// overlook a contradiction: it removes most items, so that few trials are left for full, which decides
// each question.
//
// Then Smallest looks for a smaller core among the sets of up to `most` items, by the trial few. sets
// yields them, small ones first; it may leave out a set that contradicts itself only if a part of it
// does. If no set smaller than the core contradicts itself, the core has the fewest items.
func Smallest[T any](items []T, quick, full, few Try[T], sets iter.Seq[[]T], most int) (core []T, proved solvers.Minimality) {
	var best []T
	for _, order := range orders(items) {
		if small, _ := Core(order, quick); best == nil || len(small) < len(best) {
			best = small
		}
	}
	backwards := slices.Clone(best)
	slices.Reverse(backwards)
	core, complete := Core(best, full)
	if other, whole := Core(backwards, full); len(other) < len(core) {
		core, complete = other, whole
	}
	if complete {
		proved = solvers.Minimal
	}
	for set := range sets {
		if len(set) >= len(core) {
			return core, solvers.Fewest
		}
		switch _, o := few(set); o {
		case Refuted:
			return set, solvers.Fewest
		case Undecided:
			return core, proved
		}
	}
	if len(core) <= most+1 {
		proved = solvers.Fewest
	}
	return core, proved
}

// orders returns items in four orders: forwards, backwards, and each of these with every second item
// first. The order in which Core tries items decides which core it finds.
func orders[T any](items []T) [][]T {
	backwards := slices.Clone(items)
	slices.Reverse(backwards)
	return [][]T{items, backwards, alternate(items), alternate(backwards)}
}

// alternate returns every second item, and then the others.
func alternate[T any](items []T) []T {
	var first, rest []T
	for i, item := range items {
		if i%2 == 0 {
			first = append(first, item)
		} else {
			rest = append(rest, item)
		}
	}
	return append(first, rest...)
}
