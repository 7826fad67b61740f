package kakuro

import (
	"fmt"
	"slices"

	"kibitz/solvers"
)

// verify returns an error that wraps solvers.ErrBug unless each solution of an answer
// keeps to the clues and to the rest of the answer, and two solutions differ. It does
// not know how they were found. O(Rows·Cols).
func (p *Puzzle) verify(a *Answer) error {
	for _, solution := range a.Solutions {
		if err := p.fitsClues(solution); err != nil {
			return err
		}
		for i, d := range solution {
			if p.Cells[i].White && (a.Candidates[i]>>d&1 == 0 || a.Grid[i] != 0 && a.Grid[i] != d) {
				return fmt.Errorf("kakuro: %w: a solution has a digit at r%dc%d that was excluded", solvers.ErrBug, i/p.Cols+1, i%p.Cols+1)
			}
		}
	}
	want := map[solvers.Verdict][2]int{solvers.None: {0, 0}, solvers.Unique: {1, 1}, solvers.Multiple: {2, 2}, solvers.Undecided: {0, 1}}[a.Verdict]
	if n := len(a.Solutions); n < want[0] || n > want[1] || n == 2 && slices.Equal(a.Solutions[0], a.Solutions[1]) {
		return fmt.Errorf("kakuro: %w: the verdict is %v, with %d solutions", solvers.ErrBug, a.Verdict, n)
	}
	return nil
}

// fitsClues returns an error that wraps solvers.ErrBug unless digits, row-major with 0
// in the blocks, solve p.
func (p *Puzzle) fitsClues(digits []int) error {
	wrong := func(i int) error {
		return fmt.Errorf("kakuro: %w: a solution is wrong at r%dc%d", solvers.ErrBug, i/p.Cols+1, i%p.Cols+1)
	}
	for i, cell := range p.Cells {
		if d := digits[i]; cell.White != (d >= 1 && d <= 9) || !cell.White && d != 0 || cell.Given != 0 && cell.Given != d {
			return wrong(i)
		}
	}
	for _, e := range p.entries() {
		sum, used := 0, 0
		for place := range p.within(e) {
			if used>>digits[place]&1 == 1 {
				return wrong(place)
			}
			used |= 1 << digits[place]
			sum += digits[place]
		}
		if e.Sum != 0 && e.Sum != sum {
			return wrong(e.Row*p.Cols + e.Col)
		}
	}
	return nil
}
