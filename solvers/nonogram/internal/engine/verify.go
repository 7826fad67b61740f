package engine

import (
	"fmt"
	"math/bits"
	"slices"

	"kibitz/solvers/nonogram/internal/puzzle"
)

// MustSolve panics if one of some pictures is no solution, or two are the same. Every solution that
// leaves the solver is checked here, so a verdict of several solutions is always true, and a
// verdict of one has at least that one. A picture that fails is a mistake in this package: nothing
// that it says can be relied on. So there is no error to return, and only a caller that recovers
// from panics anyway can go on. It takes O(cells).
func MustSolve(p *puzzle.Puzzle, pictures ...[]puzzle.Cell) {
	for i, picture := range pictures {
		if err := checkPicture(p, picture); err != nil {
			panic(fmt.Sprintf("nonogram: a mistake in the solver: what it found is no solution of %s: %v", p, err))
		}
		for _, other := range pictures[:i] {
			if slices.Equal(picture, other) {
				panic(fmt.Sprintf("nonogram: a mistake in the solver: it found one solution twice of %s", p))
			}
		}
	}
}

// checkPicture returns an error if a picture is no solution. It shares nothing with the solver.
func checkPicture(p *puzzle.Puzzle, picture []puzzle.Cell) error {
	if p.InColours() {
		return checkInColours(p, picture)
	}
	return checkInBlack(p, picture)
}

// checkInBlack checks a picture in black and white. It costs little beside solving: rows are packed
// into words, and it looks only at cells where a run begins or ends.
func checkInBlack(p *puzzle.Puzzle, picture []puzzle.Cell) error {
	rows, cols := len(p.Rows), len(p.Cols)
	if len(picture) != rows*cols {
		return fmt.Errorf("it has %d cells", len(picture))
	}
	for i, value := range p.Given {
		if value != puzzle.Unknown && value != picture[i] {
			return fmt.Errorf("row %d, column %d is not as given", i/cols+1, i%cols+1)
		}
	}
	row, above := make([]uint64, (cols+63)/64), make([]uint64, (cols+63)/64)
	down := make([]reading, cols)
	for r := range rows {
		if !pack(row, picture[r*cols:(r+1)*cols]) {
			return fmt.Errorf("row %d is not finished", r+1)
		}
		if !readRow(row, cols, p.Rows[r]) {
			return fmt.Errorf("row %d", r+1)
		}
		if c := readDown(down, above, row, r, p.Cols); c >= 0 {
			return fmt.Errorf("column %d", c+1)
		}
		row, above = above, row
	}
	clear(row)
	if c := readDown(down, above, row, rows, p.Cols); c >= 0 {
		return fmt.Errorf("column %d", c+1)
	}
	for c, runs := range p.Cols {
		if down[c].next != len(runs) {
			return fmt.Errorf("column %d", c+1)
		}
	}
	return nil
}

// reading records how far the runs of a line have been read.
type reading struct {
	first int // first cell of the last run that began
	next  int // index in the clue of the next run to end
}

// end reads the end of a run before a cell. It reports false if the next run of the clue is not
// that run.
func (l *reading) end(cell int, runs []puzzle.Run) bool {
	if l.next == len(runs) || runs[l.next].Length != cell-l.first {
		return false
	}
	l.next++
	return true
}

// pack sets the bits of the filled cells in row, and clears all others. It reports false if a cell is
// neither Empty nor Filled. It relies on Filled - Empty being 1, so that a cell less Empty is its bit.
func pack(row []uint64, cells []puzzle.Cell) bool {
	wrong := puzzle.Cell(0)
	for i := range row {
		word := uint64(0)
		some := cells[64*i : min(64*i+64, len(cells))]
		for j := len(some) - 1; j >= 0; j-- {
			word = word<<1 | uint64(some[j]-puzzle.Empty)
			wrong |= some[j] - puzzle.Empty
		}
		row[i] = word
	}
	return wrong&^(puzzle.Filled-puzzle.Empty) == 0
}

// readRow reports whether a row has these runs.
func readRow(row []uint64, cols int, runs []puzzle.Run) bool {
	var l reading
	before := uint64(0) // value of the last cell of the word before
	for i, word := range row {
		for change := word ^ (word<<1 | before); change != 0; change &= change - 1 {
			bit := bits.TrailingZeros64(change)
			if word>>bit&1 == 1 {
				l.first = 64*i + bit
			} else if !l.end(64*i+bit, runs) {
				return false
			}
		}
		before = word >> 63
	}
	if before == 1 && !l.end(cols, runs) {
		return false
	}
	return l.next == len(runs)
}

// readDown reads row r in all columns, given the row above it. It returns a column whose run that
// ended there is not in its clue, -1 for none.
func readDown(down []reading, above, row []uint64, r int, clues [][]puzzle.Run) int {
	for i, word := range row {
		for change := word ^ above[i]; change != 0; change &= change - 1 {
			bit := bits.TrailingZeros64(change)
			c := 64*i + bit
			if word>>bit&1 == 1 {
				down[c].first = r
			} else if !down[c].end(r, clues[c]) {
				return c
			}
		}
	}
	return -1
}

// checkInColours checks a picture in colours.
func checkInColours(p *puzzle.Puzzle, picture []puzzle.Cell) error {
	rows, cols := len(p.Rows), len(p.Cols)
	if len(picture) != rows*cols {
		return fmt.Errorf("it has %d cells", len(picture))
	}
	all := p.AllShades()
	for i, s := range picture {
		if !s.One() || s&all == 0 {
			return fmt.Errorf("row %d, column %d is not of one shade", i/cols+1, i%cols+1)
		}
		if p.Given != nil && s&p.Given[i] == 0 {
			return fmt.Errorf("row %d, column %d is not as given", i/cols+1, i%cols+1)
		}
	}
	for r, runs := range p.Rows {
		if !hasRuns(picture, r*cols, 1, cols, runs) {
			return fmt.Errorf("row %d", r+1)
		}
	}
	for c, runs := range p.Cols {
		if !hasRuns(picture, c, cols, rows, runs) {
			return fmt.Errorf("column %d", c+1)
		}
	}
	return nil
}

// hasRuns reports whether the n cells at from, from+step, from+2·step and so on have these runs.
func hasRuns(picture []puzzle.Cell, from, step, n int, runs []puzzle.Run) bool {
	end := from + n*step
	for _, run := range runs {
		for from < end && picture[from] == puzzle.Empty {
			from += step
		}
		shade := puzzle.ShadeOf(run.Colour)
		for range run.Length {
			if from >= end || picture[from] != shade {
				return false
			}
			from += step
		}
		if from < end && picture[from] == shade {
			return false
		}
	}
	for from < end && picture[from] == puzzle.Empty {
		from += step
	}
	return from >= end
}
