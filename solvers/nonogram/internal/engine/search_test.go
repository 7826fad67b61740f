package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
)

// unlearned solves as what is too large to learn is solved.
func unlearned(ctx context.Context, p *puzzle.Puzzle) (*puzzle.Answer, Outcome) {
	g := newGrid[[1]uint64](p)
	g.searchProbes, g.mostClauses = 0, 0
	return g.Solve(ctx, true)
}

// Search without learning agrees with all pictures tried.
func TestSearchAloneAgainstAllPictures(t *testing.T) {
	puzzletest.OneGoroutine(t)
	r := rand.New(rand.NewPCG(21, 1))
	for range 5000 {
		p := randomPuzzle(r, 5)
		a, ended := unlearned(t.Context(), p)
		if ended != Decided {
			t.Fatalf("%s: outcome %d", p, ended)
		}
		compare(t, p, a)
	}
}

// It finds the dominoes' only solution, however often it begins again on the way.
func TestSearchAloneDominoes(t *testing.T) {
	puzzletest.OneGoroutine(t)
	for n := 5; n <= 7; n++ {
		if a, _ := unlearned(t.Context(), puzzletest.Dominoes(n)); a.Verdict != solvers.Unique {
			t.Errorf("%d-Dom: %v", n, a.Verdict)
		}
	}
}

// mustReturn fails the test if f is still at work after a time in which it has no business.
func mustReturn(t *testing.T, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("it never returns")
	}
}

// A search that has begun again and again still heeds its context.
func TestSearchAloneEndsInTime(t *testing.T) {
	p := puzzletest.MustParse(t, "1;1;1|1;1;1")
	mustReturn(t, func() {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if a, _ := unlearned(ctx, p); a.Verdict != solvers.Multiple && a.Verdict != solvers.Undecided {
			t.Error(a.Verdict)
		}
	})
	mustReturn(t, func() {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		g := newGrid[[1]uint64](p)
		g.begin(context.Background())
		g.deduce(true)
		g.budget.ctx = ctx
		known := [][]puzzle.Cell{puzzletest.Must(Solve(context.Background(), p)).Solutions[0]}
		if r := g.persist(2, known); r.outcome != OutOfTime || len(r.solutions) != 1 {
			t.Errorf("outcome %d with %d solutions", r.outcome, len(r.solutions))
		}
	})
}

// An attempt that runs out of patience beside a solution leaves nothing decided that
// follows only without that solution.
func TestAttemptLeavesWhatIsCertain(t *testing.T) {
	puzzletest.OneGoroutine(t)
	beside := 0
	for n := 4; n <= 7; n++ {
		p := puzzletest.Dominoes(n)
		solution := puzzletest.Must(Solve(context.Background(), p)).Grid
		for guesses := range 40 {
			g := newGrid[[1]uint64](p)
			g.begin(t.Context())
			g.deduce(true)
			r := g.attempt(&search[[1]uint64]{wanted: 2, patience: effort{guesses, math.MaxInt}, weaker: guesses%2 == 1})
			if r.outcome == OutOfPatience && len(r.solutions) > 0 {
				beside++
			}
			for c, value := range g.cells() {
				if value != puzzle.Unknown && value != solution[c] {
					t.Fatalf("%d-Dom, %d guesses: cell %d is said to be %v", n, guesses, c, value)
				}
			}
		}
	}
	if beside == 0 {
		t.Error("no attempt ended beside a solution")
	}
}

// No bound and something more is no bound.
func TestEffortDoesNotOverflow(t *testing.T) {
	if sum := (effort{math.MaxInt - 1, math.MaxInt}).plus(effort{3, 1}); sum != (effort{math.MaxInt, math.MaxInt}) {
		t.Error(sum)
	}
}

// What came of searches that began again counts together.
func TestUnion(t *testing.T) {
	a, b := []puzzle.Cell{puzzle.Filled}, []puzzle.Cell{puzzle.Empty}
	if all := union([][]puzzle.Cell{a}, [][]puzzle.Cell{a, b, b}); !slices.EqualFunc(all, [][]puzzle.Cell{a, b}, slices.Equal[[]puzzle.Cell]) {
		t.Error(all)
	}
}
