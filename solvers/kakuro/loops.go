package kakuro

import (
	"context"
	"math/bits"
	"slices"
)

// A Loop is a change of a solution that keeps every sum. It is a closed way through cells: each cell and
// the next share an entry, in turn one across and one down. From cell to cell the digit goes up by a
// number, down by the same number, and so on.
type Loop struct {
	Cells  []int // row-major places, in the order of the way
	Digits []int // the digits after the change
}

const (
	longestLoop = 12      // cells; most loops have four
	mostLoops   = 13      // loops: these make 8,192 solutions, and nobody counts more
	loopSteps   = 1 << 18 // steps of the search for loops of one length; a step takes some twenty nanoseconds
)

// Loops returns loops of a's first solution, short ones first. Whichever of them are applied together,
// the result is a solution, so n loops prove 2ⁿ solutions. It returns none if a has no solution. When ctx
// ends it returns those found so far.
//
// least reports whether it is proved that no solution differs from the first one in fewer cells than
// the first loop. Where every entry has a sum, an entry never changes in one cell alone, so fewest are
// the four corners of a rectangle; after these come loops of six. Of seven cells not all changes are
// loops, so nothing is proved of longer ones.
func (p *Puzzle) Loops(ctx context.Context, a *Answer) (all []Loop, least bool) {
	if len(a.Solutions) == 0 || p.Check() != nil {
		return nil, false
	}
	const longestLeast = 6
	s := newLooping(p, a)
	complete := !slices.ContainsFunc(s.entries, func(e Entry) bool { return e.Sum == 0 })
	for s.length = 4; s.length <= longestLoop; s.length += 2 {
		s.steps = loopSteps
		for place := range p.Cells {
			for by := -8; by <= 8 && s.open(place); by++ {
				if by == 0 || len(all) == mostLoops || ctx.Err() != nil {
					continue
				}
				s.path, s.by = append(s.path[:0], place), by
				if s.allows(place, by) && s.close() && s.independent(all) {
					least = least || all == nil && complete && s.length <= longestLeast
					all = append(all, s.loop())
					for _, cell := range s.path {
						s.used[cell] = true
					}
				}
			}
		}
		complete = complete && s.steps >= 0 && ctx.Err() == nil
	}
	return all, least
}

// looping is the search for loops beside a solution.
type looping struct {
	*Puzzle
	solution      []int
	candidates    []uint16
	entries       []Entry
	across, down  []int    // for each place, the index of its entry
	masks         []uint16 // of each entry, the digits of the solution
	used          []bool   // places of the loops found
	path          []int
	by            int // what is added to the digit of the path's first cell
	length, steps int
}

// newLooping returns the search beside a's first solution.
func newLooping(p *Puzzle, a *Answer) *looping {
	n := len(p.Cells)
	s := &looping{
		Puzzle: p, solution: a.Solutions[0], candidates: a.Candidates, across: make([]int, n), down: make([]int, n),
		entries: p.Entries(), used: make([]bool, n),
	}
	s.masks = make([]uint16, len(s.entries))
	for e, entry := range s.entries {
		for place := range p.within(entry) {
			s.masks[e] |= 1 << s.solution[place]
			if entry.Across {
				s.across[place] = e
			} else {
				s.down[place] = e
			}
		}
	}
	return s
}

// open reports whether a cell may change: it is white, not decided, and in no loop found before.
func (s *looping) open(place int) bool {
	return s.Cells[place].White && !s.used[place] && bits.OnesCount16(s.candidates[place]) > 1
}

// allows reports whether a cell's digit plus `by` is one of the cell's candidates.
func (s *looping) allows(place, by int) bool {
	d := s.solution[place] + by
	return d >= 1 && d <= 9 && s.candidates[place]>>d&1 == 1
}

// close extends the path to a loop of s.length cells. It reports whether it succeeded.
func (s *looping) close() bool {
	last, even := s.path[len(s.path)-1], len(s.path)%2 == 0
	by := s.by // what is added to the digit of the last cell
	if even {
		by = -by
	}
	if len(s.path) == s.length {
		return s.down[last] == s.down[s.path[0]] && s.pair(s.down[last], last, s.path[0], by)
	}
	of := s.across
	if even {
		of = s.down
	}
	e := of[last]
	if even && slices.ContainsFunc(s.path[:len(s.path)-1], func(cell int) bool { return s.down[cell] == e }) {
		return false // the path has been in this entry
	}
	for place := range s.within(s.entries[e]) {
		if s.steps--; s.steps < 0 {
			return false
		}
		// The first cell is the first of the loop in reading order.
		if place <= s.path[0] || place == last || !s.open(place) || !s.allows(place, -by) || !s.pair(e, last, place, by) {
			continue
		}
		if even && slices.ContainsFunc(s.path, func(cell int) bool { return s.across[cell] == s.across[place] }) {
			continue
		}
		s.path = append(s.path, place)
		if s.close() {
			return true
		}
		s.path = s.path[:len(s.path)-1]
	}
	return false
}

// pair reports whether the digits of entry e still differ after adding `by` to the digit of cell and
// taking `by` from that of other.
func (s *looping) pair(e, cell, other, by int) bool {
	d, o := s.solution[cell]+by, s.solution[other]-by
	rest := s.masks[e] &^ (1<<s.solution[cell] | 1<<s.solution[other])
	return d != o && rest>>d&1 == 0 && rest>>o&1 == 0
}

// loop returns the path as a loop.
func (s *looping) loop() Loop {
	l := Loop{Cells: slices.Clone(s.path)}
	for i, cell := range s.path {
		by := s.by
		if i%2 == 1 {
			by = -by
		}
		l.Digits = append(l.Digits, s.solution[cell]+by)
	}
	return l
}

// independent reports whether the path, as a loop, can be added to loops: whichever of them are applied
// together, no entry has a digit twice. loops are independent of each other already.
func (s *looping) independent(loops []Loop) bool {
	path := s.loop()
	for _, cell := range path.Cells {
		for _, e := range [2]int{s.across[cell], s.down[cell]} {
			if !s.differ(e, append(slices.Clip(loops), path)) {
				return false
			}
		}
	}
	return true
}

// differ reports whether entry e has no digit twice, whichever of the loops are applied together.
func (s *looping) differ(e int, loops []Loop) bool {
	var here []Loop
	for _, l := range loops {
		if slices.ContainsFunc(l.Cells, func(cell int) bool { return s.across[cell] == e || s.down[cell] == e }) {
			here = append(here, l)
		}
	}
	for choice := range 1 << len(here) {
		var seen uint16
		for place := range s.within(s.entries[e]) {
			d := s.solution[place]
			for i, l := range here {
				if k := slices.Index(l.Cells, place); k >= 0 && choice>>i&1 == 1 {
					d = l.Digits[k]
				}
			}
			if seen>>d&1 == 1 {
				return false
			}
			seen |= 1 << d
		}
	}
	return true
}
