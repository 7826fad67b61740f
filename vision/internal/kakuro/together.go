package kakuro

import (
	"image"
	"math"
	"slices"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/page"
)

// together returns the better of two readings of one lattice, by the rules and by what the net sees. Where their
// layouts differ it is doubted: cells get the other's state as a second guess, and a board of another extent gets
// the flaw Rival. A layout that breaks the rules of Kakuro is no reason to doubt one that keeps them. Each reading
// may be nil.
func together(ruled *layout, byRules *page.Candidate, seen *layout, bySight *page.Candidate) *page.Candidate {
	switch {
	case bySight == nil:
		return byRules
	case byRules == nil:
		bySight.Seen = seen.seen
		seen.doubtEnds(bySight, seen)
		return bySight
	}
	best, c, other := ruled, byRules, seen
	if seen.better(ruled, byRules, bySight) {
		best, c, other = seen, bySight, ruled
	}
	if other.whole() || !best.whole() {
		best.doubt(c, other)
	}
	seen.doubtEnds(c, best)
	c.Seen = seen.seen
	return c
}

// doubtEnds gives a reading of the layout taken the flaw Ends if lines were left off in which the net saw white cells,
// or if a cell of the first row or column surely is white, by the net and its shade: the board may have more lines, or
// another part that touches this one at a corner.
func (s *layout) doubtEnds(c *page.Candidate, taken *layout) {
	doubted, white := s.shortened, taken.whites()
	for i := range s.white {
		if s.inFirstLine(i) && s.plan.white[s.plan.at(i)] > surely && !slices.Contains(white, s.onLattice(i)) {
			doubted = true
		}
	}
	if doubted && !slices.Contains(c.Flaws, board.Ends) {
		c.Flaws = append(c.Flaws, board.Ends)
	}
}

// better reports whether what the net sees is the better layout. If both have the same white cells, the one with a sum
// before every run and nowhere else is, or the one that explains more. If they differ, what the net sees is better if
// it keeps the rules so, or each of its cells is sure, or the other breaks the rules too and explains less; but not if
// the other keeps the rules with all of its cells and with more.
func (s *layout) better(ruled *layout, byRules, bySight *page.Candidate) bool {
	const sure = 1.5 // log odds: all wrong layouts that were tried have a cell below
	whole, explains := s.whole(), bySight.Explained > byRules.Explained
	if slices.Equal(s.whites(), ruled.whites()) {
		return whole && !ruled.whole() || whole == ruled.whole() && explains
	}
	if whole && ruled.whole() {
		all := ruled.whites()
		return slices.ContainsFunc(s.whites(), func(p image.Point) bool { return !slices.Contains(all, p) })
	}
	return whole || s.leastOdds() > sure || !ruled.whole() && explains
}

// leastOdds returns the log odds of the least sure cell that is not in a first line.
func (s *layout) leastOdds() float64 {
	least := math.Inf(1)
	for i, odds := range s.odds {
		if !s.inFirstLine(i) {
			least = min(least, odds)
		}
	}
	return least
}

// whole reports whether a layout keeps the rules of Kakuro, as it was seen: a sum stands before every run of two or
// more cells, and nowhere else.
func (s *layout) whole() bool {
	const whole = .999 // of sums in their places
	return s.missed == 0 && s.fits > whole && (s.plan == nil || s.plan.consistent())
}

// whites returns the places of the white cells on the lattice: X is the column.
func (s *layout) whites() (all []image.Point) {
	for i, white := range s.white {
		if white {
			all = append(all, s.onLattice(i))
		}
	}
	return all
}

// onLattice returns the place of a cell on the lattice.
func (s *layout) onLattice(i int) image.Point {
	m := s.grid.mesh
	return image.Pt(s.left-1+m.FirstCol+i%s.cols, s.top-1+m.FirstRow+i/s.cols)
}

// doubt gives cells of a reading the other layout's state as a second guess where that differs. What the net only
// supposes is no reason to doubt the rules.
func (s *layout) doubt(c *page.Candidate, other *layout) {
	const differs, supposed = .1, 2 // the probability of the other's state; the log odds of a cell that the net supposes
	mine, theirs := s.whites(), other.whites()
	for i := range s.white {
		at := s.onLattice(i)
		state := c.Cells[i].State
		if is := slices.Contains(theirs, at); is == s.white[i] || len(state) == 0 || other.plan != nil && other.oddsAt(at) < supposed {
			continue
		}
		c.Cells[i].State = []board.Guess{{Value: state[0].Value, P: min(state[0].P, 1-differs)}, {Value: board.Filled - state[0].Value, P: differs}}
	}
	corner := s.onLattice(0)
	in := image.Rect(corner.X, corner.Y, corner.X+s.cols, corner.Y+s.rows)
	beyond := func(p image.Point) bool {
		return !p.In(in) && !slices.Contains(mine, p) && (other.plan == nil || other.oddsAt(p) >= supposed)
	}
	if slices.ContainsFunc(theirs, beyond) && !slices.Contains(c.Flaws, board.Rival) {
		c.Flaws = append(c.Flaws, board.Rival)
	}
}

// oddsAt returns the log odds of a cell at a place of the lattice; beyond the layout, those of a block in a first line.
func (s *layout) oddsAt(p image.Point) float64 {
	corner := s.onLattice(0)
	if p = p.Sub(corner); !p.In(image.Rect(0, 0, s.cols, s.rows)) || s.odds == nil {
		return firstOdds
	}
	return s.odds[p.Y*s.cols+p.X]
}
