// Package script reads the digits of clues and puts them together to numbers. It finds the blobs of ink in a
// band, the hand that the digits are written in, what the net says of each blob, and which readings of a
// whole line are likely.
package script

import (
	"cmp"
	"context"
	"image"
	"math"
	"slices"

	"kibitz/vision/internal/digits"
	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/plane"
)

// A Band is the strip of a sheet that holds clues: those of the rows, left of the body, or those of the
// columns, above it.
type Band struct {
	ink.Strip

	Flat     bool // the image is of a screen
	Faint    bool // digits may have strokes that are hardly seen
	Touching bool // runs of a line may touch, since they have colours

	Apart bool // the numbers of a clue may stand a cell apart, each on a tile of its own

	Inks  [2]*image.Gray // strength of the dark and of the light ink in each pixel, in grey levels
	Floor [2]uint8       // pixels of weaker ink count as paper
	Trace [2]uint8       // the weakest ink of a rule: noise does not go on for a rule's length
	Blobs [2][]ink.Blob
	rules [2][]bool         // marks the pixels of straight lines that were removed
	owner []uint8           // for Cut: the blob that a pixel's ink belongs to
	seen  map[*int32]*sight // by the address of the blob's first pixel
	pen   float64           // strength of the ink of digits that are not greyed
}

// A Glyph is a blob of about a digit's size, and what the net says of it.
type Glyph struct {
	ink.Blob
	line  int          // index of the clue, from LineOf
	R, C  float64      // middle of the blob, in cells
	own   digits.Probs // what the net says of this glyph alone
	Probs digits.Probs // what the net says of all glyphs that look like this one
	form  *form
	shape *shape // nil if it was not read

	ruled  bool   // a rule stands between this glyph and the one before it in the row
	struck bool   // a stroke through it was taken out
	read   []Text // the texts that the net offers
	Texts  []Text // the texts weighed by the whole board, the likeliest first
}

// A Text is one way to read a glyph, and its probability: the digits, or "" if it is no digit.
type Text struct {
	Digits string
	P      float64
}

// FindInk fills in the blobs of both inks. If photo, it first softens the grain of b.Light.
func (b *Band) FindInk(ctx context.Context, photo bool) error {
	if photo {
		ink.Soften(b.Light)
	}
	for i := range b.Inks {
		if err := b.findInkOf(ctx, i, photo); err != nil {
			return err
		}
	}
	return nil
}

