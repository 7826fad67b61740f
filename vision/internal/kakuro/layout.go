package kakuro

import (
	"math"

	"kibitz/vision/internal/board"
)

// A layout says which part of a grid is the board, and which of its cells are white.
type layout struct {
	grid       *grid
	top, left  int // in the grid's rows and columns
	rows, cols int
	pale       uint // the shades of white cells, a bit set
	white      []bool
	odds       []float64 // of each cell, the log odds that white is right

	told      lights                  // how light white cells and blocks are
	plain     float64                 // the share of blocks without sums that have no diagonal
	alike     float64                 // the share of blocks without sums that look white
	score     float64                 // how well the rules are met, in sums
	fits      float64                 // the share of sums that are where they should be
	missed    float64                 // the number of sums that should be there and are not seen
	plan      *plan                   // of a layout that the net sees; else nil
	seen      bool                    // the net is sure that it is a Kakuro
	shortened bool                    // lines were left off in which the net saw white cells
	inSpot    map[sumOf][]board.Guess // what is read of sums where the others stand; see readInSpots
}

// layout finds the board and its white cells by the places of sums: the first row and the first
// column have no white cell; a block has a sum for the white cells that follow it to its right or
// below it, and no others. It leaves off 0 to 2 lines of the grid at each side, tries each set of
// shades that white cells may have, and returns the layout with the best score, settled. Boards of the
// hint's size come first; if there is none, any size will do. It returns nil if no score is above 0.
func (g *grid) layout(hint board.Hint) *layout {
	pale := g.paleSets()
	var best *layout
	beside := [4]bool{g.outside(0, 1, g.wide), g.outside(0, g.wide, g.high), g.outside((g.high-1)*g.wide, 1, g.wide), g.outside(g.wide-1, g.wide, g.high)}
	try := func(sized bool) {
		for code := range 3 * 3 * 3 * 3 {
			sides := [4]int{code / 27, code / 9 % 3, code / 3 % 3, code % 3} // top, left, bottom, right
			rows, cols := g.high-sides[0]-sides[2], g.wide-sides[1]-sides[3]
			if rows < 2 || cols < 2 || sized && (hint.Rows > 0 && rows != hint.Rows || hint.Cols > 0 && cols != hint.Cols) {
				continue
			}
			for _, set := range pale {
				s := layout{grid: g, top: sides[0], left: sides[1], rows: rows, cols: cols, pale: set}
				s.whiten()
				s.rate()
				s.score -= s.whiteEdgePenalty()
				// Prefer the lattice itself, which is 1 from each side, if all else is equal.
				for i, side := range sides {
					if side != 1 {
						s.score -= .5
					}
					if side == 0 && beside[i] { // that line of the ring lies beside the board
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

// goesOn returns 1 for above, or left, if the board goes on there beyond the grid, else 0: more than
// one cell of its first row, or column, and more than a fifth of them look white, as in no true first
// line. It asks only of sides at which the layout reaches the edge of the grid.
func (s *layout) goesOn() (above, left int) {
	const some = .2 // the share of cells that look white
	row, col := 0., 0.
	for i := range s.white {
		if !s.inFirstLine(i) || !s.looksWhite(i) {
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

// paleSets returns the sets of shades that white cells may have, simple ones first: one shade, two
// shades, or all shades at least as light as a given one. The first two are made of shades that at
// least two plain cells have. A set is a bit for each shade.
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
	// White cells are darker in a shadow, but still lighter than blocks.
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

// plain reports whether a cell has all four sides, and neither a diagonal nor a sum.
func (g *grid) plain(k int) bool {
	s := &g.cells[k]
	return s.shown && s.open == 0 && g.slashLike(k) < .5 && !s.summed
}

// at returns the index in the grid of a layout's cell.
func (s *layout) at(i int) int { return (s.top+i/s.cols)*s.grid.wide + s.left + i%s.cols }

// run counts the white cells that follow a cell below it (side 0) or to its right (side 1).
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

// inFirstLine reports whether a cell is in the first row or column. Those are blocks, whatever they look like.
func (s *layout) inFirstLine(i int) bool { return i < s.cols || i%s.cols == 0 }

// looksWhite reports whether a cell has a colour of white cells, all four sides, no diagonal and no
// sum.
func (s *layout) looksWhite(i int) bool {
	return s.looksPale(i) && s.grid.plain(s.at(i))
}

// looksPale reports whether a cell has a colour of white cells.
func (s *layout) looksPale(i int) bool { return s.pale>>s.grid.cells[s.at(i)].shade&1 == 1 }

// whiten makes those cells white that look white, except in the first row and column.
func (s *layout) whiten() {
	s.white = make([]bool, s.rows*s.cols)
	for i := range s.white {
		s.white[i] = !s.inFirstLine(i) && s.looksWhite(i)
	}
}

// whiteEdgePenalty returns the penalty, in sums that are met, for blocks of the first row or column
// that look white. It is lower if blocks with sums, which are surely blocks, look white too.
func (s *layout) whiteEdgePenalty() float64 {
	const least, most = .5, 3 // a cell; even the least prefers a set of shades that blocks do not have
	n, pale, whites := .1, .05, 0.
	for i := range s.white {
		k := s.at(i)
		if s.inFirstLine(i) && s.looksWhite(i) {
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

// rate sets score, missed and fits by the rules: sums where they should be count for the layout, 1
// each; missing and stray ones count against it. Less certain signs count for less: a digit in the
// middle of a white cell .3 for it, the missing sum of an entry of one cell .6 against it. A first row
// or column without an entry costs 2. Fits is 0 without white cells or without a sum in its place.
func (s *layout) rate() {
	g := s.grid
	whites := 0
	var met, stray float64
	s.score, s.missed, s.fits = 0, 0, 0
	for i, white := range s.white {
		figures := g.cells[s.at(i)].figures
		if white {
			if whites++; s.isolated(i) {
				s.score -= loneWhitePenalty
			}
			for j := range figures { // a player's digit, or a number that should be in a block
				if f := &figures[j]; f.sure > .7 && f.central() {
					s.score += .3
				} else if f.sure > .7 && !s.noted(i) {
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
			switch {
			case taken[side]:
			case n > 0 && s.readInSpot(i, side):
				met++
			case n > 1:
				s.missed++
			case n == 1 && !s.isolated(i+[2]int{s.cols, 1}[side]):
				s.score -= .6
			}
		}
	}
	if idle := s.idle(); idle > 0 {
		s.score -= 2 * float64(idle)
	}
	if s.score += met - s.missed - stray - s.leftOut(); whites > 0 && met > 0 {
		s.fits = met / (met + s.missed + stray)
	}
}

// loneWhitePenalty is the penalty, in sums that are met, for a white cell without an entry. There is
// no such cell, but paper enclosed by blocks looks like one.
const loneWhitePenalty = .5

// isolated reports whether a cell has no white cell beside it.
func (s *layout) isolated(i int) bool {
	white := func(row, col int) bool {
		return row < s.rows && col < s.cols && s.white[row*s.cols+col]
	}
	row, col := i/s.cols, i%s.cols // a white cell is in neither the first row nor the first column
	return !white(row-1, col) && !white(row+1, col) && !white(row, col-1) && !white(row, col+1)
}

// idle counts which of the first row and the first column have no entry that begins there. A
// board has no such line, since it would not be needed.
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

// leftOut returns the penalty, in sums that are met, for cells of the lattice outside the layout:
// 0.5 for a number, 0.4 for a cell with all sides drawn.
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

// whiteOdds returns the log odds that a cell is white, from its colour, diagonal, number and sides. It
// multiplies probabilities: a diagonal, a sum and each side that is not drawn make white less likely,
// and so do blocks without sums that look white elsewhere. One in a million is the limit either way.
func (s *layout) whiteOdds(i int) float64 {
	g, k := s.grid, s.at(i)
	own, other := math.Inf(1), math.Inf(1) // the distances of its colour from white cells' and from blocks'
	for n := range g.centres {
		d := g.cells[k].distance(&g.centres[n])
		if s.pale>>n&1 == 1 {
			own = min(own, d)
		} else {
			other = min(other, d)
		}
	}
	p := .999   // if all shades are those of white cells, its colour says nothing against it
	clear := 9. // the log odds of a cell that has exactly the colour of a white one
	switch {
	case g.flat:
		clear = 13
	case s.told.dark > 0: // steps from cell to cell say more
		clear = 4
	}
	const far = .5 // in logarithms of light; evened light is never wrong by this much
	switch {
	case s.told.dark > far:
		p = 1 / (1 + math.Exp(-s.told.odds(&g.cells[k])))
	case !math.IsInf(other, 1):
		p = 1 / (1 + math.Exp(clear*(own-other)/(other+own+1)))
	}
	if !g.flat {
		p = 1 - (1-p)*s.plain // if all blocks have a diagonal, colours on a photo matter little
	}
	p *= 1 - g.slashLike(k)
	const spare = .03 // blocks without a sum for each white cell
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

// metOdds is the log odds for a sum that is present or absent as the layout demands.
const metOdds = 2.5

// blockShare returns the share of blocks without a sum for which has reports true. It is estimated
// from the empty blocks of the first row and column, and from blocks with sums at a lower weight. It
// starts as if one block had been seen, with a share of 2 %, so that few blocks do not decide alone.
func (s *layout) blockShare(has func(i int, c *square) bool) float64 {
	const summed = .1 // the weight of a block with a sum
	n, alike := 1., .02
	for i := range s.white {
		c := &s.grid.cells[s.at(i)]
		weight := 0.
		if c.summed {
			weight = summed
		} else if s.inFirstLine(i) && len(c.figures) == 0 && c.open == 0 {
			weight = 1
		}
		n += weight
		if has(i, c) {
			alike += weight
		}
	}
	return alike / n
}

// state returns the guesses for a cell, white or block, the layout's first; one guess alone if it is
// surer than 0.995. The first has a probability of at least 0.55, even if the odds are against it.
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
