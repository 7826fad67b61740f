package kakuro

import (
	"cmp"
	"context"
	"image"
	"math"
	"slices"

	"kibitz/vision/internal/digits"
	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/plane"
	"kibitz/vision/internal/script"
)

// findStrokes fills in the blobs of both inks, without rules and without the diagonals of cells.
func (g *grid) findStrokes(ctx context.Context, photo bool) error {
	if photo {
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
		noise := int(plane.Quantile(strength.Pix, .5))
		g.Floor[i] = uint8(min(10+22*noise/10, 200))
		g.Trace[i] = g.Floor[i]
		on := g.strongInk(strength, g.Floor[i])
		g.lookAtSlashes(i, on)
		// First diagonals, or they and digits above one another make a line.
		g.removeSlashes(i, on)
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
		g.apart[i] = ink.Blobs(strength, apart, 6, int(.9*max(g.W, g.H)))
	}
	return nil
}

// A slash is a diagonal as it is drawn: how far it is off the cell's, and how far its ink reaches
// to both sides where it has nothing beside it.
type slash struct{ off, left, right int }

// diagonal is where a cell's runs in each row of pixels from the first to the last, without its
// ends: there are rules.
func (g *grid) diagonal(k int) (x func(y int) int, first, last int) {
	r, c := g.place(k)
	x0, y0 := (c-g.Left)*g.W, (r-g.Top)*g.H
	x = func(y int) int { return int(x0 + (float64(y)+.5-y0)/g.H*g.W) }
	return x, max(int(y0+.06*g.H), 0), min(int(y0+.94*g.H), g.Light.Rect.Dy()-1)
}

// removeSlashes takes the diagonals of cells out of what is ink. What touches one on one side is cut
// off from it, and what crosses it stays. In cells that are full of digits it is as thick as in
// others.
func (g *grid) removeSlashes(light int, on []bool) {
	width := g.Light.Rect.Dx()
	found := map[int]slash{}
	var lefts, rights []float64
	for k := range g.cells {
		if g.cells[k].slash[light] > .5 {
			s := g.slashIn(k, on)
			found[k] = s
			lefts, rights = append(lefts, float64(s.left)), append(rights, float64(s.right))
		}
	}
	left, right := int(plane.Median(lefts, 0))+1, int(plane.Median(rights, 0))+1
	most := int(.2 * g.W)
	for k, s := range found {
		s.left, s.right = min(s.left, left), min(s.right, right)
		if s.left > most || s.right > most {
			continue
		}
		x, first, last := g.diagonal(k)
		for y := first; y <= last; y++ {
			at := x(y) + s.off
			from, to := runIn(on, width, at, y)
			if rest := (s.left+s.right)/2 + 2; at-s.left-from > rest && to-at-s.right > rest {
				continue
			}
			for i := max(from, at-s.left-1); i < min(to, at+s.right+1); i++ {
				on[y*width+i] = false
			}
		}
	}
}

// runIn is the ink beside a pixel, in its row.
func runIn(on []bool, width, x, y int) (from, to int) {
	for from = x; from > 0 && from <= width && on[y*width+from-1]; {
		from--
	}
	for to = x; to >= 0 && to < width && on[y*width+to]; {
		to++
	}
	return from, to
}

// slashIn finds where exactly a cell's diagonal is drawn.
func (g *grid) slashIn(k int, on []bool) (s slash) {
	width := g.Light.Rect.Dx()
	line, first, last := g.diagonal(k)
	inked := func(x, y int) bool { return x >= 0 && x < width && on[y*width+x] }
	most := 0
	near := int(.09*g.W) + 1
	for d := -near; d <= near; d++ {
		n := 0
		for y := first; y <= last; y++ {
			x := line(y) + d
			if inked(x, y) {
				n += 8
			}
			if inked(x-1, y) && inked(x+1, y) {
				n++
			}
		}
		if n > most || n == most && plane.Abs(float64(d)) < plane.Abs(float64(s.off)) {
			s.off, most = d, n
		}
	}
	var before, after []float64
	for y := first; y <= last; y++ {
		x := line(y) + s.off
		if from, to := runIn(on, width, x, y); to > from {
			before = append(before, float64(x-from))
			after = append(after, float64(to-x))
		}
	}
	s.left, s.right = int(plane.Share(before, .35, 0)), int(math.Ceil(plane.Share(after, .35, 0)))
	return s
}

// crowded is how much of its diagonal a cell is taken to have that digits fill.
const crowded = .8

