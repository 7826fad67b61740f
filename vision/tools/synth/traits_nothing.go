package synth

import (
	"image/color"
	"strconv"
)

// nothing draws a grid that is no puzzle of ours: a crossword, a table, a keypad, a game of tiles with
// numbers, or a board on which the lattice lies wrongly.
func (s *scene) nothing() {
	which := pick(s.rng, []float64{.25, .2, .2, .2, .15})
	if which == 4 {
		s.misplaced()
		return
	}
	s.size(3+s.rng.IntN(10), 3+s.rng.IntN(10))
	light := choose(s.rng, []float64{255, between(s.rng, 0, 255)})
	ground := s.colour(light)
	dark := s.colour(s.against(light, 60))
	s.paper = choose(s.rng, []color.RGBA{ground, grey(255), s.colour(between(s.rng, 0, 255))})
	s.surround(ground, dark)
	font, ink := choose(s.rng, s.fonts), s.inkOn(ground)
	size, gap, radius := between(s.rng, .2, .55), sometimes(s.rng, .5, 0, .12), sometimes(s.rng, .4, 0, .3)
	blocks := between(s.rng, .1, .4)
	for i := range s.rows * s.cols {
		r, c := float64(i/s.cols), float64(i%s.cols)
		switch which {
		case 0: // a crossword
			if chance(s.rng, blocks) {
				s.fillCell(r, c, gap, 0, dark)
				continue
			}
			s.fillCell(r, c, gap, 0, ground)
			if chance(s.rng, .3) {
				s.put(strconv.Itoa(1+s.rng.IntN(40)), r, c, .08, .08, .2, gap, font, ink, noInk)
			}
			if chance(s.rng, .3) {
				s.put(string(rune('A'+s.rng.IntN(26))), r, c, .5, .6, size, gap, font, ink, noInk)
			}
		case 1: // a table
			s.fillCell(r, c, 0, 0, ground)
			if chance(s.rng, .8) {
				s.put(choose(s.rng, beside), r, c, .5, .5, size*.6, 0, font, ink, noInk)
			}
		case 2: // keys
			s.fillCell(r, c, gap, radius, ground)
			s.put(choose(s.rng, []string{strconv.Itoa(s.rng.IntN(10)), choose(s.rng, beside), string(rune('A' + s.rng.IntN(26)))}), r, c, .5, .5, size, gap, font, ink, noInk)
		case 3: // tiles with numbers, in many colours
			fill := s.colour(between(s.rng, 0, 255))
			s.fillCell(r, c, gap, radius, fill)
			if chance(s.rng, .6) {
				s.put(strconv.Itoa(1<<s.rng.IntN(11)), r, c, .5, .5, size, gap, font, s.inkOn(fill), noInk)
			}
		}
	}
	if thin := s.rule(3); gap == 0 || chance(s.rng, .3) {
		s.lines(s.rows, s.cols, thin, thin, thin, 0, dark)
	}
}

// misplaced draws a board whose cells are not those of the lattice: it stretches all that was drawn, or
// moves it by a part of a cell.
func (s *scene) misplaced() {
	[]func(){s.kakuro, s.nonogram, s.tiles}[s.rng.IntN(3)]()
	scale := choose(s.rng, []float64{.5, 2, 1.5, 2. / 3, 1})
	dx, dy := 0., 0.
	if scale == 1 {
		dx, dy = between(s.rng, .3, .7), between(s.rng, 0, .7)
	}
	for i := range s.shapes {
		sh := &s.shapes[i]
		for k, p := range sh.points {
			sh.points[k] = Point{p.X*scale + dx, p.Y*scale + dy}
		}
		sh.middle = Point{sh.middle.X*scale + dx, sh.middle.Y*scale + dy}
		sh.height *= scale
	}
	for i := range s.class {
		s.class[i], s.sums[i], s.lit[i] = Unknown, 0, 0
	}
	s.kind, s.inks = NoBoard, nil
}
