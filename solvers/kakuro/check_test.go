package kakuro

import (
	"context"
	"slices"
	"strings"
	"testing"

	"kibitz/solvers"
)

// Whatever Parse does not make is refused before anything is asked of it, by each
// question in its way.
func TestCheckRefuses(t *testing.T) {
	row := func(clue Cell, white ...Cell) *Puzzle {
		for i := range white {
			white[i].White = true
		}
		return &Puzzle{Rows: 1, Cols: 1 + len(white), Cells: append([]Cell{clue}, white...)}
	}
	for name, test := range map[string]struct {
		puzzle *Puzzle
		says   string
	}{
		"the zero puzzle":           {&Puzzle{}, "0 rows and 0 columns"},
		"too few cells":             {&Puzzle{Rows: 2, Cols: 2, Cells: make([]Cell, 3)}, "found 3 cells, expected 4"},
		"too many cells":            {&Puzzle{Rows: MaxCells, Cols: 2}, "expected 1 to 1000000 cells"},
		"a size that overflows":     {&Puzzle{Rows: 1 << 62, Cols: 4}, "expected 1 to 1000000 cells"},
		"no white cell":             {&Puzzle{Rows: 1, Cols: 1, Cells: make([]Cell, 1)}, "no white cell"},
		"an entry of ten":           {row(Cell{}, make([]Cell, 10)...), "r1c11: found one more white cell"},
		"a digit of 12":             {row(Cell{}, Cell{Given: 12}), "r1c2: found the given digit 12"},
		"a digit below zero":        {row(Cell{}, Cell{Given: -1}), "r1c2: found the given digit -1"},
		"a digit in a block":        {row(Cell{Given: 1}, Cell{}), "r1c1: found the digit 1 in a block"},
		"a sum in a white cell":     {row(Cell{}, Cell{Down: 3}), "r1c2: found sums in a white cell"},
		"a sum below zero":          {row(Cell{Across: -3}, Cell{}), "r1c1: found the sum -3"},
		"a sum without an entry":    {row(Cell{Down: 3}, Cell{}), "r1c1: found none, expected a white cell below"},
		"a sum too small":           {row(Cell{Across: 2}, Cell{}, Cell{}), "r1c1: found the sum 2, expected a sum from 3 to 17 for 2 cells"},
		"a sum too great for one":   {row(Cell{Across: 10}, Cell{}), "expected a sum from 1 to 9 for 1 cell"},
		"a sum too great for seven": {row(Cell{Across: 43}, make([]Cell, 7)...), "expected a sum from 28 to 42"},
	} {
		t.Run(name, func(t *testing.T) {
			p, ctx := test.puzzle, context.Background()
			if err := p.Check(); err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("%v, want it to say %q", err, test.says)
			}
			if a, err := p.Solve(ctx); err == nil {
				t.Errorf("Solve: %+v", a)
			}
			if a, err := p.Decide(ctx); err == nil {
				t.Errorf("Decide: %+v", a)
			}
			if d, err := p.Difficulty(ctx); err == nil {
				t.Errorf("Difficulty: %v", d)
			}
			if r, err := p.Repair(ctx, nil); err == nil {
				t.Errorf("Repair: %+v", r)
			}
			if steps := slices.Collect(p.Steps(ctx)); steps != nil {
				t.Errorf("Steps: %v", steps)
			}
			if hints := slices.Collect(p.Hints(ctx)); hints != nil {
				t.Errorf("Hints: %v", hints)
			}
			if core, proved := p.Core(ctx); core != nil || proved != solvers.NotMinimal {
				t.Errorf("Core: %v %v", core, proved)
			}
			if n, exact := p.Count(ctx, 10); n != 0 || exact {
				t.Errorf("Count: %d %v", n, exact)
			}
			if _, _, alike := p.Totals(); alike || p.Entries() != nil || p.PencilMarks() != nil || p.Link() != "" {
				t.Error("something is said of it")
			}
		})
	}
}

// What Parse makes passes, and so does what is made by hand as it would be.
func TestCheckAccepts(t *testing.T) {
	for _, text := range []string{kp1, ".", `3\ #/. 5\/# .`} {
		if err := parsed(t, text).Check(); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	one := &Puzzle{Rows: 1, Cols: 2, Cells: []Cell{{Across: 7}, {White: true}}}
	if err := one.Check(); err != nil {
		t.Error(err)
	}
}
