package kakuro

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSolutionsAgainstBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	several := 0
	for range 300 {
		p := randomPuzzle(random, 1+random.IntN(4), 1+random.IntN(4))
		want, all := allSolutions(p, 200)
		a, err := p.Solve(t.Context())
		if err != nil || !all {
			continue
		}
		got := slices.SortedFunc(p.Solutions(t.Context(), a), slices.Compare)
		slices.SortFunc(want, slices.Compare)
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("%d solutions %v, expected %d %v of\n%s", len(got), got, len(want), want, p)
		}
		if len(want) > 1 {
			several++
			n := 0
			for range p.Solutions(t.Context(), a) {
				n++
				break
			}
			if n != 1 {
				t.Errorf("%d solutions, of which 1 was asked for", n)
			}
		}
	}
	if several < 20 {
		t.Errorf("only %d puzzles with several solutions", several)
	}
	p := parsed(t, kp1)
	a, _ := p.Solve(t.Context())
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for solution := range p.Solutions(over, a) {
		if err := p.fitsClues(solution); err != nil {
			t.Error(err)
		}
	}
}
