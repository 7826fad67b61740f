package synth

import (
	"image/color"
	"strconv"
)

// A cluesLook holds the traits of a nonogram.
type cluesLook struct {
	body, full, line, ink color.RGBA
	band, zebra           color.RGBA
	colours               []color.RGBA // of a nonogram in colours; else one
	font                  *Font
	thin, thick, frame    float64
	every                 int
	style                 Band
	slot, size            float64
	far                   bool // clues stand at the right and below
	inset, radius         float64
	mark                  int // the sign for an empty cell
	fade, boxes, guides   bool
	shift                 float64 // by how much numbers stand off the middle of their line
	tile, corner          float64 // half the gap between cells that have borders of their own, 0 for none; their radius
	reach                 bool    // the frame goes on beside the clues
	cursor                color.RGBA
	faint                 float64 // share of the lines that are done, with fainter numbers
	pale                  float64 // how much fainter
	notes                 noteLook
}

// nonogram draws a nonogram.
func (s *scene) nonogram() {
	s.size(choose(s.rng, []int{5, 5, 10, 3 + s.rng.IntN(13)}), choose(s.rng, []int{5, 5, 10, 3 + s.rng.IntN(13)}))
	l := s.cluesLook()
	s.surround(l.body, l.full)
	picture := make([]int, s.rows*s.cols) // 0 empty, else a colour's number from 1
	share := between(s.rng, .3, .75)
	for i := range picture {
		if chance(s.rng, share) {
			picture[i] = 1 + s.rng.IntN(len(l.colours))
		}
	}
	lines := [2][][]int{s.runs(picture, s.rows, s.cols, s.cols, 1), s.runs(picture, s.cols, s.rows, 1, s.cols)}
	if len(l.colours) == 1 {
		s.board = &Board{Kind: Nonogram, Rows: s.rows, Cols: s.cols, RowClues: lengths(lines[0]), ColClues: lengths(lines[1])}
	}
	s.body(l)
	deep := [2]float64{1, 1}
	for side, clues := range lines {
		for _, clue := range clues {
			deep[side] = max(deep[side], float64(len(clue))*l.slot)
		}
	}
	if !l.far {
		s.names(deep)
	}
	for side, clues := range lines {
		s.clues(l, side, clues)
	}
	s.play(l, picture)
	if l.tile == 0 || l.every > 0 {
		s.lines(s.rows, s.cols, l.thin, l.thick, l.frame, l.every, l.line)
	}
	if l.cursor.A != 0 {
		s.frame(float64(s.rng.IntN(s.rows+1)-1), float64(s.rng.IntN(s.cols+1)-1), sometimes(s.rng, .5, .02, .1), .08, l.cursor)
	}
}

// body draws the ground of the cells: one colour, or cells with borders of their own on a pad.
func (s *scene) body(l *cluesLook) {
	w, h := float64(s.cols), float64(s.rows)*s.tall
	if l.tile == 0 {
		s.rect(0, 0, w, h, l.body)
	} else {
		pad := between(s.rng, 0, .15)
		s.round(-pad, -pad, w+pad, h+pad, l.corner, mix(l.line, l.body, s.rng.Float64()))
		for i := range s.rows * s.cols {
			r, c := float64(i/s.cols), float64(i%s.cols)
			s.fillCell(r, c, l.tile, l.corner, l.line)
			s.fillCell(r, c, l.tile+l.thin, l.corner, l.body)
		}
	}
	if t := l.frame; l.reach {
		far := between(s.rng, 1, around)
		s.rect(-t/2, -far, t/2, h, l.line)
		s.rect(w-t/2, -far, w+t/2, h, l.line)
		s.rect(-far, -t/2, w, t/2, l.line)
		s.rect(-far, h-t/2, w, h+t/2, l.line)
	}
}

// runs returns the runs of equal colours in n lines of a picture, as 100 × colour + length.
func (s *scene) runs(picture []int, n, long, across, along int) [][]int {
	all := make([][]int, n)
	for i := range all {
		last := 0
		for j := range long {
			v := picture[i*across+j*along]
			switch {
			case v == 0:
			case v == last:
				all[i][len(all[i])-1]++
			default:
				all[i] = append(all[i], 100*v+1)
			}
			last = v
		}
	}
	return all
}

// lengths returns runs without their colour.
func lengths(lines [][]int) [][]int {
	all := make([][]int, len(lines))
	for i, line := range lines {
		for _, run := range line {
			all[i] = append(all[i], run%100)
		}
	}
	return all
}

