package kakuro

import (
	"math"

	"kibitz/vision/internal/board"
)

// A layout is which part of a grid is the board, and which of its cells are white.
type layout struct {
	grid       *grid
	top, left  int // in the grid's rows and columns
	rows, cols int
	pale       uint // the shades of white cells, as a set
	white      []bool
	odds       []float64 // how sure that is, in log odds

	told   lights
	plain  float64 // how many blocks without sums have no diagonal, of all
	alike  float64 // how many blocks without sums look white, of all
	score  float64
	fits   float64 // the share of sums that are where they should be
	missed float64 // how many sums are not seen
}

// layout finds the board and its white cells by what the rules say of the place of sums: the first
// row and the first column have no white cell; where white cells follow a block, to its right or
// below it, it has a sum; elsewhere it has none. It returns nil where nothing fits.
func (g *grid) layout(hint board.Hint) *layout {
	pale := g.paleSets()
	var best *layout
	beside := [4]bool{g.beyond(0, 1, g.wide), g.beyond(0, g.wide, g.high), g.beyond((g.high-1)*g.wide, 1, g.wide), g.beyond(g.wide-1, g.wide, g.high)}
	try := func(sized bool) {
		for code := range 3 * 3 * 3 * 3 {
			sides := [4]int{code / 27, code / 9 % 3, code / 3 % 3, code % 3} // top, left, bottom, right
			rows, cols := g.high-sides[0]-sides[2], g.wide-sides[1]-sides[3]
			if rows < 2 || cols < 2 || sized && (hint.Rows > 0 && rows != hint.Rows || hint.Cols > 0 && cols != hint.Cols) {
				continue
			}
			for _, set := range pale {
				s := layout{grid: g, top: sides[0], left: sides[1], rows: rows, cols: cols, pale: set}
				s.shape()
				s.weigh()
				s.score -= s.whiteEdgePenalty()
				// As many lines as are seen, if nothing speaks for others.
				for i, side := range sides {
					if side != 1 {
						s.score -= .5
					}
					if side == 0 && beside[i] {
						s.score -= 6
					}
				}
				if best == nil || s.score > best.score {
					best = &s
				}
			}
		}
	}
	if try(true); best == nil {
		try(false)
	}
	if best == nil || best.score <= 0 {
		return nil
	}
	best.settle()
	return best
}

// goesOn tells whether the board goes on above the grid, and to its left, by a row or a column each:
// the first ones have no white cells.
func (s *layout) goesOn() (above, left int) {
	const some = .2
	row, col := 0., 0.
	for i := range s.white {
		if !s.first(i) || !s.looksWhite(i) {
			continue
		}
		if i < s.cols {
			row++
		} else {
			col++
		}
	}
	if s.top == 0 && row > max(some*float64(s.cols), 1) {
		above = 1
	}
	if s.left == 0 && col > max(some*float64(s.rows), 1) {
		left = 1
	}
	return above, left
}

// paleSets are the sets of shades that white cells may have, simple ones first: one, two of them, or
// all that are lighter than others.
func (g *grid) paleSets() (sets []uint) {
	n := make([]int, g.shades)
	for k := range g.cells {
		if g.plain(k) {
			n[g.cells[k].shade]++
		}
	}
	for i := range n {
		if n[i] < 2 {
			continue
		}
		sets = append(sets, 1<<i)
		for j := range i {
			if n[j] >= 2 {
				sets = append(sets, 1<<i|1<<j)
			}
		}
	}
	// In a shadow white cells are darker; they are lighter than blocks for all that.
	for i := range n {
		lighter := uint(0)
		for j := range n {
			if g.centres[j].light() >= g.centres[i].light() {
				lighter |= 1 << j
			}
		}
		sets = append(sets, lighter)
	}
	return sets
}

// plain tells whether a cell has four sides and no diagonal, nor a sum.
func (g *grid) plain(k int) bool {
	s := &g.cells[k]
	return s.shown && s.open == 0 && g.slashLike(k) < .5 && !s.summed
}

