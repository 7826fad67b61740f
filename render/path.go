package render

import "math"

// A path is an area to fill. Its outlines are closed: clockwise ones add, and anticlockwise ones
// take away. Lengths are pixels, and y grows downwards.
type path []segment

type segment struct {
	op byte // 'M'ove, 'L'ine, 'Q'uadratic, 'C'ubic
	p  [6]float32
}

func (p path) move(x, y float32) path { return append(p, segment{'M', [6]float32{x, y}}) }
func (p path) line(x, y float32) path { return append(p, segment{'L', [6]float32{x, y}}) }
func (p path) quad(a, b, x, y float32) path {
	return append(p, segment{'Q', [6]float32{a, b, x, y}})
}
func (p path) cube(a, b, c, d, x, y float32) path {
	return append(p, segment{'C', [6]float32{a, b, c, d, x, y}})
}

// points returns how many of a segment's numbers are coordinates.
func (s *segment) points() int {
	switch s.op {
	case 'Q':
		return 4
	case 'C':
		return 6
	}
	return 2
}

// box returns the smallest box of whole pixels around the path's control points.
func (p path) box() (x0, y0, x1, y1 int) {
	lx, ly := float32(math.MaxInt16), float32(math.MaxInt16)
	hx, hy := -lx, -ly
	for i := range p {
		for k := 0; k < p[i].points(); k += 2 {
			x, y := p[i].p[k], p[i].p[k+1]
			lx, hx, ly, hy = min(lx, x), max(hx, x), min(ly, y), max(hy, y)
		}
	}
	if lx > hx {
		return 0, 0, 0, 0
	}
	return int(math.Floor(float64(lx))), int(math.Floor(float64(ly))), int(math.Ceil(float64(hx))), int(math.Ceil(float64(hy)))
}

// bow is the distance of a cubic's control points along the tangents of a quarter circle of radius
// 1, for the closest fit.
const bow = 0.5522847

// round adds a rectangle with its upper left corner at x, y and corners rounded with radius r, or
// less where its sides are shorter than 2r.
func (p path) round(x, y, w, h, r float32) path {
	r = min(r, w/2, h/2)
	k := r * (1 - bow) // how far the control points lie from the corner
	X, Y := x+w, y+h
	return p.move(x+r, y).
		line(X-r, y).cube(X-k, y, X, y+k, X, y+r).
		line(X, Y-r).cube(X, Y-k, X-k, Y, X-r, Y).
		line(x+r, Y).cube(x+k, Y, x, Y-k, x, Y-r).
		line(x, y+r).cube(x, y+k, x+k, y, x+r, y)
}

// unround takes away the rectangle that round adds: its outline runs the other way.
func (p path) unround(x, y, w, h, r float32) path {
	r = max(0, min(r, w/2, h/2))
	k := r * (1 - bow)
	X, Y := x+w, y+h
	return p.move(x+r, y).
		cube(x+k, y, x, y+k, x, y+r).line(x, Y-r).
		cube(x, Y-k, x+k, Y, x+r, Y).line(X-r, Y).
		cube(X-k, Y, X, Y-k, X, Y-r).line(X, y+r).
		cube(X, y+k, X-k, y, X-r, y).line(x+r, y)
}

// unoval takes away the oval that fills the box from x, y to X, Y.
func (p path) unoval(x, y, X, Y float32) path {
	cx, cy := (x+X)/2, (y+Y)/2
	kx, ky := (X-cx)*bow, (Y-cy)*bow
	return p.move(cx, y).
		cube(cx-kx, y, x, cy-ky, x, cy).cube(x, cy+ky, cx-kx, Y, cx, Y).
		cube(cx+kx, Y, X, cy+ky, X, cy).cube(X, cy-ky, cx+kx, y, cx, y)
}

// frame adds the band of thickness t along the inside of a rounded rectangle.
func (p path) frame(x, y, w, h, r, t float32) path {
	return p.round(x, y, w, h, r).unround(x+t, y+t, w-2*t, h-2*t, r-t)
}

func (p path) disc(cx, cy, r float32) path { return p.round(cx-r, cy-r, 2*r, 2*r, r) }

func (p path) ring(cx, cy, r, t float32) path { return p.frame(cx-r, cy-r, 2*r, 2*r, r, t) }

// stroke adds a straight line of thickness t, with ends cut at right angles. Its two points must
// differ.
func (p path) stroke(x0, y0, x1, y1, t float32) path {
	dx, dy := x1-x0, y1-y0
	n := t / 2 / float32(math.Hypot(float64(dx), float64(dy)))
	dx, dy = dx*n, dy*n
	return p.move(x0+dy, y0-dx).line(x1+dy, y1-dx).line(x1-dy, y1+dx).line(x0-dy, y0+dx)
}

// polygon adds the area within some corners, which it takes clockwise: x, y, x, y, …
func (p path) polygon(corners ...float32) path {
	p = p.move(corners[0], corners[1])
	for i := 2; i < len(corners); i += 2 {
		p = p.line(corners[i], corners[i+1])
	}
	return p
}