// cluesLook draws the traits of a nonogram.
func (s *scene) cluesLook() *cluesLook {
	r := s.rng
	l := &cluesLook{far: chance(r, .06), fade: chance(r, .1), boxes: chance(r, .5), guides: chance(r, .4), font: choose(r, s.fonts)}
	body := choose(r, []float64{255, between(r, 200, 255), between(r, 0, 255), between(r, 0, 60)})
	l.body = s.colour(body)
	l.full = s.colour(s.against(body, choose(r, []float64{60, 120, 180})))
	s.paper = choose(r, []color.RGBA{l.body, l.body, grey(255), s.colour(between(r, 0, 255)), s.colour(choose(r, []float64{between(r, 0, 40), between(r, 220, 255)}))})
	l.line = choose(r, []color.RGBA{grey(0), l.full, s.colour(s.against(body, 30)), mix(l.body, l.full, between(r, .1, .9)), s.paper})
	l.band = choose(r, []color.RGBA{{}, {}, l.body, s.colour(between(r, 0, 255)), mix(s.paper, s.tint(between(r, 0, 255), .7), .2)})
	ground := l.band
	if ground.A == 0 {
		ground = s.paper
	}
	if chance(r, .25) {
		l.zebra = mix(ground, s.colour(s.against(lightOf(ground), 60)), between(r, .05, .3))
	}
	l.ink = s.inkOn(ground)
	l.colours = []color.RGBA{l.full}
	if chance(r, .3) {
		for range 1 + r.IntN(4) {
			l.colours = append(l.colours, s.tint(s.against(body, 30), between(r, .5, 1)))
		}
	}
	l.thin = s.rule(3)
	l.thick, l.frame = l.thin, l.thin
	if chance(r, .55) {
		l.every = choose(r, []int{5, 5, 5, 10, 3, 4})
		l.thick = l.thin * between(r, 1.5, 3)
	}
	if chance(r, .5) {
		l.frame = l.thin * between(r, 1.5, 4)
	}
	if chance(r, .1) { // gaps instead of lines
		l.thin, l.line = between(r, .02, .15), s.paper
		l.thick, l.frame = l.thin, l.thin
	}
	if chance(r, .15) {
		l.tile, l.corner = between(r, .005, .06), sometimes(r, .5, .03, .25)
	}
	l.reach = chance(r, .1)
	if chance(r, .1) {
		l.cursor = s.tint(s.against(body, 40), between(r, .3, 1))
	}
	l.style = Band(pick(r, []float64{.3, .3, .15, .25}))
	l.slot = 1
	if chance(r, .4) {
		l.slot = between(r, .5, 1.1)
	}
	l.size = between(r, .3, .7) * min(l.slot, 1)
	if chance(r, .25) {
		l.shift = between(r, -.2, .2)
	}
	l.inset, l.radius = sometimes(r, .5, 0, .2), sometimes(r, .3, 0, .5)
	l.mark = pick(r, []float64{.2, .3, .2, .1, .1, .1})
	l.faint, l.pale = sometimes(r, .7, .1, 1), between(r, .2, .7)
	l.notes = s.noteLook()
	return l
}

// clues draws the numbers of all lines of a side (0: of rows, 1: of columns), and what they stand on.
func (s *scene) clues(l *cluesLook, side int, clues [][]int) {
	deep := 1.
	for _, clue := range clues {
		deep = max(deep, float64(len(clue))*l.slot)
	}
	long := [2]float64{float64(s.cols), float64(s.rows)}[side]
	for i, clue := range clues {
		s.band(l, side, i, deep, long)
		strong := l.ink
		if chance(s.rng, l.faint) {
			l.ink = mix(l.ink, choose(s.rng, []color.RGBA{s.paper, l.band}), l.pale)
		}
		for k, v := range clue {
			d := (float64(len(clue)-1-k) + .5) * l.slot // from the body to the middle of the number
			at := -d
			if l.far {
				at = long + d
			}
			s.clue(l, side, i, at, v)
		}
		if len(clue) == 0 && chance(s.rng, .6) {
			at := -.5 * l.slot
			if l.far {
				at = long + .5*l.slot
			}
			s.clue(l, side, i, at, 0)
		}
		l.ink = strong
		for k := range around { // what the cells beside the body are
			at := -1 - k
			if l.far {
				at = int(long) + k
			}
			r, c := i, at
			if side == 1 {
				r, c = at, i
			}
			if float64(k)+.5 < deep {
				s.class[s.at(r, c)] = ClueCell
			}
		}
	}
	for r := range around { // the corner
		for c := range around {
			if l.far {
				s.class[s.at(s.rows+r, s.cols+c)] = Unknown
			} else {
				s.class[s.at(-1-r, -1-c)] = Unknown
			}
		}
	}
}

// strip returns a rectangle beside line i of a side, from `from` to `to` cells along it.
func (s *scene) strip(side, i int, from, to, edge float64) (x0, y0, x1, y1 float64) {
	if from > to {
		from, to = to, from
	}
	if side == 0 {
		return from, (float64(i) + edge) * s.tall, to, (float64(i) + 1 - edge) * s.tall
	}
	return float64(i) + edge, from * s.tall, float64(i) + 1 - edge, to * s.tall
}

