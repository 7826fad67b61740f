package sudoku

import (
	"context"
	"math/bits"

	"kibitz/solvers"
)

// A Change is another digit for a cell.
type Change struct {
	Cell     int
	Was, Now int // 0 for none
}

// A Repaired puzzle has one solution, unless its Verdict says otherwise.
type Repaired struct {
	Puzzle  *Puzzle
	Changed []Change
	Verdict solvers.Verdict
	Least   int  // fewer changes do not make one solution: proved
	Proved  bool // Changed are the fewest
}

// Repair changes givens until p has one solution. To a puzzle with several it adds givens, as few as will
// do. In a puzzle with none it changes, leaves out and adds as few as will do. One and two changes are all
// tried. If none of these is enough it takes more, not always the fewest. If ctx ends first the Verdict
// is that of p. The error is that of ctx if it has ended already, or that of Check.
func (p *Puzzle) Repair(ctx context.Context) (*Repaired, error) {
	a, err := p.Solve(ctx)
	if err != nil {
		return nil, err
	}
	r := &Repaired{Puzzle: p, Verdict: a.Verdict}
	if a.Verdict == solvers.Unique || a.Verdict == solvers.Undecided {
		r.Proved = a.Verdict == solvers.Unique
		return r, nil
	}
	options := make([][]Change, 0, len(p.Givens)) // for each cell that may be changed
	for i, digit := range p.Givens {
		switch {
		case a.Verdict == solvers.None:
			options = append(options, p.options(i, 1<<(p.Size+1)-2))
		case digit == 0:
			options = append(options, p.options(i, a.Candidates[i]))
		}
	}
	for n := 1; n <= 2; n++ {
		r.Least = n
		changes, ended := p.fewest(ctx, options, n, a.Verdict == solvers.None)
		if changes != nil {
			r.Proved = true
			return r.with(p, changes), nil
		}
		if !ended {
			return r, nil
		}
	}
	r.Least = 3
	if changes := p.greedy(ctx); changes != nil {
		r.with(p, changes)
		r.Proved = len(changes) == r.Least
	}
	return r, nil
}

// with sets the changes.
func (r *Repaired) with(p *Puzzle, changes []Change) *Repaired {
	r.Puzzle, r.Changed, r.Verdict = p.Changed(changes...), changes, solvers.Unique
	return r
}

// options returns the changes of a cell to other digits of its candidates, and to none last for a given one.
func (p *Puzzle) options(i int, candidates uint16) (all []Change) {
	was := p.Givens[i]
	if was != 0 {
		candidates &^= 1 << was
	}
	for _, d := range digitsOf(candidates) {
		all = append(all, Change{i, was, d})
	}
	if was != 0 {
		all = append(all, Change{i, was, 0})
	}
	return all
}

// fewest returns n changes of different cells that make one solution; nil for none, or if ctx ended
// first. If p has no solution (wrong), cells without which there is none either are passed over at once.
func (p *Puzzle) fewest(ctx context.Context, options [][]Change, n int, wrong bool) (changes []Change, ended bool) {
	ended = true
	choices(len(options), n, func(cells []int) bool {
		if ctx.Err() != nil {
			ended = false
			return false
		}
		tried := make([]Change, n)
		for k, c := range cells {
			tried[k] = Change{Cell: options[c][0].Cell}
		}
		if wrong && p.Changed(tried...).solvable() == nil {
			return true
		}
		var try func(k int) bool
		try = func(k int) bool {
			if k == n {
				return p.Changed(tried...).sole()
			}
			for _, tried[k] = range options[cells[k]] {
				if try(k + 1) {
					return true
				}
			}
			return false
		}
		if try(0) {
			changes = tried
		}
		return changes == nil
	})
	return changes, ended
}

// solvable returns a solution of a puzzle; nil if it has none.
func (p *Puzzle) solvable() []int {
	l := p.layout()
	solutions, _ := newGrid(p, l).some(context.Background(), l, 1)
	if solutions == nil {
		return nil
	}
	return solutions[0]
}

// greedy returns changes that make one solution: it leaves out each given with which there is none,
// then gives the digit in which solutions differ, and at the end takes back what is not needed. It
// returns nil if ctx ends first.
func (p *Puzzle) greedy(ctx context.Context) (changes []Change) {
	now := &Puzzle{Size: p.Size, Diagonals: p.Diagonals, Givens: make([]int, len(p.Givens))}
	for i, digit := range p.Givens {
		if with := now.Changed(Change{Cell: i, Now: digit}); digit != 0 && with.solvable() != nil {
			now = with
		}
	}
	solution := now.solvable()
	for {
		a, err := now.Solve(ctx)
		if err != nil {
			return nil
		}
		if a.Verdict == solvers.Unique {
			break
		}
		most, at := 1, -1
		for i, m := range a.Candidates {
			if n := bits.OnesCount16(m); n > most {
				most, at = n, i
			}
		}
		if at < 0 {
			return nil
		}
		now = now.Changed(Change{Cell: at, Now: solution[at]})
	}
	for i := range p.Givens {
		if p.Givens[i] == 0 && now.Givens[i] != 0 && now.Changed(Change{Cell: i}).sole() {
			now = now.Changed(Change{Cell: i})
		}
	}
	for i, was := range p.Givens {
		if was != now.Givens[i] {
			changes = append(changes, Change{i, was, now.Givens[i]})
		}
	}
	return changes
}
