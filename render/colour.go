package render

import (
	"image/color"
	"math"
	"slices"
	"strconv"
)

// A Colour is a colour of a board's palette. Pictures show it with its letter or a pattern of its
// own, so that nobody has to know it by its hue.
type Colour struct {
	Letter byte
	Name   string // id of a phrase for Say
	RGB    color.RGBA
}

func hexOf(c color.RGBA) hex { return hex(c.R)<<16 | hex(c.G)<<8 | hex(c.B) }

// colourName returns the name of a colour of the palette, with its letter if another colour has the
// same name.
func (b *Board) colourName(i int) string {
	name := b.say(b.Palette[i].Name, nil)
	for k, c := range b.Palette {
		if k != i && c.Name == b.Palette[i].Name {
			return name + " " + string(b.Palette[i].Letter)
		}
	}
	return name
}

// MostColours is the most colours in a palette.
const MostColours = 63

// Inks that only boards in colours have.
const (
	ground  = inks + iota // behind the cells
	jet                   // for marks on a light colour
	snow                  // for marks on a dark colour
	shade                 // the first colour of the palette; the others follow
	allInks = shade + MostColours
)

// canTell is the least ΔE2000 at which two colours side by side can be told apart.
const canTell = 12

// safe are the colours of Okabe and Ito: Color Universal Design (2008). People with any two kinds
// of cones can tell them apart.
var safe = [...]hex{0x000000, 0xe69f00, 0x56b4e9, 0x009e73, 0xf0e442, 0x0072b2, 0xd55e00, 0xcc79a7, 0xffffff}

// shown returns the colours of the palette as a picture shows them. They are the palette's own
// unless some eye cannot tell two of them apart, or one from the ground, and tells the nearest safe
// colours better. Then they are the safe ones.
func (b *Board) shown() []hex {
	behind, own := hexOf(b.Ground), []hex{}
	for _, c := range b.Palette[:min(len(b.Palette), MostColours)] {
		own = append(own, hexOf(c.RGB))
	}
	now := apart(append(own, behind))
	if now >= canTell {
		return own
	}
	var fit []hex
	for _, h := range safe {
		if apart([]hex{h, behind}) >= canTell {
			fit = append(fit, h)
		}
	}
	if len(fit) < len(own) {
		return own
	}
	var others []hex
	for _, i := range assign(distances(own, fit)) {
		others = append(others, fit[i])
	}
	if apart(append(slices.Clone(others), behind)) <= now {
		return own
	}
	return others
}

// Drawn returns a colour of the palette as pictures show it, and whether text on it is black and
// not white.
func (b *Board) Drawn(colour int) (c color.RGBA, black bool) {
	h := b.shown()[colour]
	red, green, blue := h.rgb()
	return color.RGBA{uint8(red), uint8(green), uint8(blue), 255}, legibleOn(h) == jet
}

// Recoloured reports whether pictures of the board have other colours than its own.
func (b *Board) Recoloured() bool {
	for i, h := range b.shown() {
		if h != hexOf(b.Palette[i].RGB) {
			return true
		}
	}
	return false
}

// distances returns the distance in CIELAB of each colour of from to each of to: a row for each
// colour of from.
func distances(from, to []hex) (all [][]float64) {
	for _, f := range from {
		var row []float64
		for _, t := range to {
			row = append(row, f.light().lab().distance(t.light().lab()))
		}
		all = append(all, row)
	}
	return all
}

// legibleOn returns black or white, whichever has more contrast with a colour: at least 4.58.
func legibleOn(h hex) ink {
	if contrastOf(h, 0) >= contrastOf(h, 0xffffff) {
		return jet
	}
	return snow
}

// extraInks returns the colours of the inks that only a board in colours or a finished picture has, from ground on.
func (b *Board) extraInks() []hex {
	switch {
	case len(b.Palette) > 0:
	case b.Prize != nil && *b.Prize != (Prize{}):
		return []hex{hexOf(b.Prize.Paper), 0x000000, 0xffffff, hexOf(b.Prize.Ink)}
	default:
		return nil
	}
	return append([]hex{hexOf(b.Ground), 0x000000, 0xffffff}, b.shown()...)
}

