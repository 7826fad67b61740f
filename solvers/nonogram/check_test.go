package nonogram

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// What neither Parse nor New makes is refused before anything is asked of it, by each
// question in its way.
func TestCheckRefuses(t *testing.T) {
	one := [][]int{{1}}
	given := func(cells ...Cell) *Puzzle {
		return &Puzzle{Rows: [][]int{{1}, {1}}, Cols: [][]int{{1}, {1}}, Given: cells}
	}
	for about, test := range map[string]struct {
		puzzle *Puzzle
		says   string
	}{
		"the zero puzzle":              {&Puzzle{}, "0 rows and 0 columns"},
		"no columns":                   {&Puzzle{Rows: one}, "1 rows and 0 columns"},
		"an empty line by hand":        {&Puzzle{Rows: [][]int{{0}}, Cols: [][]int{{0}}}, "row 1: found a run of 0"},
		"a line of 0 beside others":    {&Puzzle{Rows: [][]int{{2}, {0}}, Cols: [][]int{{1}, {1}}}, "row 2: found a run of 0"},
		"a run of 0 among others":      {&Puzzle{Rows: one, Cols: [][]int{{1, 0}}}, "column 1: found a run of 0"},
		"a run below 0":                {&Puzzle{Rows: [][]int{{-1}}, Cols: one}, "row 1: found a run of -1"},
		"a run that does not fit":      {&Puzzle{Rows: [][]int{{2}}, Cols: one}, "row 1: found runs that take more than its 1 cells"},
		"runs that touch":              {&Puzzle{Rows: [][]int{{1, 1}}, Cols: [][]int{{1}, {1}}}, "row 1: found runs"},
		"runs whose sum overflows":     {&Puzzle{Rows: [][]int{{1 << 62, 1 << 62, 1 << 62}}, Cols: one}, "row 1: found runs"},
		"1025 rows":                    {&Puzzle{Rows: make([][]int, MaxSide+1), Cols: one}, "found 1025 rows"},
		"1025 columns":                 {&Puzzle{Rows: one, Cols: make([][]int, MaxSide+1)}, "and 1025 columns"},
		"too many cells":               {&Puzzle{Rows: make([][]int, MaxSide), Cols: make([][]int, MaxSide)}, "at most 262144 cells"},
		"too many given cells":         {given(make([]Cell, 5)...), "found 5 given cells, expected 4"},
		"too few given cells":          {given(make([]Cell, 3)...), "found 3 given cells, expected 4"},
		"no given cells, but a list":   {given([]Cell{}...), "found 0 given cells, expected 4"},
		"a given cell that is none":    {given(Unknown, Unknown, 3, Unknown), "row 2, column 1: found the given cell 3"},
		"a given cell below all":       {given(Unknown, -1, Unknown, Unknown), "row 1, column 2: found the given cell -1"},
		"given cells of another shape": {&Puzzle{Rows: one, Cols: one, Given: make([]Cell, 2)}, "found 2 given cells, expected 1"},
	} {
		t.Run(about, func(t *testing.T) {
			p, ctx := test.puzzle, context.Background()
			err := p.Check()
			if err == nil || !strings.Contains(err.Error(), test.says) {
				t.Fatalf("%v, want it to say %q", err, test.says)
			}
			if a, got := p.Solve(ctx); a != nil || got == nil || got.Error() != err.Error() {
				t.Errorf("Solve: %+v, %v", a, got)
			}
			if a, got := p.Decide(ctx); a != nil || got == nil {
				t.Errorf("Decide: %+v, %v", a, got)
			}
			if d, got := p.Difficulty(ctx); got == nil {
				t.Errorf("Difficulty: %v, %v", d, got)
			}
			for _, a := range []*Answer{nil, {}} {
				if steps := slices.Collect(p.StepsFrom(ctx, a)); steps != nil {
					t.Errorf("Steps: %v", steps)
				}
				if a != nil {
					if n, exact := p.CountFrom(ctx, a, 10); n != 0 || exact {
						t.Errorf("CountFrom: %d, %v", n, exact)
					}
				}
			}
			if n, exact := p.Count(ctx, 10); n != 0 || exact {
				t.Errorf("Count: %d, %v", n, exact)
			}
			if lines, minimal := p.Core(ctx); lines != nil || minimal {
				t.Errorf("Core: %v, %v", lines, minimal)
			}
			if slips, complete := p.Slips(ctx); slips != nil || complete {
				t.Errorf("Slips: %v, %v", slips, complete)
			}
			p.Totals()
			_ = p.String()
			if p.Given == nil {
				if q, err := New(p.Rows, p.Cols); err == nil && q.Check() != nil {
					t.Errorf("New: %s", q)
				}
			}
		})
	}
}

// New takes clues as Parse does: a lone 0 is an empty line. It copies them.
func TestNew(t *testing.T) {
	rows, cols := [][]int{{2}, {0}, nil}, [][]int{{1}, {1}, {}}
	p, err := New(rows, cols)
	if err != nil {
		t.Fatal(err)
	}
	rows[0][0] = 3
	if p.String() != "2;0;0|1;1;0" {
		t.Error(p)
	}
	if got := rowsOf(solve(t, p).Grid, 3); got != "##./.../..." {
		t.Error(got)
	}
	if p, err := New([][]int{{0}}, [][]int{{0}}); err != nil || rowsOf(solve(t, p).Grid, 1) != "." {
		t.Errorf("%v, %v", p, err)
	}
	for _, clues := range [][2][][]int{
		{{{1}}, nil},
		{{{0, 1}}, {{1}, nil}},
		{{{0, 0}}, {nil}},
		{{{2}}, {{1}}},
		{{{-1}}, {nil}},
	} {
		if p, err := New(clues[0], clues[1]); err == nil {
			t.Errorf("%v: %s", clues, p)
		}
	}
}
