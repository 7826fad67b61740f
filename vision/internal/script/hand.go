package script

import (
	"math"

	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/plane"
)

// of is the hand in which digits of these heights are written. Some of them may be of the numbers that
// are drawn smaller, none are drawn larger.
func (h Hand) of(heights []float64) Hand {
	return Hand{h.Lighter, plane.Share(heights, .7, h.Height)}
}

// What does not fit into its box is drawn smaller: 12 has digits of three quarters of 7's height, or
// less. So low a digit is taken for one only beside another one, and where the two together stand in
// the middle of a line, as a number does.

// Of a hand's height: how low the digits of such a number are at least.
const leastPaired = .5

// paired are the blobs that are such digits, beside each other or beside one of all; rest is what is none.
func (b *Band) paired(h Hand, all []Glyph, pieces []ink.Blob) (found, rest []ink.Blob) {
	var low []int
	for i, x := range pieces {
		if t := float64(x.Box.Dy()); t >= leastPaired*h.Height && !h.tall(x.Box) && t < h.Height && t >= 6 {
			low = append(low, i)
		}
	}
	is := make([]bool, len(pieces))
	for k, i := range low {
		x := pieces[i]
		if w, t := x.Box.Dx(), x.Box.Dy(); w > t && 2*w < 5*t && b.centred(x) { // both in one piece
			is[i] = true
		}
		for _, j := range low[:k] {
			if b.pair(x, pieces[j]) {
				is[i], is[j] = true, true
			}
		}
		for _, g := range all {
			if b.pair(x, g.Blob) {
				is[i] = true
			}
		}
	}
	for i, x := range pieces {
		if is[i] {
			found = append(found, x)
		} else {
			rest = append(rest, x)
		}
	}
	return found, rest
}

// pair tells whether two blobs may be the digits of a number.
func (b *Band) pair(x, y ink.Blob) bool {
	t := float64(max(x.Box.Dy(), y.Box.Dy()))
	level := max(math.Abs(float64(x.Box.Min.Y-y.Box.Min.Y)), math.Abs(float64(x.Box.Max.Y-y.Box.Max.Y)))
	gap := float64(max(x.Box.Min.X, y.Box.Min.X) - min(x.Box.Max.X, y.Box.Max.X))
	wide, slim := float64(max(x.Box.Dx(), y.Box.Dx())), float64(min(x.Box.Dx(), y.Box.Dx()))
	return level <= .2*t && gap >= -.1*t && gap <= .6*t && wide <= 1.1*t && slim >= .12*t &&
		2*int(min(x.Peak, y.Peak)) >= int(max(x.Peak, y.Peak)) && b.centred(ink.Blob{Box: x.Box.Union(y.Box)})
}

// centred tells whether a blob stands in the middle of a line.
func (b *Band) centred(x ink.Blob) bool {
	r, c := b.Middle(x.Box)
	if b.Cols {
		r = c
	}
	return math.Abs(r-math.Floor(r)-.5) <= .2
}
