package engine

import "kibitz/solvers/nonogram/internal/puzzle"

// exchanging looks for elementary switches in colours: in some rows two cells exchange two shades,
// and in as many columns these cells do, so that each cell that changes does so in its row and in its
// column. The shades are the same in all of them, and one may be empty. Every line keeps its clue.
type exchanging struct {
	puzzle  *puzzle.Puzzle
	picture []puzzle.Cell
	shades  puzzle.Cell // the two shades, as a set
	path    []int       // cells in turn with one shade and the other; two of a row, two of a column, and so on
	most    int         // rows that a switch may have
	steps   int         // exchanges of two cells that may still be tried
}

// each calls f with the cells of a switch for every exchange in a row that begins one, until f
// returns false. It takes each pair of shades in turn.
func (s *exchanging) each(f func(cells []int) bool) {
	cols := len(s.puzzle.Cols)
	for first, shade := range s.picture {
		for second := first + 1; second < (first/cols+1)*cols; second++ {
			if s.picture[second] == shade {
				continue
			}
			s.shades, s.path = shade|s.picture[second], append(s.path[:0], first)
			if s.exchanges(first, second) && s.close(second) && !f(s.path) || s.steps <= 0 {
				return
			}
		}
	}
}

// close adds a cell that exchanges its shade with the last cell of the path, and goes on until the path
// ends in the column where it began. It reports whether it succeeded. The cell stays in the path only
// then.
func (s *exchanging) close(cell int) bool {
	cols, n := len(s.puzzle.Cols), len(s.path)
	s.path = append(s.path, cell)
	for i := 1; i+1 < n; i++ {
		if s.path[i]%cols == cell%cols || n%2 == 0 && s.path[i]/cols == cell/cols {
			s.path = s.path[:n]
			return false // the path has been in this line
		}
	}
	from, step, length := cell/cols*cols, 1, cols
	if n%2 == 1 { // a column follows
		if cell%cols == s.path[0]%cols {
			if s.exchanges(cell, s.path[0]) {
				return true
			}
			s.path = s.path[:n]
			return false
		}
		from, step, length = cell%cols, cols, len(s.puzzle.Rows)
	}
	if n < 2*s.most-1 || n%2 == 0 {
		for i := range length {
			if next := from + i*step; s.exchanges(cell, next) && s.close(next) {
				return true
			}
		}
	}
	s.path = s.path[:n]
	return false
}

// exchanges reports whether two cells of a line have the two shades, may have each other's, and leave
// the line its clue when they exchange them.
func (s *exchanging) exchanges(one, other int) bool {
	a, b := s.picture[one], s.picture[other]
	if a|b != s.shades || a == b || s.steps <= 0 {
		return false
	}
	if given := s.puzzle.Given; given != nil && (given[one]&b == 0 || given[other]&a == 0) {
		return false
	}
	s.steps--
	cols := len(s.puzzle.Cols)
	from, step, n, runs := one/cols*cols, 1, cols, s.puzzle.Rows[one/cols]
	if one%cols == other%cols {
		from, step, n, runs = one%cols, cols, len(s.puzzle.Rows), s.puzzle.Cols[one%cols]
	}
	s.picture[one], s.picture[other] = b, a
	met := hasRuns(s.picture, from, step, n, runs)
	s.picture[one], s.picture[other] = a, b
	return met
}
