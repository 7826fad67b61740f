package kakuro

import (
	"kibitz/vision/internal/cells"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/plane"
)

// surelySum is the least probability of a digit in a figure from which a board's convention is learned.
const surelySum = .8

// settleSides decides to which side the numbers of a layout belong by the board as a whole, since a program writes all
// sums in the same two places: those in which numbers stand in blocks with one entry, or, if these places are one, the
// two places in blocks with two entries. What the net sees at a single number counts only as a vote.
func (s *layout) settleSides() {
	if s.settleByStrokes() {
		return
	}
	places, ok := s.lonePlaces()
	if !ok {
		s.settlePairs()
		return
	}
	for i, white := range s.white {
		figures := s.grid.cells[s.at(i)].figures
		for j := range figures {
			if f := &figures[j]; !white {
				f.of = cells.Down
				if f.from(places[1]) < f.from(places[0]) {
					f.of = cells.Across
				}
			}
		}
	}
}

// from returns how far a figure stands from a place of its cell, in cells.
func (f *figure) from(p lattice.Point) float64 { return max(plane.Abs(f.c-p.X), plane.Abs(f.r-p.Y)) }

// lonePlaces returns where the numbers stand, in cells, in blocks with an entry below them alone, and with one to
// their right alone. It returns false if there are too few of these, or the places are not two.
func (s *layout) lonePlaces() (places [2]lattice.Point, ok bool) {
	const few, apart = 2, .2 // the least number of each; the least distance of the places, in cells
	var x, y [2][]float64
	for i, white := range s.white {
		below, right := s.run(i, 0), s.run(i, 1)
		figures := s.grid.cells[s.at(i)].figures
		if white || min(below, right) > 0 || max(below, right) < 2 || len(figures) != 1 || figures[0].sure < surelySum {
			continue
		}
		side := 0
		if right > 0 {
			side = 1
		}
		x[side], y[side] = append(x[side], figures[0].c), append(y[side], figures[0].r)
	}
	for side := range places {
		if len(x[side]) < few {
			return places, false
		}
		places[side] = lattice.Point{X: plane.Median(x[side], 0), Y: plane.Median(y[side], 0)}
	}
	return places, max(plane.Abs(places[0].X-places[1].X), plane.Abs(places[0].Y-places[1].Y)) >= apart
}

// settlePairs decides which of the two numbers of a block with two entries is for which side: in all blocks the upper
// right one for the same side, by most votes. A lone number is for the one entry of its block.
func (s *layout) settlePairs() {
	votes := 0
	eachPair := func(do func(upper, lower *figure)) {
		for i, white := range s.white {
			figures := s.grid.cells[s.at(i)].figures
			if white || min(s.run(i, 0), s.run(i, 1)) < 2 || len(figures) != 2 || min(figures[0].sure, figures[1].sure) < surelySum {
				continue
			}
			a, b := &figures[0], &figures[1]
			if b.c-b.r > a.c-a.r {
				a, b = b, a
			}
			do(a, b)
		}
	}
	vote := func(f *figure) int { return [...]int{cells.Down: -1, cells.Across: 1, cells.Own: 0}[f.of] }
	eachPair(func(upper, lower *figure) { votes += vote(upper) - vote(lower) })
	if votes != 0 {
		eachPair(func(upper, lower *figure) {
			if upper.of, lower.of = cells.Across, cells.Down; votes < 0 {
				upper.of, lower.of = lower.of, upper.of
			}
		})
	}
	for i, white := range s.white {
		figures := s.grid.cells[s.at(i)].figures
		below, right := s.run(i, 0), s.run(i, 1)
		if white || len(figures) != 1 || min(below, right) > 0 || max(below, right) < 2 {
			continue
		}
		if figures[0].of = cells.Down; right > 0 {
			figures[0].of = cells.Across
		}
	}
}
