package lamps

import "kibitz/vision/internal/plane"

// A placing says where the middles of a board's cells are on a map, as a camera sees a plane: the
// eight numbers of a homography.
type placing [8]float64

// along is a placing along the pixels, its first cell being that one.
func along(x, y, w, h float64) placing {
	return placing{w, 0, x + w/2, 0, h, y + h/2}
}

func (p placing) at(row, col float64) (x, y float64) {
	z := max(p[6]*col+p[7]*row+1, .05)
	return (p[0]*col + p[1]*row + p[2]) / z, (p[3]*col + p[4]*row + p[5]) / z
}

// cell is where a place of the map is on the board.
func (p placing) cell(x, y float64) (row, col float64) {
	a, b, c, d := p[0]-x*p[6], p[1]-x*p[7], p[3]-y*p[6], p[4]-y*p[7]
	det := a*d - b*c
	if det == 0 {
		return -1e9, -1e9
	}
	return (a*(y-p[5]) - c*(x-p[2])) / det, (d*(x-p[2]) - b*(y-p[5])) / det
}

// A spot is the middle of a cell, where it was seen, and how large.
type spot struct{ row, col, x, y, area float64 }

// How a placing may lie on the map.
type freedom int

const (
	alongPixels   freedom = iota // along the pixels
	affine                       // affine
	inPerspective                // a homography
)

// fit is the placing for some spots by least squares. Where these do not say all, it is as it was.
func (p placing) fit(spots []spot, free freedom) (placing, bool) {
	var mx, my, mr, mc float64
	n := float64(len(spots))
	for _, s := range spots {
		mx, my, mr, mc = mx+s.x/n, my+s.y/n, mr+s.row/n, mc+s.col/n
	}
	if free == alongPixels {
		var xs, ys [][2]float64
		for _, s := range spots {
			xs, ys = append(xs, [2]float64{s.col, s.x}), append(ys, [2]float64{s.row, s.y})
		}
		x, w := straightLine(xs, p[2], p[0])
		y, h := straightLine(ys, p[5], p[4])
		return placing{w, 0, x, 0, h, y}, true
	}
	unknowns := 6
	if free == inPerspective {
		unknowns = 8
	}
	// Around 0, and of a size around 1, the equations are sound.
	const size = 100
	q := plane.NewSystem(unknowns)
	for _, s := range spots {
		x, y, r, c := (s.x-mx)/size, (s.y-my)/size, s.row-mr, s.col-mc
		q.Add([]float64{c, r, 1, 0, 0, 0, -c * x, -r * x}[:unknowns], x)
		q.Add([]float64{0, 0, 0, c, r, 1, -c * y, -r * y}[:unknowns], y)
	}
	h, ok := q.Solve()
	if !ok {
		return p, false
	}
	var g [8]float64
	copy(g[:], h)
	// x = mx + size·x′, and rows and columns from where they were.
	for k := range 3 {
		z := [3]float64{g[6], g[7], 1}[k]
		g[k], g[3+k] = size*g[k]+mx*z, size*g[3+k]+my*z
	}
	one := 1 - g[6]*mc - g[7]*mr
	if one <= 0 {
		return p, false
	}
	g[2] -= g[0]*mc + g[1]*mr
	g[5] -= g[3]*mc + g[4]*mr
	for k := range g {
		g[k] /= one
	}
	return g, true
}

// straightLine is the line through points by least squares; of points of one abscissa, a line
// of that slope.
func straightLine(points [][2]float64, at, slope float64) (float64, float64) {
	n := float64(len(points))
	var mx, my, xx, xy float64
	for _, p := range points {
		mx, my = mx+p[0]/n, my+p[1]/n
	}
	for _, p := range points {
		xx, xy = xx+(p[0]-mx)*(p[0]-mx), xy+(p[0]-mx)*(p[1]-my)
	}
	if xx > 0 {
		slope = xy / xx
	}
	return my - slope*mx, slope
}

// from is the placing counted from another cell.
func (p placing) from(row, col float64) placing {
	z := p[6]*col + p[7]*row + 1
	p[2], p[5] = p[2]+p[0]*col+p[1]*row, p[5]+p[3]*col+p[4]*row
	for i := range p {
		p[i] /= z
	}
	return p
}
