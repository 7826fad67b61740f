package engine

import (
	"slices"

	"kibitz/solvers/nonogram/internal/puzzle"
)

// switching looks for solutions beside one that is known, by elementary switches: in
// some rows a run slides and so moves one cell, and in as many columns one does, so that
// each cell that a row loses or gains is one that a column does as well. Every line keeps
// its clue. Most puzzles with several solutions have such a switch in any of them, and it is
// found in microseconds.
//
// For switching components see K. J. Batenburg and W. A. Kosters, "On the Difficulty
// of Nonograms", ICGA Journal 35 (2012).
type switching struct {
	rows, cols int
	picture    []puzzle.Cell
	given      []puzzle.Cell
	path       []int // cells in turn lost and gained by a row, the next lost by the same column
	most       int   // rows of a switch
	steps      int   // left, of some ten nanoseconds each
	until      int   // steps left when the search from one slide gives up
}

// Most switches have two rows; longer ones take longer to look for.
const (
	longestSwitch = 5
	slideSteps    = 1 << 9  // from one slide
	switchSteps   = 1 << 12 // for another solution
	commonSteps   = 1 << 18 // for the cells that differ
)

// another is a solution that differs from one by a switch; nil where there is
// none, or none that is soon found.
func (g *grid[M]) another(solution []puzzle.Cell) []puzzle.Cell {
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

// switches rules cells out of what is common to some solutions: those of switches in one of
// them.
func (g *grid[M]) switches(picture, common []puzzle.Cell) {
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

// around finds a switch in which a row loses one cell and gains another. It leaves its cells
// in path.
func (s *switching) around(lost, gained int) bool {
	s.until = max(0, s.steps-slideSteps)
	s.path = append(s.path[:0], lost, gained)
	return s.free(lost) && s.free(gained) && s.close()
}

// close goes on from a path to one that ends where it began.
func (s *switching) close() bool {
	last := s.path[len(s.path)-1]
	col := last % s.cols
	for i := 0; i < len(s.path)-1; i += 2 {
		if s.path[i]%s.cols == col && i > 0 {
			return false // a column of the path
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

func (s *switching) free(cell int) bool { return s.given == nil || s.given[cell] == puzzle.Unknown }

// crosses says whether the path has a cell of a row.
func (s *switching) crosses(row int) bool {
	for i := 0; i < len(s.path); i += 2 {
		if s.path[i]/s.cols == row {
			return true
		}
	}
	return false
}

// filled says whether there is a filled cell n places from a cell, in its row with
// step 1, in its column with step cols.
func (s *switching) filled(cell, n, step int) bool {
	return s.inside(cell, n, step) && s.picture[cell+n*step] == puzzle.Filled
}

func (s *switching) inside(cell, n, step int) bool {
	if step == 1 {
		at := cell%s.cols + n
		return at >= 0 && at < s.cols
	}
	at := cell/s.cols + n
	return at >= 0 && at < s.rows
}

// beyond is the cell that a row gains when the run that ends with the cell lost
// slides away from it, -1 for none.
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

// onward is the next cell that a run of one cell can slide to, -1 for none.
func (s *switching) onward(lost, gained, toward int) int {
	if s.filled(lost, toward, 1) {
		return -1
	}
	return s.open(lost, gained-lost+toward, toward)
}

// open is the cell n places from another if a run may end there.
func (s *switching) open(cell, n, toward int) int {
	if !s.inside(cell, n, 1) || s.filled(cell, n+toward, 1) {
		return -1
	}
	return cell + n
}

// losing are the cells of which a line loses one when a run slides to a cell: at the
// other end of the run before it, or of the one after it.
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

// each calls f with the cells of switches, for every slide of a row that f
// does not skip, until it returns false.
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
				if !skip(lost, gained) && s.around(lost, gained) && !f(s.path) {
					return
				}
			}
		}
	}
}
