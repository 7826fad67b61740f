package kakuro

import (
	"image"
	"slices"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/page"
)

// together returns the better of two readings of one lattice, by the rules and by what the net sees. Where their
// layouts differ it is doubted: cells get the other's state as a second guess, and a board of another extent gets
// the flaw Rival. Each reading may be nil.
func together(ruled *layout, byRules *page.Candidate, seen *layout, bySight *page.Candidate) *page.Candidate {
	switch {
	case bySight == nil:
		return byRules
	case byRules == nil:
		bySight.Seen = seen.seen
		return bySight
	}
	best, c, other := ruled, byRules, seen
	if seen.better(ruled, byRules, bySight) {
		best, c, other = seen, bySight, ruled
	}
	best.doubt(c, other)
	c.Seen = seen.seen
	return c
}

// better reports whether what the net sees is the better layout: it has a sum before every run and nowhere else, as
// far as the other has not, or it explains more.
func (s *layout) better(ruled *layout, byRules, bySight *page.Candidate) bool {
	const whole = .999 // of sums in their places
	ok, okByRules := s.plan.consistent() && s.fits > whole, ruled.missed == 0 && ruled.fits > whole
	if ok != okByRules {
		return ok
	}
	return bySight.Explained > byRules.Explained
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

// doubt gives cells of a reading the other layout's state as a second guess where that differs.
func (s *layout) doubt(c *page.Candidate, other *layout) {
	const differs = .1 // the probability of the other's state
	mine, theirs := s.whites(), other.whites()
	for i := range s.white {
		at := s.onLattice(i)
		state := c.Cells[i].State
		if is := slices.Contains(theirs, at); is == s.white[i] || len(state) == 0 {
			continue
		}
		c.Cells[i].State = []board.Guess{{Value: state[0].Value, P: min(state[0].P, 1-differs)}, {Value: board.Filled - state[0].Value, P: differs}}
	}
	corner := s.onLattice(0)
	in := image.Rect(corner.X, corner.Y, corner.X+s.cols, corner.Y+s.rows)
	beyond := func(p image.Point) bool { return !p.In(in) && !slices.Contains(mine, p) }
	if slices.ContainsFunc(theirs, beyond) && !slices.Contains(c.Flaws, board.Rival) {
		c.Flaws = append(c.Flaws, board.Rival)
	}
}
