package lattice

import "math"

// A mesh holds the crossings of a lattice, and some beyond each of its sides.
type mesh struct {
	rows, cols int     // lines
	pad        int     // number of lines on each side that are beyond the lattice
	at         []Point // row-major
}

// newMesh returns a mesh of rows × cols lines, with all crossings at (0, 0).
func newMesh(rows, cols, pad int) mesh {
	return mesh{rows, cols, pad, make([]Point, rows*cols)}
}

// place returns the point at a row and a column, which count from the lattice's first crossing and may be
// fractions. Between the mesh's crossings it interpolates; beyond the last ones it goes straight on.
func (m *mesh) place(row, col float64) Point {
	row += float64(m.pad)
	col += float64(m.pad)
	r := min(max(int(math.Floor(row)), 0), m.rows-2)
	c := min(max(int(math.Floor(col)), 0), m.cols-2)
	p := m.at[r*m.cols+c:]
	q := m.at[(r+1)*m.cols+c:]
	f := col - float64(c)
	return mix(mix(p[0], p[1], f), mix(q[0], q[1], f), row-float64(r))
}

// At returns the point of the image at a row and a column of the lattice. Whole numbers are crossings. Beyond
// the lattice the mesh goes on as a page would (fill says how).
func (l *Lattice) At(row, col float64) Point { return l.mesh.place(row, col) }

// enlarge multiplies all places and thicknesses by f.
func (l *Lattice) enlarge(f float64) {
	if f == 1 {
		return
	}
	for i := range l.Points {
		l.Points[i] = l.Points[i].times(f)
	}
	for i := range l.mesh.at {
		l.mesh.at[i] = l.mesh.at[i].times(f)
	}
	for i := range l.RowRules {
		l.RowRules[i] *= f
	}
	for i := range l.ColRules {
		l.ColRules[i] *= f
	}
}

// fill fills in the crossings that were not seen. It fits a homography to those that were, and carries the
// differences from it on between and beyond them. It reports false and changes nothing if no homography fits,
// for which at least four crossings must be seen.
func (m *mesh) fill(seen []bool) bool {
	h, ok := m.homography(seen)
	if !ok {
		return false
	}
	off := make([]Point, len(m.at))
	known := make([]bool, len(m.at))
	for i := range m.at {
		if seen[i] {
			off[i] = m.at[i].sub(h.place(float64(i/m.cols), float64(i%m.cols)))
			known[i] = true
		}
	}
	// First along lines in both directions: straight from one crossing that was seen to the next, and beyond
	// the last with its bend. If both directions know a crossing, it gets the mean.
	sum := make([]Point, len(m.at))
	weight := make([]float64, len(m.at))
	for r := range m.rows {
		carry(off, known, sum, weight, r*m.cols, 1, m.cols)
	}
	for c := range m.cols {
		carry(off, known, sum, weight, c, m.cols, m.rows)
	}
	for i := range off {
		if !known[i] && weight[i] > 0 {
			off[i] = sum[i].times(1 / weight[i])
		}
	}
	for i := range known {
		known[i] = known[i] || weight[i] > 0
	}
	m.spread(off, known)
	for i := range m.at {
		if !seen[i] {
			m.at[i] = h.place(float64(i/m.cols), float64(i%m.cols)).add(off[i])
		}
	}
	return true
}

// spread fills in off at places that are not known: each gets the mean of its known neighbours. It goes on
// round by round, outwards from the known places, until a round fills none. It leaves known as it was.
func (m *mesh) spread(off []Point, known []bool) {
	for again := true; again; {
		again = false
		next := append([]bool(nil), known...)
		for i := range off {
			if known[i] {
				continue
			}
			var s Point
			n := 0.
			r, c := i/m.cols, i%m.cols
			for _, d := range compass {
				rr, cc := r+d.r, c+d.c
				if rr >= 0 && rr < m.rows && cc >= 0 && cc < m.cols && known[rr*m.cols+cc] {
					s = s.add(off[rr*m.cols+cc])
					n++
				}
			}
			if n > 0 {
				off[i], next[i], again = s.times(1/n), true, true
			}
		}
		known = next
	}
}

