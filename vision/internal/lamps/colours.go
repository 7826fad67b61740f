package lamps

import (
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
)

// colours is a map of an image's colours, small enough to be searched many times.
type colours struct {
	w, h   int
	pix    [][3]uint8
	across float64  // pixels of the image for each pixel of the map, in x
	down   float64  // the same in y
	way    *placing // from its pixels to those of the map that it was straightened from; nil: from none
}

// place returns the place on the image of a place of the map.
func (m *colours) place(x, y float64) lattice.Point {
	if m.way != nil {
		x, y = m.way.at(y, x)
	}
	return lattice.Point{X: x * m.across, Y: y * m.down}
}

// tileSide is the longer side in pixels of the map on which tiles are sought.
const tileSide = 480

// newColours shrinks an image to a map with a longer side of at most side pixels.
func newColours(v *page.View, side int) *colours {
	size := v.Halves[0].Rect.Size()
	scale := max(1, float64(max(size.X, size.Y))/float64(side))
	m := &colours{w: max(1, int(float64(size.X)/scale)), h: max(1, int(float64(size.Y)/scale))}
	m.across, m.down = float64(size.X)/float64(m.w), float64(size.Y)/float64(m.h)
	m.pix = make([][3]uint8, m.w*m.h)
	n := min(max(int(scale/2), 1), 4) // samples for each pixel of the map, in x and in y
	for y := range m.h {
		for x := range m.w {
			var sum [3]int
			for i := range n * n {
				px := (float64(x) + (float64(i%n)+.5)/float64(n)) * m.across
				py := (float64(y) + (float64(i/n)+.5)/float64(n)) * m.down
				r, g, b := v.Colour(min(int(px), size.X-1), min(int(py), size.Y-1))
				sum[0], sum[1], sum[2] = sum[0]+int(r), sum[1]+int(g), sum[2]+int(b)
			}
			m.pix[y*m.w+x] = [3]uint8{uint8(sum[0] / (n * n)), uint8(sum[1] / (n * n)), uint8(sum[2] / (n * n))}
		}
	}
	return m
}

// smooth returns the map with each pixel replaced by the mean of those within reach, twice. It removes
// the stripes that a camera sees on a screen, but no borders.
func (m *colours) smooth(reach int) *colours {
	if reach == 0 {
		return m
	}
	s := *m
	s.pix = append([][3]uint8(nil), m.pix...)
	line := make([][3]int32, max(m.w, m.h)+1) // sums
	// pass smooths one row or column: n pixels, the first at from and the others each step further on.
	pass := func(from, step, n int) {
		for i := range n {
			for k, v := range s.pix[from+i*step] {
				line[i+1][k] = line[i][k] + int32(v)
			}
		}
		for i := range n {
			lo, hi := max(0, i-reach), min(n, i+reach+1)
			for k := range 3 {
				s.pix[from+i*step][k] = uint8((line[hi][k] - line[lo][k]) / int32(hi-lo))
			}
		}
	}
	for range 2 {
		for y := range m.h {
			pass(y*m.w, 1, m.w)
		}
		for x := range m.w {
			pass(x, m.w, m.h)
		}
	}
	return &s
}

// at returns the colour of a pixel.
func (m *colours) at(x, y int) page.RGB {
	p := m.pix[y*m.w+x]
	return page.RGB{float64(p[0]), float64(p[1]), float64(p[2])}
}
