package kakuro

import (
	"context"
	"iter"
	"math/bits"
	"slices"

	"kibitz/solvers"
	"kibitz/solvers/internal/deletion"
)

// Core returns a set of entries that contradict each other and the given digits, whatever all other
// entries say, and what is proved about how small the set is; NotMinimal if ctx ended first. The set is
// nil if p has a solution, if the given digits contradict each other by themselves, or if ctx ended
// before p was refuted.
//
// The method is deletion: refute the puzzle, keep the entries that the refutation used, then leave
// out one entry after the other and see whether the others still contradict. An entry that is left
// out imposes nothing on its cells, not even that their digits differ. Entries are left out in several
// orders, and the smallest set counts. Then all sets of up to three entries that cross are tried.
func (p *Puzzle) Core(ctx context.Context) (entries []Entry, proved solvers.Minimality) {
	if ctx.Err() != nil || p.Check() != nil {
		return nil, solvers.NotMinimal
	}
	b := newBench(ctx, p)
	b.silent, b.used = make([]bool, len(b.entries)), make([]bool, len(b.entries))
	kept := make([]int32, len(b.entries))
	for e := range kept {
		kept[e] = int32(e)
	}
	kept, o := b.refutation(kept, true)
	if o != deletion.Refuted {
		return nil, solvers.NotMinimal
	}
	quick := func(entries []int32) ([]int32, deletion.Outcome) { return b.refutation(entries, false) }
	full := func(entries []int32) ([]int32, deletion.Outcome) { return b.refutation(entries, true) }
	// Three entries cannot cross in a circle. Therefore they have a filling if each two of them that
	// cross agree on the shared cell, and no search is needed to see that.
	kept, proved = deletion.Smallest(kept, quick, full, quick, b.fewEntries(), 3)
	slices.Sort(kept)
	for _, e := range kept {
		entries = append(entries, b.entries[e].Entry)
	}
	return entries, proved
}

// fewEntries yields all single entries, all pairs that cross, and all sets of three in which one
// crosses the two others. Other sets contradict themselves only if a part of them does. The caller
// must not keep a set.
func (b *bench) fewEntries() iter.Seq[[]int32] {
	return func(yield func([]int32) bool) {
		set := make([]int32, 3)
		for e := range b.entries {
			if set[0] = int32(e); !yield(set[:1]) {
				return
			}
		}
		for cell := range b.places {
			if set[0], set[1] = b.across[cell], b.down[cell]; !yield(set[:2]) {
				return
			}
		}
		for e, run := range b.entries {
			set[0] = int32(e)
			for i, cell := range run.cells {
				for _, other := range run.cells[:i] {
					if set[1], set[2] = b.crossing(e, cell), b.crossing(e, other); !yield(set) {
						return
					}
				}
			}
		}
	}
}

// crossing returns the entry that crosses entry e in a cell.
func (b *bench) crossing(e int, cell int32) int32 {
	if int(b.across[cell]) == e {
		return b.down[cell]
	}
	return b.across[cell]
}

// refutation looks for a contradiction between the entries: with search to the end,
// or else by filling each in turn. It returns the entries that the contradiction
// needed, in the same order.
func (b *bench) refutation(entries []int32, search bool) (used []int32, o deletion.Outcome) {
	clear(b.used)
	for e := range b.silent {
		b.silent[e] = true
	}
	for _, e := range entries {
		b.silent[e] = false
	}
	b.erase()
	switch b.fillAll(search) {
	case noneLeft:
		return slices.DeleteFunc(slices.Clone(entries), func(e int32) bool { return !b.used[e] }), deletion.Refuted
	case someLeft:
		return nil, deletion.Consistent
	}
	return nil, deletion.Undecided
}

// fillAll strikes what the entries that are not silent exclude, until none has news, and
// compares their sums. If search is true it then searches for a filling. It returns noneLeft for
// a contradiction, someLeft if none was found, and outOfTime.
func (b *bench) fillAll(search bool) outcome {
	if b.timeOver() {
		return outOfTime
	}
	o := b.follow()
	switch {
	case o != someLeft:
		return o
	case !b.sumsFit():
		return noneLeft
	case search:
		return b.solvable()
	}
	return someLeft
}

