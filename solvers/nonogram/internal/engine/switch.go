package engine

import (
	"context"
	"slices"

	"kibitz/solvers/nonogram/internal/puzzle"
)

// switching looks for further solutions beside a known one, by elementary switches: in some rows a
// run slides so that it moves one cell, and in as many columns one does, so that each cell that a
// row loses or gains is one that a column loses or gains as well. Every line keeps its clue. In
// most puzzles with several solutions each of them has such a switch, and it is found in
// microseconds.
//
// For switching components see K. J. Batenburg and W. A. Kosters, "On the Difficulty of Nonograms",
// ICGA Journal 35 (2012).
type switching struct {
	rows, cols int
	picture    []puzzle.Cell
	given      []puzzle.Cell
	path       []int // cells in turn lost and gained by a row; a column that gains a cell loses the next
	most       int   // rows that a switch may have
	steps      int   // steps left, of some ten nanoseconds each
	until      int   // value of steps at which the search from the present slide gives up
}

// Most switches have two rows; longer ones take longer to find.
const (
	longestSwitch = 5
	slideSteps    = 1 << 9  // steps for the search from one slide
	switchSteps   = 1 << 12 // steps of findSwitch
	commonSteps   = 1 << 18 // steps of ruleOutSwitches
)

// findSwitch returns a solution that differs from another by a switch, or nil if it finds none
// soon.
func (g *grid[M]) findSwitch(solution []puzzle.Cell) []puzzle.Cell {
	if g.paint != nil {
		return nil
	}
	s := switching{rows: g.rows, cols: g.cols, picture: solution, given: g.puzzle.Given, steps: switchSteps}
	var other []puzzle.Cell
	for s.most = 2; s.most <= longestSwitch && other == nil; s.most++ {
		s.each(func(lost, gained int) bool { return false }, func(cells []int) bool {
			other = slices.Clone(s.picture)
			for _, cell := range cells {
				other[cell] = puzzle.Opposite(other[cell])
			}
			return false
		})
	}
	return other
}

// ruleOutSwitches makes Unknown in common the cells that some switch in picture changes.
func (g *grid[M]) ruleOutSwitches(picture, common []puzzle.Cell) {
	if g.paint != nil {
		return
	}
	s := switching{rows: g.rows, cols: g.cols, picture: picture, given: g.puzzle.Given, steps: commonSteps, most: longestSwitch}
	s.each(func(lost, gained int) bool { return common[lost] == puzzle.Unknown && common[gained] == puzzle.Unknown }, func(cells []int) bool {
		for _, cell := range cells {
			common[cell] = puzzle.Unknown
		}
		return true
	})
}

// mostSwitches bounds the switches that Switches returns: 13 make 8,192 solutions, and nobody counts
// more.
const mostSwitches = 13

// Switches returns elementary switches of a solution of p, those of few rows first: for each the
// cells that change, in turn with one shade and the other, two of a row each. They exchange these
// shades, which in black and white are filled and empty. Whichever of the switches are made together,
// the result is a solution: no cell is in two switches, and a line that several switches change keeps
// its clue. So n switches prove 2ⁿ solutions. When ctx ends it returns those found so far.
func Switches(ctx context.Context, p *puzzle.Puzzle, solution []puzzle.Cell) (all [][]int) {
	var used []int
	taken := func(cell int) bool { return slices.Contains(used, cell) }
	for most := 2; most <= longestSwitch && ctx.Err() == nil && len(all) < mostSwitches; most++ {
		keep := func(cells []int) bool {
			if slices.ContainsFunc(cells, taken) {
				return ctx.Err() == nil
			}
			if next := append(slices.Clip(all), slices.Clone(cells)); independent(p, solution, next) {
				all, used = next, append(used, cells...)
			}
			return ctx.Err() == nil && len(all) < mostSwitches
		}
		if p.InColours() {
			s := exchanging{puzzle: p, picture: slices.Clone(solution), most: most, steps: commonSteps}
			s.each(keep)
			continue
		}
		s := switching{rows: len(p.Rows), cols: len(p.Cols), picture: solution, given: p.Given, most: most, steps: commonSteps}
		s.each(func(lost, gained int) bool { return ctx.Err() != nil || taken(lost) || taken(gained) }, keep)
	}
	return all
}

// independent reports whether each line that the last of the switches changes keeps its clue, whichever
// of the switches are made together. No cell is in two of them.
func independent(p *puzzle.Puzzle, solution []puzzle.Cell, switches [][]int) bool {
	rows, cols := len(p.Rows), len(p.Cols)
	picture := slices.Clone(solution)
	for line := range rows + cols {
		from, step, n, runs := line*cols, 1, cols, []puzzle.Run(nil)
		through := func(cell int) bool { return cell/cols == line }
		if line < rows {
			runs = p.Rows[line]
		} else {
			from, step, n, runs = line-rows, cols, rows, p.Cols[line-rows]
			through = func(cell int) bool { return cell%cols == line-rows }
		}
		if !slices.ContainsFunc(switches[len(switches)-1], through) {
			continue
		}
		var here [][]int // for each switch that crosses the line, its cells there
		for _, cells := range switches {
			if there := slices.DeleteFunc(slices.Clone(cells), func(cell int) bool { return !through(cell) }); len(there) > 0 {
				here = append(here, there)
			}
		}
		for choice := range 1 << len(here) {
			flip(picture, here, choice)
			met := hasRuns(picture, from, step, n, runs)
			flip(picture, here, choice)
			if !met {
				return false
			}
		}
	}
	return true
}

