package vision

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A board of lights that is no square is asked about, as a line of it may be cut off or look like the page. It is not
// if the size is known beforehand. The other size that it may have is a square: one with a line more or less, or
// without the like margins at two sides.
func TestOblongLightsAreDoubted(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, c := range []struct {
		rows, cols int
		hint       Hint
		doubted    bool
	}{
		{5, 5, Hint{Kind: Lights}, false},
		{4, 5, Hint{Kind: Lights}, true},
		{5, 4, Hint{Kind: Lights}, true},
		{4, 5, Hint{Kind: Lights, Rows: 4, Cols: 5}, false},
		{5, 7, Hint{Kind: Lights}, true},
		{7, 5, Hint{Kind: Lights}, true},
	} {
		r := readLights(t, newLampPicture(randomRows(rng, c.rows, c.cols)...).draw(), c.hint)
		if r.Rows != c.rows || r.Cols != c.cols || slices.Contains(r.Flaws, UnseenLines) != c.doubted {
			t.Errorf("%d × %d: read %d × %d, flaws %v", c.rows, c.cols, r.Rows, r.Cols, r.Flaws)
		}
		if len(r.Rivals) > 0 != c.doubted {
			t.Errorf("%d × %d with %+v: %d rivals", c.rows, c.cols, c.hint, len(r.Rivals))
		}
		for i, o := range r.Rivals {
			if (i == 0 && o.Rows != o.Cols || o.Rows == r.Rows && o.Cols == r.Cols) || len(o.Cells) != o.Rows*o.Cols || !o.Cells[0].Box.In(r.Straight.Rect) {
				t.Errorf("%d × %d: the rival %d × %d", c.rows, c.cols, o.Rows, o.Cols)
			}
		}
	}
}
