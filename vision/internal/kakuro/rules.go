package kakuro

import (
	"image"
	"math"

	"kibitz/vision/internal/plane"
)

// A course is a line of pixels along one side of a cell, drawn or not.
type course struct {
	long  int                // in pixels
	pixel func(i, d int) int // the index of the i-th pixel, moved by d to the right or down; -1 off the sheet
}

// courses returns the sides of all cells: first those that run down, then those that run across.
// They lack the ends, where other sides cross them.
func (g *grid) courses() (all []course) {
	const end = .05 // cells
	width, height := g.Light.Rect.Dx(), g.Light.Rect.Dy()
	on := func(x, y int) int {
		if !(image.Point{x, y}).In(g.Light.Rect) {
			return -1
		}
		return y*width + x
	}
	for side := range 2 {
		for row := range g.high + side {
			for col := range g.wide + 1 - side {
				x, y := (float64(col-1)-g.Left)*g.W, (float64(row-1)-g.Top)*g.H
				at, from, to := int(math.Round(x)), int(y+end*g.H), int(y+(1-end)*g.H)
				if side == 1 {
					at, from, to = int(math.Round(y)), int(x+end*g.W), int(x+(1-end)*g.W)
				}
				if at < 0 || from < 0 || side == 0 && (at >= width || to > height) || side == 1 && (at >= height || to > width) {
					continue
				}
				all = append(all, course{to - from, func(i, d int) int {
					if side == 1 {
						return on(from+i, at+d)
					}
					return on(at+d, from+i)
				}})
			}
		}
	}
	return all
}

// removeSides removes the sides of cells from the ink. How thick a side is it learns from places where
// no other ink touches the side. A digit that touches a side is cut off from that side; a stroke that
// crosses a side stays whole.
func (g *grid) removeSides(on []bool) {
	cell := min(g.W, g.H)
	type found struct {
		course
		slash
	}
	var sides []found
	var before, after []float64
	for _, c := range g.courses() {
		if s, ok := c.find(on, int(.05*cell)+1); ok && float64(s.left+s.right) < .16*cell {
			sides = append(sides, found{c, s})
			before, after = append(before, float64(s.left)), append(after, float64(s.right))
		}
	}
	left, right := int(plane.Median(before, 0))+1, int(plane.Median(after, 0))+1
	for _, s := range sides {
		s.left, s.right = min(s.left, left), min(s.right, right)
		for i := range s.long {
			from, to := s.run(on, i, s.off)
			if rest := (s.left+s.right)/2 + 2; s.off-s.left-from > rest && to-s.off-s.right > rest {
				continue
			}
			for d := max(from, s.off-s.left-1); d < min(to, s.off+s.right+1); d++ {
				on[s.pixel(i, d)] = false
			}
		}
	}
}

// run returns the ink across a course through (i, d): from the first d to the one after the last.
func (c course) run(on []bool, i, d int) (from, to int) {
	inked := func(d int) bool {
		p := c.pixel(i, d)
		return p >= 0 && on[p]
	}
	for from = d; inked(from - 1); {
		from--
	}
	for to = d; inked(to); {
		to++
	}
	return from, to
}

// find returns where a line along a course is drawn, at most near pixels off it, and how far its
// ink reaches to both sides at places where nothing touches it. ok is false without a line.
func (c course) find(on []bool, near int) (s slash, ok bool) {
	const drawn = .8 // the least share of the line's pixels that are ink
	most := 0
	for d := -near; d <= near; d++ {
		n := 0
		for i := range c.long {
			if p := c.pixel(i, d); p >= 0 && on[p] {
				n++
			}
		}
		if n > most || n == most && plane.Abs(float64(d)) < plane.Abs(float64(s.off)) {
			s.off, most = d, n
		}
	}
	if float64(most) < drawn*float64(c.long) {
		return s, false
	}
	var before, after []float64
	for i := range c.long {
		if from, to := c.run(on, i, s.off); to > from {
			before, after = append(before, float64(s.off-from)), append(after, float64(to-s.off))
		}
	}
	s.left, s.right = int(plane.Share(before, .35, 0)), int(math.Ceil(plane.Share(after, .35, 0)))
	return s, true
}
