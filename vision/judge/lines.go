package judge

import (
	"context"
	"slices"
)

// The states of a nonogram's cell while lines are solved.
const (
	open int8 = iota
	empty
	full
)

// A lineSolver solves a line with several possible clues. The solver of nonograms takes clues as
// given; this one finds out which are possible. It takes O(runs · cells) for each of them.
type lineSolver struct {
	cells    []int8 // of the line
	before   []bool // at j·(n+1) + e: the first j runs fit in the first e cells
	after    []bool // at j·(n+1) + e: the runs from j on fit behind the first e cells
	crossed  []int  // the number of empty cells before each cell
	ends     []int  // the number of run positions that cover a cell, as the difference to the cell before
	mayFill  []bool // the cell is full in some arrangement
	mayEmpty []bool // the cell is empty in some arrangement
}

// begin starts a line; try takes its possible clues, end decides its cells.
func (s *lineSolver) begin(cells []int8) {
	n := len(cells)
	s.cells = cells
	s.crossed = append(s.crossed[:0], 0)
	for i, c := range cells {
		crossed := s.crossed[i]
		if c == empty {
			crossed++
		}
		s.crossed = append(s.crossed, crossed)
	}
	s.ends = cleared(s.ends, n+1)
	s.mayFill, s.mayEmpty = cleared(s.mayFill, n), cleared(s.mayEmpty, n)
}

