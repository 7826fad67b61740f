package tothemoon

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kibitz/solvers"
)

// Whatever neither New nor Parse makes is refused before anything is asked of it.
func TestCheckRefuses(t *testing.T) {
	with := func(change func(*Puzzle)) *Puzzle {
		p := New(3, 70)
		change(p)
		return p
	}
	for name, test := range map[string]struct {
		puzzle *Puzzle
		says   string
	}{
		"the zero puzzle":     {&Puzzle{}, "0 rows and 0 columns"},
		"no rows":             {New(0, 5), "0 rows and 5 columns"},
		"no columns":          {New(5, 0), "5 rows and 0 columns"},
		"rows below zero":     {New(-1, 5), "-1 rows and 5 columns"},
		"too large":           {New(1<<40, 1<<40), "expected 1 to 10000000 cells"},
		"short words":         {with(func(p *Puzzle) { p.Sky = p.Sky[:5] }), "found 5 words of cells, expected 6"},
		"a cloud beside":      {with(func(p *Puzzle) { p.Sky[3] = 1 << 6 }), "row 2: found a cloud beyond column 70"},
		"a limit below zero":  {with(func(p *Puzzle) { p.Limit = -1 }), "a limit of -1 presses"},
		"columns cut by hand": {with(func(p *Puzzle) { p.Flip(0, 60); p.Cols = 50; p.Sky = p.Sky[:3] }), "row 1: found a cloud beyond column 50"},
	} {
		t.Run(name, func(t *testing.T) {
			p := test.puzzle
			if err := p.Check(); err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("%v, want it to say %q", err, test.says)
			}
			if a, err := p.Solve(context.Background()); err == nil {
				t.Errorf("Solve: %+v", a)
			}
			if steps := slices.Collect(p.Steps(context.Background())); steps != nil {
				t.Errorf("Steps: %v", steps)
			}
		})
	}
}

// Of all press sets those that replay clears are what Solve counts.
func TestReplay(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 8))
	for range 300 {
		p := New(1+random.IntN(4), 1+random.IntN(4))
		for i := range p.Rows * p.Cols {
			if random.IntN(2) == 0 {
				p.Flip(i/p.Cols, i%p.Cols)
			}
		}
		a, err := p.Solve(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		clears := 0
		for set := range 1 << (p.Rows + p.Cols + 1) {
			o := orbs{make([]bool, p.Rows), make([]bool, p.Cols)}
			for i := range p.Rows + p.Cols {
				if pressed := set>>i&1 == 1; i < p.Rows {
					o.rows[i] = pressed
				} else {
					o.cols[i-p.Rows] = pressed
				}
			}
			switch err := p.replay(o, set>>(p.Rows+p.Cols) == 1); {
			case err == nil:
				clears++
			case !errors.Is(err, solvers.ErrBug):
				t.Fatal(err)
			}
		}
		if clears != a.Solutions {
			t.Fatalf("%s: %d press sets clear it, and %d are said to", p, clears, a.Solutions)
		}
	}
}
