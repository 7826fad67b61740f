package synth

import (
	"image/color"
	"math/rand/v2"
)

// A Style says how a board looks. Lengths are in cells unless they say otherwise.
type Style struct {
	Screen bool    // drawn for a screen, not for paper
	Font   *Font   // of its digits
	Pixels bool    // its font is one of pixels
	Digit  float64 // the height of a digit

	Paper, Ink color.RGBA // of the page and its text
	Line       color.RGBA
	Rule       float64 // the width of a line; 0: none is drawn
	Thick      float64 // the width of each Every-th line
	Every      int     // 0: no line is thicker than others
	Frame      float64 // the width of the board's outer lines
	Body       color.RGBA

	Progress float64 // the share of cells that its player has done
	Cross    Sign    // the sign for an empty cell

	Title, Text, Logo, Second bool // other things on the page

	Nonogram NonogramStyle
	Kakuro   KakuroStyle
	Lights   LightsStyle
	Sudoku   SudokuStyle
}

// A Sign marks a cell.
type Sign uint8

const (
	NoSign Sign = iota
	CrossSign
	DotSign
	WhiteSign // the cell is white, others are grey
)

// A Band is the ground of the numbers of a nonogram's lines.
type Band uint8

const (
	Open  Band = iota // no boxes
	Boxed             // a cell for each number, with lines like the board's
	Pills             // a round box for each line
	Tiles             // a separate box for each number
)

// NonogramStyle says how the numbers look.
type NonogramStyle struct {
	Band      Band
	Fill      color.RGBA // of the bands, pills or tiles
	Zebra     color.RGBA // of every other band, if its alpha is not 0
	Ink       color.RGBA // of the numbers
	TwoDigits color.RGBA // of numbers above 9, if its alpha is not 0
	Gap       float64    // between the numbers of a row without boxes, in digit heights
	Pitch     float64    // from one number of a column to the next without boxes, in digit heights
	Slot      float64    // the side of a box
	Zero      string     // the text of an empty line: "0", "" or "□"
	Guides    bool       // the board's lines go on between the bands
	Done      Done       // the look of the numbers of a line that is done
	DoneShare float64    // the share of lines that are done
	Preview   bool       // a small picture of the filled cells, in the corner
}

// Done is the look of a number that is used up.
type Done uint8

const (
	Stays Done = iota
	Greyed
	Struck
)

// KakuroStyle says how blocks look.
type KakuroStyle struct {
	Block    color.RGBA
	Hatch    color.RGBA // of the stripes on blocks, if its alpha is not 0
	Stripes  Stripes    // their direction
	Spare    bool       // blocks with sums have no stripes
	SumInk   color.RGBA
	Diagonal Diagonal
	Slash    color.RGBA // of the diagonal
	SumSize  float64    // the height of a sum's digits
	Corner   float64    // how much nearer to the corners sums stand than usual
	Middle   bool       // a sum without a diagonal stands in the middle
	Outline  bool       // blocks without sums and white neighbours are not drawn
	DigitInk color.RGBA
}

// Diagonal says which blocks have a diagonal.
type Diagonal uint8

const (
	WithSums Diagonal = iota
	WithBoth          // only blocks with two sums
	Always
)

// LightsStyle says how lamps and cards look.
type LightsStyle struct {
	On, Off color.RGBA
	Gap     float64    // between tiles
	Radius  float64    // of corners
	Glow    bool       // lit lamps are lighter in their middle
	Glyph   uint8      // the sign on a tile: 0 none, 1 a ring, 2 a bulb, 3 a plus, 4 a card's face
	Pointer color.RGBA // of the tile under the pointer, if its alpha is not 0
	Tall    float64    // the height of a tile
}

// tall returns the height of a board's rows.
func (s Style) tall(kind Kind) float64 {
	if kind == CardFlip || kind == LightsOut {
		return max(1, s.Lights.Tall)
	}
	return 1
}

// smallest returns the height of the board's smallest digits.
func (s Style) smallest(kind Kind) float64 {
	if kind == Kakuro {
		return s.Kakuro.SumSize
	}
	return s.Digit
}

// A Layout makes styles of one kind, with random details.
type Layout struct {
	Name  string
	Style func(rng *rand.Rand) Style
}

// Layouts returns the layouts of a kind and one half.
func Layouts(kind Kind, split Split) []Layout {
	half := layouts[kind]
	if split == HeldOut {
		return half.heldOut
	}
	return half.development
}

func grey(v uint8) color.RGBA { return color.RGBA{v, v, v, 255} }

func rgb(v uint32) color.RGBA { return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255} }

// mix returns the colour at a share t of the way from a to b.
func mix(a, b color.RGBA, t float64) color.RGBA {
	at := func(a, b uint8) uint8 { return uint8(float64(a) + (float64(b)-float64(a))*t + .5) }
	return color.RGBA{at(a.R, b.R), at(a.G, b.G), at(a.B, b.B), 255}
}

// about returns a random colour near a given one.
func about(rng *rand.Rand, c color.RGBA) color.RGBA {
	near := func(v uint8) uint8 { return uint8(min(255, max(0, int(v)+rng.IntN(25)-12))) }
	return color.RGBA{near(c.R), near(c.G), near(c.B), 255}
}
