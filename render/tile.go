package render

import (
	"image"
	"image/color"
)

// A Tile is a cell by itself, as it stands on a button or before an item of a menu. The zero value is
// none.
type Tile uint8

const (
	NoTile Tile = iota
	OpenTile
	FilledTile
	CrossedTile
	UnlitTile
	LitTile
	Lamp1Tile // a lamp of more than two states in state 1; the other states follow
	lamp2Tile
	lamp3Tile
	lamp4Tile
	lamp5Tile
	lamp6Tile
	lamp7Tile
	lamp8Tile
	GapTile // no lamp at all
	FaceDownTile
	FaceUpTile
	ClearTile
	CloudyTile
	RowTile // an orb that flips a row
	ColumnTile
	DiagonalTile
	WhiteTile // a white cell of a Kakuro
	Digit1Tile
	digit2Tile
	digit3Tile
	digit4Tile
	digit5Tile
	digit6Tile
	digit7Tile
	digit8Tile
	digit9Tile
	tileKinds // number of tiles, NoTile included
)

// LampTile returns the tile of a lamp in a state from 0; `states` is the number of its states. From 1
// on, a tile of more than two states has its number, as in pictures.
func LampTile(state, states int) Tile {
	if state < 2 && (state == 0 || states <= 2) {
		return UnlitTile + Tile(state)
	}
	return Lamp1Tile + Tile(state-1)
}

// DigitTile returns the tile of a white cell with a digit from 1 to 9.
func DigitTile(digit int) Tile { return Digit1Tile + Tile(digit-1) }

// Tiles returns all tiles.
func Tiles() (all []Tile) {
	for t := NoTile + 1; t < tileKinds; t++ {
		all = append(all, t)
	}
	return all
}

// tiles has for each Tile a word for it in letters, digits and underscores, its emoji, its cell, and
// the part of the square that it covers.
var tiles = [tileKinds]struct {
	name, emoji string
	cell        Cell
	shape       func(*brush) path // nil for all of the square, with an edge
}{
	OpenTile:     {"open", "▫️", Cell{Kind: Blank}, nil},
	FilledTile:   {"filled", kindEmoji[Filled], Cell{Kind: Filled}, nil},
	CrossedTile:  {"crossed", kindEmoji[Crossed], Cell{Kind: Crossed}, nil},
	UnlitTile:    {"unlit", kindEmoji[LampOff], Cell{Kind: LampOff}, nil},
	LitTile:      {"lit", kindEmoji[LampOn], Cell{Kind: LampOn}, nil},
	Lamp1Tile:    {"lamp_1", kindEmoji[LampOn], Cell{Kind: LampOn, Text: "1"}, nil},
	lamp2Tile:    {"lamp_2", kindEmoji[Lamp2], Cell{Kind: Lamp2}, nil},
	lamp3Tile:    {"lamp_3", kindEmoji[Lamp3], Cell{Kind: Lamp3}, nil},
	lamp4Tile:    {"lamp_4", kindEmoji[Lamp4], Cell{Kind: Lamp4}, nil},
	lamp5Tile:    {"lamp_5", kindEmoji[Lamp5], Cell{Kind: Lamp5}, nil},
	lamp6Tile:    {"lamp_6", kindEmoji[Lamp6], Cell{Kind: Lamp6}, nil},
	lamp7Tile:    {"lamp_7", kindEmoji[Lamp7], Cell{Kind: Lamp7}, nil},
	lamp8Tile:    {"lamp_8", kindEmoji[Lamp8], Cell{Kind: Lamp8}, nil},
	GapTile:      {"gap", kindEmoji[Hole], Cell{Kind: Hole}, (*brush).nothing},
	FaceDownTile: {"face_down", kindEmoji[CardDown], Cell{Kind: CardDown}, (*brush).wholeCard},
	FaceUpTile:   {"face_up", kindEmoji[CardUp], Cell{Kind: CardUp}, (*brush).wholeCard},
	ClearTile:    {"clear", kindEmoji[Clear], Cell{Kind: Clear}, nil},
	CloudyTile:   {"cloudy", kindEmoji[Cloudy], Cell{Kind: Cloudy}, nil},
	RowTile:      {"row_orb", "➡️", Cell{Kind: OrbOff}, (*brush).towardsRight},
	ColumnTile:   {"column_orb", "⬆️", Cell{Kind: OrbOff}, (*brush).upwards},
	DiagonalTile: {"diagonal_orb", "↗️", Cell{Kind: OrbOff}, (*brush).upToTheRight},
	WhiteTile:    {"white", kindEmoji[Digit], Cell{Kind: Digit}, nil},
	Digit1Tile:   {"digit_1", keycaps["1"], Cell{Kind: Digit, Text: "1"}, nil},
	digit2Tile:   {"digit_2", keycaps["2"], Cell{Kind: Digit, Text: "2"}, nil},
	digit3Tile:   {"digit_3", keycaps["3"], Cell{Kind: Digit, Text: "3"}, nil},
	digit4Tile:   {"digit_4", keycaps["4"], Cell{Kind: Digit, Text: "4"}, nil},
	digit5Tile:   {"digit_5", keycaps["5"], Cell{Kind: Digit, Text: "5"}, nil},
	digit6Tile:   {"digit_6", keycaps["6"], Cell{Kind: Digit, Text: "6"}, nil},
	digit7Tile:   {"digit_7", keycaps["7"], Cell{Kind: Digit, Text: "7"}, nil},
	digit8Tile:   {"digit_8", keycaps["8"], Cell{Kind: Digit, Text: "8"}, nil},
	digit9Tile:   {"digit_9", keycaps["9"], Cell{Kind: Digit, Text: "9"}, nil},
}

