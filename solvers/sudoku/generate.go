package sudoku

import (
	"context"
	"errors"
	"math/rand/v2"

	"kibitz/solvers"
)

// ErrSize means that no puzzle of a size and a difficulty was found.
var ErrSize = errors.New("sudoku: no puzzle of this size and difficulty was found")

// mostAttempts bounds the grids that Generate tries. Of 100 puzzles of 9×9 some 67 are easy, 18
// medium, 8 hard and 7 expert.
const mostAttempts = 2_000

// Generate makes a puzzle with one solution that needs a technique of difficulty d and none harder. Its
// givens are symmetric by half a turn, and no pair of them opposite each other can be left out. A
// number means the same puzzle for good. The error is that of ctx, or ErrSize.
func Generate(ctx context.Context, size int, diagonals bool, d solvers.Difficulty, number uint64) (*Puzzle, error) {
	p := &Puzzle{Size: size, Diagonals: diagonals, Givens: make([]int, size*size)}
	if err := p.Check(); err != nil {
		return nil, err
	}
	kind := uint64(size)<<8 | uint64(d)<<1
	if diagonals {
		kind++
	}
	rng := rand.New(rand.NewPCG(number, kind))
	for range mostAttempts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if made := p.dug(rng); made.needs(ctx, d) {
			return made, nil
		}
	}
	return nil, ErrSize
}

// fill returns a random solution of the empty puzzle. A try that takes more than mostNodes is given up
// for another one, because some first digits leave a long search.
func (p *Puzzle) fill(rng *rand.Rand) []int {
	const mostNodes = 200
	l := p.layout()
	for {
		left := mostNodes
		if full := newGrid(p, l).random(l, rng, &left); full != nil {
			return full
		}
	}
}

// random returns a random solution of a grid; nil if there is none, or if it takes more than `left` nodes.
func (g grid) random(l *layout, rng *rand.Rand, left *int) []int {
	two, more, ok := g.propagate(l)
	switch *left--; {
	case !ok || *left < 0:
		return nil
	case two.empty():
		return g.digits(l.size)
	}
	open := two.or(more).without(g.done).list()
	i := open[rng.IntN(len(open))]
	if len(open) < len(g.digits(l.size))-l.size { // most cells are open: any of them will do
		i = g.fewest(setOf(open...), l.size)
	}
	digits := digitsOf(g.candidates(i, l.size))
	rng.Shuffle(len(digits), func(a, b int) { digits[a], digits[b] = digits[b], digits[a] })
	for _, d := range digits {
		next := g
		next.keep(i, d, l.size)
		if full := next.random(l, rng, left); full != nil {
			return full
		}
	}
	return nil
}

// dug returns a random puzzle with one solution, in which no pair of givens opposite each other can be
// left out.
func (p *Puzzle) dug(rng *rand.Rand) *Puzzle {
	made := &Puzzle{Size: p.Size, Diagonals: p.Diagonals, Givens: p.fill(rng)}
	last := len(made.Givens) - 1
	for _, i := range rng.Perm(len(made.Givens)) {
		a, b := made.Givens[i], made.Givens[last-i]
		if i > last-i || a == 0 {
			continue
		}
		made.Givens[i], made.Givens[last-i] = 0, 0
		if !made.sole() {
			made.Givens[i], made.Givens[last-i] = a, b
		}
	}
	return made
}

// sole reports whether a puzzle has exactly one solution.
func (p *Puzzle) sole() bool {
	l := p.layout()
	solutions, ended := newGrid(p, l).some(context.Background(), l, 2)
	return ended && len(solutions) == 1
}
