package nonogram

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestSolutionsAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 20 {
			p := drawPuzzle(t)
			a, err := p.Solve(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			got, want := slices.SortedFunc(p.Solutions(context.Background(), a), slices.Compare), solutions(p)
			slices.SortFunc(want, slices.Compare)
			if !slices.EqualFunc(got, want, slices.Equal) {
				t.Fatalf("%s: %d solutions %v, expected %d %v", p, len(got), got, len(want), want)
			}
		}
	})
}

// As many as are counted, of groups that have nothing to do with one another, and no more
// than are asked for.
func TestSolutionsOfGroups(t *testing.T) {
	p := stairs(10)
	a := solve(t, p)
	seen := map[string]bool{}
	for picture := range p.Solutions(t.Context(), a) {
		p.mustSolve(picture)
		text := make([]byte, len(picture))
		for i, c := range picture {
			text[i] = byte(c)
		}
		seen[string(text)] = true
	}
	if len(seen) != 1<<10 {
		t.Errorf("%d solutions, expected %d", len(seen), 1<<10)
	}
	n := 0
	for range p.Solutions(t.Context(), a) {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d solutions, of which 3 were asked for", n)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for range p.Solutions(over, a) {
		if n++; n > 3+linesBetweenLooks {
			t.Fatal("goes on without time")
		}
	}
}

func TestSolveLineAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 10).Draw(t, "cells")
		all := lines(n)
		clue := runsOf(rapid.SampledFrom(all).Draw(t, "line"))
		cells := rapid.SliceOfN(rapid.SampledFrom([]Cell{Unknown, Unknown, Empty, Filled}), n, n).Draw(t, "cells")
		var fit [][]Cell
		for _, line := range all {
			if slices.Equal(runsOf(line), clue) && fits(line, cells) {
				fit = append(fit, line)
			}
		}
		got, ok, err := SolveLine(clue, cells)
		if err != nil || ok != (fit != nil) {
			t.Fatalf("%v in %v: %v, %v, and %d arrangements fit", clue, cells, ok, err, len(fit))
		}
		if ok && !slices.Equal(got, common(fit)) {
			t.Fatalf("%v in %v: %v, expected %v", clue, cells, got, common(fit))
		}
	})
}

func TestSolveLineOfNone(t *testing.T) {
	for _, c := range []struct {
		clue  []int
		cells []Cell
		want  string
	}{
		{[]int{1}, nil, "nonogram: found a line of 0 cells, expected 1 to 1024"},
		{[]int{2, 2}, make([]Cell, 4), "nonogram: found runs that take more than its 4 cells"},
		{[]int{0}, make([]Cell, 4), "nonogram: found a run of 0, expected 1 or more; an empty line has no run"},
		{[]int{1}, []Cell{Unknown, 7}, "nonogram: cell 2: found 7, expected Unknown, Empty or Filled"},
	} {
		if _, _, err := SolveLine(c.clue, c.cells); err == nil || err.Error() != c.want {
			t.Errorf("%v in %v: %v, expected %s", c.clue, c.cells, err, c.want)
		}
	}
	long, ok, err := SolveLine([]int{600}, make([]Cell, MaxSide))
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	for i, c := range long { // 424 cells to spare
		if (c == Filled) != (i >= 424 && i < 600) || c == Empty {
			t.Fatalf("cell %d of 1024 is %v", i+1, c)
		}
	}
}
