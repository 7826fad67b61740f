package script

import (
	"slices"

	"kibitz/vision/internal/plane"
)

// dropFaint returns the glyphs without those that have less than a fifth of the contrast of most digits, such as
// edges of boxes or print from the other side of the page. Greyed digits have at least a third of the strength of
// others and stay. It also sets b.pen, by which these are told later.
func (b *Band) dropFaint(h Hand, all []Glyph) []Glyph {
	var peaks, contrasts []float64
	for i := range all {
		if Junk(&all[i]) < .2 {
			peaks, contrasts = append(peaks, float64(all[i].Peak)), append(contrasts, b.contrast(&all[i], h))
		}
	}
	b.pen = plane.Share(peaks, .75, 0)
	least := .2 * plane.Share(contrasts, .75, 0)
	return slices.DeleteFunc(all, func(g Glyph) bool { return b.contrast(&g, h) < least })
}

// contrast returns a glyph's difference from its ground, divided by the lighter of the two. So a shadow changes
// nothing, and a grey is weak on white and strong on black.
func (b *Band) contrast(g *Glyph, h Hand) float64 {
	light := 0
	for _, p := range g.At {
		light += int(b.Light.Pix[p])
		if h.Lighter == 0 { // the ground is lighter than dark ink by its strength
			light += int(b.Inks[0].Pix[p])
		}
	}
	return float64(g.Peak) / (float64(light)/float64(len(g.At)) + 1)
}
