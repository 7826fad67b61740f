package nonogram

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"kibitz/solvers"
)

// TestVerdictAtTheDeadline: a puzzle that was made from a picture has a solution, whenever
// the time ends and on however many cores it is looked for.
func TestVerdictAtTheDeadline(t *testing.T) {
	for _, side := range []int{45, 47, 52, 60} {
		p := sparse(rand.New(rand.NewPCG(uint64(side), 9)), side)
		for _, budget := range []time.Duration{50 * time.Millisecond, 300 * time.Millisecond} {
			ctx, cancel := context.WithTimeout(t.Context(), budget)
			a, err := p.Decide(ctx)
			cancel()
			if err == nil && a.Verdict == solvers.None {
				t.Errorf("%d×%d after %v: no solution, and it has one", side, side, budget)
			}
		}
	}
}
