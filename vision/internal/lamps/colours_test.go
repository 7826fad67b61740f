package lamps

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kibitz/vision/internal/page"
)

// TestTwoMeans: two clusters of colours are told apart, even if one is much smaller.
func TestTwoMeans(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 100 {
		n, first := 2+rng.IntN(60), page.RGB{200, 180, 40}
		second := page.RGB{60 * rng.Float64(), 60, 60}
		var looks []page.RGB
		var want []bool
		for i := range n {
			c, isSecond := first, i > 0 && (i == 1 || rng.IntN(2) == 0)
			if isSecond {
				c = second
			}
			looks = append(looks, c.Plus(page.RGB{10 * rng.Float64(), 10 * rng.Float64(), 10 * rng.Float64()}))
			want = append(want, isSecond)
		}
		of, _ := page.TwoMeans(looks)
		for i := range looks {
			if (of[i] != of[0]) != want[i] {
				t.Fatalf("%d of %d is in the wrong heap", i, n)
			}
		}
	}
}

// TestSmooth: a map of one colour stays as it is, up to its edges.
func TestSmooth(t *testing.T) {
	m := &colours{w: 9, h: 5, pix: make([][3]uint8, 45)}
	for i := range m.pix {
		m.pix[i] = [3]uint8{10, 200, 30}
	}
	if s := m.smooth(3); !slices.Equal(s.pix, m.pix) {
		t.Error("smooth changes one colour")
	}
	m.pix[22] = [3]uint8{210, 0, 30} // the middle
	if s := m.smooth(1).pix[22]; s[0] <= 10 || s[0] >= 210 || s[1] <= 0 || s[1] >= 200 {
		t.Errorf("the middle is %v", s)
	}
}
