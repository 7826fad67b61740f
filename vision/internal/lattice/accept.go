package lattice

import (
	"image"
	"math"
	"slices"
)

// maxSide is the largest number of cells along a side.
const maxSide = 120

// A sheet is a grown lattice laid out as a mesh, with what was seen of the sides of its cells.
type sheet struct {
	mesh
	net        *net
	seen       []bool      // by crossing: whether it was seen
	rowTraces  [][]*trace  // by line
	colTraces  [][]*trace  // by line
	across     []float64   // by crossing: share seen of the side to the next column
	down       []float64   // by crossing: share seen of the side to the next row
	size       float64     // approximate side of a cell, in pixels
	step       int         // difference of shade that makes an edge, in grey levels
	r0, c0     int         // first lines of the lattice
	r1, c1     int         // last lines of the lattice
	fourSided  []bool      // by cell, at its top left crossing: all sides are seen
	threeSided []bool      // three or four sides are seen
	boxes      image.Point // of clues before the body and above it, if only these have sides
}

const margin = 2 // lines added on each side of those that grew: they may show as edges only

// lattice returns the lattice that has grown, trimmed, or nil if it is no board.
func (g *growth) lattice() *Lattice {
	if len(g.places) < 9 {
		return nil
	}
	lo, hi := g.extent()
	rows, cols := hi.r-lo.r+1, hi.c-lo.c+1
	if rows < 3 || cols < 3 || rows > maxSide || cols > maxSide {
		return nil
	}
	s := &sheet{mesh: newMesh(rows+2*margin, cols+2*margin, 0), net: g.net}
	s.seen = make([]bool, len(s.at))
	for _, p := range g.places {
		i := (p.r-lo.r+margin)*s.cols + p.c - lo.c + margin
		s.at[i], s.seen[i] = g.at(p)
	}
	s.rowTraces = tracesByLine(g.rowOf, g.net.across, lo.r-margin, s.rows)
	s.colTraces = tracesByLine(g.colOf, g.net.down, lo.c-margin, s.cols)
	s.reject(.25)
	s.reject(.12)
	if !s.fill(s.seen) {
		return nil
	}
	// Lines that no crossing grew along may still have a trace, or show as edges.
	s.size = (g.u.norm() + g.v.norm()) / 2
	s.step = max(int(s.contrast()/4), 3)
	s.adopt(s.rowTraces, s.net.across, s.cols, 1, false)
	s.adopt(s.colTraces, s.net.down, 1, s.cols, true)
	s.measureSides()
	if !s.trim() {
		return nil
	}
	return s.build()
}

// reject sets seen to false for crossings in wrong places. A crossing should lie in the middle between its
// neighbours along each of its lines, and at the fourth corner of each parallelogram that it makes with three
// others. It is dropped if more than half of these checks find it off by more than a pixel and more than limit
// times a step. reject is called with a loose limit first and a strict one then, because a wrong crossing also
// speaks against its neighbours.
func (s *sheet) reject(limit float64) {
	bad := []int{}
	for i := range s.at {
		if !s.seen[i] {
			continue
		}
		votes, against := 0, 0
		check := func(d, room, n int) {
			if room < 1 || room > n-2 || !s.seen[i-d] || !s.seen[i+d] {
				return
			}
			off := mix(s.at[i-d], s.at[i+d], .5).sub(s.at[i]).norm()
			votes++
			if off > 1 && off > limit/2*s.at[i+d].sub(s.at[i-d]).norm() {
				against++
			}
		}
		check(1, i%s.cols, s.cols)
		check(s.cols, i/s.cols, s.rows)
		// Check it also as the fourth corner of each cell, from the other three.
		r, c := i/s.cols, i%s.cols
		for _, d := range [4]place{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			if r+d.r < 0 || r+d.r >= s.rows || c+d.c < 0 || c+d.c >= s.cols {
				continue
			}
			a, b, far := i+d.c, i+d.r*s.cols, i+d.r*s.cols+d.c
			if !s.seen[a] || !s.seen[b] || !s.seen[far] {
				continue
			}
			votes++
			off := s.at[a].add(s.at[b]).sub(s.at[far]).sub(s.at[i]).norm()
			if off > 1 && off > limit/2*(s.at[far].sub(s.at[a]).norm()+s.at[far].sub(s.at[b]).norm()) {
				against++
			}
		}
		if 2*against > votes {
			bad = append(bad, i)
		}
	}
	for _, i := range bad {
		s.seen[i] = false
	}
}

