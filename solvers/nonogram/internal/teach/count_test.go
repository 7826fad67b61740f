package teach

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/engine"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
)

func TestCountAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 20 {
			p := puzzletest.DrawPuzzle(t)
			all, limit := len(puzzletest.Solutions(p)), rapid.IntRange(0, 12).Draw(t, "limit")
			n, exact := Count(context.Background(), p, limit)
			if n != min(all, limit) || exact != (all <= limit) {
				t.Fatalf("%s: %d solutions (all: %v), but there are %d, of which to count %d", p, n, exact, all, limit)
			}
		}
	})
}

// n cells on a diagonal may change places as they like: n! solutions.
func TestCount(t *testing.T) {
	for n, factorial := 1, 1; n <= 7; n++ {
		factorial *= n
		p := puzzletest.MustParse(t, strings.Repeat("1;", n-1)+"1|"+strings.Repeat("1;", n-1)+"1")
		if got, exact := Count(context.Background(), p, 10000); got != factorial || !exact {
			t.Errorf("%d rooks: %d, %v", n, got, exact)
		}
	}
	doubts := puzzletest.MustParse(t, "1 1;1 1|1;1;0;1;1")
	if got, exact := Count(context.Background(), doubts, MaxCount); got != 4 || !exact {
		t.Errorf("two squares of doubt: %d, %v", got, exact)
	}
}

// What separate groups of cells allow is multiplied: stairs of n squares of doubt have 2^n
// solutions, as brute force says of the first.
func TestCountMultiplies(t *testing.T) {
	most := 20
	if testing.Short() {
		most = 10
	}
	for n := 1; n <= most; n++ {
		p := stairs(n)
		a := puzzletest.Must(engine.Solve(context.Background(), p))
		if n <= 2 && len(puzzletest.Solutions(p)) != 1<<n {
			t.Fatalf("%d stairs have %d solutions", n, len(puzzletest.Solutions(p)))
		}
		if got, exact := CountFrom(context.Background(), p, a, MaxCount); a.Verdict != solvers.Multiple || got != 1<<n || !exact {
			t.Errorf("%d stairs: %d solutions (all: %v), want %d", n, got, exact, 1<<n)
		}
		if got, exact := CountFrom(context.Background(), p, a, 1<<n-1); got != 1<<n-1 || exact {
			t.Errorf("%d stairs, up to %d: %d, %v", n, 1<<n-1, got, exact)
		}
	}
}

// stairs has a square of two by two cells with two of them filled on each stair, everything
// filled below it and nothing above.
func stairs(n int) *puzzle.Puzzle {
	side := 3*n - 1
	picture := slices.Repeat([]puzzle.Cell{puzzle.Empty}, side*side)
	for i := range picture {
		row, col := i/side, i%side
		if col < row/3*3-1 || row%3 < 2 && col == row {
			picture[i] = puzzle.Filled
		}
	}
	return puzzle.FromPicture(picture, side)
}

// However soon the budget ends, no more is counted than there is.
func TestCountOutOfTime(t *testing.T) {
	p := puzzletest.MustParse(t, "1;1;1;1;1;1|1;1;1;1;1;1")
	a := puzzletest.Must(engine.Solve(context.Background(), p))
	for asked := 0; asked < 2000; asked += 1 + asked/8 {
		n, exact := CountFrom(&puzzletest.Countdown{Context: context.Background(), Left: asked}, p, a, 1000)
		if n < 2 || n > 720 || exact && n != 720 {
			t.Fatalf("asked %d times: %d, %v", asked, n, exact)
		}
	}
}
