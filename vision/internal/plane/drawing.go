package plane

import (
	"image"
	"math"

	"kibitz/vision/internal/lattice"
)

// A Drawing is an area of a board made straight for people to look at. It is laid out early, to know where
// its cells are, and drawn only once it is known to be shown.
type Drawing struct {
	Area
	mesh Mesh
	size image.Rectangle // of the drawing, in pixels
	w, h float64         // pixels a cell
}

// layOut returns the drawing of an area with cells of about w × h pixels.
func layOut(m Mesh, a Area, w, h float64) Drawing {
	width, height := pixels(a.Right-a.Left, w), pixels(a.Bottom-a.Top, h)
	return Drawing{a, m, image.Rect(0, 0, width, height), float64(width) / (a.Right - a.Left), float64(height) / (a.Bottom - a.Top)}
}

// Draw returns the picture. Each pixel takes its colour from the image, which has the given size, or the mean of
// two image pixels if the image is finer. Places beyond the image take the colour of its edge.
func (d Drawing) Draw(colour func(x, y int) (r, g, b uint8), size image.Point) *image.RGBA {
	img := image.NewRGBA(d.size)
	each := dist(d.mesh.Place(0, 0), d.mesh.Place(0, 1)) / d.w // pixels of the image a pixel of the drawing
	far := []float64{-each / 4, each / 4}
	if each < 1.5 {
		far = []float64{0}
	}
	Straighten(d.mesh, d.Area, d.w, d.h, func(y int, at []lattice.Point) {
		for x, p := range at {
			var sum [3]int
			for _, d := range far {
				r, g, b := colour(min(max(int(p.X+d), 0), size.X-1), min(max(int(p.Y+d), 0), size.Y-1))
				sum[0], sum[1], sum[2] = sum[0]+int(r), sum[1]+int(g), sum[2]+int(b)
			}
			n := len(far)
			to := img.Pix[y*img.Stride+4*x:][:4]
			to[0], to[1], to[2], to[3] = uint8(sum[0]/n), uint8(sum[1]/n), uint8(sum[2]/n), 255
		}
	})
	return img
}

// Box returns the pixels of the drawing that show an area of the board. It is empty if the drawing shows none of it.
func (d Drawing) Box(a Area) image.Rectangle {
	x := func(c float64) int { return int(math.Round((c - d.Left) * d.w)) }
	y := func(r float64) int { return int(math.Round((r - d.Top) * d.h)) }
	return image.Rect(x(a.Left), y(a.Top), x(a.Right), y(a.Bottom)).Intersect(d.size)
}

// maxStraight is the largest number of pixels in a Reading's Straight.
const maxStraight = 1_200_000

// Straight lays out an area of a board of rows × cols cells, and a fifth of a cell around it. Cells are as large as
// on the image, but at least 16 pixels a side, unless the drawing would then have more than maxStraight pixels.
func Straight(m Mesh, rows, cols int, a Area) Drawing {
	const edge = .2 // cells
	a = Area{a.Top - edge, a.Left - edge, a.Bottom + edge, a.Right + edge}
	w, h := m.Size(rows, cols)
	// Cells of a few pixels are enlarged, so that people can see them.
	if short := min(w, h); short < 16 {
		w, h = w*16/short, h*16/short
	}
	if n := w * h * (a.Bottom - a.Top) * (a.Right - a.Left); n > maxStraight {
		w, h = w*math.Sqrt(maxStraight/n), h*math.Sqrt(maxStraight/n)
	}
	return layOut(m, a, w*.999, h*.999)
}
