package kakuro

import (
	"image"
	"math"
	"slices"

	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/plane"
)

// A step compares the light of two neighbouring cells close to their common side. Light changes
// slowly along a page, except at a shadow's edge. So steps tell white cells from blocks even if a
// white cell in the shadow is darker than a block outside it.
type step struct {
	from, to int     // cells; to is on the right of from, or below it
	d        float64 // the logarithm of to's light divided by from's
	mixed    float64 // how unevenly the two cells are lit, in logarithms: numbers in them do that
}

// strips returns the logarithm of a cell's light in a strip along its right, bottom, left and top
// side, on the sheet as it was lit. The strips lie inside the cell, free of rules and numbers.
func (g *grid) strips(k int) (s [4]float64) {
	const near, far, end = .08, .16, .15 // cells: the strip from its side, and its ends
	r, c := g.place(k)
	for i, a := range [4]plane.Area{
		{Top: r + end, Left: c + 1 - far, Bottom: r + 1 - end, Right: c + 1 - near}, {Top: r + 1 - far, Left: c + end, Bottom: r + 1 - near, Right: c + 1 - end},
		{Top: r + end, Left: c + near, Bottom: r + 1 - end, Right: c + far}, {Top: r + near, Left: c + end, Bottom: r + far, Right: c + 1 - end},
	} {
		half := plane.Area{Top: .5 / g.H, Left: .5 / g.W, Bottom: .5 / g.H, Right: .5 / g.W} // to the nearest pixel
		s[i] = math.Log(max(g.mean(g.lit, plane.Area{Top: a.Top + half.Top, Left: a.Left + half.Left, Bottom: a.Bottom + half.Bottom, Right: a.Right + half.Right}), 5))
	}
	return s
}

// findSteps returns the steps between all neighbours that are shown. The slope of light inside the
// two cells is continued up to their common side.
func (g *grid) findSteps() (all []step) {
	strips, mixed := make([][4]float64, len(g.cells)), make([]float64, len(g.cells))
	for k := range g.cells {
		s := g.strips(k)
		strips[k], mixed[k] = s, plane.Abs(s[0]-s[1]+s[2]-s[3])/2
	}
	const on = .12 / .76 // from a strip to its side, divided by the distance of a cell's opposite strips
	const most = .05     // the greatest slope of light, in logarithms; numbers cause greater ones
	for k := range g.cells {
		for i, other := range [2]int{k + 1, k + g.wide} {
			if i == 0 && k%g.wide == g.wide-1 || other >= len(g.cells) || !g.cells[k].shown || !g.cells[other].shown {
				continue
			}
			a, b := strips[k], strips[other]
			within := on * (a[i] - a[i+2] + b[i] - b[i+2])
			all = append(all, step{k, other, b[i+2] - a[i] - max(-most, min(within, most)), mixed[k] + mixed[other]})
		}
	}
	return all
}

// steps returns the steps between neighbours; the first call finds them.
func (g *grid) steps() []step {
	if g.stepsFound == nil {
		g.stepsFound = g.findSteps()
	}
	return g.stepsFound
}

// fromSteps returns the lights of cells, in logarithms, that fit the steps between neighbours: most
// steps exactly (least absolute deviations, by reweighted squares). Steps between unevenly lit cells
// weigh less. Steps leave the overall level open; it stays near the lights given, which weigh little.
func fromSteps(lights []float64, all []step) []float64 {
	const rounds, sweeps, little, start = 4, 80, .01, .0005 // little in logarithms; start is the weight of the lights given
	const over = 1.85                                       // successive over-relaxation, after D. M. Young, 1954
	beside := make([][]int, len(lights))
	for i, s := range all {
		beside[s.from], beside[s.to] = append(beside[s.from], i), append(beside[s.to], i)
	}
	out := slices.Clone(lights)
	weights := make([]float64, len(all))
	for range rounds {
		for i, s := range all {
			weights[i] = little / (little + plane.Abs(out[s.to]-out[s.from]-s.d)) * little / (little + s.mixed)
		}
		for range sweeps {
			for k := range out {
				sum, n := start*lights[k], start
				for _, i := range beside[k] {
					s := all[i]
					would := out[s.to] - s.d
					if s.to == k {
						would = out[s.from] + s.d
					}
					sum, n = sum+weights[i]*would, n+weights[i]
				}
				out[k] += over * (sum/n - out[k])
			}
		}
	}
	return out
}

// lightUp makes the shaded part of a page as light as the rest, so that ink is as strong there. Cell is
// the side of a cell in pixels. A page is shaded if the lightest pixels within two cells vary a lot over
// it; other pages stay as they are. The light of the paper at a place is then that of the lightest pixels
// within about one cell, as a shadow has an edge. No pixel becomes more than 8 times as light.
func lightUp(g *image.Gray, cell float64) {
	const near, greatest = 4, 8 // squares a cell, and the greatest gain
	const shaded = .6           // shadow divided by light; blocks alone never darken paper to this
	side := max(int(cell/near), 2)
	width, height := g.Rect.Dx(), g.Rect.Dy()
	wide, high := (width+side-1)/side, (height+side-1)/side
	paper := make([]uint8, wide*high)
	for y := range height {
		for x, v := range g.Pix[y*g.Stride:][:width] {
			at := y/side*wide + x/side
			paper[at] = max(paper[at], v)
		}
	}
	around := slices.Clone(paper)
	ink.Dilate(around, wide, high, 4*near+1, 4*near+1)
	ink.Dilate(paper, wide, high, 2*near-1, 2*near-1)
	var inner []uint8
	for y := near; y < high-near; y++ {
		inner = append(inner, around[y*wide+near:(y+1)*wide-near]...)
	}
	white := float64(plane.Quantile(inner, .9))
	if float64(plane.Quantile(inner, .1)) > shaded*white {
		return
	}
	gain := make([]float64, wide*high)
	for i := range gain {
		sum, n := 0, 0
		for y := max(i/wide-near, 0); y <= min(i/wide+near, high-1); y++ {
			for x := max(i%wide-near, 0); x <= min(i%wide+near, wide-1); x++ {
				sum, n = sum+int(paper[y*wide+x]), n+1
			}
		}
		gain[i] = max(1, min(white*float64(n)/float64(max(sum, 1)), greatest))
	}
	for y := range height {
		v := min(max((float64(y)+.5)/float64(side)-.5, 0), float64(high-1))
		top, down := int(v), v-math.Floor(v)
		below := min(top+1, high-1)
		for x := range width {
			u := min(max((float64(x)+.5)/float64(side)-.5, 0), float64(wide-1))
			left, across := int(u), u-math.Floor(u)
			right := min(left+1, wide-1)
			by := (1-down)*((1-across)*gain[top*wide+left]+across*gain[top*wide+right]) +
				down*((1-across)*gain[below*wide+left]+across*gain[below*wide+right])
			p := y*g.Stride + x
			g.Pix[p] = uint8(min(by*float64(g.Pix[p]), 255))
		}
	}
}
