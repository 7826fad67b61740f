package nonogram

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"slices"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/solvers"
	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/drawing"
	"kibitz/vision/photo"
)

// An imageOrder is an image to make a puzzle from.
type imageOrder struct {
	image          []byte
	size           string
	dither, invert bool
	darker         int
	colours        int    // 0 for black and white
	way            string // of black and white: one of ways, choosing, or "" for the usual one
	said           bool   // the person said how to draw it
}

// openImage returns the order for a puzzle from an image, with the options for drawing it.
func openImage(file chat.Upload, o ask.Options) ask.Order {
	said := slices.ContainsFunc([]string{"dither", "invert", "darker", "colours", "way"}, func(name string) bool { return o[name] != nil })
	return imageOrder{file.Data, o.Text("size"), o.Flag("dither"), o.Flag("invert"), o.Number("darker"), o.Number("colours"), o.Text("way"), said}
}

// String returns "": an image has no order in words.
func (imageOrder) String() string { return "" }

// Size returns 0×0: the size is unknown before the image is read.
func (imageOrder) Size() (rows, cols int) { return 0, 0 }

// Make draws the image as a picture of cells, in black and white or in colours, and returns its
// puzzle. The clues may have other solutions. Its errors are a Refusal that tells why the image
// could not be drawn, and that of taking memory.
func (h imageOrder) Make(ctx context.Context) (ask.Game, error) {
	rows, cols, ok := drawing.ParseSize(h.size)
	if !ok {
		return nil, &ask.Refusal{ID: "image.size", Data: words.With{"Min": drawing.MinSide, "Max": drawing.MaxSide}}
	}
	room, err := photo.Memory(h.image)
	if err != nil {
		return nil, Undrawn(err)
	}
	if err := solvers.Take(ctx, room); err != nil {
		return nil, err
	}
	defer solvers.Give(ctx, room)
	img, rows, cols, err := h.read(rows, cols)
	if err != nil {
		return nil, Undrawn(err)
	}
	draw := words.If(h.colours > 0, h.paint, h.draw)
	p, err := draw(img, rows, cols)
	if err != nil {
		return nil, Undrawn(err)
	}
	return deduce.Game{Puzzle: p}, nil
}

// draw turns an image into a picture in black and white. Its clues may have other solutions. An image
// with colours is shrunk with them first, so that the answer can carry it for a drawing in colours.
func (h imageOrder) draw(img image.Image, rows, cols int) (p game, err error) {
	small, err := drawing.Shrink(img, rows, cols)
	if err != nil {
		return p, err
	}
	inColours := !h.invert && colourful(small)
	if inColours {
		img = small
	}
	shades, err := drawing.Shades(img, rows, cols)
	if err != nil {
		return p, err
	}
	p = game{Puzzle: nonogram.FromPicture(h.cells(shades, rows, cols, h.darker), cols), image: drawing.Image(shades, cols)}
	if inColours {
		p.image = small
	}
	return p, nil
}

// paint turns an image into a picture in colours. Its clues may have other solutions.
func (h imageOrder) paint(img image.Image, rows, cols int) (p game, err error) {
	small, err := drawing.Shrink(img, rows, cols)
	if err != nil {
		return p, err
	}
	painting, err := drawing.Paint(small, rows, cols, h.colours, h.darker)
	if err != nil {
		return p, err
	}
	return game{Puzzle: painted(painting, cols), image: small}, nil
}

// painted returns the puzzle whose picture is a painting. The painting's background becomes the
// empty cells, and each of its other colours gets a letter of its own.
func painted(p *drawing.Painting, cols int) *nonogram.Puzzle {
	var palette []nonogram.Ink
	shade := make([]nonogram.Cell, len(p.Colours))
	for i, c := range p.Colours {
		if i == p.Background {
			shade[i] = nonogram.Empty
			continue
		}
		shade[i] = nonogram.ShadeOf(len(palette))
		palette = append(palette, nonogram.Ink{Letter: freeLetter(c, palette), RGB: c})
	}
	cells := make([]nonogram.Cell, len(p.Cells))
	for i, c := range p.Cells {
		cells[i] = shade[c]
	}
	return nonogram.FromColours(cells, cols, palette, p.Colours[p.Background])
}

// narrowest is the shortest side, in cells, of a picture whose size nobody chose.
const narrowest = 3

