package kakuro

import (
	"context"
	"image"
	"slices"
	"strconv"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/digits"
	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/plane"
	"kibitz/vision/internal/script"
)

// Some programs write each sum on a plate of its own in a dark block: a light rectangle or a disc. The digits touch
// its edge, and so the block around it. The net for numbers reads the whole plate.

// A plate is the box of a light piece, and that of the dark ink on it, in pixels of the sheet.
type plate struct{ box, ink image.Rectangle }

// readPlates replaces what was found on the plates of a board by the numbers that they show, if there are several
// plates of one height and most of them show a number.
func (g *grid) readPlates(ctx context.Context) error {
	const few, likely, even = 4, .5, .15 // plates; the mean probability of their numbers; the difference of heights, as a share
	var plates []plate
	var tall []float64
	for k := range g.cells {
		for _, p := range g.platesIn(k) {
			plates, tall = append(plates, p), append(tall, float64(p.box.Dy()))
		}
	}
	usual := plane.Median(tall, 0)
	plates = slices.DeleteFunc(plates, func(p plate) bool { return plane.Abs(float64(p.box.Dy())/usual-1) > even })
	if len(plates) < few {
		return nil
	}
	var cut []digits.NumberGlyph
	var of []image.Rectangle
	for _, p := range plates {
		if number, ok := digits.CutNumber(g.sharp, p.ink, false); ok {
			cut, of = append(cut, number), append(of, p.box)
		}
	}
	read, err := digits.ReadNumbers(ctx, cut)
	if err != nil {
		return err
	}
	sure := 0.
	var figures []figure
	for i := range read {
		whole := wholeGuesses(read[i].None(), read[i].Padded)
		if whole[0].Value > 0 {
			sure += whole[0].P / float64(len(plates))
		}
		figures = append(figures, g.figureOf(of[i], whole))
	}
	if sure < likely {
		return nil
	}
	for _, f := range figures {
		if k := g.cellAt(f.r, f.c); k >= 0 {
			r, c := g.place(k)
			f.r, f.c = f.r-r, f.c-c
			g.cells[k].figures = append(slices.DeleteFunc(g.cells[k].figures, func(old figure) bool { return old.box.Overlaps(f.box) }), f)
		}
	}
	return nil
}

// figureOf returns the figure of a plate on which the net reads a number.
func (g *grid) figureOf(plate image.Rectangle, whole []board.Guess) figure {
	x := &script.Glyph{}
	x.Box = plate
	f := figure{glyphs: []*script.Glyph{x}, box: plate, whole: whole, plate: true}
	f.r, f.c = g.Middle(plate)
	for _, v := range whole {
		says := ""
		if v.Value > 0 {
			says = strconv.Itoa(v.Value)
			f.sure += v.P
		}
		x.Texts = append(x.Texts, script.Text{Digits: says, P: v.P})
	}
	return f
}

// levels returns a dark and a light grey level of an area.
func (g *grid) levels(in image.Rectangle) (low, high uint8) {
	var all []uint8
	for y := in.Min.Y; y < in.Max.Y; y++ {
		all = append(all, g.sharp.Pix[y*g.sharp.Stride+in.Min.X:y*g.sharp.Stride+in.Max.X]...)
	}
	if len(all) == 0 {
		return 0, 0
	}
	return plane.Quantile(all, .05), plane.Quantile(all, .97)
}

// platesIn returns the plates in a dark cell: light pieces, from a fifth to two thirds of a cell high and wide, with
// straight or round sides and something dark within.
func (g *grid) platesIn(k int) (plates []plate) {
	const (
		margin, least, most = .03, .2, .67 // cells
		contrast            = 60           // grey levels
		dark                = .5           // the least share of a block that is no plate
	)
	r, c := g.place(k)
	in := g.pixels(plane.Area{Top: r + margin, Left: c + margin, Bottom: r + 1 - margin, Right: c + 1 - margin})
	low, high := g.levels(in)
	if high < low+contrast {
		return nil
	}
	width, middle := in.Dx(), (int(low)+int(high))/2
	light, n := make([]bool, in.Dx()*in.Dy()), 0
	for i := range light {
		if light[i] = int(g.sharp.GrayAt(in.Min.X+i%width, in.Min.Y+i/width).Y) > middle; light[i] {
			n++
		}
	}
	if float64(n) > (1-dark)*float64(len(light)) {
		return nil
	}
	seen := make([]bool, len(light))
	var at []int32
	for i := range light {
		if !light[i] || seen[i] {
			continue
		}
		at = ink.Flood(light, seen, width, in.Dy(), int32(i), at[:0])
		box := ink.Tight(at, int32(width))
		w, h := float64(box.Dx())/g.W, float64(box.Dy())/g.H
		if min(w, h) < least || max(w, h) > most {
			continue
		}
		if dark, ok := darkOn(at, box, width); ok {
			plates = append(plates, plate{box.Add(in.Min), dark.Add(in.Min)})
		}
	}
	return plates
}

// darkOn returns the box of what is dark on a light piece, if that is a plate: nearly all of its box lies between its
// first and its last pixel of each row, it is about as wide as high at least, and a part of it is dark.
func darkOn(at []int32, box image.Rectangle, width int) (dark image.Rectangle, ok bool) {
	const full, wide, some, much = .74, .8, .03, .6 // shares of its box, its height, and what lies between
	rows := make([][]int, box.Dy())                 // the columns of its pixels
	for _, p := range at {
		y := int(p)/width - box.Min.Y
		rows[y] = append(rows[y], int(p)%width)
	}
	between := 0
	for y, light := range rows {
		slices.Sort(light)
		between += light[len(light)-1] + 1 - light[0]
		for i, x := range light[1:] {
			if x > light[i]+1 {
				dark = dark.Union(image.Rect(light[i]+1, box.Min.Y+y, x, box.Min.Y+y+1))
			}
		}
	}
	share := 1 - float64(len(at))/float64(between)
	return dark, float64(between) >= full*float64(box.Dx()*box.Dy()) && float64(box.Dx()) >= wide*float64(box.Dy()) && share > some && share < much
}
