package commands

import "kibitz/solvers"

// tones are what kind of news each verdict is.
var tones = map[solvers.Verdict]Tone{
	solvers.Unique: Good, solvers.Multiple: Mixed, solvers.Undecided: Mixed, solvers.None: Bad,
}

// differing says how many cells of all differ between solutions, or may where
// that is not proved.
func differing(say phrases, proved bool, cells, all int) string {
	id := either(proved, "differ", "may-differ")
	if cells == all {
		id = "all-" + id
	}
	return say.count("cells."+id, cells, with{"Total": all})
}

// pairDiffering says how many cells of all differ between two solutions. Where a board
// marks them, its legend says so.
func pairDiffering(say phrases, cells, all int) string {
	return say.count(either(cells == all, "cells.all-pair-differ", "cells.pair-differ"), cells, with{"Total": all})
}

// outOfTime is the reply where the budget ended before anything was found.
func outOfTime(say phrases) *Reply {
	return &Reply{Tone: Mixed, Title: say.text("undecided.title", nil), Text: say.text("undecided.text", nil)}
}

// tally counts the cells that hold the value.
func tally[T comparable](cells []T, value T) int {
	n := 0
	for _, c := range cells {
		if c == value {
			n++
		}
	}
	return n
}

func either[T any](cond bool, yes, no T) T {
	if cond {
		return yes
	}
	return no
}
