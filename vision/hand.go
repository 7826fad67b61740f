package vision

import "math"

// of is the hand in which digits of these heights are written. Some of them may be of the numbers that
// are drawn smaller, none are drawn larger.
func (h hand) of(heights []float64) hand {
	return hand{h.lighter, share(heights, .7, h.height)}
}

// What does not fit into its box is drawn smaller: 12 has digits of three quarters of 7's height, or
// less. So low a digit is taken for one only beside another one, and where the two together stand in
// the middle of a line, as a number does.

// Of a hand's height: how low the digits of such a number are at least.
const leastPaired = .5

// paired are the blobs that are such digits, beside each other or beside one of all; rest is what is none.
func (b *band) paired(h hand, all []glyph, pieces []blob) (found, rest []blob) {
	var low []int
	for i, x := range pieces {
		if t := float64(x.box.Dy()); t >= leastPaired*h.height && !h.tall(x.box) && t < h.height && t >= 6 {
			low = append(low, i)
		}
	}
	is := make([]bool, len(pieces))
	for k, i := range low {
		x := pieces[i]
		if w, t := x.box.Dx(), x.box.Dy(); w > t && 2*w < 5*t && b.centred(x) { // both in one piece
			is[i] = true
		}
		for _, j := range low[:k] {
			if b.pair(x, pieces[j]) {
				is[i], is[j] = true, true
			}
		}
		for _, g := range all {
			if b.pair(x, g.blob) {
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
func (b *band) pair(x, y blob) bool {
	t := float64(max(x.box.Dy(), y.box.Dy()))
	level := max(math.Abs(float64(x.box.Min.Y-y.box.Min.Y)), math.Abs(float64(x.box.Max.Y-y.box.Max.Y)))
	gap := float64(max(x.box.Min.X, y.box.Min.X) - min(x.box.Max.X, y.box.Max.X))
	wide, slim := float64(max(x.box.Dx(), y.box.Dx())), float64(min(x.box.Dx(), y.box.Dx()))
	return level <= .2*t && gap >= -.1*t && gap <= .6*t && wide <= 1.1*t && slim >= .12*t &&
		2*int(min(x.peak, y.peak)) >= int(max(x.peak, y.peak)) && b.centred(blob{box: x.box.Union(y.box)})
}

// centred tells whether a blob stands in the middle of a line.
func (b *band) centred(x blob) bool {
	r, c := b.middle(x.box)
	if b.cols {
		r = c
	}
	return math.Abs(r-math.Floor(r)-.5) <= .2
}