// Name returns a word for the tile, in letters, digits and underscores, that can be read aloud; "" for
// NoTile.
func (t Tile) Name() string { return tiles[t].name }

// Emoji returns the emoji that stands for the tile where its picture cannot be shown; "" for NoTile.
func (t Tile) Emoji() string { return tiles[t].emoji }

// Text returns the text on the tile; "" for none.
func (t Tile) Text() string { return tiles[t].cell.Text }

// TileSide is the side of a tile's picture in pixels: the largest size of an emoji on Discord.
const TileSide = 128

// Picture draws the tile as boards of the theme show its cell. What does not belong to it is transparent.
func (t Tile) Picture(theme Theme) *image.NRGBA {
	look := &tiles[t]
	d := &drawing{Board: NewBoard(1, 1), layout: &layout{w: TileSide, h: TileSide}, canvas: newCanvas(theme%themes, TileSide, TileSide)}
	d.square(&look.cell, 0, 0)
	b := &brush{drawing: d, Cell: &look.cell, w: TileSide, h: TileSide, cx: TileSide / 2, cy: TileSide / 2, s: TileSide}
	var shape path
	if look.shape == nil {
		shape = b.rounded()
		b.fill(path{}.frame(0, 0, b.w, b.h, rounding*b.s, .06*b.s), rule)
	} else {
		shape = look.shape(b)
	}
	return d.cut(shape)
}

// cut returns the part of the picture that a shape covers.
func (c *canvas) cut(shape path) *image.NRGBA {
	out := image.NewNRGBA(c.img.Rect)
	s := c.cover(shape)
	for i, alpha := range s.cover {
		x, y := s.x+i%s.w, s.y+i/s.w
		k := c.img.Palette[c.img.ColorIndexAt(x, y)].(color.RGBA)
		out.SetNRGBA(x, y, color.NRGBA{k.R, k.G, k.B, alpha})
	}
	return out
}

// The shapes of tiles, each a pixel inside of what is drawn: the edge has no paper in it.

func (b *brush) rounded() path   { return path{}.round(1, 1, b.w-2, b.h-2, rounding*b.s-1) }
func (b *brush) wholeCard() path { return b.card(1) }
func (b *brush) nothing() path   { return nil }

func (b *brush) towardsRight() path { return b.arrow(1, 0) }
func (b *brush) upwards() path      { return b.arrow(0, -1) }
func (b *brush) upToTheRight() path { return b.arrow(.7071, -.7071) }

// arrow draws on the square an orb that fills it, with an arrow to dx, dy in it, and returns its shape.
func (b *brush) arrow(dx, dy float32) path {
	at := func(along, aside float32) (x, y float32) {
		return b.cx + b.s*(along*dx-aside*dy), b.cy + b.s*(along*dy+aside*dx)
	}
	b.whole(storm)
	b.fill(path{}.ring(b.cx, b.cy, .5*b.s, .07*b.s), orb)
	x0, y0 := at(-.26, 0)
	x1, y1 := at(.1, 0)
	tipX, tipY := at(.3, 0)
	leftX, leftY := at(.02, -.2)
	rightX, rightY := at(.02, .2)
	b.fill(path{}.stroke(x0, y0, x1, y1, .11*b.s).polygon(tipX, tipY, rightX, rightY, leftX, leftY), onBadge)
	return path{}.disc(b.cx, b.cy, .5*b.s-1)
}
