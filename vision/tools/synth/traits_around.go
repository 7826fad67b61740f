package synth

import (
	"image/color"
	"strconv"
)

// beside are words of pages around boards.
var beside = []string{"Kakuro", "Undo", "Check", "New game", "Time 0:33", "1 2 3 4 5", "Level 7", "12", "Restart", "Easy", "Score: 10", "45", "Moves 3", "Hint", "5x5", "Solve", "X"}

// surround draws what is around the board: the page, a card that the board lies on, and on each side
// words, a toolbar in the rhythm of the board's cells, keys, fields of a form or a bar. Colours are at
// times those of the board's cells.
func (s *scene) surround(a, b color.RGBA) {
	s.sheet.paper = s.paper
	w, h := float64(s.cols), float64(s.rows)*s.tall
	if chance(s.rng, .35) {
		pad := between(s.rng, .1, 1.6)
		card := choose(s.rng, []color.RGBA{a, grey(255), s.colour(between(s.rng, 0, 255))})
		radius := sometimes(s.rng, .5, 0, .6)
		if chance(s.rng, .5) {
			t := s.rule(2)
			s.round(-pad-t, -pad-t, w+pad+t, h+pad+t, radius, s.colour(between(s.rng, 0, 255)))
		}
		s.round(-pad, -pad, w+pad, h+pad, radius, card)
	}
	if chance(s.rng, .15) {
		s.windowEdges(choose(s.rng, []color.RGBA{a, b, s.colour(between(s.rng, 0, 255))}))
	}
	const far = around + 1.
	zones := [4]box{
		{Point{-far, -far}, Point{-.05, h + far}}, {Point{w + .05, -far}, Point{w + far, h + far}},
		{Point{-far, -far}, Point{w + far, -.05}}, {Point{-far, h + .05}, Point{w + far, h + far}},
	}
	for side, z := range zones {
		switch pick(s.rng, []float64{.4, .2, .18, .08, .08, .06}) {
		case 1:
			s.words(z)
		case 2:
			s.toolbar(side, a, b)
		case 3:
			s.keys(z)
		case 4:
			s.fields(z)
		case 5:
			s.bar(side)
		}
	}
}

// windowEdges draws the edges of a program's window, each at its own distance, so that one may lie where a further
// line of cells would end.
func (s *scene) windowEdges(ink color.RGBA) {
	w, h, t := float64(s.cols), float64(s.rows)*s.tall, s.rule(3)
	off := func() float64 { return choose(s.rng, []float64{1, between(s.rng, .05, .3), between(s.rng, .05, 2.5)}) }
	x0, y0, x1, y1 := -off(), -off(), w+off(), h+off()
	s.rect(x0, y0, x0+t, y1, ink)
	s.rect(x1-t, y0, x1, y1, ink)
	s.rect(x0, y1-t, x1, y1, ink)
	s.rect(x0, y0-sometimes(s.rng, .5, .2, 1), x1, y0+t, ink)
}

// popUp lays a message over a part of every fifteenth board. What lies below stays what it is.
func (s *scene) popUp() {
	if !chance(s.rng, .07) {
		return
	}
	fill := s.colour(between(s.rng, 0, 255))
	w, h := between(s.rng, 1, 3), between(s.rng, .25, .6)
	x, y := between(s.rng, 0, float64(s.cols)-1), choose(s.rng, []float64{-h / 2, between(s.rng, -h, float64(s.rows)*s.tall-h)})
	s.round(x, y, x+w, y+h, sometimes(s.rng, .5, .05, .2), fill)
	s.write(choose(s.rng, s.fonts), .4*h, x+w/2, y+h/2, choose(s.rng, beside), s.inkOn(fill), Place{Side: Beside})
}

// words writes words in a part of the page, some way off the board.
func (s *scene) words(z box) {
	font, ink := choose(s.rng, s.fonts), s.inkOn(s.paper)
	size := between(s.rng, .15, .5)
	for range 1 + s.rng.IntN(8) {
		text := choose(s.rng, beside)
		wide := font.width(text) * size
		x, y := between(s.rng, z.min.X, z.max.X), between(s.rng, z.min.Y, z.max.Y)
		if x+wide < z.max.X && y+size < z.max.Y {
			s.write(font, size, x+wide/2, y+size/2, text, ink, Place{Side: Beside})
		}
	}
}

