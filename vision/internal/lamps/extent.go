package lamps

import (
	"image"
	"math"

	"kibitz/vision/internal/page"
)

// extent is a tiling with the rows and columns that it has beyond the tiles that stand out.
// Where a tile looks like what is between tiles, so may all those of a row: then a panel or an
// outline around the board says how many there are, or they are guessed.
func (m *colours) extent(t tiling, panels []patch, screen bool) tiling {
	switch {
	case t.full() || !t.joined && m.apart(t):
		if !t.joined {
			t = m.beyond(t)
		}
		return t
	case !screen:
		t.guessed = true
		return t
	}
	for _, p := range panels {
		if full, ok := p.holds(t); ok {
			return full
		}
	}
	return m.completed(t)
}

// beyond is a tiling with the rows and columns next to it that look like its cells, with something
// else between and behind them.
func (m *colours) beyond(t tiling) tiling {
	const like = 20
	var looks []page.RGB
	for i := range t.rows * t.cols {
		looks = append(looks, m.look(t, i/t.cols, i%t.cols))
	}
	_, states := twoMeans(looks)
	gap := m.gap(t)
	cell := func(row, col, down, right int) bool {
		c := m.look(t, row, col)
		if !m.shows(t, row, col, 1, 1) || min(c.To(states[0]), c.To(states[1])) >= min(like, c.To(gap)/2) {
			return false
		}
		x, y := t.at(float64(row)+.5+.5*float64(down), float64(col)+.5+.5*float64(right))
		ends := 0.
		for i := range 25 {
			if p := image.Pt(int(x)-2+i%5, int(y)-2+i/5); p.In(image.Rect(0, 0, m.w, m.h)) {
				ends = max(ends, m.at(p.X, p.Y).To(c))
			}
		}
		return 2*ends > c.To(gap)
	}
	edge := func(row, col, down, right int) bool {
		n, seen := t.cols, 0
		if right != 0 {
			n = t.rows
		}
		for i := range n {
			if cell(row+i*right*right, col+i*down*down, down, right) {
				seen++
			}
		}
		return 10*seen >= 8*n
	}
	const most = 40
	for grown := true; grown && max(t.rows, t.cols) < most; {
		grown = true
		switch {
		case t.rows > 1 && edge(-1, 0, -1, 0):
			t.top, t.rows = t.top-1, t.rows+1
		case t.rows > 1 && edge(t.rows, 0, 1, 0):
			t.rows++
		case edge(0, -1, 0, -1):
			t.left, t.cols = t.left-1, t.cols+1
		case edge(0, t.cols, 0, 1):
			t.cols++
		default:
			grown = false
		}
	}
	return t
}

// apart tells whether every cell looks other than what is between the cells.
func (m *colours) apart(t tiling) bool {
	const like = 12
	gap := m.gap(t)
	for i := range t.rows * t.cols {
		if m.look(t, i/t.cols, i%t.cols).To(gap) < like {
			return false
		}
	}
	return true
}

// gap is the mean colour of the corners of cells.
func (m *colours) gap(t tiling) (gap page.RGB) {
	n := 0.
	for r := range t.rows + 1 {
		for c := range t.cols + 1 {
			if x, y := t.at(float64(r), float64(c)); x >= 0 && y >= 0 && int(x) < m.w && int(y) < m.h {
				gap, n = gap.Plus(m.at(int(x), int(y))), n+1
			}
		}
	}
	return gap.Times(1 / max(n, 1))
}

// panels are patches that may be what a board lies on, or a line around it.
func (m *colours) panels(patches []patch) []patch {
	var all []patch
	for _, p := range patches {
		if p.box.Min.X > 0 && p.box.Min.Y > 0 && p.box.Max.X < m.w && p.box.Max.Y < m.h &&
			16*p.box.Dx()*p.box.Dy() > m.w*m.h {
			all = append(all, p)
		}
	}
	return all
}