// read returns the image without its margins, negative if h.invert, and the size of its picture in
// cells. If rows is 0, nobody chose a size: cols is then the longer side, and read refuses an image
// too narrow for a puzzle. An image with a pixel for each cell was made by this bot, and keeps its
// margins.
func (h imageOrder) read(rows, cols int) (image.Image, int, int, error) {
	read, err := photo.Read(h.image)
	if err != nil {
		return nil, 0, 0, err
	}
	img := read.Image
	if h.invert {
		img = drawing.Negative(img)
	}
	if img.Bounds().Dx() != cols || img.Bounds().Dy() != rows {
		img = drawing.Trim(img)
	}
	if rows == 0 {
		longer := cols
		rows, cols = drawing.Fit(img, longer)
		if least := min(rows, cols); least < narrowest {
			return nil, 0, 0, &ask.Refusal{ID: "image.narrow", Data: words.With{
				"Longer": longer, "Shorter": least, "Min": narrowest}}
		}
	}
	return img, rows, cols, nil
}

// Undrawn returns the refusal that tells why there is no picture.
func Undrawn(err error) *ask.Refusal {
	var refusal *ask.Refusal
	switch {
	case errors.As(err, &refusal):
		return refusal
	case errors.Is(err, drawing.ErrFlat):
		return &ask.Refusal{ID: "image.flat"}
	}
	return ask.Undecoded(err)
}

// Made repairs the picture, so that it is the only one with its clues, and offers to draw the image
// in other ways. It returns nil, without a repair, for an action that judges the picture as drawn.
//
// The answer to solve is for the asker alone, unless they wish otherwise: the previews to choose from,
// or the repaired picture. It has a button that shows everybody the empty grid. The answer to repair
// shows the repaired picture. Any other action is carried out with the picture's clues alone.
func (h imageOrder) Made(ctx context.Context, a *ask.Ask, g ask.Game) *ask.Answer {
	if a.Action.Brief {
		return nil
	}
	p, making := g.(deduce.Game).Puzzle.(game), a.Action.Name == ask.Solve && !a.SaysSolve()
	if making {
		alone := *a
		alone.Show, a = !a.WantsPublic(), &alone
		if h.undecided() {
			return h.choose(a, p)
		}
	}
	r := p.repaired(ctx, a.WithAction(ask.Solve), nil)
	switch {
	case r.Puzzle == "": // the repair failed
		r.Game = nil
	case a.Action.Name != ask.Solve && a.Action.Name != "repair":
		clues := r.Game.(deduce.Game).Puzzle.(game)
		made := deduce.Game{Puzzle: game{Puzzle: clues.Bare()}}
		r = a.Action.Do(ctx, a, made)
		r.Game = made
	case making && !a.Show:
		return posted(ctx, a, r)
	case !h.invert && !p.InColours() && drawing.MostlyDark(p.Picture, len(p.Cols)):
		r.Remark(a.Say.Text("nonogram.mostly-dark", words.With{"Invert": a.Say.Text("nonogram.inverted")}))
	}
	if making {
		r.Private, r.Posted = a.Show, ask.Change{"do": ask.Blank}
	}
	if ctx.Err() == nil {
		h.offer(r, a, p)
	}
	return r
}

// offer adds the buttons that draw the image in other ways. A click brings no image along. So the
// reply carries the image in a pixel for each cell, all that a picture of this size needs. It is
// usually below a kilobyte, and shows the asker how the cells were decided.
func (h imageOrder) offer(r *ask.Answer, a *ask.Ask, p game) {
	carryImage(r, p.image)
	way := func(label string, disabled bool, change ask.Change) {
		b := h.button(a, p, label, change)
		b.Disabled = disabled
		r.Offer(b)
	}
	if p.InColours() {
		h.offerColours(way, p)
	} else {
		h.offerShades(way, p)
	}
	way("nonogram.other-ways", false, ask.Change{"way": choosing})
	offerFiles(r, a)
}

// button returns a button that draws the image which the answer carries, with a change. A click on an
// answer that is for the asker alone leads to another such answer.
func (h imageOrder) button(a *ask.Ask, p game, label string, change ask.Change) chat.Button {
	change["do"], change[chat.ImageOption], change["size"] = a.Action.Name, chat.Shades, fmt.Sprintf("%dx%d", len(p.Rows), len(p.Cols))
	if a.Show {
		change["show"] = true
	}
	b := a.Button(label, change)
	b.Mode = chat.EditOrPrivately
	return b
}

// outOfRange reports whether a darkness is beyond the darkest or the lightest drawing.
func outOfRange(darker int) bool { return max(darker, -darker) > drawing.MaxDarker }

