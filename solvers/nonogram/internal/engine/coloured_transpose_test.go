package engine

import (
	"image/color"
	"math/rand/v2"
	"slices"
	"testing"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// A puzzle and its transpose are both decided or both refused, and alike: a tall one is not too
// large where the wide one is not.
func TestTallAsWide(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1000))
	palette := []puzzle.Ink{{Letter: 'a'}, {Letter: 'b'}}
	seen := map[solvers.Verdict]int{}
	for n := range 12 {
		cells := make([]puzzle.Cell, 1000*3)
		for i := range cells {
			cells[i] = puzzle.Empty << r.IntN(3)
			if n%3 == 0 && r.IntN(60) > 0 {
				cells[i] = puzzle.ShadeOf(i % 3 % 2)
			}
		}
		tall := puzzle.FromColours(cells, 3, palette, color.RGBA{})
		if n%4 == 3 {
			tall.Cols[0], tall.Cols[2] = tall.Cols[2], tall.Cols[0]
		}
		if n%2 == 0 {
			tall.Given = slices.Repeat([]puzzle.Cell{tall.AllShades()}, len(cells))
			tall.Given[5] = cells[5]
		}
		wide := Transposed(tall)
		if !slices.Equal(Transposed(wide).Given, tall.Given) {
			t.Fatal("given cells are lost on the way")
		}
		want, err := Decide(t.Context(), wide)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Decide(t.Context(), tall)
		if err != nil {
			t.Fatal(err)
		}
		if seen[got.Verdict]++; got.Verdict != want.Verdict || got.Level != want.Level || !slices.Equal(got.Grid, transpose(want.Grid, 1000)) {
			t.Errorf("tall %v by %v, wide %v by %v", got.Verdict, got.Level, want.Verdict, want.Level)
		}
		MustSolve(tall, got.Solutions...)
	}
	if len(seen) < 3 || seen[solvers.Undecided] > 0 {
		t.Error(seen)
	}
}
