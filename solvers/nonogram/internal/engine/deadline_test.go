package engine

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// TestVerdictAtTheDeadline: a puzzle that was made from a picture has a solution, whenever
// the time ends.
func TestVerdictAtTheDeadline(t *testing.T) {
	for _, side := range []int{45, 47, 52, 60} {
		p := sparse(rand.New(rand.NewPCG(uint64(side), 9)), side)
		for _, budget := range []time.Duration{50 * time.Millisecond, 300 * time.Millisecond} {
			ctx, cancel := context.WithTimeout(t.Context(), budget)
			a, err := Decide(ctx, p)
			cancel()
			if err == nil && a.Verdict == solvers.None {
				t.Errorf("%d×%d after %v: no solution, and it has one", side, side, budget)
			}
		}
	}
}

// sparse is the puzzle of a random square, two cells in five filled.
func sparse(r *rand.Rand, side int) *puzzle.Puzzle {
	picture := make([]puzzle.Cell, side*side)
	for i := range picture {
		picture[i] = puzzle.Empty + puzzle.Cell(r.IntN(5)/3)
	}
	return puzzle.FromPicture(picture, side)
}

// Wherever the time ends, an answer comes, and nothing in it is wrong.
func TestEndsInTime(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 26))
	const side = 20
	for n := range 40 {
		p := sparse(r, side)
		g := newGrid[[1]uint64](p)
		g.searchProbes = 8
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(n)*time.Millisecond/2)
		a, _ := g.Solve(ctx, true)
		cancel()
		if a.Verdict == solvers.None {
			t.Errorf("%s: no solution, but it has one", p)
		}
		for _, s := range a.Solutions {
			q := puzzle.FromPicture(s, side)
			if !reflect.DeepEqual(q.Rows, p.Rows) || !reflect.DeepEqual(q.Cols, p.Cols) {
				t.Errorf("%s: %v is no solution", p, s)
			}
			for c, value := range a.Grid {
				if value != puzzle.Unknown && value != s[c] {
					t.Errorf("%s: cell %d is not %v in all solutions", p, c, value)
				}
			}
		}
	}
}
