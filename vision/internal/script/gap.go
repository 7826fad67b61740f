package script

import (
	"math"

	"kibitz/vision/internal/plane"
)

// Gaps tells two digits beside each other apart: "11" or "1 1". The gap between the digits decides, and the
// board itself shows how wide a gap between numbers is: 7 beside 3 cannot be 73 if a line has 15 cells. From
// such pairs the gap between numbers is learned, in digit heights. A 1 is narrower than its place in most
// fonts, so a 1 on either side adds something. A pair that could be one number is one if its gap is smaller
// by more than gaps vary.
type Gaps struct {
	mean, left, right float64 // gap between numbers; what a 1 on the left and on the right add to it
	spread            float64 // how much gaps between numbers vary
	inside            float64 // gap between the digits of a number, without what a 1 adds
	insideSpread      float64 // how much gaps inside numbers vary
	known             bool    // learned from pairs of this board
	boxes             bool    // numbers have boxes, with a rule between nearly all of them
}

// A pair is two neighbours in a row.
type pair struct {
	gap         float64 // in digit heights
	left, right bool    // the digit on that side of the gap is a 1
	apart       bool    // the two cannot be one number
	ruled       bool    // a rule stands in the gap
}

// pairOf returns a and b as a pair, read by their likeliest texts. They cannot be one number with a rule between
// them, after a 0, above limit, or with three digits if limit is below 100. If either has no text or is junk, only
// gap and ruled are set. sure reports whether both texts have a probability above 0.9.
func pairOf(a, b *Glyph, h Hand, limit int) (p pair, sure bool) {
	p.gap, p.ruled = float64(b.Box.Min.X-a.Box.Max.X)/h.Height, b.ruled
	s, t := a.Texts, b.Texts
	if len(s) == 0 || len(t) == 0 || s[0].Digits == "" || t[0].Digits == "" {
		return p, false
	}
	d, e := s[0].Digits, t[0].Digits
	p.left, p.right = d[len(d)-1] == '1', e[0] == '1'
	p.apart = p.ruled || len(d)+len(e) > 2 && limit < 100 || d[0] == '0' || Number(d+e) > limit
	return p, s[0].P > .9 && t[0].P > .9
}

// LearnGaps estimates the gaps of a board from its rows. No number is above limit. The gap between numbers is
// learned if at least three pairs of digits must be two numbers, and the gap within a number if at least two pairs
// are likely one number; otherwise a usual gap is taken.
func LearnGaps(rows [][]Word, h Hand, limit int) Gaps {
	var apart, open []pair
	ruled, bare := 0, 0 // pairs of two numbers, with a rule between them and without
	for _, words := range rows {
		for _, w := range words {
			for i := 1; i < len(w); i++ {
				if p, sure := pairOf(w[i-1], w[i], h, limit); sure && p.apart {
					apart = append(apart, p)
					if p.ruled {
						ruled++
					} else {
						bare++
					}
				} else if sure {
					open = append(open, p)
				}
			}
		}
	}
	g := Gaps{mean: .55, spread: .12, inside: .14, insideSpread: .1, boxes: ruled >= 4 && ruled >= 10*bare}
	if len(apart) >= 3 {
		g.known = true
		g.mean, g.left, g.right = fitGaps(apart)
		var off []float64
		for _, p := range apart {
			off = append(off, math.Abs(p.gap-g.expected(p)))
		}
		g.spread = max(1.5*plane.Share(off, .7, .1), .04)
	}
	// Open pairs with a gap much smaller than that between numbers show the gap within a number.
	var within []float64
	for _, p := range open {
		if d := g.expected(p) - p.gap; d > 4*g.spread && d > .12 {
			within = append(within, p.gap-(g.expected(p)-g.mean)) // without what a 1 adds
		}
	}
	if len(within) >= 2 {
		g.inside = plane.Median(within, 0)
		var off []float64
		for _, v := range within {
			off = append(off, math.Abs(v-g.inside))
		}
		g.insideSpread = max(1.5*plane.Share(off, .7, .1), .04)
	} else {
		g.inside = min(g.inside, g.mean-.3) // always less than the gap between numbers
	}
	return g
}

// expected returns the gap that two neighbouring digits should have if they belong to two numbers, in
// digit heights. A slim digit on either side, such as a 1, makes the gap wider.
func (g Gaps) expected(p pair) float64 {
	v := g.mean
	if p.left {
		v += g.left
	}
	if p.right {
		v += g.right
	}
	return v
}

// twoNumbers returns the probability that two digits belong to two numbers, from 0.0005 to 0.9995. It is the
// highest if a rule is between them or, without boxes, if the gap is as wide as that between numbers; it is the
// lowest if the gap is no wider than that inside a number.
func (g Gaps) twoNumbers(p pair) float64 {
	const unruledShare = .02 // share of pairs of numbers without a rule between, if others have one
	between := g.expected(p)
	if p.ruled || p.gap >= between && !g.boxes {
		return .9995
	}
	inside := between - g.mean + g.inside
	if p.gap <= inside {
		return .0005
	}
	// Both gaps vary; the tails are long, as fonts and hands differ much.
	two, one := tail(min(p.gap-between, 0)/g.spread), tail((p.gap-inside)/g.insideSpread)
	if g.boxes {
		two *= unruledShare
	}
	return min(max(two/(two+one), .0005), .9995)
}

// tail returns the density of Student's t distribution with four degrees of freedom, up to a constant factor.
func tail(z float64) float64 { return math.Pow(1+z*z/4, -2.5) }

// fitGaps returns the least squares fit of gap = mean + left + right, where left and right count only if the
// pair has a 1 there. Both are drawn towards 0 with the weight of one pair. There must be a pair.
func fitGaps(pairs []pair) (mean, left, right float64) {
	var a [3][4]float64
	for _, p := range pairs {
		x := [3]float64{1, 0, 0}
		if p.left {
			x[1] = 1
		}
		if p.right {
			x[2] = 1
		}
		for i := range 3 {
			for j := range 3 {
				a[i][j] += x[i] * x[j]
			}
			a[i][3] += x[i] * p.gap
		}
	}
	a[1][1]++
	a[2][2]++
	for i := range 3 {
		for j := range 3 {
			if j == i || a[i][i] == 0 {
				continue
			}
			f := a[j][i] / a[i][i]
			for k := range 4 {
				a[j][k] -= f * a[i][k]
			}
		}
	}
	return a[0][3] / a[0][0], a[1][3] / a[1][1], a[2][3] / a[2][2]
}

// Number returns the value of a string of digits, at most 1e6, which is more than any clue.
func Number(s string) int {
	n := 0
	for _, d := range s {
		n = min(10*n+int(d-'0'), 1e6)
	}
	return n
}
