package lamps

import (
	"math"
	"slices"

	"kibitz/vision/internal/page"
)

// edgesGoOn reports whether the borders between cells go on beside the board: beyond some side most of the lines or
// gaps between its cells are seen again, and look like one of those within. Then cells stand there that were not taken
// for cells, as the image cuts them off, something covers them, or they look like the page.
func edgesGoOn(v *page.View, c *lamps) bool {
	const (
		near  = .2 // cells from the side
		share = .6 // of the borders of a side
	)
	for _, s := range c.sides() {
		if c.Rows == 1 || s.cells < 3 {
			continue
		}
		within, on := s.reliefs(v, c, -near), 0
		for _, r := range s.reliefs(v, c, near) {
			if slices.ContainsFunc(within, r.like) {
				on++
			}
		}
		if float64(on) >= share*float64(s.cells-1) {
			return true
		}
	}
	return false
}

// A side is a side of a board: how many cells long it is, and where a place lies in cells of the board.
type side struct {
	cells int
	at    func(along, beyond float64) (row, col float64)
}

// sides returns the left and the right side of a board, the upper one and the lower one.
func (c *lamps) sides() [4]side {
	rows, cols := float64(c.Rows), float64(c.Cols)
	return [...]side{
		{c.Rows, func(along, beyond float64) (row, col float64) { return along, -beyond }},
		{c.Rows, func(along, beyond float64) (row, col float64) { return along, cols + beyond }},
		{c.Cols, func(along, beyond float64) (row, col float64) { return -beyond, along }},
		{c.Cols, func(along, beyond float64) (row, col float64) { return rows + beyond, along }},
	}
}

// cropped reports whether the image ends beside the board at one side, and shows more at the opposite side: then it may
// be cut off just between two lines of cells.
func (c *lamps) cropped(v *page.View) bool {
	const beside, far = .3, .6 // cells; farther on edgesGoOn would see a piece of the next line
	sides := c.sides()
	shows := func(side int, beyond float64) bool {
		return v.Shows(c.mesh.Place(sides[side].at(float64(sides[side].cells)/2, beyond)))
	}
	for k := range sides {
		if !shows(k, beside) && shows(k^1, far) {
			return true
		}
	}
	return false
}

// A relief holds the colours across a border, less those of the two cells beside it: even shade and the step from one
// state to another are taken out, and lines and gaps stay.
type relief []page.RGB

// reliefs returns the relief of each border that crosses a line along the side, some cells beyond it, or within if that
// is negative. Those that the image does not show are left out.
func (s side) reliefs(v *page.View, c *lamps, beyond float64) (all []relief) {
	const reach = .3                           // cells to both sides of the border
	n := int(math.Ceil(reach * max(c.w, c.h))) // a sample for each pixel, as tiles may have thin outlines
	at := func(along float64) (sum page.RGB, ok bool) {
		for _, by := range [...]float64{-.08, 0, .08} {
			p := c.mesh.Place(s.at(along, beyond+by))
			if !v.Shows(p) {
				return sum, false
			}
			sum = sum.Plus(pixel(v, p).Times(1. / 3))
		}
		return sum, true
	}
border:
	for k := 1; k < s.cells; k++ {
		r := make(relief, 2*n+1)
		for i := range r {
			var ok bool
			if r[i], ok = at(float64(k) + reach*float64(i-n)/float64(n)); !ok {
				continue border
			}
		}
		before, behind := r[0], r[2*n]
		for i := range r {
			t := float64(i) / float64(2*n)
			r[i] = r[i].Plus(before.Times(t - 1)).Plus(behind.Times(-t))
		}
		all = append(all, r)
	}
	return all
}

// like reports whether two reliefs show a border of the same looks, perhaps a fainter one.
func (r relief) like(as relief) bool {
	const (
		off     = .05 // how far one may be off from the other, in shares of their length
		least   = 6   // the largest of a relief that may be noise, in distances of colours; black and white have 441
		same    = .8  // the least correlation
		fainter = .5
	)
	most := int(off * float64(len(r)))
	for shift := -most; shift <= most; shift++ {
		var own, others, both, largest float64
		for i := max(0, shift); i < min(len(r), len(r)+shift); i++ {
			a, b := r[i], as[i-shift]
			for k := range a {
				own, others, both = own+a[k]*a[k], others+b[k]*b[k], both+a[k]*b[k]
			}
			largest = max(largest, b.To(page.RGB{}))
		}
		if largest > least && own > fainter*fainter*others && both > same*math.Sqrt(own*others) {
			return true
		}
	}
	return false
}