// band draws what the numbers of a line stand on.
func (s *scene) band(l *cluesLook, side, i int, deep, long float64) {
	fill := l.band
	if i%2 == 1 && l.zebra.A != 0 {
		fill = l.zebra
	}
	from, to := -deep, 0.
	if l.far {
		from, to = long+deep, long
	}
	switch l.style {
	case Pills:
		x0, y0, x1, y1 := s.strip(side, i, from, to, .04)
		if fill.A != 0 {
			s.round(x0, y0, x1, y1, .25, fill)
		}
		return
	case Tiles:
		return
	}
	x0, y0, x1, y1 := s.strip(side, i, from, to, 0)
	s.rect(x0, y0, x1, y1, fill)
	t := l.thin / 2
	if l.style == Boxed {
		for d := 0.; d <= deep+.01; d += l.slot {
			at := to + d*(from-to)/deep
			x0, y0, x1, y1 := s.strip(side, i, at-t, at+t, 0)
			s.rect(x0, y0, x1, y1, l.line)
		}
	}
	if l.style == Boxed || l.guides {
		w := l.thin
		if l.every > 0 && i%l.every == 0 {
			w = l.thick
		}
		if side == 0 {
			s.rect(x0, y0-w/2, x1, y0+w/2, l.line)
			s.rect(x0, y1-t, x1, y1+t, l.line)
		} else {
			s.rect(x0-w/2, y0, x0+w/2, y1, l.line)
			s.rect(x1-t, y0, x1+t, y1, l.line)
		}
	}
}

// clue draws a number of line i of a side, in the box of its colour if the nonogram has colours.
func (s *scene) clue(l *cluesLook, side, i int, at float64, run int) {
	colour, n := run/100-1, run%100
	r, c := float64(i)+l.shift, at-.5
	if side == 1 {
		r, c = at-.5, float64(i)+l.shift
	}
	ink, gap := l.ink, (1-min(l.slot, 1))/2
	if l.style == Tiles {
		fill := l.band
		if fill.A == 0 {
			fill = l.body
		}
		s.fillCell(r, c, gap+.05, l.radius*.5, fill)
		ink = s.inkOn(fill)
	}
	if colour >= 0 && len(l.colours) > 1 {
		if ink = l.colours[colour]; l.boxes {
			s.fillCell(r, c, gap+.04, l.radius*.5, ink)
			ink = grey(uint8(s.against(lightOf(ink), 100)))
		}
	}
	s.put(strconv.Itoa(n), r, c, .5, .5, l.size, gap, l.font, ink, ownInk)
	if chance(s.rng, .05) { // struck out
		m := .3 * min(l.slot, 1)
		s.line(c+.5-m, (r+.5+.1)*s.tall, c+.5+m, (r+.5-.1)*s.tall, .05, l.ink)
	}
}

// play draws the player's marks, on none, some or all cells.
func (s *scene) play(l *cluesLook, picture []int) {
	progress := choose(s.rng, []float64{0, 0, s.rng.Float64(), s.rng.Float64(), 1})
	for i, v := range picture {
		if !chance(s.rng, progress) {
			s.class[s.at(i/s.cols, i%s.cols)] = White
			continue
		}
		r, c, k := float64(i/s.cols), float64(i%s.cols), s.at(i/s.cols, i%s.cols)
		fresh := chance(s.rng, l.notes.fresh)
		if v == 0 {
			s.playEmpty(l, r, c, k, fresh)
			continue
		}
		s.class[k] = Full
		fill := l.colours[v-1]
		if fresh {
			fill = l.notes.tint
		}
		s.fillCell(r, c, max(l.inset, l.tile), l.radius, fill)
		if l.fade && l.radius == 0 {
			s.fade(r, c, l.inset, fill, mix(fill, l.body, .3), false)
		}
		s.note(&l.notes, r, c, fill)
	}
}

// playEmpty draws a cell that the player has marked as empty; fresh gives it a pale ground of its own.
func (s *scene) playEmpty(l *cluesLook, r, c float64, k int, fresh bool) {
	s.class[k] = White
	ground := l.body
	if fresh {
		s.class[k], ground = Marked, mix(l.notes.tint, l.body, .6)
		s.fillCell(r, c, 0, 0, ground)
	} else if l.mark > 0 {
		s.class[k] = Marked
		s.markEmpty(l, r, c)
	}
	s.note(&l.notes, r, c, ground)
}

// markEmpty draws the sign for an empty cell: a cross, a dot, a small square, a letter, or a ground.
func (s *scene) markEmpty(l *cluesLook, r, c float64) {
	x, y := c+.5, (r+.5)*s.tall
	ink := mix(l.full, l.body, .3)
	switch l.mark {
	case 1:
		s.line(x-.25, y-.25, x+.25, y+.25, .08, ink)
		s.line(x-.25, y+.25, x+.25, y-.25, .08, ink)
	case 2:
		s.disc(x, y, .1, ink)
	case 3:
		s.rect(x-.12, y-.12, x+.12, y+.12, ink)
	case 4:
		s.put("x", r, c, .5, .5, .4, 0, l.font, ink, noInk)
	case 5:
		s.fillCell(r, c, 0, 0, mix(l.body, l.full, .15))
		s.disc(x, y, .06, ink)
	}
}
