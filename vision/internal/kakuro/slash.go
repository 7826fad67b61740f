package kakuro

import (
	"kibitz/vision/internal/plane"
	"math"
)

// A slash is a line as it is drawn, in pixels: how far it is off the cell's diagonal (or side), and
// how far its ink reaches to both sides at places where nothing touches it.
type slash struct{ off, left, right int }

// diagonal returns the column of a cell's diagonal of an ink in each row of pixels, from the first row to the
// last. The ends are left out, since rules are there.
func (g *grid) diagonal(k, light int) (x func(y int) int, first, last int) {
	r, c := g.place(k)
	x0, y0 := (c-g.Left)*g.W, (r-g.Top)*g.H
	x = func(y int) int { return int(x0 + g.aslant((float64(y)+.5-y0)/g.H, light)*g.W) }
	return x, max(int(y0+.06*g.H), 0), min(int(y0+.94*g.H), g.Light.Rect.Dy()-1)
}

// aslant returns where the diagonal is at a height of its cell, both in cells from the top left corner.
func (g *grid) aslant(t float64, light int) float64 {
	if g.rising[light] {
		return 1 - t
	}
	return t
}

// removeSlashes removes the diagonals of cells from the ink. A digit that touches one is cut off from it; a stroke that
// crosses it stays whole, and so does all that is much stronger ink. No diagonal is taken to be thicker than the median
// of all, since digits in a crowded cell make it look thick. One that is still thicker than a fifth of a cell to one
// side is left as it is.
func (g *grid) removeSlashes(light int, on []bool) {
	width := g.Light.Rect.Dx()
	found := map[int]slash{}
	var lefts, rights []float64
	for k := range g.cells {
		if g.cells[k].slash[light] > .5 {
			s := g.slashIn(k, light, on)
			found[k] = s
			lefts, rights = append(lefts, float64(s.left)), append(rights, float64(s.right))
		}
	}
	left, right := int(plane.Median(lefts, 0))+1, int(plane.Median(rights, 0))+1
	most := int(.2 * g.W)
	for k, s := range found {
		s.left, s.right = min(s.left, left), min(s.right, right)
		if s.left > most || s.right > most {
			continue
		}
		x, first, last := g.diagonal(k, light)
		stronger := g.stronger(k, light, s)
		for y := first; y <= last; y++ {
			at := x(y) + s.off
			from, to := runIn(on, width, at, y)
			// Ink that goes on far enough to both sides is a stroke that crosses.
			if rest := (s.left+s.right)/2 + 2; at-s.left-from > rest && to-at-s.right > rest {
				continue
			}
			for i := max(from, at-s.left-1); i < min(to, at+s.right+1); i++ {
				on[y*width+i] = int(g.Inks[light].Pix[y*width+i]) >= stronger
			}
		}
	}
}

// stronger returns how strong ink is that can't be that of a cell's diagonal. It is more than any ink, unless the cell
// has much stronger ink than its diagonal.
func (g *grid) stronger(k, light int, s slash) int {
	const much, never = 1.5, 256
	strength := g.Inks[light]
	x, first, last := g.diagonal(k, light)
	_, c := g.place(k)
	from, to := int((c+.125-g.Left)*g.W), int((c+.875-g.Left)*g.W)
	var line, all []uint8
	for y := first; y <= last; y++ {
		row := strength.Pix[y*strength.Stride:][:strength.Rect.Dx()]
		if at := x(y) + s.off; at >= 0 && at < len(row) {
			line = append(line, row[at])
		}
		all = append(all, row[min(max(from, 0), len(row)):min(max(to, 0), len(row))]...)
	}
	if len(line) == 0 || len(all) == 0 {
		return never
	}
	usual, most := int(plane.Quantile(line, .5)), int(plane.Quantile(all, .998))
	if float64(most) < much*float64(usual) {
		return never
	}
	return (usual + most) / 2
}

// runIn returns the run of ink through a pixel in its row: from the first column to the one after
// the last.
func runIn(on []bool, width, x, y int) (from, to int) {
	for from = x; from > 0 && from <= width && on[y*width+from-1]; {
		from--
	}
	for to = x; to >= 0 && to < width && on[y*width+to]; {
		to++
	}
	return from, to
}

