package lamps

import (
	"math/rand/v2"
	"testing"
)

// TestSettled: steps between cells tell the lit ones, whatever cells look like by themselves.
func TestSettled(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 50 {
		rows, cols := 2+rng.IntN(7), 2+rng.IntN(7)
		lit, looks := make([]float64, rows*cols), make([]float64, rows*cols)
		for i := range lit {
			lit[i] = float64(rng.IntN(2))
			if looks[i] = 1.5; rng.IntN(2) == 0 {
				looks[i] = -1.5
			}
		}
		lit[0], lit[1] = 0, 1 // a board in one state has no steps
		var joints []joint
		for i := range lit {
			if i%cols < cols-1 {
				joints = append(joints, joint{i, i + 1, lit[i+1] - lit[i] + .1*rng.NormFloat64()})
			}
			if i+cols < len(lit) {
				joints = append(joints, joint{i, i + cols, lit[i+cols] - lit[i] + .1*rng.NormFloat64()})
			}
		}
		for i, odds := range settled(len(lit), joints, looks, .2) {
			if (odds > 0) != (lit[i] == 1) {
				t.Fatalf("%d × %d: cell %d is %v, odds %.1f", rows, cols, i, lit[i], odds)
			}
		}
	}
}
