package lamps

import (
	"testing"

	"kibitz/vision/internal/page"
)

// TestContrasting: signs on tiles of one colour have the opposite hue of the tile's, lamps its own. Grey says nothing,
// nor do two lamps of one hue.
func TestContrasting(t *testing.T) {
	orange, pale, blue := page.RGB{243, 181, 63}, page.RGB{251, 220, 146}, page.RGB{157, 156, 208}
	grey, brown := page.RGB{120, 120, 125}, page.RGB{140, 100, 40}
	for _, c := range []struct {
		tile    page.RGB
		middles [2]page.RGB
		want    bool
	}{
		{orange, [2]page.RGB{pale, blue}, true},
		{orange, [2]page.RGB{blue, pale}, true},
		{orange, [2]page.RGB{pale, grey}, false},
		{orange, [2]page.RGB{pale, brown}, false},
		{grey, [2]page.RGB{pale, blue}, false},
	} {
		if got := contrasting(c.tile, c.middles); got != c.want {
			t.Errorf("tile %v with %v: %v", c.tile, c.middles, got)
		}
	}
}
