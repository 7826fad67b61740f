package sudoku

import (
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// markWritten marks the digits of another colour than the givens as the player's. A board with digits in one colour has
// givens alone. Of two colours the givens have the one of digits enough for a puzzle; if both have as many, the
// greyer one.
func (g *grid) markWritten() {
	var cells []*square
	var colours []page.RGB
	for i := range g.cells {
		if s := &g.cells[i]; s.digit != nil && len(s.guesses) > 0 && s.guesses[0].Value > 0 {
			cells, colours = append(cells, s), append(colours, g.feature(s))
		}
	}
	least, fewest := .2, 3 // on a photo of paper in one colour, glare and stains set groups up to 0.15 apart
	if g.view.Screen {
		least, fewest = .1, 1
	}
	second, means, apart := split(colours, least)
	var count [2]int
	for _, of := range second {
		count[of]++
	}
	if !apart || max(count[0], count[1]) < layouts[g.size].fewest || min(count[0], count[1]) < fewest {
		return
	}
	written := 0
	if count[1] < layouts[g.size].fewest || count[0] >= layouts[g.size].fewest && grey(means[0]) <= grey(means[1]) {
		written = 1
	}
	for i, s := range cells {
		s.written = second[i] == written
	}
}

// feature returns what light a cell's ink takes from the paper, or adds to it, as a direction in the space of colours.
// Neither blur nor a shadow changes it: black ink takes the same share of each colour that there is.
func (g *grid) feature(s *square) page.RGB {
	ink, paper := g.colours(s)
	taken := page.RGB{}
	for k := range taken {
		if s.look.light {
			ink[k], paper[k] = 255-ink[k], 255-paper[k]
		}
		taken[k] = (paper[k] - ink[k]) / max(paper[k], 1)
	}
	return taken.Times(1 / max(taken.To(page.RGB{}), .01))
}

// grey returns how far a colour is from grey.
func grey(c page.RGB) float64 { return max(c[0], c[1], c[2]) - min(c[0], c[1], c[2]) }

// split sorts colours into two groups around two means, and reports whether the groups are apart, by least and by far
// more than the usual distance of a colour from the mean of its group.
func split(colours []page.RGB, least float64) (of []int, means [2]page.RGB, apart bool) {
	const spread = 4.5
	of, means = page.TwoMeans(colours)
	var off []float64
	for i, c := range colours {
		off = append(off, c.To(means[of[i]]))
	}
	return of, means, means[0].To(means[1]) > max(least, spread*plane.Share(off, .8, 0))
}
