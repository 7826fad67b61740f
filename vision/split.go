package vision

import (
	"cmp"
	"context"
	"math"
	"slices"

	"kibitz/vision/internal/digits"
)

// interpret turns the net's answers into texts. What may be digits that touch is cut where
// its ink is thinnest, in each of a few places, and the halves are read.
func (b *band) interpret(ctx context.Context, h hand, all []glyph) error {
	type half struct{ glyph, cut int }
	var lefts, rights []digits.Glyph
	var of []half
	for i := range all {
		g := &all[i]
		for d := range 10 {
			g.texts = addText(g.texts, string(rune('0'+d)), float64(g.probs[d]))
		}
		g.texts = addText(g.texts, "", float64(g.probs[digits.Junk]))
		if float64(g.probs[digits.Touching]) < .02 && float64(g.box.Dx()) < 1.1*h.height {
			continue
		}
		for k, x := range b.thin(g.blob, h) {
			left, right := b.parts(g.blob, x)
			p, ok := b.cut(left, h.lighter, g.blob)
			q, fine := b.cut(right, h.lighter, g.blob)
			if ok && fine {
				lefts, rights, of = append(lefts, p), append(rights, q), append(of, half{i, k})
			}
		}
	}
	left, err := digits.Read(ctx, lefts)
	if err != nil {
		return err
	}
	n := 0
	for k := range of { // where the left half is no digit, the right one does not matter
		if slices.Max(left[k][:10]) >= leastText {
			left[n], rights[n], of[n] = left[k], rights[k], of[k]
			n++
		}
	}
	right, err := digits.Read(ctx, rights[:n])
	if err != nil {
		return err
	}
	found := map[int][]text{}
	for k, o := range of[:n] {
		for d := range 10 {
			for e := range 10 {
				if p := float64(left[k][d]) * float64(right[k][e]); p >= leastText {
					found[o.glyph] = addText(found[o.glyph], string([]rune{rune('0' + d), rune('0' + e)}), p)
				}
			}
		}
	}
	for i, texts := range found {
		// The cuts are rivals: the likelier one makes sense, the others make junk. If none makes much,
		// there are more than two digits, or the right cut was not among them.
		sum := 0.
		for _, t := range texts {
			sum += t.p
		}
		touching := max(float64(all[i].probs[digits.Touching]), .01)
		for _, t := range texts {
			all[i].texts = addText(all[i].texts, t.digits, touching*t.p/max(sum, .3))
		}
	}
	for i := range all {
		slices.SortStableFunc(all[i].texts, func(s, t text) int { return cmp.Compare(t.p, s.p) })
		all[i].texts = all[i].texts[:min(len(all[i].texts), MaxReadings)]
	}
	return nil
}

// leastText is how likely a text is that is not out of question.
const leastText = 1e-4

// addText adds a text unless it is out of question; the same text counts together.
func addText(texts []text, s string, p float64) []text {
	if p < leastText {
		return texts
	}
	for i := range texts {
		if texts[i].digits == s {
			texts[i].p += p
			return texts
		}
	}
	return append(texts, text{s, p})
}

// thin are the places to cut a blob upright: the columns with the least ink among their
// neighbours, the four thinnest of them.
func (b *band) thin(x blob, h hand) []int {
	width := b.light.Rect.Dx()
	n := make([]int, x.box.Dx())
	for _, p := range x.at {
		n[int(p)%width-x.box.Min.X]++
	}
	// Two digits meet near the middle; of more, each is about as wide as the next.
	edge := max(2, int(.28*float64(len(n))))
	if float64(len(n)) > 1.5*h.height {
		edge = max(2, int(.25*h.height))
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
		cuts[i] += x.box.Min.X
	}
	return cuts
}

// parts are a blob's ink left and right of a column, the column going to the right.
func (b *band) parts(x blob, at int) (left, right blob) {
	width := int32(b.light.Rect.Dx())
	var l, r []int32
	for _, p := range x.at {
		if int(p%width) < at {
			l = append(l, p)
		} else {
			r = append(r, p)
		}
	}
	return blob{tight(l, width), l, x.peak}, blob{tight(r, width), r, x.peak}
}

// unstacked are the blobs of a hand, those that are as high as some digits one above another cut
// between them, where the least ink is.
func (b *band) unstacked(h hand) []blob {
	var all []blob
	for _, x := range b.blobs[h.lighter] {
		high := float64(x.box.Dy()) / h.height
		inBody := b.cols && b.row(float64(x.box.Max.Y)) > .1
		if high < 1.7 || float64(x.box.Dx()) > 2*h.height || float64(x.box.Dx()) < .2*h.height || inBody {
			all = append(all, x)
			continue
		}
		all = append(all, b.unstack(x, high)...)
	}
	return all
}

// unstack cuts a blob into digits one above another; high is how many digits' heights it has.
func (b *band) unstack(x blob, high float64) []blob {
	width := b.light.Rect.Dx()
	n := make([]int, x.box.Dy())
	for _, p := range x.at {
		n[int(p)/width-x.box.Min.Y]++
	}
	// Digits stand a little more than their height apart; how many there are, the cuts tell.
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
	for _, p := range x.at {
		k, _ := slices.BinarySearch(cuts, int(p)/width-x.box.Min.Y+1)
		pieces[k] = append(pieces[k], p)
	}
	var all []blob
	for _, at := range pieces {
		if len(at) > 0 {
			all = append(all, blob{tight(at, int32(width)), at, x.peak})
		}
	}
	return all
}

// cutRows are the rows with the least ink near those that divide a blob evenly, and how much
// ink they have, on average.
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
