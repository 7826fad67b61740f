package kakuro

import (
	"cmp"
	"image"
	"math"
	"slices"

	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// lookAtGrain measures the ink that covers all of a cell: stripes, which leave no part of it free.
// Numbers leave most of their cell free. The grain is the lower quartile of the mean strengths of
// 25 parts, in the ink with more of it. A cell is striped if its grain is more than a fifth of its
// strongest ink: no number could be seen there.
//
// Stripes are dark and light by turns, so they show in both inks. If only one ink covers a cell,
// it is the ground around a large digit, and there is no diagonal for digits to cover.
func (g *grid) lookAtGrain() {
	const parts, margin, full = 5, .1, .2 // parts in a row; cells; the share of the strongest ink
	for k := range g.cells {
		r, c := g.place(k)
		s := &g.cells[k]
		for i, strength := range g.Inks {
			var means []float64
			for n := range parts * parts {
				const side = (1 - 2*margin) / parts
				y, x := r+margin+side*float64(n/parts), c+margin+side*float64(n%parts)
				means = append(means, g.mean(strength, plane.Area{Top: y, Left: x, Bottom: y + side, Right: x + side}))
			}
			grain := plane.Share(means, .25, 0)
			s.grain = max(s.grain, grain)
			s.striped[i] = grain > max(full*float64(g.peak(strength, k)), float64(g.Floor[i]))
		}
		for i := range g.Inks {
			if s.striped[i] && !s.striped[1-i] && s.slash[i] == crowded {
				s.slash[i] = 0
			}
		}
	}
}

// peak returns the strength of the strongest ink inside a cell, 0 to 255: the 98.5th percentile.
func (g *grid) peak(strength *image.Gray, k int) uint8 {
	const margin, most = .1, .985 // cells; the share of pixels
	r, c := g.place(k)
	box := g.pixels(plane.Area{Top: r + margin, Left: c + margin, Bottom: r + 1 - margin, Right: c + 1 - margin})
	var inner []uint8
	for y := box.Min.Y; y < box.Max.Y; y++ {
		inner = append(inner, strength.Pix[y*strength.Stride+box.Min.X:y*strength.Stride+box.Max.X]...)
	}
	return plane.Quantile(inner, most)
}

// strongInk marks the pixels of each cell with at least 30 % of the strength of its strongest ink.
// That leaves out faint stripes of a block, and the blur that joins digits to lines.
func (g *grid) strongInk(strength *image.Gray, floor uint8) []bool {
	const weak = .3 // the share of the strongest ink
	on := make([]bool, len(strength.Pix))
	for k := range g.cells {
		least := max(floor, uint8(weak*float64(g.peak(strength, k))))
		r, c := g.place(k)
		box := g.pixels(plane.Area{Top: r, Left: c, Bottom: r + 1, Right: c + 1})
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for p := y*strength.Stride + box.Min.X; p < y*strength.Stride+box.Max.X; p++ {
				on[p] = strength.Pix[p] >= least
			}
		}
	}
	return on
}

// pixels returns the rectangle of the sheet that an area covers.
func (g *grid) pixels(a plane.Area) image.Rectangle {
	return image.Rect(int((a.Left-g.Left)*g.W), int((a.Top-g.Top)*g.H), int((a.Right-g.Left)*g.W), int((a.Bottom-g.Top)*g.H)).Intersect(g.Light.Rect)
}

// mean returns the mean value of a plane of the sheet within an area, 0 to 255.
func (g *grid) mean(of *image.Gray, a plane.Area) float64 {
	box := g.pixels(a)
	sum := 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for _, v := range of.Pix[y*of.Stride+box.Min.X : y*of.Stride+box.Max.X] {
			sum += int(v)
		}
	}
	return float64(sum) / float64(max(box.Dx()*box.Dy(), 1))
}

