package plane

import (
	"math"
	"slices"

	"kibitz/vision/internal/lattice"
)

// A plain is the homography, slightly bent, that fits part of a lattice best: a page as a camera sees it. It
// tells where places beyond the lattice are, where few or no lines can be followed. It counts rows and
// columns as the lattice does.
type plain struct {
	of     *lattice.Lattice
	part   Block         // of the lattice's cells
	view   [9]float64    // a homography
	bend   [2][6]float64 // added to x and to y: the factors of 1, r, c, r², rc, c²
	rest   [2][]float64  // what view and bend leave of x and of y at the part's crossings, row-major
	centre [2]float64    // of the part: row, column
	scale  [2]float64    // half the part's rows, half its columns
}

// NewPlain fits part of a lattice. It returns nil if the lattice is degenerate. On a screen nothing bends, and the
// map is affine. With fewer than four lines on a side nothing bends, either.
func NewPlain(l *lattice.Lattice, part Block, screen bool) *plain {
	p := &plain{of: l, part: part}
	p.centre = [2]float64{float64(part.Top+part.Bottom) / 2, float64(part.Left+part.Right) / 2}
	p.scale = [2]float64{float64(part.Bottom-part.Top) / 2, float64(part.Right-part.Left) / 2}
	// It fits a grid of at most 20 × 20 crossings, spread evenly over the part.
	var rows, cols []int
	for i := range 20 {
		rows = append(rows, part.Top+i*(part.Bottom-part.Top)/19)
		cols = append(cols, part.Left+i*(part.Right-part.Left)/19)
	}
	rows, cols = slices.Compact(rows), slices.Compact(cols)
	if !p.fitView(rows, cols, screen) {
		return nil
	}
	if !screen && len(rows) > 3 && len(cols) > 3 {
		p.fitBend(rows, cols)
	}
	p.fitRest()
	return p
}

// point returns a crossing of the lattice.
func (p *plain) point(r, c int) lattice.Point {
	return p.of.Points[r*(p.of.Cols+1)+c]
}

// unit scales rows and columns so that the part goes from −1 to 1.
func (p *plain) unit(r, c float64) (u, v float64) {
	return (r - p.centre[0]) / p.scale[0], (c - p.centre[1]) / p.scale[1]
}

// fitView sets p.view to the homography, or the affine map, that fits the lattice's crossings at the rows and
// columns best, by least squares. It reports whether the equations could be solved.
func (p *plain) fitView(rows, cols []int, affine bool) bool {
	n := 8
	if affine {
		n = 6
	}
	// Coordinates around 0 keep the equations well conditioned.
	mid := p.point(rows[len(rows)/2], cols[len(cols)/2])
	const size = 1000 // pixels
	s := NewSystem(n)
	for _, r := range rows {
		for _, c := range cols {
			u, v := p.unit(float64(r), float64(c))
			at := p.point(r, c)
			x, y := (at.X-mid.X)/size, (at.Y-mid.Y)/size
			s.Add([]float64{u, v, 1, 0, 0, 0, -u * x, -v * x}[:n], x)
			s.Add([]float64{0, 0, 0, u, v, 1, -u * y, -v * y}[:n], y)
		}
	}
	h, ok := s.Solve()
	if !ok {
		return false
	}
	copy(p.view[:], h)
	p.view[8] = 1
	// Move the result back: x = mid + size·x'.
	for k := range 3 {
		w := []float64{p.view[6], p.view[7], 1}[k]
		p.view[k] = size*p.view[k] + mid.X*w
		p.view[3+k] = size*p.view[3+k] + mid.Y*w
	}
	return true
}

// project returns where the homography puts a place, given in units.
func (p *plain) project(u, v float64) lattice.Point {
	h := &p.view
	w := max(h[6]*u+h[7]*v+h[8], .05) // 1 in the part's middle, 0 at the horizon, beyond which nothing is shown
	return lattice.Point{X: (h[0]*u + h[1]*v + h[2]) / w, Y: (h[3]*u + h[4]*v + h[5]) / w}
}

// fitBend fits what the homography leaves with quadratics whose factors are drawn a little towards 0.
func (p *plain) fitBend(rows, cols []int) {
	for i := range 2 {
		s := NewSystem(6)
		for _, r := range rows {
			for _, c := range cols {
				u, v := p.unit(float64(r), float64(c))
				at, q := p.point(r, c), p.project(u, v)
				d := at.X - q.X
				if i == 1 {
					d = at.Y - q.Y
				}
				s.Add([]float64{1, u, v, u * u, u * v, v * v}, d)
			}
		}
		for k := range 6 {
			s.A[k][k] += .02 * float64(len(rows)*len(cols)) // as if one crossing in fifty said that factor k is 0
		}
		if b, ok := s.Solve(); ok {
			copy(p.bend[i][:], b)
		}
	}
}

