package engine

import (
	"context"
	"strings"
	"testing"
	"time"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
)

// Boards with the clue 1 in every line have as many solutions as there are permutations: two of
// them are found without a probe of every cell, which takes minutes.
func TestBlankSymmetricBoards(t *testing.T) {
	sides := []int{150, 200, 300}
	if testing.Short() {
		sides = sides[:1]
	}
	for _, n := range sides {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		ones := strings.TrimSuffix(strings.Repeat("1;", n), ";")
		if a, err := Decide(ctx, puzzletest.MustParse(t, ones+"|"+ones)); err != nil || a.Verdict != solvers.Multiple || a.Level != puzzle.BySearch {
			t.Errorf("%d×%d: %+v, %v", n, n, a, err)
		}
		ones = strings.TrimSuffix(strings.Repeat("1a;", n), ";")
		coloured, err := puzzletest.ParseColoured("a=red,b=blue:" + ones + "|" + ones)
		if err != nil {
			t.Fatal(err)
		}
		if a, err := Decide(ctx, coloured); err != nil || a.Verdict != solvers.Multiple || a.Level != puzzle.BySearch {
			t.Errorf("%d×%d in colours: %+v, %v", n, n, a, err)
		}
		cancel()
	}
}

// What a dive finds is a solution, and it leaves nothing behind.
func TestDive(t *testing.T) {
	puzzletest.OneGoroutine(t)
	found, lost := 0, 0
	for n := range 24 {
		side := 66 + n%3
		picture := make([]puzzle.Cell, side*side)
		for i := range picture {
			picture[i] = puzzle.Empty
			if i*7919%(5+3*n) == 0 || n%5 == 0 && i%side == i/side {
				picture[i] = puzzle.Filled
			}
		}
		p := puzzle.FromPicture(picture, side)
		g := newGrid[[2]uint64](p)
		g.begin(t.Context())
		if g.propagate() != consistent || g.complete() {
			continue
		}
		g.secure(true)
		first := g.dive()
		if len(g.trail) != g.certain || len(g.queue) > 0 {
			t.Fatalf("%s: %d cells are left decided, %d certain", p, len(g.trail), g.certain)
		}
		if first == nil {
			lost++
			continue
		}
		found++
		MustSolve(p, first)
	}
	if found == 0 || lost == 0 {
		t.Errorf("%d found, %d not", found, lost)
	}
}