// findInkOf fills in the blobs of ink i, which is 0 for dark and 1 for light, and all else that the band keeps of
// it: strength, floor, trace, and the straight lines that it removes.
func (b *Band) findInkOf(ctx context.Context, i int, photo bool) error {
	cell := min(b.W, b.H)
	pen := int(math.Round(.35 * cell))
	g := ink.Of(b.Light, pen, pen, i == 1)
	b.Inks[i] = g
	noise := int(plane.Quantile(g.Pix, .5)) // strength in most pixels, as most are paper
	b.Floor[i] = uint8(min(8+22*noise/10, 200))
	part := ink.WholeStroke
	if b.Faint {
		b.Floor[i], part = uint8(min(5+18*noise/10, 200)), ink.FaintStroke
	}
	b.Trace[i] = b.Floor[i]
	if !photo {
		b.Trace[i] = uint8(min(3+2*noise, 200))
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	on := make([]bool, len(g.Pix))
	for p, v := range g.Pix {
		on[p] = v >= b.Floor[i]
	}
	all := slices.Clone(on)
	if err := b.RemoveLines(ctx, on, g.Pix, int(1.8*max(b.W, b.H)), int(math.Ceil(.25*cell))); err != nil {
		return err
	}
	var upright []int
	if b.Clued {
		b.RemoveSeams(on, g.Pix, photo)
		b.RemoveRest(on, all, g.Pix)
		upright = b.RemoveBorders(on, all, g.Pix)
	}
	for p, v := range on {
		all[p] = all[p] && !v
	}
	b.rules[i] = all
	b.Blobs[i] = slices.DeleteFunc(ink.Strokes(g, on, 6, int(1.6*max(b.W, b.H)), part), func(x ink.Blob) bool { return b.OnRule(x, upright) })
	return ctx.Err()
}

// LineOf returns the index of the clue that a place on the sheet belongs to, or -1 if it lies beside all of
// them.
func (b *Band) LineOf(r, c float64) int {
	v := r
	if b.Cols {
		v = c
	}
	if i := int(math.Floor(v)); i >= 0 && i < b.Lines {
		return i
	}
	return -1
}

// distance returns the distance of a place from the body, in cells.
func (b *Band) distance(r, c float64) float64 {
	if b.Cols {
		return -r
	}
	return -c
}

// Glyphs returns the blobs of a band that may be digits, each read by the net. Before that, stacks of digits are
// cut apart, pieces of one digit are joined, and strokes that a player drew through digits are taken out. rest
// holds the blobs of another size that are no digits. Blobs more than 3.2 digit heights wide or 1.6 high are
// dropped.
func (b *Band) Glyphs(ctx context.Context, h Hand) (all []Glyph, rest []ink.Blob, err error) {
	var pieces []ink.Blob
	for _, x := range b.cutStacks(h) {
		if float64(x.Box.Dx()) > 3.2*h.Height || float64(x.Box.Dy()) > 1.6*h.Height {
			continue
		}
		if !h.fits(x.Box) {
			pieces = append(pieces, x)
			continue
		}
		all = b.add(all, x)
	}
	whole, rest := h.joinPieces(pieces)
	for _, x := range whole {
		all = b.add(all, x)
	}
	small, rest := b.findPairs(h, all, rest)
	for _, x := range small {
		all = b.add(all, x)
	}
	var seen []*sight
	n := 0
	for _, g := range all {
		if s := b.sightOf(g.Blob, h.Lighter); s != nil {
			seen = append(seen, s)
			all[n], all[n].form = g, formOf(&s.cut)
			n++
		}
	}
	all = all[:n]
	if err := ask(ctx, seen); err != nil {
		return nil, nil, err
	}
	for i, s := range seen {
		all[i].own, all[i].Probs = s.probs, s.probs
	}
	all = slices.DeleteFunc(all, func(g Glyph) bool {
		none := !h.fits(g.Box) && Junk(&g) > .5
		if none {
			rest = append(rest, g.Blob)
		}
		return none
	})
	if all, err = b.removeStrokes(ctx, h, all); err != nil {
		return nil, nil, err
	}
	all, rest = b.withoutBrackets(h, all, rest)
	return all, rest, nil
}

// AddTexts adds to each glyph the texts that it may stand for, and drops faint glyphs. It appends
// the blobs of rest that may be a missed number as further glyphs.
func (b *Band) AddTexts(ctx context.Context, h Hand, all []Glyph, rest []ink.Blob) ([]Glyph, error) {
	if err := b.Interpret(ctx, h, all); err != nil {
		return nil, err
	}
	return b.addUnread(h, b.dropFaint(h, all), rest), nil
}

// add appends a blob to all as a glyph, unless it lies beside all lines or in the body.
func (b *Band) add(all []Glyph, x ink.Blob) []Glyph {
	r, c := b.Middle(x.Box)
	line := b.LineOf(r, c)
	if line < 0 || b.distance(r, c) < -.05 {
		return all
	}
	return append(all, Glyph{Blob: x, line: line, R: r, C: c})
}

// addUnread adds to all the blobs of rest that are at least half as high and half as strong as the digits, from
// 0.12 to 2 digit heights wide, overlap no glyph, and do not stand on the body's edge as pieces of a thick line do.
// Such a blob may be a number that was missed: it is taken for junk with probability 0.5.
func (b *Band) addUnread(h Hand, all []Glyph, rest []ink.Blob) []Glyph {
	read := len(all)
	var peaks []float64
	for i := range all {
		peaks = append(peaks, float64(all[i].Peak))
	}
	strong := plane.Median(peaks, 255) / 2
	const edge = .12 // cells from the body to the middle of a digit, at least
next:
	for _, x := range rest {
		w, t := float64(x.Box.Dx()), float64(x.Box.Dy())
		if t < .5*h.Height || w < .12*h.Height || w > 2*h.Height || float64(x.Peak) < strong || b.distance(b.Middle(x.Box)) < edge || b.isOutline(h, x) {
			continue
		}
		for i := range all[:read] {
			if x.Box.Overlaps(all[i].Box) {
				continue next
			}
		}
		n := len(all)
		if all = b.add(all, x); len(all) > n {
			all[n].Probs[digits.Junk] = .5
			all[n].Texts = []Text{{"", .5}}
		}
	}
	return all
}

// isOutline reports whether a blob is a line or the outline of a box, or a part of one: it is larger than a digit, and
// no ink is in the middle of it.
func (b *Band) isOutline(h Hand, x ink.Blob) bool {
	if float64(max(x.Box.Dx(), x.Box.Dy())) < 1.28*h.Height {
		return false
	}
	const rim = 5 // the middle begins after a fifth of each side
	dx, dy, width := x.Box.Dx()/rim, x.Box.Dy()/rim, b.Light.Rect.Dx()
	middle := image.Rect(x.Box.Min.X+dx, x.Box.Min.Y+dy, x.Box.Max.X-dx, x.Box.Max.Y-dy)
	slim := min(x.Box.Dx(), x.Box.Dy()) < rim
	return slim || !slices.ContainsFunc(x.At, func(p int32) bool { return image.Pt(int(p)%width, int(p)/width).In(middle) })
}

// joinPieces joins pieces that stand one above another into digits. Two pieces join if they share half of the
// narrower one's columns and together are no larger than a digit. rest holds what still has not a digit's height.
// It sorts pieces from top to bottom.
func (h Hand) joinPieces(pieces []ink.Blob) (whole, rest []ink.Blob) {
	slices.SortStableFunc(pieces, func(a, b ink.Blob) int { return cmp.Compare(a.Box.Min.Y, b.Box.Min.Y) })
	used := make([]bool, len(pieces))
	for i, a := range pieces {
		if used[i] {
			continue
		}
		for j := i + 1; j < len(pieces) && float64(pieces[j].Box.Min.Y-a.Box.Min.Y) < 1.25*h.Height; j++ {
			b := pieces[j]
			over := min(a.Box.Max.X, b.Box.Max.X) - max(a.Box.Min.X, b.Box.Min.X)
			both := a.Box.Union(b.Box)
			if !used[j] && 2*over >= min(a.Box.Dx(), b.Box.Dx()) && float64(both.Dy()) <= 1.25*h.Height && float64(both.Dx()) <= h.Height {
				a, used[j] = ink.Join(a, b), true
			}
		}
		if h.fits(a.Box) {
			whole = append(whole, a)
		} else {
			rest = append(rest, a)
		}
	}
	return whole, rest
}
