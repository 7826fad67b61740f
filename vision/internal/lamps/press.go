package lamps

import (
	"math"
	"slices"

	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// Kibitz draws a press on a lamp as a disc with a dot in its middle and a halo around it, both lighter than the disc.
// It hides most of the lamp and is drawn on lit lamps and dark ones alike. On a board whose lamps are all in one state
// the tiles under presses and the others would make two states by their middles, so a press has to be told by its
// rings.

// pressed reports whether a press lies on some cell of a lattice, or of the lines of a row of cards.
func pressed(v *page.View, lines []*lattice.Lattice) bool {
	return slices.ContainsFunc(lines, func(l *lattice.Lattice) bool {
		m := plane.Mesh{Lattice: l}
		for i := range l.Rows * l.Cols {
			if isPress(v, m, float64(i/l.Cols), float64(i%l.Cols)) {
				return true
			}
		}
		return false
	})
}

// isPress reports whether a press lies on a cell: from the dot outwards the colour changes to that of the disc, back to
// the dot's, and then to the tile's.
func isPress(v *page.View, m plane.Mesh, row, col float64) bool {
	const (
		inDot, inDisc, outside = .03, .18, .4  // cells from the middle
		from, to, step         = .26, .34, .02 // the halo's line lies between these
		like                   = .4            // the distance of like colours, as a share of the others'
		round, mostly          = .9, .7        // shares of the places on a circle in the disc, and in the thin halo
	)
	dot, disc, tile := meanOf(ring(v, m, row, col, inDot)), ring(v, m, row, col, inDisc), meanOf(ring(v, m, row, col, outside))
	apart := min(dot.To(meanOf(disc)), dot.To(tile))
	if apart < 2*leastApart || dot.Light() <= meanOf(disc).Light() || shareNear(disc, meanOf(disc), like*apart) < round {
		return false
	}
	for r := from; r <= to; r += step {
		if shareNear(ring(v, m, row, col, r), dot, like*apart) >= mostly {
			return true
		}
	}
	return false
}

// ring returns the colours on a circle around a cell's middle, r cells from it. Places outside the image are black.
func ring(v *page.View, m plane.Mesh, row, col, r float64) []page.RGB {
	all := make([]page.RGB, 16)
	for i := range all {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(len(all)))
		if p := m.Place(row+.5+r*sin, col+.5+r*cos); v.Shows(p) {
			all[i] = pixel(v, p)
		}
	}
	return all
}

// meanOf returns the mean of colours.
func meanOf(all []page.RGB) (m page.RGB) {
	for _, c := range all {
		m = m.Plus(c.Times(1 / float64(len(all))))
	}
	return m
}

// shareNear returns the share of colours that lie nearer to one than near.
func shareNear(all []page.RGB, one page.RGB, near float64) float64 {
	n := 0
	for _, c := range all {
		if c.To(one) < near {
			n++
		}
	}
	return float64(n) / float64(len(all))
}
