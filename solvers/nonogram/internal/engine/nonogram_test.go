package engine

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
)

// The puzzles of the seed document, and small ones of each verdict and level.
func TestSolve(t *testing.T) {
	for _, c := range []struct {
		about, puzzle string
		verdict       solvers.Verdict
		level         puzzle.Level
		grid          string
	}{
		{"the seed's example", "3;2 1;3 2;2 2;6;1 5;6;1;2|1 2;3 1;1 5;7 1;5;3;4;3", solvers.Unique, puzzle.ByLine,
			".###..../##.#..../.###..##/..##..##/..######/#.#####./######../....#.../...##..."},
		{"zeros, of which 1,296 solutions were once counted", "0;0;3;0;0|0;1;1;1;0", solvers.Unique, puzzle.ByLine,
			"...../...../.###./...../....."},
		{"puzz.link's own", "2 1;1 1;1 2;0;1 1;3|2 1;1 1 1;1;1 1 1;2 1;0", solvers.Unique, puzzle.ByProbe,
			"##.#../#...#./.#.##./....../#...#./.###.."},
		{"unique, but no line says anything", "2;1 1;1 1;1 1|3;1;1 1;2", solvers.Unique, puzzle.ByProbe,
			".##./#..#/#..#/#.#."},
		{"two diagonals", "1;1|1;1", solvers.Multiple, puzzle.BySearch, "??/??"},
		{"a square of doubt", "2;2;2|1;3;2", solvers.Multiple, puzzle.BySearch, "?#?/.##/?#?"},
		{"two such, side by side", "1 1;1 1|1;1;0;1;1", solvers.Multiple, puzzle.BySearch, "??.??/??.??"},
		{"one cell", "1|1", solvers.Unique, puzzle.ByLine, "#"},
		{"nothing", "0;0|0;0;0", solvers.Unique, puzzle.ByLine, ".../..."},
		{"more in the rows than in the columns", "2;1|1;1", solvers.None, puzzle.ByLine, "??/??"},
		{"a row that its columns cross out", "3;0;1|1;1;2", solvers.None, puzzle.ByLine, ""},
		{"none, but every line has arrangements", "1 1;2;1;2|1;1 1;2;1 1", solvers.None, puzzle.ByProbe, ""},
	} {
		p := puzzletest.MustParse(t, c.puzzle)
		a := puzzletest.Must(Solve(context.Background(), p))
		if a.Verdict != c.verdict || a.Level != c.level {
			t.Errorf("%s: %v by %v, want %v by %v", c.about, a.Verdict, a.Level, c.verdict, c.level)
		}
		if got := puzzletest.RowsOf(a.Grid, len(p.Cols)); c.grid != "" && got != c.grid {
			t.Errorf("%s: got %s, want %s", c.about, got, c.grid)
		}
	}
}

func TestSolveDominoes(t *testing.T) {
	for n, level := range []puzzle.Level{1: puzzle.ByLine, 2: puzzle.ByLine, 3: puzzle.ByProbe, 4: puzzle.ByProbe, 5: puzzle.BySearch, 6: puzzle.BySearch} {
		if n == 0 {
			continue
		}
		if a := puzzletest.Must(Solve(context.Background(), puzzletest.Dominoes(n))); a.Verdict != solvers.Unique || a.Level != level {
			t.Errorf("%d-Dom: %v by %v, want unique by %v", n, a.Verdict, a.Level, level)
		}
	}
}

// A column of one cell and as many rows as fit any mask.
func TestSolveAtEveryWidth(t *testing.T) {
	for _, n := range []int{1, 63, 64, 65, 127, 128, 129, 256, 257, 512, 513, puzzle.MaxSide} {
		picture := make([]puzzle.Cell, 2*n)
		for i := range picture {
			picture[i] = puzzle.Filled
		}
		picture[n/2] = puzzle.Empty
		p := puzzle.FromPicture(picture, n)
		if a := puzzletest.Must(Solve(context.Background(), p)); a.Verdict != solvers.Unique || !slices.Equal(a.Grid, picture) {
			t.Errorf("width %d: %v", n, a.Verdict)
		}
	}
}

// A conflict by lines alone is in the line that has no arrangement left.
func TestConflict(t *testing.T) {
	for puzzle, want := range map[string][]puzzle.Line{
		"2;1|1;1":     nil,
		"3;0;1|1;1;2": {{Column: true, Index: 2}},
	} {
		if a := puzzletest.Must(Solve(context.Background(), puzzletest.MustParse(t, puzzle))); !slices.Equal(a.Conflict, want) {
			t.Errorf("%s: conflict %v, want %v", puzzle, a.Conflict, want)
		}
	}
}

func TestSolveAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 30 {
			checkAnswer(t, puzzletest.DrawPuzzle(t))
		}
	})
}

// All clues of all 3 × 3 pictures, and clues at random with no solution but equal
// totals, which drawing seldom hits.
func TestSolveSmallExhaustively(t *testing.T) {
	for _, picture := range puzzletest.AllLines(9) {
		p := puzzle.FromPicture(picture, 3)
		checkAnswer(t, p)
		checkAnswer(t, &puzzle.Puzzle{Rows: p.Rows, Cols: [][]puzzle.Run{p.Cols[1], p.Cols[2], p.Cols[0]}})
		checkAnswer(t, &puzzle.Puzzle{Rows: p.Rows, Cols: [][]puzzle.Run{p.Cols[2], p.Cols[1], p.Cols[0]}})
	}
}

