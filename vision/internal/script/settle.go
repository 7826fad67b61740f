package script

import (
	"cmp"
	"math"
	"slices"

	"kibitz/vision/internal/digits"
	"kibitz/vision/internal/plane"
)

// The whole board tells what its shapes are. Each digit usually has one shape, small digits are commoner than
// large ones, and a shape that stands in twenty clues is no speck. If a shape that occurs all over the board
// can be read in two ways, hardly both fit all lines and give rows and columns the same total.

// A settler finds out which digit each shape of a board is, before each line is read.
type settler struct {
	bands    [2]*Band
	lines    [2][][]Word
	hand     Hand
	shapes   []*shape
	post     map[*shape][digits.Classes]float64 // the probabilities of each shape's classes
	oneWidth float64                            // two digits that touch are wider than this, in pixels
}

// Settle weighs the texts of all glyphs in the lines by what the whole board says of their shapes. lines holds the
// words of each band. Only glyphs in lines stay members of their shapes.
func Settle(bands [2]*Band, lines [2][][]Word, h Hand, shapes []*shape) {
	s := &settler{bands: bands, lines: lines, hand: h, post: map[*shape][digits.Classes]float64{}}
	for _, x := range shapes {
		x.members = x.members[:0]
	}
	total := 0
	s.eachGlyph(func(g *Glyph) {
		if g.shape != nil {
			g.shape.members = append(g.shape.members, g)
			total++
		}
	})
	s.oneWidth = s.widestDigit()
	for _, x := range shapes {
		if len(x.members) > 0 {
			s.shapes = append(s.shapes, x)
			s.post[x] = x.prior(h, total, s.oneWidth)
		}
	}
	s.choose()
	s.eachGlyph(s.weighTexts)
}

// eachGlyph calls a function with each glyph of all lines.
func (s *settler) eachGlyph(call func(*Glyph)) {
	for _, lines := range s.lines {
		for _, words := range lines {
			for _, w := range words {
				for _, g := range w {
					call(g)
				}
			}
		}
	}
}

// junkPrior returns the factor that corrects the net's prior for junk. The net was trained on 25 % junk, but of
// the blobs in a clue's line that have a digit's height only 2 % are: 0.06 is the ratio of the two odds. Blobs of
// another height are junk more often.
func (g *Glyph) junkPrior(h Hand) float64 {
	if plane.Abs(float64(g.Box.Dy())/h.Height-1) > .12 {
		return .4
	}
	return .06
}

// widestDigit returns 1.15 times the median width, in pixels, of single digits other than 1.
func (s *settler) widestDigit() float64 {
	var widths []float64
	s.eachGlyph(func(g *Glyph) {
		if c, p := g.Probs.Best(); c != 1 && c < 10 && p > .3 {
			widths = append(widths, float64(g.Box.Dx()))
		}
	})
	return 1.15 * plane.Median(widths, 0)
}

// width returns the median width of a shape's glyphs, in pixels.
func (x *shape) width() float64 {
	var widths []float64
	for _, g := range x.members {
		widths = append(widths, float64(g.Box.Dx()))
	}
	return plane.Median(widths, 0)
}

// prior returns the probabilities of a shape's classes, which sum to 1, from what the net says and how often the
// shape occurs among total glyphs. oneWidth is the largest width of a single digit, in pixels. The shape must have
// members.
func (x *shape) prior(h Hand, total int, oneWidth float64) (post [digits.Classes]float64) {
	rarer := 0. // logarithm of the members' mean correction for junk
	for _, g := range x.members {
		rarer += math.Log(g.junkPrior(h)) / float64(len(x.members))
	}
	n := len(x.members)
	for c, p := range x.probs {
		post[c] = float64(p)
	}
	post[digits.Junk] *= math.Exp(rarer) / float64(n) // the same speck in clue after clue is unlikely
	post[digits.Touching] *= touchingFactor(x.width(), oneWidth)
	// The commonness of digits tells them from each other, not from junk.
	before, after := 0., 0.
	for d, w := range odds(n, total) {
		before += post[d]
		post[d] *= w
		after += post[d]
	}
	for d := range 10 {
		post[d] *= before / max(after, 1e-12)
	}
	sum := 0.
	for _, p := range post {
		sum += p
	}
	for c := range post {
		post[c] /= sum
	}
	return post
}

// touchingFactor returns the factor for the probability that a glyph is two digits that touch: 0.1 if its
// width is below oneWidth, that of a single digit.
func touchingFactor(width, oneWidth float64) float64 {
	if width < oneWidth {
		return .1
	}
	return 1
}

