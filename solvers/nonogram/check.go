package nonogram

import "fmt"

// New is the puzzle of these clues, as in Puzzle.Rows and Cols, which it copies. A line
// whose only run is 0 is empty. The error is Check's.
func New(rows, cols [][]int) (*Puzzle, error) {
	p := &Puzzle{Rows: withoutZero(rows), Cols: withoutZero(cols)}
	if err := p.Check(); err != nil {
		return nil, err
	}
	return p, nil
}

// withoutZero is a copy in which an empty line has no run.
func withoutZero(lines [][]int) [][]int {
	copied := make([][]int, len(lines))
	for i, runs := range lines {
		if len(runs) > 0 && !(len(runs) == 1 && runs[0] == 0) {
			copied[i] = append([]int(nil), runs...)
		}
	}
	return copied
}

// Check says what is wrong with a puzzle that neither Parse nor New has made: sides out
// of bounds, a run below 1, a line whose runs do not fit, given cells that are not one for each
// cell. O(Rows·Cols). Every question asks it first: one that returns an error returns this
// one, the others have nothing to say.
func (p *Puzzle) Check() error {
	rows, cols := len(p.Rows), len(p.Cols)
	if min(rows, cols) < 1 || max(rows, cols) > MaxSide || rows*cols > MaxCells {
		return fmt.Errorf("nonogram: found %d rows and %d columns, expected 1 to %d of each and at most %d cells", rows, cols, MaxSide, MaxCells)
	}
	for i, runs := range p.Rows {
		if err := checkRuns(runs, cols); err != nil {
			return fmt.Errorf("nonogram: row %d: %w", i+1, err)
		}
	}
	for i, runs := range p.Cols {
		if err := checkRuns(runs, rows); err != nil {
			return fmt.Errorf("nonogram: column %d: %w", i+1, err)
		}
	}
	if p.Given != nil && len(p.Given) != rows*cols {
		return fmt.Errorf("nonogram: found %d given cells, expected %d, or none at all", len(p.Given), rows*cols)
	}
	for i, value := range p.Given {
		if value < Unknown || value > Filled {
			return fmt.Errorf("nonogram: row %d, column %d: found the given cell %d, expected Unknown, Empty or Filled", i/cols+1, i%cols+1, int(value))
		}
	}
	return nil
}

// checkRuns says what is wrong with a clue for so many cells.
func checkRuns(runs []int, cells int) error {
	need := -1
	for _, run := range runs {
		if run < 1 {
			return fmt.Errorf("found a run of %d, expected 1 or more; an empty line has no run", run)
		}
		if need += 1 + min(run, cells+1); need > cells {
			return fmt.Errorf("found runs that take more than its %d cells", cells)
		}
	}
	return nil
}
