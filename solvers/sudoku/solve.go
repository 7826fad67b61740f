package sudoku

import (
	"context"
	"fmt"
	"math/bits"
	"time"

	"kibitz/solvers"
)

// Level is the hardest method that a verdict needed, or that was under way when time ran out.
type Level int

const (
	LevelSingles Level = iota // the singles alone
	LevelSearch               // assume and backtrack
)

// String returns the level's name, in lower case.
func (l Level) String() string { return [...]string{"singles", "search"}[l] }

// An Answer is the result of Solve. Its grids are row-major, Size × Size.
type Answer struct {
	Verdict solvers.Verdict
	Level   Level
	Decided time.Duration // time to the verdict; the proof of the backbone comes after it

	Grid       []int    // the digits proved to be the same in every solution, 0 elsewhere; all 0 with verdict None
	Candidates []uint16 // bit d: digit d was not excluded; with BackboneProved some solution has it
	Solutions  [][]int  // one with verdict Unique, two with Multiple, none or one with Undecided

	// BackboneProved says that Grid is complete: a cell that is 0 there differs between solutions.
	BackboneProved bool
}

// Solve says whether p has no, one or several solutions, and which digits all of them share. If ctx
// ends before that is settled the answer is Undecided, or Multiple with BackboneProved false. The
// error is that of ctx if it has ended already, that of Check, or solvers.ErrBug. Most puzzles take
// microseconds; search is exponential at worst.
func (p *Puzzle) Solve(ctx context.Context) (*Answer, error) { return p.solve(ctx, true) }

// Decide solves p as Solve does, without the proof of the backbone.
func (p *Puzzle) Decide(ctx context.Context) (*Answer, error) { return p.solve(ctx, false) }

// solve solves p as Solve does, with the proof of the backbone or without.
func (p *Puzzle) solve(ctx context.Context, backbone bool) (*Answer, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	begun, l, a := time.Now(), p.layout(), &Answer{Grid: make([]int, len(p.Givens))}
	g := newGrid(p, l)
	two, _, ok := g.propagate(l)
	if ok && !two.empty() {
		a.Level = LevelSearch
	}
	ended := true
	if ok {
		a.Solutions, ended = g.some(ctx, l, 2)
	}
	switch n := len(a.Solutions); {
	case n == 2:
		a.Verdict = solvers.Multiple
	case !ended:
		a.Verdict = solvers.Undecided
	case n == 1:
		a.Verdict, a.BackboneProved = solvers.Unique, true
	default:
		a.Verdict = solvers.None
	}
	a.Decided = time.Since(begun)
	for i := range p.Givens {
		a.Candidates = append(a.Candidates, g.candidates(i, l.size))
	}
	switch a.Verdict {
	case solvers.Unique:
		for i, digit := range a.Solutions[0] {
			a.Grid[i], a.Candidates[i] = digit, 1<<digit
		}
	case solvers.Multiple, solvers.Undecided:
		if backbone && a.Verdict == solvers.Multiple {
			a.BackboneProved = g.prove(ctx, l, a)
		}
		for i, mask := range a.Candidates {
			if bits.OnesCount16(mask) == 1 {
				a.Grid[i] = bits.TrailingZeros16(mask)
			}
		}
	}
	return a, p.verify(a)
}

// prove removes from the candidates of an answer with several solutions all digits that no solution
// has. It returns false if ctx ended first.
func (g grid) prove(ctx context.Context, l *layout, a *Answer) bool {
	seen := make([]uint16, len(a.Candidates))
	note := func(solution []int) {
		for i, digit := range solution {
			seen[i] |= 1 << digit
		}
	}
	for _, solution := range a.Solutions {
		note(solution)
	}
	for i := range a.Candidates {
		solvers.Report(ctx, i, len(a.Candidates))
		for open := a.Candidates[i] &^ seen[i]; open != 0; open &= open - 1 {
			d := bits.TrailingZeros16(open)
			if seen[i]>>d&1 != 0 { // a solution found meanwhile has it
				continue
			}
			try := g
			try.keep(i, d, l.size)
			solutions, ended := try.some(ctx, l, 1)
			switch {
			case len(solutions) == 1:
				note(solutions[0])
			case !ended:
				return false
			default:
				a.Candidates[i] &^= 1 << d
				g.places[d] = g.places[d].without(setOf(i))
			}
		}
	}
	return true
}

// verify returns solvers.ErrBug if a solution of an answer breaks the rules or a given, or if two
// solutions are equal. It shares nothing with the search.
func (p *Puzzle) verify(a *Answer) error {
	for _, solution := range a.Solutions {
		for h, cells := range p.rules() {
			var seen uint16
			for _, i := range cells {
				seen |= 1 << solution[i]
			}
			if seen != 1<<(p.Size+1)-2 {
				return fmt.Errorf("%w: sudoku %s: house %d of %v", solvers.ErrBug, p, h, solution)
			}
		}
		for i, digit := range p.Givens {
			if digit != 0 && solution[i] != digit {
				return fmt.Errorf("%w: sudoku %s: r%dc%d of %v", solvers.ErrBug, p, i/p.Size+1, i%p.Size+1, solution)
			}
		}
	}
	if len(a.Solutions) == 2 && fmt.Sprint(a.Solutions[0]) == fmt.Sprint(a.Solutions[1]) {
		return fmt.Errorf("%w: sudoku %s: one solution twice", solvers.ErrBug, p)
	}
	return nil
}

// rules returns the cells of every house, worked out from the rules of the game anew.
func (p *Puzzle) rules() (houses [][]int) {
	n, b := p.Size, boxes[p.Size]
	all := make([][]int, 3*n+2)
	for i := range p.Givens {
		row, col := i/n, i%n
		at := []int{row, n + col, 2*n + row/b.rows*(n/b.cols) + col/b.cols}
		if p.Diagonals && row == col {
			at = append(at, 3*n)
		}
		if p.Diagonals && row+col == n-1 {
			at = append(at, 3*n+1)
		}
		for _, h := range at {
			all[h] = append(all[h], i)
		}
	}
	if p.Diagonals {
		return all
	}
	return all[:3*n]
}

// MaxCount is the highest limit of Count.
const MaxCount = 1 << 30

// Count returns the number of solutions, up to limit. If exact is false there are at least n, because
// there are more than limit or because ctx has ended.
func (p *Puzzle) Count(ctx context.Context, limit int) (n int, exact bool) {
	if p.Check() != nil || ctx.Err() != nil {
		return 0, false
	}
	limit = min(max(limit, 0), MaxCount)
	l := p.layout()
	g := newGrid(p, l)
	s := search{layout: l, ctx: ctx, found: func(grid) bool { n++; return n <= limit }}
	ended := s.run(&g)
	return min(n, limit), ended && n <= limit
}