// flip makes the switches whose bit is set in choice: their cells exchange two shades.
func flip(picture []puzzle.Cell, switches [][]int, choice int) {
	for i, cells := range switches {
		if choice>>i&1 == 0 {
			continue
		}
		both := picture[cells[0]] ^ picture[cells[1]]
		for _, cell := range cells {
			picture[cell] ^= both
		}
	}
}

// closeFrom looks for a switch that begins with a row losing one cell and gaining another. It
// leaves the cells of the switch in path.
func (s *switching) closeFrom(lost, gained int) bool {
	s.until = max(0, s.steps-slideSteps)
	s.path = append(s.path[:0], lost, gained)
	return s.free(lost) && s.free(gained) && s.close()
}

// close extends the path until it ends in the column where it began. It reports whether it
// succeeded.
func (s *switching) close() bool {
	last := s.path[len(s.path)-1]
	col := last % s.cols
	for i := 0; i < len(s.path)-1; i += 2 {
		if s.path[i]%s.cols == col && i > 0 {
			return false // the path has been in this column
		}
	}
	home := s.path[0]%s.cols == col
	var room [2]int
	for _, lost := range s.losing(last, s.cols, room[:0]) {
		if home {
			if lost == s.path[0] {
				return true
			}
			continue
		}
		if len(s.path) == 2*s.most || !s.free(lost) || s.crosses(lost/s.cols) {
			continue
		}
		for _, toward := range [2]int{-1, 1} {
			for gained := s.beyond(lost, toward); gained >= 0; gained = s.onward(lost, gained, toward) {
				if s.steps--; s.steps < s.until {
					return false
				}
				s.path = append(s.path, lost, gained)
				if s.free(gained) && s.close() {
					return true
				}
				s.path = s.path[:len(s.path)-2]
			}
		}
	}
	return false
}

// free reports whether a cell is not given.
func (s *switching) free(cell int) bool { return s.given == nil || s.given[cell] == puzzle.Unknown }

// crosses reports whether the path has a cell in a row.
func (s *switching) crosses(row int) bool {
	for i := 0; i < len(s.path); i += 2 {
		if s.path[i]/s.cols == row {
			return true
		}
	}
	return false
}

// filled reports whether the cell n places from a cell is inside and filled. The places are in its
// row with step 1, in its column with step cols.
func (s *switching) filled(cell, n, step int) bool {
	return s.inside(cell, n, step) && s.picture[cell+n*step] == puzzle.Filled
}

// inside reports whether the cell n places from a cell is in the picture; see filled.
func (s *switching) inside(cell, n, step int) bool {
	if step == 1 {
		at := cell%s.cols + n
		return at >= 0 && at < s.cols
	}
	at := cell/s.cols + n
	return at >= 0 && at < s.rows
}

// beyond returns the cell that a row gains when the run that ends with the cell lost slides away
// from that cell, -1 for none.
func (s *switching) beyond(lost, toward int) int {
	if s.filled(lost, -toward, 1) {
		return -1
	}
	n := toward
	for s.filled(lost, n, 1) {
		n += toward
	}
	return s.open(lost, n, toward)
}

// onward returns the next cell, after gained, that a run of one cell can slide to; -1 for none.
func (s *switching) onward(lost, gained, toward int) int {
	if s.filled(lost, toward, 1) {
		return -1
	}
	return s.open(lost, gained-lost+toward, toward)
}

// open returns the cell n places from another if a run may end there, -1 otherwise.
func (s *switching) open(cell, n, toward int) int {
	if !s.inside(cell, n, 1) || s.filled(cell, n+toward, 1) {
		return -1
	}
	return cell + n
}

// losing appends the cells that a line can lose when a run slides to the cell gained: the other end
// of the run before that cell, and of the run after it. The line loses one of them.
func (s *switching) losing(gained, step int, cells []int) []int {
	for _, back := range [2]int{-1, 1} {
		if s.filled(gained, -back, step) {
			continue // it would touch the next run
		}
		n := back
		if s.filled(gained, n, step) {
			for s.filled(gained, n+back, step) {
				n += back
			}
			cells = append(cells, gained+n*step)
			continue
		}
		for s.inside(gained, n, step) && !s.filled(gained, n, step) {
			n += back
		}
		if s.inside(gained, n, step) && !s.filled(gained, n+back, step) {
			cells = append(cells, gained+n*step)
		}
	}
	return cells
}

// each calls f with the cells of a switch for every slide of a row that skip does not refuse, until
// f returns false.
func (s *switching) each(skip func(lost, gained int) bool, f func(cells []int) bool) {
	for lost, value := range s.picture {
		if s.steps <= 0 {
			return
		}
		if value != puzzle.Filled {
			continue
		}
		for _, toward := range [2]int{-1, 1} {
			for gained := s.beyond(lost, toward); gained >= 0; gained = s.onward(lost, gained, toward) {
				if !skip(lost, gained) && s.closeFrom(lost, gained) && !f(s.path) {
					return
				}
			}
		}
	}
}