// cleared returns a slice of n zeros, in the memory of s if it suffices.
func cleared[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// try reports whether the runs have an arrangement that fits the line's cells. It notes for each
// cell whether some arrangement fills it (in ends, which end adds up) and whether some leaves it empty
// (in mayEmpty). Without an arrangement it notes nothing.
func (s *lineSolver) try(runs []int) bool {
	n, k := len(s.cells), len(runs)
	w := n + 1
	s.before, s.after = cleared(s.before, (k+1)*w), cleared(s.after, (k+1)*w)
	// fits reports whether a run can end before cell e, on no empty cell and with no full cell next to
	// it.
	fits := func(run, e int) bool {
		return run <= e && s.crossed[e] == s.crossed[e-run] && (e == n || s.cells[e] != full) && (e == run || s.cells[e-run-1] != full)
	}
	for j := 0; j <= k; j++ {
		for e := 0; e <= n; e++ {
			ok := j == 0 && e == 0 || e > 0 && s.cells[e-1] != full && s.before[j*w+e-1]
			if !ok && j > 0 && fits(runs[j-1], e) {
				run := runs[j-1]
				ok = e == run && j == 1 || e > run && s.before[(j-1)*w+e-run-1]
			}
			s.before[j*w+e] = ok
		}
	}
	if !s.before[k*w+n] {
		return false
	}
	for j := k; j >= 0; j-- {
		for e := n; e >= 0; e-- {
			ok := j == k && e == n || e < n && s.cells[e] != full && s.after[j*w+e+1]
			if !ok && j < k && e+runs[j] <= n && fits(runs[j], e+runs[j]) {
				end := e + runs[j]
				ok = end == n && j == k-1 || end < n && s.after[(j+1)*w+end+1]
			}
			s.after[j*w+e] = ok
			if e < n && s.cells[e] != full && s.before[j*w+e] && s.after[j*w+e+1] {
				s.mayEmpty[e] = true
			}
		}
	}
	for j, run := range runs {
		for e := run; e <= n; e++ {
			left := e == run && j == 0 || e > run && s.before[j*w+e-run-1]
			right := e == n && j == k-1 || e < n && s.after[(j+1)*w+e+1]
			if left && right && fits(run, e) {
				s.ends[e-run]++
				s.ends[e]--
			}
		}
	}
	return true
}

// end decides the open cells that are the same in all arrangements of all clues, and calls decided
// for each.
func (s *lineSolver) end(decided func(cell int)) {
	covered := 0
	for i := range s.cells {
		covered += s.ends[i]
		s.mayFill[i] = covered > 0
		if s.cells[i] != open || s.mayFill[i] == s.mayEmpty[i] {
			continue
		}
		s.cells[i] = empty
		if s.mayFill[i] {
			s.cells[i] = full
		}
		decided(i)
	}
}

// A sheet is a nonogram with several possible clues for each line.
type sheet struct {
	rows, cols int
	ways       [][][]int // the possible clues of each line, rows before columns; nil if unknown
	dead       [][]bool  // which of them are refuted
	cells      [2][]int8 // row-major and column-major
	solver     lineSolver
}

// size returns the number of cells in a line.
func (s *sheet) size(line int) int {
	if line < s.rows {
		return s.cols
	}
	return s.rows
}

// line returns the cells of a line.
func (s *sheet) line(line int) []int8 {
	side, n := 0, s.size(line)
	if line >= s.rows {
		side, line = 1, line-s.rows
	}
	return s.cells[side][line*n : (line+1)*n]
}

// solve solves lines until none decides another cell, or time ends. It marks refuted ways as dead,
// and returns false if a line has no way left.
func (s *sheet) solve(ctx context.Context) bool {
	lines := make([]int, s.rows+s.cols)
	for line := range lines {
		lines[line] = line
	}
	return s.solveFrom(ctx, lines)
}

// solveFrom solves like solve, but starts with the given lines: in the others nothing has changed since
// they were solved. Lines with unknown clues are passed over.
func (s *sheet) solveFrom(ctx context.Context, lines []int) bool {
	queued := make([]bool, s.rows+s.cols)
	for _, line := range lines {
		queued[line] = true
	}
	for next := 0; next < len(lines) && ctx.Err() == nil; next++ {
		line := lines[next]
		queued[line] = false
		if s.ways[line] == nil {
			continue
		}
		some := false
		s.solver.begin(s.line(line))
		for i, runs := range s.ways[line] {
			if !s.dead[line][i] {
				s.dead[line][i] = !s.solver.try(runs)
				some = some || !s.dead[line][i]
			}
		}
		if !some {
			return false
		}
		s.solver.end(func(i int) {
			value := s.line(line)[i]
			cross := s.rows + i
			at := line
			if line >= s.rows {
				cross, at = i, line-s.rows
			}
			s.line(cross)[at] = value
			if !queued[cross] {
				queued[cross] = true
				lines = append(lines, cross)
			}
		})
	}
	return true
}

// runs returns the clue of a line; ok is false while a cell of the line is open.
func (s *sheet) runs(line int) (runs []int, ok bool) {
	run := 0
	// The limit of the slice makes append copy it, so that the next line's first cell is not changed.
	for _, c := range append(s.line(line)[:s.size(line):s.size(line)], empty) {
		switch {
		case c == open:
			return nil, false
		case c == full:
			run++
		case run > 0:
			runs, run = append(runs, run), 0
		}
	}
	return runs, true
}

// clone returns a copy of a sheet. The ways are shared, as they do not change; the solver is a new one.
func (s *sheet) clone() *sheet {
	c := &sheet{rows: s.rows, cols: s.cols, ways: s.ways, dead: make([][]bool, len(s.dead))}
	for i := range s.dead {
		c.dead[i] = slices.Clone(s.dead[i])
	}
	c.cells = [2][]int8{slices.Clone(s.cells[0]), slices.Clone(s.cells[1])}
	return c
}

// only strikes all ways of a line except one, and reports whether it struck any.
func (s *sheet) only(line, way int) (some bool) {
	for i := range s.dead[line] {
		if i != way && !s.dead[line][i] {
			s.dead[line][i], some = true, true
		}
	}
	return some
}

// newSheet returns a sheet with all cells open and all ways alive.
func newSheet(rows, cols int, ways [][][]int) *sheet {
	s := &sheet{rows: rows, cols: cols, ways: ways, dead: make([][]bool, len(ways))}
	for i := range ways {
		s.dead[i] = make([]bool, len(ways[i]))
	}
	s.cells[0], s.cells[1] = make([]int8, rows*cols), make([]int8, rows*cols)
	return s
}
