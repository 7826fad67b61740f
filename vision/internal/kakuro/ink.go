package kakuro

import (
	"context"
	"image"
	"math"
	"slices"

	"kibitz/vision/internal/digits"
	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/plane"
	"kibitz/vision/internal/script"
)

// findStrokes finds the blobs of both inks, dark (0) and light (1), after rules and the diagonals of
// cells are removed. On a photo it does so in two ways: rules removed wherever they are, and the sides
// of cells cut first. There it softens the sheet and lights up its shade before; g.lit keeps the
// softened sheet without that.
func (g *grid) findStrokes(ctx context.Context, photo bool) error {
	g.sharp = g.Light
	if photo {
		g.sharp = &image.Gray{Pix: slices.Clone(g.Light.Pix), Stride: g.Light.Stride, Rect: g.Light.Rect}
		ink.Soften(g.Light)
		g.lit = &image.Gray{Pix: slices.Clone(g.Light.Pix), Stride: g.Light.Stride, Rect: g.Light.Rect}
		lightUp(g.Light, min(g.W, g.H))
	}
	width, height := g.Light.Rect.Dx(), g.Light.Rect.Dy()
	cell := min(g.W, g.H)
	pen := int(math.Round(.3 * cell))
	for i := range g.Inks {
		strength := ink.Of(g.Light, pen, pen, i == 1)
		g.Inks[i] = strength
		noise := int(plane.Quantile(strength.Pix, .5)) // most pixels have no ink
		g.Floor[i] = uint8(min(10+22*noise/10, 200))
		g.Trace[i] = g.Floor[i]
		on := g.strongInk(strength, g.Floor[i])
		g.lookAtSlashes(i, on)
		// Diagonals go first: with digits above one another they would look like a rule.
		g.removeSlashes(i, on)
		g.cutStrokes(i, on)
		apart := slices.Clone(on)
		if err := ink.RemoveRules(ctx, on, strength.Pix, width, height, int(.9*max(g.W, g.H)), int(math.Ceil(.15*cell))); err != nil {
			return err
		}
		g.Blobs[i] = ink.Blobs(strength, on, 6, int(.9*max(g.W, g.H)))
		if !photo {
			continue
		}
		g.removeSides(apart)
		if err := ink.RemoveRules(ctx, apart, strength.Pix, width, height, int(.9*max(g.W, g.H)), int(math.Ceil(.15*cell))); err != nil {
			return err
		}
		g.sidesCut[i] = ink.Blobs(strength, apart, 6, int(.9*max(g.W, g.H)))
	}
	return nil
}

// read reads the glyphs in the cells and joins them to figures. In cells of one shade it takes the
// glyphs of one ink, the one in which more digits are written.
func (g *grid) read(ctx context.Context) error {
	all, of, cut := g.cutGlyphs()
	if any, err := anyDigits(ctx, cut); err != nil || !any {
		return err
	}
	probs, err := digits.Read(ctx, cut)
	if err != nil {
		return err
	}
	for i := range all {
		all[i].Probs = probs[i]
	}
	if all, of, err = g.readFaint(ctx, all, of); err != nil {
		return err
	}
	all, of = g.chooseWay(all, of)
	all = g.withoutPencil(g.inUsualInk(all, of))
	if err := g.Interpret(ctx, script.Hand{Height: g.usualHeight(all)}, all); err != nil {
		return err
	}
	for _, f := range g.figures(all) {
		if k := g.cellAt(f.r, f.c); k >= 0 {
			r, c := g.place(k)
			f.r, f.c = f.r-r, f.c-c
			g.cells[k].figures = append(g.cells[k].figures, f)
		}
	}
	if err := g.readPlates(ctx); err != nil {
		return err
	}
	g.trimZeros()
	g.findSums()
	return g.readWhole(ctx)
}

// cutGlyphs returns the blobs of either ink that may be digits, from both ways to remove the sides
// of cells; the set of strokes each belongs to; and its picture for the net. It stops at mostGlyphs.
func (g *grid) cutGlyphs() (all []script.Glyph, of []inkIn, cut []digits.Glyph) {
	for way, blobs := range [][2][]ink.Blob{g.Blobs, g.sidesCut} {
		for i := range blobs {
			for _, x := range g.digitLike(blobs[i], i) {
				if piece, ok := g.Cut(x.Blob, i); ok && len(cut) < mostGlyphs {
					cut = append(cut, piece)
					all, of = append(all, x), append(of, g.inkIn(&x, i, way))
				}
			}
		}
	}
	return all, of, cut
}

