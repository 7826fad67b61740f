package lamps

import "kibitz/vision/internal/plane"

// A placing gives the places of a board's cells on a map, as a camera sees a plane: the eight numbers
// of a homography. Whole rows and columns are the middles of cells.
type placing [8]float64

// along returns a placing along the pixels; x, y, w and h are the box of its first cell.
func along(x, y, w, h float64) placing {
	return placing{w, 0, x + w/2, 0, h, y + h/2}
}

// at returns the place on the map of a place on the board. Places at or behind the horizon, with z of
// nearly 0 or less, are put far off rather than on the wrong side.
func (p placing) at(row, col float64) (x, y float64) {
	z := max(p[6]*col+p[7]*row+1, .05)
	return (p[0]*col + p[1]*row + p[2]) / z, (p[3]*col + p[4]*row + p[5]) / z
}

// cell returns the place on the board of a place on the map; far off the board if there is none.
func (p placing) cell(x, y float64) (row, col float64) {
	a, b, c, d := p[0]-x*p[6], p[1]-x*p[7], p[3]-y*p[6], p[4]-y*p[7]
	det := a*d - b*c
	if det == 0 {
		return -1e9, -1e9
	}
	return (a*(y-p[5]) - c*(x-p[2])) / det, (d*(x-p[2]) - b*(y-p[5])) / det
}

// A spot is the middle of a cell with its place on the map, and its area in pixels.
type spot struct {
	row, col, x, y, area float64
	block                bool // the patch covers other cells, too
}

// freedom says how a placing may lie on the map.
type freedom int

const (
	alongPixels   freedom = iota // along the pixels
	affine                       // turned and sheared
	inPerspective                // a homography
)

// fit returns the placing that fits some spots by least squares. What the spots leave open stays as
// it was; ok is false, and the placing unchanged, if there is no solution.
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
		x, w := straightLine(xs, p[0])
		y, h := straightLine(ys, p[4])
		return placing{w, 0, x, 0, h, y}, true
	}
	unknowns := 6
	if free == inPerspective {
		unknowns = 8
	}
	// With coordinates around 0, and of a size around 1, the equations are well conditioned.
	const size = 100 // pixels
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
	// Back to x = mx + size·x′, and to rows and columns from the old origin.
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

// straightLine returns the value at 0 and the slope of the line through points by least squares. If
// all points have the same abscissa the slope is the one given.
func straightLine(points [][2]float64, slope float64) (float64, float64) {
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

// from returns the placing with rows and columns counted from another cell.
func (p placing) from(row, col float64) placing {
	z := p[6]*col + p[7]*row + 1
	p[2], p[5] = p[2]+p[0]*col+p[1]*row, p[5]+p[3]*col+p[4]*row
	for i := range p {
		p[i] /= z
	}
	return p
}
