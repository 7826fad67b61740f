package kakuro

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/cells"
	"kibitz/vision/internal/plane"
	"kibitz/vision/internal/script"
)

// sum reads the sum of a block for the entry of n cells below it (side 0) or to its right (side 1): in the number that
// was found there, in the spot where the others stand, or in both.
// If n is 0 no sum is needed: sum returns nil unless there is a clear number. If a sum is needed and
// not read, it returns the guess 0, no sum, with a probability:
//   - .5 if the cell has ink that may be a number;
//   - .999 if nothing is drawn at the sum's place;
//   - .9 otherwise, but nil for an entry of one cell;
//   - that of the net instead, if it was asked.
func (l *layout) sum(cell, side, n int) []board.Guess {
	g, s := l.grid, &l.grid.cells[cell]
	best, inSpot := g.sumAt(cell, side, n > 0), l.inSpot[sumOf{cell, side}]
	switch {
	case best == nil && len(inSpot) > 0 && inSpot[0].Value > 0:
		return inSpot
	case best == nil && (n == 0 || n == 1 && !g.bare(cell, side)):
		return nil
	case best == nil:
		if s.looked { // the net tells a missing sum from one that was not read
			const least, most = .02, .999
			return []board.Guess{{Value: 0, P: min(max(1-s.sums[side], least), most)}}
		}
		if s.unread {
			return []board.Guess{{Value: 0, P: .5}}
		}
		if g.bare(cell, side) {
			return []board.Guess{{Value: 0, P: .999}}
		}
		return []board.Guess{{Value: 0, P: .9}} // some printed boards lack sums
	case n == 0 && best.sure < .9:
		return nil
	}
	out := g.guesses(best, n > 0)
	switch {
	case best.plate: // its digits are what the same net read of the whole
	case best.whole != nil && len(inSpot) > 0:
		out = agreed(out, mean(best.whole, inSpot))
	case best.whole != nil:
		out = agreed(out, best.whole)
	}
	return out[:min(len(out), board.MaxReadings)]
}

// sumAt returns the surest figure of a cell that may be the sum of a side; nil for none.
func (g *grid) sumAt(cell, side int, wanted bool) (best *figure) {
	figures := g.cells[cell].figures
	for i := range figures {
		f := &figures[i]
		if f.side(wanted, side) && (best == nil || f.sure > best.sure) {
			best = f
		}
	}
	return best
}

// bare reports whether the image is of a screen and nothing at all is drawn at the place for the
// sum of a side: the triangle above the diagonal for 1, below it for 0, free of sides and diagonal.
func (g *grid) bare(cell, side int) bool {
	const margin, beside = .12, .2 // distances from the sides and from the diagonal, in cells
	r, c := g.place(cell)
	box := g.pixels(plane.Area{Top: r + margin, Left: c + margin, Bottom: r + 1 - margin, Right: c + 1 - margin})
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			d := g.Col(float64(x)) - c - g.Row(float64(y)) + r // how far right of the diagonal, in cells
			if side == 0 {
				d = -d
			}
			for i, strength := range g.Inks {
				if d > beside && strength.Pix[y*strength.Stride+x] >= g.Floor[i] {
					return false
				}
			}
		}
	}
	return g.flat
}

// side reports whether a figure stands at the place for the sum of a side: above the diagonal for
// the entry to the right (1), below it for the entry downwards (0). If a sum is wanted, a figure on
// the diagonal may be that of either side. If the net says which sum the figure is, that counts alone.
func (f *figure) side(wanted bool, side int) bool {
	if f.of != 0 {
		return f.of == [2]int{cells.Down, cells.Across}[side]
	}
	const middle = .12 // cells from the diagonal
	d := f.c - f.r
	if side == 0 {
		d = -d
	}
	return d >= middle || wanted && d > -middle
}

// mostSum is the largest sum: that of the digits 1 to 9.
const mostSum = 45

