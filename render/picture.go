package render

import (
	"strconv"
)

// PNG draws the board as a PNG with a palette. Usual boards are 800 to 1,200 pixels wide, at most
// MaxSide. The same board gives the same bytes. Cells are whole pixels, all of one size. Clues,
// names and texts too small to read are left out, and a cell below 6 pixels is only its colour.
//
// The error is ErrSize or ErrShape, before memory is taken. Cost: O(pixels).
func (b *Board) PNG(theme Theme) ([]byte, error) {
	l, err := b.lay()
	if err != nil {
		return nil, err
	}
	strips := b.strips(l)
	for _, s := range strips {
		l.lower(s.height - l.pad)
	}
	key := b.key(l)
	d := b.drawing(l, theme)
	d.draw()
	d.drawKey(key)
	above := 0
	for _, s := range strips {
		s.drawOn(d.canvas, above)
		above += s.height - l.pad
	}
	return d.encode(l.edge > 0)
}

// drawing returns the board on a new canvas.
func (b *Board) drawing(l *layout, theme Theme) *drawing {
	d := &drawing{Board: b, layout: l, canvas: newCanvas(theme%themes, l.width, l.height)}
	d.extra = b.extraInks()
	return d
}

// draw draws the board: clues, names and lines, then the cells, then the rounded corners and the
// frames above them.
func (d *drawing) draw() {
	d.background()
	d.cells()
	d.corners()
	d.frames()
}

// A drawing is a board on its way to a canvas.
type drawing struct {
	*Board
	*layout
	*canvas
}

// background draws everything outside the cells.
func (d *drawing) background() {
	d.clueStrips()
	d.coordinates()
	d.grid()
}

// clueStrips draws the clues: those of rows end at the board, those of columns stand on it.
func (d *drawing) clueStrips() {
	if d.clues == 0 {
		return
	}
	radius, margin := min(float32(d.w)/5, 10), clueMargin*d.clues
	for r := range min(len(d.Left), d.Rows) {
		if d.bare(r) {
			continue
		}
		x, y := float32(d.x0-d.edge-d.left), d.y(r)
		d.fill(path{}.round(x, float32(y), float32(d.left)+radius, float32(d.h), radius), band)
		right := x + float32(d.left) - margin
		if len(d.Left[r]) == 0 {
			d.write("0", medium, d.clues, d.clues, right-.3*d.clues, float32(y)+float32(d.h)/2, dim)
		}
		on := clueInk(d.FaintLeft, r)
		if d.LeftColours != nil {
			d.rowChips(r, right)
			continue
		}
		for i := len(d.Left[r]) - 1; i >= 0; i-- {
			s := strconv.Itoa(d.Left[r][i])
			wide := measure(medium, s) * d.clues
			d.write(s, medium, d.clues, wide+1, right-wide/2, float32(y)+float32(d.h)/2, on)
			right -= wide + d.between
		}
	}
	for c := range min(len(d.Top), d.Cols) {
		x, y := d.x(c), float32(d.y0-d.edge-d.top)
		d.fill(path{}.round(float32(x), y, float32(d.w), float32(d.top)+radius, radius), band)
		foot := y + float32(d.top) - margin - .5*d.clues
		if len(d.Top[c]) == 0 {
			d.write("0", medium, d.clues, d.clues, float32(x)+float32(d.w)/2, foot, dim)
		}
		on := clueInk(d.FaintTop, c)
		if d.TopColours != nil {
			d.columnChips(c, foot)
			continue
		}
		for i, n := range d.Top[c] {
			up := (len(d.Top[c]) - 1 - i) * d.leading
			d.write(strconv.Itoa(n), medium, d.clues, float32(d.w), float32(x)+float32(d.w)/2, foot-float32(up), on)
		}
	}
}

// clueInk returns the ink of a line's clue: subdued if faint says so of the line.
func clueInk(faint []bool, line int) ink {
	if line < len(faint) && faint[line] {
		return done
	}
	return text
}

// coordinates draws the names of the rows and columns. A layout without room for all has some lines
// named only, and a name that would reach beyond the picture stands at its edge; a wrapped row has
// its names above each of its lines. A column of orbs has no name and does not count.
func (d *drawing) coordinates() {
	if d.names == 0 {
		return
	}
	x := float32(d.pad) + (float32(d.rows)-.7*d.names)/2
	for r := range min(len(d.RowNames), d.Rows) {
		if named(r, d.rowStep) {
			d.write(d.RowNames[r], medium, d.names, float32(d.rows), x, float32(d.y(r))+float32(d.h)/2, dim)
		}
	}
	y := float32(d.y0-d.edge-d.top-d.cols) + .5*d.names
	for i, name := range d.ColNames {
		r, c := i/d.Cols, i%d.Cols
		place := c
		if d.Orbs {
			place--
		}
		if (r == 0 || d.wrapped) && named(place, d.colStep) {
			wide := measure(medium, name) * d.names
			x := min(float32(d.x(c))+float32(d.w)/2, float32(d.img.Rect.Dx())-wide/2-2)
			d.write(name, medium, d.names, wide+1, x, y+float32(d.y(r)-d.y0), dim)
		}
	}
}