// at is the grid's cell of a layout's.
func (s *layout) at(i int) int { return (s.top+i/s.cols)*s.grid.wide + s.left + i%s.cols }

// run is how many white cells are below a cell (side 0), or to its right (side 1).
func (s *layout) run(i, side int) (n int) {
	r, c := i/s.cols, i%s.cols
	for {
		if side == 0 {
			r++
		} else {
			c++
		}
		if r >= s.rows || c >= s.cols || !s.white[r*s.cols+c] {
			return n
		}
		n++
	}
}

// first tells the cells of the first row and the first column: they are blocks, whatever they look
// like.
func (s *layout) first(i int) bool { return i < s.cols || i%s.cols == 0 }

// looksWhite tells whether a cell has the colour of white cells, and nothing that those have not.
func (s *layout) looksWhite(i int) bool {
	return s.looksPale(i) && s.grid.plain(s.at(i))
}

// looksPale tells whether a cell has the colour of white cells.
func (s *layout) looksPale(i int) bool { return s.pale>>s.grid.cells[s.at(i)].shade&1 == 1 }

// shape makes those cells white that look so.
func (s *layout) shape() {
	s.white = make([]bool, s.rows*s.cols)
	for i := range s.white {
		s.white[i] = !s.first(i) && s.looksWhite(i)
	}
}

// whiteEdgePenalty returns the penalty, in sums that are met, for blocks of the first row or column that look white. It is
// lower if blocks with sums, which are surely blocks, look white too.
func (s *layout) whiteEdgePenalty() float64 {
	const least, most = .5, 3 // the least: of two sets of colours the one is likelier that blocks have not
	n, pale, whites := .1, .05, 0.
	for i := range s.white {
		k := s.at(i)
		if s.first(i) && s.looksWhite(i) {
			whites++
		}
		if c := &s.grid.cells[k]; c.summed || s.grid.slashLike(k) > .5 {
			n++
			if s.looksPale(i) {
				pale++
			}
		}
	}
	return whites * min(max(-math.Log(pale/n)/metOdds, least), most)
}

// weigh holds a layout against the rules.
func (s *layout) weigh() {
	g := s.grid
	whites := 0
	var met, stray float64
	s.score, s.missed, s.fits = 0, 0, 0
	for i, white := range s.white {
		figures := g.cells[s.at(i)].figures
		if white {
			if whites++; s.alone(i) {
				s.score -= loneWhitePenalty
			}
			for j := range figures {
				if f := &figures[j]; f.sure > .7 && f.central() {
					s.score += .3
				} else if f.sure > .7 {
					stray += .7
				}
			}
			continue
		}
		var taken [2]bool
		runs := [2]int{s.run(i, 0), s.run(i, 1)}
		for j := range figures {
			f := &figures[j]
			if f.sure < .5 {
				continue
			}
			switch {
			case f.central() && !g.cells[s.at(i)].summed: // a digit
				stray += f.sure
			case runs[1] > 0 && f.side(true, 1) && !taken[1]:
				taken[1] = true
				met++
			case runs[0] > 0 && f.side(true, 0) && !taken[0]:
				taken[0] = true
				met++
			default:
				stray += f.sure
			}
		}
		for side, n := range runs {
			if n > 1 && !taken[side] {
				s.missed++
			} else if n == 1 && !taken[side] && !s.alone(i+[2]int{s.cols, 1}[side]) {
				s.score -= .6
			}
		}
	}
	if idle := s.idle(); idle > 0 {
		s.score -= 2 * float64(idle)
	}
	s.score += met - s.missed - stray - s.leftOut()
	if whites > 0 && met > 0 {
		s.fits = met / (met + s.missed + stray)
	}
}

// loneWhitePenalty is the penalty, in sums that are met, for a white cell of no entry: there is no such cell,
// but paper that blocks enclose looks like one.
const loneWhitePenalty = .5