// guesses returns the likeliest numbers of a figure, by its glyphs. If a sum
// is wanted, hardly any glyph is junk. Readings that can't be a sum, above 45 or with a leading 0, are left out, and
// the others share their probability. They share no more than half: if more is refused, the reading is doubtful as a
// whole. If all are refused it returns 0, no sum, with probability .3.
func (g *grid) guesses(f *figure, wanted bool) []board.Guess {
	const usual = .5 // the least divisor of the others' probabilities
	type way struct {
		digits string
		p      float64
	}
	ways := []way{{"", 1}}
	refused := 0. // the probability of readings that can't be a sum
	for _, x := range f.glyphs {
		junkFactor := 1. // how much rarer junk is here than the net takes it to be
		if wanted {
			junkFactor = .06
			if g.sumTall > 0 && plane.Abs(float64(x.Box.Dy())/g.sumTall-1) > .2 {
				junkFactor = .4
			}
		}
		before, after := 0., 0. // the sums of probabilities before and after junk is made rarer
		for _, t := range x.Texts {
			before += t.P
			if t.Digits == "" {
				t.P *= junkFactor
			}
			after += t.P
		}
		var next []way
		for _, w := range ways {
			for _, t := range x.Texts {
				p := t.P * before / after
				if t.Digits == "" {
					p *= junkFactor
				}
				if s := w.digits + t.Digits; s == "" || s[0] != '0' && script.Number(s) <= mostSum {
					next = append(next, way{s, w.p * p})
				} else {
					refused += w.p * p
				}
			}
		}
		slices.SortStableFunc(next, func(a, b way) int { return cmp.Compare(b.p, a.p) })
		ways = next[:min(len(next), script.Width)]
	}
	var out []board.Guess
	for _, w := range ways {
		n, _ := strconv.Atoi(w.digits)
		if i := slices.IndexFunc(out, func(x board.Guess) bool { return x.Value == n }); i >= 0 {
			out[i].P += w.p
		} else {
			out = append(out, board.Guess{Value: n, P: w.p})
		}
	}
	slices.SortStableFunc(out, func(a, b board.Guess) int { return cmp.Compare(b.P, a.P) })
	if len(out) == 0 {
		return []board.Guess{{Value: 0, P: .3}}
	}
	for i := range out {
		out[i].P /= max(1-refused, usual)
	}
	return out[:min(len(out), board.MaxReadings)]
}

// agreed returns the guesses of two readers that look at the same number: the products of their probabilities, each
// to the power .75, since both may err for the same reason. What a reader does not name has the probability .0001 at
// least.
func agreed(a, b []board.Guess) (out []board.Guess) {
	const power, least = .75, 1e-4
	both := func(p, q float64) float64 { return math.Pow(max(p, least)*max(q, least), power) }
	of := func(all []board.Guess, value int) float64 {
		for _, x := range all {
			if x.Value == value {
				return x.P
			}
		}
		return 0
	}
	unnamed := func(all []board.Guess) float64 {
		p := 1.
		for _, x := range all {
			p -= x.P
		}
		return max(p, 0)
	}
	sum := mostSum * both(unnamed(a)/mostSum, unnamed(b)/mostSum) // either reader may mean any of these
	for _, x := range slices.Concat(a, b) {
		if !slices.ContainsFunc(out, func(y board.Guess) bool { return y.Value == x.Value }) {
			x.P = both(of(a, x.Value), of(b, x.Value))
			out, sum = append(out, x), sum+x.P
		}
	}
	for i := range out {
		out[i].P /= sum
	}
	slices.SortStableFunc(out, func(a, b board.Guess) int { return cmp.Compare(b.P, a.P) })
	return out
}

// digit reads the digit written in a white cell: the first figure of at most one glyph that is probably
// a digit and stands in the middle. Some apps write 0 in an empty cell, so 0 stands for none. It returns
// 0 with probability .98 if there is no such figure.
func (g *grid) digit(cell int) []board.Guess {
	for i := range g.cells[cell].figures {
		f := &g.cells[cell].figures[i]
		if len(f.glyphs) > 1 || f.sure < .5 || plane.Abs(f.r-.5) > .2 || plane.Abs(f.c-.5) > .2 {
			continue
		}
		out := []board.Guess{}
		for _, t := range f.glyphs[0].Texts {
			n := 0
			if len(t.Digits) == 1 {
				n = script.Number(t.Digits)
			} else if t.Digits != "" {
				continue
			}
			if i := slices.IndexFunc(out, func(x board.Guess) bool { return x.Value == n }); i >= 0 {
				out[i].P += t.P
			} else {
				out = append(out, board.Guess{Value: n, P: t.P})
			}
		}
		slices.SortStableFunc(out, func(a, b board.Guess) int { return cmp.Compare(b.P, a.P) })
		if len(out) > 0 {
			return out
		}
	}
	return []board.Guess{{Value: 0, P: .98}}
}
