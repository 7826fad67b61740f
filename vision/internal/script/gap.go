package script

import (
	"math"

	"kibitz/vision/internal/plane"
)

// Two digits beside each other are one number or two: "11" or "1 1". Which they are, the gap
// between them tells, and how wide a gap is between numbers the board itself tells: 7 beside 3
// cannot be 73 where a line has 15 cells. From such pairs the gap between numbers is learned, in
// digit heights, with what a 1 on either side adds to it, as it is narrower than its place in
// most fonts. A pair that could be one number is one if its gap is smaller than that by more
// than they vary.
type Gaps struct {
	mean, left, right float64 // between numbers; with a 1 on the left, on the right
	spread            float64
	inside            float64 // between the digits of a number, less what a 1 adds
	insideSpread      float64
	known             bool
	boxes             bool // numbers have boxes, and a rule between them as a rule
}

// A pair of neighbours in a row.
type pair struct {
	gap         float64 // in digit heights
	left, right bool    // is a 1
	apart       bool    // cannot be one number
	ruled       bool    // a rule is between them, as between boxes of numbers
}

func pairOf(a, b *Glyph, h Hand, most int) (p pair, sure bool) {
	p.gap, p.ruled = float64(b.Box.Min.X-a.Box.Max.X)/h.Height, b.ruled
	s, t := a.Texts, b.Texts
	if len(s) == 0 || len(t) == 0 || s[0].Digits == "" || t[0].Digits == "" {
		return p, false
	}
	d, e := s[0].Digits, t[0].Digits
	p.left, p.right = d[len(d)-1] == '1', e[0] == '1'
	p.apart = p.ruled || len(d)+len(e) > 2 && most < 100 || d[0] == '0' || Number(d+e) > most
	return p, s[0].P > .9 && t[0].P > .9
}

// LearnGaps fits the gaps of a board's rows.
func LearnGaps(rows [][]Word, h Hand, most int) Gaps {
	var apart, open []pair
	ruled, bare := 0, 0 // pairs of two numbers, with a rule between them and without
	for _, words := range rows {
		for _, w := range words {
			for i := 1; i < len(w); i++ {
				if p, sure := pairOf(w[i-1], w[i], h, most); sure && p.apart {
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
		g.mean, g.left, g.right = fit(apart)
		var off []float64
		for _, p := range apart {
			off = append(off, math.Abs(p.gap-g.between(p)))
		}
		g.spread = max(1.5*plane.Share(off, .7, .1), .04)
	}
	// What is left of the open pairs, once those like two numbers are taken away, shows the gap
	// within a number.
	var within []float64
	for _, p := range open {
		if d := g.between(p) - p.gap; d > 4*g.spread && d > .12 {
			within = append(within, p.gap-(g.between(p)-g.mean))
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
		g.inside = min(g.inside, g.mean-.3)
	}
	return g
}

func (g Gaps) between(p pair) float64 {
	v := g.mean
	if p.left {
		v += g.left
	}
	if p.right {
		v += g.right
	}
	return v
}

// apart is how likely two digits are of two numbers.
func (g Gaps) apart(p pair) float64 {
	const unruled = .02 // how much rarer two numbers have no rule between them where others have
	between := g.between(p)
	if p.ruled || p.gap >= between && !g.boxes {
		return .9995
	}
	inside := between - g.mean + g.inside
	if p.gap <= inside {
		return .0005
	}
	// Both vary; long tails, as fonts and hands do.
	two, one := tail(min(p.gap-between, 0)/g.spread), tail((p.gap-inside)/g.insideSpread)
	if g.boxes {
		two *= unruled
	}
	return min(max(two/(two+one), .0005), .9995)
}

// tail is the density of Student's distribution with four degrees of freedom, but for a factor.
func tail(z float64) float64 { return math.Pow(1+z*z/4, -2.5) }

// fit is the least squares fit of gap = mean + left + right, where each is added only with
// a 1 there; the latter two are drawn to 0 by as much as one pair would.
func fit(pairs []pair) (mean, left, right float64) {
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

// Number is the value of digits, none of it for more than fit a clue.
func Number(s string) int {
	n := 0
	for _, d := range s {
		n = min(10*n+int(d-'0'), 1e6)
	}
	return n
}