// paintEmoji are squares, and discs in the same colours for palettes with more colours than
// squares. Each has two colours: how it looks on most screens, and what its name means. A palette's
// colour may be near either: in CIELAB pure blue is nearer to the violet of 🟪 than to the light
// blue of 🟦.
var paintEmoji = [...]struct {
	square, disc string
	like         []hex
}{
	{"🟥", "🔴", []hex{0xdd2e44, 0xff0000}},
	{"🟧", "🟠", []hex{0xf4900c, 0xff8000}},
	{"🟨", "🟡", []hex{0xfdcb58, 0xffff00}},
	{"🟩", "🟢", []hex{0x78b159, 0x008000, 0x00ff00}},
	{"🟦", "🔵", []hex{0x55acee, 0x0000ff}},
	{"🟪", "🟣", []hex{0xaa8ed6, 0x800080, 0xff80c0}},
	{"🟫", "🟤", []hex{0xc1694f, 0x804000}},
	{"⬛", "⚫", []hex{0x31373d, 0x000000}},
	{"⬜", "⚪", []hex{0xe6e7e8, 0xffffff}},
}

// paints are the emoji of a board in colours.
type paints struct {
	ground  string // emoji of an empty cell
	colours []string
}

// PaintEmoji returns the emoji of the palette's colours in Emoji; nil if there are too many
// colours.
func (b *Board) PaintEmoji() []string { return b.paints().colours }

// paints returns the emoji of the board, which have the least sum of distances from its colours. As
// many colours as there are squares, or more, may take discs, too; for more than both there are no
// emoji. ⬜ is an empty cell, unless a colour takes it: only a white one does, or one for which
// nothing else is left. Then ▪️ is an empty cell.
func (b *Board) paints() (p paints) {
	p.ground = kindEmoji[Blank]
	if len(b.Palette) > 2*len(paintEmoji) {
		return p
	}
	var signs []string
	for _, e := range paintEmoji {
		signs = append(signs, e.square)
	}
	if len(b.Palette) >= len(paintEmoji) {
		for _, e := range paintEmoji {
			signs = append(signs, e.disc)
		}
	}
	const whitish, last = 15, 1000 // distance up to which a colour counts as white; cost of a choice that is only a last resort
	var costs [][]float64
	for _, c := range b.Palette {
		own := hexOf(c.RGB).light().lab()
		isWhite := own.distance(hex(0xffffff).light().lab()) <= whitish
		row := make([]float64, len(signs))
		for i, sign := range signs {
			row[i] = math.Inf(1)
			for _, like := range paintEmoji[i%len(paintEmoji)].like {
				row[i] = min(row[i], own.distance(like.light().lab()))
			}
			if sign == p.ground && !isWhite {
				row[i] += last
			}
			row[i] += float64(i / len(paintEmoji)) // a square is preferred to its disc
		}
		costs = append(costs, row)
	}
	for _, i := range assign(costs) {
		p.colours = append(p.colours, signs[i])
	}
	if slices.Contains(p.colours, p.ground) {
		p.ground = kindEmoji[Hole]
	}
	return p
}

// Letters returns the board in the letters of its palette, a line for each row: '.' for an empty
// cell, '?' for an undecided one. It leaves out only the clues.
func (b *Board) Letters() (rows []string) {
	for r := range b.Rows {
		var row []byte
		for _, c := range b.line(r) {
			switch {
			case c.Kind == Open:
				row = append(row, '?')
			case c.Kind == Painted && int(c.Colour) < len(b.Palette):
				row = append(row, b.Palette[c.Colour].Letter)
			default:
				row = append(row, '.')
			}
		}
		rows = append(rows, string(row))
	}
	return rows
}

// may returns the colours that a cell may have, by their inks: the ground first.
func (c *Cell) may() (all []ink) {
	for i := range MostColours + 1 {
		switch {
		case c.May>>i&1 == 0:
		case i == 0:
			all = append(all, ground)
		default:
			all = append(all, shade+ink(i-1))
		}
	}
	return all
}

// label returns a clue as a picture shows it: its number, and the letter of its colour.
func (b *Board) label(clue, colours [][]int, line, i int) (number, letter string) {
	number = strconv.Itoa(clue[line][i])
	if line < len(colours) && i < len(colours[line]) && colours[line][i] < len(b.Palette) {
		letter = string(b.Palette[colours[line][i]].Letter)
	}
	return number, letter
}
