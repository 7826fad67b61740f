package lightsout

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// If there are too many solutions to weigh them all, a tabu search (Glover 1989) looks for a light
// one. Its moves are light quiet patterns: they change little of a light solution, while a heavy
// pattern makes any solution a random one again.

const (
	movesEach = 10      // moves for each quiet pattern
	tripled   = 64      // with no more quiet patterns than these, sums of three are moves, too
	paired    = 512     // the lightest quiet patterns whose sums of two are moves
	moveWords = 1 << 22 // words of 64 bits in all moves together

	tenure   = 25  // a move is not taken back for 25 to 49 steps
	stuckFor = 100 // steps without a lighter solution, after which the search goes back to the lightest
	kicked   = 12  // random moves that it then takes from there
)

// approach returns the lightest solution that it finds of a board with two states. It is never
// heavier than the end of a descent: on the largest boards there is time for few steps of the
// search. The search takes the same way every time, and reads at most `work` bytes of moves.
func approach(ctx context.Context, s *space, work int) []uint8 {
	descent := slices.Clone(s.presses)
	descend(ctx, descent, s.quiet, 2)
	best := packVector(descent)
	x := packVector(s.presses)
	moves := lightMoves(ctx, s)
	least := best.weight()
	rng := rand.New(rand.NewPCG(1, 0))
	until := make([]int, len(moves))             // first step at which a move may be made again
	idle, step := 0, max(1, 8*len(moves)*len(x)) // step is the bytes that one look at all moves takes
	for n := range work / step {
		if len(moves) == 0 || ctx.Err() != nil {
			break
		}
		next, lightest := -1, math.MaxInt
		for i, m := range moves {
			// A move that makes the lightest solution of all is made even before its time.
			if w := x.differs(m); w < lightest && (until[i] <= n || w < least) {
				next, lightest = i, w
			}
		}
		if next >= 0 {
			x.add(moves[next])
			until[next] = n + 1 + tenure + rng.IntN(tenure)
		}
		if idle++; lightest < least {
			copy(best, x)
			least, idle = lightest, 0
		}
		if idle == stuckFor {
			copy(x, best)
			for range kicked {
				x.add(moves[rng.IntN(len(moves))])
			}
			idle = 0
		}
	}
	return best.pattern(len(s.presses))
}

// lightMoves returns the moves of the search: the lightest sums of one, two or three quiet patterns,
// the lightest first. movesEach, paired, tripled and moveWords bound how many there are. If ctx ends
// there are fewer.
func lightMoves(ctx context.Context, s *space) []vector {
	basis := make([]vector, len(s.quiet))
	for i, q := range s.quiet {
		basis[i] = packVector(q.Pattern)
	}
	lighten(ctx, basis)
	if len(basis) > paired { // the lightest first
		slices.SortStableFunc(basis, func(a, b vector) int { return cmp.Compare(a.weight(), b.weight()) })
	}
	type sum struct{ weight, i, j, k int } // sum of basis[i], [j] and [k]; equal indices stand for one pattern or two
	var sums []sum
	for i, a := range basis {
		if ctx.Err() != nil {
			break
		}
		sums = append(sums, sum{a.weight(), i, i, i})
		if i >= paired {
			continue
		}
		for j, b := range basis[:i] {
			sums = append(sums, sum{a.differs(b), i, j, j})
			if len(basis) > tripled {
				continue
			}
			both := slices.Clone(a)
			both.add(b)
			for k, c := range basis[:j] {
				sums = append(sums, sum{both.differs(c), i, j, k})
			}
		}
	}
	slices.SortFunc(sums, func(a, b sum) int {
		return cmp.Or(cmp.Compare(a.weight, b.weight), cmp.Compare(a.i, b.i), cmp.Compare(a.j, b.j), cmp.Compare(a.k, b.k))
	})
	moves := make([]vector, min(len(sums), movesEach*len(basis), 1+moveWords/max(1, len(newVector(len(s.presses))))))
	for n := range moves {
		t := sums[n]
		moves[n] = slices.Clone(basis[t.i])
		if t.j < t.i {
			moves[n].add(basis[t.j])
		}
		if t.k < t.j {
			moves[n].add(basis[t.k])
		}
	}
	return moves
}

// lighten adds members of a basis to others, in place, while that makes the others lighter or until ctx
// ends. They stay a basis of the same space.
func lighten(ctx context.Context, basis []vector) {
	for lighter := true; lighter; {
		lighter = false
		for i, a := range basis {
			if ctx.Err() != nil {
				return
			}
			for j, b := range basis {
				if i != j && a.differs(b) < a.weight() {
					a.add(b)
					lighter = true
				}
			}
		}
	}
}

// packVector returns a pattern of two states as a vector.
func packVector(pattern []uint8) vector {
	v := newVector(len(pattern))
	for i, one := range pattern {
		v.set(i, one == 1)
	}
	return v
}

// pattern returns the first n coordinates.
func (v vector) pattern(n int) []uint8 {
	pattern := make([]uint8, n)
	for i := range v.ones {
		pattern[i] = 1
	}
	return pattern
}

func (v vector) add(u vector) {
	for i := range v {
		v[i] ^= u[i]
	}
}

func (v vector) weight() (n int) {
	for _, word := range v {
		n += bits.OnesCount64(word)
	}
	return n
}

// differs returns the number of coordinates in which two vectors differ.
func (v vector) differs(u vector) (n int) {
	u = u[:len(v)]
	for i := range v {
		n += bits.OnesCount64(v[i] ^ u[i])
	}
	return n
}
