package lattice

import (
	"image"
	"image/color"
	"math"
)

// A View is the part of a lattice to show straight, in rows and columns. These may be fractions and may lie
// beyond its edges.
type View struct {
	Row0, Col0, Row1, Col1 float64
	Cell                   int // side of a cell, in pixels
}

// Size returns the width and height of the view, in pixels.
func (v View) Size() (w, h int) {
	return int(math.Round((v.Col1 - v.Col0) * float64(v.Cell))), int(math.Round((v.Row1 - v.Row0) * float64(v.Cell)))
}

// sample calls each for the pixels of a view, row by row. A pixel is to show the mean of the image at the places
// at: n × n of them spread over the pixel, n being the image's pixels across it, up to four.
func (l *Lattice) sample(v View, each func(x, y int, at []Point)) {
	w, h := v.Size()
	n := min(max(int(l.pitch()/float64(v.Cell)+.5), 1), 4)
	f := 1 / float64(v.Cell)
	at := make([]Point, n*n)
	for y := range h {
		for x := range w {
			for i := range at {
				dy := (float64(i/n) + .5) / float64(n)
				dx := (float64(i%n) + .5) / float64(n)
				at[i] = l.At(v.Row0+(float64(y)+dy)*f, v.Col0+(float64(x)+dx)*f)
			}
			each(x, y, at)
		}
	}
}

// Gray returns a view without perspective, curl and turn. Beyond the image it carries the image's edge on.
func (l *Lattice) Gray(src *image.Gray, v View) *image.Gray {
	w, h := v.Size()
	dst := image.NewGray(image.Rect(0, 0, w, h))
	if src.Rect.Empty() {
		return dst
	}
	l.sample(v, func(x, y int, at []Point) {
		sum := 0.
		for _, p := range at {
			b := corner(p, src.Rect.Dx(), src.Rect.Dy())
			row, next := src.Pix[b.row0*src.Stride:], src.Pix[b.row1*src.Stride:]
			sum += (float64(row[b.x0])*(1-b.fx)+float64(row[b.x1])*b.fx)*(1-b.fy) +
				(float64(next[b.x0])*(1-b.fx)+float64(next[b.x1])*b.fx)*b.fy
		}
		dst.Pix[y*dst.Stride+x] = uint8(sum/float64(len(at)) + .5)
	})
	return dst
}

// RGBA returns a view as Gray does, in colour.
func (l *Lattice) RGBA(src image.Image, v View) *image.RGBA {
	w, h := v.Size()
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	r := src.Bounds()
	if r.Empty() {
		return dst
	}
	get := pixels(src)
	l.sample(v, func(x, y int, at []Point) {
		var sum [3]float64
		for _, p := range at {
			b := corner(p, r.Dx(), r.Dy())
			for i, w := range [4]float64{(1 - b.fx) * (1 - b.fy), b.fx * (1 - b.fy), (1 - b.fx) * b.fy, b.fx * b.fy} {
				cx, cy := b.x0, b.row0 // bit 0 of i: the second column; bit 1: the second row
				if i&1 != 0 {
					cx = b.x1
				}
				if i&2 != 0 {
					cy = b.row1
				}
				c := get(r.Min.X+cx, r.Min.Y+cy)
				sum[0] += w * float64(c.R)
				sum[1] += w * float64(c.G)
				sum[2] += w * float64(c.B)
			}
		}
		n := float64(len(at))
		dst.SetRGBA(x, y, color.RGBA{uint8(sum[0]/n + .5), uint8(sum[1]/n + .5), uint8(sum[2]/n + .5), 255})
	})
	return dst
}

// pixels returns a function that reads an image, without allocating for the usual types.
func pixels(src image.Image) func(x, y int) color.RGBA {
	switch m := src.(type) {
	case *image.RGBA:
		return m.RGBAAt
	case *image.Gray:
		return func(x, y int) color.RGBA {
			v := m.GrayAt(x, y).Y
			return color.RGBA{v, v, v, 255}
		}
	case *image.YCbCr:
		return func(x, y int) color.RGBA {
			c := m.YCbCrAt(x, y)
			r, g, b := color.YCbCrToRGB(c.Y, c.Cb, c.Cr)
			return color.RGBA{r, g, b, 255}
		}
	}
	return func(x, y int) color.RGBA { return color.RGBAModel.Convert(src.At(x, y)).(color.RGBA) }
}

// A cornered place lies between four pixels: their columns and rows, and how far it is towards the second
// ones, from 0 to 1.
type cornered struct {
	x0, x1, row0, row1 int
	fx, fy             float64 // from 0 to 1, towards the second ones
}

// corner returns the four pixels around a place, within an image of w × h. A place beyond the image is moved to
// its edge, and one that is not a number to its corner.
func corner(p Point, w, h int) cornered {
	x := min(max(p.X-.5, 0), float64(w-1))
	y := min(max(p.Y-.5, 0), float64(h-1))
	if x != x || y != y {
		x, y = 0, 0
	}
	b := cornered{x0: int(x), row0: int(y)}
	b.fx, b.fy = x-float64(b.x0), y-float64(b.row0)
	b.x1, b.row1 = min(b.x0+1, w-1), min(b.row0+1, h-1)
	return b
}
