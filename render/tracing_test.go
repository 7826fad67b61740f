package render

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"testing"
)

// traced is the picture of a tracing of a white image of that size.
func traced(t *testing.T, w, h int, notes []Note, asked image.Rectangle) image.Image {
	t.Helper()
	img := image.NewRGBA(image.Rect(7, 9, 7+w, 9+h)) // bounds may begin anywhere
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	tracing := &Tracing{Image: img, Notes: notes, Asked: asked}
	file, err := tracing.JPEG(Dark)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := tracing.JPEG(Dark); !bytes.Equal(file, again) {
		t.Error("another picture the second time")
	}
	got, err := jpeg.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// coloured counts the pixels of about that colour.
func coloured(img image.Image, want color.RGBA) (n int) {
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			r, g, bl, _ := img.At(x, y).RGBA()
			off := func(a uint32, b uint8) int { return max(int(a>>8)-int(b), int(b)-int(a>>8)) }
			if off(r, want.R)+off(g, want.G)+off(bl, want.B) < 60 {
				n++
			}
		}
	}
	return n
}

// TestTracingSides: a picture is neither too small for a screen nor larger than a chat needs,
// whatever the image.
func TestTracingSides(t *testing.T) {
	tiny := []Note{{Box: image.Rect(8, 10, 12, 14), Text: "1"}}
	for _, c := range []struct {
		w, h  int
		notes []Note
		asked image.Rectangle
	}{
		{30, 20, nil, image.Rectangle{}}, {3000, 1000, tiny, image.Rectangle{}}, {1, 2000, nil, image.Rectangle{}}, {400, 400, tiny, image.Rect(0, 0, 400, 20)},
		{400, 400, nil, image.Rect(-50, 390, 900, 900)}, {400, 400, tiny, image.Rect(100, 0, 110, 400)},
	} {
		b := traced(t, c.w, c.h, c.notes, c.asked).Bounds()
		if side := max(b.Dx(), b.Dy()); side < 400 || side > 2*tracedMost {
			t.Errorf("%d × %d: %v", c.w, c.h, b)
		}
	}
	if _, err := (&Tracing{}).JPEG(Dark); err != ErrEmpty {
		t.Error(err)
	}
}

// TestTracingColours: what is doubtful is amber, what was mended blue, and what is sure neither.
func TestTracingColours(t *testing.T) {
	box := image.Rect(100, 100, 140, 130)
	amber, blue := noteColours[Doubtful].ground, noteColours[Mended].ground
	for look, want := range map[Look][2]bool{Sure: {false, false}, Doubtful: {true, false}, Mended: {false, true}} {
		img := traced(t, 400, 300, []Note{{Box: box, Text: "12", Look: look}, {Box: box, Ring: look != Sure, Look: look}}, image.Rectangle{})
		if got := [2]bool{coloured(img, amber) > 100, coloured(img, blue) > 100}; got != want {
			t.Errorf("%d: amber and blue are %v", look, got)
		}
	}
	if plain := traced(t, 400, 300, []Note{{Text: "1", Look: Doubtful}, {Ring: true, Look: Doubtful}}, image.Rectangle{}); coloured(plain, amber) > 0 {
		t.Error("what stands nowhere is drawn")
	}
}
