package puzzle_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/engine"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/teach"
)

// What Parse does not make is refused before anything is asked of it, by each
// question in its way.
func TestCheckRefuses(t *testing.T) {
	one := [][]int{{1}}
	given := func(cells ...puzzle.Cell) *puzzle.Puzzle {
		p := puzzle.New([][]int{{1}, {1}}, [][]int{{1}, {1}})
		p.Given = cells
		return p
	}
	for about, test := range map[string]struct {
		puzzle *puzzle.Puzzle
		says   string
	}{
		"the zero puzzle":            {&puzzle.Puzzle{}, "0 rows and 0 columns"},
		"no columns":                 {puzzle.New(one, nil), "1 rows and 0 columns"},
		"an empty line by hand":      {puzzle.New([][]int{{0}}, [][]int{{0}}), "row 1: found a run of 0"},
		"a line of 0 beside others":  {puzzle.New([][]int{{2}, {0}}, [][]int{{1}, {1}}), "row 2: found a run of 0"},
		"a run of 0 among others":    {puzzle.New(one, [][]int{{1, 0}}), "column 1: found a run of 0"},
		"a run below 0":              {puzzle.New([][]int{{-1}}, one), "row 1: found a run of -1"},
		"a run that does not fit":    {puzzle.New([][]int{{2}}, one), "row 1: found runs that take more than its 1 cells"},
		"runs that touch":            {puzzle.New([][]int{{1, 1}}, [][]int{{1}, {1}}), "row 1: found runs"},
		"runs whose sum overflows":   {puzzle.New([][]int{{1 << 62, 1 << 62, 1 << 62}}, one), "row 1: found runs"},
		"1025 rows":                  {puzzle.New(make([][]int, puzzle.MaxSide+1), one), "found 1025 rows"},
		"1025 columns":               {puzzle.New(one, make([][]int, puzzle.MaxSide+1)), "and 1025 columns"},
		"too many cells":             {puzzle.New(make([][]int, puzzle.MaxSide), make([][]int, puzzle.MaxSide)), "at most 262144 cells"},
		"too many given cells":       {given(make([]puzzle.Cell, 5)...), "found 5 given cells, expected 4"},
		"too few given cells":        {given(make([]puzzle.Cell, 3)...), "found 3 given cells, expected 4"},
		"no given cells, but a list": {given([]puzzle.Cell{}...), "found 0 given cells, expected 4"},
		"a given cell that is none":  {given(puzzle.Unknown, puzzle.Unknown, 3, puzzle.Unknown), "row 2, column 1: found the given cell 3"},
		"a palette without letters":  {&puzzle.Puzzle{Palette: make([]puzzle.Ink, 1), Rows: make([][]puzzle.Run, 1), Cols: make([][]puzzle.Run, 1)}, "found '\\x00' for a colour"},
		"a run of a second colour":   {&puzzle.Puzzle{Rows: [][]puzzle.Run{{{Length: 1, Colour: 1}}}, Cols: make([][]puzzle.Run, 1)}, "found a run of colour 1, expected one of the palette, 0 to 0"},
	} {
		t.Run(about, func(t *testing.T) {
			p, ctx := test.puzzle, context.Background()
			err := p.Check()
			if err == nil || !strings.Contains(err.Error(), test.says) {
				t.Fatalf("%v, want it to say %q", err, test.says)
			}
			if a, got := engine.Solve(ctx, p); a != nil || got == nil || got.Error() != err.Error() {
				t.Errorf("Solve: %+v, %v", a, got)
			}
			if a, got := engine.Decide(ctx, p); a != nil || got == nil {
				t.Errorf("Decide: %+v, %v", a, got)
			}
			if d, got := teach.DifficultyOf(ctx, p); got == nil {
				t.Errorf("Difficulty: %v, %v", d, got)
			}
			for _, a := range []*puzzle.Answer{nil, {}} {
				if steps := slices.Collect(teach.StepsFrom(ctx, p, a)); steps != nil {
					t.Errorf("Steps: %v", steps)
				}
				if a != nil {
					if n, exact := teach.CountFrom(ctx, p, a, 10); n != 0 || exact {
						t.Errorf("CountFrom: %d, %v", n, exact)
					}
				}
			}
			if n, exact := teach.Count(ctx, p, 10); n != 0 || exact {
				t.Errorf("Count: %d, %v", n, exact)
			}
			if lines, proved := teach.Core(ctx, p); lines != nil || proved != solvers.NotMinimal {
				t.Errorf("Core: %v, %v", lines, proved)
			}
			if slips, complete := teach.Slips(ctx, p); slips != nil || complete {
				t.Errorf("Slips: %v, %v", slips, complete)
			}
			_ = p.String()
		})
	}
}
