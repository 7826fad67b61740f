package script

import (
	"context"
	"image"
	"math"
	"slices"

	"kibitz/vision/internal/digits"
	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/plane"
)

// removeStrokes returns the glyphs without strokes that a player drew through digits. It replaces a glyph that is
// hardly a digit by the digits that remain without the stroke, if each is read as a digit, with a probability
// above 0.6 and above the glyph's own. A 5 with a slanted stroke reads as a good 8, so a glyph with a slanted
// stroke is replaced whatever it looks like. The digits that remain come after the other glyphs.
func (b *Band) removeStrokes(ctx context.Context, h Hand, all []Glyph) ([]Glyph, error) {
	type struck struct {
		glyph, from, to int
		slanted         bool
	}
	var found []struck
	var pieces []Glyph
	var cut []digits.Glyph
	for i := range all {
		g := &all[i]
		without, slope := b.removeStroke(g.Blob, h)
		if g.digitProb() > .8 && math.Abs(slope) < leastSlope {
			continue
		}
		from := len(cut)
		for _, x := range without {
			c, ok := b.Cut(x, h.Lighter, g.Blob)
			if pieces = b.add(pieces, x); len(pieces) == len(cut) {
				continue // it is beside all lines
			}
			if !ok {
				pieces = pieces[:len(cut)]
				continue
			}
			cut = append(cut, c)
		}
		if len(cut) > from {
			found = append(found, struck{i, from, len(cut), math.Abs(slope) >= leastSlope})
		}
	}
	probs, err := digits.Read(ctx, cut)
	if err != nil {
		return nil, err
	}
	for i := range pieces {
		pieces[i].own, pieces[i].Probs, pieces[i].form, pieces[i].struck = probs[i], probs[i], formOf(&cut[i]), true
	}
	gone := make([]bool, len(all))
	var more []Glyph
	for _, s := range found {
		parts := pieces[s.from:s.to]
		least := 1.
		for i := range parts {
			least = min(least, parts[i].digitProb())
		}
		if least > .6 && (s.slanted || least > all[s.glyph].digitProb()) {
			gone[s.glyph] = true
			more = append(more, parts...)
		}
	}
	n := 0
	for i := range all {
		if !gone[i] {
			all[n] = all[i]
			n++
		}
	}
	return append(all[:n], more...), nil
}

// digitProb returns the probability that a glyph is a single digit.
func (g *Glyph) digitProb() float64 {
	return 1 - float64(g.own[digits.Junk]) - float64(g.own[digits.Touching])
}

// leastSlope is the least slope of a stroke that cannot belong to a digit: the bars of 4 and 7 are level.
const leastSlope = .2

// strokeOverhang is how far a player's stroke goes beyond the digits at least, as a share of the digits'
// height. The bar of a leaning 8 or 0 ends where the digit does.
const strokeOverhang = .04

