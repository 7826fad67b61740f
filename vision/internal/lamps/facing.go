package lamps

import "math"

// A camera seldom looks straight at a board. But the lines of the board, of the page and of the
// device's rim run in two directions, and in perspective each direction has a vanishing point. A map
// with both points at infinity shows the board face on, except for its proportions and for curved
// parts.

// An edgel is a place with a change of colour. X and y are measured from the middle of the map, in
// halves of its longer side; dx and dy are the unit vector along the edge.
type edgel struct{ x, y, dx, dy, weight float64 }

// edgels returns the edgels of a map, weighted by the strength of their change up to a limit.
func (m *colours) edgels() []edgel {
	const most, least = 60, 8 // limits of the strength: the change of one colour from pixel to pixel
	half := float64(max(m.w, m.h)) / 2
	var all []edgel
	for y := 1; y < m.h-1; y++ {
		for x := 1; x < m.w-1; x++ {
			var gx, gy, g float64
			p := m.pix[(y-1)*m.w+x-1:]
			q, r := p[m.w:], p[2*m.w:]
			for k := range 3 {
				at := func(c [3]uint8) float64 { return float64(c[k]) }
				a := (at(p[2]) + 2*at(q[2]) + at(r[2]) - at(p[0]) - 2*at(q[0]) - at(r[0])) / 8
				b := (at(r[0]) + 2*at(r[1]) + at(r[2]) - at(p[0]) - 2*at(p[1]) - at(p[2])) / 8
				if d := math.Hypot(a, b); d > g {
					gx, gy, g = a, b, d
				}
			}
			if g >= least {
				all = append(all, edgel{(float64(x) + .5 - float64(m.w)/2) / half, (float64(y) + .5 - float64(m.h)/2) / half, -gy / g, gx / g, min(g, most)})
			}
		}
	}
	return all
}

// usual returns the commonest angle of edgels, modulo a quarter of a turn: from -45° to 45°, in
// radians. Each bin counts with half of its neighbours' weight, as angles spread over several bins.
func usual(all []edgel) float64 {
	const bins = 45 // of two degrees
	var count [bins]float64
	for _, e := range all {
		turn := math.Atan2(e.dy, e.dx) / (math.Pi / 2)
		count[int((turn-math.Floor(turn))*bins)%bins] += e.weight
	}
	best, most := 0, 0.
	for i := range bins {
		if n := count[(i+bins-1)%bins] + 2*count[i] + count[(i+1)%bins]; n > most {
			best, most = i, n
		}
	}
	turn := (float64(best) + .5) / bins
	if turn >= .5 {
		turn--
	}
	return turn * math.Pi / 2
}

// vanishing returns the vanishing point of lines that run about at an angle `turn` from across, or if upright
// from down: (1, a, b) or (a, 1, b), with b = 0 for parallels. It is fitted by least squares to the edgels that
// point to it, with a cut-off that shrinks from round to round.
func vanishing(all []edgel, turn float64, upright bool) (a, b float64, ok bool) {
	a = math.Tan(turn)
	if upright {
		a = -a
	}
	const ridge = .002 // a share of the weight; it makes a number 0 that hardly any edgel determines
	for _, within := range []float64{.3, .3, .3, .2, .2, .12, .12, .08, .08, .05, .05, .05} {
		var aa, ab, bb, ac, bc, weight float64
		for _, e := range all {
			x, y, dx, dy := e.x, e.y, e.dx, e.dy
			if upright {
				x, y, dx, dy = y, x, dy, dx
			}
			// Towards (1, a, b) is (1 - b·x, a - b·y): along (dx, dy) where a·dx + b·(x·dy - y·dx) = dy.
			p, q := dx, x*dy-y*dx
			off := a*p + b*q - dy
			// Edgels more than 60° from across never count.
			if math.Abs(off) > within*math.Hypot(1-b*x, a-b*y) || math.Abs(dx) < .5 {
				continue
			}
			aa, ab, bb = aa+e.weight*p*p, ab+e.weight*p*q, bb+e.weight*q*q
			ac, bc = ac+e.weight*p*dy, bc+e.weight*q*dy
			weight += e.weight
		}
		bb += ridge * weight
		det := aa*bb - ab*ab
		if det <= 0 {
			return 0, 0, false
		}
		a, b = (ac*bb-bc*ab)/det, (aa*bc-ab*ac)/det
	}
	const steepest = .6 // the largest b: the vanishing point is at least 1/b from the middle
	return a, b, math.Abs(b) < steepest
}

// facing returns the map as seen face on, at most 1.6 times as wide and high as its longer side. Ok is
// false if it finds no two vanishing points, if their directions are far from a right angle, or if
// less than 24 pixels are left of the map.
func (m *colours) facing() (*colours, bool) {
	all := m.edgels()
	turn := usual(all)
	a, b, ok := vanishing(all, turn, false)
	c, d, too := vanishing(all, turn, true)
	if !ok || !too || math.Abs(a*c) > .5 {
		return nil, false
	}
	half := float64(max(m.w, m.h)) / 2
	mx, my := float64(m.w)/2, float64(m.h)/2
	// The columns of the homography back are the two vanishing points and the middle.
	way := placing{1 + mx*b/half, c + mx*d/half, mx, a + my*b/half, 1 + my*d/half, my, b / half, d / half}
	left, right, top, bottom := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for i := range 4 {
		row, col := way.cell(float64(m.w*(i%2)), float64(m.h*(i/2)))
		left, right, top, bottom = min(left, col), max(right, col), min(top, row), max(bottom, row)
	}
	const larger = .8 // the largest extent from the middle, in longer sides of the map
	left, right = max(left, -larger*2*half), min(right, larger*2*half)
	top, bottom = max(top, -larger*2*half), min(bottom, larger*2*half)
	if right-left < 24 || bottom-top < 24 {
		return nil, false
	}
	return m.seen(way.from(top, left), int(right-left), int(bottom-top)), true
}

// seen returns another map of the same image, w × h pixels with colours interpolated from m. The
// placing way gives the places of its pixels on m; those outside m are black.
func (m *colours) seen(way placing, w, h int) *colours {
	f := &colours{w: w, h: h, across: m.across, down: m.down, way: &way, pix: make([][3]uint8, w*h)}
	for y := range h {
		for x := range w {
			px, py := way.at(float64(y)+.5, float64(x)+.5)
			if px < 0 || py < 0 || px >= float64(m.w) || py >= float64(m.h) {
				continue
			}
			px, py = min(max(px-.5, 0), float64(m.w)-1.001), min(max(py-.5, 0), float64(m.h)-1.001)
			i, j := int(px), int(py)
			u, v := px-float64(i), py-float64(j)
			a, b := m.pix[j*m.w+i:], m.pix[min(j+1, m.h-1)*m.w+i:]
			for k := range 3 {
				above := (1-u)*float64(a[0][k]) + u*float64(a[min(1, len(a)-1)][k])
				below := (1-u)*float64(b[0][k]) + u*float64(b[min(1, len(b)-1)][k])
				f.pix[y*w+x][k] = uint8((1-v)*above + v*below + .5)
			}
		}
	}
	return f
}