// solvable returns someLeft if all entries that are not silent can be filled, and noneLeft
// if search shows that they cannot.
func (b *bench) solvable() outcome {
	mark := len(b.trail)
	cell := b.tightest()
	if cell < 0 {
		return someLeft
	}
	for d := range digits(b.marks[cell]) {
		b.strike(cell, allDigits&^(1<<d))
		if o := b.fillAll(true); o != noneLeft {
			return o
		}
		b.undo(mark)
	}
	return noneLeft
}

// tightest returns the open cell with the fewest marks in entries that are not silent,
// and of equal ones a cell with two such entries rather than one; -1 for none.
func (b *bench) tightest() (best int32) {
	best = -1
	fewest := 3 * maxLen // more than any n: twice the marks, and one more in a single entry that is not silent
	for cell, marks := range b.marks {
		n := 2 * bits.OnesCount16(marks)
		if n < 4 || b.silent[b.across[cell]] && b.silent[b.down[cell]] {
			continue
		}
		if b.silent[b.across[cell]] || b.silent[b.down[cell]] {
			n++
		}
		if n < fewest {
			best, fewest = int32(cell), n
		}
	}
	return best
}

// sumsFit reports whether the sums of every connected set of entries that are not silent can be
// true together: the sums across less those down are equal to the cells that are only in entries
// across less those that are only in entries down. If not, it marks the entries of the first
// such set as used. Filling one entry after the other does not see a contradiction there, and
// search may take forever.
func (b *bench) sumsFit() bool {
	seen := make([]bool, len(b.entries))
	for e := range b.entries {
		if seen[e] || b.silent[e] {
			continue
		}
		if area := b.connectedEntries(int32(e), seen); !b.sumFits(area) {
			for _, e := range area {
				b.used[e] = true
			}
			return false
		}
	}
	return true
}

// connectedEntries returns the entries that are not silent and connected with e through open
// cells, e included. It sets seen for each of them, and leaves out those already seen.
func (b *bench) connectedEntries(e int32, seen []bool) []int32 {
	seen[e] = true
	area := []int32{e}
	for i := 0; i < len(area); i++ {
		for _, cell := range b.entries[area[i]].cells {
			if single(b.marks[cell]) {
				continue
			}
			for _, e := range [2]int32{b.across[cell], b.down[cell]} {
				if !seen[e] && !b.silent[e] {
					seen[e] = true
					area = append(area, e)
				}
			}
		}
	}
	return area
}

// sumFits reports whether the sums of one connected set of entries can be true together, as far
// as the least and the greatest marks of the cells in only one of them say. It returns true if
// an entry has no sum.
func (b *bench) sumFits(area []int32) bool {
	excess, least, most := 0, 0, 0 // sums across less those down, and the least and most that cells in one entry alone can make it
	for _, e := range area {
		run := &b.entries[e]
		if run.Sum == 0 {
			return true
		}
		sum, lo, hi := run.Sum, 0, 0
		for _, cell := range run.cells {
			m := b.marks[cell]
			switch {
			case single(m):
				sum -= bits.TrailingZeros16(m)
			case b.silent[b.across[cell]] || b.silent[b.down[cell]]:
				lo += bits.TrailingZeros16(m)
				hi += bits.Len16(m) - 1
			}
		}
		if run.Across {
			excess, least, most = excess+sum, least+lo, most+hi
		} else {
			excess, least, most = excess-sum, least-hi, most-lo
		}
	}
	return least <= excess && excess <= most
}

// Totals returns the total of all sums across and that of all sums down. alike says that
// every entry has a sum, so that the two totals must be equal.
func (p *Puzzle) Totals() (across, down int, alike bool) {
	entries := p.Entries()
	alike = len(entries) > 0 // not where Check refuses p
	for _, e := range entries {
		switch {
		case e.Sum == 0: // also for an entry of one cell, whose digit is then unknown
			alike = false
		case e.Across:
			across += e.Sum
		default:
			down += e.Sum
		}
	}
	return across, down, alike
}