// removeStroke removes a thin straight stroke from a blob and returns the digits that remain, and the slope
// of the stroke: pixels down a pixel to the right. The stroke goes from the blob's left end to its right without
// a gap, and beyond the digits on both sides; it is at most a quarter of a digit's height thick. If there is none
// it returns nil.
func (b *Band) removeStroke(x ink.Blob, h Hand) ([]ink.Blob, float64) {
	w, t := x.Box.Dx(), x.Box.Dy()
	if float64(w) < .35*h.Height || w < 6 {
		return nil, 0
	}
	width := b.Light.Rect.Dx()
	s := silhouette{make([]bool, w*t), w, t}
	for _, p := range x.At {
		s.on[(int(p)/width-x.Box.Min.Y)*w+int(p)%width-x.Box.Min.X] = true
	}
	// The ends of the stroke stand out from the digits.
	end := max(1, w/16)
	left, right := s.middle(end), s.middle(w-1-end)
	if left < 0 || right < 0 {
		return nil, 0
	}
	slope := (right - left) / float64(w-1-2*end)
	at := func(c int) int { return int(math.Round(left + slope*float64(c-end))) }
	var thick []float64
	for c := range w {
		from, to := s.run(c, at(c))
		if from == to && c >= end && c < w-end {
			return nil, 0 // it has a gap
		}
		thick = append(thick, float64(to-from))
	}
	usual := plane.Share(slices.Clone(thick), .25, 0) // where no digit crosses the stroke
	if usual > .25*h.Height || max(thick[end], thick[w-1-end]) > 1.5*usual+1 {
		return nil, 0
	}
	for c := range w {
		if from, to := s.run(c, at(c)); thick[c] <= 1.6*usual+1 {
			for y := from; y < to; y++ {
				s.on[y*w+c] = false
			}
		}
	}
	parts := digitsOf(x, s.on, w, t, int32(width), h)
	var rest image.Rectangle
	for _, p := range parts {
		rest = rest.Union(p.Box)
	}
	if beyond := max(1, int(strokeOverhang*h.Height)); rest.Min.X < x.Box.Min.X+beyond || rest.Max.X > x.Box.Max.X-beyond {
		return nil, 0 // the line belongs to the digits, as in an 8 that leans
	}
	return parts, slope
}

// A silhouette tells for each pixel of a box, w × h, whether there is ink.
type silhouette struct {
	on   []bool
	w, h int
}

// run returns the rows from..to of the ink in column c that contains row y, or the row above or below it. If
// there is no ink, from = to.
func (s silhouette) run(c, y int) (from, to int) {
	for _, y := range [...]int{y, y - 1, y + 1} {
		if y < 0 || y >= s.h || !s.on[y*s.w+c] {
			continue
		}
		from, to = y, y+1
		for from > 0 && s.on[(from-1)*s.w+c] {
			from--
		}
		for to < s.h && s.on[to*s.w+c] {
			to++
		}
		return from, to
	}
	return 0, 0
}

// middle returns the middle of a column's ink if that is in one piece, or else -1.
func (s silhouette) middle(c int) float64 {
	first, last, n := -1, -1, 0
	for y := range s.h {
		if s.on[y*s.w+c] {
			if first < 0 {
				first = y
			}
			last = y
			n++
		}
	}
	if first < 0 || n < last-first+1 {
		return -1
	}
	return float64(first+last) / 2
}

// digitsOf returns the digits of the ink that remains of blob x. on marks that ink in the blob's box, w × t pixels;
// width is the sheet's. A piece that stands above or below a larger one makes one digit with it; another one of
// less than a third of a digit's height is dropped. If one of the digits has not a digit's height it returns nil.
func digitsOf(x ink.Blob, on []bool, w, t int, width int32, h Hand) []ink.Blob {
	seen := make([]bool, len(on))
	var parts []ink.Blob
	for i := range on {
		if !on[i] || seen[i] {
			continue
		}
		var at []int32
		for _, p := range ink.Flood(on, seen, w, t, int32(i), nil) {
			at = append(at, (p/int32(w)+int32(x.Box.Min.Y))*width+p%int32(w)+int32(x.Box.Min.X))
		}
		parts = append(parts, ink.Blob{Box: ink.Tight(at, width), At: at, Peak: x.Peak})
	}
	slices.SortStableFunc(parts, func(a, b ink.Blob) int { return len(b.At) - len(a.At) })
	var all []ink.Blob
next:
	for _, p := range parts {
		for i := range all {
			over := min(all[i].Box.Max.X, p.Box.Max.X) - max(all[i].Box.Min.X, p.Box.Min.X)
			if 2*over > p.Box.Dx() {
				all[i] = ink.Join(all[i], p)
				continue next
			}
		}
		if 3*float64(p.Box.Dy()) > h.Height {
			all = append(all, p)
		}
	}
	for _, p := range all {
		if !h.fits(p.Box) {
			return nil
		}
	}
	return all
}
