package nonogram

import (
	"math"
	"slices"

	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// A look is the inside of a cell, away from its rules: side × side colours, row-major.
const (
	cellSide = 16 // colours along the side of a cell
	margin   = 3  // colours left out along each side
	side     = cellSide - 2*margin
)

type colour [3]float64

// A sample is a colour that takes half of the memory: a board of 100×100 cells has a million of them.
type sample [3]float32

func (s sample) colour() colour { return colour{float64(s[0]), float64(s[1]), float64(s[2])} }

// far returns how much two colours differ: the largest difference of a channel, in grey levels.
func (a colour) far(b colour) float64 {
	return max(plane.Abs(a[0]-b[0]), plane.Abs(a[1]-b[1]), plane.Abs(a[2]-b[2]))
}

func (a colour) light() float64 { return .3*a[0] + .59*a[1] + .11*a[2] }

type look struct {
	inside [side * side]sample
	ground colour // the median along the sides
	core   colour // the median in the middle
}

// mostLooks is the largest number of cells of a lattice whose looks, of 12 MB then, are measured before it is known
// which of them are a board's.
const mostLooks = 100 * 100

// measureLooks returns the look of each cell. Each colour is a mean over a square of the image, so that the grain of
// paper and of screens is not taken for signs.
func measureLooks(v *page.View, b body) []look {
	const most = 4 // samples along a side of that square
	w, h := b.Size(b.rows, b.cols)
	n := min(max(int(math.Round(min(w, h)/cellSide)), 1), most)
	fine := float64(cellSide * n)
	bounds := v.Halves[0].Rect
	looks := make([]look, b.rows*b.cols)
	plane.Straighten(b.Mesh, plane.Area{Top: 0, Left: 0, Bottom: float64(b.rows), Right: float64(b.cols)}, fine, fine, func(y int, at []lattice.Point) {
		j := y/n%cellSide - margin
		if j < 0 || j >= side {
			return
		}
		for x, p := range at {
			i := x/n%cellSide - margin
			if i < 0 || i >= side {
				continue
			}
			r, g, bl := v.Colour(min(max(int(p.X), 0), bounds.Dx()-1), min(max(int(p.Y), 0), bounds.Dy()-1))
			c := &looks[y/n/cellSide*b.cols+x/n/cellSide].inside[j*side+i]
			c[0], c[1], c[2] = c[0]+float32(r), c[1]+float32(g), c[2]+float32(bl)
		}
	})
	for i := range looks {
		looks[i].settle(float32(n * n))
	}
	return looks
}

// settle divides each colour, so far a sum, by the number of samples, and sets ground and core.
func (l *look) settle(samples float32) {
	ring, core := make([]colour, 0, side*side), make([]colour, 0, side*side)
	for i := range l.inside {
		c := &l.inside[i]
		for k := range c {
			c[k] /= samples
		}
		switch x, y := i%side, i/side; {
		case min(x, y) == 0 || max(x, y) == side-1:
			ring = append(ring, c.colour())
		case min(x, y) >= 3 && max(x, y) < side-3:
			core = append(core, c.colour())
		}
	}
	l.ground, l.core = medianColour(ring), medianColour(core)
}

// medianColour returns the median of each channel.
func medianColour(all []colour) (m colour) {
	var room [side * side]float64
	for k := range m {
		values := room[:0]
		for _, c := range all {
			values = append(values, c[k])
		}
		slices.Sort(values)
		m[k] = values[len(values)/2]
	}
	return m
}