// lookAtSides counts the open sides of each cell: those drawn neither by a line nor by two colours
// that meet. White cells have none; cells of paper around a ragged board have some.
func (g *grid) lookAtSides(v *page.View) {
	sides := make([][4]float64, len(g.cells)) // right, below, left, above
	var all []float64
	for k := range g.cells {
		r, c := g.place(k)
		s := &sides[k]
		s[0], s[1] = g.side(v, r, c+1, false), g.side(v, r+1, c, true)
		if k%g.wide > 0 {
			s[2] = sides[k-1][0]
		} else {
			s[2] = g.side(v, r, c, false)
		}
		if k >= g.wide {
			s[3] = sides[k-g.wide][1]
		} else {
			s[3] = g.side(v, r, c, true)
		}
		if !g.outer(k) {
			all = append(all, s[0], s[1])
		}
	}
	slices.SortFunc(all, func(a, b float64) int { return cmp.Compare(b, a) })
	const clear = 20 // grey levels of a line that is surely one on a screen, however strong others are
	least := 0.
	if len(all) > 0 { // lines are equally strong; at least 40 % of the sides have one that is seen
		least = .3 * all[len(all)*4/10]
	}
	if g.flat {
		least = min(least, clear)
	}
	least = max(least, float64(min(g.Floor[0], g.Floor[1])))
	for k := range g.cells {
		for _, v := range sides[k] {
			if v < least {
				g.cells[k].open++
			}
		}
	}
}

// outer reports whether a cell belongs to the ring around the lattice.
func (g *grid) outer(k int) bool {
	row, col := k/g.wide, k%g.wide
	return row == 0 || col == 0 || row == g.high-1 || col == g.wide-1
}

// side returns how strongly the side of a cell is drawn that begins at a place and runs to the
// right (across) or down. It is the median along the side, of a line or of the step in light
// between both sides of it, whichever is greater, 0 to 255. On a screen a line may show by its hue alone.
func (g *grid) side(v *page.View, r, c float64, across bool) float64 {
	const near, beside, samples = .06, .16, 11 // near and beside in cells from the side
	var lines, steps []float64
	for i := range samples {
		t := .12 + .76*(float64(i)+.5)/samples
		y, x := r+t, c
		dy, dx := 0., 1.
		if across {
			y, x, dy, dx = r, c+t, 1, 0
		}
		most := 0.
		for d := -near; d <= near; d += near / 4 {
			for _, strength := range g.Inks {
				most = max(most, g.value(strength, y+d*dy, x+d*dx))
			}
			if g.flat {
				at, before, after := g.colour(v, y+d*dy, x+d*dx), g.colour(v, y-beside*dy, x-beside*dx), g.colour(v, y+beside*dy, x+beside*dx)
				most = max(most, min(at.To(before), at.To(after))/math.Sqrt(3))
			}
		}
		lines = append(lines, most)
		steps = append(steps, g.value(g.Light, y+beside*dy, x+beside*dx)-g.value(g.Light, y-beside*dy, x-beside*dx))
	}
	return max(plane.Median(lines, 0), plane.Abs(plane.Median(steps, 0)))
}

// colour returns the colour of the image at a place of the lattice, black outside it.
func (g *grid) colour(v *page.View, r, c float64) page.RGB {
	p := g.mesh.Place(r, c)
	if !v.Shows(p) {
		return page.RGB{}
	}
	red, green, blue := v.Colour(int(p.X), int(p.Y))
	return page.RGB{float64(red), float64(green), float64(blue)}
}

// value returns the value of a plane of the sheet at a place of the lattice.
func (g *grid) value(of *image.Gray, r, c float64) float64 {
	x, y := int((c-g.Left)*g.W), int((r-g.Top)*g.H)
	x, y = min(max(x, 0), of.Rect.Dx()-1), min(max(y, 0), of.Rect.Dy()-1)
	return float64(of.Pix[y*of.Stride+x])
}

// outside reports whether a row or column of n cells lies beside the board: at least 2.5 sides of
// each are open on average, since only the board's own outline is drawn there.
func (g *grid) outside(first, step, n int) bool {
	open := 0
	for i := range n {
		open += g.cells[first+i*step].open
	}
	return 2*open >= 5*n
}
