package vision

import (
	"image"
	"math"

	"kibitz/vision/internal/lattice"
)

// A drawing is an area of a board made straight, for people.
type drawing struct {
	area
	img  *image.RGBA
	w, h float64 // pixels a cell
}

// draw takes each pixel's colour from the image, the mean of four where it has more pixels.
func (d *drawing) draw(v *view, m mesh, w, h float64) {
	width, height := pixels(d.right-d.left, w), pixels(d.bottom-d.top, h)
	d.img = image.NewRGBA(image.Rect(0, 0, width, height))
	d.w, d.h = float64(width)/(d.right-d.left), float64(height)/(d.bottom-d.top)
	size := v.halves[0].Rect.Size()
	each := dist(m.at(0, 0), m.at(0, 1)) / w // pixels of the image
	step := each / 4
	far := []float64{-step, step}
	if each < 1.5 {
		far = []float64{0}
	}
	straighten(m, d.area, w, h, func(y int, at []lattice.Point) {
		for x, p := range at {
			var sum [3]int
			for _, dy := range far {
				for _, dx := range far {
					r, g, b := v.colour(min(max(int(p.X+dx), 0), size.X-1), min(max(int(p.Y+dy), 0), size.Y-1))
					sum[0], sum[1], sum[2] = sum[0]+int(r), sum[1]+int(g), sum[2]+int(b)
				}
			}
			n := len(far) * len(far)
			to := d.img.Pix[y*d.img.Stride+4*x:][:4]
			to[0], to[1], to[2], to[3] = uint8(sum[0]/n), uint8(sum[1]/n), uint8(sum[2]/n), 255
		}
	})
}

// box is where an area of the board is on the drawing.
func (d drawing) box(a area) image.Rectangle {
	x := func(c float64) int { return int(math.Round((c - d.left) * d.w)) }
	y := func(r float64) int { return int(math.Round((r - d.top) * d.h)) }
	return image.Rect(x(a.left), y(a.top), x(a.right), y(a.bottom)).Intersect(d.img.Rect)
}
