package lamps

import (
	"image"
	"math"
	"slices"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/cells"
	"kibitz/vision/internal/page"
)

// extent completes a tiling if some of its tiles look like the ground between tiles: then a whole row or
// column of such tiles may have been missed. A panel or an outline around the board tells how many rows
// and columns there are, or else the places beside the tiling that look like a tile of either state. On a
// photo the tiling stays as it is and is marked as guessed.
func (m *colours) extent(t tiling, panels []patch, screen bool) tiling {
	switch {
	case t.full() || t.cards > 0 || !t.joined && m.apart(t):
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

// apart reports whether each cell has another colour than the gaps between cells.
func (m *colours) apart(t tiling) bool {
	const like = 12 // the least distance of colours; black and white have 441
	gap := m.gap(t)
	for i := range t.rows * t.cols {
		if m.look(t, i/t.cols, i%t.cols).To(gap) < like {
			return false
		}
	}
	return true
}

// gap returns the mean colour at the corners of cells.
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

// panels returns the patches that may be a board's ground, or a line around it: clear of the map's
// edges, with a box of at least a sixteenth of the map.
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

// holds extends a tiling to fill a panel with the same margin, at most half a cell, on all sides. It
// returns false if the margins would differ by more than 12 % of a cell, if a side would need more
// than 8 new lines, or if the tiling sticks out of the panel.
func (p patch) holds(t tiling) (tiling, bool) {
	x0, y0, x1, y1 := t.box(0, 0, t.rows, t.cols)
	w, h := (x1-x0)/float64(t.cols), (y1-y0)/float64(t.rows)
	gaps := [4]float64{
		(x0 - float64(p.box.Min.X)) / w, (float64(p.box.Max.X) - x1) / w,
		(y0 - float64(p.box.Min.Y)) / h, (float64(p.box.Max.Y) - y1) / h,
	}
	const margin, same = .5, .12 // cells
	more := [4]int{}
	for i, g := range gaps {
		more[i] = int(math.Floor(g + .2)) // a line around the cells lies a little inside them
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

// completed adds to a tiling rows and columns whose cells do not stand out but look like one of the
// tiling's states. Five or more such lines are not cells but the page; then the board is taken to be a
// square near the middle of the map, and is marked as guessed. A tiling with new lines is marked as
// doubted.
func (m *colours) completed(t tiling) tiling {
	var looks []page.RGB
	for i := range t.rows * t.cols {
		looks = append(looks, m.look(t, i/t.cols, i%t.cols))
	}
	of, states := page.TwoMeans(looks)
	var reach [2]float64
	for i, c := range looks {
		reach[of[i]] = max(reach[of[i]], c.To(states[of[i]]))
	}
	for k := range reach { // limited, as a cell of a third colour lies far off
		reach[k] = min(1.15*reach[k]+4, .25*states[0].To(states[1]))
	}
	// fits reports whether all cells of a block lie on the map and look like one of the two states.
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
	const far = 5 // lines
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
			full.doubted = full.doubted || added > 0 // the lines added may be page
			return full
		}
	}
	return m.square(t)
}

// margins are the outer lines that something beside a board may have added: a row, a column, or one of each. The
// sides are 0 top, 1 bottom, 2 left, 3 right.
var margins = [...][]int{{0}, {1}, {2}, {3}, {0, 2}, {0, 3}, {1, 2}, {1, 3}}

// withoutMargin returns a board without an outer row, an outer column or one of each, if something is drawn in at least
// half of their cells and these look like none of the states, and the others are plain or look alike then. Other signs
// may stand beside a board at its own distances, such as the orbs of a sky in frames, or numbers of rows. Else it
// returns the board as it is. Tiles of a third colour stay: they may be lamps that a hint points at.
func (c *lamps) withoutMargin(v *page.View, hint board.Hint) *lamps {
	const few, clearer = .5, .5 // the share of a line's cells that may look like a state; the texture that is left
	if c.is(hint) || c.Rows == 1 || len(c.lines) > 1 || c.plain() || c.one {
		return c
	}
	for _, sides := range margins {
		in := image.Rect(0, 0, c.Cols, c.Rows)
		var margin []image.Rectangle
		for _, side := range sides {
			margin = append(margin, cells.Outer(in, side))
			in = cells.Grow(in, side, -1)
		}
		if min(in.Dx(), in.Dy()) < 3 {
			continue
		}
		d := tellStates(v, hint.Kind, c.latticeOf(in))
		if d == nil || !d.alike && (!d.plain() || d.texture > clearer*c.texture) {
			continue
		}
		cells := func(line image.Rectangle) bool {
			return d.share(v, line.Sub(in.Min)) > few || d.drawn(v, line.Sub(in.Min)) < few
		}
		if !slices.ContainsFunc(margin, cells) {
			d.tiles, d.bordered, d.hidden, d.freed = c.tiles, c.bordered, c.hidden, true
			return d
		}
	}
	return c
}

// drawn returns the share of a line's cells in which something is drawn: their middles have several colours.
func (c *lamps) drawn(v *page.View, line image.Rectangle) float64 {
	const least = .25 // the distance of the states
	n, apart := 0, c.states[0].To(c.states[1])
	for i := range line.Dx() * line.Dy() {
		f := sampleFace(v, c.mesh, float64(line.Min.Y+i/line.Dx()), float64(line.Min.X+i%line.Dx()))
		mean := f.mean()
		if slices.ContainsFunc(f[:], func(at page.RGB) bool { return at.To(mean) > least*apart }) {
			n++
		}
	}
	return float64(n) / float64(line.Dx()*line.Dy())
}

// fringed reports whether outer lines of a board may be none of its cells but buttons, names or page: all of them are
// in one state, and of the board's other cells none is in that state, though it does not stand out; or these look
// otherwise; or they look like the page, where some cells do not stand out. A board has no line that tells how many
// cells it has, so cells that are not seen to be alike do not count.
func (c *lamps) fringed(v *page.View) bool {
	looks := c.middles(v)
	for sides := 1; sides < 1<<4; sides++ { // any of the first and the last row and column
		on := func(i int) bool {
			row, col := i/c.Cols, i%c.Cols
			at := [4]bool{row == 0, row == c.Rows-1, col == 0, col == c.Cols-1}
			return slices.ContainsFunc([]int{0, 1, 2, 3}, func(k int) bool { return sides>>k&1 == 1 && at[k] })
		}
		if fringe, rest, ok := c.parted(looks, on); ok && (len(rest) == 0 && c.hidden || len(rest) > 0 && (c.unalike(fringe, rest) || c.hidden && c.likePage(v, fringe))) {
			return true
		}
	}
	return false
}

// likePage reports whether cells look like the page beside the board.
func (c *lamps) likePage(v *page.View, cells []page.RGB) bool {
	const like, beside = .1, .6 // the distance of the states; cells
	var paper, mean page.RGB
	n := 0.
	rows, cols := float64(c.Rows), float64(c.Cols)
	for _, at := range [...][2]float64{{-beside, cols / 2}, {rows + beside, cols / 2}, {rows / 2, -beside}, {rows / 2, cols + beside}} {
		if p := c.mesh.Place(at[0], at[1]); v.Shows(p) {
			paper, n = paper.Plus(pixel(v, p)), n+1
		}
	}
	for _, look := range cells {
		mean = mean.Plus(look.Times(1 / float64(len(cells))))
	}
	return n > 0 && paper.Times(1/n).To(mean) < like*c.states[0].To(c.states[1])
}

// middles returns the mean colours of the cells' middles.
func (c *lamps) middles(v *page.View) []page.RGB {
	looks := make([]page.RGB, len(c.Cells))
	for i := range looks {
		f := sampleFace(v, c.mesh, float64(i/c.Cols), float64(i%c.Cols))
		looks[i] = f.mean()
	}
	return looks
}

// fringedAt reports whether the cells of a place that lie outside of a smaller one look unlike the others in their
// state. Both are on the net's board.
func (c *lamps) fringedAt(v *page.View, was, in image.Rectangle) bool {
	looks := c.middles(v)
	fringe, rest, ok := c.parted(looks, func(i int) bool {
		return !image.Pt(was.Min.X+i%c.Cols, was.Min.Y+i/c.Cols).In(in)
	})
	return ok && len(rest) > 0 && c.unalike(fringe, rest)
}

// parted returns the looks of cells on some lines, and of the others in the same state; ok is false if the cells on
// the lines are in two states, or all are on them.
func (c *lamps) parted(looks []page.RGB, on func(cell int) bool) (fringe, rest []page.RGB, ok bool) {
	var state [2]int // the number of cells on the lines in each state
	for i, cell := range c.Cells {
		if on(i) {
			state[cell.State[0].Value]++
		}
	}
	if state[0]*state[1] > 0 || state[0]+state[1] == len(c.Cells) {
		return nil, nil, false
	}
	for i, cell := range c.Cells {
		if on(i) {
			fringe = append(fringe, looks[i])
		} else if state[cell.State[0].Value] > 0 {
			rest = append(rest, looks[i])
		}
	}
	return fringe, rest, true
}

// unalike reports whether two parts of the cells in one state have colours that lie apart: by 2.5 times the mean
// distance of a cell from the middle of its part, and by more than rounding makes of one colour. How far the states
// lie apart says nothing of it: between black and white a shade that differs by a 30th is still another shade.
func (c *lamps) unalike(a, b []page.RGB) bool {
	const rounding = 3 // in distances of colours; black and white have 441
	of, middle := make([]int, len(a)+len(b)), [2]page.RGB{}
	for _, look := range a {
		middle[0] = middle[0].Plus(look.Times(1 / float64(len(a))))
	}
	for i, look := range b {
		middle[1] = middle[1].Plus(look.Times(1 / float64(len(b))))
		of[len(a)+i] = 1
	}
	far := spread(slices.Concat(a, b), of, middle)
	return middle[0].To(middle[1]) > max(rounding, 2.5*far)
}

// square adds rows or columns to a tiling until it is a square, each on the side that moves it nearer
// to the middle of the map. If the square leaves the map the tiling stays as it is.
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

// shows reports whether some cells lie on the map as a whole.
func (m *colours) shows(t tiling, row, col, rows, cols int) bool {
	x0, y0, x1, y1 := t.box(row, col, rows, cols)
	return x0 >= 0 && y0 >= 0 && x1 <= float64(m.w) && y1 <= float64(m.h)
}

// look returns the mean colour of a cell without a margin of 15 % at each side; black if the cell is
// outside the map.
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
