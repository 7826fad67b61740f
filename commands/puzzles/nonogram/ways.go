package nonogram

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"slices"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/drawing"
)

// Values of the option "way". Links of posted messages carry them, so they stay.
const (
	byLight    = "light"
	byContrast = "contrast"
	byOutline  = "outline"
	choosing   = "choose" // none yet: the previews are shown
)

// ways are the ways to draw an image in black and white, as the previews show them.
var ways = []string{byLight, byContrast, byOutline}

// previewColours is the number of colours in the preview that has some.
const previewColours = 4

// cells returns the drawing of shades in black and white, in the way that the order names.
func (h imageOrder) cells(shades []float64, rows, cols, darker int) []nonogram.Cell {
	switch {
	case h.way == byContrast:
		return drawing.DrawLocal(shades, rows, cols, darker)
	case h.way == byOutline:
		return drawing.DrawOutline(shades, rows, cols, darker)
	}
	return drawing.DrawShades(shades, rows, cols, h.dither, darker)
}

// colourful reports whether an image has colours that a drawing in black and white would miss: at
// least one pixel in 50 whose red, green and blue differ by a quarter of their range. Paper under a
// lamp is below that.
func colourful(small *image.RGBA) bool {
	vivid, all := 0, len(small.Pix)/4
	for p := range slices.Chunk(small.Pix, 4) {
		if max(p[0], p[1], p[2])-min(p[0], p[1], p[2]) >= 64 {
			vivid++
		}
	}
	return vivid*50 >= all
}

// recognisable is the part of the detail that a drawing must keep, or else most of it is lost. The best
// drawings of a fox, two cats and a face in 15 to 40 cells kept 0.60 to 0.73.
const recognisable = .5

// preview is one of the drawings to choose from.
type preview struct {
	name   string // id of its name, behind "nonogram.way."
	change ask.Change
	colour func(cell int) color.Color
}

// previews returns the drawings of a game's image to choose from, and how much of its detail the best
// one in black and white keeps. An image without colours has no preview in colours.
func (h imageOrder) previews(p game) (all []preview, kept float64) {
	rows, cols := p.Size()
	shades, err := drawing.Shades(p.image, rows, cols)
	if err != nil {
		return nil, 1 // it was drawn already, so this does not happen
	}
	for _, way := range ways {
		drawn := imageOrder{way: way}.cells(shades, rows, cols, 0)
		kept = max(kept, drawing.Kept(shades, drawn, cols))
		all = append(all, preview{way, ask.Change{"way": way}, func(cell int) color.Color {
			return words.If[color.Color](drawn[cell] == nonogram.Filled, color.Black, color.White)
		}})
	}
	if small, ok := p.image.(*image.RGBA); ok {
		if painting, err := drawing.Paint(small, rows, cols, previewColours, 0); err == nil {
			all = append(all, preview{"colours", ask.Change{"colours": previewColours}, func(cell int) color.Color {
				return painting.Colours[painting.Cells[cell]]
			}})
		}
	}
	return all, kept
}

// undecided reports whether the person is to choose a drawing first: they asked for that, or did not
// say how to draw the image.
func (h imageOrder) undecided() bool { return h.way == choosing || !h.said }

// choose shows the previews in one picture, with a button for each. It solves nothing.
func (h imageOrder) choose(a *ask.Ask, p game) *ask.Answer {
	rows, cols := p.Size()
	r := a.New(chat.Plain, a.Say.Text("nonogram.way.title", ask.Size(rows, cols, a.Say)))
	r.Private = a.Show
	all, kept := h.previews(p)
	var told []string
	for i, shown := range all {
		b := h.button(a, p, "nonogram.way."+shown.name, shown.change)
		b.Label = a.Say.Text("find.item", words.With{"Number": i + 1, "Name": b.Label})
		told = append(told, b.Label)
		r.Offer(b)
	}
	r.Text = a.Say.Text("nonogram.way.how")
	if kept < recognisable {
		r.Text = a.Say.Text(words.If(len(all) > len(ways), "nonogram.way.try-colours", "nonogram.way.hard"))
	}
	r.Tracing = sheetOf(all, rows, cols)
	r.Tracing.Alt = strings.Join(append([]string{r.Title}, told...), "\n")
	carryImage(r, p.image)
	return r
}

// sheetOf puts previews beside and below each other, each with its number: two in a row, all in one
// row if they are narrow, or one in a row if they are wide. A cell has as many pixels as make the
// longer side of a preview 480 pixels or less.
func sheetOf(all []preview, rows, cols int) *render.Tracing {
	const side, gap = 480, 32 // pixels
	beside := 2
	switch {
	case rows > 2*cols:
		beside = len(all)
	case cols > 2*rows:
		beside = 1
	}
	cell := max(1, side/max(rows, cols))
	w, h := cols*cell, rows*cell
	lines := (len(all) + beside - 1) / beside
	t := &render.Tracing{}
	sheet := image.NewRGBA(image.Rect(0, 0, beside*(w+gap), lines*(h+gap)))
	for n, shown := range all {
		at := image.Pt(n%beside*(w+gap), n/beside*(h+gap))
		for i := range rows * cols {
			part := image.Rect(0, 0, cell, cell).Add(at).Add(image.Pt(i%cols*cell, i/cols*cell))
			draw.Draw(sheet, part, image.NewUniform(shown.colour(i)), image.Point{}, draw.Src)
		}
		t.Notes = append(t.Notes, render.Note{Box: image.Rect(at.X, at.Y, at.X+w, at.Y+h), Text: fmt.Sprint(n + 1)})
	}
	t.Image = sheet
	return t
}

// posted returns a repaired drawing as everybody is to see it: the empty grid, so that friends can
// solve it, and how hard that is. The button Solution shows the picture, to the person who clicks it.
func posted(ctx context.Context, a *ask.Ask, repaired *ask.Answer) *ask.Answer {
	b := a.WithAction(ask.Blank)
	r := b.Action.Do(ctx, b, repaired.Game)
	proved, _, _ := strings.Cut(repaired.Text, "\n")
	r.Game, r.Text = repaired.Game, ask.Join("\n", proved, r.Text)
	return r
}