// adopt gives lines without a trace those of all traces that lie along them: within 0.12 of a cell at all of the
// line's crossings that the trace passes, at least two. A faint side of a board meets too few other lines to have
// grown. of holds the traces of each line; crossing k of line i has index i·next + k·along.
func (s *sheet) adopt(of [][]*trace, all []*trace, next, along int, down bool) {
	n := len(s.at) / len(of)
	for i := range of {
		if len(of[i]) > 0 {
			continue
		}
		for _, t := range all {
			from, to := t.span()
			near, met := 0, 0
			for k := range n {
				p := s.at[i*next+k*along]
				at, pos := p.X, p.Y
				if down {
					at, pos = pos, at
				}
				if at < from || at > to {
					continue
				}
				met++
				if math.Abs(t.at(at)-pos) < .12*s.size {
					near++
				}
			}
			if met >= 2 && near == met {
				of[i] = append(of[i], t)
			}
		}
	}
}

// measureSides sets across, down, fourSided and threeSided by what was seen of the sides of cells, as lines or as
// edges.
func (s *sheet) measureSides() {
	n := len(s.at)
	s.across, s.down = make([]float64, n), make([]float64, n)
	for i := range s.at {
		r, c := i/s.cols, i%s.cols
		if c+1 < s.cols {
			s.across[i] = s.side(s.at[i], s.at[i+1], s.rowTraces[r], false)
		}
		if r+1 < s.rows {
			s.down[i] = s.side(s.at[i], s.at[i+s.cols], s.colTraces[c], true)
		}
	}
	s.fourSided, s.threeSided = make([]bool, n), make([]bool, n)
	for r := range s.rows - 1 {
		for c := range s.cols - 1 {
			i := r*s.cols + c
			sides := 0
			for _, f := range []float64{s.across[i], s.across[i+s.cols], s.down[i], s.down[i+1]} {
				if f >= seenSide {
					sides++
				}
			}
			s.fourSided[i], s.threeSided[i] = sides == 4, sides >= 3
		}
	}
}

// seenSide is the share of a side that must be seen for the side to count.
const seenSide = .8

// side returns the share of a cell's side from p to q that was seen, on the traces of its line or as an edge
// between two shades, whichever is more. A side shorter than half of leastCell, or one that is not finite, has 0.
func (s *sheet) side(p, q Point, of []*trace, down bool) float64 {
	size := q.sub(p).norm()
	if !(size >= leastCell/2) || size > 1e4 {
		return 0
	}
	const samples = 8 // places along a side
	hit := 0.
	for k := range samples {
		at := mix(p, q, .08+.84*(float64(k)+.5)/samples)
		along, pos := at.X, at.Y
		if down {
			along, pos = pos, along
		}
		for _, t := range of {
			if t.covers(along) && math.Abs(t.at(along)-pos) < .2*size {
				hit++
				break
			}
		}
	}
	if hit >= seenSide*samples {
		return hit / samples
	}
	// Edges: the same step from shade to shade along most of the side, lighter on the same side of it.
	d := q.sub(p).times(1 / size)
	normal := Point{-d.Y, d.X}.times(max(.14*size, 2))
	up, fall := 0., 0.
	for k := range samples {
		at := mix(p, q, .12+.76*(float64(k)+.5)/samples)
		a, ok := s.net.plane.brightnessAt(at.add(normal))
		b, ok2 := s.net.plane.brightnessAt(at.sub(normal))
		if !ok || !ok2 {
			continue
		}
		switch {
		case a > b+s.step:
			up++
		case b > a+s.step:
			fall++
		}
	}
	return max(hit, up, fall) / samples
}

// build returns the lattice of the rows and columns that trim left, or nil if it is not likely one or its lines
// are too thick. The crossings within it are no seeds any more.
func (s *sheet) build() *Lattice {
	l := &Lattice{Rows: s.r1 - s.r0, Cols: s.c1 - s.c0, Boxes: s.boxes}
	seen := 0
	for r := s.r0; r <= s.r1; r++ {
		for c := s.c0; c <= s.c1; c++ {
			i := r*s.cols + c
			l.Points = append(l.Points, s.at[i])
			if s.seen[i] {
				seen++
			}
			if r < s.r1 && c < s.c1 {
				if s.fourSided[i] {
					l.explained++
				} else if s.threeSided[i] {
					l.explained += .5
				}
				side := min(s.across[i]+s.across[i+s.cols], s.down[i]+s.down[i+1]) / 2
				if s.boxes.X > 0 {
					side = 1
				}
				l.Sides = append(l.Sides, side)
			}
		}
	}
	l.Seen = float64(seen) / float64(len(l.Points))
	if s.boxes.X == 0 && !l.isLikely() {
		return nil
	}
	full := s.contrast()
	for r := s.r0; r <= s.r1; r++ {
		l.RowRules = append(l.RowRules, thickness(s.rowTraces[r], full))
	}
	for c := s.c0; c <= s.c1; c++ {
		l.ColRules = append(l.ColRules, thickness(s.colTraces[c], full))
	}
	usual := median(append(slices.Clone(l.RowRules), l.ColRules...))
	if usual > .4*l.pitch() {
		return nil // the traces are cells between lines
	}
	l.ink = usual * float64(full)
	var left, right, top, bottom []float64
	for r := s.r0; r <= s.r1; r++ {
		i := r * s.cols
		left = append(left, runOn(s.at[i+s.c0], s.at[i+s.c0+1], s.rowTraces[r], false))
		right = append(right, runOn(s.at[i+s.c1], s.at[i+s.c1-1], s.rowTraces[r], false))
	}
	for c := s.c0; c <= s.c1; c++ {
		top = append(top, runOn(s.at[s.r0*s.cols+c], s.at[(s.r0+1)*s.cols+c], s.colTraces[c], true))
		bottom = append(bottom, runOn(s.at[s.r1*s.cols+c], s.at[(s.r1-1)*s.cols+c], s.colTraces[c], true))
	}
	l.Left, l.Right, l.Top, l.Bottom = median(left), median(right), median(top), median(bottom)
	l.spread()
	l.closeUp()
	s.claim()
	return l
}