// grid draws the lines around every ruled cell, the heavier ones on top.
func (d *drawing) grid() {
	if d.edge == 0 {
		return
	}
	for _, heavy := range [...]bool{false, true} {
		for r := range d.Rows {
			for c := range d.Cols {
				if looks[d.At(r, c).Kind%kinds].ruled {
					d.surround(r, c, heavy)
				}
			}
		}
	}
}

// surround draws the lines on the four sides of a cell: the heavy ones, or all as light ones.
func (d *drawing) surround(r, c int, heavy bool) {
	x, y := d.x(c), d.y(r)
	west, east := d.side(r, c-1, c, d.Cols, d.layout.across), d.side(r, c+1, c+1, d.Cols, d.layout.across)
	north, south := d.side(r-1, c, r, d.Rows, d.layout.down), d.side(r+1, c, r+1, d.Rows, d.layout.down)
	if !heavy {
		d.rect(x-west, y-north, west+d.w+east, north+d.h+south, line)
		return
	}
	for _, s := range [...]struct{ at, x, y, w, h int }{
		{west, x - west, y - north, west, north + d.h + south},
		{east, x + d.w, y - north, east, north + d.h + south},
		{north, x - west, y - north, west + d.w + east, north},
		{south, x - west, y + d.h, west + d.w + east, south},
	} {
		if s.at > d.gap {
			d.rect(s.x, s.y, s.w, s.h, rule)
		}
	}
}

// side returns the width of the line between a cell and its neighbour at r, c, line number i of n
// in its direction. The outermost lines are the board's edge.
func (d *drawing) side(r, c, i, n int, by ruling) int {
	if i == 0 || i == n {
		return d.edge
	}
	if looks[d.At(r, c).Kind%kinds].ruled {
		return d.before(i, by)
	}
	return d.gap
}

// cells draws every cell, equal ones once: the others are copies. Cells that are too small for more
// are one colour each.
func (d *drawing) cells() {
	flat := d.w < flatCell
	type origin struct{ x, y int }
	first := map[Cell]origin{}
	for r := range d.Rows {
		for c := range d.Cols {
			x, y, what := d.x(c), d.y(r), d.At(r, c)
			if flat {
				d.rect(x, y, d.w, d.h, d.flat(what))
				continue
			}
			if from, ok := first[*what]; ok {
				d.copy(from.x, from.y, x, y, d.w, d.h)
				continue
			}
			first[*what] = origin{x, y}
			d.square(what, x, y)
		}
	}
}

// corners rounds the board's frame where a ruled cell stands in the corner: it covers what lies
// outside the rounding with paper, and draws the frame along it. Small cells keep sharp corners.
func (d *drawing) corners() {
	if d.edge == 0 || d.w < legible {
		return
	}
	t := float32(d.edge)
	radius := t + min(float32(d.w)/8, 14)
	x0, y0 := float32(d.x0)-t, float32(d.y0)-t
	x1 := float32(d.x(d.Cols-1)+d.w) + t
	y1 := float32(d.y(d.Rows-1)+d.h) + t
	for _, q := range [...]struct {
		r, c   int
		x, y   float32 // the corner
		dx, dy float32 // inwards
	}{
		{0, 0, x0, y0, 1, 1},
		{0, d.Cols - 1, x1, y0, -1, 1},
		{d.Rows - 1, 0, x0, y1, 1, -1},
		{d.Rows - 1, d.Cols - 1, x1, y1, -1, -1},
	} {
		if looks[d.At(q.r, q.c).Kind%kinds].ruled {
			d.fill(path{}.outside(q.x, q.y, q.dx*radius, q.dy*radius), paper)
			d.fill(path{}.arc(q.x, q.y, q.dx, q.dy, radius, t), rule)
		}
	}
}

// outside returns the area that a rounding takes off the corner x, y.
func (p path) outside(x, y, rx, ry float32) path {
	const k = 1 - bow
	return p.move(x, y).line(x+rx, y).cube(x+k*rx, y, x, y+k*ry, x, y+ry)
}

// arc returns the band of thickness t along the rounding of the corner x, y, whose board lies
// towards dx, dy.
func (p path) arc(x, y, dx, dy, radius, t float32) path {
	const k = 1 - bow
	at := func(a, b float32) (float32, float32) { return x + dx*a, y + dy*b }
	ax, ay := at(radius, 0)
	b1, b2 := at(k*radius, 0)
	c1, c2 := at(0, k*radius)
	ex, ey := at(0, radius)
	inner := radius - t
	fx, fy := at(t, radius)
	g1, g2 := at(t, t+k*inner)
	h1, h2 := at(t+k*inner, t)
	ix, iy := at(radius, t)
	return p.move(ax, ay).cube(b1, b2, c1, c2, ex, ey).line(fx, fy).cube(g1, g2, h1, h2, ix, iy)
}
