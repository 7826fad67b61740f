package maker

import (
	"context"
	"math"
	"testing"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/engine"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
	"kibitz/solvers/nonogram/internal/teach"
)

func rated(t testing.TB, p *puzzle.Puzzle) solvers.Rating {
	t.Helper()
	r, err := teach.Rate(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// All five lines of a filled square say all that they have at once.
func TestRateOfTheSimplest(t *testing.T) {
	r := rated(t, puzzletest.MustParse(t, "5;5;5;5;5|5;5;5;5;5"))
	if want := (solvers.Rating{Steps: [5]int{5}, Effort: 5}); r.Steps != want.Steps || r.Effort != want.Effort || r.Difficulty != want.Difficulty {
		t.Errorf("%+v, expected %+v", r, want)
	}
}

// Turned over, a puzzle that lines alone solve is about as much work.
func TestRateMirrored(t *testing.T) {
	for seed := range uint64(12) {
		p, err := Generate(t.Context(), 15, 15, 0, Demands()[seed%2], seed)
		if err != nil {
			t.Fatal(err)
		}
		r, turned := rated(t, p), rated(t, &puzzle.Puzzle{Rows: p.Cols, Cols: p.Rows})
		if math.Abs(math.Log(float64(r.Effort)/float64(turned.Effort))) > .5 {
			t.Errorf("%s: %+v, with rows as columns %+v", p, r, turned)
		}
	}
}

// More of a puzzle printed is less to do, and a puzzle on demand is more work than one that
// is less demanding.
func TestRateOrders(t *testing.T) {
	var sums [3]int
	for i, demand := range Demands() {
		for seed := range uint64(8) {
			p, err := Generate(t.Context(), 15, 15, 0, demand, seed)
			if err != nil {
				t.Fatal(err)
			}
			r := rated(t, p)
			sums[i] += r.Effort
			half := append([]puzzle.Cell(nil), puzzletest.Must(engine.Solve(context.Background(), p)).Solutions[0]...)
			for cell := range len(half) / 2 {
				half[cell] = puzzle.Unknown
			}
			if given := rated(t, p.WithMarks(half)); given.Effort >= r.Effort {
				t.Errorf("%s: %+v, with its lower half given %+v", p, r, given)
			}
		}
	}
	t.Log("efforts of easy, medium and expert puzzles:", sums)
	if sums[0] >= sums[1] || sums[1] >= sums[2] {
		t.Errorf("efforts of easy, medium and expert puzzles: %v", sums)
	}
}
