package sudoku

import (
	"math/rand/v2"
	"slices"
)

// everyGrid yields the solutions of a puzzle, digit by digit in reading order, until yield returns
// false. It knows the rules and nothing else.
func everyGrid(p *Puzzle, yield func([]int) bool) {
	houses := p.rules()
	grid := slices.Clone(p.Givens)
	fits := func(i, d int) bool {
		for _, house := range houses {
			if slices.Contains(house, i) && slices.ContainsFunc(house, func(j int) bool { return j != i && grid[j] == d }) {
				return false
			}
		}
		return true
	}
	var fill func(i int) bool
	fill = func(i int) bool {
		if i == len(grid) {
			return yield(slices.Clone(grid))
		}
		if p.Givens[i] != 0 {
			return !fits(i, p.Givens[i]) || fill(i+1)
		}
		for d := 1; d <= p.Size; d++ {
			if fits(i, d) {
				grid[i] = d
				if !fill(i + 1) {
					return false
				}
			}
		}
		grid[i] = 0
		return true
	}
	fill(0)
}

// small returns a random puzzle of 4×4, or of 6×6 with a solution, with some givens.
func small(rng *rand.Rand, size int, diagonals bool) *Puzzle {
	p := &Puzzle{Size: size, Diagonals: diagonals, Givens: make([]int, size*size)}
	full := make([]int, size*size)
	if size > 4 {
		full = p.fill(rng)
	}
	for i := range p.Givens {
		switch {
		case size == 4 && rng.IntN(10) < 3:
			p.Givens[i] = 1 + rng.IntN(4)
		case size == 6 && rng.IntN(10) < 4:
			p.Givens[i] = full[i]
		}
	}
	return p
}
