package kakuro

import (
	"math"
	"testing"

	"kibitz/vision/internal/board"
)

// Two readers that agree are surer together than each is; if they differ neither is sure, nor is one if the other
// means something that it does not name. Which is asked first does not matter.
func TestAgreed(t *testing.T) {
	one := func(value int, p float64) []board.Guess { return []board.Guess{{Value: value, P: p}} }
	for _, c := range []struct {
		a, b        []board.Guess
		want        int
		least, most float64
	}{
		{one(34, .9), one(34, .9), 34, .95, 1},
		{one(31, .96), one(34, .96), 31, .2, .6},
		{append(one(31, .6), one(34, .3)...), one(34, .95), 34, .9, 1},
		{one(12, .99), one(13, .001), 12, 0, .6},
	} {
		got, back := agreed(c.a, c.b), agreed(c.b, c.a)
		if got[0].Value != c.want || got[0].P < c.least || got[0].P > c.most {
			t.Errorf("%v and %v: %v", c.a, c.b, got)
		}
		if len(got) != len(back) || math.Abs(got[0].P-back[0].P) > 1e-9 {
			t.Errorf("%v and %v: %v, the other way round %v", c.a, c.b, got, back)
		}
		sum := 0.
		for _, x := range got {
			sum += x.P
		}
		if sum > 1 {
			t.Errorf("%v and %v: probabilities of %v in all", c.a, c.b, sum)
		}
	}
}
