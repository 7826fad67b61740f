package sudoku

import (
	"cmp"
	"slices"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/digits"
	"kibitz/vision/internal/plane"
	"kibitz/vision/internal/script"
)

// sort finds the digit of each cell among its figures, and what it may be. Digits that look alike are the same: what
// the net says of one holds for the others.
func (g *grid) sort() {
	tall, strong := g.usual()
	const faint, faintLoose = .2, .5 // of the usual contrast: grain, or what shows through from the next page
	var glyphs []*script.Glyph
	of := map[*script.Glyph]*square{}
	for i := range g.cells {
		s := &g.cells[i]
		share := s.look.contrast() / max(strong, 1e-9)
		if s.digit = g.digitOf(s, tall); s.digit != nil && (share < faint || s.digit.loose && share < faintLoose) {
			s.digit = nil
		}
		if s.digit != nil {
			glyph := script.NewGlyph(&s.digit.cut, likely(s.digit.probs, share))
			glyphs, of[glyph] = append(glyphs, glyph), s
		}
	}
	script.Pool(slices.Clone(glyphs))
	for _, x := range glyphs {
		of[x].guesses = guessesOf(x.Probs, g.size)
	}
}

// likely returns what the net says of a figure, weighed by what stands in the cells of a Sudoku: no 0, hardly two
// digits, and seldom something else that is as high as a digit, in the middle of a cell and as dark as digits are.
// Share is its contrast as a share of the usual one.
func likely(p digits.Probs, share float64) digits.Probs {
	junk, touching := float32(.06), float32(.02) // as the net was trained on more of both
	if share < .6 {
		junk = 1
	}
	p[0], p[digits.Junk], p[digits.Touching] = p[0]*junk, p[digits.Junk]*junk, p[digits.Touching]*touching
	var sum float32
	for _, v := range p {
		sum += v
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// usual returns the height of digits, in pixels of the sheet, and their contrast: the upper quartile of the heights of
// the figures that are surely digits, and the median of the contrasts of their cells. Pencil marks are lower, digits of
// one font equally high.
func (g *grid) usual() (high, strong float64) {
	var tall, contrasts []float64
	for i := range g.cells {
		best := 0.
		for _, f := range g.cells[i].found {
			if class, p := f.probs.Best(); class < digits.Junk && p > .8 {
				best = max(best, float64(f.box.Dy()))
			}
		}
		if best > 0 {
			tall, contrasts = append(tall, best), append(contrasts, g.cells[i].look.contrast())
		}
	}
	return plane.Share(tall, .75, .5*g.H), plane.Median(contrasts, 0)
}

// digitOf returns the figure that is a cell's digit: of those that are nearly as high as digits usually are, the one
// that the net is surest of. It is nil for none. Two such figures beside each other count as other.
func (g *grid) digitOf(s *square, tall float64) (best *figure) {
	const lowest, highest = .68, 1.5 // of the usual height
	const nearest = .22              // of a cell, by which it may lie beside the middle
	middle := s.window.Min.Add(s.window.Max)
	for k := range s.found {
		f := &s.found[k]
		at := f.box.Min.Add(f.box.Max).Sub(middle) // twice as far as its middle is from the cell's
		if high := float64(f.box.Dy()); high < lowest*tall || high > highest*tall {
			continue
		}
		if plane.Abs(float64(at.X)) > 2*nearest*g.W || plane.Abs(float64(at.Y)) > 2*nearest*g.H {
			if class, p := f.probs.Best(); class < digits.Junk && p > .8 {
				s.other++
			}
			continue
		}
		if best == nil || best.probs[digits.Junk] > .3 && f.probs[digits.Junk] < best.probs[digits.Junk] {
			best = f
		}
	}
	return best
}

// guessesOf returns what a figure may be on a board of a size, 0 for no digit. Something that the net takes for no
// digit may be one that it cannot read; then only half of the probability is that of none.
func guessesOf(p digits.Probs, size int) (guesses []board.Guess) {
	const least = 1e-5
	for d := 1; d <= size; d++ {
		if p := float64(p[d]); p > least {
			guesses = append(guesses, board.Guess{Value: d, P: p})
		}
	}
	if p := float64(p[digits.Junk]) / 2; p > least {
		guesses = append(guesses, board.Guess{Value: 0, P: p})
	}
	slices.SortStableFunc(guesses, func(a, b board.Guess) int { return cmp.Compare(b.P, a.P) })
	return guesses[:min(len(guesses), board.MaxReadings)]
}
