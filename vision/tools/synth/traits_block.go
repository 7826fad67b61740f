package synth

import (
	"image/color"
	"strconv"
)

// block draws a block with its sums, 0 for none.
func (s *scene) block(l *sumsLook, row, col, down, across int) {
	r, c, k := float64(row), float64(col), s.at(row, col)
	has := down+across > 0
	s.class[k] = Block
	fill := l.block
	if has {
		s.class[k] = SumBlock
		fill = l.summed
	}
	if down > 0 {
		s.sums[k] |= 1
	}
	if across > 0 {
		s.sums[k] |= 2
	}
	if l.bare && !has { // the page: nobody can tell it from what is outside
		s.class[k] = Unknown
		return
	}
	s.ground(l, r, c, fill, l.disc && chance(s.rng, .5))
	if l.fade > 0 {
		s.fade(r, c, l.gap, fill, mix(fill, grey(uint8(255*s.rng.IntN(2))), l.fade), false)
	}
	if x0, y0, x1, y1 := s.cell(r, c, l.gap); l.half.A != 0 && (has || l.slashes == 3) {
		if l.anti {
			s.polygon(l.half, Point{x0, y0}, Point{x1, y0}, Point{x0, y1})
		} else {
			s.polygon(l.half, Point{x0, y0}, Point{x1, y1}, Point{x0, y1})
		}
	}
	if h := l.hatch; h != nil {
		switch {
		case h.on == 2, h.on == 0 && !has, h.on == 1 && has, h.on == 3 && !has:
			s.hatchCell(h, r, c, l.gap, 0)
		case h.on == 3 && across == 0:
			s.hatchCell(h, r, c, l.gap, 1)
		case h.on == 3 && down == 0:
			s.hatchCell(h, r, c, l.gap, -1)
		}
	}
	s.drawSlash(l, r, c, has, down > 0 && across > 0)
	if has {
		s.drawSums(l, r, c, down, across)
	}
}

// drawSlash draws the diagonal of a block, if blocks of its kind have one: 0 none, 1 with sums, 2 with
// two sums, 3 all, 4 those without sums and with two.
func (s *scene) drawSlash(l *sumsLook, r, c float64, has, both bool) {
	if !(l.slashes == 1 && has || l.slashes == 2 && both || l.slashes == 3 || l.slashes == 4 && (both || !has)) {
		return
	}
	q := l.slashCut
	x0, y0, x1, y1 := s.cell(r, c, l.gap)
	if l.anti {
		s.line(x1-q, y0+q*s.tall, x0+q, y1-q*s.tall, max(l.slashRule, s.pixel), l.slash)
		return
	}
	s.line(x0+q, y0+q*s.tall, x1-q, y1-q*s.tall, max(l.slashRule, s.pixel), l.slash)
}

// drawSums writes the sums of a block.
func (s *scene) drawSums(l *sumsLook, r, c float64, down, across int) {
	d, a := strconv.Itoa(down), strconv.Itoa(across)
	if l.arrows {
		d, a = d+"↓", a+"→"
	}
	gap := l.gap + l.rule/2 + s.pixel
	p := l.places
	switch {
	case p.text != "":
		size := min(l.size, .24)
		s.put(p.text, r, c, .5, .5, size, gap, l.font, l.ink, noInk)
		if down > 0 {
			s.put(d, r, c, .04, .5, size, gap, l.font, l.ink, downInk)
		}
		if across > 0 {
			s.put(a, r, c, .96, .5, size, gap, l.font, l.ink, rightInk)
		}
	case p.middle && across == 0:
		s.put(d, r, c, .5, .5, l.size*1.1, gap, l.font, l.ink, downInk)
	case p.middle && down == 0:
		s.put(a, r, c, .5, .5, l.size*1.1, gap, l.font, l.ink2, rightInk)
	default:
		if down > 0 {
			s.put(d, r, c, p.down.X, p.down.Y, l.size, gap, l.font, l.ink, downInk)
		}
		if across > 0 {
			s.put(a, r, c, p.right.X, p.right.Y, l.size, gap, l.font, l.ink2, rightInk)
		}
	}
}

// hatchCell draws a pattern over a cell: all of it (half 0), or above (1) or below (-1) its diagonal.
func (s *scene) hatchCell(h *hatching, r, c, gap float64, half int) {
	x0, y0, x1, y1 := s.cell(r, c, gap)
	w, high := x1-x0, y1-y0
	line := func(ax, ay, bx, by float64) { // in shares of the cell, clipped at its diagonal
		side := func(x, y float64) float64 { return float64(half) * (x - y) }
		if p, q := side(ax, ay), side(bx, by); half != 0 && (p < 0 || q < 0) {
			if p <= 0 && q <= 0 {
				return
			}
			t := p / (p - q)
			mx, my := ax+(bx-ax)*t, ay+(by-ay)*t
			if p < 0 {
				ax, ay = mx, my
			} else {
				bx, by = mx, my
			}
		}
		s.line(x0+ax*w, y0+ay*high, x0+bx*w, y0+by*high, max(h.thick, .7*s.pixel), h.ink)
	}
	for d := h.step / 2; d < 2; d += h.step {
		u, v := max(0, d-1), min(1, d)
		if h.way == 0 || h.way == 2 {
			line(u, d-u, v, d-v)
		}
		if h.way == 1 || h.way == 2 {
			line(1-u, d-u, 1-v, d-v)
		}
		if h.way == 4 && d < 1 {
			line(0, d, 1, d)
		}
	}
	for x := h.step / 2; h.way == 3 && x < 1; x += h.step {
		for y := h.step / 2; y < 1; y += h.step {
			if float64(half)*(x-y) >= 0 {
				s.disc(x0+x*w, y0+y*high, h.thick, h.ink)
			}
		}
	}
}

// sumLines draws the lines between the cells of a Kakuro.
func (s *scene) sumLines(l *sumsLook) {
	if l.rule == 0 {
		return
	}
	drawn := func(r, c int) bool { // the cell has lines around it
		if r < 0 || c < 0 || r >= s.rows || c >= s.cols {
			return false
		}
		return s.board.Sums[r*s.cols+c].White || !l.onlyWhite && (!l.bare || s.sums[s.at(r, c)] > 0)
	}
	t := l.rule / 2
	for r := range s.rows + 1 {
		for c := range s.cols {
			if drawn(r-1, c) || drawn(r, c) {
				s.rect(float64(c)-t, float64(r)*s.tall-t, float64(c+1)+t, float64(r)*s.tall+t, l.line)
			}
		}
	}
	for r := range s.rows {
		for c := range s.cols + 1 {
			if drawn(r, c-1) || drawn(r, c) {
				s.rect(float64(c)-t, float64(r)*s.tall-t, float64(c)+t, float64(r+1)*s.tall+t, l.line)
			}
		}
	}
}

// lines draws all lines of a grid, with each every-th one thick, in the given colour.
func (s *scene) lines(rows, cols int, thin, thick, frame float64, every int, ink color.RGBA) {
	wide := func(i, n int) float64 {
		switch {
		case i == 0 || i == n:
			return frame
		case every > 0 && i%every == 0:
			return thick
		}
		return thin
	}
	w, h := float64(cols), float64(rows)*s.tall
	for r := range rows + 1 {
		if t := wide(r, rows) / 2; t > 0 {
			s.rect(-t, float64(r)*s.tall-t, w+t, float64(r)*s.tall+t, ink)
		}
	}
	for c := range cols + 1 {
		if t := wide(c, cols) / 2; t > 0 {
			s.rect(float64(c)-t, -t, float64(c)+t, h+t, ink)
		}
	}
}
