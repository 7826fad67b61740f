package kakuro

import (
	"math"
	"slices"

	"kibitz/vision/internal/plane"
)

// firstOdds are those of a block in the first row or column.
const firstOdds = 9

// settle finds how likely each cell is white, from its looks, from how much lighter or darker than its
// neighbours it is, and from what it would do to the sums if it were not what it is taken for.
// Cells for which all that speaks against what they are taken for are changed, alone or with those
// that would be of no entry then.
func (s *layout) settle() {
	const rounds = 30
	slashed := func(i int) bool { return s.grid.slashLike(s.at(i)) >= .5 }
	s.alike = s.blocksAlike(func(i int, c *square) bool { return s.looksPale(i) && c.open == 0 && !slashed(i) })
	s.plain = s.blocksAlike(func(i int, _ *square) bool { return !slashed(i) })
	for range rounds {
		s.odds = make([]float64, len(s.white))
		s.weigh()
		whole := s.score
		c := s.contrast()
		var worst []int
		least := 0.
		for i := range s.white {
			if s.first(i) {
				s.odds[i] = firstOdds
				continue
			}
			s.odds[i] = math.Inf(1)
			for _, cells := range s.flips(i) {
				odds := c.odds(cells)
				for _, k := range cells {
					odds += s.looksAs(k)
				}
				s.flip(cells)
				s.weigh()
				s.flip(cells)
				odds += metOdds * (whole - s.score)
				if s.odds[i] = min(s.odds[i], odds); odds < least {
					least, worst = odds, cells
				}
			}
		}
		if worst == nil {
			break
		}
		s.flip(worst)
	}
	s.enclose()
	s.weigh()
}

// enclose makes blocks of what looks like a white cell of no entry, as surely as its neighbours are.
func (s *layout) enclose() {
	for i, white := range s.white {
		if !white || !s.alone(i) {
			continue
		}
		s.white[i] = false
		s.odds[i] = firstOdds
		for _, k := range [4]int{i - s.cols, i + s.cols, i - 1, i + 1} {
			if k >= 0 && k < len(s.white) && (k/s.cols == i/s.cols || k%s.cols == i%s.cols) {
				s.odds[i] = min(s.odds[i], s.odds[k])
			}
		}
	}
}

// looksAs is how likely a cell is what it is taken for, by its looks: log odds.
func (s *layout) looksAs(i int) float64 {
	if s.white[i] {
		return s.looks(i)
	}
	return -s.looks(i)
}

func (s *layout) flip(cells []int) {
	for _, i := range cells {
		s.white[i] = !s.white[i]
	}
}

// flips are the sets of cells that may be changed for one: it alone, and with it those that would be
// in no entry with a sum. A white cell made a block leaves those to its right and below it without;
// a block made white needs what is between it and a sum to be white, too.
func (s *layout) flips(i int) [][]int {
	const most = 12
	with := []int{i}
	white := s.white[i]
	for n := 0; n < len(with) && len(with) <= most; n++ {
		for side, step := range [2]int{s.cols, 1} {
			next := with[n] + step
			if !white {
				next = with[n] - step
			}
			if next < 0 || next >= len(s.white) || s.first(next) || s.white[next] != white || slices.Contains(with, next) {
				continue
			}
			if !white && (s.summed(next, side) || s.summed(next, 1-side)) {
				continue
			}
			with = append(with, next)
		}
	}
	if len(with) == 1 || len(with) > most {
		return [][]int{{i}}
	}
	return [][]int{{i}, with}
}

// summed tells whether a cell seems to have a sum for the entry below it, or to its right.
func (s *layout) summed(i, side int) bool {
	for _, f := range s.grid.cells[s.at(i)].figures {
		if f.sure > .5 && f.side(true, side) {
			return true
		}
	}
	return false
}

// A contrast is what the steps of light between cells without sums say: next to nothing between two white
// ones, and always the same from a white cell to a block.
type contrast struct {
	s      *layout
	steps  []step        // between cells of the layout, which have its numbers
	beside map[int][]int // the steps of a cell
	as     [][3]float64  // the log likelihood of each step: of cells alike, into a block, out of one
}

