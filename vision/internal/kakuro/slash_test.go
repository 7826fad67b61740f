package kakuro

import (
	"image"
	"testing"

	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/plane"
	"kibitz/vision/internal/script"
)

// A diagonal is found and removed, however strong its ink is, whether it falls or rises. A digit on it stays whole if
// its ink is much stronger.
func TestSlashes(t *testing.T) {
	const side, cells = 60, 6
	for _, c := range []struct {
		rising      bool
		line, digit uint8 // how strong their inks are
		whole       bool  // the digit stays as it is
	}{{false, 255, 255, false}, {true, 255, 255, false}, {false, 100, 220, true}, {true, 100, 220, true}, {true, 100, 130, false}} {
		strength := image.NewGray(image.Rect(0, 0, cells*side, side))
		g := &grid{high: 1, wide: cells, cells: make([]square, cells)}
		g.Band = &script.Band{Strip: ink.Strip{Sheet: &plane.Sheet{Area: plane.Area{Top: -1, Left: -1, Bottom: 0, Right: cells - 1}, Light: strength, W: side, H: side}}}
		g.Inks[0] = strength
		for x := range cells * side {
			y := x % side
			if c.rising {
				y = side - 1 - y
			}
			strength.Pix[y*strength.Stride+x] = c.line
			strength.Pix[min(y+1, side-1)*strength.Stride+x] = c.line
		}
		digit := image.Rect(7, 6, 13, 14) // in the first cell
		if c.rising {
			digit = image.Rect(44, 6, 50, 14)
		}
		for y := digit.Min.Y; y < digit.Max.Y; y++ {
			for x := digit.Min.X; x < digit.Max.X; x++ {
				strength.Pix[y*strength.Stride+x] = c.digit
			}
		}
		on := make([]bool, len(strength.Pix))
		for i, v := range strength.Pix {
			on[i] = v > 0
		}
		g.lookAtSlashes(0, on)
		if g.rising[0] != c.rising {
			t.Errorf("%+v: rising is %v", c, g.rising[0])
		}
		g.removeSlashes(0, on)
		left, lost := 0, 0
		for i, v := range on {
			switch at := image.Pt(i%strength.Stride, i/strength.Stride); {
			case at.In(digit) && !v:
				lost++
			case !at.In(digit) && v && at.Y > 5 && at.Y < side-6:
				left++
			}
		}
		if left > 0 || lost == 0 != c.whole {
			t.Errorf("%+v: %d of the diagonals left, %d of the digit lost", c, left, lost)
		}
	}
}