// readFaint adds glyphs with faint strokes where the net calls pieces junk: a digit on grey falls apart if its thin
// strokes are much fainter than its thick ones.
func (g *grid) readFaint(ctx context.Context, all []script.Glyph, of []inkIn) ([]script.Glyph, []inkIn, error) {
	const unclear, share = .3, .15 // the probability of junk; the weakest ink of a stroke as a share of its strongest
	broken := map[inkIn]bool{}
	var inks [2]bool
	for i, p := range of {
		if p.way = 2; script.Junk(&all[i]) > unclear {
			broken[p], inks[p.light] = true, true
		}
	}
	var cut []digits.Glyph
	first := len(all)
	for i, some := range inks {
		if !some {
			continue
		}
		strength := g.Inks[i]
		on := make([]bool, len(strength.Pix))
		for p, v := range strength.Pix {
			on[p] = v >= g.Floor[i]
		}
		g.removeSlashes(i, on)
		g.cutStrokes(i, on)
		width, height, cell := g.Light.Rect.Dx(), g.Light.Rect.Dy(), min(g.W, g.H)
		if err := ink.RemoveRules(ctx, on, strength.Pix, width, height, int(.9*max(g.W, g.H)), int(math.Ceil(.15*cell))); err != nil {
			return nil, nil, err
		}
		for _, x := range g.digitLike(ink.Strokes(strength, on, 6, int(.9*max(g.W, g.H)), share), i) {
			at := g.inkIn(&x, i, 2)
			if piece, ok := g.Cut(x.Blob, i); ok && broken[at] && len(all) < mostGlyphs {
				cut = append(cut, piece)
				all, of = append(all, x), append(of, at)
			}
		}
	}
	probs, err := digits.Read(ctx, cut)
	if err != nil {
		return nil, nil, err
	}
	for i, p := range probs {
		all[first+i].Probs = p
	}
	return all, of, nil
}

// inUsualInk returns the glyphs that are written in the usual ink of their cell's shade, except those
// that are surely junk. If one half of a cell has no digit in that ink and a clear one in the other,
// its shade is wrong and the other ink is kept there. The result is in the memory of all.
func (g *grid) inUsualInk(all []script.Glyph, of []inkIn) []script.Glyph {
	inkOf := g.inkOfShades(all, of)
	const clearly = .1 // the largest probability of junk
	written, other := map[inkIn]bool{}, map[inkIn]bool{}
	for i, p := range of {
		at := inkIn{cell: p.cell, upper: p.upper}
		switch p := script.Junk(&all[i]); {
		case p < .5 && of[i].light == inkOf[g.cells[at.cell].shade]:
			written[at] = true
		case p < clearly && of[i].light != inkOf[g.cells[at.cell].shade]:
			other[at] = true
		}
	}
	n := 0
	for i, p := range of {
		at := inkIn{cell: p.cell, upper: p.upper}
		light := inkOf[g.cells[p.cell].shade]
		if other[at] && !written[at] {
			light = 1 - light
		}
		if light == p.light && script.Junk(&all[i]) < .995 {
			all[n] = all[i]
			n++
		}
	}
	return all[:n]
}

// inkOfShades returns for each shade the ink in which more digits are written: 0 dark, 1 light. With
// few digits it is light ink on dark cells, dark ink on others.
func (g *grid) inkOfShades(all []script.Glyph, of []inkIn) []int {
	scores := make([][2]float64, g.shades)
	for i := range g.centres {
		if g.centres[i].light() < 110 {
			scores[i][1] = .8
		} else {
			scores[i][0] = .8
		}
	}
	for i := range all {
		if p := float64(script.Junk(&all[i])); p < .5 {
			scores[g.cells[of[i].cell].shade][of[i].light] += (1 - 2*p) * float64(all[i].Box.Dy()) / g.H
		}
	}
	inks := make([]int, g.shades)
	for i, s := range scores {
		if s[1] > s[0] {
			inks[i] = 1
		}
	}
	return inks
}

