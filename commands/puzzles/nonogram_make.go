package puzzles

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/solvers"
	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/drawing"
	"kibitz/vision/photo"
)

// imageOrder is an image that is yet to become a puzzle.
type imageOrder struct {
	image          []byte
	size           string
	dither, invert bool
	darker         int
	colours        int // 0 for black and white
}

func openImage(file chat.Upload, o ask.Options) ask.Order {
	return imageOrder{file.Data, o.Text("size"), o.Flag("dither"), o.Flag("invert"), o.Number("darker"), o.Number("colours")}
}

func (imageOrder) String() string         { return "" }
func (imageOrder) Size() (rows, cols int) { return 0, 0 }

// Make draws the image as a picture of cells, which may not be unique.
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
	if h.colours > 0 {
		return h.paint(rows, cols)
	}
	shades, cols, err := h.shades(rows, cols)
	if err != nil {
		return nil, Undrawn(err)
	}
	cells := drawing.DrawShades(shades, len(shades)/cols, cols, h.dither, h.darker)
	return deduce.Game{Puzzle: nonogramGame{Puzzle: nonogram.FromPicture(cells, cols), shades: shades}}, nil
}

// shades are those of so many rows and columns, or with 0 rows of a picture whose longer side
// is cols. An image of that very size is one of ours, and is taken as it is.
func (h imageOrder) shades(rows, cols int) ([]float64, int, error) {
	img, rows, cols, err := h.read(rows, cols)
	if err != nil {
		return nil, 0, err
	}
	shades, err := drawing.Shades(img, rows, cols)
	return shades, cols, err
}

// narrowest is how many cells a picture has at least each way, where nobody said how many.
const narrowest = 3

// read is the image without its margins, and of how many cells a picture of it is. Where nobody said how
// many, an image that is too narrow for a puzzle is refused.
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
				"Width": img.Bounds().Dx(), "Height": img.Bounds().Dy(), "Longer": longer, "Shorter": least, "Min": narrowest}}
		}
	}
	return img, rows, cols, nil
}

// Undrawn says why there is no picture.
func Undrawn(err error) *ask.Refusal {
	var refusal *ask.Refusal
	switch {
	case errors.As(err, &refusal):
		return refusal
	case errors.Is(err, photo.ErrPixels):
		return &ask.Refusal{ID: "image.pixels", Data: words.With{"Max": photo.MaxPixels / 1_000_000}}
	case errors.Is(err, photo.ErrProgressive):
		return &ask.Refusal{ID: "image.progressive", Data: words.With{"Max": photo.MaxProgressive / 1_000_000}}
	case errors.Is(err, photo.ErrBroken):
		return &ask.Refusal{ID: "image.broken"}
	case errors.Is(err, drawing.ErrFlat):
		return &ask.Refusal{ID: "image.flat"}
	}
	return &ask.Refusal{ID: "image.unreadable"}
}

// Made repairs the picture, unless it is to be judged as it came out. What else is asked is
// done with the clues of the repaired one.
func (h imageOrder) Made(ctx context.Context, a *ask.Ask, g ask.Game) *ask.Answer {
	if a.Action.Brief {
		return nil
	}
	if c, ok := g.(deduce.Game).Puzzle.(colourGame); ok {
		return h.madeInColours(ctx, a, c)
	}
	p := g.(deduce.Game).Puzzle.(nonogramGame)
	r := p.repaired(ctx, a.About(ask.Solve), p.Picture)
	switch {
	case r.Puzzle == "": // it was not repaired
		r.Game = nil
	case a.Action.Name != ask.Solve && a.Action.Name != "repair":
		clues := r.Game.(deduce.Game).Puzzle.(nonogramGame)
		made := deduce.Game{Puzzle: nonogramGame{Puzzle: &nonogram.Puzzle{Rows: clues.Rows, Cols: clues.Cols}}}
		r = a.Action.Do(ctx, a, made)
		r.Game = made
	case !h.invert && drawing.MostlyDark(p.Picture, len(p.Cols)):
		r.Remark(a.Say.Text("nonogram.mostly-dark"))
	}
	if ctx.Err() == nil {
		h.offer(r, a, p)
	}
	return r
}

// offer adds the ways to draw the image otherwise. A click brings no image along, so the reply
// has all of it that a picture of this size needs: a grey pixel a cell, which weighs less than
// a kilobyte as a rule, and shows the asker what the cells were decided by.
func (h imageOrder) offer(r *ask.Answer, a *ask.Ask, p nonogramGame) {
	carryImage(r, drawing.Image(p.shades, len(p.Cols)))
	way := func(label string, darker int, invert bool) {
		change := ask.Change{"do": a.Action.Name, chat.ImageOption: chat.Shades, "size": fmt.Sprintf("%dx%d", len(p.Rows), len(p.Cols)), "darker": darker}
		if h.dither {
			change["dither"] = true
		}
		if invert {
			change["invert"] = true
		}
		b := a.Button(label, change)
		b.Mode, b.Disabled = chat.EditOrPrivately, max(darker, -darker) > drawing.MaxDarker
		r.Offer(b)
	}
	way("nonogram.lighter", h.darker-1, false)
	way("nonogram.darker", h.darker+1, false)
	way("nonogram.inverted", 0, true)
	offerFiles(r, a)
}

// offerFiles offers what a maker wants of a picture; beside other answers it stands anyway.
func offerFiles(r *ask.Answer, a *ask.Ask) {
	if r.Game != nil && r.Ask.Action.Name == ask.Solve {
		r.Offer(a.Button("button.export", ask.Change{"do": "export"}), a.Button("button.print", ask.Change{"do": "print"}))
	}
}

// carryImage puts an image of a pixel a cell into the files of an answer.
func carryImage(r *ask.Answer, small image.Image) {
	var file bytes.Buffer
	if err := png.Encode(&file, small); err != nil {
		panic(err) // of a size that PNG has, into memory
	}
	r.Files = append(r.Files, chat.File{Name: chat.ImageFile(chat.Shades), Data: file.Bytes()})
}

// offerDrawing offers an image that was taken for a puzzle as a picture of cells.
func offerDrawing(r *ask.Answer, img image.Image) {
	_, side, _ := drawing.ParseSize("")
	rows, cols := drawing.Fit(img, side)
	shades, err := drawing.Shades(img, rows, cols)
	if err != nil || min(rows, cols) < narrowest {
		return
	}
	carryImage(r, drawing.Image(shades, cols))
	b := r.Ask.Button("nonogram.draw-instead", ask.Change{"do": ask.Solve, chat.ImageOption: chat.Shades, "size": fmt.Sprintf("%dx%d", rows, cols)})
	b.Mode = chat.EditOrPrivately
	r.Offer(b)
}
