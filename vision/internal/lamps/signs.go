package lamps

import (
	"slices"

	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// Signs say whether there are signs on some tiles of a screen, a solution's presses or a pointer, and where the states
// are told all the same.
type signs int

const (
	noSigns  signs = iota
	onMiddle       // by the middles: the rims tell other states, and it is not clear which count
	onRims         // by the rims, which signs do not cover
)

// tileColours returns the colours by which the states of tiles are told, in two parts around two centres, and whether
// there are signs on some tiles. Those are the middles' colours, or the rims' if the middles are spread too far or
// have more than two colours, or if presses lie on some of them and the rims are all alike. Pressed says whether
// presses lie on some.
func tileColours(v *page.View, middles, rims []page.RGB, pressed func() bool) (looks []page.RGB, of []int, centre [2]page.RGB, on signs) {
	const (
		leastRims = 2 * leastApart // the distance of two rims
		closeRims = .03            // their spread, divided by it
		clean     = .12            // the spread of middles in two colours
	)
	of, centre = page.TwoMeans(middles)
	byRims, centres := page.TwoMeans(rims)
	apart, rimsApart := centre[0].To(centre[1]), centres[0].To(centres[1])
	far, farRims := spread(middles, of, centre), spread(rims, byRims, centres)
	told := v.Screen && rimsApart >= leastRims && farRims <= closeRims*rimsApart
	same := samePartition(of, byRims)
	switch {
	case v.Screen && rimsApart < leastApart && apart >= leastApart && pressed():
		return rims, byRims, centres, onRims
	case far > mostSpread*apart && told:
		return rims, byRims, centres, onRims
	case far > mostSpread*apart:
		return rims, byRims, centres, noSigns
	case told && far > clean*apart && 2*rimsApart >= apart && (same || fewest(byRims) > 1):
		return rims, byRims, centres, onRims
	case told && !same && rimsApart >= apart:
		return middles, of, centre, onMiddle
	}
	return middles, of, centre, noSigns
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
	const far, farther, most = .3, 2, .8 // the distance of the states; the median; the highest probability of such a cell
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
