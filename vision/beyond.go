package vision

import (
	"math"
	"slices"

	"kibitz/vision/internal/lattice"
)

// A plain is the view of a plane, a little bent, that fits part of a lattice best: a page as
// a camera sees it. It says where places beyond the lattice are, where there are no lines to
// follow, or only some. It has the lattice's own rows and columns.
type plain struct {
	of     *lattice.Lattice
	part   block
	view   [9]float64    // a homography
	bend   [2][6]float64 // what is added to x and to y: 1, r, c, r², rc, c²
	left   [2][]float64  // what is left of x and of y at the crossings of the part, row-major
	centre [2]float64
	scale  [2]float64
}

// newPlain fits a part of a lattice; nil if the lattice is degenerate. On a screen nothing bends.
func newPlain(l *lattice.Lattice, part block, screen bool) *plain {
	p := &plain{of: l, part: part}
	p.centre = [2]float64{float64(part.top+part.bottom) / 2, float64(part.left+part.right) / 2}
	p.scale = [2]float64{float64(part.bottom-part.top) / 2, float64(part.right-part.left) / 2}
	// Of the points only a rectangle of at most 20 × 20 is taken, spread over the part.
	var rows, cols []int
	for i := range 20 {
		rows = append(rows, part.top+i*(part.bottom-part.top)/19)
		cols = append(cols, part.left+i*(part.right-part.left)/19)
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

func (p *plain) point(r, c int) lattice.Point {
	return p.of.Points[r*(p.of.Cols+1)+c]
}

// unit makes rows and columns numbers around 0.
func (p *plain) unit(r, c float64) (u, v float64) {
	return (r - p.centre[0]) / p.scale[0], (c - p.centre[1]) / p.scale[1]
}

// fitView solves the linear equations of a homography, or of an affine map, by least squares.
func (p *plain) fitView(rows, cols []int, affine bool) bool {
	n := 8
	if affine {
		n = 6
	}
	// Points around 0 keep the equations sound.
	mid := p.point(rows[len(rows)/2], cols[len(cols)/2])
	const size = 1000
	s := newSystem(n)
	for _, r := range rows {
		for _, c := range cols {
			u, v := p.unit(float64(r), float64(c))
			at := p.point(r, c)
			x, y := (at.X-mid.X)/size, (at.Y-mid.Y)/size
			s.add([]float64{u, v, 1, 0, 0, 0, -u * x, -v * x}[:n], x)
			s.add([]float64{0, 0, 0, u, v, 1, -u * y, -v * y}[:n], y)
		}
	}
	h, ok := s.solve()
	if !ok {
		return false
	}
	copy(p.view[:], h)
	p.view[8] = 1
	// Back from around 0: x = mid + size·x'.
	for k := range 3 {
		w := []float64{p.view[6], p.view[7], 1}[k]
		p.view[k] = size*p.view[k] + mid.X*w
		p.view[3+k] = size*p.view[3+k] + mid.Y*w
	}
	return true
}

func (p *plain) seen(u, v float64) lattice.Point {
	h := &p.view
	w := max(h[6]*u+h[7]*v+h[8], .05)
	return lattice.Point{X: (h[0]*u + h[1]*v + h[2]) / w, Y: (h[3]*u + h[4]*v + h[5]) / w}
}

// fitBend fits what the view leaves, drawn to 0 a little.
func (p *plain) fitBend(rows, cols []int) {
	for i := range 2 {
		s := newSystem(6)
		for _, r := range rows {
			for _, c := range cols {
				u, v := p.unit(float64(r), float64(c))
				at, q := p.point(r, c), p.seen(u, v)
				d := at.X - q.X
				if i == 1 {
					d = at.Y - q.Y
				}
				s.add([]float64{1, u, v, u * u, u * v, v * v}, d)
			}
		}
		for k := range 6 {
			s.a[k][k] += .02 * float64(len(rows)*len(cols))
		}
		if b, ok := s.solve(); ok {
			copy(p.bend[i][:], b)
		}
	}
}

func (p *plain) smooth(r, c float64) lattice.Point {
	u, v := p.unit(r, c)
	q := p.seen(u, v)
	// Beyond the part a bend goes on for a while and no further.
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

// fitRest finds what is still left at each crossing of the part: the median of five by five,
// so that no single crossing that was seen in a wrong place moves a digit to another cell.
func (p *plain) fitRest() {
	rows, cols := p.part.bottom-p.part.top+1, p.part.right-p.part.left+1
	var raw [2][]float64
	for r := range rows {
		for c := range cols {
			at := p.point(p.part.top+r, p.part.left+c)
			q := p.smooth(float64(p.part.top+r), float64(p.part.left+c))
			raw[0], raw[1] = append(raw[0], at.X-q.X), append(raw[1], at.Y-q.Y)
		}
	}
	p.reject(raw, rows, cols)
	var near []float64
	for k := range raw {
		p.left[k] = make([]float64, len(raw[k]))
		for r := range rows {
			for c := range cols {
				// As far to one side as to the other, lest a slope pull an edge inwards.
				dr, dc := min(2, r, rows-1-r), min(2, c, cols-1-c)
				if dr == 0 && dc == 0 {
					dr, dc = 1, 1
				}
				near = near[:0]
				for y := max(r-dr, 0); y <= min(r+dr, rows-1); y++ {
					for x := max(c-dc, 0); x <= min(c+dc, cols-1); x++ {
						near = append(near, raw[k][y*cols+x])
					}
				}
				p.left[k][r*cols+c] = median(near, 0)
			}
		}
	}
}

// reject puts crossings that are far from where all around them say into their place.
func (p *plain) reject(raw [2][]float64, rows, cols int) {
	b := p.part
	pitch := dist(p.point(b.top, b.left), p.point(b.bottom, b.right)) / math.Hypot(float64(rows-1), float64(cols-1))
	var near []float64
	for k := range raw {
		was := slices.Clone(raw[k])
		for r := range rows {
			for c := range cols {
				near = near[:0]
				for y := max(r-3, 0); y <= min(r+3, rows-1); y++ {
					near = append(near, was[y*cols+max(c-3, 0):y*cols+min(c+4, cols)]...)
				}
				if m := median(near, 0); abs(was[r*cols+c]-m) > .12*pitch {
					raw[k][r*cols+c] = m
				}
			}
		}
	}
}

// at is a place within the part or beyond it, where what is left at the edge goes on.
func (p *plain) at(row, col float64) lattice.Point {
	q := p.smooth(row, col)
	rows, cols := p.part.bottom-p.part.top, p.part.right-p.part.left
	r := min(max(row-float64(p.part.top), 0), float64(rows))
	c := min(max(col-float64(p.part.left), 0), float64(cols))
	i, j := min(int(r), rows-1), min(int(c), cols-1)
	u, v := c-float64(j), r-float64(i)
	left := func(k int) float64 {
		p := p.left[k][i*(cols+1)+j:]
		return (1-v)*((1-u)*p[0]+u*p[1]) + v*((1-u)*p[cols+1]+u*p[cols+2])
	}
	q.X += left(0)
	q.Y += left(1)
	return q
}

// A system is the normal equations of a least squares fit.
type system struct{ a [][]float64 }

func newSystem(n int) *system {
	s := &system{make([][]float64, n)}
	for i := range s.a {
		s.a[i] = make([]float64, n+1)
	}
	return s
}

func (s *system) add(x []float64, y float64) {
	for i, v := range x {
		for j, w := range x {
			s.a[i][j] += v * w
		}
		s.a[i][len(x)] += v * y
	}
}

// solve eliminates with the largest pivot of a column.
func (s *system) solve() ([]float64, bool) {
	a, n := s.a, len(s.a)
	for i := range n {
		best := i
		for j := i + 1; j < n; j++ {
			if abs(a[j][i]) > abs(a[best][i]) {
				best = j
			}
		}
		if abs(a[best][i]) < 1e-12 {
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
