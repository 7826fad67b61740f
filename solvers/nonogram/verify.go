package nonogram

import (
	"fmt"
	"slices"
)

// mustSolve panics if one of some pictures is no solution, or two are the same. All that
// leaves the solver goes through here, so that a verdict of several is seen to be true, as is
// half of one that there is one only. A picture that does not pass is a mistake in this
// package: nothing that it says can be relied on, so there is no error to be returned
// beside an answer, and no way on but for whoever recovers from panics anyway.
// It takes O(cells).
func (p *Puzzle) mustSolve(pictures ...[]Cell) {
	for i, picture := range pictures {
		if err := p.wrong(picture); err != nil {
			panic(fmt.Sprintf("nonogram: a mistake in the solver: what it found is no solution of %s: %v", p, err))
		}
		for _, other := range pictures[:i] {
			if slices.Equal(picture, other) {
				panic(fmt.Sprintf("nonogram: a mistake in the solver: it found one solution twice of %s", p))
			}
		}
	}
}

// wrong says what keeps a picture from being a solution. It shares nothing with the solver.
func (p *Puzzle) wrong(picture []Cell) error {
	cols := len(p.Cols)
	if len(picture) != len(p.Rows)*cols {
		return fmt.Errorf("it has %d cells", len(picture))
	}
	for i, value := range picture {
		if value != Empty && value != Filled || p.Given != nil && p.Given[i] != Unknown && p.Given[i] != value {
			return fmt.Errorf("row %d, column %d is %d", i/cols+1, i%cols+1, int(value))
		}
	}
	for i, runs := range p.Rows {
		if !hasRuns(picture[i*cols:(i+1)*cols], 1, runs) {
			return fmt.Errorf("row %d", i+1)
		}
	}
	for i, runs := range p.Cols {
		if !hasRuns(picture[i:], cols, runs) {
			return fmt.Errorf("column %d", i+1)
		}
	}
	return nil
}

// hasRuns says whether the cells of a line, so many places apart, have these runs.
func hasRuns(cells []Cell, step int, runs []int) bool {
	length, next := 0, 0
	ended := func() bool { // the run before a cell that is empty, or the end, if there is one
		fits := length == 0 || next < len(runs) && runs[next] == length
		if length > 0 {
			next++
		}
		length = 0
		return fits
	}
	for i := 0; i < len(cells); i += step {
		if cells[i] == Filled {
			length++
		} else if !ended() {
			return false
		}
	}
	return ended() && next == len(runs)
}
