package lattice

import (
	"context"
	"math"
)

// findDiagonal finds lattices with lines that run from corner to corner of the image. Lines are followed only up
// to about 24 degrees from the image's sides. On the image turned by 45 degrees that covers all other
// directions. It first halves the plane until it has at most 5<<18 samples. On a long strip it finds none.
func findDiagonal(ctx context.Context, p *plane) ([]*Lattice, error) {
	for p.w*p.h > 5<<18 {
		p = p.half()
	}
	n := int(float64(p.w+p.h) / math.Sqrt2)
	if n*n > 4*p.w*p.h {
		return nil, nil // a strip: turned, most of the square would lie beyond it
	}
	q := &plane{w: n, h: n, scale: p.scale, pix: make([]uint8, n*n)}
	// The middle of the turned plane is the middle of the plane.
	back := func(x, y float64) Point {
		x, y = (x-float64(n)/2)/math.Sqrt2, (y-float64(n)/2)/math.Sqrt2
		return Point{float64(p.w)/2 + x - y, float64(p.h)/2 + x + y}
	}
	for y := range n {
		for x := range n {
			at := back(float64(x)+.5, float64(y)+.5)
			b := corner(at, p.w, p.h)
			row, next := p.pix[b.row0*p.w:], p.pix[b.row1*p.w:]
			q.pix[y*n+x] = uint8((float64(row[b.x0])*(1-b.fx)+float64(row[b.x1])*b.fx)*(1-b.fy) +
				(float64(next[b.x0])*(1-b.fx)+float64(next[b.x1])*b.fx)*b.fy + .5)
		}
	}
	found, err := findAtSizes(ctx, q, false, false)
	scale := float64(p.scale)
	for _, l := range found {
		for _, points := range [][]Point{l.Points, l.mesh.at} {
			for i, at := range points {
				points[i] = back(at.X/scale, at.Y/scale).times(scale)
			}
		}
	}
	return found, err
}
