package script

import (
	"cmp"
	"context"
	"math"
	"slices"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/digits"
	"kibitz/vision/internal/ink"
)

// Interpret turns the net's answers for all glyphs into texts, up to board.MaxReadings a glyph, the likeliest
// first. A glyph that may be two digits that touch, by the net's answer or by a width of more than 1.1 digit
// heights, is cut in each of the places where its ink is thinnest, and the halves are read.
func (b *Band) Interpret(ctx context.Context, h Hand, all []Glyph) error {
	var lefts, rights []digits.Glyph
	var of []int
	for i := range all {
		g := &all[i]
		for d := range 10 {
			g.Texts = addText(g.Texts, string(rune('0'+d)), float64(g.Probs[d]))
		}
		g.Texts = addText(g.Texts, "", float64(g.Probs[digits.Junk]))
		if float64(g.Probs[digits.Touching]) < .02 && float64(g.Box.Dx()) < 1.1*h.Height {
			continue
		}
		for _, x := range b.cutColumns(g.Blob, h) {
			left, right := b.cutAt(g.Blob, x)
			p, ok := b.Cut(left, h.Lighter, g.Blob)
			q, fine := b.Cut(right, h.Lighter, g.Blob)
			if ok && fine {
				lefts, rights, of = append(lefts, p), append(rights, q), append(of, i)
			}
		}
	}
	if err := addHalves(ctx, all, of, lefts, rights); err != nil {
		return err
	}
	for i := range all {
		slices.SortStableFunc(all[i].Texts, func(s, t Text) int { return cmp.Compare(t.P, s.P) })
		all[i].Texts = all[i].Texts[:min(len(all[i].Texts), board.MaxReadings)]
	}
	return nil
}

// addHalves reads glyphs that were cut in two, each in several places, and adds to each glyph's texts those of its
// halves together. of holds the index in all of the glyph that each cut belongs to. It overwrites rights and of.
func addHalves(ctx context.Context, all []Glyph, of []int, lefts, rights []digits.Glyph) error {
	left, err := digits.Read(ctx, lefts)
	if err != nil {
		return err
	}
	n := 0
	for k := range of { // if the left half is no digit, the right one does not matter
		if slices.Max(left[k][:10]) >= leastText {
			left[n], rights[n], of[n] = left[k], rights[k], of[k]
			n++
		}
	}
	right, err := digits.Read(ctx, rights[:n])
	if err != nil {
		return err
	}
	found := map[int][]Text{}
	for k, o := range of[:n] {
		for d := range 10 {
			for e := range 10 {
				if p := float64(left[k][d]) * float64(right[k][e]); p >= leastText {
					found[o] = addText(found[o], string([]rune{rune('0' + d), rune('0' + e)}), p)
				}
			}
		}
	}
	for i, texts := range found {
		// The cuts are rivals: the best one makes sense, the others make junk. If none makes much sense,
		// there are more than two digits, or the right cut was not tried.
		sum := 0.
		for _, t := range texts {
			sum += t.P
		}
		touching := max(float64(all[i].Probs[digits.Touching]), .01)
		for _, t := range texts {
			all[i].Texts = addText(all[i].Texts, t.Digits, touching*t.P/max(sum, .3))
		}
	}
	return nil
}

// leastText is the least probability of a text that is kept.
const leastText = 1e-4

// addText adds a text with probability p, unless p is below leastText. If the text is there already, the
// probabilities add up.
func addText(texts []Text, s string, p float64) []Text {
	if p < leastText {
		return texts
	}
	for i := range texts {
		if texts[i].Digits == s {
			texts[i].P += p
			return texts
		}
	}
	return append(texts, Text{s, p})
}

