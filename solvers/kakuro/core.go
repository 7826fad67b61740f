package kakuro

import (
	"context"
	"math/bits"
	"slices"
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
	s := newSheet(ctx, p)
	s.silent, s.used = make([]bool, len(s.entries)), make([]bool, len(s.entries))
	kept := make([]int32, len(s.entries))
	for e := range kept {
		kept[e] = int32(e)
	}
	kept, refuted := s.refutation(kept, true)
	if !refuted {
		return nil, false
	}
	// Without search first: that takes no time, and leaves few entries to search.
	// Which are left depends on the order; of two the better counts.
	backwards := slices.Clone(kept)
	slices.Reverse(backwards)
	kept, backwards = s.delete(kept, false), s.delete(backwards, false)
	if len(backwards) < len(kept) {
		kept = backwards
	}
	kept = s.delete(kept, true)
	slices.Sort(kept)
	for _, e := range kept {
		entries = append(entries, s.entries[e].Entry)
	}
	return entries, !s.over
}

// delete leaves out every entry without which the others are still refuted. What
// was once needed stays so, as fewer entries have a filling all the more.
func (s *sheet) delete(entries []int32, search bool) []int32 {
	for next := 0; next < len(entries) && !s.spent(); {
		if used, refuted := s.refutation(slices.Concat(entries[:next], entries[next+1:]), search); refuted {
			entries = used
		} else {
			next++
		}
	}
	return entries
}

// refutation says whether the entries are seen to contradict each other, with
// search to the end or else by filling each in turn, and which of them it took,
// in the same order.
func (s *sheet) refutation(entries []int32, search bool) (used []int32, refuted bool) {
	clear(s.used)
	for e := range s.silent {
		s.silent[e] = true
	}
	for _, e := range entries {
		s.silent[e] = false
	}
	s.erase()
	fits := s.follow() && s.sumsFit() && (!search || s.solvable())
	if fits || s.over {
		return nil, false
	}
	return slices.DeleteFunc(slices.Clone(entries), func(e int32) bool { return !s.used[e] }), true
}

// solvable says whether the entries that count can all be filled, by search.
func (s *sheet) solvable() bool {
	mark := len(s.trail)
	cell := s.tightest()
	if cell < 0 {
		return true
	}
	for d := range digits(s.marks[cell]) {
		s.strike(cell, allDigits&^(1<<d))
		if s.follow() && s.sumsFit() && s.solvable() {
			return true
		}
		if s.undo(mark); s.over {
			return false
		}
	}
	return false
}

// tightest is an open cell of the entries that count with the fewest marks, of
// those that lie in two such entries rather than one; -1 for none.
func (s *sheet) tightest() (best int32) {
	best = -1
	fewest := 3 * maxLen
	for cell, marks := range s.marks {
		n := 2 * bits.OnesCount16(marks)
		if n < 4 || s.silent[s.across[cell]] && s.silent[s.down[cell]] {
			continue
		}
		if s.silent[s.across[cell]] || s.silent[s.down[cell]] {
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
func (s *sheet) sumsFit() bool {
	seen := make([]bool, len(s.entries))
	for e := range s.entries {
		if seen[e] || s.silent[e] {
			continue
		}
		if area := s.hanging(int32(e), seen); !s.sumFits(area) {
			for _, e := range area {
				s.used[e] = true
			}
			return false
		}
	}
	return true
}

// hanging are the entries that hang together with one through open cells.
func (s *sheet) hanging(e int32, seen []bool) []int32 {
	seen[e] = true
	area := []int32{e}
	for i := 0; i < len(area); i++ {
		for _, cell := range s.entries[area[i]].cells {
			if single(s.marks[cell]) {
				continue
			}
			for _, e := range [2]int32{s.across[cell], s.down[cell]} {
				if !seen[e] && !s.silent[e] {
					seen[e] = true
					area = append(area, e)
				}
			}
		}
	}
	return area
}

func (s *sheet) sumFits(area []int32) bool {
	excess, least, most := 0, 0, 0 // sums across less those down; what cells in one entry alone can make of that
	for _, e := range area {
		run := &s.entries[e]
		if run.Sum == 0 {
			return true
		}
		sum, lo, hi := run.Sum, 0, 0
		for _, cell := range run.cells {
			m := s.marks[cell]
			switch {
			case single(m):
				sum -= bits.TrailingZeros16(m)
			case s.silent[s.across[cell]] || s.silent[s.down[cell]]:
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