// alone tells whether a white cell has no other beside it.
func (s *layout) alone(i int) bool {
	white := func(row, col int) bool {
		return row < s.rows && col < s.cols && s.white[row*s.cols+col]
	}
	row, col := i/s.cols, i%s.cols // what is in the first row or column is no white cell
	return !white(row-1, col) && !white(row+1, col) && !white(row, col-1) && !white(row, col+1)
}

// idle counts first lines, the row and the column, without any sum that an entry takes: a board has
// none that is not needed.
func (s *layout) idle() (n int) {
	row, col := true, true
	for c := range s.cols {
		row = row && s.run(c, 0) == 0
	}
	for r := range s.rows {
		col = col && s.run(r*s.cols, 1) == 0
	}
	if row {
		n++
	}
	if col {
		n++
	}
	return n
}

// leftOut counts numbers in cells of the lattice that are not the layout's, and cells that are
// drawn.
func (s *layout) leftOut() (n float64) {
	g := s.grid
	for r := 1; r < g.high-1; r++ {
		for c := 1; c < g.wide-1; c++ {
			if r >= s.top && r < s.top+s.rows && c >= s.left && c < s.left+s.cols {
				continue
			}
			for _, f := range g.cells[r*g.wide+c].figures {
				if f.sure > .8 {
					n += .5
				}
			}
			if g.cells[r*g.wide+c].open == 0 {
				n += .4
			}
		}
	}
	return n
}

// looks is how likely a cell is white by its colour, its diagonal and its number: log odds.
func (s *layout) looks(i int) float64 {
	g, k := s.grid, s.at(i)
	own, other := math.Inf(1), math.Inf(1) // how far its colour is from white cells' and from blocks'
	for n := range g.centres {
		d := g.cells[k].to(&g.centres[n])
		if s.pale>>n&1 == 1 {
			own = min(own, d)
		} else {
			other = min(other, d)
		}
	}
	p := .999
	clear := 9. // the log odds of a cell that has the very colour
	switch {
	case g.flat:
		clear = 13
	case s.told.dark > 0: // steps from cell to cell say more
		clear = 4
	}
	const far = .5 // light that was made even is not off by as much
	switch {
	case s.told.dark > far:
		p = 1 / (1 + math.Exp(-s.told.odds(&g.cells[k])))
	case !math.IsInf(other, 1):
		p = 1 / (1 + math.Exp(clear*(own-other)/(other+own+1)))
	}
	if !g.flat {
		p = 1 - (1-p)*s.plain // where all blocks have a diagonal colours on a photo matter little
	}
	p *= 1 - g.slashLike(k)
	const spare = .03 // how many blocks without a sum there are to a white cell
	p = min(p, 1/(1+spare*s.alike))
	if g.cells[k].summed {
		p *= .1
	}
	if open := g.cells[k].open; open > 0 {
		p *= math.Pow(.1, float64(open))
	}
	p = min(max(p, 1e-6), 1-1e-6)
	return math.Log(p / (1 - p))
}

// metOdds are the log odds for a sum that is present or absent as the layout demands.
const metOdds = 2.5

// blocksAlike is how many of the blocks without a sum look white, or have what is asked for: of those
// of the first row and column, and less so of those with sums.
func (s *layout) blocksAlike(are func(i int, c *square) bool) float64 {
	const summed = .1
	n, alike := 1., .02
	for i := range s.white {
		c := &s.grid.cells[s.at(i)]
		weight := 0.
		if c.summed {
			weight = summed
		} else if s.first(i) && len(c.figures) == 0 && c.open == 0 {
			weight = 1
		}
		n += weight
		if are(i, c) {
			alike += weight
		}
	}
	return alike / n
}

// state is how likely a cell is white, or a block.
func (s *layout) state(i int) []board.Guess {
	value := board.Filled
	if s.white[i] {
		value = board.Blank
	}
	p := max(1/(1+math.Exp(-s.odds[i])), .55)
	if p > .995 {
		return []board.Guess{{Value: value, P: p}}
	}
	return []board.Guess{{Value: value, P: p}, {Value: board.Filled - value, P: 1 - p}}
}
