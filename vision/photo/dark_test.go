package photo

import (
	"image"
	"image/color"
	"testing"
)

// Brightened keeps black, white and the order of values, sets dark ones apart, and shows the same in each way that an
// image is read.
func TestBrightened(t *testing.T) {
	img := image.NewNRGBA(image.Rect(5, 7, 5+256, 8)) // begins anywhere
	for v := range 256 {
		img.SetNRGBA(5+v, 7, color.NRGBA{uint8(v), uint8(v), uint8(v), 255})
	}
	p := (&Photo{Image: img}).Brightened()
	luma, pixel := p.Luma(), p.Pixels()
	before := -1
	for v := range 256 {
		r, g, b := pixel(v, 0)
		if r != g || g != b || int(r) < before || luma.GrayAt(v, 0).Y != r {
			t.Fatalf("%d is shown as %d, %d, %d, of lightness %d, after %d", v, r, g, b, luma.GrayAt(v, 0).Y, before)
		}
		before = int(r)
	}
	at := func(v int) int { r, _, _ := pixel(v, 0); return int(r) }
	if at(0) != 0 || at(255) != 255 || at(30)-at(20) < 20 {
		t.Errorf("0, 20, 30, 255 are shown as %d, %d, %d, %d", at(0), at(20), at(30), at(255))
	}
}
