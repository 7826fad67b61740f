package teach

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kibitz/solvers/nonogram/internal/engine"
	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
)

func TestSolutionsAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 20 {
			p := puzzletest.DrawPuzzle(t)
			a, err := engine.Solve(context.Background(), p)
			if err != nil {
				t.Fatal(err)
			}
			got, want := slices.SortedFunc(Solutions(context.Background(), p, a), slices.Compare), puzzletest.Solutions(p)
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
	a := puzzletest.Must(engine.Solve(context.Background(), p))
	seen := map[string]bool{}
	for picture := range Solutions(t.Context(), p, a) {
		engine.MustSolve(p, picture)
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
	for range Solutions(t.Context(), p, a) {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d solutions, of which 3 were asked for", n)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for range Solutions(over, p, a) {
		if n++; n > 3+linesBetweenLooks {
			t.Fatal("goes on without time")
		}
	}
}

// solveLine returns what all arrangements of runs in a line have in common that fit its known cells,
// by the solver of the longest lines.
func solveLine(clue []int, cells []puzzle.Cell) (solved []puzzle.Cell, ok bool) {
	var which line.Known[[puzzle.MaxSide / 64]uint64]
	for i, value := range cells {
		switch value {
		case puzzle.Empty:
			which.Empty[i/64] |= 1 << (i % 64)
		case puzzle.Filled:
			which.Filled[i/64] |= 1 << (i % 64)
		}
	}
	solver := line.NewLineSolver[[puzzle.MaxSide / 64]uint64](len(clue))
	if which, ok = solver.Arrange(clue, len(cells), which); !ok {
		return nil, false
	}
	solved = make([]puzzle.Cell, len(cells))
	line.Each(which.Empty, func(i int) { solved[i] = puzzle.Empty })
	line.Each(which.Filled, func(i int) { solved[i] = puzzle.Filled })
	return solved, true
}

func TestSolveLineAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 10).Draw(t, "cells")
		all := puzzletest.AllLines(n)
		clue := puzzletest.LengthsOf(rapid.SampledFrom(all).Draw(t, "line"))
		cells := rapid.SliceOfN(rapid.SampledFrom([]puzzle.Cell{puzzle.Unknown, puzzle.Unknown, puzzle.Empty, puzzle.Filled}), n, n).Draw(t, "cells")
		var fit [][]puzzle.Cell
		for _, line := range all {
			if slices.Equal(puzzletest.LengthsOf(line), clue) && puzzletest.Fits(line, cells) {
				fit = append(fit, line)
			}
		}
		got, ok := solveLine(clue, cells)
		if ok != (fit != nil) {
			t.Fatalf("%v in %v: %v, and %d arrangements fit", clue, cells, ok, len(fit))
		}
		if ok && !slices.Equal(got, puzzletest.Common(fit)) {
			t.Fatalf("%v in %v: %v, expected %v", clue, cells, got, puzzletest.Common(fit))
		}
	})
}

func TestLongestLine(t *testing.T) {
	long, ok := solveLine([]int{600}, make([]puzzle.Cell, puzzle.MaxSide))
	if !ok {
		t.Fatal("no arrangement fits")
	}
	for i, c := range long { // 424 cells to spare
		if (c == puzzle.Filled) != (i >= 424 && i < 600) || c == puzzle.Empty {
			t.Fatalf("cell %d of 1024 is %v", i+1, c)
		}
	}
}
