package ink

import (
	"image"
	"testing"

	"kibitz/vision/internal/plane"
)

// seamed returns a strip of columns of 40 × 40 pixels, with ink in some rectangles.
func seamed(boxes ...image.Rectangle) (*Strip, []bool) {
	g := image.NewGray(image.Rect(0, 0, 120, 120))
	b := &Strip{Sheet: &plane.Sheet{Area: plane.Area{Top: -3, Right: 3}, Light: g, W: 40, H: 40}, Cols: true, Clued: true, Lines: 3}
	on := make([]bool, len(g.Pix))
	for _, r := range boxes {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				on[y*120+x] = true
			}
		}
	}
	return b, on
}

// TestSeams: a bar along the border between two columns is removed, even where a digit touches it. A slim
// digit in the middle of a column stays, and so does a short bar at a border.
func TestSeams(t *testing.T) {
	bar, touching := image.Rect(38, 42, 42, 78), image.Rect(42, 50, 60, 53)
	slim, short := image.Rect(98, 2, 102, 38), image.Rect(78, 90, 82, 110)
	b, on := seamed(bar, touching, slim, short)
	strength := make([]uint8, len(on))
	for p := range on {
		strength[p] = 200
	}
	b.RemoveSeams(on, strength, false)
	_, expected := seamed(touching, slim, short)
	for p := range on {
		if on[p] != expected[p] {
			t.Fatalf("ink at (%d, %d) is %v, expected %v", p%120, p/120, on[p], expected[p])
		}
	}
}

// TestOnes: a column of ones right below each other is no rule; a bar as long at a border is one.
func TestOnes(t *testing.T) {
	ones, rule := image.Rect(58, 5, 62, 115), image.Rect(79, 5, 82, 115)
	b, on := seamed(ones, rule)
	strength := make([]uint8, len(on))
	for p, v := range on {
		if v {
			strength[p] = 200
		}
	}
	if err := b.RemoveLines(t.Context(), on, strength, 72, 10); err != nil {
		t.Fatal(err)
	}
	if !on[60*120+60] || on[60*120+80] {
		t.Errorf("the ones are kept: %v, the rule is: %v; expected true and false", on[60*120+60], on[60*120+80])
	}
}

// TestStacked: the strokes of three digits right below each other, in rows without boxes, are no rule; a line
// along all rows is one. If there are boxes, a line at the border of a box is a rule, however short, and a
// line in its middle is not.
func TestStacked(t *testing.T) {
	for _, c := range []struct {
		name  string
		boxed int
		box   image.Rectangle
		kept  bool
	}{
		{"three digits", 0, image.Rect(28, 42, 32, 158), true},
		{"all rows", 0, image.Rect(28, 0, 32, 240), false},
		{"border of boxes", 2, image.Rect(38, 42, 42, 158), false},
		{"middle of boxes", 2, image.Rect(58, 42, 62, 158), true},
	} {
		light := image.NewGray(image.Rect(0, 0, 80, 240))
		b := &Strip{Sheet: &plane.Sheet{Area: plane.Area{Left: -2, Bottom: 6}, Light: light, W: 40, H: 40}, Clued: true, Lines: 6, Boxed: c.boxed}
		on, strength := make([]bool, len(light.Pix)), make([]uint8, len(light.Pix))
		for y := c.box.Min.Y; y < c.box.Max.Y; y++ {
			for x := c.box.Min.X; x < c.box.Max.X; x++ {
				on[y*80+x], strength[y*80+x] = true, 200
			}
		}
		if err := b.RemoveLines(t.Context(), on, strength, 72, 10); err != nil {
			t.Fatal(err)
		}
		if middle := 100*80 + (c.box.Min.X+c.box.Max.X)/2; on[middle] != c.kept {
			t.Errorf("%s: kept is %t, expected %t", c.name, on[middle], c.kept)
		}
	}
}
