package sudoku

import (
	"context"
	"iter"
	"slices"

	"kibitz/solvers"
	"kibitz/solvers/internal/deletion"
)

// mostTried is the largest number of givens in the sets that Core tries for a smaller core.
const mostTried = 3

// Core returns the cells of few givens that contradict each other, in rising order, and what was
// proved of them. It returns nil if p has a solution, or if ctx ends before that is known.
func (p *Puzzle) Core(ctx context.Context) (core []int, proved solvers.Minimality) {
	if p.Check() != nil {
		return nil, solvers.NotMinimal
	}
	if pair := p.twins(); pair != nil {
		return pair, solvers.Fewest
	}
	if a, err := p.Decide(ctx); err != nil || a.Verdict != solvers.None {
		return nil, solvers.NotMinimal
	}
	l := p.layout()
	only := func(cells []int) grid {
		part := &Puzzle{Size: p.Size, Diagonals: p.Diagonals, Givens: make([]int, len(p.Givens))}
		for _, i := range cells {
			part.Givens[i] = p.Givens[i]
		}
		return newGrid(part, l)
	}
	quick := func(cells []int) ([]int, deletion.Outcome) {
		g := only(cells)
		if _, _, ok := g.propagate(l); !ok {
			return cells, deletion.Refuted
		}
		return cells, deletion.Consistent
	}
	full := func(cells []int) ([]int, deletion.Outcome) {
		if ctx.Err() != nil {
			return cells, deletion.Undecided
		}
		solutions, ended := only(cells).some(ctx, l, 1)
		switch {
		case len(solutions) > 0:
			return cells, deletion.Consistent
		case ended:
			return cells, deletion.Refuted
		}
		return cells, deletion.Undecided
	}
	core, proved = deletion.Smallest(p.given(), quick, full, full, sets(p.given(), mostTried), mostTried)
	slices.Sort(core)
	return core, proved
}

// given returns the cells with a given.
func (p *Puzzle) given() (cells []int) {
	for i, digit := range p.Givens {
		if digit != 0 {
			cells = append(cells, i)
		}
	}
	return cells
}

// twins returns two cells of one house with the same given; nil if there are none.
func (p *Puzzle) twins() []int {
	l := p.layout()
	for _, i := range p.given() {
		for j := range l.peers[i].cells() {
			if j > i && p.Givens[j] == p.Givens[i] {
				return []int{i, j}
			}
		}
	}
	return nil
}

// sets yields the sets of up to `most` of these cells, small ones first.
func sets(cells []int, most int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		var extend func(set []int, from, size int) bool
		extend = func(set []int, from, size int) bool {
			if len(set) == size {
				return yield(slices.Clone(set))
			}
			for k := from; k < len(cells); k++ {
				if !extend(append(set, cells[k]), k+1, size) {
					return false
				}
			}
			return true
		}
		for size := 1; size <= most; size++ {
			if !extend(nil, 0, size) {
				return
			}
		}
	}
}