// lookAtSlashes finds how much of each cell's diagonal is drawn in an ink: as a thin line, which
// has nothing beside it for most of its length, but for where other cells have one, too.
func (g *grid) lookAtSlashes(light int, on []bool) {
	width, height := g.Light.Rect.Dx(), g.Light.Rect.Dy()
	inked := func(r, c float64, within int) bool {
		x, y := int((c-g.Left)*g.W), int((r-g.Top)*g.H)
		for d := -within; d <= within; d++ {
			if x+d >= 0 && y >= 0 && x+d < width && y < height && on[y*width+x+d] {
				return true
			}
		}
		return false
	}
	near := max(1, int(.05*g.W))
	drawn := make([]float64, len(g.cells))
	thin := 0
	for k := range g.cells {
		r, c := g.place(k)
		// Its end by itself, too: a large digit covers the rest.
		least := 1.
		drawn[k] = 1
		for i, part := range [][2]float64{{.36, .94}, {.81, .925}} {
			seen, clear, n := 0., 0., 0.
			for t := part[0]; t < part[1]; t += .02 {
				n++
				if inked(r+t, c+t, near) {
					seen++
					// What is beside it: below, and above.
					below, above := inked(r+t, c+t-.13, 0), inked(r+t-.13, c+t, 0)
					if !below && !above || i == 0 && (!below || !above) {
						clear++
					}
				}
			}
			least = min(least, seen/n, 1.2*clear/n)
			drawn[k] = min(drawn[k], seen/n)
		}
		if g.cells[k].slash[light] = least; least > slashed {
			thin++
		}
	}
	const usual, whole = 4, .9
	for k := range g.cells {
		if s := &g.cells[k].slash[light]; thin >= usual && drawn[k] >= whole {
			*s = max(*s, crowded)
		}
	}
}

// A figure is glyphs beside each other in a cell: a sum, or a digit.
type figure struct {
	glyphs []*script.Glyph
	box    image.Rectangle
	r, c   float64 // its middle, in cells; then from its cell's top left corner
	sure   float64 // how sure it is that there are digits at all
}

// read reads what may be digits in the cells, in each colour of cells with the ink of which more
// is read.
func (g *grid) read(ctx context.Context) error {
	var all []script.Glyph
	var of []inkIn
	var cut []digits.Glyph
	for way, blobs := range [][2][]ink.Blob{g.Blobs, g.apart} {
		for i := range blobs {
			for _, x := range g.unstriped(blobs[i], i) {
				if piece, ok := g.Cut(x.Blob, i); ok && len(cut) < mostGlyphs {
					cut = append(cut, piece)
					all, of = append(all, x), append(of, g.inkIn(&x, i, way))
				}
			}
		}
	}
	if any, err := anyDigits(ctx, cut); err != nil || !any {
		return err
	}
	probs, err := digits.Read(ctx, cut)
	if err != nil {
		return err
	}
	// The ink of each colour of cells. Where little is written in one, dark is written on with light.
	scores := make([][2]float64, g.shades)
	for i := range g.centres {
		if g.centres[i].light() < 110 {
			scores[i][1] = .8
		} else {
			scores[i][0] = .8
		}
	}
	for i := range all {
		all[i].Probs = probs[i]
	}
	all, of = g.clearer(all, of)
	for i := range all {
		if p := float64(script.Junk(&all[i])); p < .5 {
			scores[g.cells[of[i].cell].shade][of[i].light] += (1 - 2*p) * float64(all[i].Box.Dy()) / g.H
		}
	}
	// A cell in which nothing is written in the ink of its colour, but clearly something in the other,
	// was given the wrong one.
	const clearly = .1
	written, other := map[inkIn]bool{}, map[inkIn]bool{}
	inkOf := func(k int) int {
		if s := scores[g.cells[k].shade]; s[1] > s[0] {
			return 1
		}
		return 0
	}
	for i, p := range of {
		at := inkIn{cell: p.cell, upper: p.upper}
		switch p := script.Junk(&all[i]); {
		case p < .5 && of[i].light == inkOf(at.cell):
			written[at] = true
		case p < clearly && of[i].light != inkOf(at.cell):
			other[at] = true
		}
	}
	n := 0
	for i, p := range of {
		at := inkIn{cell: p.cell, upper: p.upper}
		light := inkOf(p.cell)
		if other[at] && !written[at] {
			light = 1 - light
		}
		if light == p.light && script.Junk(&all[i]) < .995 {
			all[n] = all[i]
			n++
		}
	}
	all = all[:n]
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
	g.findSums()
	return nil
}

