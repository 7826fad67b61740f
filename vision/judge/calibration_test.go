package judge

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

// TestCalibration: the share of likeliest puzzles that are right equals the mean of their
// posteriors, within the errors of chance.
func TestCalibration(t *testing.T) {
	all := puzzles(t, 30, 30)
	for _, hard := range []float64{0.01, 0.1} {
		random := rand.New(rand.NewPCG(31, 32))
		var n, right, said, spread float64
		for range many(100) {
			truth := all[random.IntN(len(all))]
			r, wrong := seen(random, truth, hard)
			if wrong == 0 {
				continue
			}
			p, _ := newPage(r)
			p.strike(context.Background())
			j := p.judge(context.Background())
			if len(j.found.worlds) == 0 {
				continue
			}
			best := j.found.worlds[0]
			posterior := j.posterior(best.p)
			n++
			said += posterior
			spread += posterior * (1 - posterior)
			if p.text(best.choice) == truth.String() {
				right++
			}
		}
		t.Logf("%.2f hard: of %.0f misread %.1f should be right, %.0f are", hard, n, said, right)
		if deviation := (said - right) / math.Sqrt(spread); deviation > 3 {
			t.Errorf("%.2f hard: of %.0f misread %.1f should be right, %.0f are: %.1f deviations", hard, n, said, right, deviation)
		}
	}
}
