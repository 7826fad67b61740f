package puzzles

import (
	"context"
	"fmt"
	"image/color"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles/deduce"
	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/drawing"
	"kibitz/solvers/nonogram/notation"
)

// written is the puzzle for other programs.
func (p colourGame) written() []written {
	return []written{
		{program: ".non", file: "puzzle.non", text: notation.Non(p.Puzzle)},
		{program: "webpbn", file: "puzzle.xml", text: notation.XML(p.Puzzle)},
		{program: ".g", file: "puzzle.g", text: notation.G(p.Puzzle)},
		{program: "nonogrid", file: "puzzle.toml", text: notation.TOML(p.Puzzle)},
		{program: "JSON", file: "puzzle.json", text: notation.JSON(p.Puzzle)},
	}
}

// paint makes a picture in colours of an image, which may not be unique.
func (h imageOrder) paint(rows, cols int) (ask.Game, error) {
	img, rows, cols, err := h.read(rows, cols)
	if err != nil {
		return nil, Undrawn(err)
	}
	small, err := drawing.Shrink(img, rows, cols)
	if err != nil {
		return nil, Undrawn(err)
	}
	painting, err := drawing.Paint(small, rows, cols, h.colours, h.darker)
	if err != nil {
		return nil, Undrawn(err)
	}
	p := paintedGame(painting, cols)
	p.small = small
	return deduce.Game{Puzzle: p}, nil
}

// paintedGame is the puzzle of a painting.
func paintedGame(p *drawing.Painting, cols int) colourGame {
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
	return colourGame{Puzzle: nonogram.FromColours(cells, cols, palette, p.Colours[p.Background])}
}

// usualLetters are those that people call colours by, where that is not the first of the name.
var usualLetters = map[string]byte{"black": 'k', "brown": 'n', "grey": 'a', "light-grey": 'a', "dark-grey": 'a', "beige": 'e', "dark-blue": 'b', "dark-green": 'g', "dark-red": 'r', "light-blue": 's', "light-green": 'l'}

// freeLetter is a letter for a colour that none of a palette has.
func freeLetter(c color.RGBA, palette []nonogram.Ink) byte {
	p := colourGame{Puzzle: &nonogram.Puzzle{Palette: palette}}
	name := usualColour(c)
	letter, ok := usualLetters[name]
	if !ok {
		letter = name[0]
	}
	for p.colour(letter) >= 0 {
		if letter++; letter > 'z' {
			letter = 'a'
		}
	}
	return letter
}

// madeInColours repairs what was painted. What else is asked is done with the clues of the repaired
// one.
func (h imageOrder) madeInColours(ctx context.Context, a *ask.Ask, p colourGame) *ask.Answer {
	r := p.repaired(ctx, a.About(ask.Solve), nil)
	switch {
	case r.Puzzle == "": // it was not repaired
		r.Game = nil
	case a.Action.Name != ask.Solve && a.Action.Name != "repair":
		clues := *r.Game.(deduce.Game).Puzzle.(colourGame).Puzzle
		clues.Picture = nil
		made := deduce.Game{Puzzle: colourGame{Puzzle: &clues}}
		r = a.Action.Do(ctx, a, made)
		r.Game = made
	}
	if ctx.Err() == nil {
		h.offerColours(r, a, p)
	}
	return r
}

// offerColours adds the ways to paint the image otherwise; see offer.
func (h imageOrder) offerColours(r *ask.Answer, a *ask.Ask, p colourGame) {
	carryImage(r, p.small)
	way := func(label string, colours, darker int) {
		b := a.Button(label, ask.Change{"do": a.Action.Name, chat.ImageOption: chat.Shades, "size": fmt.Sprintf("%dx%d", len(p.Rows), len(p.Cols)), "colours": colours, "darker": darker})
		b.Mode = chat.EditOrPrivately
		b.Disabled = colours < 2 || colours > drawing.MaxColours || max(darker, -darker) > drawing.MaxDarker
		r.Offer(b)
	}
	more := h.colours + 1
	if len(p.Palette) < h.colours { // the image has no more
		more = drawing.MaxColours + 1
	}
	way("nonogram.fewer-colours", min(h.colours, len(p.Palette))-1, h.darker)
	way("nonogram.more-colours", more, h.darker)
	way("nonogram.lighter", h.colours, h.otherwise(p, -1))
	way("nonogram.darker", h.colours, h.otherwise(p, 1))
	offerFiles(r, a)
}

// otherwise is the next darkness, going up or down, at which the painting is another; one beyond
// the last where there is none.
func (h imageOrder) otherwise(p colourGame, by int) int {
	darker := h.darker + by
	for ; max(darker, -darker) <= drawing.MaxDarker; darker += by {
		painting, err := drawing.Paint(p.small, len(p.Rows), len(p.Cols), h.colours, darker)
		if err == nil && paintedGame(painting, len(p.Cols)).String() != p.String() {
			break
		}
	}
	return darker
}