// cutColumns returns up to four columns where a blob may be cut in two: those with less ink than their
// neighbours, and the middle one, the thinnest first. Columns count from the left of the sheet.
func (b *Band) cutColumns(x ink.Blob, h Hand) []int {
	width := b.Light.Rect.Dx()
	n := make([]int, x.Box.Dx())
	for _, p := range x.At {
		n[int(p)%width-x.Box.Min.X]++
	}
	// Two digits meet near the middle. If there are more, each is about as wide as the next.
	edge := max(2, int(.28*float64(len(n))))
	if float64(len(n)) > 1.5*h.Height {
		edge = max(2, int(.25*h.Height))
	}
	var cuts []int
	for i := edge; i < len(n)-edge; i++ {
		if n[i] <= n[i-1] && n[i] < n[i+1] {
			cuts = append(cuts, i)
		}
	}
	if len(n) > 2*edge {
		cuts = append(cuts, len(n)/2)
	}
	slices.SortStableFunc(cuts, func(i, j int) int { return cmp.Compare(n[i], n[j]) })
	cuts = slices.Compact(cuts)
	cuts = cuts[:min(len(cuts), 4)]
	for i := range cuts {
		cuts[i] += x.Box.Min.X
	}
	return cuts
}

// cutAt returns a blob's ink left of a column, and the rest.
func (b *Band) cutAt(x ink.Blob, at int) (left, right ink.Blob) {
	width := int32(b.Light.Rect.Dx())
	var l, r []int32
	for _, p := range x.At {
		if int(p%width) < at {
			l = append(l, p)
		} else {
			r = append(r, p)
		}
	}
	return ink.Blob{Box: ink.Tight(l, width), At: l, Peak: x.Peak}, ink.Blob{Box: ink.Tight(r, width), At: r, Peak: x.Peak}
}

// cutStacks returns the blobs of a hand. A blob as high as several digits, at least 1.7, is cut between them, in
// the rows with the least ink. It stays whole if it is slimmer than a fifth of a digit's height or wider than two,
// or if it is a column's and goes on into the body.
func (b *Band) cutStacks(h Hand) []ink.Blob {
	var all []ink.Blob
	for _, x := range b.Blobs[h.Lighter] {
		high := float64(x.Box.Dy()) / h.Height
		inBody := b.Cols && b.Row(float64(x.Box.Max.Y)) > .1
		if high < 1.7 || float64(x.Box.Dx()) > 2*h.Height || float64(x.Box.Dx()) < .2*h.Height || inBody {
			all = append(all, x)
			continue
		}
		all = append(all, b.cutStack(x, high)...)
	}
	return all
}

// cutStack cuts a blob into digits that stand one above another, and returns these. high is the blob's height in
// digit heights.
func (b *Band) cutStack(x ink.Blob, high float64) []ink.Blob {
	width := b.Light.Rect.Dx()
	n := make([]int, x.Box.Dy())
	for _, p := range x.At {
		n[int(p)/width-x.Box.Min.Y]++
	}
	// Digits stand a little more than their height apart. The number whose cuts have the least ink is taken.
	var cuts []int
	least := math.Inf(1)
	usual := int(math.Round((high + .1) / 1.12))
	for parts := max(2, usual-1); parts <= usual+1; parts++ {
		at, cost := cutRows(n, parts)
		if cost < least {
			cuts, least = at, cost
		}
	}
	pieces := make([][]int32, len(cuts)+1)
	for _, p := range x.At {
		k, _ := slices.BinarySearch(cuts, int(p)/width-x.Box.Min.Y+1)
		pieces[k] = append(pieces[k], p)
	}
	var all []ink.Blob
	for _, at := range pieces {
		if len(at) > 0 {
			all = append(all, ink.Blob{Box: ink.Tight(at, int32(width)), At: at, Peak: x.Peak})
		}
	}
	return all
}

// cutRows returns rows that cut a blob into parts, from its ink in each row, n: near each even division, up to a
// fifth of a part away, the row with the least ink. cost is the mean ink in these rows, in pixels.
func cutRows(n []int, parts int) (cuts []int, cost float64) {
	each := float64(len(n)) / float64(parts)
	for k := 1; k < parts; k++ {
		at := int(float64(k) * each)
		for y := int((float64(k) - .2) * each); y <= int((float64(k)+.2)*each); y++ {
			if n[y] < n[at] {
				at = y
			}
		}
		cuts = append(cuts, at)
		cost += float64(n[at])
	}
	return cuts, cost / float64(parts-1)
}
