package engine

import (
	"context"
	"math/rand/v2"
	"testing"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
)

// TestColouredOutOfTime: two solutions that Decide has found are still there where the time ends
// soon after.
func TestColouredOutOfTime(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 11))
	several := 0
	for side := 8; side < 20; side++ {
		picture := make([]puzzle.Cell, side*side)
		for i := range picture {
			picture[i] = 1 << max(0, r.IntN(12)-9)
		}
		p := puzzle.FromColours(picture, side, []puzzle.Ink{{Letter: 'r', Name: "red"}, {Letter: 'g', Name: "green"}}, puzzle.Puzzle{}.Background)
		first, err := Decide(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		if first.Verdict != solvers.Multiple {
			continue
		}
		several++
		for left := range 20 {
			if a, _ := GoOn(&puzzletest.Countdown{Context: context.Background(), Left: left}, p, first, true); a.Verdict != solvers.Multiple || len(a.Solutions) != 2 {
				t.Fatalf("%v, %d looks left: %v with %d solutions", p, left, a.Verdict, len(a.Solutions))
			}
		}
	}
	if several == 0 {
		t.Error("none had several solutions")
	}
}
