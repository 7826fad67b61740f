package cells

import (
	"image"
	"testing"
)

// A board grows by lines in which the net sees cells, and loses outer lines in which it sees none.
func TestExtent(t *testing.T) {
	const rows, cols = 9, 8
	tiles := func(in image.Rectangle, p float32) *Board {
		b := &Board{Rows: rows, Cols: cols}
		for i := range rows * cols {
			b.Class = append(b.Class, [classes]float32{Outside: 1})
			if (image.Point{X: i % cols, Y: i / cols}).In(in) {
				b.Class[i] = [classes]float32{Outside: 1 - p, Tile: p}
			}
		}
		return b
	}
	read := image.Rect(2, 2, 6, 7)
	for _, c := range []struct {
		is    image.Rectangle
		p     float32
		sure  bool
		about string
	}{
		{read, .99, true, "as it was read"},
		{image.Rect(2, 2, 7, 7), .99, true, "a column more"},
		{image.Rect(2, 2, 6, 8), .7, false, "a row more, perhaps"},
		{image.Rect(2, 3, 6, 7), .99, true, "a row less"},
		{image.Rect(1, 1, 8, 9), .99, true, "more on all sides"},
		{image.Rect(0, 0, cols, rows), .99, true, "as far as the net sees"},
	} {
		got, sure := tiles(c.is, c.p).Extent(read, Outside)
		if got != c.is || sure != c.sure {
			t.Errorf("%s: %v, sure is %v", c.about, got, sure)
		}
	}
}
