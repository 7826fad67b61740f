package synth

import (
	"image/color"
	"math"
	"strconv"
)

// A sumsLook holds the traits of a Kakuro.
type sumsLook struct {
	block, summed, white, between color.RGBA // grounds, and what shows in the gaps
	line, ink, ink2, digit, slash color.RGBA
	font, digitFont               *Font
	gap, radius, rule, size       float64
	disc, onlyWhite, bare         bool
	slashes                       uint8 // which blocks have a diagonal: see drawSlash
	slashRule, slashCut           float64
	anti                          bool // diagonals rise
	half                          color.RGBA
	hatch                         *hatching
	fade                          float64
	bevel, shadow, arrows, ghost  bool
	places                        sumPlaces
	filled, pencilled             float64 // shares of white cells
	pencil                        float64 // the height of pencil marks
	highlight                     bool
}

// A sumPlaces says where sums stand in their cells: shares of the free room.
type sumPlaces struct {
	down, right Point
	middle      bool // a lone sum stands in the middle
	text        string
}

// A hatching is a pattern on blocks.
type hatching struct {
	on          uint8 // 0 blocks without sums, 1 those with, 2 both, 3 the half without a sum
	way         int   // 0 rising, 1 falling, 2 both, 3 dots, 4 level
	ink         color.RGBA
	step, thick float64
}

// kakuro draws a Kakuro.
func (s *scene) kakuro() {
	if s.sound {
		s.board = newKakuro(s.rng, Style{})
		s.size(s.board.Rows, s.board.Cols)
	} else {
		s.anySums()
	}
	l := s.sumsLook()
	s.surround(l.white, l.block)
	s.names([2]float64{.05, .05})
	w, h := float64(s.cols), float64(s.rows)*s.tall
	if !l.bare && (l.gap > 0 || chance(s.rng, .3)) {
		pad := sometimes(s.rng, .5, 0, .25)
		s.round(-pad, -pad, w+pad, h+pad, sometimes(s.rng, .3, 0, .3), l.between)
	}
	for i, cell := range s.board.Sums {
		r, c := i/s.cols, i%s.cols
		if cell.White {
			s.whiteCell(l, r, c)
		} else {
			s.block(l, r, c, cell.Down, cell.Across)
		}
	}
	s.sumLines(l)
	if !l.bare && chance(s.rng, .25) {
		t := between(s.rng, 1, 4) * s.pixel
		s.outline(-t, -t, w+t, h+t, t, l.line)
	}
	if chance(s.rng, .15) { // a cursor
		s.frame(float64(s.rng.IntN(s.rows)), float64(s.rng.IntN(s.cols)), .02, between(s.rng, .02, .08), s.tint(between(s.rng, 0, 255), .8))
	}
}

// anySums makes a board with the sums of no solution: its layouts are more various than those of puzzles.
func (s *scene) anySums() {
	var white []bool
	for share := 0.; share < .22; {
		white, share = s.whites()
	}
	down, across := s.sumsOf(white)
	s.board = &Board{Kind: Kakuro, Rows: s.rows, Cols: s.cols}
	for i, w := range white {
		s.board.Sums = append(s.board.Sums, Sums{White: w, Down: down[i], Across: across[i]})
	}
}

// outline draws the outline of a rectangle.
func (s *scene) outline(x0, y0, x1, y1, thick float64, ink color.RGBA) {
	s.rect(x0, y0, x1, y0+thick, ink)
	s.rect(x0, y1-thick, x1, y1, ink)
	s.rect(x0, y0, x0+thick, y1, ink)
	s.rect(x1-thick, y0, x1, y1, ink)
}

// whites makes a random layout, and returns its white cells and their share.
func (s *scene) whites() ([]bool, float64) {
	h, w := 4+s.rng.IntN(10), 4+s.rng.IntN(10)
	s.size(h, w)
	blocks := between(s.rng, .05, .35)
	white := make([]bool, h*w)
	for i := range white {
		white[i] = i >= w && i%w > 0 && !chance(s.rng, blocks)
	}
	clear := func(p float64, out func(r, c int) bool) {
		if !chance(s.rng, p) {
			return
		}
		for i := range white {
			white[i] = white[i] && !out(i/w, i%w)
		}
	}
	clear(.1, func(r, _ int) bool { return r == h-1 })
	clear(.1, func(_, c int) bool { return c == w-1 })
	clear(.1, func(r, _ int) bool { return r == 1 })
	clear(.1, func(_, c int) bool { return c == 1 })
	is := func(r, c int) bool { return r >= 0 && c >= 0 && r < h && c < w && white[r*w+c] }
	if chance(s.rng, .85) { // no cell alone
		for range 6 {
			for i := range white {
				r, c := i/w, i%w
				if white[i] && (!is(r, c-1) && !is(r, c+1) || !is(r-1, c) && !is(r+1, c)) {
					white[i] = false
				}
			}
		}
	}
	n := 0
	for _, v := range white {
		if v {
			n++
		}
	}
	return white, float64(n) / float64(h*w)
}

