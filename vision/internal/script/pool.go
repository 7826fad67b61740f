package script

import (
	"math"
	"slices"

	"kibitz/vision/internal/digits"
	"kibitz/vision/internal/plane"
)

// A picture has one font: glyphs that look alike are the same digit. The net reads each glyph alone, and in a
// font that it hardly knows it may take some for a 7 and others for a 1. So glyphs that look alike are pooled
// into a shape, and what the net says of all of them holds for each. settle.go goes on from there.

// A form is a glyph at half its size, as a vector of length 1. The scalar product of two forms says how alike
// they are.
type form [formSide * formSide]float32

// formSide is the width and height of a form, in pixels.
const formSide = digits.Side / 2

// formOf returns the form of a glyph.
func formOf(g *digits.Glyph) *form {
	l := new(form)
	for i, v := range g {
		l[i/digits.Side/2*formSide+i%digits.Side/2] += float32(v)
	}
	return l.normalise()
}

// NewGlyph returns a glyph for Pool: its picture, and what the net says of it alone.
func NewGlyph(cut *digits.Glyph, probs digits.Probs) *Glyph {
	return &Glyph{form: formOf(cut), own: probs, Probs: probs}
}

// normalise scales a form to length 1 and returns it. A form without ink stays 0.
func (l *form) normalise() *form {
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

// distance returns the distance of two forms: 0 if they are the same, 1 if they have no ink in common.
func (l *form) distance(m *form) float64 {
	var dot float32
	for i, v := range l {
		dot += v * m[i]
	}
	return max(0, 1-float64(dot))
}

// A shape is glyphs that look alike.
type shape struct {
	sum, mean form
	members   []*Glyph                // once the board is settled, only those in clues
	logs      [digits.Classes]float64 // sums of the logarithms of what the net says of each
	probs     digits.Probs            // what the net says of all members together
}

// A shape takes glyphs within a distance that grows with the picture's noise: shapeWidth times the median
// distance of a glyph from the one most like it, from leastWidth to mostWidth. Two digits of one font are at
// least 0.02 apart if they are blurred and a few pixels high, and 0.08 or more if not.
const (
	shapeWidth   = 4
	leastWidth   = .025
	mostWidth    = .05
	mostLookedAt = 64 // glyphs in the sample for that median
)

// mostShapes suffices for ten digits and some shapes of broken digits and junk. A page with more than
// mostPooled glyphs is not pooled: it has more than the largest boards, which have 100 × 100 cells.
const (
	mostShapes = 200
	mostPooled = 5000
)

// Pool sorts glyphs into shapes by what they look like and sets their probabilities to those of the shape, mixed
// with what the net says of the glyph alone if that may belong to another shape. It returns the shapes. A glyph
// like none of mostShapes shapes gets none. If there are fewer than two glyphs, or more than mostPooled, it does
// nothing and returns nil. It sorts all, and costs O(glyphs · shapes).
func Pool(all []*Glyph) []*shape {
	if len(all) < 2 || len(all) > mostPooled {
		return nil
	}
	wide := min(max(shapeWidth*noise(all), leastWidth), mostWidth)
	// Glyphs that the net is sure of come first, as others are compared with them.
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
		other := g.shape.strayProb(g, shapes, func(*shape) bool { return true })
		for c := range g.Probs {
			g.Probs[c] = float32((1-other)*float64(g.shape.probs[c]) + other*float64(g.own[c]))
		}
	}
	return shapes
}

// noise returns the median distance of a glyph from the one most like it, over a sample.
func noise(all []*Glyph) float64 {
	var nearest []float64
	for i := 0; i < len(all); i += 1 + len(all)/mostLookedAt {
		least := 1.
		for j, g := range all {
			if j != i {
				least = min(least, g.form.distance(all[i].form))
			}
		}
		nearest = append(nearest, least)
	}
	return plane.Median(nearest, 0)
}

// closest returns the shape that a glyph is most like, among those nearer than wide with whose probabilities the
// net's answer agrees. If there is none it returns nil.
func closest(shapes []*shape, g *Glyph, wide float64) *shape {
	var best *shape
	least := wide
	for _, s := range shapes {
		if d := s.mean.distance(g.form); d < least && agree(&s.probs, &g.own) {
			best, least = s, d
		}
	}
	return best
}

// agree reports whether two answers of the net may be of the same digit: whether Bhattacharyya's coefficient, over
// all classes except Junk, is above a half. Junk tells the answers apart only if the net is sure of it for one of
// them.
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

// add adds a glyph to a shape, and its form to the shape's mean.
func (s *shape) add(g *Glyph) {
	for i, v := range g.form {
		s.sum[i] += v
	}
	s.mean = s.sum
	s.mean.normalise()
	s.join(g)
	s.read()
}

// join adds a glyph to the members, and what the net says of it to the logs.
func (s *shape) join(g *Glyph) {
	s.members = append(s.members, g)
	g.shape = s
	for c, p := range g.own {
		s.logs[c] += math.Log(max(float64(p), 1e-5))
	}
}

// read sets the probabilities of a shape to a power of the geometric mean of what the net says of its
// members. Errors on one font go together, so all members count hardly more than one.
func (s *shape) read() {
	const correlation = .75 // of the net's errors on two members
	n := float64(len(s.members))
	power := 1 / (1 + (n-1)*correlation)
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

// strayProb returns the probability that a member belongs to another shape, among those for which counts is
// true: the square of its distance from this shape over that from the nearest other one, at most 1.
func (s *shape) strayProb(g *Glyph, shapes []*shape, counts func(*shape) bool) float64 {
	d, near := s.mean.distance(g.form), 1.
	for _, t := range shapes {
		if t != s && counts(t) {
			near = min(near, t.mean.distance(g.form))
		}
	}
	f := d / max(near, 1e-6)
	return min(f*f, 1)
}
