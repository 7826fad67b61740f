package ink

import (
	"image"
	"slices"
	"testing"

	"kibitz/vision/internal/plane"
)

// boxedRows returns a strip of three rows with two boxes each, of 40 × 40 pixels, with ink in some
// rectangles.
func boxedRows(strength uint8, boxes ...image.Rectangle) (b *Strip, on []bool, strengths []uint8) {
	g := image.NewGray(image.Rect(0, 0, 120, 120))
	b = &Strip{Sheet: &plane.Sheet{Area: plane.Area{Left: -2, Bottom: 3, Right: 1}, Light: g, W: 40, H: 40}, Clued: true, Lines: 3, Latticed: 2}
	on, strengths = make([]bool, len(g.Pix)), make([]uint8, len(g.Pix))
	for _, r := range boxes {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				on[y*120+x], strengths[y*120+x] = true, strength
			}
		}
	}
	return b, on, strengths
}

// TestBorders: all pieces of a rule between boxes are removed, even where a digit touches it. Ink in the
// boxes stays, even if it is as slim and as high, and ink far stronger than the rule stays where it crosses
// it.
func TestBorders(t *testing.T) {
	var rule []image.Rectangle
	for y := 0; y < 120; y += 6 {
		rule = append(rule, image.Rect(39, y, 42, y+3))
	}
	touching, slim := image.Rect(42, 60, 55, 63), []image.Rectangle{image.Rect(18, 5, 22, 35), image.Rect(18, 45, 22, 75), image.Rect(18, 85, 22, 115)}
	b, on, strength := boxedRows(50, append(append(rule, touching), slim...)...)
	for x := 34; x < 48; x++ {
		on[100*120+x], strength[100*120+x] = true, 200
	}
	upright := b.RemoveBorders(on, slices.Clone(on), strength)
	touching.Min.X++ // the rule's edge is uneven
	_, expected, _ := boxedRows(50, append(slim, touching, image.Rect(34, 100, 48, 101))...)
	for p := range on {
		if on[p] != expected[p] {
			t.Fatalf("ink at (%d, %d) is %v, expected %v", p%120, p/120, on[p], expected[p])
		}
	}
	if !slices.Equal(upright, []int{-1}) {
		t.Errorf("rules at %d, expected one at -1", upright)
	}
}

// TestOnRule: a slim blob on a border is a piece of its rule, if there is a rule; a blob in a box is not. On
// the edge of the body a thicker blob is a piece of it too, as the frame is thick.
func TestOnRule(t *testing.T) {
	for _, c := range []struct {
		box     image.Rectangle
		upright []int
		want    bool
	}{
		{image.Rect(37, 10, 43, 40), []int{-1}, true},
		{image.Rect(37, 10, 43, 40), nil, false},
		{image.Rect(17, 10, 23, 40), []int{-1}, false},
		{image.Rect(30, 10, 50, 40), []int{-1}, false},
		{image.Rect(74, 10, 87, 40), nil, true},
		{image.Rect(62, 10, 75, 40), nil, false},
	} {
		b, _, _ := boxedRows(0)
		if got := b.OnRule(Blob{Box: c.box}, c.upright); got != c.want {
			t.Errorf("%v, rules at %d: %t", c.box, c.upright, got)
		}
	}
}
