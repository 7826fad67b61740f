package judge

import (
	"context"
	"slices"

	"kibitz/solvers/nonogram"
)

// A lineSolver solves a line with several possible clues. The solver of nonograms takes clues as
// given; this one finds out which are possible. It takes O(runs · cells) for each of them.
type lineSolver struct {
	cells    []nonogram.Cell // of the line: the shades that each may have
	before   []bool          // at j·(n+1) + e: the first j runs fit in the first e cells
	after    []bool          // at j·(n+1) + e: the runs from j on fit behind the first e cells
	barred   []int           // at c·(n+1) + e: how many of the first e cells cannot have colour c
	ends     []int           // at c·(n+1) + e: the run positions of colour c that cover cell e, less those of the cell before
	mayEmpty []bool          // the cell is empty in some arrangement
}

// begin starts a line; try takes its possible clues, end decides its cells.
func (s *lineSolver) begin(cells []nonogram.Cell, colours int) {
	n := len(cells)
	s.cells = cells
	s.barred = cleared(s.barred, colours*(n+1))
	for c := range colours {
		barred := s.barred[c*(n+1):][:n+1]
		for i, cell := range cells {
			barred[i+1] = barred[i]
			if cell&nonogram.ShadeOf(c) == 0 {
				barred[i+1]++
			}
		}
	}
	s.ends = cleared(s.ends, colours*(n+1))
	s.mayEmpty = cleared(s.mayEmpty, n)
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

// canBeEmpty reports whether the cell at i may be empty, as far as the line's cells tell.
func (s *lineSolver) canBeEmpty(i int) bool { return s.cells[i]&nonogram.Empty != 0 }

// fits reports whether a run can end before cell e.
func (s *lineSolver) fits(run nonogram.Run, e int) bool {
	barred := s.barred[run.Colour*(len(s.cells)+1):]
	return run.Length <= e && barred[e] == barred[e-run.Length]
}

// follows reports whether run j of a clue may begin at cell e, by what stands before it: runs of one colour
// have a gap between them.
func (s *lineSolver) follows(runs []nonogram.Run, j, e int) bool {
	w := len(s.cells) + 1
	if j == 0 || runs[j-1].Colour != runs[j].Colour {
		return s.before[j*w+e]
	}
	return e > 0 && s.canBeEmpty(e-1) && s.before[j*w+e-1]
}

// precedes reports whether run j of a clue may end before cell e, by what stands behind it.
func (s *lineSolver) precedes(runs []nonogram.Run, j, e int) bool {
	w := len(s.cells) + 1
	if j == len(runs)-1 || runs[j+1].Colour != runs[j].Colour {
		return s.after[(j+1)*w+e]
	}
	return e < len(s.cells) && s.canBeEmpty(e) && s.after[(j+1)*w+e+1]
}

// try reports whether the runs have an arrangement that fits the line's cells. It notes for each
// cell which colours it has in some arrangement (in ends, which end adds up) and whether some leaves it
// empty (in mayEmpty). Without an arrangement it notes nothing.
func (s *lineSolver) try(runs []nonogram.Run) bool {
	n, k := len(s.cells), len(runs)
	w := n + 1
	s.before, s.after = cleared(s.before, (k+1)*w), cleared(s.after, (k+1)*w)
	for j := 0; j <= k; j++ {
		for e := 0; e <= n; e++ {
			ok := j == 0 && e == 0 || e > 0 && s.canBeEmpty(e-1) && s.before[j*w+e-1]
			if !ok && j > 0 && s.fits(runs[j-1], e) {
				ok = s.follows(runs, j-1, e-runs[j-1].Length)
			}
			s.before[j*w+e] = ok
		}
	}
	if !s.before[k*w+n] {
		return false
	}
	for j := k; j >= 0; j-- {
		for e := n; e >= 0; e-- {
			ok := j == k && e == n || e < n && s.canBeEmpty(e) && s.after[j*w+e+1]
			if !ok && j < k && e+runs[j].Length <= n && s.fits(runs[j], e+runs[j].Length) {
				ok = s.precedes(runs, j, e+runs[j].Length)
			}
			s.after[j*w+e] = ok
			if e < n && s.canBeEmpty(e) && s.before[j*w+e] && s.after[j*w+e+1] {
				s.mayEmpty[e] = true
			}
		}
	}
	for j, run := range runs {
		ends := s.ends[run.Colour*w:]
		for e := run.Length; e <= n; e++ {
			if s.fits(run, e) && s.follows(runs, j, e-run.Length) && s.precedes(runs, j, e) {
				ends[e-run.Length]++
				ends[e]--
			}
		}
	}
	return true
}

// end leaves each cell the shades that it has in some arrangement of some clue, and calls decided for each cell
// that had more.
func (s *lineSolver) end(decided func(cell int)) {
	w := len(s.cells) + 1
	for i, cell := range s.cells {
		var may nonogram.Cell
		if s.mayEmpty[i] {
			may = nonogram.Empty
		}
		for at := i; at < len(s.ends); at += w {
			if i > 0 {
				s.ends[at] += s.ends[at-1]
			}
			if s.ends[at] > 0 {
				may |= nonogram.ShadeOf(at / w)
			}
		}
		if may &= cell; may != cell {
			s.cells[i] = may
			decided(i)
		}
	}
}

// A sheet is a nonogram with several possible clues for each line.
type sheet struct {
	rows, cols int
	colours    int
	ways       [][][]nonogram.Run // the possible clues of each line, rows before columns; nil if unknown
	dead       [][]bool           // which of them are refuted
	cells      [2][]nonogram.Cell // the shades that each cell may have, row-major and column-major
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
func (s *sheet) line(line int) []nonogram.Cell {
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
		s.solver.begin(s.line(line), s.colours)
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
func (s *sheet) runs(line int) (runs []nonogram.Run, ok bool) {
	before := nonogram.Empty
	for _, c := range s.line(line) {
		switch {
		case !c.One():
			return nil, false
		case c == nonogram.Empty:
		case c == before:
			runs[len(runs)-1].Length++
		default:
			runs = append(runs, nonogram.Run{Length: 1, Colour: c.Colour()})
		}
		before = c
	}
	return runs, true
}

// clone returns a copy of a sheet. The ways are shared, as they do not change; the solver is a new one.
func (s *sheet) clone() *sheet {
	c := &sheet{rows: s.rows, cols: s.cols, colours: s.colours, ways: s.ways, dead: make([][]bool, len(s.dead))}
	for i := range s.dead {
		c.dead[i] = slices.Clone(s.dead[i])
	}
	c.cells = [2][]nonogram.Cell{slices.Clone(s.cells[0]), slices.Clone(s.cells[1])}
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
func newSheet(rows, cols, colours int, ways [][][]nonogram.Run) *sheet {
	s := &sheet{rows: rows, cols: cols, colours: colours, ways: ways, dead: make([][]bool, len(ways))}
	for i := range ways {
		s.dead[i] = make([]bool, len(ways[i]))
	}
	open := slices.Repeat([]nonogram.Cell{nonogram.ShadeOf(colours) - 1}, rows*cols)
	s.cells = [2][]nonogram.Cell{open, slices.Clone(open)}
	return s
}