// holds is the tiling that fills a panel, with the same margin on all sides.
func (p patch) holds(t tiling) (tiling, bool) {
	x0, y0, x1, y1 := t.box(0, 0, t.rows, t.cols)
	w, h := (x1-x0)/float64(t.cols), (y1-y0)/float64(t.rows)
	gaps := [4]float64{
		(x0 - float64(p.box.Min.X)) / w, (float64(p.box.Max.X) - x1) / w,
		(y0 - float64(p.box.Min.Y)) / h, (float64(p.box.Max.Y) - y1) / h,
	}
	const margin, same = .5, .12
	more := [4]int{}
	for i, g := range gaps {
		more[i] = int(math.Floor(g + .2)) // a line around the cells themselves is a little within them
		if more[i] < 0 || more[i] > 8 {
			return t, false
		}
		gaps[i] -= float64(more[i])
	}
	for _, g := range gaps {
		if g > margin || math.Abs(g-gaps[0]) > same {
			return t, false
		}
	}
	t.left, t.cols = t.left-more[0], t.cols+more[0]+more[1]
	t.top, t.rows = t.top-more[2], t.rows+more[2]+more[3]
	return t, true
}

// completed is a tiling with the lines of cells that do not stand out, where those look as other
// such cells do. Where they look as all the page does, a board is taken for a square in its
// middle.
func (m *colours) completed(t tiling) tiling {
	var looks []page.RGB
	for i := range t.rows * t.cols {
		looks = append(looks, m.look(t, i/t.cols, i%t.cols))
	}
	of, states := twoMeans(looks)
	var reach [2]float64
	for i, c := range looks {
		reach[of[i]] = max(reach[of[i]], c.To(states[of[i]]))
	}
	for k := range reach { // a cell of a third colour reaches far
		reach[k] = min(1.15*reach[k]+4, .25*states[0].To(states[1]))
	}
	fits := func(t tiling, row, col, rows, cols int) bool {
		if !m.shows(t, row, col, rows, cols) {
			return false
		}
		for i := range rows * cols {
			c := m.look(t, row+i/cols, col+i%cols)
			if c.To(states[0]) > reach[0] && c.To(states[1]) > reach[1] {
				return false
			}
		}
		return true
	}
	full := t
	const far = 5
	for added := 0; added < far; {
		before := added
		if fits(full, -1, 0, 1, full.cols) {
			full.top, full.rows, added = full.top-1, full.rows+1, added+1
		}
		if fits(full, full.rows, 0, 1, full.cols) {
			full.rows, added = full.rows+1, added+1
		}
		if fits(full, 0, -1, full.rows, 1) {
			full.left, full.cols, added = full.left-1, full.cols+1, added+1
		}
		if fits(full, 0, full.cols, full.rows, 1) {
			full.cols, added = full.cols+1, added+1
		}
		if added == before {
			// At the edge of the image what was added may be page.
			full.doubted = added > 0 && !m.shows(full, -1, -1, full.rows+2, full.cols+2)
			return full
		}
	}
	return m.square(t)
}

// square makes a tiling a square by lines on the side where that brings it nearer to the middle.
func (m *colours) square(t tiling) tiling {
	seen := t
	t.guessed, seen.guessed = true, true
	for t.rows > 1 && t.cols != t.rows {
		x0, y0, x1, y1 := t.box(0, 0, t.rows, t.cols)
		if t.cols < t.rows {
			if x0+x1 > float64(m.w) {
				t.left--
			}
			t.cols++
		} else {
			if y0+y1 > float64(m.h) {
				t.top--
			}
			t.rows++
		}
	}
	if !m.shows(t, 0, 0, t.rows, t.cols) {
		return seen
	}
	return t
}

// shows tells whether all of some cells is on the map.
func (m *colours) shows(t tiling, row, col, rows, cols int) bool {
	x0, y0, x1, y1 := t.box(row, col, rows, cols)
	return x0 >= 0 && y0 >= 0 && x1 <= float64(m.w) && y1 <= float64(m.h)
}

// look is the mean colour of a cell of a tiling.
func (m *colours) look(t tiling, row, col int) page.RGB {
	x0, y0, x1, y1 := t.box(row, col, 1, 1)
	w, h := x1-x0, y1-y0
	box := image.Rect(int(x0+.15*w), int(y0+.15*h), int(math.Ceil(x1-.15*w)), int(math.Ceil(y1-.15*h))).
		Intersect(image.Rect(0, 0, m.w, m.h))
	var sum page.RGB
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			sum = sum.Plus(m.at(x, y))
		}
	}
	return sum.Times(1 / max(1, float64(box.Dx()*box.Dy())))
}
