package kakuro

import (
	"cmp"
	"context"
	"slices"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/digits"
	"kibitz/vision/internal/plane"
)

// A program writes all sums in the same two spots of their cells. What was cut off there may be half of a number, or
// with a piece of the diagonal, or nothing at all; where the others stand, all of it does.

// A spot is where a board writes the sums of one side, in cells from the top left corner of a block: sums of one digit,
// and of two.
type spot [2]plane.Area

// A sumOf is the sum of a block for the entry below it (side 0) or to its right (1).
type sumOf struct{ cell, side int }

// readInSpots lets the net for numbers read each sum that is missing or not sure where the others stand.
func (s *layout) readInSpots(ctx context.Context) error {
	const sure = .995
	var cut []digits.NumberGlyph
	var of []sumOf
	for side := range 2 {
		spot, light := s.spot(side)
		for i := range s.white {
			k := s.at(i)
			if f := s.grid.sumAt(k, side, true); spot == nil || s.white[i] || s.run(i, side) < 2 || f != nil && f.whole != nil && f.whole[0].P > sure {
				continue
			}
			r, c := s.grid.place(k)
			first := len(cut)
			for _, a := range spot {
				box := s.grid.pixels(plane.Area{Top: a.Top + r, Left: a.Left + c, Bottom: a.Bottom + r, Right: a.Right + c})
				if number, ok := digits.CutNumber(s.grid.sharp, box, light); ok {
					cut, of = append(cut, number), append(of, sumOf{k, side})
				}
			}
			if len(cut) < first+len(spot) { // it is blank
				cut, of = cut[:first], of[:first]
			}
		}
	}
	read, err := digits.ReadNumbers(ctx, cut)
	if err != nil {
		return err
	}
	s.inSpot = map[sumOf][]board.Guess{}
	for i := 0; i < len(read); i += 2 {
		one, two := &read[i], &read[i+1]
		s.inSpot[of[i]] = wholeGuesses(one.None(), func(sum int) float64 {
			if sum < 10 {
				return one.P(sum)
			}
			const least = 1e-6
			return one.Two() * two.P(sum) / max(two.Two(), least)
		})
	}
	s.rate()
	return nil
}

// readInSpot reports whether a sum was read where those of other cells stand.
func (s *layout) readInSpot(i, side int) bool {
	const likely = .5
	read := s.inSpot[sumOf{s.at(i), side}]
	return len(read) > 0 && read[0].Value > 0 && read[0].P > likely
}

// spot returns where the sums of a side stand by those that were read, and whether their ink is lighter than the
// paper; nil if there are too few. Without enough sums of one digit it takes the spot of the others for theirs.
func (s *layout) spot(side int) (out *spot, light bool) {
	const few, likely = 3, .5 // sums; the probability of one that counts
	var edges [2][4][]float64
	lighter := 0
	for i := range s.white {
		k := s.at(i)
		f := s.grid.sumAt(k, side, true)
		if s.white[i] || s.run(i, side) < 2 || f == nil || f.whole == nil || f.whole[0].P < likely || f.whole[0].Value == 0 || f.sure < likely {
			continue
		}
		two := 0
		if f.whole[0].Value > 9 {
			two = 1
		}
		if len(f.glyphs) > two+1 { // two digits may touch
			continue
		}
		a, lines := s.grid.Place(f.box), &edges[two]
		r, c := s.grid.place(k)
		for n, at := range [4]float64{a.Top - r, a.Left - c, a.Bottom - r, a.Right - c} {
			lines[n] = append(lines[n], at)
		}
		if lighter--; s.grid.isLight(f) {
			lighter += 2
		}
	}
	if len(edges[1][0]) < few {
		return nil, false
	}
	if len(edges[0][0]) < few {
		edges[0] = edges[1]
	}
	out = &spot{}
	for two, lines := range edges {
		out[two] = plane.Area{Top: plane.Median(lines[0], 0), Left: plane.Median(lines[1], 0), Bottom: plane.Median(lines[2], 0), Right: plane.Median(lines[3], 0)}
	}
	return out, lighter > 0
}

// mean returns the mean of two readers' guesses.
func mean(a, b []board.Guess) (out []board.Guess) {
	for _, x := range slices.Concat(a, b) {
		x.P /= 2
		if i := slices.IndexFunc(out, func(y board.Guess) bool { return y.Value == x.Value }); i >= 0 {
			out[i].P += x.P
		} else {
			out = append(out, x)
		}
	}
	slices.SortStableFunc(out, func(a, b board.Guess) int { return cmp.Compare(b.P, a.P) })
	return out
}
