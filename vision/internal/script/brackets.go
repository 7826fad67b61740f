package script

import (
	"image"
	"slices"

	"kibitz/vision/internal/ink"
)

// bracketHeight is the least height of a bracket, in digits. A net takes some for a 1.
const bracketHeight = 1.12

// withoutBrackets returns the glyphs and the rest without brackets, if most clues stand in some, as a program prints a
// list: [1, 2].
func (b *Band) withoutBrackets(h Hand, all []Glyph, rest []ink.Blob) ([]Glyph, []ink.Blob) {
	const slim, most = .5, .6 // a bracket's height; share of the lines
	isBracket := func(box image.Rectangle) bool {
		return float64(box.Dy()) > bracketHeight*h.Height && float64(box.Dx()) < slim*float64(box.Dy())
	}
	brackets, written := map[int]int{}, map[int]bool{}
	for i := range all {
		if written[all[i].line] = true; isBracket(all[i].Box) {
			brackets[all[i].line]++
		}
	}
	for _, x := range rest {
		if line := b.LineOf(b.Middle(x.Box)); isBracket(x.Box) && written[line] {
			brackets[line]++
		}
	}
	n := 0.
	for _, k := range brackets {
		if k == 2 {
			n++
		}
	}
	if n < most*float64(len(written)) {
		return all, rest
	}
	return slices.DeleteFunc(all, func(g Glyph) bool { return isBracket(g.Box) }),
		slices.DeleteFunc(rest, func(x ink.Blob) bool { return isBracket(x.Box) })
}
