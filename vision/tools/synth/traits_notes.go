package synth

import (
	"image/color"
	"strconv"
)

// names writes the names of rows and columns beside a board of every sixth look: numbers or letters, from deep cells
// off the board on.
func (s *scene) names(deep [2]float64) {
	if !chance(s.rng, .17) {
		return
	}
	font, ink, size := choose(s.rng, s.fonts), mix(s.paper, s.inkOn(s.paper), between(s.rng, .4, 1)), between(s.rng, .18, .4)
	letters := s.rng.IntN(3) // of rows, of columns, of neither
	for side, n := range [2]int{s.rows, s.cols} {
		off := deep[side] + between(s.rng, .2, .5)
		for i := range n {
			name := strconv.Itoa(i + 1)
			if side == letters {
				name = string(rune('a' + i%26))
			}
			x, y := -off, (float64(i)+.5)*s.tall
			if side == 1 {
				x, y = float64(i)+.5, -off*s.tall
			}
			s.write(font, size, x, y, name, ink, Place{Side: Beside})
		}
	}
}

// A noteLook holds the traits of what a program notes in cells: the numbers of steps, presses, frames.
type noteLook struct {
	share     float64 // of the cells; 0: nothing
	kind      int     // 0 numbers, 1 badges in a corner, 2 rings in the middle, 3 frames
	size      float64
	font      *Font
	fill, ink color.RGBA
	fresh     float64 // share of these cells that have a fill of their own
	tint      color.RGBA
}

// noteLook draws the traits of notes: every sixth board has some.
func (s *scene) noteLook() noteLook {
	if !chance(s.rng, .17) {
		return noteLook{}
	}
	l := noteLook{share: choose(s.rng, []float64{1, between(s.rng, .1, 1), between(s.rng, .05, .3)}), kind: pick(s.rng, []float64{.5, .2, .2, .1}), size: between(s.rng, .25, .55), font: choose(s.rng, s.fonts)}
	l.fill = s.tint(between(s.rng, 40, 220), between(s.rng, .3, 1))
	l.ink = s.inkOn(l.fill)
	l.fresh, l.tint = sometimes(s.rng, .6, .1, 1), s.tint(between(s.rng, 0, 255), between(s.rng, .3, 1))
	return l
}

// note draws a note in a cell whose ground is the given colour.
func (s *scene) note(l *noteLook, r, c float64, ground color.RGBA) {
	if !chance(s.rng, l.share) {
		return
	}
	n := strconv.Itoa(1 + s.rng.IntN(choose(s.rng, []int{9, 15, 60})))
	switch l.kind {
	case 0:
		s.put(n, r, c, .5, .5, l.size, .06, l.font, s.inkOn(ground), noInk)
	case 1:
		x, y := c+.8, (r+.8)*s.tall
		s.disc(x, y, .17, l.ink)
		s.disc(x, y, .15, l.fill)
		s.put(n, r+.3, c+.3, .5, .5, .2, .2, l.font, l.ink, noInk)
	case 2:
		x, y := c+.5, (r+.5)*s.tall
		s.disc(x, y, .32, l.ink)
		s.disc(x, y, .27, l.fill)
		if s.disc(x, y, .1, l.ink); l.size > .4 {
			s.disc(x, y, .25, l.fill)
			s.put(n, r, c, .5, .5, .3, .1, l.font, l.ink, noInk)
		}
	case 3:
		s.frame(r, c, .02, .06, l.fill)
	}
}