// checkAnswer compares verdict, solutions and backbone with brute force.
func checkAnswer(t puzzletest.Tester, p *puzzle.Puzzle) {
	a, err := Solve(context.Background(), p)
	if err != nil {
		t.Fatalf("%s: %v", p, err)
	}
	compare(t, p, a)
}

func compare(t puzzletest.Tester, p *puzzle.Puzzle, a *puzzle.Answer) {
	all := puzzletest.Solutions(p)
	if a.Verdict != puzzletest.VerdictOn(all) {
		t.Fatalf("%s: %v by %v, but there are %d solutions", p, a.Verdict, a.Level, len(all))
	}
	if len(a.Solutions) != min(len(all), 2) {
		t.Fatalf("%s: %d solutions given", p, len(a.Solutions))
	}
	for _, s := range a.Solutions {
		if !slices.ContainsFunc(all, func(c []puzzle.Cell) bool { return slices.Equal(c, s) }) {
			t.Fatalf("%s: %s is no solution", p, puzzletest.RowsOf(s, len(p.Cols)))
		}
	}
	if len(a.Solutions) == 2 && slices.Equal(a.Solutions[0], a.Solutions[1]) {
		t.Fatalf("%s: the same solution twice", p)
	}
	if len(all) == 0 {
		if !p.Balanced() == (a.Conflict != nil) {
			t.Fatalf("%s: conflict %v", p, a.Conflict)
		}
		if len(a.Conflict) > 2 || a.Level == puzzle.ByLine && len(a.Conflict) > 1 {
			t.Fatalf("%s: by line, but conflict %v", p, a.Conflict)
		}
		return
	}
	if want := puzzletest.Common(all); !a.BackboneProved || !slices.Equal(a.Grid, want) {
		t.Fatalf("%s: backbone %s (proved %v), want %s", p, puzzletest.RowsOf(a.Grid, len(p.Cols)), a.BackboneProved, puzzletest.RowsOf(want, len(p.Cols)))
	}
}

// Rows and columns may change places, and left and right.
func TestSolveSymmetry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		height, width := rapid.IntRange(1, 9).Draw(t, "height"), rapid.IntRange(1, 9).Draw(t, "width")
		p := puzzle.FromPicture(puzzletest.DrawPicture(t, height, width), width)
		a, _ := Solve(context.Background(), p)

		turned, _ := Solve(context.Background(), (&puzzle.Puzzle{Rows: p.Cols, Cols: p.Rows}))
		mirrored := &puzzle.Puzzle{Cols: slices.Clone(p.Cols)}
		slices.Reverse(mirrored.Cols)
		for _, runs := range p.Rows {
			runs = slices.Clone(runs)
			slices.Reverse(runs)
			mirrored.Rows = append(mirrored.Rows, runs)
		}
		flipped, _ := Solve(context.Background(), mirrored)
		if turned.Verdict != a.Verdict || flipped.Verdict != a.Verdict {
			t.Fatalf("%s: %v, turned %v, flipped %v", p, a.Verdict, turned.Verdict, flipped.Verdict)
		}
		for i, c := range a.Grid {
			row, col := i/width, i%width
			if turned.Grid[col*height+row] != c || flipped.Grid[row*width+width-1-col] != c {
				t.Fatalf("%s: cell %d, %d differs when turned or flipped", p, row, col)
			}
		}
	})
}

// Whenever the budget ends, what the answer says is right.
func TestSolveOutOfTime(t *testing.T) {
	multiple := puzzle.FromPicture(puzzletest.CellsOf("##..##..##"+"##..##..##"+"..##..##.."+".....#...."+".###.#.###"+".#.#.#.#.#"+"#.#.#.#.#."+"#.#.#.#.#."), 10)
	for about, p := range map[string]*puzzle.Puzzle{"unique": puzzletest.Dominoes(5), "multiple": multiple} {
		whole := puzzletest.Must(Solve(context.Background(), p))
		for asked := 0; ; asked += 1 + asked/16 {
			a, err := Solve(&puzzletest.Countdown{Context: context.Background(), Left: asked}, p)
			if asked == 0 {
				if a != nil || err == nil {
					t.Errorf("%s: an answer without any time: %v", about, err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			for i, c := range a.Grid {
				if c != puzzle.Unknown && c != whole.Grid[i] {
					t.Fatalf("%s, asked %d times: cell %d is %v, and %v in the end", about, asked, i, c, whole.Grid[i])
				}
			}
			if a.BackboneProved {
				if a.Verdict != whole.Verdict || !slices.Equal(a.Grid, whole.Grid) {
					t.Errorf("%s: ends as %v", about, a.Verdict)
				}
				break
			}
			if a.Verdict != solvers.Undecided && a.Verdict != whole.Verdict {
				t.Fatalf("%s, asked %d times: %v", about, asked, a.Verdict)
			}
		}
	}
}

// A puzzle may be solved by several at once.
func TestSolveConcurrently(t *testing.T) {
	p := puzzletest.Dominoes(4)
	want := puzzletest.RowsOf(puzzletest.Must(Solve(context.Background(), p)).Grid, len(p.Cols))
	done := make(chan string)
	for range 4 {
		go func() {
			a, err := Solve(context.Background(), p)
			if err != nil {
				done <- err.Error()
				return
			}
			done <- puzzletest.RowsOf(a.Grid, len(p.Cols))
		}()
	}
	for range 4 {
		if got := <-done; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func BenchmarkDominoes(b *testing.B) {
	for _, n := range []int{4, 5, 6, 7} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := puzzletest.Dominoes(n)
			for b.Loop() {
				if a, _ := Solve(context.Background(), p); a.Verdict != solvers.Unique {
					b.Fatal(a.Verdict)
				}
			}
		})
	}
}
