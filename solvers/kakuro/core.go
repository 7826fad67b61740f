package kakuro

import (
	"context"
	"math/bits"
	"slices"

	"kibitz/solvers/internal/deletion"
)

// Core is a set of entries that contradict each other and the digits given,
// whatever all other entries say. It is minimal where dropping any one of them
// leaves a filling; when ctx ends before that is so the set is just what is
// left. It is nil where p has a solution, where the given digits need no more
// to contradict, or where ctx ended before p was refuted.
//
// The method is deletion: refute the puzzle, keep the entries that the
// refutation used, then leave out one entry after the other and see whether the
// others still contradict. An entry that is left out imposes nothing on its
// cells, not even that their digits differ.
func (p *Puzzle) Core(ctx context.Context) (entries []Entry, minimal bool) {
	if ctx.Err() != nil || p.Check() != nil {
		return nil, false
	}
	b := newBench(ctx, p)
	b.silent, b.used = make([]bool, len(b.entries)), make([]bool, len(b.entries))
	kept := make([]int32, len(b.entries))
	for e := range kept {
		kept[e] = int32(e)
	}
	kept, o := b.refutation(kept, true)
	if o != deletion.Refuted {
		return nil, false
	}
	// Without search first: that takes no time, and leaves few entries to search.
	// Which are left depends on the order; of two the better counts.
	quick := func(entries []int32) ([]int32, deletion.Outcome) { return b.refutation(entries, false) }
	backwards := slices.Clone(kept)
	slices.Reverse(backwards)
	kept, _ = deletion.Core(kept, quick)
	backwards, _ = deletion.Core(backwards, quick)
	if len(backwards) < len(kept) {
		kept = backwards
	}
	kept, minimal = deletion.Core(kept, func(entries []int32) ([]int32, deletion.Outcome) { return b.refutation(entries, true) })
	slices.Sort(kept)
	for _, e := range kept {
		entries = append(entries, b.entries[e].Entry)
	}
	return entries, minimal
}

// refutation says whether the entries are seen to contradict each other, with
// search to the end or else by filling each in turn, and which of them it took,
// in the same order.
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

// fillAll fills the entries that count until none has news, and then by search if
// that is asked for.
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

// solvable is someLeft where the entries that count can all be filled, noneLeft where
// search shows that they cannot.
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

// tightest is an open cell of the entries that count with the fewest marks, of
// those that lie in two such entries rather than one; -1 for none.
func (b *bench) tightest() (best int32) {
	best = -1
	fewest := 3 * maxLen
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

// sumsFit says whether the sums of every area that hangs together can be: the
// sums across, less those down, are what its cells in entries across alone have
// more than those in entries down alone. Filling one entry after the other does
// not see it, and search may take forever to.
func (b *bench) sumsFit() bool {
	seen := make([]bool, len(b.entries))
	for e := range b.entries {
		if seen[e] || b.silent[e] {
			continue
		}
		if area := b.hanging(int32(e), seen); !b.sumFits(area) {
			for _, e := range area {
				b.used[e] = true
			}
			return false
		}
	}
	return true
}

// hanging are the entries that hang together with one through open cells.
func (b *bench) hanging(e int32, seen []bool) []int32 {
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

func (b *bench) sumFits(area []int32) bool {
	excess, least, most := 0, 0, 0 // sums across less those down; what cells in one entry alone can make of that
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

// Totals are what all sums across and all sums down add up to, and whether they
// must be alike: that is so where every entry has a sum.
func (p *Puzzle) Totals() (across, down int, alike bool) {
	entries := p.Entries()
	alike = len(entries) > 0 // not where Check refuses p
	for _, e := range entries {
		switch {
		case e.Sum == 0: // of one cell, too: nobody says what its digit is
			alike = false
		case e.Across:
			across += e.Sum
		default:
			down += e.Sum
		}
	}
	return across, down, alike
}
