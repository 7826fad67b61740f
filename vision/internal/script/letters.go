package script

import (
	"image"
	"slices"

	"kibitz/vision/internal/ink"
)

// WithoutLetters returns the glyphs and the rest of both bands without the letters of colours, if most numbers seem to
// have one behind them, as Kibitz prints them: 2r 1g. It may be the last digit as well.
func WithoutLetters(bands [2]*Band, h Hand, all [2][]Glyph, rest [2][]ink.Blob) ([2][]Glyph, [2][]ink.Blob) {
	const most = .5 // share of the numbers; the lines may be numbered, too
	letters, numbers := [2]map[image.Rectangle]bool{}, 0
	for i := range bands {
		var boxes []image.Rectangle
		for k := range all[i] {
			boxes = append(boxes, all[i][k].Box)
		}
		for _, x := range rest[i] {
			boxes = append(boxes, x.Box)
		}
		n := 0
		letters[i], n = lastOf(boxes, h)
		numbers += n
	}
	if float64(len(letters[0])+len(letters[1])) < most*float64(numbers) || min(len(letters[0]), len(letters[1])) == 0 {
		return all, rest
	}
	for i := range bands {
		all[i] = slices.DeleteFunc(all[i], func(g Glyph) bool { return letters[i][g.Box] })
		rest[i] = slices.DeleteFunc(rest[i], func(x ink.Blob) bool { return letters[i][x.Box] })
	}
	return all, rest
}

// lastOf groups boxes of about a digit's size that stand close beside each other. It returns the last of each group of
// several, and how many groups there are.
func lastOf(boxes []image.Rectangle, h Hand) (last map[image.Rectangle]bool, groups int) {
	const low, high, wide, close = .5, 1.5, 1.2, .3 // in digit heights
	boxes = slices.DeleteFunc(boxes, func(b image.Rectangle) bool {
		return float64(b.Dy()) < low*h.Height || float64(b.Dy()) > high*h.Height || float64(b.Dx()) > wide*h.Height
	})
	follows := func(a, b image.Rectangle) bool { // b stands close to the right of a
		level := min(a.Max.Y, b.Max.Y) - max(a.Min.Y, b.Min.Y)
		return 2*level > min(a.Dy(), b.Dy()) && b.Min.X >= (a.Min.X+a.Max.X)/2 && float64(b.Min.X-a.Max.X) < close*h.Height && a != b
	}
	const many = 3000 // boxes that are compared with each other
	if last = map[image.Rectangle]bool{}; len(boxes) > many {
		return last, len(boxes)
	}
	for _, b := range boxes {
		if slices.ContainsFunc(boxes, func(o image.Rectangle) bool { return follows(b, o) }) {
			continue
		}
		groups++
		if slices.ContainsFunc(boxes, func(o image.Rectangle) bool { return follows(o, b) }) {
			last[b] = true
		}
	}
	return last, groups
}
