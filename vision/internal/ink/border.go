package ink

import (
	"math"
	"slices"

	"kibitz/vision/internal/plane"
)

// If numbers stand in boxes that are part of the lattice, the lattice tells exactly where the rules between
// boxes are. These are removed in their full thickness, even if stripes and noise have broken them up.

// ruleOff is how far the middle of a rule may be from its place in the lattice, as a share of a cell's side.
const ruleOff = .06

// RemoveBorders removes the rules around boxes from on, what is left of the ink. ink is the ink before any
// removal. It returns the borders between columns that have a rule, counted from the body's left edge. If the
// lattice has no boxes it does nothing.
func (b *Strip) RemoveBorders(on, ink []bool, strength []uint8) (upright []int) {
	if b.Latticed == 0 {
		return nil
	}
	width, height := b.Light.Rect.Dx(), b.Light.Rect.Dy()
	boxes := plane.Block{Top: 0, Left: -b.Latticed, Bottom: b.Lines, Right: 0}
	if b.Cols {
		boxes = plane.Block{Top: -b.Latticed, Left: 0, Bottom: 0, Right: b.Lines}
	}
	at := func(border int, first, cell float64, most int) int {
		return min(max(int((float64(border)-first)*cell), 0), most)
	}
	left, right := at(boxes.Left, b.Left+ruleOff, b.W, width), at(boxes.Right, b.Left-ruleOff, b.W, width)
	top, bottom := at(boxes.Top, b.Top+ruleOff, b.H, height), at(boxes.Bottom, b.Top-ruleOff, b.H, height)
	for c := boxes.Left; c <= boxes.Right; c++ {
		r := rule{on, ink, strength, (float64(c) - b.Left) * b.W, b.W, top, bottom, width, width, 1, b.betweenLines(!b.Cols)}
		if r.remove() {
			upright = append(upright, c)
		}
	}
	for r := boxes.Top; r <= boxes.Bottom; r++ {
		rule{on, ink, strength, (float64(r) - b.Top) * b.H, b.H, left, right, height, 1, width, b.betweenLines(b.Cols)}.remove()
	}
	return upright
}

// betweenLines returns a test for places along a rule, in pixels: whether a rule but no number can be there.
// Along a rule across the band's lines that is near a border between two lines. Along a rule between two
// lines it is everywhere.
func (b *Strip) betweenLines(across bool) func(i int) bool {
	const near = .2 // cells
	first, cell := b.Top, b.H
	if b.Cols {
		first, cell = b.Left, b.W
	}
	return func(i int) bool {
		v := first + (float64(i)+.5)/cell
		return !across || plane.Abs(v-math.Round(v)) < near
	}
}

// RemoveRest removes the rest of rules across a band from on if more than 0.6 of the rule was removed: in shade or
// under stripes part of a rule is in pieces. It judges a rule by what was removed near the borders of lines, except
// on the borders themselves, where rules may run along the band. ink is the ink before any removal.
func (b *Strip) RemoveRest(on, ink []bool, strength []uint8) {
	const most, off = .6, .1 // share of a rule; cells from a border
	width, height := b.Light.Rect.Dx(), b.Light.Rect.Dy()
	first, cell, near := b.Top, b.H, b.betweenLines(true)
	r := rule{on, ink, strength, 0, b.W, 0, height, width, width, 1, nil}
	if b.Cols {
		first, cell = b.Left, b.W
		r = rule{on, ink, strength, 0, b.H, 0, width, height, 1, width, nil}
	}
	r.counts = func(i int) bool {
		v := first + (float64(i)+.5)/cell
		return v > 0 && v < float64(b.Lines) && near(i) && plane.Abs(v-math.Round(v)) > off
	}
	seen, all := make([]int, r.across), 0
	for i := r.from; i < r.to; i++ {
		if !r.counts(i) {
			continue
		}
		all++
		for x := range seen {
			if p := i*r.step + x*r.next; ink[p] && !on[p] {
				seen[x]++
			}
		}
	}
	for x := 0; x < r.across; x++ {
		from := x
		for x < r.across && float64(seen[x]) > most*float64(all) {
			x++
		}
		if x > from {
			r.at = float64(from+x) / 2
			r.remove()
		}
	}
}