// offerShades adds the buttons for other drawings in black and white.
func (h imageOrder) offerShades(way func(label string, disabled bool, change ask.Change), p game) {
	shades, err := drawing.Shades(p.image, len(p.Rows), len(p.Cols))
	if err != nil {
		return // it was drawn already, so this does not happen
	}
	drawnAs := func(darker int) string { return fmt.Sprint(h.cells(shades, len(p.Rows), len(p.Cols), darker)) }
	drawn := func(label string, darker int, invert bool) {
		change := ask.Change{"darker": darker}
		if h.way != "" {
			change["way"] = h.way
		}
		if h.dither {
			change["dither"] = true
		}
		if invert {
			change["invert"] = true
		}
		way(label, outOfRange(darker), change)
	}
	drawn("nonogram.lighter", h.nextDarkness(drawnAs, -1), false)
	drawn("nonogram.darker", h.nextDarkness(drawnAs, 1), false)
	drawn("nonogram.inverted", 0, true)
}

// offerColours adds the buttons for other paintings.
func (h imageOrder) offerColours(way func(label string, disabled bool, change ask.Change), p game) {
	drawn := func(label string, colours, darker int) {
		way(label, colours < 2 || colours > drawing.MaxColours || outOfRange(darker), ask.Change{"colours": colours, "darker": darker})
	}
	more := h.colours + 1
	if len(p.Palette) < h.colours { // the image has no more colours: beyond the most, the button is disabled
		more = drawing.MaxColours + 1
	}
	drawn("nonogram.fewer-colours", min(h.colours, len(p.Palette))-1, h.darker)
	drawn("nonogram.more-colours", more, h.darker)
	painting := func(darker int) string {
		painting, err := drawing.Paint(p.image, len(p.Rows), len(p.Cols), h.colours, darker)
		if err != nil {
			return ""
		}
		return painted(painting, len(p.Cols)).String()
	}
	drawn("nonogram.lighter", h.colours, h.nextDarkness(painting, -1))
	drawn("nonogram.darker", h.colours, h.nextDarkness(painting, 1))
}

// nextDarkness returns the next darkness after h's at which the drawing differs: upwards if `by` is 1,
// downwards if it is -1. drawnAs returns the drawing at a darkness as text, or "" for none. If all
// drawings in that direction are the same, nextDarkness returns a darkness out of range.
func (h imageOrder) nextDarkness(drawnAs func(darker int) string, by int) int {
	now, darker := drawnAs(h.darker), h.darker+by
	for ; !outOfRange(darker); darker += by {
		if other := drawnAs(darker); other != "" && other != now {
			break
		}
	}
	return darker
}

// offerFiles adds the buttons for files to the answer with a picture. Other answers have them
// anyway.
func offerFiles(r *ask.Answer, a *ask.Ask) {
	if r.Game != nil && r.Ask.Action.Name == ask.Solve {
		r.Offer(a.Button("button.export", ask.Change{"do": "export"}), a.Button("button.print", ask.Change{"do": "print"}))
	}
}

// carryImage puts an image with a pixel for each cell into the files of an answer.
func carryImage(r *ask.Answer, small image.Image) {
	var file bytes.Buffer
	if err := png.Encode(&file, small); err != nil {
		panic(err) // PNG has this size, and memory does not fail
	}
	r.Files = append(r.Files, chat.File{Name: chat.ImageFile(chat.Shades), Data: file.Bytes()})
}

// offerDrawing offers to draw an image as a picture, after it was read as a puzzle. The answer
// carries the image in a pixel for each cell. It offers nothing for an image that is of one colour
// or too narrow.
func offerDrawing(r *ask.Answer, img image.Image) {
	_, side, _ := drawing.ParseSize("")
	rows, cols := drawing.Fit(img, side)
	shades, err := drawing.Shades(img, rows, cols)
	if err != nil || min(rows, cols) < narrowest {
		return
	}
	small, err := drawing.Shrink(img, rows, cols)
	if err != nil {
		return
	}
	carryImage(r, words.If[image.Image](colourful(small), small, drawing.Image(shades, cols)))
	change := ask.Change{"do": ask.Solve, chat.ImageOption: chat.Shades, "size": fmt.Sprintf("%dx%d", rows, cols)}
	if r.Private {
		change["show"] = true
	}
	b := r.Ask.Button("nonogram.draw-instead", change)
	b.Mode = chat.EditOrPrivately
	r.Offer(b)
}