// toolbar draws a line of buttons with the pitch of the board's cells on one side of it: 0 left, 1 right,
// 2 above, 3 below. Buttons without a sign stand at least a third of a cell off, or in another colour.
func (s *scene) toolbar(side int, a, b color.RGBA) {
	r := s.rng
	font := choose(r, s.fonts)
	off := choose(r, []float64{between(r, .05, .3), between(r, .3, 1)})
	fill := choose(r, []color.RGBA{a, b, s.colour(between(r, 0, 255))})
	signs := r.IntN(4) // 0 digits, 1 words, 2 shapes, 3 none
	if off < .3 && signs == 3 {
		signs = r.IntN(3)
	}
	shift := choose(r, []float64{0, 0, 0, r.Float64()})
	gap, radius, wide := between(r, 0, .15), sometimes(r, .5, 0, .5), choose(r, []float64{1, 1, 1, 2})
	ink := s.inkOn(fill)
	border := sometimes(r, .4, .02, .06)
	long := s.cols
	if side < 2 {
		long = s.rows
	}
	first := r.IntN(max(1, long/2))
	last := first + 1 + r.IntN(max(1, long-first))
	for i := float64(first); i < float64(last); i += wide {
		row, col := -1-off, i+shift
		switch side {
		case 0:
			row, col = i+shift, -wide-off
		case 1:
			row, col = i+shift, float64(s.cols)+off
		case 3:
			row = float64(s.rows) + off
		}
		x0, y0, x1, y1 := col+gap, (row+gap)*s.tall, col+wide-gap, (row+1-gap)*s.tall
		if border > 0 {
			s.round(x0, y0, x1, y1, radius, ink)
		}
		s.round(x0+border, y0+border, x1-border, y1-border, radius, fill)
		switch signs {
		case 0:
			s.put(strconv.Itoa(r.IntN(10)), row, col+(wide-1)/2, .5, .5, between(r, .3, .5), 0, font, ink, noInk)
		case 1:
			s.put(choose(r, beside), row, col+(wide-1)/2, .5, .5, .3, .05, font, ink, noInk)
		case 2:
			s.drawGlyph(&tileLook{font: font}, row, col+(wide-1)/2, 1+r.IntN(6), fill, ink)
		}
	}
}

// keys draws keys with digits anywhere in a part of the page.
func (s *scene) keys(z box) {
	font, fill := choose(s.rng, s.fonts), s.colour(between(s.rng, 0, 255))
	ink := s.inkOn(fill)
	w, h := between(s.rng, .6, 2), between(s.rng, .5, 1.2)
	x0, y0 := between(s.rng, z.min.X, z.max.X), between(s.rng, z.min.Y, z.max.Y)
	for i := range 12 {
		x, y := x0+1.1*w*float64(i%3), y0+1.15*h*float64(i/3)
		if x+w > z.max.X || y+h > z.max.Y {
			continue
		}
		s.round(x, y, x+w, y+h, .2*h, fill)
		s.write(font, .5*h, x+w/2, y+h/2, strconv.Itoa(i), ink, Place{Side: Beside})
	}
}

// fields draws the empty fields and boxes of a form.
func (s *scene) fields(z box) {
	fill, line := choose(s.rng, []color.RGBA{grey(255), s.paper, s.colour(between(s.rng, 0, 255))}), s.colour(s.against(lightOf(s.paper), 40))
	y := between(s.rng, z.min.Y, z.max.Y)
	t := s.rule(2)
	for range 1 + s.rng.IntN(4) {
		w, h := between(s.rng, .5, 6), between(s.rng, .5, 1)
		x := between(s.rng, z.min.X, z.max.X)
		if x+w < z.max.X && y+h < z.max.Y {
			s.rect(x, y, x+w, y+h, line)
			s.rect(x+t, y+t, x+w-t, y+h-t, fill)
		}
		y += h * between(s.rng, 1.1, 2)
	}
}

// bar draws a bar of one colour beside the board, as the heads of pages are.
func (s *scene) bar(side int) {
	w, h := float64(s.cols), float64(s.rows)*s.tall
	off, far := between(s.rng, .02, 2), between(s.rng, 1, around)
	fill := s.colour(between(s.rng, 0, 255))
	switch side {
	case 0:
		s.rect(-off-far, -around, -off, h+around, fill)
	case 1:
		s.rect(w+off, -around, w+off+far, h+around, fill)
	case 2:
		s.rect(-around, -off-far, w+around, -off, fill)
	case 3:
		s.rect(-around, h+off, w+around, h+off+far, fill)
	}
}
