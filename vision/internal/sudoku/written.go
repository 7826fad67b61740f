package sudoku

import (
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// markWritten marks the digits of another colour than the givens as the player's. A board with digits in one colour
// has givens alone. Of two colours the givens have the one of at least fewestGivens digits; if both have as many, the
// greyer one.
func (g *grid) markWritten() {
	var cells []*square
	var colours []page.RGB
	for i := range g.cells {
		if s := &g.cells[i]; s.digit != nil && len(s.guesses) > 0 && s.guesses[0].Value > 0 {
			cells, colours = append(cells, s), append(colours, g.feature(s))
		}
	}
	second, means, apart := split(colours)
	if !apart {
		return
	}
	var count [2]int
	for _, of := range second {
		count[of]++
	}
	written := 0
	switch {
	case max(count[0], count[1]) < fewestGivens:
		return
	case count[1] < fewestGivens, count[0] >= fewestGivens && grey(means[0]) <= grey(means[1]):
		written = 1
	}
	for i, s := range cells {
		s.written = second[i] == written
	}
}

// feature returns the colour of a cell's digit, without its lightness on a photo, where shadows change it.
func (g *grid) feature(s *square) page.RGB {
	c := g.colour(s.digit, s.look)
	if g.view.Screen {
		return c
	}
	mean := (c[0] + c[1] + c[2]) / 3
	return page.RGB{c[0] - mean, c[1] - mean, c[2] - mean}
}

// grey returns how far a colour is from grey.
func grey(c page.RGB) float64 { return max(c[0], c[1], c[2]) - min(c[0], c[1], c[2]) }

// split sorts colours into two groups around two means, and reports whether the groups are clearly apart: by 60 levels
// and by four times the usual distance of a colour from the mean of its group.
func split(colours []page.RGB) (of []int, means [2]page.RGB, apart bool) {
	const least, spread, rounds = 60, 4, 8
	of = make([]int, len(colours))
	if len(colours) < 2 {
		return of, means, false
	}
	means[0], means[1] = farthest(colours)
	for range rounds {
		var sums [2]page.RGB
		var n [2]float64
		for i, c := range colours {
			of[i] = 0
			if c.To(means[1]) < c.To(means[0]) {
				of[i] = 1
			}
			sums[of[i]], n[of[i]] = sums[of[i]].Plus(c), n[of[i]]+1
		}
		for k := range means {
			means[k] = sums[k].Times(1 / max(n[k], 1))
		}
	}
	var off []float64
	for i, c := range colours {
		off = append(off, c.To(means[of[i]]))
	}
	return of, means, means[0].To(means[1]) > max(least, spread*plane.Share(off, .8, 0))
}

// farthest returns the two colours that differ most.
func farthest(colours []page.RGB) (a, b page.RGB) {
	most := -1.
	for i, c := range colours {
		for _, d := range colours[:i] {
			if far := c.To(d); far > most {
				a, b, most = c, d, far
			}
		}
	}
	return a, b
}
