package nonogram

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestRunsOf(t *testing.T) {
	for text, want := range map[string][]int{
		"....": nil, "####": {4}, "#..#": {1, 1}, ".##.": {2}, "#.##": {1, 2}, "": nil,
	} {
		if got := lengthsOf(cellsOf(text)); !slices.Equal(got, want) {
			t.Errorf("runs of %q are %v, want %v", text, got, want)
		}
	}
}

// cellsOf reads a line of '#', '.' and '?'.
func cellsOf(text string) []Cell {
	cells := make([]Cell, 0, len(text))
	for _, r := range text {
		cells = append(cells, map[rune]Cell{'#': Filled, '.': Empty, '?': Unknown}[r])
	}
	return cells
}

func textOf(cells []Cell) string {
	var text []byte
	for _, c := range cells {
		text = append(text, c.String()...)
	}
	return string(text)
}

// arranged is what arrange says of a line, with masks of type M; nil where there
// is no arrangement.
func arranged[M mask](runs []int, line []Cell) []Cell {
	var before known[M]
	for i, c := range line {
		switch c {
		case Filled:
			before.filled[i/64] |= 1 << (i % 64)
		case Empty:
			before.empty[i/64] |= 1 << (i % 64)
		}
	}
	solver := newLineSolver[M](len(runs))
	after, ok := solver.arrange(runs, len(line), before)
	if len(before.filled) > 2 { // of the ways there are, that for any length
		after, ok = solver.wide(runs, len(line), before)
	}
	if !ok {
		return nil
	}
	cells := make([]Cell, len(line))
	each(after.filled, func(i int) { cells[i] = Filled })
	each(after.empty, func(i int) { cells[i] = Empty })
	return cells
}

// enumerated is the same by placing the runs in every possible way.
func enumerated(runs []int, line []Cell) []Cell {
	var found [][]Cell
	var place func(start int, runs []int, cells []Cell)
	place = func(start int, runs []int, cells []Cell) {
		if len(runs) == 0 {
			if cells = slices.Clone(cells); fits(cells, line) {
				found = append(found, cells)
			}
			return
		}
		for at := start; at+need(runs) <= len(line); at++ {
			next := slices.Clone(cells)
			for i := range runs[0] {
				next[at+i] = Filled
			}
			place(at+runs[0]+1, runs[1:], next)
		}
	}
	blank := make([]Cell, len(line))
	for i := range blank {
		blank[i] = Empty
	}
	place(0, runs, blank)
	if found == nil {
		return nil
	}
	return common(found)
}

// need is the number of cells that runs take at least.
func need(runs []int) int {
	cells := len(runs) - 1
	for _, run := range runs {
		cells += run
	}
	return cells
}

// fits says whether cells agree with all that is known of line.
func fits(cells, line []Cell) bool {
	for i, c := range line {
		if c != Unknown && c != cells[i] {
			return false
		}
	}
	return true
}

// drawLine draws runs that leave at most play cells over in a line of n cells, and
// the line with some cells known: of a picture with these runs, or at random.
func drawLine(t *rapid.T, n, play int) (runs []int, line []Cell) {
	play = rapid.IntRange(0, min(play, n)).Draw(t, "play")
	for used := play; used < n; {
		run := rapid.IntRange(1, min(n-used, 1+n/4)).Draw(t, "run")
		runs = append(runs, run)
		used += run + 1
	}
	line = make([]Cell, n)
	truth := make([]Cell, 0, n)
	for _, run := range runs {
		for range rapid.IntRange(0, 1).Draw(t, "shift") {
			truth = append(truth, Empty)
		}
		truth = append(truth, slices.Repeat([]Cell{Filled}, run)...)
		truth = append(truth, Empty)
	}
	consistent := rapid.Bool().Draw(t, "consistent")
	for range rapid.IntRange(0, n).Draw(t, "known") {
		i := rapid.IntRange(0, n-1).Draw(t, "cell")
		switch {
		case !consistent:
			line[i] = rapid.SampledFrom([]Cell{Empty, Filled}).Draw(t, "value")
		case i < len(truth):
			line[i] = truth[i]
		default:
			line[i] = Empty
		}
	}
	return runs, line
}

// testArrange compares masks of type M with the enumeration. A wide line is left
// little play: its arrangements grow with the runs to the power of the play.
func testArrange[M mask](t *testing.T, from, to, play int) {
	t.Run(fmt.Sprintf("%T/%d-%d", *new(M), from, to), rapid.MakeCheck(func(t *rapid.T) {
		for range 20 {
			checkArrange[M](t, rapid.IntRange(from, to).Draw(t, "n"), play)
		}
	}))
}

func checkArrange[M mask](t *rapid.T, n, play int) {
	runs, line := drawLine(t, n, play)
	if got, want := arranged[M](runs, line), enumerated(runs, line); !slices.Equal(got, want) {
		t.Fatalf("runs %v in %s:\n got %s\nwant %s", runs, textOf(line), textOf(got), textOf(want))
	}
}

func TestArrangeIsExact(t *testing.T) {
	oneGoroutine(t)
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
		runs, line := drawLine(t, rapid.IntRange(1, 128).Draw(t, "n"), 128)
		want := arranged[[2]uint64](runs, line)
		for name, got := range map[string][]Cell{
			"4":  arranged[[4]uint64](runs, line),
			"8":  arranged[[8]uint64](runs, line),
			"16": arranged[[16]uint64](runs, line),
		} {
			if !slices.Equal(got, want) {
				t.Fatalf("%s words: runs %v in %s:\n got %s\nwant %s", name, runs, textOf(line), textOf(got), textOf(want))
			}
		}
	})
}

// A line read backwards has the arrangements of the line, backwards.
func TestArrangeMirrored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runs, line := drawLine(t, rapid.IntRange(1, 256).Draw(t, "n"), 256)
		want := arranged[[4]uint64](runs, line)
		slices.Reverse(runs)
		slices.Reverse(line)
		got := arranged[[4]uint64](runs, line)
		slices.Reverse(got)
		if !slices.Equal(got, want) {
			t.Fatalf("mirrored %s: got %s, want %s", textOf(line), textOf(got), textOf(want))
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

func benchmarkArrange[M mask](b *testing.B, runs []int, n int) {
	solver := newLineSolver[M](len(runs))
	for b.Loop() {
		if _, ok := solver.arrange(runs, n, known[M]{}); !ok {
			b.Fatal("no arrangement")
		}
	}
}
