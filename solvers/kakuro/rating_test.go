package kakuro

import (
	"slices"
	"testing"
)

// What is ordered easy is the least work, and what is expert the most.
func TestRateOrders(t *testing.T) {
	var sums [4]int
	for i, d := range Demands() {
		for seed := range uint64(3) {
			p := generate(t, 8, 8, d, seed)
			r, err := p.Rate(t.Context())
			if err != nil || r.Difficulty != d {
				t.Fatalf("%v: %+v, expected %v\n%s", err, r, d, p)
			}
			sums[i] += r.Effort
		}
	}
	if slices.Min(sums[:]) != sums[0] || slices.Max(sums[:]) != sums[3] {
		t.Errorf("efforts from easy to expert: %v", sums)
	}
}
