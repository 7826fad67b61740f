package kakuro

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"kibitz/solvers"
)

// TestSlipsAgainstBruteForce: Slips names exactly the entries in which another sum gives the
// puzzle one solution.
func TestSlipsAgainstBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	found, none := 0, 0
	for range 400 {
		p := randomPuzzle(rng, 1+rng.IntN(2), 2)
		a, err := p.Decide(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict != solvers.None {
			continue
		}
		slips, complete := p.Slips(context.Background())
		if !complete {
			t.Fatalf("not complete\n%s", p)
		}
		for _, e := range p.Entries() {
			if e.Sum == 0 || e.Across && e.Col == 0 || !e.Across && e.Row == 0 {
				continue
			}
			does := false
			least, most := sumRange(e.Len)
			for sum := least; sum <= most && !does; sum++ {
				if sum != e.Sum {
					does = oneSolution(p.Changed(Change{e, sum}))
				}
			}
			i := slices.IndexFunc(slips, func(c Change) bool { return c.Entry == e })
			if does != (i >= 0) || i >= 0 && !oneSolution(p.Changed(slips[i])) {
				t.Fatalf("%v: another sum does: %v; told are %v\n%s", e, does, slips, p)
			}
		}
		if found += len(slips); len(slips) == 0 {
			none++
		}
	}
	if found == 0 || none == 0 {
		t.Errorf("%d slips, %d puzzles without", found, none)
	}
}

// One sum misread in KP-1 is among them, and nothing is told where the time is over.
func TestSlipsOfAMisreadSum(t *testing.T) {
	p := parsed(t, kp1)
	p.at(5, 2).Across = 19 // was 16
	slips, complete := p.Slips(context.Background())
	if right := (Change{Entry{Across: true, Row: 5, Col: 3, Len: 5, Sum: 19}, 16}); !complete || !slices.Contains(slips, right) {
		t.Errorf("%v, not %v", slips, right)
	}
	over, cancel := context.WithCancel(context.Background())
	cancel()
	if slips, complete := p.Slips(over); complete {
		t.Errorf("%v, complete without time", slips)
	}
	other := Entry{Across: true, Row: 5, Col: 3, Len: 5, Sum: 18}
	if p.Changed(Change{other, 16}) != nil || p.Changed(Change{p.Entries()[0], 99}) != nil {
		t.Error("a change of another puzzle is made")
	}
}
