package script

import (
	"math"
	"slices"

	"kibitz/vision/internal/digits"
	"kibitz/vision/internal/plane"
)

// A picture has one font: glyphs that look alike are the same digit. The net reads each by
// itself, and of a font that it hardly knows it may take some for a 7 and others for a 1. Glyphs
// of one shape are therefore put together, and what the net says of all of them holds for
// each (settle.go goes on from there).

// A form is a glyph at half its size, of length 1: the scalar product of two is how alike they are.
type form [formSide * formSide]float32

const formSide = digits.Side / 2

func formOf(g *digits.Glyph) *form {
	l := new(form)
	for i, v := range g {
		l[i/digits.Side/2*formSide+i%digits.Side/2] += float32(v)
	}
	return l.unit()
}

func (l *form) unit() *form {
	var sum float64
	for _, v := range l {
		sum += float64(v) * float64(v)
	}
	if sum > 0 {
		f := float32(1 / math.Sqrt(sum))
		for i := range l {
			l[i] *= f
		}
	}
	return l
}

// from is how unlike two forms are: 0 the same, 1 no ink in common.
func (l *form) from(m *form) float64 {
	var dot float32
	for i, v := range l {
		dot += v * m[i]
	}
	return max(0, 1-float64(dot))
}

// A shape is glyphs that look alike.
type shape struct {
	sum, mean form
	members   []*Glyph                // in the end those that stand in clues
	logs      [digits.Classes]float64 // sums of what the net says of each
	probs     digits.Probs            // what the net says of all of them
}

// Shapes are as wide as the picture is noisy: so many times the distance from a glyph to the one
// most like it, as a rule, within bounds. Digits of one font differ by .02 at least, if they are of a
// few pixels and blurred, and by .08 or more if they are not.
const (
	shapeWidth   = 4
	leastWidth   = .025
	mostWidth    = .05
	mostLookedAt = 64 // glyphs of which the one most like it is looked for
)

// A font has ten digits; broken digits, and what is not a digit, have some shapes each. Pages of more glyphs
// than the largest boards have, 100 × 100 of them, are no boards.
const (
	mostShapes = 200
	mostPooled = 5000
)

// Pool puts glyphs together by what they look like, and sets their probabilities to what is read of
// all of a shape. It costs O(glyphs · shapes).
func Pool(all []*Glyph) []*shape {
	if len(all) < 2 || len(all) > mostPooled {
		return nil
	}
	wide := min(max(shapeWidth*noise(all), leastWidth), mostWidth)
	// Those that the net is sure of come first, and are what others are held against.
	slices.SortStableFunc(all, func(a, b *Glyph) int {
		_, p := a.Probs.Best()
		_, q := b.Probs.Best()
		switch {
		case p > q:
			return -1
		case p < q:
			return 1
		}
		return 0
	})
	var shapes []*shape
	for _, g := range all {
		s := closest(shapes, g, wide)
		if s == nil {
			if len(shapes) == mostShapes {
				continue
			}
			s = new(shape)
			shapes = append(shapes, s)
		}
		s.add(g)
	}
	// A second time, now that all shapes are known.
	for _, s := range shapes {
		s.members, s.logs = s.members[:0], [digits.Classes]float64{}
	}
	for _, g := range all {
		if g.shape = closest(shapes, g, wide); g.shape != nil {
			g.shape.join(g)
		}
	}
	shapes = slices.DeleteFunc(shapes, func(s *shape) bool { return len(s.members) == 0 })
	for _, s := range shapes {
		s.read()
	}
	for _, g := range all {
		if g.shape == nil {
			continue
		}
		other := g.shape.stray(g, shapes, func(*shape) bool { return true })
		for c := range g.Probs {
			g.Probs[c] = float32((1-other)*float64(g.shape.probs[c]) + other*float64(g.own[c]))
		}
	}
	return shapes
}

// noise is how far a glyph is from the one most like it, as a rule.
func noise(all []*Glyph) float64 {
	var nearest []float64
	for i := 0; i < len(all); i += 1 + len(all)/mostLookedAt {
		least := 1.
		for j, g := range all {
			if j != i {
				least = min(least, g.form.from(all[i].form))
			}
		}
		nearest = append(nearest, least)
	}
	return plane.Median(nearest, 0)
}

// closest is the shape that a glyph is most like, unless it is none of them, or the net
// contradicts.
func closest(shapes []*shape, g *Glyph, wide float64) *shape {
	var best *shape
	least := wide
	for _, s := range shapes {
		if d := s.mean.from(g.form); d < least && agree(&s.probs, &g.own) {
			best, least = s, d
		}
	}
	return best
}

// agree tells whether two answers may be of the same digit (Bhattacharyya's coefficient). That the net
// takes one for junk does not tell it from the other, unless it is sure.
func agree(p, q *digits.Probs) bool {
	if j, k := p[digits.Junk], q[digits.Junk]; max(j, k) > .9 && min(j, k) < .1 {
		return false
	}
	var both, all, others float64
	for c := range p {
		if c != digits.Junk {
			both += math.Sqrt(float64(p[c] * q[c]))
			all += float64(p[c])
			others += float64(q[c])
		}
	}
	return both > .5*math.Sqrt(all*others)
}

func (s *shape) add(g *Glyph) {
	for i, v := range g.form {
		s.sum[i] += v
	}
	s.mean = s.sum
	s.mean.unit()
	s.join(g)
	s.read()
}

func (s *shape) join(g *Glyph) {
	s.members = append(s.members, g)
	g.shape = s
	for c, p := range g.own {
		s.logs[c] += math.Log(max(float64(p), 1e-5))
	}
}

// read is the geometric mean of what the net says of the members, but for a power: where it errs on
// one it errs on others, so that all of them say hardly more than one does.
func (s *shape) read() {
	const together = .75 // how much errors have in common
	n := float64(len(s.members))
	power := 1 / (1 + (n-1)*together)
	var logs [digits.Classes]float64
	most := math.Inf(-1)
	for c := range logs {
		logs[c] = s.logs[c] * power
		most = max(most, logs[c])
	}
	sum := 0.
	for c := range logs {
		logs[c] = math.Exp(logs[c] - most)
		sum += logs[c]
	}
	for c := range logs {
		s.probs[c] = float32(logs[c] / sum)
	}
}

// stray is how likely a member is of another shape, of those that count.
func (s *shape) stray(g *Glyph, shapes []*shape, counts func(*shape) bool) float64 {
	d, near := s.mean.from(g.form), 1.
	for _, t := range shapes {
		if t != s && counts(t) {
			near = min(near, t.mean.from(g.form))
		}
	}
	f := d / max(near, 1e-6)
	return min(f*f, 1)
}
