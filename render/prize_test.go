package render

import (
	"bytes"
	"image/color"
	"image/png"
	"testing"
)

// TestPrize: in a finished picture nothing lies between two filled cells, which have one colour
// without lines, letters or a key, in either theme; the ground has another one.
func TestPrize(t *testing.T) {
	for _, palette := range [][]Colour{nil, {{Letter: 'a', RGB: color.RGBA{63, 76, 204, 255}}}} {
		for theme := range themes {
			b := NewBoard(12, 12)
			b.Prize, b.Rule, b.Palette = &Prize{}, 5, palette
			for i := range b.Cells {
				if i/12 < 6 {
					b.Cells[i].Kind = Filled
					if palette != nil {
						b.Cells[i].Kind = Painted
					}
				}
			}
			data, err := b.PNG(theme)
			if err != nil {
				t.Fatal(err)
			}
			img, err := png.Decode(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			l, _ := b.lay()
			seen := map[any]bool{}
			for x := l.x0; x < l.x0+12*l.w; x++ {
				for y := l.y0; y < l.y0+6*l.h; y++ {
					seen[img.At(x, y)] = true
				}
			}
			if below := img.At(l.x0+1, l.y0+6*l.h+1); len(seen) != 1 || seen[below] {
				t.Errorf("theme %v, palette %v: %d colours in the filled half, %v below", theme, palette, len(seen), below)
			}
			b.Prize = &Prize{Ink: color.RGBA{27, 122, 61, 255}, Paper: color.RGBA{243, 250, 234, 255}}
			if palette != nil {
				continue
			}
			own, err := b.PNG(theme)
			if err != nil {
				t.Fatal(err)
			}
			if img, err = png.Decode(bytes.NewReader(own)); err != nil || img.At(l.x0+1, l.y0+1) != b.Prize.Ink || img.At(l.x0+1, l.y0+6*l.h+1) != b.Prize.Paper {
				t.Errorf("theme %v: %v on %v, %v", theme, img.At(l.x0+1, l.y0+1), img.At(l.x0+1, l.y0+6*l.h+1), err)
			}
			if img.Bounds().Dy() != img.Bounds().Dx() {
				t.Errorf("theme %v, palette %v: %v", theme, palette, img.Bounds())
			}
		}
	}
}
