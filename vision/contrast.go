package vision

import "slices"

// strong leaves out what is much fainter than the digits are: edges of boxes, the other side of the
// page. Greyed digits have a third of the strength of others, or more.
func (b *band) strong(h hand, all []glyph) []glyph {
	var peaks, contrasts []float64
	for i := range all {
		if junk(&all[i]) < .2 {
			peaks, contrasts = append(peaks, float64(all[i].peak)), append(contrasts, b.contrast(&all[i], h))
		}
	}
	b.pen = share(peaks, .75, 0)
	least := .2 * share(contrasts, .75, 0)
	return slices.DeleteFunc(all, func(g glyph) bool { return b.contrast(&g, h) < least })
}

// contrast is how strong a glyph's ink is, beside whichever is lighter: the ink, or what it is on. So a
// shadow changes nothing, and a grey on white is weak where on black it is not.
func (b *band) contrast(g *glyph, h hand) float64 {
	light := 0
	for _, p := range g.at {
		light += int(b.light.Pix[p])
		if h.lighter == 0 {
			light += int(b.inks[0].Pix[p])
		}
	}
	return float64(g.peak) / (float64(light)/float64(len(g.at)) + 1)
}
