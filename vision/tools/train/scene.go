package main

import (
	"math"
	"math/rand/v2"

	"kibitz/vision/internal/digits"
)

// A mark is a shape on the page: an outline, a stroke with round ends, or a square. Lengths are in
// heights of a digit.
type mark struct {
	shape  *outline // nil: a stroke or a square
	x, y   float64  // its middle, or the beginning of the stroke
	bold   float64  // added to the distance to its edge
	turn   int      // the outline's quarter turns; -1: mirrored
	x2, y2 float64  // the end of the stroke
	half   float64  // half the width of the stroke, or half the side of the square
	square bool     // it is a filled square
	tone   float64  // the strength of its ink; 1 is full
}

// distance returns the distance from a place to the edge of the mark, negative outside.
func (m *mark) distance(x, y float64) float64 {
	if m.shape != nil {
		x, y = x-m.x, y-m.y
		switch m.turn {
		case 1:
			x, y = y, -x
		case 2:
			x, y = -x, -y
		case 3:
			x, y = -y, x
		case -1:
			x = -x
		}
		return m.shape.at(x, y) + m.bold
	}
	if m.square {
		return m.half - max(math.Abs(x-m.x), math.Abs(y-m.y))
	}
	dx, dy := m.x2-m.x, m.y2-m.y
	t := 0.
	if l := dx*dx + dy*dy; l > 0 {
		t = min(max(((x-m.x)*dx+(y-m.y)*dy)/l, 0), 1)
	}
	dx, dy = x-m.x-t*dx, y-m.y-t*dy
	return m.half - math.Sqrt(dx*dx+dy*dy)
}

// A scene is the part of a page that the camera sees: a glyph to be read, and the marks around it.
type scene struct {
	class  int
	read   []mark // the glyph
	around []mark
	w, h   float64 // of the box of the glyph, around the origin
	part   bool    // only the ink inside that box belongs to the glyph
}

// chance returns true with probability p.
func chance(r *rand.Rand, p float64) bool { return r.Float64() < p }

// between returns a random number from a to b.
func between(r *rand.Rand, a, b float64) float64 { return a + (b-a)*r.Float64() }

// pick returns a random element.
func pick[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

// A source draws scenes with the fonts of some families.
type source struct {
	families []family
	withRest []family // families that have letters, too
	crisp    int      // the index of the first family of pixels
}

// newSource returns a source of some families of fonts and all families of pixels.
func newSource(fonts []family) *source {
	s := &source{families: append(append([]family{}, fonts...), pixelFamilies()...), crisp: len(fonts)}
	s.withRest = fonts
	return s
}

// compose makes a scene: in 62 % of cases a digit, in 10 % touching digits, in 28 % junk.
func (s *source) compose(r *rand.Rand) scene {
	f, bold := s.face(r)
	var sc scene
	switch p := r.Float64(); {
	case p < .62:
		sc = oneDigit(r, &f, bold)
	case p < .72:
		sc = several(r, &f, bold)
	default:
		sc = s.junk(r, &f, bold)
	}
	s.surround(r, &sc, &f, bold)
	return sc
}

// oneDigit draws a digit, seldom with a shadow or struck out. In 3 % of cases a 0 is a hollow square.
func oneDigit(r *rand.Rand, f *face, bold float64) scene {
	d := r.IntN(10)
	o := f.digits[d]
	sc := scene{class: d, w: o.width, h: o.height}
	if d == 0 && chance(r, .03) { // a hollow square stands for an empty line in some games
		a, t := between(r, .35, .5), between(r, .02, .07)
		sc.w, sc.h = 2*a, 2*a
		for _, c := range [4][4]float64{{-a, -a, a, -a}, {a, -a, a, a}, {a, a, -a, a}, {-a, a, -a, -a}} {
			sc.read = append(sc.read, mark{x: c[0], y: c[1], x2: c[2], y2: c[3], half: t, tone: 1})
		}
		return sc
	}
	sc.read = []mark{{shape: o, bold: bold, tone: 1}}
	if chance(r, .04) { // a drop shadow
		sc.around = append(sc.around, mark{shape: o, x: between(r, -.08, .08), y: between(r, 0, .08), bold: bold, tone: between(r, .2, .6)})
	}
	if chance(r, .07) { // struck out, which does not change its class
		a := between(r, -.9, .9)
		if chance(r, .3) {
			a = 0
		}
		l := between(r, .4, .9)
		dy := between(r, -.15, .15)
		sc.around = append(sc.around, mark{
			x: -l * math.Cos(a), y: dy - l*math.Sin(a), x2: l * math.Cos(a), y2: dy + l*math.Sin(a),
			half: between(r, .012, .045), tone: between(r, .4, 1),
		})
	}
	return sc
}

// several draws two digits, seldom three, so close that their ink may touch.
func several(r *rand.Rand, f *face, bold float64) scene {
	n := 2
	if chance(r, .15) {
		n = 3
	}
	sc := scene{class: digits.Touching}
	x := 0.
	gap := between(r, -.07, .1)
	for range n {
		o := f.digits[r.IntN(10)]
		if chance(r, .3) {
			o = f.digits[1]
		}
		sc.read = append(sc.read, mark{shape: o, x: x + o.width/2, bold: bold, tone: 1, y: (f.digits[8].height - o.height) / 2})
		x += o.width + gap
		sc.h = max(sc.h, o.height)
	}
	sc.w = x - gap
	for i := range sc.read {
		sc.read[i].x -= sc.w / 2
	}
	return sc
}

// surround adds rules and digits around the glyph: on each side a rule in 40 % of cases and a digit in
// 25 %. The rules have one width, and in 15 % of scenes they may touch the glyph's box.
func (s *source) surround(r *rand.Rand, sc *scene, f *face, bold float64) {
	w, h := sc.w/2, sc.h/2
	near := between(r, 0, .35)
	if chance(r, .15) {
		near = -.03
	}
	half := between(r, .008, .07)
	for side := range 4 {
		if !chance(r, .4) {
			continue
		}
		d := near + half + between(r, 0, .2)
		slope := between(r, -.03, .03)
		t := between(r, .5, 1)
		m := ruleBeside(side, w, h, d, slope)
		m.half, m.tone = half, t
		sc.around = append(sc.around, m)
	}
	for side := range 4 {
		if !chance(r, .25) {
			continue
		}
		o := f.digits[r.IntN(10)]
		gap := between(r, .06, .4)
		m := mark{shape: o, bold: bold, tone: 1}
		switch side {
		case 0:
			m.x = -w - gap - o.width/2
		case 1:
			m.x = w + gap + o.width/2
		case 2:
			m.y = -h - gap - o.height/2
		default:
			m.y = h + gap + o.height/2
		}
		sc.around = append(sc.around, m)
	}
}

// ruleBeside returns a rule at a distance d from a side of a glyph, which is w or h from its middle: the left one, the
// right one, the upper or the lower one.
func ruleBeside(side int, w, h, d, slope float64) mark {
	switch side {
	case 0:
		return mark{x: -w - d - slope, y: -4, x2: -w - d + slope, y2: 4}
	case 1:
		return mark{x: w + d - slope, y: -4, x2: w + d + slope, y2: 4}
	case 2:
		return mark{x: -4, y: -h - d - slope, x2: 4, y2: -h - d + slope}
	}
	return mark{x: -4, y: h + d - slope, x2: 4, y2: h + d + slope}
}
