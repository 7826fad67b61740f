package script

import (
	"image"
	"testing"

	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/plane"
)

// A piece of a thick line along the body is no number that was missed; the same blob further off may be one.
func TestPieceOfThickLine(t *testing.T) {
	const cell, high = 40, 22 // pixels
	light := image.NewGray(image.Rect(0, 0, 10*cell, 6*cell))
	b := &Band{Strip: ink.Strip{Sheet: &plane.Sheet{Light: light, Area: plane.Area{Top: -5, Bottom: 1, Right: 10}, W: cell, H: cell}, Cols: true, Lines: 10}}
	for _, at := range []struct{ middle, doubted int }{{5 * cell, 0}, {5*cell - high, 1}, {4 * cell, 1}} {
		piece := ink.Blob{Box: image.Rect(54, at.middle-6, 91, at.middle+6), Peak: 255}
		for y := piece.Box.Min.Y; y < piece.Box.Max.Y; y++ {
			for x := piece.Box.Min.X; x < piece.Box.Max.X; x++ {
				piece.At = append(piece.At, int32(y*light.Stride+x))
			}
		}
		if got := len(b.addUnread(Hand{Height: high}, nil, []ink.Blob{piece})); got != at.doubted {
			t.Errorf("%d pixels off the body: %d numbers may have been missed, expected %d", 5*cell-at.middle, got, at.doubted)
		}
	}
}
