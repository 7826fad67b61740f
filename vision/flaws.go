package vision

import (
	"math"
)

// flaws are the reasons to doubt a body's lines, with the clues that they are of.
func (v *view) flaws(b body, lines [2][][]word, pixels float64, mirror bool) []Flaw {
	var flaws []Flaw
	across, down := b.rules()
	across, down = part(across, b.top, b.rows), part(down, b.left, b.cols)
	if oddRules(across) || oddRules(down) {
		flaws = append(flaws, ThickRules)
	}
	if unseen(across, lines[0]) || unseen(down, lines[1]) {
		flaws = append(flaws, UnseenLines)
	}
	rows, cols := b.upright()
	_, right, _, bottom := b.runOn()
	for i := range 9 {
		f := (float64(i) + .5) / 9
		r, c := f*float64(b.rows), f*float64(b.cols)
		const beyond = .25 // cells, and how finely runOn is known
		if right > 0 && b.left+b.cols == cols && !v.shows(b.at(r, float64(b.cols)+right+1.5*beyond)) ||
			bottom > 0 && b.top+b.rows == rows && !v.shows(b.at(float64(b.rows)+bottom+1.5*beyond, c)) {
			flaws = append(flaws, Cut) // a part of a cell
			break
		}
		if !v.shows(b.at(r, float64(b.cols)-beyond)) || !v.shows(b.at(float64(b.rows)-beyond, c)) ||
			!v.shows(b.at(r, beyond)) || !v.shows(b.at(beyond, c)) {
			flaws = append(flaws, Cut)
			break
		}
	}
	if mirror {
		flaws = append(flaws, Mirrored)
	}
	if pixels < 7 {
		flaws = append(flaws, TooSmall)
	}
	return flaws
}

// unseen tells whether a line of the lattice is there by inference alone. Of the outermost ones a clue
// beside it tells as much: where boxes for clues are as dark as the line, it cannot be seen.
func unseen(rules []float64, clues [][]word) bool {
	last := len(rules) - 1
	for i, t := range rules {
		known := i == 0 && len(clues[0]) > 0 || i == last && len(clues[last-1]) > 0
		if t == 0 && !known {
			return true
		}
	}
	return false
}

// cutOff tells whether the numbers of a line go on beyond the image: next to the outermost, ink
// stands across its edge.
func (v *view) cutOff(m mesh, b *band, h hand, lines [][]word) bool {
	for _, x := range b.blobs[h.lighter] {
		r, c := b.middle(x.box)
		k := b.lineOf(r, c)
		if k < 0 || len(lines[k]) == 0 {
			continue
		}
		a, w := b.place(x.box), float64(x.box.Dy())
		inner, outer := m.at(r, a.right), m.at(r, a.left-.03)
		if b.cols {
			w = float64(x.box.Dx())
			inner, outer = m.at(a.bottom, c), m.at(a.top-.03, c)
		}
		if w < .3*h.height || w > 1.3*h.height || !v.shows(inner) || v.shows(outer) {
			continue
		}
		near := math.Inf(1)
		for _, word := range lines[k] {
			box := word.box()
			gap := box.Min.X - x.box.Max.X
			if b.cols {
				gap = box.Min.Y - x.box.Max.Y
			}
			near = min(near, abs(float64(gap)))
		}
		if near < 1.5*h.height {
			return true
		}
	}
	return false
}

// part are the lines of n cells from the first; those that are not of the lattice count as unseen.
func part(lines []float64, first, n int) []float64 {
	out := make([]float64, n+1)
	for i := range out {
		if j := first + i; j >= 0 && j < len(lines) {
			out[i] = lines[j]
		}
	}
	return out
}

// oddRules tells whether thicker lines within a board stand elsewhere than after every fifth or
// tenth cell: then a line was lost or seen twice. Boards that have them every 3, 4 or 6
// cells, or have none, say nothing.
func oddRules(lines []float64) bool {
	if len(lines) < 4 {
		return false
	}
	inner := lines[1 : len(lines)-1]
	usual := median(append([]float64(nil), inner...), 0)
	var thick []int
	for i, t := range inner {
		if t > 1.6*usual && t > usual+.8 {
			thick = append(thick, i+1)
		}
	}
	if len(thick) < 2 && len(inner) >= 10 || len(thick) == 0 {
		return false
	}
	for _, period := range []int{5, 3, 4, 6} {
		all := true
		for _, i := range thick {
			all = all && i%period == 0
		}
		if all && (period == 5 || len(thick) == len(inner)/period) {
			return false
		}
	}
	return true
}