// anyDigits tells whether of many glyphs enough are digits that the others are worth reading: of some
// that are spread among them one in a hundred is. Of hatched blocks there are more stripes than digits.
func anyDigits(ctx context.Context, cut []digits.Glyph) (bool, error) {
	const many, some, few = 800, 400, 4
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

// inkIn is which of the inks, in which cell, in its upper triangle or not, and what the sides of cells
// were taken out by.
type inkIn struct {
	light, cell int
	upper       bool
	way         int
}

func (g *grid) inkIn(x *script.Glyph, light, way int) inkIn {
	k := g.cellAt(x.R, x.C)
	r, c := g.place(k)
	return inkIn{light, k, x.C-c > x.R-r, way}
}

// clearer leaves of each triangle the glyphs that are digits rather than others: those found with lines
// taken out wherever they are, or with the sides of the cell.
func (g *grid) clearer(all []script.Glyph, of []inkIn) ([]script.Glyph, []inkIn) {
	const clearly = .1
	scores := map[inkIn]float64{}
	for i := range all {
		if p := script.Junk(&all[i]); p < .5 {
			scores[of[i]] += float64(1 - 2*p)
		}
	}
	n := 0
	for i, p := range of {
		first, other := p, p
		first.way, other.way = 0, 1
		if (scores[first]+clearly >= scores[other]) == (p.way == 0) {
			all[n], of[n] = all[i], p
			n++
		}
	}
	return all[:n], of[:n]
}

// unstriped are the blobs of an ink that may be digits. Stripes lie across one another's boxes, as
// digits do not.
func (g *grid) unstriped(blobs []ink.Blob, light int) (all []script.Glyph) {
	in := make([][]script.Glyph, len(g.cells))
	for _, x := range blobs {
		w, h := float64(x.Box.Dx()), float64(x.Box.Dy())
		r, c := g.Middle(x.Box)
		k := g.cellAt(r, c)
		if k < 0 || !g.cells[k].shown || g.cells[k].striped[light] && g.cells[k].slash[light] < .9 {
			continue
		}
		if h < 6 || h < .12*g.H || h > .85*g.H || w > 2.4*h || w > .85*g.W || w < .08*h {
			g.cells[k].unread = g.cells[k].unread || h > .14*g.H && h < .5*g.H && w > h
			continue
		}
		const thin, near = .07, .06
		if beside := c - math.Round(c); w < thin*g.W && plane.Abs(beside) < near {
			continue // what is left of a rule
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

// mostGlyphs bounds what is read of one grid.
const mostGlyphs = 2500

func (g *grid) usualHeight(all []script.Glyph) float64 {
	var tall []float64
	for i := range all {
		if script.Junk(&all[i]) < .5 {
			tall = append(tall, float64(all[i].Box.Dy()))
		}
	}
	return plane.Median(tall, .3*g.H)
}

// figures joins glyphs: those of a height, beside each other. A number may stick out of its cell.
func (g *grid) figures(glyphs []script.Glyph) []figure {
	var all []*script.Glyph
	for i := range glyphs {
		all = append(all, &glyphs[i])
	}
	slices.SortStableFunc(all, func(a, b *script.Glyph) int { return cmp.Compare(a.Box.Min.X, b.Box.Min.X) })
	// What lies within another is a hole of it, or a speck.
	all = slices.DeleteFunc(all, func(a *script.Glyph) bool {
		return slices.ContainsFunc(all, func(b *script.Glyph) bool {
			return a != b && a.Box.In(b.Box) && a.Box != b.Box && script.Junk(b) < .5
		})
	})
	var out []figure
next:
	for _, x := range all {
		for i := len(out) - 1; i >= 0; i-- {
			last := out[i].glyphs[len(out[i].glyphs)-1]
			over := min(x.Box.Max.Y, last.Box.Max.Y) - max(x.Box.Min.Y, last.Box.Min.Y)
			tall := min(x.Box.Dy(), last.Box.Dy())
			gap := x.Box.Min.X - last.Box.Max.X
			if len(out[i].glyphs) < 3 && 10*over > 6*tall && 10*tall > 6*max(x.Box.Dy(), last.Box.Dy()) && 10*gap < 6*tall && 10*gap > -5*tall {
				out[i].glyphs = append(out[i].glyphs, x)
				out[i].box = out[i].box.Union(x.Box)
				continue next
			}
		}
		out = append(out, figure{glyphs: []*script.Glyph{x}, box: x.Box})
	}
	for i := range out {
		f := &out[i]
		f.r, f.c = g.Middle(f.box)
		none := 1.
		for _, x := range f.glyphs {
			none *= float64(script.Junk(x))
		}
		f.sure = 1 - none
	}
	return out
}

// findSums learns how high sums are: as numbers of two digits, and those beside the diagonal
// of a cell that has one. Then it tells which cells have one.
func (g *grid) findSums() {
	var tall, alone []float64
	for k := range g.cells {
		for i := range g.cells[k].figures {
			f := &g.cells[k].figures[i]
			if f.sure > .8 && (f.digits() == 2 || max(g.cells[k].slash[0], g.cells[k].slash[1]) > .8) {
				tall = append(tall, float64(f.box.Dy()))
				if g.slashLike(k) < .5 && f.central() {
					alone = append(alone, float64(f.box.Dy()))
				}
			}
		}
	}
	g.sumTall = plane.Median(tall, 0)
	n := len(alone)
	height := plane.Median(alone, 0)
	for k := range g.cells {
		for i := range g.cells[k].figures {
			f := &g.cells[k].figures[i]
			if f.sure < .8 {
				continue
			}
			// A number that is no digit of a player's has two digits, stands in a corner, or is
			// as high as others without a diagonal that have two digits.
			if f.digits() == 2 || plane.Abs(f.c-f.r) > .24 && plane.Abs(f.c+f.r-1) < .3 ||
				n > 1 && f.central() && plane.Abs(float64(f.box.Dy())/height-1) < .15 {
				g.cells[k].summed = true
			}
		}
	}
}

// digits is how many of a figure's glyphs are digits, as it seems.
func (f *figure) digits() (n int) {
	for _, x := range f.glyphs {
		if script.Junk(x) < .3 {
			n++
		}
	}
	return n
}

func (f *figure) central() bool { return plane.Abs(f.c-.5) < .2 && plane.Abs(f.r-.5) < .2 }
