package lamps

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestPlacing: the placing fitted to spots has them at their places on the map, and cell inverts at.
func TestPlacing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		want := placing{20 + 10*rng.Float64(), 4 * rng.Float64(), 100, 4 * rng.Float64(), 20 + 10*rng.Float64(), 80,
			.01 * rng.Float64(), .01 * rng.Float64()}
		var spots []spot
		for i := range 20 {
			row, col := float64(i/5), float64(i%5)
			x, y := want.at(row, col)
			spots = append(spots, spot{row: row, col: col, x: x, y: y})
		}
		got, ok := placing{}.fit(spots, inPerspective)
		if !ok {
			t.Fatal("no fit")
		}
		for _, s := range spots {
			if x, y := got.at(s.row, s.col); math.Hypot(x-s.x, y-s.y) > 1e-6 {
				t.Fatalf("(%v, %v) is at (%v, %v), seen at (%v, %v)", s.row, s.col, x, y, s.x, s.y)
			}
			if row, col := got.cell(s.x, s.y); math.Hypot(row-s.row, col-s.col) > 1e-6 {
				t.Fatalf("(%v, %v) comes back as (%v, %v)", s.row, s.col, row, col)
			}
		}
	}
}
