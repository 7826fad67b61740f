package synth

import (
	"image/color"
	"math"
	"strconv"
)

// A tileLook holds the traits of lamps or cards.
type tileLook struct {
	on, off, board, line, edge color.RGBA
	gap, radius, rule, border  float64
	less                       [2]float64 // by how much unlit and lit tiles are smaller than their gap leaves
	glow, shade, bevel, level  bool       // level: the shade runs from left to right
	glyph                      [2]int     // the sign on unlit and lit tiles: see drawGlyph
	sign                       [2]color.RGBA
	font                       *Font
}

// tiles draws lamps or cards.
func (s *scene) tiles() {
	rows, cols := 2+s.rng.IntN(8), 2+s.rng.IntN(8)
	if chance(s.rng, .6) {
		rows = cols
	}
	if chance(s.rng, .12) { // cards
		rows, cols, s.tall = 1, 3+s.rng.IntN(11), between(s.rng, 1, 1.8)
	}
	s.size(rows, cols)
	l := s.tileLook()
	s.surround(l.on, l.off)
	notes := s.noteLook()
	s.names([2]float64{.05, .05})
	w, h := float64(cols), float64(rows)*s.tall
	if chance(s.rng, .6) {
		pad := choose(s.rng, []float64{0, l.gap, between(s.rng, 0, .4)})
		s.round(-pad, -pad, w+pad, h+pad, sometimes(s.rng, .4, 0, .4), l.board)
	}
	share := choose(s.rng, []float64{0, 1, between(s.rng, .05, .95), between(s.rng, .2, .8), between(s.rng, .2, .8), between(s.rng, .2, .8)})
	pointer := -1
	if chance(s.rng, .12) {
		pointer = s.rng.IntN(rows * cols)
	}
	for i := range rows * cols {
		k := s.at(i/cols, i%cols)
		s.class[k] = Tile
		if chance(s.rng, share) {
			s.lit[k] = 1
		}
		s.tile(l, float64(i/cols), float64(i%cols), s.lit[k] == 1, i == pointer)
		s.note(&notes, float64(i/cols), float64(i%cols), l.board)
	}
	s.board = &Board{Kind: LightsOut, Rows: rows, Cols: cols}
	for i := range rows * cols {
		s.board.Lit = append(s.board.Lit, s.lit[s.at(i/cols, i%cols)] == 1)
	}
	if l.rule > 0 {
		s.lines(rows, cols, l.rule, l.rule, l.rule*float64(1+s.rng.IntN(3)), 0, l.line)
	}
}

// tileLook draws the traits of lamps or cards.
func (s *scene) tileLook() *tileLook {
	r := s.rng
	l := &tileLook{glow: chance(r, .12), shade: chance(r, .22), bevel: chance(r, .12), font: choose(r, s.fonts)}
	off := choose(r, []float64{between(r, 0, 70), between(r, 0, 255), 255, 255})
	on := s.against(off, choose(r, []float64{15, 40, 90}))
	if chance(r, .65) && on < off {
		on, off = off, on
	}
	dim := chance(r, .15) // unlit tiles hardly stand out from a dark board
	if dim {
		off = between(r, 0, 45)
		on = off + between(r, 40, 180)
	}
	l.off, l.on = s.colour(off), s.colour(on)
	if chance(r, .5) {
		l.on = s.tint(on, between(r, .3, 1))
	}
	s.paper = choose(r, []color.RGBA{l.off, l.on, grey(255), grey(0), s.colour(between(r, 0, 255)), s.colour(choose(r, []float64{between(r, 0, 40), between(r, 220, 255)}))})
	l.board = choose(r, []color.RGBA{s.paper, s.colour(between(r, 0, 255)), grey(0), mix(s.paper, l.off, between(r, .1, .6))})
	l.line = choose(r, []color.RGBA{s.paper, grey(0), s.colour(between(r, 0, 255)), mix(l.off, l.on, .5)})
	l.edge = s.colour(s.against(off, 40))
	if dim {
		l.board, l.edge = grey(uint8(between(r, 0, 20))), grey(uint8(off+between(r, 8, 40)))
		s.paper = l.board
	}
	l.gap, l.radius = sometimes(r, .65, .01, .16), sometimes(r, .5, .02, .5)
	l.level = chance(r, .4)
	if chance(r, .15) {
		l.less[r.IntN(2)] = between(r, .02, .08)
	}
	if chance(r, .08) {
		l.radius = .5
	}
	if l.gap == 0 || chance(r, .2) {
		l.rule = s.rule(4)
	}
	if chance(r, .3) || lightOf(l.off) == lightOf(l.board) && l.rule == 0 {
		l.border = s.rule(3)
	}
	if chance(r, .35) { // a sign on lit tiles, on unlit ones, or on both
		l.glyph = [2]int{r.IntN(8), r.IntN(8)}
		if chance(r, .4) {
			l.glyph[1] = l.glyph[0]
		}
		l.sign = [2]color.RGBA{mix(l.off, s.inkOn(l.off), between(r, .3, 1)), mix(l.on, s.inkOn(l.on), between(r, .3, 1))}
		if l.glyph[0] != l.glyph[1] && chance(r, .2) {
			l.on = l.off
			l.sign[1] = l.sign[0]
		}
	}
	return l
}

