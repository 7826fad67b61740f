package kakuro

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"kibitz/solvers"
)

// Whenever the budget ends: a verdict, a count and a core are right or are not said.
func TestTruthWheneverTimeEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 5))
	var verdicts [4]int
	counted := map[bool]int{}
	for range 2000 {
		p := randomPuzzle(rng, 1+rng.IntN(4), 1+rng.IntN(3))
		all, complete := allSolutions(p, 60)
		if !complete {
			continue
		}
		want := []solvers.Verdict{solvers.None, solvers.Unique, solvers.Multiple}[min(len(all), 2)]
		looks := rng.IntN(12)
		ctx := func() context.Context { return &lapse{context.Background(), looks} }
		a, err := p.Solve(ctx())
		if err == nil {
			verdicts[a.Verdict]++
			if a.Verdict != want && a.Verdict != solvers.Undecided {
				t.Fatalf("%v after %d looks at the clock, %v in the end\n%s", a.Verdict, looks, want, p)
			}
			n, exact := p.CountFrom(ctx(), a, 60)
			if counted[exact]++; exact && n != len(all) || n > len(all) {
				t.Fatalf("%d (exact: %v) after %d looks at the clock, %d in the end\n%s", n, exact, looks, len(all), p)
			}
		}
		if core, proved := p.Core(ctx()); want != solvers.None && (core != nil || proved != solvers.NotMinimal) {
			t.Fatalf("the core %v after %d looks at the clock, and there is a solution\n%s", core, looks, p)
		}
	}
	for v, n := range verdicts {
		if n < 20 {
			t.Errorf("only %d times %v", n, solvers.Verdict(v))
		}
	}
	if counted[false] < 20 || counted[true] < 20 {
		t.Errorf("counts that are exact or not: %v", counted)
	}
}

// A solution that breaks a clue is a bug and no answer.
func TestBugs(t *testing.T) {
	p := parsed(t, kp1)
	right := solved(t, p)
	if err := p.verify(right); err != nil {
		t.Fatal(err)
	}
	for i, cell := range p.Cells {
		wrong := *right
		wrong.Solutions = [][]int{append([]int{}, right.Solutions[0]...)}
		if wrong.Solutions[0][i]++; cell.White && wrong.Solutions[0][i] > 9 {
			wrong.Solutions[0][i] = 1
		}
		if err := p.verify(&wrong); !errors.Is(err, solvers.ErrBug) {
			t.Fatalf("another digit at cell %d: %v", i, err)
		}
	}
	for _, verdict := range []solvers.Verdict{solvers.None, solvers.Multiple} {
		wrong := *right
		wrong.Verdict = verdict
		if err := p.verify(&wrong); !errors.Is(err, solvers.ErrBug) {
			t.Errorf("%v with one solution: %v", verdict, err)
		}
	}
	twice := *right
	twice.Verdict, twice.Solutions = solvers.Multiple, [][]int{right.Solutions[0], right.Solutions[0]}
	if err := p.verify(&twice); !errors.Is(err, solvers.ErrBug) {
		t.Errorf("the same solution twice: %v", err)
	}
}
