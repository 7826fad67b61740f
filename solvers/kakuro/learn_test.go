package kakuro

import (
	"context"
	"math/rand/v2"
	"testing"

	"kibitz/solvers"
	"kibitz/solvers/internal/cdcl"
)

// Learning alone finds the verdict and the backbone that brute force finds.
func TestLearningAgainstBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 19))
	for range 400 {
		p := randomPuzzle(rng, 1+rng.IntN(4), 1+rng.IntN(4))
		all, complete := allSolutions(p, 300)
		g := newGrid(context.Background(), p)
		if !complete || g.propagate() == noneLeft {
			continue
		}
		g.commit()
		verdict := solvers.Unique
		g.found = g.regions()
		for i := range g.found {
			r := &g.found[i]
			g.learn(r)
			switch len(r.solutions) {
			case 0:
				verdict = solvers.None
			case 2:
				verdict = max(verdict, solvers.Multiple)
				if !g.compare(r) {
					t.Fatalf("no backbone in unlimited time\n%s", p)
				}
			}
			if verdict == solvers.None {
				break
			}
		}
		if n := len(all); (n == 0) != (verdict == solvers.None) || (n > 1) != (verdict == solvers.Multiple) {
			t.Fatalf("%v, but %d solutions\n%s", verdict, n, p)
		}
		for cell, place := range g.places {
			same := true
			for _, solution := range all {
				same = same && solution[place] == all[0][place]
			}
			if len(all) > 0 && same != (single(g.cand[cell]) || single(g.seen[cell])) {
				t.Fatalf("cell %d the same in all solutions: %v\n%s", place, same, p)
			}
		}
	}
}

// Counts agree with brute force, by search and by learning.
func TestCountAgainstBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 23))
	for range 400 {
		p := randomPuzzle(rng, 1+rng.IntN(4), 1+rng.IntN(4))
		all, complete := allSolutions(p, 300)
		for _, limit := range []int{0, 1, 6, 300} {
			n, exact := p.Count(context.Background(), limit)
			if n != min(len(all), limit) || exact != (complete && len(all) <= limit) {
				t.Fatalf("counted %d (exact %v) to %d of %d\n%s", n, exact, limit, len(all), p)
			}
		}
	}
}

// A page of a region forbids what it is told to, and nothing else.
func TestForbid(t *testing.T) {
	p := parsed(t, graded[3].line)
	all, _ := allSolutions(p, 100)
	g := newGrid(context.Background(), p)
	g.propagate()
	g.commit()
	page := g.newPage(g.regions()[0].cells)
	for range all {
		if g.ask(page) != cdcl.Sat {
			t.Fatalf("fewer than %d solutions", len(all))
		}
		page.forbid(g.read(page), page.yes.Not())
	}
	if g.ask(page) != cdcl.Unsat {
		t.Fatalf("more than %d solutions", len(all))
	}
}
