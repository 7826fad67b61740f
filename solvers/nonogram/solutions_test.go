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
	a := must(p.Solve(context.Background()))
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

// solveLine returns what all arrangements of runs in a line have in common that fit its known cells,
// by the solver of the longest lines.
func solveLine(clue []int, cells []Cell) (solved []Cell, ok bool) {
	var line known[[MaxSide / 64]uint64]
	for i, value := range cells {
		switch value {
		case Empty:
			line.empty[i/64] |= 1 << (i % 64)
		case Filled:
			line.filled[i/64] |= 1 << (i % 64)
		}
	}
	solver := newLineSolver[[MaxSide / 64]uint64](len(clue))
	if line, ok = solver.arrange(clue, len(cells), line); !ok {
		return nil, false
	}
	solved = make([]Cell, len(cells))
	each(line.empty, func(i int) { solved[i] = Empty })
	each(line.filled, func(i int) { solved[i] = Filled })
	return solved, true
}

func TestSolveLineAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 10).Draw(t, "cells")
		all := lines(n)
		clue := lengthsOf(rapid.SampledFrom(all).Draw(t, "line"))
		cells := rapid.SliceOfN(rapid.SampledFrom([]Cell{Unknown, Unknown, Empty, Filled}), n, n).Draw(t, "cells")
		var fit [][]Cell
		for _, line := range all {
			if slices.Equal(lengthsOf(line), clue) && fits(line, cells) {
				fit = append(fit, line)
			}
		}
		got, ok := solveLine(clue, cells)
		if ok != (fit != nil) {
			t.Fatalf("%v in %v: %v, and %d arrangements fit", clue, cells, ok, len(fit))
		}
		if ok && !slices.Equal(got, common(fit)) {
			t.Fatalf("%v in %v: %v, expected %v", clue, cells, got, common(fit))
		}
	})
}

func TestLongestLine(t *testing.T) {
	long, ok := solveLine([]int{600}, make([]Cell, MaxSide))
	if !ok {
		t.Fatal("no arrangement fits")
	}
	for i, c := range long { // 424 cells to spare
		if (c == Filled) != (i >= 424 && i < 600) || c == Empty {
			t.Fatalf("cell %d of 1024 is %v", i+1, c)
		}
	}
}
