package vision

import (
	"math"
	"slices"
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
	for i, a := range [4]area{
		{r + end, c + 1 - far, r + 1 - end, c + 1 - near}, {r + 1 - far, c + end, r + 1 - near, c + 1 - end},
		{r + end, c + near, r + 1 - end, c + far}, {r + near, c + end, r + far, c + 1 - end},
	} {
		half := area{.5 / g.h, .5 / g.w, .5 / g.h, .5 / g.w} // to the nearest pixel
		s[i] = math.Log(max(g.mean(g.light, area{a.top + half.top, a.left + half.left, a.bottom + half.bottom, a.right + half.right}), 5))
	}
	return s
}

// steps are those of all neighbours that are shown. What light does within the two cells is
// taken to go on up to their common side.
func (g *grid) steps() (all []step) {
	strips, mixed := make([][4]float64, len(g.cells)), make([]float64, len(g.cells))
	for k := range g.cells {
		s := g.strips(k)
		strips[k], mixed[k] = s, abs(s[0]-s[1]+s[2]-s[3])/2
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
			weights[i] = little / (little + abs(out[s.to]-out[s.from]-s.d)) * little / (little + s.mixed)
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
