package kakuro

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"kibitz/solvers"
)

// Every choice of the loops is a solution, and no two choices are the same. A solution that differs
// in four cells from the first one is found as a loop of four if every entry has a sum.
func TestLoops(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 9))
	fours, sixes, several, all := 0, 0, 0, 0
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for range 300 {
		p := randomPuzzle(rng, 2+rng.IntN(3), 2+rng.IntN(3))
		solutions, complete := allSolutions(p, 300)
		a, err := p.Solve(context.Background())
		if err != nil || a.Verdict != solvers.Multiple {
			continue
		}
		loops, least := p.Loops(t.Context(), a)
		if early, _ := p.Loops(ended, a); len(early) > 0 {
			t.Fatalf("%v after the end of the time", early)
		}
		for _, other := range solutions {
			if n := len(differences(other, a.Solutions[0])); least && n > 0 && n < len(loops[0].Cells) {
				t.Fatalf("%v is said to be least, and %v differs in %d cells\n%s", loops[0], other, n, p)
			}
		}
		if least && len(loops[0].Cells) > 4 {
			sixes++
		}
		seen := map[string]bool{}
		for choice := range 1 << len(loops) {
			digits := slices.Clone(a.Solutions[0])
			for i, l := range loops {
				for k, cell := range l.Cells {
					if choice>>i&1 == 1 {
						digits[cell] = l.Digits[k]
					}
				}
			}
			if err := p.fitsClues(digits); err != nil {
				t.Fatalf("%b of %v is no solution: %v\n%s", choice, loops, err, p)
			}
			seen[string(bytesOf(digits))] = true
		}
		if len(seen) != 1<<len(loops) || complete && len(seen) > len(solutions) {
			t.Fatalf("%v make %d solutions of %d\n%s", loops, len(seen), len(solutions), p)
		}
		if len(loops) > 1 {
			several++
		}
		if complete && len(loops) > 0 && len(seen) == len(solutions) {
			all++
		}
		_, _, alike := p.Totals() // without a sum one cell may change by more than another
		for _, other := range solutions {
			if changed := differences(other, a.Solutions[0]); alike && len(changed) == 4 && inTwoRows(changed, p.Cols) {
				if fours++; len(loops) == 0 || len(loops[0].Cells) != 4 {
					t.Fatalf("no loop of the four cells %v among %v\n%s", changed, loops, p)
				}
			}
		}
	}
	if fours < 10 || sixes == 0 || several < 2 || all < 5 {
		t.Errorf("%d loops of four, %d least ones of six, %d puzzles with several loops, %d with no other solution", fours, sixes, several, all)
	}
}

func bytesOf(digits []int) (all []byte) {
	for _, d := range digits {
		all = append(all, byte(d))
	}
	return all
}

// differences returns the places in which two solutions differ.
func differences(a, b []int) (places []int) {
	for i := range a {
		if a[i] != b[i] {
			places = append(places, i)
		}
	}
	return places
}

// inTwoRows reports whether four places are the corners of a rectangle.
func inTwoRows(places []int, cols int) bool {
	return places[0]/cols == places[1]/cols && places[2]/cols == places[3]/cols && places[0]%cols == places[2]%cols && places[1]%cols == places[3]%cols
}
