package maker

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/engine"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
	"kibitz/solvers/nonogram/internal/teach"
)

func generate(t testing.TB, rows, cols int, d Demand, seed uint64) *puzzle.Puzzle {
	t.Helper()
	p, err := Generate(context.Background(), rows, cols, 0, d, seed)
	if err != nil {
		t.Fatalf("%d × %d, %v, %d: %v", rows, cols, d, seed, err)
	}
	return p
}

// TestGenerate: in the eyes of the solver each puzzle has one solution, its own
// picture, and lines suffice just where they should.
func TestGenerate(t *testing.T) {
	for _, size := range [][2]int{{5, 5}, {8, 8}, {10, 10}, {5, 12}, {15, 15}, {20, 15}, {25, 25}, {40, 40}, {60, 60}} {
		for _, d := range Demands() {
			if d == Contradictions && size[0] > MaxContradictions || testing.Short() && size[0] > 25 {
				continue
			}
			for seed := range uint64(5) {
				p := generate(t, size[0], size[1], d, seed)
				a := puzzletest.Must(engine.Solve(context.Background(), p))
				if a.Verdict != solvers.Unique || !slices.Equal(a.Grid, p.Picture) || (d == Contradictions) != (a.Level > puzzle.ByLine) {
					t.Errorf("%v, %v, %d: %v by %v", size, d, seed, a.Verdict, a.Level)
				}
				if found, err := teach.DifficultyOf(t.Context(), p); found != d.difficulty() || err != nil {
					t.Errorf("%v, %v, %d: %v, %v", size, d, seed, found, err)
				}
				if len(p.Rows) != size[0] || len(p.Cols) != size[1] {
					t.Errorf("%v, %v, %d: %d × %d", size, d, seed, len(p.Rows), len(p.Cols))
				}
			}
		}
	}
}

// The same request gives the same puzzle, whatever else runs; another seed another.
func TestGenerateAgain(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	seen := map[string]bool{}
	for seed := range uint64(20) {
		first := generate(t, 12, 12, Contradictions, seed).String()
		again := make(chan string)
		go func() {
			p, _ := Generate(context.Background(), 12, 12, 0, Contradictions, seed)
			again <- p.String()
		}()
		if second := <-again; second != first {
			t.Fatalf("seed %d: %s, then %s", seed, first, second)
		}
		if seen[first] {
			t.Errorf("seed %d: %s was made before", seed, first)
		}
		seen[first] = true
	}
}

func TestGenerateRefuses(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		d          Demand
	}{{4, 10, FewRounds}, {10, 4, FewRounds}, {61, 10, FewRounds}, {10, 61, ManyRounds}, {41, 10, Contradictions}, {10, 10, -1}, {10, 10, 3}} {
		if _, err := Generate(context.Background(), c.rows, c.cols, 0, c.d, 1); !errors.Is(err, ErrSize) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Generate(ctx, 30, 30, 0, Contradictions, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("ended before it began: %v", err)
	}
}

// TestPictureBenchAgainstEngine: what the bench says of a picture is what the solver
// says of its puzzle, and the order of its flips does not matter.
func TestPictureBenchAgainstEngine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(1, 12).Draw(t, "rows"), rapid.IntRange(1, 70).Draw(t, "cols")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		picture := puzzletest.Noise(random, rows*cols)
		s := teach.NewPictureBench(puzzletest.Noise(random, rows*cols), rows, cols)
		for _, cell := range random.Perm(len(picture)) {
			if s.Is(cell) != (picture[cell] == puzzle.Filled) {
				s.Flip(cell)
			}
		}
		p := puzzle.FromPicture(picture, cols)
		if got := s.Puzzle(); got.String() != p.String() || !slices.EqualFunc(puzzle.Lengths(p.Rows, p.Cols), s.Clues, slices.Equal[[]int]) {
			t.Fatalf("%s: clues %v", p, s.Clues)
		}
		left := s.ByLine()
		if len(s.OpenCells()) != left {
			t.Fatalf("%s: %d open, %d listed", p, left, len(s.OpenCells()))
		}
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		a, _ := engine.Solve(&puzzletest.Countdown{Context: ctx, Left: 2000}, p)
		if a.Verdict == solvers.Unique && (left == 0) != (a.Level == puzzle.ByLine) {
			t.Fatalf("%s: %d open to lines, but unique by %v", p, left, a.Level)
		}
		if s.ByContradiction(ctx) == 0 && (a.Verdict != solvers.Unique && a.Verdict != solvers.Undecided || a.Level > puzzle.ByProbe) {
			t.Fatalf("%s: nothing open to contradictions, but %v by %v", p, a.Verdict, a.Level)
		}
		for cell := range picture {
			if s.Known(cell) && s.Is(cell) != teach.Has(&s.Lines[cell/cols].Filled, cell%cols) {
				t.Fatalf("%s: cell %d is known wrong", p, cell)
			}
		}
	})
}