// anyDigits reports whether glyphs are worth reading. From 800 glyphs on it reads a sample of 400
// and returns false unless four of these are digits: hatched blocks have more stripes than digits.
func anyDigits(ctx context.Context, cut []digits.Glyph) (bool, error) {
	const many, some, few = 800, 400, 4 // glyphs
	if len(cut) < many {
		return true, nil
	}
	sample := make([]digits.Glyph, some)
	for i := range sample {
		sample[i] = cut[i*len(cut)/some]
	}
	probs, err := digits.Read(ctx, sample)
	n := 0
	for _, p := range probs {
		if class, sure := p.Best(); class < 10 && sure > .5 {
			n++
		}
	}
	return n >= few, err
}

// inkIn is the key of a set of strokes.
type inkIn struct {
	light, cell int  // light: 0 for dark ink, 1 for light ink
	upper       bool // above the cell's diagonal
	way         int  // how it was found: 0 rules removed, 1 sides of cells cut one by one, 2 faint strokes kept
}

// ways is the number of ways in which glyphs are found.
const ways = 3

// inkIn returns the set of strokes that a glyph belongs to.
func (g *grid) inkIn(x *script.Glyph, light, way int) inkIn {
	k := g.cellAt(x.R, x.C)
	r, c := g.place(k)
	return inkIn{light, k, x.C-c > x.R-r, way}
}

// chooseWay keeps for each triangle and ink the glyphs of one way to find them: the way in which most of the
// glyphs are digits, or the first if that is about as good. The results are in the memory of all and of.
func (g *grid) chooseWay(all []script.Glyph, of []inkIn) ([]script.Glyph, []inkIn) {
	const clearly = .1 // the lead that another way than the first needs, in digits
	scores := map[inkIn]float64{}
	for i := range all {
		if p := script.Junk(&all[i]); p < .5 {
			scores[of[i]] += float64(1 - 2*p)
		}
	}
	n := 0
	for i, p := range of {
		best, at := p, p
		best.way = 0
		for at.way = 1; at.way < ways; at.way++ {
			if lead := scores[at] - scores[best]; lead > clearly || best.way > 0 && lead > 0 {
				best = at
			}
		}
		if best.way == p.way {
			all[n], of[n] = all[i], p
			n++
		}
	}
	return all[:n], of[:n]
}

// digitLike returns the blobs of an ink that may be digits by their size and place. It leaves out blobs in cells that
// the image does not show or that are striped, the rests of rules, and blobs with boxes that overlap three others in
// their cell: those are stripes. On a photo low ones are grain. A blob of the wrong size that is wider than high, and
// 14 to 50 % of a cell high, marks its cell as unread.
func (g *grid) digitLike(blobs []ink.Blob, light int) (all []script.Glyph) {
	in := make([][]script.Glyph, len(g.cells))
	low := .12 * g.H
	if g.flat {
		low = .1 * g.H
	}
	for _, x := range blobs {
		w, h := float64(x.Box.Dx()), float64(x.Box.Dy())
		r, c := g.Middle(x.Box)
		k := g.cellAt(r, c)
		if k < 0 || !g.cells[k].shown || g.cells[k].striped[light] && g.cells[k].slash[light] < .9 {
			continue
		}
		if h < max(6, low) || h > .85*g.H || w > 2.4*h || w > .85*g.W || w < .08*h {
			g.cells[k].unread = g.cells[k].unread || h > .14*g.H && h < .5*g.H && w > h
			continue
		}
		const thin, near = .07, .06 // cells
		if beside := c - math.Round(c); w < thin*g.W && plane.Abs(beside) < near {
			continue // the rest of a rule
		}
		in[k] = append(in[k], script.Glyph{Blob: x, R: r, C: c})
	}
	area := func(b image.Rectangle) int { return b.Dx() * b.Dy() }
	for _, glyphs := range in {
		for i := range glyphs {
			across := 0
			for j := range glyphs {
				if both := glyphs[i].Box.Intersect(glyphs[j].Box); i != j && 5*area(both) > min(area(glyphs[i].Box), area(glyphs[j].Box)) {
					across++
				}
			}
			if across < 3 {
				all = append(all, glyphs[i])
			}
		}
	}
	return all
}

// mostGlyphs is the largest number of glyphs read of one grid.
const mostGlyphs = 2500