// carry works out, along one line, values for the places that are not known, and adds them to sum, times their
// weight, and the weights to weight. The line has n places; the first has index first, and neighbours are stride
// apart. Between two known places the value goes straight from one to the other; beyond the last known one it
// goes on with the slope there. The weight of a value is 1/d², d places from the nearest known one. If none is
// known it adds nothing.
func carry(off []Point, known []bool, sum []Point, weight []float64, first, stride, n int) {
	at := func(i int) int { return first + i*stride }
	put := func(i int, p Point, far int) {
		w := 1 / float64(far*far)
		sum[at(i)] = sum[at(i)].add(p.times(w))
		weight[at(i)] += w
	}
	last := -1
	for i := range n {
		if !known[at(i)] {
			continue
		}
		if last >= 0 {
			for j := last + 1; j < i; j++ {
				put(j, mix(off[at(last)], off[at(i)], float64(j-last)/float64(i-last)), min(j-last, i-j))
			}
		}
		last = i
	}
	if last < 0 {
		return
	}
	beyond := func(edge, dir int) {
		var bend Point // the slope, from the farthest known place up to six places back; it ends after eight places
		for d := 6; d >= 2; d-- {
			if j := edge - d*dir; j >= 0 && j < n && known[at(j)] {
				bend = off[at(edge)].sub(off[at(j)]).times(1 / float64(d))
				break
			}
		}
		for j := edge + dir; j >= 0 && j < n; j += dir {
			far := (j - edge) * dir
			put(j, off[at(edge)].add(bend.times(float64(min(far, 8)))), far)
		}
	}
	first0 := 0
	for !known[at(first0)] {
		first0++
	}
	beyond(first0, -1)
	beyond(last, 1)
}

// A homography is a perspective map from (column, row) to the image.
type homography [9]float64

// place returns where a row and a column are on the image.
func (h *homography) place(row, col float64) Point {
	w := h[6]*col + h[7]*row + h[8]
	return Point{(h[0]*col + h[1]*row + h[2]) / w, (h[3]*col + h[4]*row + h[5]) / w}
}

// homography returns the homography of least squares from rows and columns to the crossings seen. The squares
// are those of the linear equations, which differ from the errors on the image by a factor near 1 in any view of
// paper. It returns false if fewer than four crossings were seen, the equations have no single solution, or the
// mesh reaches the horizon.
func (m *mesh) homography(seen []bool) (homography, bool) {
	var a [8][9]float64
	// Numbers near 1 keep the equations well conditioned.
	scale := 0.
	n := 0
	for i, p := range m.at {
		if seen[i] {
			scale += p.X + p.Y
			n++
		}
	}
	if n < 4 || scale == 0 {
		return homography{}, false
	}
	scale /= float64(2 * n)
	size := float64(max(m.rows, m.cols))
	for i, p := range m.at {
		if !seen[i] {
			continue
		}
		u, v := float64(i%m.cols)/size, float64(i/m.cols)/size
		x, y := p.X/scale, p.Y/scale
		for _, e := range [2][9]float64{
			{u, v, 1, 0, 0, 0, -u * x, -v * x, x},
			{0, 0, 0, u, v, 1, -u * y, -v * y, y},
		} {
			for j := range 8 {
				for k := range 9 {
					a[j][k] += e[j] * e[k]
				}
			}
		}
	}
	h, ok := solve(&a)
	if !ok {
		return homography{}, false
	}
	for _, j := range []int{0, 1, 3, 4} {
		h[j] *= scale / size
	}
	h[2] *= scale
	h[5] *= scale
	h[6] /= size
	h[7] /= size
	// The map is of no use if the mesh reaches its horizon, where the divisor of place is 0. At (0, 0) it is 1.
	for _, r := range []int{0, m.rows - 1} {
		for _, c := range []int{0, m.cols - 1} {
			if h[6]*float64(c)+h[7]*float64(r)+h[8] < .2 {
				return homography{}, false
			}
		}
	}
	return h, true
}

// solve solves eight linear equations for a homography whose last number is 1, by Gauss-Jordan elimination.
// It returns false if there is no single solution.
func solve(a *[8][9]float64) (h homography, ok bool) {
	for j := range 8 {
		pivot := j
		for k := j + 1; k < 8; k++ {
			if math.Abs(a[k][j]) > math.Abs(a[pivot][j]) {
				pivot = k
			}
		}
		if math.Abs(a[pivot][j]) < 1e-12 {
			return homography{}, false
		}
		a[j], a[pivot] = a[pivot], a[j]
		for k := range 8 {
			if k == j {
				continue
			}
			f := a[k][j] / a[j][j]
			for c := j; c < 9; c++ {
				a[k][c] -= f * a[j][c]
			}
		}
	}
	for j := range 8 {
		h[j] = a[j][8] / a[j][j]
	}
	h[8] = 1
	return h, true
}