// shapeOdds returns how likely digits have the shapes that an assignment gives them: class[i] is the class of
// open[i], and any other shape has its likeliest. A digit rarely has two shapes that both occur more than once
// and lie far apart; each such pair costs a factor twoShapes.
func (s *settler) shapeOdds(open []*shape, class []int) float64 {
	const twoShapes = .05 // probability that a digit has two shapes
	p := 1.
	for i, x := range open {
		if class[i] >= 10 {
			continue
		}
		for _, y := range s.shapes {
			c := -1
			if k := slices.Index(open, y); k > i {
				c = class[k]
			} else if k < 0 {
				c = s.likeliest(y)
			}
			if c == class[i] && len(x.members) > 1 && len(y.members) > 1 && x.mean.distance(&y.mean) > max(4*x.spread(), 4*y.spread(), 2*leastWidth) {
				p *= twoShapes
			}
		}
	}
	return p
}

// spread returns the mean distance of members from the mean form.
func (x *shape) spread() float64 {
	sum := 0.
	for _, g := range x.members {
		sum += x.mean.distance(g.form)
	}
	return sum / float64(len(x.members))
}

// likeliest returns the class of a shape with the highest probability.
func (s *settler) likeliest(x *shape) int {
	best := 0
	post := s.post[x]
	for c, p := range post {
		if p > post[best] {
			best = c
		}
	}
	return best
}

// fit returns the probability, up to a constant factor, that the lines with the texts that their glyphs have now
// make a board: each line has readings that fit in it, and rows and columns have the same total.
func (s *settler) fit() float64 {
	const (
		otherFault    = .02 // probability that a line does not fit for a reason other than its shapes
		equalByChance = .03 // probability that the totals are equal by chance
	)
	g := LearnGaps(s.lines[0], s.hand, s.bands[1].Lines)
	fit, whole := 1., 1.
	diffs := map[int]float64{0: 1} // probability of each difference of the totals, by the lines so far
	for i, band := range s.bands {
		for _, words := range s.lines[i] {
			if len(words) == 0 {
				continue
			}
			mass := 0.
			sums := map[int]float64{}
			for _, c := range band.clues(words, s.hand, g, s.bands[1-i].Lines) {
				sum := 0
				for _, n := range c.Numbers {
					sum += n
				}
				if i == 1 {
					sum = -sum
				}
				sums[sum] += c.P
				mass += c.P
			}
			fit *= max(mass, otherFault)
			if mass < otherFault {
				whole = 0 // without this line, the totals tell nothing
				continue
			}
			next := map[int]float64{}
			for d, p := range diffs {
				for sum, q := range sums {
					if r := p * q / mass; r > 1e-9 {
						next[d+sum] += r
					}
				}
			}
			diffs = next
			whole *= min(mass, 1)
		}
	}
	return fit * (whole*diffs[0] + (1-whole)*equalByChance + 1e-3)
}

// weighTexts sets a glyph's texts to those that the net offered, weighed by the probabilities of its shape: those
// of at least leastText, the likeliest first. A glyph without a shape is only corrected for junk. g.read keeps
// what the net offered, so that the texts can be weighed again when the probabilities have changed.
func (s *settler) weighTexts(g *Glyph) {
	if g.read == nil {
		g.read = slices.Clone(g.Texts)
	}
	var factor [digits.Classes]float64
	if g.shape == nil {
		for c := range factor {
			factor[c] = 1
		}
		factor[digits.Junk] = g.junkPrior(s.hand)
	} else {
		post := s.post[g.shape]
		class := s.likeliest(g.shape)
		other := g.shape.strayProb(g, s.shapes, func(t *shape) bool { return s.likeliest(t) != class })
		own, sum := g.own, float32(0)
		own[digits.Junk] *= float32(g.junkPrior(s.hand))
		own[digits.Touching] *= float32(touchingFactor(float64(g.Box.Dx()), s.oneWidth))
		for _, p := range own {
			sum += p
		}
		for c := range factor {
			p := (1-other)*post[c] + other*float64(own[c]/sum)
			factor[c] = p / max(float64(g.Probs[c]), leastText)
		}
		// addHalves took at least 0.01 for the probability that digits touch.
		factor[digits.Touching] *= max(float64(g.Probs[digits.Touching]), leastText) / max(float64(g.Probs[digits.Touching]), .01)
	}
	// The probability that is missing to 1 belongs to digits that touch and could not be read.
	before, after := 0., 0.
	g.Texts = g.Texts[:0]
	for _, t := range g.read {
		c := digits.Touching
		switch len(t.Digits) {
		case 0:
			c = digits.Junk
		case 1:
			c = int(t.Digits[0] - '0')
		}
		before += t.P
		if t.P *= factor[c]; t.P >= leastText {
			g.Texts = append(g.Texts, t)
			after += t.P
		}
	}
	to := before
	if g.shape != nil {
		missing := max(0, 1-before) * factor[digits.Touching]
		to = after / (after + missing)
	}
	for i := range g.Texts {
		g.Texts[i].P *= to / after
	}
	slices.SortStableFunc(g.Texts, func(a, b Text) int { return cmp.Compare(b.P, a.P) })
}
