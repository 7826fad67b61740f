package nonogram

import (
	"math"

	"kibitz/vision/internal/plane"
)

// A paper tells what an empty cell looks like at each place of a board, for comparison with the cells.
type paper struct {
	looks  []look
	cols   int
	page   []colour // for each cell: what it would look like without a sign
	shades []int    // for each cell: the shade of its sides; cells in one shade look alike
	least  float64  // the least difference from the page that counts as a sign, in grey levels
}

// alike is the largest difference between shades that count as one, in grey levels: the grain of photos stays below it.
const alike = 22

// findPaper finds which of the shades of a board is its paper: the lightest one, or the darkest if the numbers have
// light ink. Each shade near it is a paper of its own, such as the stripes of some boards.
func findPaper(looks []look, cols int, light bool) *paper {
	p := &paper{looks: looks, cols: cols, page: make([]colour, len(looks)), shades: make([]int, len(looks))}
	slope := p.slope()
	var shades []colour // means
	var sizes []float64
	for i := range looks {
		c := p.level(i, slope)
		best, near := -1, float64(alike)
		for k := range shades {
			if d := c.far(shades[k]); d < near {
				best, near = k, d
			}
		}
		if best < 0 {
			best = len(shades)
			shades, sizes = append(shades, c), append(sizes, 0)
		}
		sizes[best]++
		for k := range c {
			shades[best][k] += (c[k] - shades[best][k]) / sizes[best]
		}
		p.shades[i] = best
	}
	const small = .03 // share of the cells: a shade of fewer cells is no paper
	of := -1
	for k := range shades {
		if sizes[k] < max(2, small*float64(len(looks))) {
			continue
		}
		if of < 0 || shades[k].light() > shades[of].light() != light {
			of = k
		}
	}
	if of < 0 {
		of = p.shades[0]
	}
	const stripes = 34 // grey levels from the paper's shade, within which another shade is a paper too
	for i := range looks {
		r, c := float64(i/cols), float64(i%cols)
		for k := range p.page[i] {
			p.page[i][k] = shades[of][k] + slope[k][0]*r + slope[k][1]*c
		}
		if g := looks[i].ground; g.far(p.page[i]) < stripes {
			p.page[i] = g
		}
	}
	p.least = p.grain()
	return p
}

// slope returns how each channel changes from row to row and from column to column because light falls from one side,
// in grey levels: the median of the steps between neighbours whose sides look nearly alike.
func (p *paper) slope() (s [3][2]float64) {
	rows := len(p.looks) / p.cols
	for way, apart := range [2]int{min(5, rows-1), min(5, p.cols-1)} {
		if apart < 1 {
			continue
		}
		by := apart
		if way == 0 {
			by *= p.cols
		}
		for k := range s {
			var steps []float64
			for i := range p.looks {
				if way == 0 && i+by >= len(p.looks) || way == 1 && i%p.cols+apart >= p.cols {
					continue
				}
				a, b := p.looks[i].ground, p.looks[i+by].ground
				if a.far(b) < 2*alike {
					steps = append(steps, (b[k]-a[k])/float64(apart))
				}
			}
			s[k][way] = plane.Median(steps, 0)
		}
	}
	return s
}

// level returns the colour of a cell's sides without the slope of light.
func (p *paper) level(i int, slope [3][2]float64) colour {
	c := p.looks[i].ground
	for k := range c {
		c[k] -= slope[k][0]*float64(i/p.cols) + slope[k][1]*float64(i%p.cols)
	}
	return c
}

// grain returns the least difference from the page that counts as a sign: well above the grain of the calmest cells.
func (p *paper) grain() float64 {
	var calm, rough []float64
	for i := range p.looks {
		var d []float64
		for _, c := range p.looks[i].inside {
			d = append(d, c.colour().far(p.looks[i].ground))
		}
		calm = append(calm, plane.Share(d, .6, 0)) // strokes cover less than the rest
		rough = append(rough, plane.Share(d, .9, 0))
	}
	const floor, moire, most = 16, 24, 40
	return min(max(floor, min(1.5*plane.Share(rough, .25, 0), moire), 4*plane.Share(calm, .25, 0)), most)
}

