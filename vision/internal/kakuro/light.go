package kakuro

import (
	"image"
	"math"
	"slices"

	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/plane"
)

// A step is how much lighter one cell is than the one to its left, or above it, on both sides of what
// divides them: the logarithm of their lights' ratio. Light changes slowly along a page but where a
// shadow ends, so that this tells white cells from blocks where how light they are does not.
type step struct {
	from, to int // cells
	d        float64
	mixed    float64 // how far the two are from being evenly lit: they have numbers
}

// strips is how light a cell is along its right, bottom, left and top side, within: no number stands
// there, and no rule. It is in logarithms.
func (g *grid) strips(k int) (s [4]float64) {
	const near, far, end = .08, .16, .15
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

// steps are those of all neighbours that are shown. What light does within the two cells is
// taken to go on up to their common side.
func (g *grid) steps() (all []step) {
	strips, mixed := make([][4]float64, len(g.cells)), make([]float64, len(g.cells))
	for k := range g.cells {
		s := g.strips(k)
		strips[k], mixed[k] = s, plane.Abs(s[0]-s[1]+s[2]-s[3])/2
	}
	const on = .12 / .76 // of a strip's place from its side, to how far the strips of a cell are apart
	const most = .05     // more is no light: numbers are in the way
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

// between are the steps, looked for once.
func (g *grid) between() []step {
	if g.found == nil {
		g.found = g.steps()
	}
	return g.found
}

// fromSteps makes lights of the steps between neighbours: those whose steps are the given ones, all in
// all, most of them exactly (least absolute deviations, by reweighted squares). They are near to
// the lights from which it starts, as far as steps leave that open.
func fromSteps(lights []float64, all []step) []float64 {
	const rounds, sweeps, little, start = 4, 80, .01, .0005
	const over = 1.85 // successive over-relaxation, after D. M. Young, 1954
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

// lightUp makes a page on which a shadow falls as light there as elsewhere, so that ink is as strong in it.
// What is lightest within two cells is taken for paper, and where a shadow falls within one: it has an edge.
func lightUp(g *image.Gray, cell float64) {
	const near, greatest = 4, 8 // near: of the squares that are looked at, how many are a cell
	const shaded = .6           // blocks make paper that little darker by themselves
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