// tile draws a lamp or a card.
func (s *scene) tile(l *tileLook, r, c float64, lit, pointed bool) {
	fill, n := l.off, 0
	if lit {
		fill, n = l.on, 1
	}
	if pointed {
		fill = mix(fill, s.tint(between(s.rng, 0, 255), .8), .35)
	}
	gap := l.gap + l.less[n]
	if l.border > 0 {
		s.fillCell(r, c, gap, l.radius, l.edge)
		s.fillCell(r, c, gap+l.border, l.radius-l.border, fill)
	} else {
		s.fillCell(r, c, gap, l.radius, fill)
	}
	if l.shade && l.radius < .06 {
		s.fade(r, c, gap+l.border+l.radius/3, mix(fill, grey(255), .2), mix(fill, grey(0), .25), l.level)
	}
	x0, y0, x1, y1 := s.cell(r, c, gap)
	if l.bevel && l.radius < .1 {
		s.rect(x0, y0, x1, y0+.07, mix(fill, grey(255), .4))
		s.rect(x0, y0, x0+.07, y1, mix(fill, grey(255), .4))
		s.rect(x0, y1-.07, x1, y1, mix(fill, grey(0), .4))
		s.rect(x1-.07, y0, x1, y1, mix(fill, grey(0), .4))
	}
	if lit && l.glow {
		for k := range 6 {
			t := float64(k+1) / 7
			s.disc((x0+x1)/2, (y0+y1)/2, (x1-x0)/2*(1-t*.8), mix(fill, grey(255), t*.7))
		}
	}
	s.drawGlyph(l, r, c, l.glyph[n], fill, l.sign[n])
}

// drawGlyph draws the sign on a tile, 0 for none.
func (s *scene) drawGlyph(l *tileLook, r, c float64, glyph int, fill, ink color.RGBA) {
	x, y := c+.5, (r+.5)*s.tall
	switch glyph {
	case 1:
		s.disc(x, y, .28, ink)
		s.disc(x, y, .2, fill)
	case 2:
		s.disc(x, y-.06, .18, ink)
		s.rect(x-.08, y+.1, x+.08, y+.24, ink)
	case 3:
		s.line(x-.2, y, x+.2, y, .07, ink)
		s.line(x, y-.2, x, y+.2, .07, ink)
	case 4:
		for k := range 5 {
			angle := float64(k) * 2 * math.Pi / 5
			s.disc(x+.18*math.Cos(angle), y+.25*math.Sin(angle), .06, ink)
		}
	case 5: // a small board
		for k := range 9 {
			if d := .13; k%2 == s.rng.IntN(2) || k == 4 {
				s.rect(x+d*float64(k%3)-1.5*d, y+d*float64(k/3)-1.5*d, x+d*float64(k%3)-.6*d, y+d*float64(k/3)-.6*d, ink)
			}
		}
	case 6:
		s.line(x-.25, y-.25, x+.25, y+.25, .08, ink)
		s.line(x-.25, y+.25, x+.25, y-.25, .08, ink)
	case 7:
		s.put(choose(s.rng, []string{"0", "1", "O", "X"}), r, c, .5, .5, .4, 0, l.font, ink, noInk)
	}
}

// sudoku draws a Sudoku.
func (s *scene) sudoku() {
	side := choose(s.rng, []int{9, 9, 9, 9, 6, 4})
	s.size(side, side)
	body := choose(s.rng, []float64{255, between(s.rng, 180, 255), between(s.rng, 0, 255)})
	ground := s.colour(body)
	s.paper = choose(s.rng, []color.RGBA{ground, grey(255), s.colour(between(s.rng, 0, 255))})
	s.surround(ground, ground)
	s.rect(0, 0, float64(side), float64(side)*s.tall, ground)
	ink, font := s.inkOn(ground), choose(s.rng, s.fonts)
	share, size := between(s.rng, .2, 1), between(s.rng, .35, .7)
	pencil := sometimes(s.rng, .2, .1, 1)
	own := s.inkOn(ground)
	for i := range side * side {
		r, c := float64(i/side), float64(i%side)
		k := s.at(i/side, i%side)
		s.class[k] = White
		switch {
		case chance(s.rng, share):
			s.class[k] = Written
			s.put(strconv.Itoa(1+s.rng.IntN(side)), r, c, .5, .5, size, 0, font, choose(s.rng, []color.RGBA{ink, ink, own}), ownInk)
		case chance(s.rng, pencil):
			s.class[k] = Written
			for _, n := range s.rng.Perm(9)[:1+s.rng.IntN(5)] {
				s.put(strconv.Itoa(n+1), r, c, .05+.45*float64(n%3), .05+.45*float64(n/3), .16, 0, font, own, ownInk)
			}
		}
	}
	thin := s.rule(3)
	thick := thin * between(s.rng, 1.5, 4)
	s.lines(side, side, thin, thick, thick, max(2, int(math.Sqrt(float64(side)))), s.colour(s.against(body, 40)))
}
