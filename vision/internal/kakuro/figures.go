package kakuro

import (
	"cmp"
	"context"
	"image"
	"slices"
	"strings"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/cells"
	"kibitz/vision/internal/digits"
	"kibitz/vision/internal/plane"
	"kibitz/vision/internal/script"
)

// A figure is a group of glyphs beside each other in a cell: a sum, or a digit.
type figure struct {
	glyphs []*script.Glyph
	box    image.Rectangle
	r, c   float64       // its middle in cells, from the top left corner of the lattice at first, then of its cell
	sure   float64       // the probability that any of its glyphs is a digit
	whole  []board.Guess // what the net for numbers says of it, 0 for no number; nil if it was not asked
	padded bool          // a zero before it was taken off
	of     int           // what it is by what the net sees there: cells.Down, cells.Across or cells.Own; 0: not known
	plate  bool          // it is the number of a plate
	beside int           // -1: it stands before a stroke between two sums, 1: behind it, 0: there is no stroke
}

// figures joins up to three glyphs of about one height that stand beside each other: they overlap by
// more than 60 % of the lower one's height, which is more than 60 % of the other's, and the gap is less
// than 60 % of it, or an overlap by less than half of it. It does so before they are given to cells,
// as a number may stick out of its cell. Glyphs inside the box of a digit are dropped.
func (g *grid) figures(glyphs []script.Glyph) []figure {
	var all []*script.Glyph
	for i := range glyphs {
		all = append(all, &glyphs[i])
	}
	slices.SortStableFunc(all, func(a, b *script.Glyph) int { return cmp.Compare(a.Box.Min.X, b.Box.Min.X) })
	// A glyph inside the box of another is a hole of it, or a speck.
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
			if len(out[i].glyphs) < 3 && g.besideStroke(x.Box) == g.besideStroke(last.Box) && 10*over > 6*tall && 10*tall > 6*max(x.Box.Dy(), last.Box.Dy()) && 10*gap < 6*tall && 10*gap > -5*tall {
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
		f.beside = g.besideStroke(f.box)
	}
	return out
}

// trimZeros takes off the zeros of sums that are always written with two digits, such as 07, and drops the sums 00: no
// sum is 0. No other sum begins with 0. Where two sums stand in one line it also drops the sums 0.
func (g *grid) trimZeros() {
	const few, likely = 2, .5 // sums that begin with 0; the probability of that
	begins := func(f figure) bool {
		t := f.glyphs[0].Texts
		return f.sure > likely && len(t) > 0 && t[0].P > likely && t[0].Digits != "" && t[0].Digits[0] == '0' && (len(f.glyphs) == 2 || len(t[0].Digits) == 2 || f.beside != 0)
	}
	n := 0
	for k := range g.cells {
		for _, f := range g.cells[k].figures {
			if begins(f) {
				n++
			}
		}
	}
	if n < few {
		return
	}
	for k := range g.cells {
		g.cells[k].figures = slices.DeleteFunc(g.cells[k].figures, func(f figure) bool {
			return begins(f) && strings.Trim(f.text(), "0") == ""
		})
		for i := range g.cells[k].figures {
			f := &g.cells[k].figures[i]
			if f.padded = begins(*f); !f.padded {
				continue
			}
			if len(f.glyphs) == 2 {
				f.glyphs, f.box = f.glyphs[1:], f.glyphs[1].Box
				continue
			}
			for j := range f.glyphs[0].Texts {
				t := &f.glyphs[0].Texts[j]
				t.Digits = strings.TrimPrefix(t.Digits, "0")
			}
		}
	}
}

// text returns the likeliest text of a figure.
func (f *figure) text() (text string) {
	for _, x := range f.glyphs {
		if len(x.Texts) > 0 {
			text += x.Texts[0].Digits
		}
	}
	return text
}

// readWhole lets the net for numbers read the figures of all cells that may have a digit.
func (g *grid) readWhole(ctx context.Context) error {
	const least = .3 // the probability that a figure has a digit
	var cut []digits.NumberGlyph
	var of []*figure
	for k := range g.cells {
		for i := range g.cells[k].figures {
			f := &g.cells[k].figures[i]
			if f.sure < least || f.padded || f.plate { // part of that zero may be in its box; a plate is read already
				continue
			}
			if number, ok := digits.CutNumber(g.sharp, f.box, g.isLight(f)); ok {
				cut, of = append(cut, number), append(of, f)
			}
		}
	}
	read, err := digits.ReadNumbers(ctx, cut)
	for i, p := range read {
		of[i].whole = wholeGuesses(p.None(), p.P)
	}
	return err
}

