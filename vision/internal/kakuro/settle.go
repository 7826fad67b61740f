package kakuro

import (
	"math"
	"slices"

	"kibitz/vision/internal/plane"
)

// firstOdds is the log odds that a cell of the first row or column is a block.
const firstOdds = 9

// settle finds the odds that each cell is what the layout takes it for: from its looks, from the
// steps of light to its neighbours, and from the sums that would be right or wrong if it changed.
// In each round it changes the cell with the worst odds if these are below zero, alone or with the
// cells that would have no entry then.
func (s *layout) settle() {
	const rounds = 30 // more than boards need
	slashed := func(i int) bool { return s.grid.slashLike(s.at(i)) >= .5 }
	s.alike = s.blockShare(func(i int, c *square) bool { return s.looksPale(i) && c.open == 0 && !slashed(i) })
	s.plain = s.blockShare(func(i int, _ *square) bool { return !slashed(i) })
	for range rounds {
		s.odds = make([]float64, len(s.white))
		s.rate()
		whole := s.score
		c := s.contrast()
		var worst []int
		least := 0.
		for i := range s.white {
			if s.inFirstLine(i) {
				s.odds[i] = firstOdds
				continue
			}
			s.odds[i] = math.Inf(1)
			for _, cells := range s.flips(i) {
				odds := c.odds(cells)
				for _, k := range cells {
					odds += s.takenOdds(k)
				}
				s.flip(cells)
				s.rate()
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
	s.rate()
}

// enclose turns each white cell without an entry into a block. The odds of the block are the lowest
// of its neighbours, at most firstOdds.
func (s *layout) enclose() {
	for i, white := range s.white {
		if !white || !s.isolated(i) {
			continue
		}
		s.white[i] = false
		s.odds[i] = firstOdds
		for _, k := range [4]int{i - s.cols, i + s.cols, i - 1, i + 1} {
			// In the same row or column: the next cell may begin another row.
			if k >= 0 && k < len(s.white) && (k/s.cols == i/s.cols || k%s.cols == i%s.cols) {
				s.odds[i] = min(s.odds[i], s.odds[k])
			}
		}
	}
}

// takenOdds returns the log odds, by a cell's looks, that it is what the layout takes it for.
func (s *layout) takenOdds(i int) float64 {
	if s.white[i] {
		return s.whiteOdds(i)
	}
	return -s.whiteOdds(i)
}

// flip turns white cells into blocks and blocks into white cells.
func (s *layout) flip(cells []int) {
	for _, i := range cells {
		s.white[i] = !s.white[i]
	}
}

// flips returns the sets of cells that may change with cell i: the cell alone, and the cell with
// those that would be in no entry with a sum. If a white cell becomes a block, the white cells that
// follow it have no sum any more; if a block becomes white, the blocks before it have to become white
// too, up to the next block with a sum. If the second set would have more than 12 cells, the first
// stands alone.
func (s *layout) flips(i int) [][]int {
	const most = 12 // cells of a set
	with := []int{i}
	white := s.white[i]
	for n := 0; n < len(with) && len(with) <= most; n++ {
		for side, step := range [2]int{s.cols, 1} {
			next := with[n] + step
			if !white {
				next = with[n] - step
			}
			if next < 0 || next >= len(s.white) || s.inFirstLine(next) || s.white[next] != white || slices.Contains(with, next) {
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

// summed reports whether a cell seems to have a sum for the entry below it (side 0) or to its right
// (side 1).
func (s *layout) summed(i, side int) bool {
	for _, f := range s.grid.cells[s.at(i)].figures {
		if f.sure > .5 && f.side(true, side) {
			return true
		}
	}
	return false
}

// A contrast tells cells apart by the steps of light between cells without sums: a step between two
// white cells is about zero, and every step from a white cell to a block has about the same size.
type contrast struct {
	s      *layout
	steps  []step        // between cells of the layout, numbered as in it
	beside map[int][]int // the indices of a cell's steps
	as     [][3]float64  // the log likelihood of each step: between equal cells, into a block, out of one
}

// contrast learns from the layout how large the steps are, and how likely each is. It also sets s.told,
// the light of white cells and blocks, to zero unless blocks are clearly darker than equal cells
// differ. For a screen it returns a contrast without steps, and leaves s.told.
func (s *layout) contrast() *contrast {
	c := &contrast{s: s, beside: map[int][]int{}}
	if s.grid.flat { // colours are exact there
		return c
	}
	var alike, apart []float64
	for _, x := range s.grid.steps() {
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
	const least = .004                                   // the least spread of steps, in logarithms: print and camera differ by that
	spread := max(least, 1.5*plane.Share(alike, .68, 0)) // 68 % of normal errors are within their spread
	dark, near := plane.Median(apart, 0), .15
	if len(apart) == 0 { // no step from white to block was seen: near grows, as the estimate is less exact
		dark, near = s.blockDarkness(), .5
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

// density returns the density at x of a normal error with a given spread. Two in a hundred errors
// are outliers, by a shadow's edge or a pencil, and have a constant density.
func density(x, spread float64) float64 {
	const other, otherwise = .02, .7 // the share of outliers, and their density
	return (1-other)/(spread*math.Sqrt(2*math.Pi))*math.Exp(-x*x/(2*spread*spread)) + other*otherwise
}

// lights holds, in logarithms, the median light of white cells, its spread, and by how much blocks
// are darker. It is zero if light does not tell them apart.
type lights struct{ white, spread, dark float64 }

// lights learns the light of white cells from the layout; blocks are darker by dark.
func (s *layout) lights(dark float64) lights {
	const least = .03 // the least spread: lights that are sums of steps are not exact
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

// odds returns the log odds that a cell is white, by its light. Cells lighter than the median of
// white ones count as white as that.
func (l lights) odds(c *square) float64 {
	d := min(c.logLight()-l.white, 0)
	return math.Log(driftDensity(d, l.spread) / driftDensity(max(d, -l.dark)+l.dark, math.Hypot(l.spread, .15*l.dark)))
}

// driftDensity returns the density at x of a normal error with a given spread. One in ten errors
// comes from light that was not evened; large ones of these are rare (a Laplace distribution).
func driftDensity(x, spread float64) float64 {
	const uneven, usual, never = .1, .12, 1e-5 // the share of uneven light, its mean error, the least density
	return (1-uneven)/(spread*math.Sqrt(2*math.Pi))*math.Exp(-x*x/(2*spread*spread)) + uneven/(2*usual)*math.Exp(-plane.Abs(x)/usual) + never
}

// logLight returns the logarithm of a cell's light, evened by then.
func (s *square) logLight() float64 { return math.Log(max(s.light(), 5)) }

// blockDarkness estimates by how much blocks are darker than white cells, in logarithms: from the
// median of the empty blocks of the first row and column, or else from the lighter ones of the blocks
// with numbers, less what numbers darken a block by.
func (s *layout) blockDarkness() float64 {
	const numbers = .1 // numbers darken a block by this, in logarithms
	var white, block, bare []float64
	for i, w := range s.white {
		c := &s.grid.cells[s.at(i)]
		light := c.logLight()
		switch {
		case w:
			white = append(white, light)
		case c.summed:
			block = append(block, light)
		case s.inFirstLine(i) && len(c.figures) == 0 && s.plainInside(i):
			bare = append(bare, light)
		}
	}
	if len(bare) > 0 {
		return plane.Median(white, 0) - plane.Median(bare, 0)
	}
	return plane.Median(white, 0) - plane.Share(block, .8, 0) - numbers
}

// odds returns the log odds of the steps beside some cells: with the cells as the layout has them,
// against all of these cells changed. It changes the layout for that and changes it back. The odds are
// limited to 12 either way.
func (c *contrast) odds(cells []int) (odds float64) {
	const most = 12 // the limit, in log odds either way
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

// inside returns the index in the layout of a cell of the grid; -1 for cells outside it or in its
// first row or column.
func (s *layout) inside(k int) int {
	row, col := k/s.grid.wide-s.top, k%s.grid.wide-s.left
	if row < 1 || col < 1 || row >= s.rows || col >= s.cols {
		return -1
	}
	return row*s.cols + col
}

// plainInside reports whether a cell has no diagonal and no sum, as white cells and some blocks. One
// of its sides may be faint.
func (s *layout) plainInside(i int) bool {
	k := s.at(i)
	c := &s.grid.cells[k]
	return c.shown && c.open <= 1 && s.grid.slashLike(k) < .5 && !c.summed
}
