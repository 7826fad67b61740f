package digits

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestMinimal: with fewer multiplications the answers are the same.
func TestMinimal(t *testing.T) {
	n, err := load()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	var s, u scratch
	for y := 1; y <= Side/2; y++ { // within the edge of zeros
		for i := range Side / 2 * depth1 {
			s.one[(y*(Side/2+2)+1)*depth1+i] = float32(max(0, r.NormFloat64()))
		}
	}
	u = s
	convolve(n.conv[1], s.one[:], s.two[:], Side/2, Side/2, depth1, depth2, 1)
	convolve(n.conv[2], s.two[:], s.three[:], Side/4, Side/4, depth2, depth3, 0)
	convolveMinimal(n.transformed[0], n.conv[1].bias, u.one[:], u.two[:], u.v[:], Side/2, depth1, 1)
	convolveMinimal(n.transformed[1], n.conv[2].bias, u.two[:], u.three[:], u.v[:], Side/4, depth2, 0)
	for i, v := range s.three {
		if d := math.Abs(float64(v - u.three[i])); d > 1e-4*(1+math.Abs(float64(v))) {
			t.Fatalf("answer %d: %v, expected %v", i, u.three[i], v)
		}
	}
}

func BenchmarkConvolve(b *testing.B) {
	n, err := load()
	if err != nil {
		b.Fatal(err)
	}
	s := new(scratch)
	b.Run("window by window", func(b *testing.B) {
		for b.Loop() {
			convolve(n.conv[1], s.one[:], s.two[:], Side/2, Side/2, depth1, depth2, 1)
			convolve(n.conv[2], s.two[:], s.three[:], Side/4, Side/4, depth2, depth3, 0)
		}
	})
	b.Run("minimal", func(b *testing.B) {
		for b.Loop() {
			convolveMinimal(n.transformed[0], n.conv[1].bias, s.one[:], s.two[:], s.v[:], Side/2, depth1, 1)
			convolveMinimal(n.transformed[1], n.conv[2].bias, s.two[:], s.three[:], s.v[:], Side/4, depth2, 0)
		}
	})
}