// sumsOf makes the sums of a layout. In every third board some are missing, and in every eighth sums
// stand anywhere, so that a net has to look at the cell to know whether there is one.
func (s *scene) sumsOf(white []bool) (down, across []int) {
	down, across = make([]int, len(white)), make([]int, len(white))
	alone, lost, stray := chance(s.rng, .3), 0., 0.
	switch pick(s.rng, []float64{.6, .2, .08, .12}) {
	case 1:
		lost = .06
	case 2:
		lost = .5
	case 3:
		lost, stray = .4, .35
	}
	sum := func(i, step, room int) int {
		k := 0
		for k < room && white[i+(k+1)*step] {
			k++
		}
		if chance(s.rng, stray) || (k > 1 || k == 1 && alone) && !chance(s.rng, lost) {
			n := min(max(k, 1), 9) // different digits, from the least sum to the most
			least, most := n*(n+1)/2, n*(19-n)/2
			return least + s.rng.IntN(most-least+1)
		}
		return 0
	}
	for i, w := range white {
		if !w {
			across[i] = sum(i, 1, s.cols-1-i%s.cols)
			down[i] = sum(i, s.cols, s.rows-1-i/s.cols)
		}
	}
	return down, across
}

// sumsLook draws the traits of a Kakuro.
func (s *scene) sumsLook() *sumsLook {
	r := s.rng
	l := &sumsLook{onlyWhite: chance(r, .15), bare: chance(r, .12), bevel: chance(r, .1), shadow: chance(r, .1), arrows: chance(r, .04), ghost: chance(r, .04)}
	alike := s.grounds(l)
	l.font, l.digitFont = choose(r, s.fonts), choose(r, s.fonts)
	if chance(r, .5) {
		l.digitFont = l.font
	}
	l.gap = sometimes(r, .45, .005, .05)
	l.radius = sometimes(r, .4, .03, .3)
	l.disc = chance(r, .03)
	if l.gap == 0 || chance(r, .5) {
		l.rule = s.rule(4)
	}
	if l.gap == 0 && !alike && chance(r, .1) {
		l.rule = 0
	}
	l.slashes = uint8(pick(r, []float64{.22, .5, .12, .12, .04}))
	l.slashRule = choose(r, []float64{.012, .02, .03, .06, .1})
	l.slashCut = sometimes(r, .3, 0, .25)
	l.half = color.RGBA{}
	if chance(r, .12) {
		l.half = mix(l.summed, s.tint(between(r, 0, 255), .7), between(r, .15, .6))
	}
	if chance(r, .2) || alike && chance(r, .6) {
		l.hatch = &hatching{on: uint8(pick(r, []float64{.5, .15, .2, .15})), way: r.IntN(5), step: between(r, .06, .25), thick: between(r, .012, .05),
			ink: mix(l.block, choose(r, []color.RGBA{l.ink, grey(0), grey(255)}), between(r, .25, 1))}
	}
	l.fade = sometimes(r, .15, .05, .4)
	s.placeSums(l)
	l.filled = choose(r, []float64{0, 0, 0, r.Float64(), 1})
	l.pencilled = choose(r, []float64{0, 0, 0, .5 * r.Float64(), 1})
	l.pencil = between(r, .1, .2)
	l.highlight = chance(r, .2)
	return l
}

// grounds draws the colours of a Kakuro, and reports whether blocks look like white cells.
func (s *scene) grounds(l *sumsLook) (alike bool) {
	r := s.rng
	lb := choose(r, []float64{0, between(r, 0, 60), between(r, 0, 255)})
	lw := s.against(lb, choose(r, []float64{18, 60, 120, 120}))
	if chance(r, .12) {
		lb = between(r, 60, 255)
		lw = lb
	} else if chance(r, .8) && lw < lb {
		lb, lw = lw, lb
	}
	l.block, l.white = s.colour(lb), s.colour(lw)
	switch pick(r, []float64{.5, .25, .1, .15}) {
	case 0:
		l.summed = l.block
	case 1:
		l.summed = s.colour(s.against(lw, 20))
	case 2:
		l.summed = s.colour(between(r, 0, 255))
	case 3:
		l.summed = l.white
	}
	if lb == lw {
		l.block = l.white
	}
	alike = math.Abs(lightOf(l.block)-lightOf(l.white)) < 25
	s.paper = choose(r, []color.RGBA{l.white, l.white, l.block, grey(255), s.colour(between(r, 0, 255)), s.colour(choose(r, []float64{between(r, 0, 40), between(r, 220, 255)}))})
	l.between = choose(r, []color.RGBA{s.paper, s.colour(between(r, 0, 255)), l.block})
	l.line = choose(r, []color.RGBA{grey(0), s.colour(between(r, 0, 255)), mix(l.block, l.white, .5), mix(l.block, l.white, r.Float64()), mix(l.white, l.block, between(r, .08, .3))})
	l.ink = s.inkOn(l.summed)
	l.ink2 = l.ink
	if chance(r, .2) {
		l.ink2 = s.inkOn(l.summed)
	}
	l.digit = s.inkOn(l.white)
	l.slash = choose(r, []color.RGBA{l.ink, l.line, mix(l.summed, l.ink, between(r, .1, .6)), l.white})
	return alike
}

