package synth

import (
	"image/color"
	"math/rand/v2"
)

// A Style is how a board looks. Lengths are in cells unless they say otherwise.
type Style struct {
	Screen bool  // drawn for a screen, not for paper
	Font   *Font // of its digits
	Pixels bool  // its font is one of pixels
	Digit  float64

	Paper, Ink color.RGBA // of the page and its text
	Line       color.RGBA
	Rule       float64 // how thick a line is; 0: none
	Thick      float64 // how thick each so many lines are
	Every      int     // 0: none is thicker than others
	Frame      float64 // how thick the board's outer lines are
	Body       color.RGBA

	Progress float64 // the share of cells that its player has done
	Cross    Sign    // what marks an empty cell

	Title, Text, Logo, Second bool // what else is on the page

	Nonogram NonogramStyle
	Kakuro   KakuroStyle
	Lights   LightsStyle
}

// A Sign marks a cell.
type Sign uint8

const (
	NoSign Sign = iota
	CrossSign
	DotSign
	WhiteSign // the cell is white, others are grey
)

// A Band is how the numbers of a nonogram's lines are held together.
type Band uint8

const (
	Open  Band = iota // nothing around them
	Boxed             // a cell each, drawn in lines like the board's
	Pills             // a round box a line
	Tiles             // a box of its own each
)

// NonogramStyle is how the numbers look.
type NonogramStyle struct {
	Band      Band
	Fill      color.RGBA // of the bands, pills or tiles
	Zebra     color.RGBA // of every other band, where its alpha is not 0
	Ink       color.RGBA // of the numbers
	TwoDigits color.RGBA // of those above 9, where its alpha is not 0
	Gap       float64    // between the numbers of a row where they are not boxed, in digit heights
	Pitch     float64    // from one number of a column to the next, in digit heights
	Slot      float64    // a box's length
	Zero      string     // what stands for an empty line: "0", "" or "□"
	Guides    bool       // the lines go on between the bands
	Done      Done       // what becomes of the numbers of a line that is done
	DoneShare float64
	Preview   bool // a small picture of what was filled in, in the corner
}

// Done is what becomes of a number that is used up.
type Done uint8

const (
	Stays Done = iota
	Greyed
	Struck
)

// KakuroStyle is how blocks look.
type KakuroStyle struct {
	Block    color.RGBA
	Hatch    color.RGBA // of stripes over it, where its alpha is not 0
	Stripes  Stripes    // how those run
	Spare    bool       // blocks with sums have none
	SumInk   color.RGBA
	Diagonal Diagonal
	Slash    color.RGBA // of the diagonal
	SumSize  float64    // how high its digits are
	Corner   float64    // how much nearer than usual to the corners sums stand
	Middle   bool       // a sum without a diagonal stands in the middle
	Outline  bool       // blocks without sums at the edge are not drawn
	DigitInk color.RGBA
}

// Diagonal says in which blocks there is one.
type Diagonal uint8

const (
	WithSums Diagonal = iota
	WithBoth          // only where there are two sums
	Always
)

// LightsStyle is how lamps and cards look.
type LightsStyle struct {
	On, Off color.RGBA
	Gap     float64
	Radius  float64
	Glow    bool       // lit ones are lighter in their middle
	Glyph   uint8      // what is drawn on a tile: 0 nothing, 1 a ring, 2 a bulb, 3 its plus
	Pointer color.RGBA // of the tile under the pointer, where its alpha is not 0
	Tall    float64    // how much higher than wide
}

// tall is how high a board's rows are.
func (s Style) tall(kind Kind) float64 {
	if kind == CardFlip || kind == LightsOut {
		return max(1, s.Lights.Tall)
	}
	return 1
}

// smallest is how high the board's smallest digits are.
func (s Style) smallest(kind Kind) float64 {
	if kind == Kakuro {
		return s.Kakuro.SumSize
	}
	return s.Digit
}

// A Layout makes styles that are alike.
type Layout struct {
	Name  string
	Style func(rng *rand.Rand) Style
}

// Layouts are those of a kind, of one half.
func Layouts(kind Kind, split Split) []Layout {
	half := layouts[kind]
	if split == HeldOut {
		return half.heldOut
	}
	return half.development
}

func grey(v uint8) color.RGBA { return color.RGBA{v, v, v, 255} }

func rgb(v uint32) color.RGBA { return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255} }

// mix is a colour on the way from one to another.
func mix(a, b color.RGBA, t float64) color.RGBA {
	at := func(a, b uint8) uint8 { return uint8(float64(a) + (float64(b)-float64(a))*t + .5) }
	return color.RGBA{at(a.R, b.R), at(a.G, b.G), at(a.B, b.B), 255}
}

// about is a colour near one.
func about(rng *rand.Rand, c color.RGBA) color.RGBA {
	near := func(v uint8) uint8 { return uint8(min(255, max(0, int(v)+rng.IntN(25)-12))) }
	return color.RGBA{near(c.R), near(c.G), near(c.B), 255}
}
