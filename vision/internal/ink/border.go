package ink

import (
	"math"
	"slices"

	"kibitz/vision/internal/plane"
)

// Where numbers have boxes that are part of the lattice, it is known exactly where the rules between these
// are, and they are taken out as far as they are thick, be they broken up by stripes and noise or not.

// ruleOff is how far from where the lattice has it the middle of a rule may be, of a cell's side.
const ruleOff = .06

// RemoveBorders takes the rules around boxes out of what is ink. It returns at which borders between
// columns of cells there are any.
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
		r := rule{on, ink, strength, (float64(c) - b.Left) * b.W, b.W, top, bottom, width, width, 1, b.between(!b.Cols)}
		if r.remove() {
			upright = append(upright, c)
		}
	}
	for r := boxes.Top; r <= boxes.Bottom; r++ {
		rule{on, ink, strength, (float64(r) - b.Top) * b.H, b.H, left, right, height, 1, width, b.between(b.Cols)}.remove()
	}
	return upright
}

// between tells the places along a rule across the band's lines that are near a border between two lines,
// where no number is. Along a rule that runs between two lines that is everywhere.
func (b *Strip) between(across bool) func(i int) bool {
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

// RemoveRest takes out what is left of the rules across a band of which most was taken out: in shade, or
// under stripes, a part of a rule is in pieces. What counts is what was taken out between a band's lines,
// but for their borders, on which there may be rules along the band.
func (b *Strip) RemoveRest(on, ink []bool, strength []uint8) {
	const most, off = .6, .1
	width, height := b.Light.Rect.Dx(), b.Light.Rect.Dy()
	first, cell, near := b.Top, b.H, b.between(true)
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

// A rule is where one should be, upright or level.
type rule struct {
	on, ink  []bool // ink as it was at first, and what is left of it
	strength []uint8
	at, cell float64 // where its middle should be across it, and a cell's side, in pixels
	from, to int     // of its pixels, along it

	across     int // how many pixels there are across it
	step, next int // how far in memory a pixel is from the next one along it, and across it

	counts func(i int) bool // what is there along it may be a rule, and nothing else
}

// run is the ink around the rule's place.
func (r rule) run(i int) (first, end int) {
	near := max(1, int(ruleOff*r.cell))
	ink := func(x int) bool { return r.ink[i*r.step+x*r.next] }
	for d := range 2*near + 1 {
		x := int(r.at) + (d+1)/2*(1-d%2*2)
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

// remove takes a rule out, if there is one, but for what is far stronger than it is elsewhere.
func (r rule) remove() bool {
	const least, straight = .25, .03 // of its length that is seen; of a cell's side
	var widths, middles, strengths []float64
	all := 0.
	for i := r.from; i < r.to; i++ {
		if !r.counts(i) {
			continue
		}
		all++
		if first, end := r.run(i); end > first && float64(end-first) <= seamThickness*r.cell {
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
		return false // a page that curves otherwise than its lattice
	}
	thick, usual := plane.Median(widths, 0)+1, int(plane.Median(strengths, 0))
	from, to := max(0, int(math.Round(middle-thick/2))), min(r.across, int(math.Round(middle+thick/2)))
	for i := r.from; i < r.to; i++ {
		for x := from; x < to; x++ {
			if p := i*r.step + x*r.next; int(r.strength[p]) <= notOfLine*usual {
				r.on[p] = false
			}
		}
	}
	return true
}

// OnRule tells whether a blob is a fragment of an upright rule that stripes or noise have broken up: it is slim
// and on a border between boxes that has a rule; or it is on the edge of the body, whose frame may be as thick
// as a digit. No digit stands there.
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