// bentPlace returns where homography and bend put a row and column.
func (p *plain) bentPlace(r, c float64) lattice.Point {
	u, v := p.unit(r, c)
	q := p.project(u, v)
	// Beyond the part the bend goes on for a quarter of its length and stays there.
	u, v = min(max(u, -1.5), 1.5), min(max(v, -1.5), 1.5)
	for i, b := range p.bend {
		d := b[0] + b[1]*u + b[2]*v + b[3]*u*u + b[4]*u*v + b[5]*v*v
		if i == 0 {
			q.X += d
		} else {
			q.Y += d
		}
	}
	return q
}

// fitRest finds what view and bend leave at each crossing of the part. It takes the median of 5 × 5
// crossings, so that a single crossing seen in a wrong place moves no digit to another cell.
func (p *plain) fitRest() {
	rows, cols := p.part.Bottom-p.part.Top+1, p.part.Right-p.part.Left+1
	var raw [2][]float64
	for r := range rows {
		for c := range cols {
			at := p.point(p.part.Top+r, p.part.Left+c)
			q := p.bentPlace(float64(p.part.Top+r), float64(p.part.Left+c))
			raw[0], raw[1] = append(raw[0], at.X-q.X), append(raw[1], at.Y-q.Y)
		}
	}
	p.reject(raw, rows, cols)
	var near []float64
	for k := range raw {
		p.rest[k] = make([]float64, len(raw[k]))
		for r := range rows {
			for c := range cols {
				// The window is symmetric, as otherwise a slope would pull an edge inwards.
				dr, dc := min(2, r, rows-1-r), min(2, c, cols-1-c)
				if dr == 0 && dc == 0 { // a corner alone would be no median
					dr, dc = 1, 1
				}
				near = near[:0]
				for y := max(r-dr, 0); y <= min(r+dr, rows-1); y++ {
					for x := max(c-dc, 0); x <= min(c+dc, cols-1); x++ {
						near = append(near, raw[k][y*cols+x])
					}
				}
				p.rest[k][r*cols+c] = Median(near, 0)
			}
		}
	}
}

// reject replaces in raw, in x and in y each, values that are more than 0.12 of a cell from the median of 7 × 7
// around them by that median.
func (p *plain) reject(raw [2][]float64, rows, cols int) {
	b := p.part
	pitch := dist(p.point(b.Top, b.Left), p.point(b.Bottom, b.Right)) / math.Hypot(float64(rows-1), float64(cols-1))
	var near []float64
	for k := range raw {
		was := slices.Clone(raw[k])
		for r := range rows {
			for c := range cols {
				near = near[:0]
				for y := max(r-3, 0); y <= min(r+3, rows-1); y++ {
					near = append(near, was[y*cols+max(c-3, 0):y*cols+min(c+4, cols)]...)
				}
				if m := Median(near, 0); Abs(was[r*cols+c]-m) > .12*pitch {
					raw[k][r*cols+c] = m
				}
			}
		}
	}
}

// at returns the image point of a place within the part or beyond it. Beyond it the rest at the part's edge
// goes on unchanged.
func (p *plain) at(row, col float64) lattice.Point {
	q := p.bentPlace(row, col)
	rows, cols := p.part.Bottom-p.part.Top, p.part.Right-p.part.Left
	r := min(max(row-float64(p.part.Top), 0), float64(rows))
	c := min(max(col-float64(p.part.Left), 0), float64(cols))
	i, j := min(int(r), rows-1), min(int(c), cols-1)
	u, v := c-float64(j), r-float64(i)
	left := func(k int) float64 {
		p := p.rest[k][i*(cols+1)+j:]
		return (1-v)*((1-u)*p[0]+u*p[1]) + v*((1-u)*p[cols+1]+u*p[cols+2])
	}
	q.X += left(0)
	q.Y += left(1)
	return q
}

// A System holds the normal equations of a least squares fit.
type System struct{ A [][]float64 }

// NewSystem returns a System of n unknowns without equations.
func NewSystem(n int) *System {
	s := &System{make([][]float64, n)}
	for i := range s.A {
		s.A[i] = make([]float64, n+1)
	}
	return s
}

// Add adds one equation: the sum of x[i] times unknown i is y.
func (s *System) Add(x []float64, y float64) {
	for i, v := range x {
		for j, w := range x {
			s.A[i][j] += v * w
		}
		s.A[i][len(x)] += v * y
	}
}

// Solve returns the unknowns, by elimination with the largest pivot of each column. It reports false if the
// equations are singular.
func (s *System) Solve() ([]float64, bool) {
	a, n := s.A, len(s.A)
	for i := range n {
		best := i
		for j := i + 1; j < n; j++ {
			if Abs(a[j][i]) > Abs(a[best][i]) {
				best = j
			}
		}
		if Abs(a[best][i]) < 1e-12 {
			return nil, false
		}
		a[i], a[best] = a[best], a[i]
		for j := range n {
			if j == i {
				continue
			}
			f := a[j][i] / a[i][i]
			for k := i; k <= n; k++ {
				a[j][k] -= f * a[i][k]
			}
		}
	}
	x := make([]float64, n)
	for i := range x {
		x[i] = a[i][n] / a[i][i]
	}
	return x, true
}