// slashIn finds where a cell's diagonal is drawn, at most 9 % of a cell off, and how thick it is. The
// place is the one with most ink, and of equal ones the nearest to the cell's own diagonal. The
// thickness is taken where it is small, at the 35th percentile of rows, since digits touch the line in
// others.
func (g *grid) slashIn(k, light int, on []bool) (s slash) {
	width := g.Light.Rect.Dx()
	line, first, last := g.diagonal(k, light)
	inked := func(x, y int) bool { return x >= 0 && x < width && on[y*width+x] }
	most := 0
	near := int(.09*g.W) + 1
	for d := -near; d <= near; d++ {
		n := 0
		for y := first; y <= last; y++ {
			x := line(y) + d
			if inked(x, y) { // counts eight times as much as ink on both sides
				n += 8
			}
			if inked(x-1, y) && inked(x+1, y) {
				n++
			}
		}
		if n > most || n == most && plane.Abs(float64(d)) < plane.Abs(float64(s.off)) {
			s.off, most = d, n
		}
	}
	var before, after []float64
	for y := first; y <= last; y++ {
		x := line(y) + s.off
		if from, to := runIn(on, width, x, y); to > from {
			before = append(before, float64(x-from))
			after = append(after, float64(to-x))
		}
	}
	s.left, s.right = int(plane.Share(before, .35, 0)), int(math.Ceil(plane.Share(after, .35, 0)))
	return s
}

// crowded is the share of its diagonal that a cell full of digits is taken to have drawn.
const crowded = .8

// usualSlashes is the least number of cells with a diagonal by which a board has diagonals.
const usualSlashes = 4

// lookAtSlashes measures the share of each cell's diagonal that is drawn in an ink: from the top left, or if hardly a
// cell has one, from the top right.
func (g *grid) lookAtSlashes(light int, on []bool) {
	if g.lookAlong(light, on) >= usualSlashes {
		return
	}
	falling := make([]float64, len(g.cells))
	for k := range g.cells {
		falling[k] = g.cells[k].slash[light]
	}
	g.rising[light] = true
	if g.lookAlong(light, on) < usualSlashes {
		g.rising[light] = false
		for k := range g.cells {
			g.cells[k].slash[light] = falling[k]
		}
	}
}

// lookAlong measures the share of each cell's diagonal that is drawn in an ink as a thin line, with no ink beside it
// for most of its length, and returns how many cells have such a line. If at least four do, ink all along the diagonal
// of another cell counts as the share crowded, even with digits beside it. Ink counts if it is within 5 % of a cell
// from the diagonal.
func (g *grid) lookAlong(light int, on []bool) (thin int) {
	width, height := g.Light.Rect.Dx(), g.Light.Rect.Dy()
	// inked reports whether there is ink at most within pixels left or right of a place.
	inked := func(r, c float64, within int) bool {
		x, y := int((c-g.Left)*g.W), int((r-g.Top)*g.H)
		for d := -within; d <= within; d++ {
			if x+d >= 0 && y >= 0 && x+d < width && y < height && on[y*width+x+d] {
				return true
			}
		}
		return false
	}
	// The lower right end must be drawn by itself, too: a large digit may cover the rest. There both sides have to be
	// free of ink, 13 % of a cell off; on the whole length one side is enough. At the ends of a rising diagonal the
	// sums stand, so its middle must be drawn.
	parts, beside := [2][2]float64{{.36, .94}, {.81, .925}}, -.13
	if g.rising[light] {
		parts, beside = [2][2]float64{{.25, .75}, {.4, .6}}, .13
	}
	near := max(1, int(.05*g.W))
	drawn := make([]float64, len(g.cells))
	for k := range g.cells {
		r, c := g.place(k)
		least := 1.
		drawn[k] = 1
		for i, part := range parts {
			seen, clear, n := 0., 0., 0.
			for t := part[0]; t < part[1]; t += .02 {
				n++
				if at := c + g.aslant(t, light); inked(r+t, at, near) {
					seen++

					below, above := inked(r+t, at+beside, 0), inked(r+t-.13, at, 0)
					if !below && !above || i == 0 && (!below || !above) {
						clear++
					}
				}
			}
			least = min(least, seen/n, 1.2*clear/n)
			drawn[k] = min(drawn[k], seen/n)
		}
		if g.cells[k].slash[light] = least; least > slashed {
			thin++
		}
	}
	const whole = .9 // the share of the diagonal that is ink
	for k := range g.cells {
		if s := &g.cells[k].slash[light]; thin >= usualSlashes && drawn[k] >= whole {
			*s = max(*s, crowded)
		}
	}
	return thin
}