// isLight reports whether a figure is written in light ink.
func (g *grid) isLight(f *figure) bool {
	dark, light := 0, 0
	for _, x := range f.glyphs {
		for _, p := range x.At {
			dark, light = dark+int(g.Inks[0].Pix[p]), light+int(g.Inks[1].Pix[p])
		}
	}
	return light > dark
}

// wholeGuesses returns the sums that a number may be, the likeliest first, by the probability of each. 0 stands for no
// number, which has a probability of its own, and is always among them: 60 is no sum.
func wholeGuesses(none float64, p func(sum int) float64) (all []board.Guess) {
	const least = 1e-4
	for v := range mostSum + 1 {
		chance := none
		if v > 0 {
			chance = p(v)
		}
		if chance > least || v == 0 {
			all = append(all, board.Guess{Value: v, P: chance})
		}
	}
	slices.SortStableFunc(all, func(a, b board.Guess) int { return cmp.Compare(b.P, a.P) })
	return all[:min(len(all), board.MaxReadings)]
}

// findSums sets g.sumTall, the usual height of sums, from numbers of two digits and numbers in cells
// with a diagonal. Then it marks the cells that have a sum.
func (g *grid) findSums() {
	var tall, alone []float64 // heights of sums: of all, and in the middle of cells without a diagonal
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
			// A sum, unlike a digit that a player wrote, has two digits, or stands in a corner
			// beside the diagonal, or is as high as the two-digit sums of cells without diagonals.
			if f.digits() == 2 || plane.Abs(f.c-f.r) > .24 && plane.Abs(f.c+f.r-1) < .3 ||
				n > 1 && f.central() && plane.Abs(float64(f.box.Dy())/height-1) < .15 {
				g.cells[k].summed = true
			}
		}
	}
}

// digits counts the glyphs of a figure that are digits with a probability of at least 0.7.
func (f *figure) digits() (n int) {
	for _, x := range f.glyphs {
		if script.Junk(x) < .3 {
			n++
		}
	}
	return n
}

// central reports whether a figure stands in the middle of its cell, as a player's digit does, or the net takes it
// for one.
func (f *figure) central() bool {
	if f.of != 0 {
		return f.of == cells.Own
	}
	return plane.Abs(f.c-.5) < .2 && plane.Abs(f.r-.5) < .2
}

// usualHeight returns the median height of glyphs that look like digits, in pixels of the sheet,
// or 30 % of a cell without any.
func (g *grid) usualHeight(all []script.Glyph) float64 {
	var tall []float64
	for i := range all {
		if script.Junk(&all[i]) < .5 {
			tall = append(tall, float64(all[i].Box.Dy()))
		}
	}
	return plane.Median(tall, .3*g.H)
}

// withoutPencil returns the glyphs without pencil marks: where several cells have more digits than two sums take, all
// glyphs as low as those digits in cells of their shades, if other digits are clearly higher. The result
// is in the memory of all.
func (g *grid) withoutPencil(all []script.Glyph) []script.Glyph {
	const sums, several, like, higher = 4, 2, .2, 1.3 // digits; cells; the difference of heights, as a share; their ratio
	in := map[int][]float64{}
	var small, other []float64
	each := func(call func(cell int, height float64)) {
		for i := range all {
			if script.Junk(&all[i]) < .5 {
				call(g.cellAt(all[i].R, all[i].C), float64(all[i].Box.Dy()))
			}
		}
	}
	each(func(k int, h float64) { in[k] = append(in[k], h) })
	cells := 0
	crowded := map[int]bool{} // the shades of such cells
	for k, heights := range in {
		if len(heights) > sums {
			crowded[g.cells[k].shade] = true
			small, cells = append(small, heights...), cells+1
		}
	}
	pencil := plane.Median(small, 0)
	each(func(_ int, h float64) {
		if h > (1+like)*pencil {
			other = append(other, h)
		}
	})
	if cells <= several || len(other) <= sums || plane.Median(other, 0) < higher*pencil {
		return all
	}
	return slices.DeleteFunc(all, func(x script.Glyph) bool {
		return float64(x.Box.Dy()) < (1+like)*pencil && crowded[g.cells[g.cellAt(x.R, x.C)].shade]
	})
}