// placeSums draws where sums stand: in the usual corners, in any two corners, in the middles of sides, one
// above the other, as one text, or in the middle of the cell.
func (s *scene) placeSums(l *sumsLook) {
	r := s.rng
	e := between(r, 0, .12)
	l.size = between(r, .13, .36)
	p := &l.places
	p.down, p.right = Point{e, 1 - e}, Point{1 - e, e}
	corners := []Point{{e, e}, {1 - e, e}, {e, 1 - e}, {1 - e, 1 - e}}
	switch pick(r, []float64{.42, .1, .22, .14, .06, .06}) {
	case 1:
		p.down.X, p.right.Y = between(r, .25, .5), between(r, .25, .5)
	case 2:
		i := r.IntN(4)
		j := (i + 1 + r.IntN(3)) % 4
		if chance(r, .4) {
			i, j = 1, 2
		}
		p.down, p.right = corners[i], corners[j]
		l.anti = p.down.X == p.down.Y && p.right.X == p.right.Y
		if (p.down.X == p.right.X || p.down.Y == p.right.Y) && chance(r, .7) {
			l.slashes = 0
		}
	case 3:
		p.middle = true
		if chance(r, .5) {
			l.slashes = 2
		}
	case 4:
		p.down, p.right = Point{.5, e}, Point{.5, 1 - e}
		if chance(r, .5) {
			p.down, p.right = p.right, p.down
		}
		l.slashes = uint8(pick(r, []float64{.8, .2}))
	case 5:
		p.text = choose(r, []string{`\`, `\`, "/", "|"})
		l.slashes = uint8(pick(r, []float64{.8, .2}))
	}
}

// whiteCell draws a white cell, and what its player wrote there.
func (s *scene) whiteCell(l *sumsLook, row, col int) {
	r, c, k := float64(row), float64(col), s.at(row, col)
	fill := l.white
	if l.highlight && chance(s.rng, .15) {
		fill = mix(fill, s.tint(between(s.rng, 0, 255), .7), between(s.rng, .1, .5))
	}
	s.ground(l, r, c, fill, l.disc)
	if l.bevel {
		x0, y0, x1, y1 := s.cell(r, c, l.gap)
		s.rect(x0, y0, x1, y0+.04, mix(fill, grey(255), .5))
		s.rect(x0, y1-.04, x1, y1, mix(fill, grey(0), .4))
	}
	s.class[k] = White
	switch {
	case chance(s.rng, l.filled):
		s.class[k] = Written
		s.put(strconv.Itoa(1+s.rng.IntN(9)), r, c, .5, .5, between(s.rng, .95, 1.05)*max(.3, min(.6, 1.8*l.size)), l.gap, l.digitFont, l.digit, ownInk)
	case chance(s.rng, l.pencilled):
		s.class[k] = Written
		for _, n := range s.rng.Perm(9)[:1+s.rng.IntN(9)] {
			s.put(strconv.Itoa(n+1), r, c, .05+.45*float64(n%3), .05+.45*float64(n/3), l.pencil, l.gap, l.digitFont, mix(l.digit, l.white, between(s.rng, 0, .4)), ownInk)
		}
	case l.ghost:
		s.put(choose(s.rng, []string{"0", "?", "-", "."}), r, c, .5, .5, .4, l.gap, l.digitFont, mix(l.digit, l.white, between(s.rng, 0, .5)), noInk)
	}
}

// ground fills a cell of a Kakuro, with a shadow if cells have one.
func (s *scene) ground(l *sumsLook, r, c float64, fill color.RGBA, disc bool) {
	radius := l.radius
	if disc {
		radius = .5
	}
	if l.shadow && l.gap > 0 {
		s.fillCell(r+.03, c+.03, l.gap, radius, mix(l.between, grey(0), .4))
	}
	s.fillCell(r, c, l.gap, radius, fill)
}
