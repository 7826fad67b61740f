package main

import (
	"math"
	"math/rand/v2"

	"kibitz/vision/internal/digits"
)

// letters stand for all signs except digits. Letters that some font draws like a digit are left out, as
// no reader can tell them apart.
const letters = "ACEFHKLMNPRTUVWXYacdefhkmnprtuvwxy&@#%*+=/<>?!{}.,:;\"~^"

// junk returns a scene without a digit that a reader may cut out: a letter, pieces of rules, signs,
// blobs, half a digit, a turned digit, the empty page or a scribble.
func (s *source) junk(r *rand.Rand, f *face, bold float64) scene {
	sc := scene{class: digits.Junk}
	thin := between(r, .01, .06)
	switch p := r.IntN(22); {
	case p < 6:
		sc.show(pick(r, pick(r, pick(r, s.withRest)).others), bold, 0)
	case p < 10:
		sc.rules(r, thin)
	case p < 12:
		sc.signs(r)
	case p < 14:
		sc.blobs(r)
	case p < 16:
		sc.half(r, f, bold)
	case p < 18:
		sc.turned(r, f, bold)
	case p < 20: // the empty page
		sc.w, sc.h = between(r, .2, .9), between(r, .4, 1)
	default:
		sc.scribble(r, thin)
	}
	return sc
}

// show makes an outline the scene's glyph, by turn quarters of a turn or mirrored (-1).
func (sc *scene) show(o *outline, bold float64, turn int) {
	sc.read = []mark{{shape: o, bold: bold, turn: turn, tone: 1}}
	sc.w, sc.h = o.width, o.height
	if turn%2 == 1 {
		sc.w, sc.h = sc.h, sc.w
	}
}

// stroke adds a stroke to the scene's glyph; half is half its width.
func (sc *scene) stroke(x, y, x2, y2, half float64) {
	sc.read = append(sc.read, mark{x: x, y: y, x2: x2, y2: y2, half: half, tone: 1})
	sc.w = max(sc.w, 2*max(math.Abs(x), math.Abs(x2))+2*half)
	sc.h = max(sc.h, 2*max(math.Abs(y), math.Abs(y2))+2*half)
}

// rules draws a piece of rules: one rule, a crossing, a corner, a diagonal or a pair. A single upright
// one is longer and thinner than any 1.
func (sc *scene) rules(r *rand.Rand, thin float64) {
	a, t, u := between(r, .25, .6), between(r, -.3, .3), between(r, -.3, .3)
	switch r.IntN(6) {
	case 0:
		sc.stroke(-a, 0, a, 0, min(thin, a/4))
	case 1:
		sc.stroke(0, -a, 0, a, min(thin, a/12))
	case 2:
		sc.stroke(-a, t, a, t, thin)
		sc.stroke(u, -.5, u, .5, thin)
	case 3:
		x, y := pick(r, []float64{-a, a}), pick(r, []float64{-.5, .5})
		sc.stroke(-a, y, a, y, thin)
		sc.stroke(x, -.5, x, .5, thin)
	case 4:
		sc.stroke(-a, pick(r, []float64{-.5, .5}), a, pick(r, []float64{-.5, .5}), thin)
	default:
		g := between(r, .1, .4)
		if chance(r, .5) {
			sc.stroke(-g/2, -.5, -g/2, .5, min(thin, g/5))
			sc.stroke(g/2, -.5, g/2, .5, min(thin, g/5))
		} else {
			sc.stroke(-a, -g/2, a, -g/2, thin)
			sc.stroke(-a, g/2, a, g/2, thin)
		}
	}
}

// signs draws a cross, a tick or an arrow.
func (sc *scene) signs(r *rand.Rand) {
	a, t := between(r, .3, .5), between(r, .03, .12)
	switch r.IntN(3) {
	case 0:
		sc.stroke(-a, -a, a, a, t)
		sc.stroke(-a, a, a, -a, t)
	case 1:
		sc.stroke(-a, 0, -a/3, a/2, t)
		sc.stroke(-a/3, a/2, a, -a/2, t)
	default:
		at := between(r, 0, 2*math.Pi)
		c, s := math.Cos(at)*a, math.Sin(at)*a
		sc.stroke(-c, -s, c, s, t)
		sc.stroke(c, s, c-(c-s)*.6, s-(c+s)*.6, t)
		sc.stroke(c, s, c-(c+s)*.6, s-(s-c)*.6, t)
	}
}

// blobs draws a dot, a filled square or spots of ink.
func (sc *scene) blobs(r *rand.Rand) {
	a := between(r, .1, .5)
	sc.w, sc.h = 2*a, 2*a
	switch r.IntN(3) {
	case 0:
		sc.read = []mark{{half: a, tone: 1}}
	case 1:
		sc.read = []mark{{half: a, square: true, tone: 1}}
	default:
		sc.w, sc.h = 0, 0
		for range 2 + r.IntN(3) {
			sc.stroke(between(r, -a, a), between(r, -a, a), between(r, -a, a), between(r, -a, a), between(r, .05, .2))
		}
	}
}

// half draws half a digit, of those digits whose halves do not look like another one: the upper, lower,
// left or right 42 to 60 % of it. The rest is drawn too, but does not belong to the glyph.
func (sc *scene) half(r *rand.Rand, f *face, bold float64) {
	o := f.digits[pick(r, []int{2, 3, 5, 5, 2, 7, 4})]
	sc.show(o, bold, 0)
	sc.part = true
	cut := between(r, .42, .6)
	if chance(r, .5) {
		sc.read[0].y += (1 - cut) * o.height / 2 * pick(r, []float64{-1, 1})
		sc.h *= cut
	} else {
		sc.read[0].x += (1 - cut) * o.width / 2 * pick(r, []float64{-1, 1})
		sc.w *= cut
	}
}

// turned draws a digit of a page that lies on its side, upside down or mirrored, of those digits that do
// not look like a digit then. A reader tries all orientations, and has to see that the others are
// wrong.
func (sc *scene) turned(r *rand.Rand, f *face, bold float64) {
	d, turn := pick(r, []int{2, 3, 4, 5, 6, 7, 8, 9}), 1+2*r.IntN(2)
	if chance(r, .5) {
		d, turn = pick(r, []int{3, 4, 7}), pick(r, []int{2, -1})
	}
	sc.show(f.digits[d], bold, turn)
}

// scribble draws a line of two to five strokes.
func (sc *scene) scribble(r *rand.Rand, thin float64) {
	x, y := between(r, -.4, .4), between(r, -.5, .5)
	for range 2 + r.IntN(4) {
		u, v := between(r, -.4, .4), between(r, -.5, .5)
		sc.stroke(x, y, u, v, thin)
		x, y = u, v
	}
}
