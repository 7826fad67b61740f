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

// What Brightened makes of a colour is told back, to a few grey levels; other pictures are shown as they are.
func TestShown(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 256, 1))
	for x := range 256 {
		img.Set(x, 0, color.RGBA{uint8(x), uint8(255 - x), 40, 255})
	}
	plain := &Photo{Image: img}
	bright := plain.Brightened()
	pixel := bright.Pixels()
	for x := range 256 {
		want := img.RGBAAt(x, 0)
		if plain.Shown(want) != want {
			t.Fatalf("%v is shown as %v", want, plain.Shown(want))
		}
		r, g, b := pixel(x, 0)
		got := bright.Shown(color.RGBA{r, g, b, 255})
		off := func(a, b uint8) bool { return max(a, b)-min(a, b) > 3 }
		if off(got.R, want.R) || off(got.G, want.G) || off(got.B, want.B) {
			t.Fatalf("%v is told as %v", want, got)
		}
	}
}