// A rule is a place where a rule should be, upright or level.
type rule struct {
	on, ink  []bool // what is left of the ink, and the ink before any removal
	strength []uint8
	at, cell float64 // expected middle across the rule, and a cell's side, in pixels
	from, to int     // its pixels along the rule

	across     int // number of pixels across the rule
	step, next int // distances in memory of neighbouring pixels along and across the rule

	counts func(i int) bool // whether ink at pixel i along the rule can only be the rule
}

// inkAt returns the pixels of ink across the rule at pixel i, first..end, that are nearest to its place. If
// there is none, first = end.
func (r rule) inkAt(i int) (first, end int) {
	near := max(1, int(ruleOff*r.cell))
	ink := func(x int) bool { return r.ink[i*r.step+x*r.next] }
	for d := range 2*near + 1 {
		x := int(r.at) + (d+1)/2*(1-d%2*2) // at r.at, 1 before, 1 behind, 2 before, 2 behind…
		if x < 0 || x >= r.across || !ink(x) {
			continue
		}
		first, end = x, x+1
		for first > 0 && ink(first-1) {
			first--
		}
		for end < r.across && ink(end) {
			end++
		}
		return first, end
	}
	return 0, 0
}

// remove removes a rule from r.on and reports whether there was one: a quarter of its length must be seen, and
// straight. It removes all of its length, as thick as most of it is, and keeps ink far stronger than the rule is
// elsewhere.
func (r rule) remove() bool {
	const least, straight = .25, .03 // share of its length that must be seen; how far it may stray, in cells
	var widths, middles, strengths []float64
	all := 0.
	for i := r.from; i < r.to; i++ {
		if !r.counts(i) {
			continue
		}
		all++
		if first, end := r.inkAt(i); end > first && float64(end-first) <= seamThickness*r.cell {
			widths, middles = append(widths, float64(end-first)), append(middles, float64(first+end)/2)
			strengths = append(strengths, float64(r.strength[i*r.step+(first+end)/2*r.next]))
		}
	}
	if float64(len(widths)) <= least*all {
		return false
	}
	middle, off := plane.Median(middles, 0), []float64{}
	for _, m := range middles {
		off = append(off, plane.Abs(m-middle))
	}
	if plane.Share(off, .8, 0) > max(1, straight*r.cell) {
		return false // the page curves in another way than its lattice
	}
	thick, usual := plane.Median(widths, 0)+1, int(plane.Median(strengths, 0))
	from, to := max(0, int(math.Round(middle-thick/2))), min(r.across, int(math.Round(middle+thick/2)))
	for i := r.from; i < r.to; i++ {
		for x := from; x < to; x++ {
			if p := i*r.step + x*r.next; int(r.strength[p]) <= digitStrength*usual {
				r.on[p] = false
			}
		}
	}
	return true
}

// OnRule reports whether a blob is a fragment of an upright rule that stripes or noise have broken up. No
// digit stands there. The blob is slim and on a border between boxes that has a rule, or it is on the edge of
// the body, whose frame may be as thick as a digit.
func (b *Strip) OnRule(x Blob, upright []int) bool {
	r, c := b.Middle(x.Box)
	border := int(math.Round(c))
	if !b.Clued || plane.Abs(c-float64(border)) > seamOff {
		return false
	}
	if !b.Cols && border == 0 {
		return float64(x.Box.Dx()) <= 2*seamThickness*b.W
	}
	const more = 2 // boxes that the lattice may lack: rules between columns run on
	inBoxes := !b.Cols || r < 0 && -r < float64(b.Latticed+more)
	return inBoxes && float64(x.Box.Dx()) <= seamThickness*b.W && slices.Contains(upright, border)
}
