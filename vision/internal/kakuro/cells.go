package kakuro

import (
	"math"
	"slices"

	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// coloursSide is the side of a cell in pixels in the small picture from which paint takes colours.
const coloursSide = 16

// paint sets the colours of each cell to the medians of its two triangles, and groups the cells
// into at most mostShades shades: shades lie farther and farther apart until they are few enough. On a
// photo it evens the light first, and shades lie farther apart from the start.
func (g *grid) paint(v *page.View) {
	type half [3][]uint8
	bounds := v.Halves[0].Rect
	parts := make([][2]half, len(g.cells))
	a := plane.Area{Top: -1, Left: -1, Bottom: float64(g.high - 1), Right: float64(g.wide - 1)}
	plane.Straighten(g.mesh, a, coloursSide, coloursSide, func(y int, at []lattice.Point) {
		for x, p := range at {
			const from, to, off = 2, coloursSide - 2, 2 // pixels left out at the sides and beside the diagonal
			i, j := x%coloursSide, y%coloursSide        // in the cell
			side := 0                                   // above the diagonal
			if j > i {
				side = 1
			}
			k := y/coloursSide*g.wide + x/coloursSide
			if k >= len(parts) || i < from || i >= to || j < from || j >= to || i-j < off && j-i < off {
				continue
			}
			red, green, blue := v.Colour(min(max(int(p.X), 0), bounds.Dx()-1), min(max(int(p.Y), 0), bounds.Dy()-1))
			h := &parts[k][side]
			h[0], h[1], h[2] = append(h[0], red), append(h[1], green), append(h[2], blue)
		}
	})
	for k := range g.cells {
		for side := range 2 {
			for i, values := range parts[k][side] {
				g.cells[k].colours[side][i] = float64(plane.Quantile(values, .5))
			}
		}
	}
	if !v.Screen {
		g.evenLight()
	}
	apart := 8.
	if !v.Screen {
		apart = 30
	}
	for g.shadesOf(apart); g.shades > mostShades; g.shadesOf(apart) {
		apart *= 1.4
	}
}

// mostShades is the largest number of colours that cells are grouped into.
const mostShades = 7

// evenLight scales the cells' colours so that white cells are equally light, about 230 of 255, all over
// the page. The least lights, 5 of a cell and 25 of the white near it, keep logarithms and factors in
// bounds.
func (g *grid) evenLight() {
	lights := make([]float64, len(g.cells))
	for k := range g.cells {
		lights[k] = math.Log(max(g.cells[k].light(), 5) * 230 / max(g.whiteAt(k/g.wide, k%g.wide), 25))
	}
	for k, light := range fromSteps(lights, g.steps()) {
		s := &g.cells[k]
		even := math.Exp(light) / max(s.light(), 5)
		for side := range 2 {
			s.colours[side] = s.colours[side].Times(even)
		}
	}
}

// whiteAt returns how light white cells near a cell are, from 0 to 255; 230 if no cell near it can be
// used. Cells with a diagonal are not used. It fits a plane to the logarithms of the lights within
// three cells. Cells below the plane weigh little, so that it rises to the lightest ones: asymmetric
// least squares, after P. Eilers and H. Boelens, 2005.
func (g *grid) whiteAt(row, col int) float64 {
	const near, rounds, below = 3, 5, .05 // near in cells; below is the weight of a cell below the plane
	values, most := []float64{0, 0, 0}, 0.
	for round := range rounds {
		s := plane.NewSystem(3)
		s.A[0][0], s.A[1][1], s.A[2][2] = .01, 1, 1 // a ridge that keeps the slopes small
		for r := max(row-near, 0); r <= min(row+near, g.high-1); r++ {
			for c := max(col-near, 0); c <= min(col+near, g.wide-1); c++ {
				t := &g.cells[r*g.wide+c]
				if !t.shown || max(t.slash[0], t.slash[1]) > slashed {
					continue
				}
				y, x := float64(r-row), float64(c-col)
				light := math.Log(max(t.light(), 5))
				if round == 0 {
					most = max(most, light)
				}
				weight := math.Exp(-(y*y + x*x) / (4 * near))
				if round > 0 && light < values[0]+values[1]*y+values[2]*x {
					weight *= below
				}
				root := math.Sqrt(weight)
				s.Add([]float64{root, root * y, root * x}, root*light)
			}
		}
		if p, ok := s.Solve(); ok {
			values = p
		}
	}
	if most == 0 {
		return 230
	}
	return math.Exp(min(values[0], most))
}

// distance returns how far apart the looks of two cells are, in units of RGB.To.
func (s *square) distance(t *square) float64 {
	const striped = 2.5 // the weight of one unit of grain
	d := math.Hypot(s.colours[0].To(t.colours[0]), s.colours[1].To(t.colours[1])) / math.Sqrt2
	return math.Hypot(d, striped*(s.grain-t.grain))
}

// light returns the mean light of a cell's two triangles, 0 to 255.
func (s *square) light() float64 { return (s.colours[0].Light() + s.colours[1].Light()) / 2 }

// shadesOf groups cells into shades: a cell joins the nearest centre that is less than apart away,
// or becomes a new one. Four rounds move the centres to the means of their cells, and drop those that
// come nearer than 70 % of apart to another. It sets the shade of each cell, g.shades and g.centres.
func (g *grid) shadesOf(apart float64) {
	var centres []square
	for range 4 {
		var sums []square
		var n []float64
		for k := range g.cells {
			s := &g.cells[k]
			best, near := -1, apart
			for i := range centres {
				if d := s.distance(&centres[i]); d < near {
					best, near = i, d
				}
			}
			if best < 0 {
				best = len(centres)
				centres = append(centres, *s)
			}
			for len(sums) < len(centres) {
				sums, n = append(sums, square{}), append(n, 0)
			}
			s.shade = best
			for side := range 2 {
				sums[best].colours[side] = sums[best].colours[side].Plus(s.colours[side])
			}
			sums[best].grain += s.grain
			n[best]++
		}
		centres = centres[:0]
		for i := range sums {
			if n[i] == 0 {
				continue
			}
			for side := range 2 {
				sums[i].colours[side] = sums[i].colours[side].Times(1 / n[i])
			}
			sums[i].grain /= n[i]
			if !slices.ContainsFunc(centres, func(c square) bool { return c.distance(&sums[i]) < .7*apart }) {
				centres = append(centres, sums[i])
			}
		}
	}
	g.shades = len(centres)
	for k := range g.cells {
		best := math.Inf(1)
		for i := range centres {
			if d := g.cells[k].distance(&centres[i]); d < best {
				best, g.cells[k].shade = d, i
			}
		}
	}
	g.centres = centres
}

// slashed is the share of a cell's diagonal that must be drawn for the cell to have one.
const slashed = .62

// slashLike returns the probability that a cell has a diagonal, or two triangles of different
// colours.
func (g *grid) slashLike(k int) float64 {
	s := &g.cells[k]
	drawn := 1 / (1 + math.Exp(-25*(max(s.slash[0], s.slash[1])-slashed)))
	if !g.flat { // a shadow's edge makes two colours as well
		return drawn
	}
	return max(drawn, 1/(1+math.Exp(-(s.colours[0].To(s.colours[1])-26)/2.5)))
}