// contrast learns how great the steps are.
func (s *layout) contrast() *contrast {
	c := &contrast{s: s, beside: map[int][]int{}}
	if s.grid.flat { // colours are exact there
		return c
	}
	var alike, apart []float64
	for _, x := range s.grid.between() {
		from, to := s.inside(x.from), s.inside(x.to)
		if from < 0 || to < 0 || !s.plainInside(from) || !s.plainInside(to) {
			continue
		}
		x.from, x.to = from, to
		c.beside[from], c.beside[to] = append(c.beside[from], len(c.steps)), append(c.beside[to], len(c.steps))
		c.steps = append(c.steps, x)
		switch {
		case s.white[from] == s.white[to]:
			alike = append(alike, plane.Abs(x.d))
		case s.white[from]:
			apart = append(apart, -x.d)
		default:
			apart = append(apart, x.d)
		}
	}
	const least = .004 // print and camera differ by that in any case
	spread := max(least, 1.5*plane.Share(alike, .68, 0))
	dark, near := plane.Median(apart, 0), .15
	if len(apart) == 0 {
		dark, near = s.darker(), .5
	}
	told := dark > max(3*spread, .03)
	if s.told = (lights{}); told {
		s.told = s.lights(dark)
	}
	for _, x := range c.steps {
		about := math.Hypot(spread, x.mixed/2)
		as := [3]float64{density(x.d, about)}
		for i, sign := range [2]float64{1, -1} {
			d := sign * x.d
			as[1+i] = as[0]
			if told {
				as[1+i] = density(d+dark, math.Hypot(about, near*dark))
			}
		}
		for i := range as {
			as[i] = math.Log(as[i])
		}
		c.as = append(c.as, as)
	}
	return c
}

// density is that of a normal error, but for a few that are anything: a shadow's edge, a pencil.
func density(x, spread float64) float64 {
	const other, otherwise = .02, .7
	return (1-other)/(spread*math.Sqrt(2*math.Pi))*math.Exp(-x*x/(2*spread*spread)) + other*otherwise
}

// lights are how light white cells are and how much darker blocks are, in logarithms; zero where that
// does not tell them apart.
type lights struct{ white, spread, dark float64 }

// lights learns them from the cells that are white, blocks being so much darker.
func (s *layout) lights(dark float64) lights {
	const least = .03 // what is put together of steps is not exact
	var white, off []float64
	for i, w := range s.white {
		if w {
			white = append(white, s.grid.cells[s.at(i)].logLight())
		}
	}
	middle := plane.Median(white, 0)
	for _, v := range white {
		off = append(off, plane.Abs(v-middle))
	}
	return lights{middle, max(least, 1.5*plane.Share(off, .68, 0)), dark}
}

// odds are those of a white cell by how light it is, in logarithms. What is lighter than others is
// as white.
func (l lights) odds(c *square) float64 {
	d := min(c.logLight()-l.white, 0)
	return math.Log(drifted(d, l.spread) / drifted(max(d, -l.dark)+l.dark, math.Hypot(l.spread, .15*l.dark)))
}

// drifted is the density of a normal error, but for some where light was not made even: those are
// seldom great.
func drifted(x, spread float64) float64 {
	const uneven, usual, never = .1, .12, 1e-5
	return (1-uneven)/(spread*math.Sqrt(2*math.Pi))*math.Exp(-x*x/(2*spread*spread)) + uneven/(2*usual)*math.Exp(-plane.Abs(x)/usual) + never
}

// logLight is how light a cell is in light that is even.
func (s *square) logLight() float64 { return math.Log(max(s.light(), 5)) }

// darker is how much darker blocks are than white cells, about: those of the first row and column
// without sums, or where there are none others, which have numbers, too.
func (s *layout) darker() float64 {
	const numbers = .1
	var white, block, bare []float64
	for i, w := range s.white {
		c := &s.grid.cells[s.at(i)]
		light := c.logLight()
		switch {
		case w:
			white = append(white, light)
		case c.summed:
			block = append(block, light)
		case s.first(i) && len(c.figures) == 0 && s.plainInside(i):
			bare = append(bare, light)
		}
	}
	if len(bare) > 0 {
		return plane.Median(white, 0) - plane.Median(bare, 0)
	}
	return plane.Median(white, 0) - plane.Share(block, .8, 0) - numbers
}

// odds is how much likelier the steps beside some cells are as the layout has them than if those cells
// were changed.
func (c *contrast) odds(cells []int) (odds float64) {
	const most = 12
	seen := map[int]bool{}
	as := func(i int) float64 {
		x := c.steps[i]
		switch from, to := c.s.white[x.from], c.s.white[x.to]; {
		case from == to:
			return c.as[i][0]
		case from:
			return c.as[i][1]
		}
		return c.as[i][2]
	}
	for _, k := range cells {
		for _, i := range c.beside[k] {
			if !seen[i] {
				seen[i] = true
				odds += as(i)
			}
		}
	}
	c.s.flip(cells)
	for i := range seen {
		odds -= as(i)
	}
	c.s.flip(cells)
	return max(-most, min(odds, most))
}

// inside is which of the layout's cells a cell of the grid is, -1 for none and for those of its
// first row and column.
func (s *layout) inside(k int) int {
	row, col := k/s.grid.wide-s.top, k%s.grid.wide-s.left
	if row < 1 || col < 1 || row >= s.rows || col >= s.cols {
		return -1
	}
	return row*s.cols + col
}

// plainInside tells a cell that looks as a white one may, or a block without a sum. One of its sides may
// be faint.
func (s *layout) plainInside(i int) bool {
	k := s.at(i)
	c := &s.grid.cells[k]
	return c.shown && c.open <= 1 && s.grid.slashLike(k) < .5 && !c.summed
}
