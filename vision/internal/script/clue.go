package script

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"

	"kibitz/vision/internal/board"
)

// Width is the number of partial readings of a line that the beam search keeps.
const Width = 48

// A partial is the beginning of a reading: whole numbers, and one whose digits may go on.
type partial struct {
	numbers []int
	boxes   []image.Rectangle // around each of numbers
	open    string            // digits of the number that may go on
	box     image.Rectangle   // around the open number
	last    *Glyph            // last glyph of the open number
	greyed  []bool            // whether each of numbers is greyed or struck out
	grey    bool              // the open number is greyed or struck out
	p       float64
}

// close returns s with its open number, if it has one, among its whole numbers.
func (s partial) close() partial {
	if s.open != "" {
		s.numbers = append(slices.Clip(s.numbers), Number(s.open))
		s.boxes = append(slices.Clip(s.boxes), s.box)
		s.greyed = append(slices.Clip(s.greyed), s.grey)
		s.open, s.last = "", nil
	}
	return s
}

// clues returns the likeliest readings of a line, from what its glyphs may say and from whether neighbours
// belong together. No number is above limit.
func (b *Band) clues(words []Word, h Hand, g Gaps, limit int) []board.Clue {
	all, _ := b.Merge(b.Follow(words, h, g, limit), limit)
	return all
}

// Follow returns all readings of a line that the beam search kept, also those that do not fit the line. No
// number is above limit, and none goes on from one word to the next. A line without words has one empty reading.
func (b *Band) Follow(words []Word, h Hand, g Gaps, limit int) []partial {
	states := []partial{{p: 1}}
	for _, w := range words {
		for _, x := range w {
			var next []partial
			before, after := 0., 0.
			for _, s := range states {
				for _, t := range x.Texts {
					before += s.p * t.P
					next = append(next, b.follow(s, x, t, h, g, limit)...)
				}
			}
			for _, s := range next {
				after += s.p
			}
			if after > 0 && after < before { // what is odd makes the other ways likelier
				for i := range next {
					next[i].p *= before / max(after, oddly*before)
				}
			}
			states = likeliest(next)
		}
		for i, s := range states {
			states[i] = s.close()
		}
	}
	return states
}

// oddly is how likely a clue is printed as none is.
const oddly = .002

// follow continues a partial reading with one text of the next glyph, x. It returns one or two partials: the text
// begins another number, or goes on with the open one, as far as gaps and limit allow. If the text is none, it
// returns s, less likely by the text's probability.
func (b *Band) follow(s partial, x *Glyph, t Text, h Hand, g Gaps, limit int) []partial {
	s.p *= t.P
	if t.Digits == "" {
		return []partial{s}
	}
	begin := s.close()
	begin.open, begin.box, begin.last, begin.grey = t.Digits, x.Box, x, x.struck || float64(x.Peak) < .6*b.pen
	if s.open == "" {
		return []partial{begin}
	}
	if over := s.last.Box.Intersect(x.Box).Dx(); 2*over > min(s.last.Box.Dx(), x.Box.Dx()) {
		s.p *= oddly // where one digit stands there is no other
		begin.p *= oddly
	}
	p, _ := pairOf(s.last, x, h, limit)
	apart := g.twoNumbers(p)
	switch {
	case b.Boxed > 1 && b.distance(x.R, x.C) < float64(b.Boxed) && !b.Cols:
		apart = b.inBoxes(s.last, x)
	case b.Cols:
		apart = oddly // glyphs beside each other in a column are one number
	}
	s.open, s.box, s.last = s.open+t.Digits, s.box.Union(x.Box), x
	// With these digits it may be that only one of the two is possible.
	if s.open[0] == '0' || Number(s.open) > limit {
		if b.Cols {
			begin.p *= oddly
		}
		return []partial{begin}
	}
	if t.Digits[0] == '0' {
		return []partial{s}
	}
	begin.p *= apart
	s.p *= 1 - apart
	return []partial{begin, s}
}

// inBoxes returns the probability that two neighbours in a row belong to two numbers, where each number has a box
// of its own that is one cell wide. If they do, each stands in the middle of a box. If not, the middle of both
// stands there.
func (b *Band) inBoxes(x, y *Glyph) float64 {
	const spread = .16 // of a cell
	// off is the distance from the middle of a box, in cells.
	fits := func(off float64) float64 { return math.Exp(-off * off / (2 * spread * spread)) }
	middle := func(c float64, box float64) float64 { return fits(c - box - .5) }
	left, right := b.Col(float64(x.Box.Min.X)), b.Col(float64(y.Box.Max.X))
	joined := (left + right) / 2
	one := middle(joined, math.Floor(joined))
	// Either digit may belong to a longer number and then stands half a digit off.
	two := 0.
	half := (y.C - x.C) / 4
	for box := math.Floor(x.C) - 1; box <= math.Floor(x.C)+1; box++ {
		for _, dx := range []float64{0, -half} {
			for _, dy := range []float64{0, half} {
				two = max(two, middle(x.C+dx, box)*middle(y.C+dy, box+1))
			}
		}
	}
	return min(max(two/(one+two+1e-9), .0005), .9995)
}

// likeliest sorts partial readings and returns the Width likeliest ones.
func likeliest(s []partial) []partial {
	slices.SortStableFunc(s, func(a, b partial) int { return cmp.Compare(b.p, a.p) })
	return s[:min(len(s), Width)]
}

// Merge merges equal readings and drops impossible ones: those that take more than limit cells, or have a 0
// beside other numbers. A 0 alone becomes an empty line. fit is 1 less the probability of those dropped. all holds
// up to board.MaxReadings readings, the likeliest first.
func (b *Band) Merge(states []partial, limit int) (all []board.Clue, fit float64) {
	fit = 1
	at := map[string]int{}
	for _, s := range states {
		if len(s.numbers) == 1 && s.numbers[0] == 0 {
			s.numbers, s.boxes, s.greyed = nil, nil, nil
		}
		if b.length(s.numbers) > limit || slices.Contains(s.numbers, 0) {
			fit -= s.p
			continue
		}
		key := fmt.Sprint(s.numbers)
		if i, ok := at[key]; ok {
			all[i].P += s.p
			continue
		}
		at[key] = len(all)
		if !slices.Contains(s.greyed, true) {
			s.greyed = nil
		}
		all = append(all, board.Clue{Numbers: s.numbers, Boxes: s.boxes, Struck: s.greyed, P: s.p})
	}
	slices.SortStableFunc(all, func(a, b board.Clue) int { return cmp.Compare(b.P, a.P) })
	return all[:min(len(all), board.MaxReadings)], fit
}
