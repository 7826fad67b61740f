package kakuro

import (
	"cmp"
	"image"
	"kibitz/vision/internal/plane"
	"kibitz/vision/internal/script"
	"slices"
)

// A figure is glyphs beside each other in a cell: a sum, or a digit.
type figure struct {
	glyphs []*script.Glyph
	box    image.Rectangle
	r, c   float64 // its middle, in cells; then from its cell's top left corner
	sure   float64 // how sure it is that there are digits at all
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

func (g *grid) usualHeight(all []script.Glyph) float64 {
	var tall []float64
	for i := range all {
		if script.Junk(&all[i]) < .5 {
			tall = append(tall, float64(all[i].Box.Dy()))
		}
	}
	return plane.Median(tall, .3*g.H)
}
