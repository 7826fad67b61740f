package lamps

import (
	"slices"

	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// tileColours returns the colours by which the states of tiles on a screen are told, in two parts around two centres,
// and whether there are signs on some tiles: a solution's presses, a pointer. Then the rims of tiles tell other states
// than their middles, and both are told beyond doubt. The rims count if the middles have more than two colours.
func tileColours(v *page.View, looks, rims []page.RGB, of []int, centre [2]page.RGB) ([]page.RGB, []int, [2]page.RGB, bool) {
	const (
		leastRims = 2 * leastApart // the distance of two rims
		closeRims = .03            // their spread, divided by it
		clean     = .12            // the spread of middles in two colours
	)
	byRims, centres := page.TwoMeans(rims)
	apart, rimsApart := centre[0].To(centre[1]), centres[0].To(centres[1])
	if !v.Screen || samePartition(of, byRims) || rimsApart < max(leastRims, apart) || spread(rims, byRims, centres) > closeRims*rimsApart {
		return looks, of, centre, false
	}
	if fewest(byRims) > 1 && spread(looks, of, centre) > clean*apart {
		return rims, byRims, centres, true
	}
	return looks, of, centre, true
}

// samePartition reports whether two ways to part cells in two are the same, whatever the parts are called.
func samePartition(a, b []int) bool {
	for i := range a {
		if (a[i] == a[0]) != (b[i] == b[0]) {
			return false
		}
	}
	return true
}

// fewest returns how many cells are in the smaller of two parts.
func fewest(of []int) int {
	n := 0
	for _, k := range of {
		n += k
	}
	return min(n, len(of)-n)
}

// doubtOdd doubts cells whose faces are far from those of their state and farther than most of them: something lies on
// them, or a part of them is gone. Of a state with few cells nobody knows what is usual; then all cells say it.
func (c *lamps) doubtOdd(apart float64) {
	const far, farther, most = .3, 3, .8 // the distance of the states; the median; the highest probability of such a cell
	const few = 4                        // cells
	var of [2][]float64
	for i, d := range c.unlike {
		state := c.Cells[i].State[0].Value
		of[state] = append(of[state], d)
	}
	var usual [2]float64
	for state, own := range of {
		if len(own) < few {
			own = slices.Clone(c.unlike)
		}
		usual[state] = plane.Median(own, 0)
	}
	for i, d := range c.unlike {
		if s := c.Cells[i].State; d > max(far*apart, farther*usual[s[0].Value]) && s[0].P > most {
			s[0].P, s[1].P = most, 1-most
		}
	}
}
