package line

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
)

func TestRunsOf(t *testing.T) {
	for text, want := range map[string][]int{
		"....": nil, "####": {4}, "#..#": {1, 1}, ".##.": {2}, "#.##": {1, 2}, "": nil,
	} {
		if got := puzzletest.LengthsOf(puzzletest.CellsOf(text)); !slices.Equal(got, want) {
			t.Errorf("runs of %q are %v, want %v", text, got, want)
		}
	}
}

// arranged is what arrange says of a line, with masks of type M; nil where there
// is no arrangement.
func arranged[M Mask](runs []int, line []puzzle.Cell) []puzzle.Cell {
	var before Known[M]
	for i, c := range line {
		switch c {
		case puzzle.Filled:
			before.Filled[i/64] |= 1 << (i % 64)
		case puzzle.Empty:
			before.Empty[i/64] |= 1 << (i % 64)
		}
	}
	solver := NewLineSolver[M](len(runs))
	after, ok := solver.Arrange(runs, len(line), before)
	if len(before.Filled) > 2 { // of the ways there are, that for any length
		after, ok = solver.Wide(runs, len(line), before)
	}
	if !ok {
		return nil
	}
	cells := make([]puzzle.Cell, len(line))
	Each(after.Filled, func(i int) { cells[i] = puzzle.Filled })
	Each(after.Empty, func(i int) { cells[i] = puzzle.Empty })
	return cells
}

// testArrange compares masks of type M with the enumeration. A wide line is left
// little play: its arrangements grow with the runs to the power of the play.
func testArrange[M Mask](t *testing.T, from, to, play int) {
	t.Run(fmt.Sprintf("%T/%d-%d", *new(M), from, to), rapid.MakeCheck(func(t *rapid.T) {
		for range 20 {
			checkArrange[M](t, rapid.IntRange(from, to).Draw(t, "n"), play)
		}
	}))
}

func checkArrange[M Mask](t *rapid.T, n, play int) {
	runs, line := puzzletest.DrawLine(t, n, play)
	if got, want := arranged[M](runs, line), puzzletest.Enumerated(runs, line); !slices.Equal(got, want) {
		t.Fatalf("runs %v in %s:\n got %s\nwant %s", runs, puzzletest.TextOf(line), puzzletest.TextOf(got), puzzletest.TextOf(want))
	}
}

func TestArrangeIsExact(t *testing.T) {
	puzzletest.OneGoroutine(t)
	testArrange[[1]uint64](t, 1, 14, 14)
	testArrange[[2]uint64](t, 1, 14, 14)
	testArrange[[1]uint64](t, 60, 64, 2)
	testArrange[[2]uint64](t, 63, 67, 2)
	testArrange[[2]uint64](t, 126, 128, 1)
	testArrange[[4]uint64](t, 1, 14, 14)
	testArrange[[4]uint64](t, 127, 131, 1)
	testArrange[[4]uint64](t, 190, 256, 1)
	testArrange[[8]uint64](t, 250, 330, 1)
	testArrange[[16]uint64](t, 510, 520, 1)
	testArrange[[16]uint64](t, 1020, 1024, 1)
}

// Lines of one word, of two and of any length are solved in different ways, with the
// same answer.
func TestArrangeDoesNotDependOnTheMask(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runs, line := puzzletest.DrawLine(t, rapid.IntRange(1, 128).Draw(t, "n"), 128)
		want := arranged[[2]uint64](runs, line)
		for name, got := range map[string][]puzzle.Cell{
			"4":  arranged[[4]uint64](runs, line),
			"8":  arranged[[8]uint64](runs, line),
			"16": arranged[[16]uint64](runs, line),
		} {
			if !slices.Equal(got, want) {
				t.Fatalf("%s words: runs %v in %s:\n got %s\nwant %s", name, runs, puzzletest.TextOf(line), puzzletest.TextOf(got), puzzletest.TextOf(want))
			}
		}
	})
}

// A line read backwards has the arrangements of the line, backwards.
func TestArrangeMirrored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runs, line := puzzletest.DrawLine(t, rapid.IntRange(1, 256).Draw(t, "n"), 256)
		want := arranged[[4]uint64](runs, line)
		slices.Reverse(runs)
		slices.Reverse(line)
		got := arranged[[4]uint64](runs, line)
		slices.Reverse(got)
		if !slices.Equal(got, want) {
			t.Fatalf("mirrored %s: got %s, want %s", puzzletest.TextOf(line), puzzletest.TextOf(got), puzzletest.TextOf(want))
		}
	})
}

func BenchmarkArrange(b *testing.B) {
	for _, n := range []int{19, 64, 99, 512} {
		var runs []int
		for used := 3; used+3 <= n; used += 4 {
			runs = append(runs, 3)
		}
		b.Run(fmt.Sprintf("cells=%d/runs=%d", n, len(runs)), func(b *testing.B) {
			switch {
			case n <= 64:
				benchmarkArrange[[1]uint64](b, runs, n)
			case n <= 128:
				benchmarkArrange[[2]uint64](b, runs, n)
			default:
				benchmarkArrange[[8]uint64](b, runs, n)
			}
		})
	}
}

func benchmarkArrange[M Mask](b *testing.B, runs []int, n int) {
	solver := NewLineSolver[M](len(runs))
	for b.Loop() {
		if _, ok := solver.Arrange(runs, n, Known[M]{}); !ok {
			b.Fatal("no arrangement")
		}
	}
}