// A found sign is what one cell has in it.
type found struct {
	sign  sign
	far   float64 // distance of the sign's colour from the page's, in grey levels
	cover float64 // share of the cell that the sign covers
	loose bool    // a good part of it lies above, below or beside its middle, as of no straight cross or slash
}

// signs returns what each cell has in it. Strokes much weaker than the others on the board, such as moiré makes, count
// as odd.
func (p *paper) signs() []found {
	all := make([]found, len(p.looks))
	var strengths []float64
	for i := range all {
		all[i] = p.signOf(i)
		if f := all[i]; dense <= f.sign && f.sign <= dot {
			strengths = append(strengths, f.far)
		}
	}
	const weak = .45 // of the usual difference from the page
	usual := plane.Median(strengths, 0)
	for i, f := range all {
		if dense <= f.sign && f.sign <= dot && f.far < weak*usual {
			all[i].sign = odd
		}
	}
	return all
}

// signOf returns what a cell has in it.
func (p *paper) signOf(i int) found {
	l, page := &p.looks[i], p.page[i]
	var in [side * side]bool
	n, far := 0., 0.
	for k, c := range l.inside {
		if d := c.colour().far(page); d > p.least {
			in[k] = true
			n++
			far += d
		}
	}
	far /= max(n, 1)
	cover := n / (side * side)
	const faint = .05 // share of a cell: less is a speck
	s, is := shapeOf(&in, n), odd
	switch {
	case cover < faint:
		is = nothing
	case cover > .9:
		is, far = solid, l.ground.far(page)
	case s.rim > .75 && l.core.far(page) <= p.least:
		is = frame
	case s.quarters == 4 && cover < .62 && s.axis < .32: // crosses have 0 to .3, dense strokes from .4 on
		is = cross
	case cover >= .4:
		is = dense
	case s.spot > .85 && cover < .3:
		is = dot
	case s.one > .8 && s.quarters >= 2 && cover < .4, s.one > .5 && s.quarters == 2 && s.axis < .15 && cover < .3:
		is = slash
	}
	const straight = .2 // crosses and slashes by hand have 0 to .15, hatching .24 and more
	return found{is, far, cover, s.axis > straight}
}

// A shape says where the marked part of a cell lies, in shares of that part.
type shape struct {
	rim      float64 // share along the sides of the cell
	axis     float64 // share above, below or beside the part's middle rather than towards a corner; what is near the middle is left out
	one      float64 // share along one diagonal, the one with more
	spot     float64 // share near the part's own middle; 0 if that is far from the cell's middle
	quarters int     // of the four quarters around the part's middle, those that hold at least 8 % of the part
}

func shapeOf(in *[side * side]bool, n float64) (s shape) {
	const mid = (side - 1) / 2.
	var falling, rising, axis, outer, rim, cx, cy float64
	var quarter [4]int
	for k, on := range in {
		if on {
			cx, cy = cx+float64(k%side)/n, cy+float64(k/side)/n
		}
	}
	for k, on := range in {
		if !on {
			continue
		}
		x, y := float64(k%side), float64(k/side)
		f, r := math.Abs(x-y) < 2, math.Abs(x+y-(side-1)) < 2
		if f {
			falling++
		}
		if r {
			rising++
		}
		if dx, dy := math.Abs(x-cx), math.Abs(y-cy); math.Hypot(dx, dy) > 2 {
			outer++
			if max(dx, dy) > 2*min(dx, dy) {
				axis++
			}
		}
		if min(x, y, side-1-x, side-1-y) < 1.5 {
			rim++
		}
		q := 0
		if x > cx {
			q++
		}
		if y > cy {
			q += 2
		}
		quarter[q]++
	}
	for k, on := range in {
		if x, y := float64(k%side), float64(k/side); on && math.Hypot(x-cx, y-cy) < 2.6 && math.Hypot(cx-mid, cy-mid) < 2 {
			s.spot += 1 / n
		}
	}
	s.rim, s.axis, s.one = rim/n, axis/max(outer, 1), max(falling, rising)/n
	for _, q := range quarter {
		if float64(q) > .08*n {
			s.quarters++
		}
	}
	return s
}
