package lattice

import (
	"math"
	"slices"
)

// divide returns the lattice with further lines, too faint to be traced, that divide each of its cells alike. It
// returns the lattice itself if there are none. A board with only its thick lines found would otherwise lose four
// fifths of its lines. The cells are laid upon one another: a mark that nearly all of them have at a half, at
// thirds, at quarters or at fifths is a line. Digits stand in the middle, so only the margins of cells are
// searched.
func (l *Lattice) divide(p *plane) *Lattice {
	const mostParts = 5 // parts of a cell's side
	cols, rows := l.findFaint(p, false), l.findFaint(p, true)
	h, w := l.cellSides()
	best, bestR, bestC := 1.4*max(h/w, w/h), 1, 1 // cells must not become much more oblong than they are
	for r := 1; r <= mostParts; r++ {
		for c := 1; c <= mostParts; c++ {
			if r > 1 && !rows(r) || c > 1 && !cols(c) || r*c == 1 {
				continue
			}
			// Cells are about square. If two divisions make them so, the finer one has more lines in its
			// favour.
			a := h / float64(r) / (w / float64(c))
			if off := max(a, 1/a); off < best && min(h/float64(r), w/float64(c)) >= leastCell && r*c > bestR*bestC {
				bestR, bestC = r, c
			}
		}
	}
	if bestR*bestC == 1 || l.Rows*bestR > maxSide || l.Cols*bestC > maxSide {
		return l
	}
	const seen = 1.1 // so that it ranks above the lattice of thick lines that shows at another size of the image
	d := &Lattice{Rows: l.Rows * bestR, Cols: l.Cols * bestC, explained: seen * l.explained * math.Sqrt(float64(bestR*bestC))}
	for r := range d.Rows + 1 {
		for c := range d.Cols + 1 {
			d.Points = append(d.Points, l.At(float64(r)/float64(bestR), float64(c)/float64(bestC)))
		}
	}
	if l.Sides != nil {
		for i := range d.Rows * d.Cols {
			d.Sides = append(d.Sides, l.Sides[i/d.Cols/bestR*l.Cols+i%d.Cols/bestC])
		}
	}
	d.RowRules = make([]float64, d.Rows+1)
	d.ColRules = make([]float64, d.Cols+1)
	for i, v := range l.RowRules {
		d.RowRules[i*bestR] = v
	}
	for i, v := range l.ColRules {
		d.ColRules[i*bestC] = v
	}
	d.Left, d.Right = l.Left*float64(bestC), l.Right*float64(bestC)
	d.Top, d.Bottom = l.Top*float64(bestR), l.Bottom*float64(bestR)
	d.Seen = l.Seen * float64(len(l.Points)) / float64(len(d.Points))
	d.spread()
	return d
}

// cellSides returns the mean height and width of a cell, in pixels.
func (l *Lattice) cellSides() (h, w float64) {
	n := len(l.Points) - 1
	p := l.Points
	h = (p[n-l.Cols].sub(p[0]).norm() + p[n].sub(p[l.Cols]).norm()) / float64(2*l.Rows)
	w = (p[l.Cols].sub(p[0]).norm() + p[n].sub(p[n-l.Cols]).norm()) / float64(2*l.Cols)
	return h, w
}

// findFaint lays up to about 300 cells upon one another, and returns a function that reports whether there are
// lines, or edges between two shades, at all k-th parts of the cells. It looks for lines that run down, or across.
func (l *Lattice) findFaint(p *plane, across bool) func(k int) bool {
	h, w := l.cellSides()
	size := w
	if across {
		size = h
	}
	n := int(min(max(size, 24), 160))
	d := max(int(1.5*float64(n)/size+.5), n/24) // samples from a line to the ground beside it: 1.5 pixels
	// A line shows at all these heights of a cell; a diagonal is at another place in each.
	heights := [...]float64{.1, .14, .18, .82, .86, .9}
	var ridges, edges [len(heights)][]float64
	for i := range heights {
		ridges[i], edges[i] = make([]float64, n+1), make([]float64, n+1)
	}
	values := make([]float64, n+1)
	step := max(l.Rows*l.Cols/300, 1)
	cells := 0.
	for cell := 0; cell < l.Rows*l.Cols; cell += step {
		r, c := float64(cell/l.Cols), float64(cell%l.Cols)
		cells++
		for k, s := range heights {
			// Within a cell the mesh is straight.
			from, to := l.At(r+s, c), l.At(r+s, c+1)
			if across {
				from, to = l.At(r, c+s), l.At(r+1, c+s)
			}
			for i := range values {
				v, _ := p.brightnessAt(mix(from, to, float64(i)/float64(n)))
				values[i] = float64(v)
			}
			for i := d; i <= n-d; i++ {
				ridges[k][i] += values[i-d] + values[i+d] - 2*values[i]
				edges[k][i] += math.Abs(values[i+d] - values[i-d])
			}
		}
	}
	ridge, edge := make([]float64, n+1), make([]float64, n+1)
	for i := range ridge { // the second least of the heights: all but one must show a line
		var a, b [len(heights)]float64
		for k := range heights {
			a[k], b[k] = math.Abs(ridges[k][i])/cells, edges[k][i]/cells
		}
		slices.Sort(a[:])
		slices.Sort(b[:])
		ridge[i], edge[i] = a[1], b[1]
	}
	usual := func(of []float64) float64 { return median(of[n/8 : n-n/8]) }
	ridge0, edge0 := max(4*usual(ridge), 2), max(3*usual(edge), 4) // the least of a line, in grey levels
	return func(k int) bool {
		for i := 1; i < k; i++ {
			at, room := i*n/k, max(n/20, 1)
			near := func(of []float64) float64 { return slices.Max(of[max(at-room, 0) : min(at+room, n)+1]) }
			if near(ridge) < ridge0 && near(edge) < edge0 {
				return false
			}
		}
		return true
	}
}