// isLikely reports whether a lattice is one, and not a few strokes that happen to meet. At least 35 % of its
// crossings must have been seen. If it has fewer than 16 cells, or only two rows or columns, nine tenths of the
// crossings and of the cells must have been.
func (l *Lattice) isLikely() bool {
	n := l.Rows * l.Cols
	if n < 16 || l.Rows < 3 || l.Cols < 3 {
		return n >= 4 && l.explained >= .9*float64(n) && l.Seen >= .9
	}
	return l.Seen >= .35
}

// claim marks all crossings in the rectangle around the lattice as used, so that no other lattice begins there.
func (s *sheet) claim() {
	var lo, hi Point
	lo = s.at[s.r0*s.cols+s.c0]
	hi = lo
	for r := s.r0; r <= s.r1; r++ {
		for c := s.c0; c <= s.c1; c++ {
			p := s.at[r*s.cols+c]
			lo = Point{min(lo.X, p.X), min(lo.Y, p.Y)}
			hi = Point{max(hi.X, p.X), max(hi.Y, p.Y)}
		}
	}
	for i := range s.net.nodes {
		n := &s.net.nodes[i]
		if n.X >= lo.X-1 && n.X <= hi.X+1 && n.Y >= lo.Y-1 && n.Y <= hi.Y+1 {
			n.used = true
		}
	}
}

// spread makes the lattice's mesh: its crossings and, on each side, as many more as the lines run on, or as half
// of its longer side, whichever is more. These are where fill puts them.
func (l *Lattice) spread() {
	pad := 2 + int(max(l.Left, l.Right, l.Top, l.Bottom))
	pad = min(max(pad, (max(l.Rows, l.Cols)+1)/2+2), maxSide/2)
	m := newMesh(l.Rows+1+2*pad, l.Cols+1+2*pad, pad)
	seen := make([]bool, len(m.at))
	for r := range l.Rows + 1 {
		for c := range l.Cols + 1 {
			i := (r+pad)*m.cols + c + pad
			m.at[i], seen[i] = l.at(r, c), true
		}
	}
	m.fill(seen)
	l.mesh = m
}

// runOn returns how far a line runs on beyond a crossing at the lattice's edge, in cells: a multiple of 0.25, at
// most 60. Holes of less than a cell do not end it. inside is the next crossing on the line within the lattice, of
// are the line's traces.
func runOn(edge, inside Point, of []*trace, down bool) float64 {
	step := edge.sub(inside)
	far := 0.
	for t := .25; t < far+1 && t < 60; t += .25 {
		p := edge.add(step.times(t))
		along, pos := p.X, p.Y
		if down {
			along, pos = pos, along
		}
		for _, tr := range of {
			if tr.covers(along) && math.Abs(tr.at(along)-pos) < (.3+.05*t)*step.norm() {
				far = t
				break
			}
		}
	}
	return far
}

// contrast returns the peak of a line of full contrast: the 90th percentile of all lines.
func (s *sheet) contrast() float32 {
	var inks []float64
	for _, of := range append(slices.Clone(s.rowTraces), s.colTraces...) {
		for _, t := range of {
			inks = append(inks, float64(t.peak))
		}
	}
	if len(inks) == 0 {
		return 1
	}
	slices.Sort(inks)
	return float32(max(inks[len(inks)*9/10], 1))
}

// thickness returns the mean thickness of a line's traces, in pixels of full contrast. Longer traces count
// more.
func thickness(of []*trace, full float32) float64 {
	var sum, weight float64
	for _, t := range of {
		w := float64(len(t.pos))
		sum += w * float64(t.ink)
		weight += w
	}
	if weight == 0 {
		return 0
	}
	return sum / weight / float64(full)
}

// median returns the middle one of some values, 0 if there are none.
func median(all []float64) float64 {
	if len(all) == 0 {
		return 0
	}
	all = slices.Clone(all)
	slices.Sort(all)
	return all[len(all)/2]
}
