// Package synth makes pictures of puzzles whose truth is known: a [Board] in one of many
// looks ([Style]), on paper or on a screen, seen through a camera model or as a screenshot
// ([Camera]). Everything follows from a seed; with the same fonts the same seed gives the same
// picture.
//
// A board is drawn flat, larger than it will be seen. The camera then looks up, for each pixel of the
// picture, where on that page it looks: a closed form of perspective, curl, barrel and turn,
// which is inverted only for the few points that [Picture] tells. What light, lens, sensor and
// file do comes after.
//
// Layouts, fonts and cameras come in two halves. What is learned or tuned may see Development
// alone; HeldOut is for measuring.
package synth

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
)

// A Kind is that of a board's puzzle, by the name of its command.
type Kind string

const (
	Nonogram  Kind = "nonogram"
	Kakuro    Kind = "kakuro"
	LightsOut Kind = "lightsout"
	CardFlip  Kind = "cardflip"
)

// Kinds are all there are.
func Kinds() []Kind { return []Kind{Nonogram, Kakuro, LightsOut, CardFlip} }

// A Split is one of the two halves of layouts, fonts and cameras.
type Split bool

const (
	Development Split = false
	HeldOut     Split = true
)

func (s Split) String() string {
	if s == HeldOut {
		return "held-out"
	}
	return "development"
}

// A Point is a place on a picture, in pixels; the middle of its first pixel is (.5, .5).
type Point struct{ X, Y float64 }

// A Glyph is a digit as it is seen.
type Glyph struct {
	Digit int
	Box   [4]Point // the corners of its ink: top left, top right, bottom right, bottom left
	Place Place    // the number it is part of
	Nth   int      // which of the number's digits, from 0
}

// A Side says what a Place is.
type Side uint8

const (
	Row    Side = iota // a number in a row's clue
	Col                // a number in a column's clue
	Down               // a sum
	Across             // a sum
	Cell               // a digit in a white cell
	Beside             // no part of the puzzle: titles, page numbers, other boards
)

// A Place is where on a board a number stands.
type Place struct {
	Side     Side
	Row, Col int // of Row and Col one is the line, the other 0
	Index    int // which of the line's numbers, from 0
}

// A Picture is a board as it is seen.
type Picture struct {
	Image   *image.RGBA // before it was packed
	Data    []byte      // a file: PNG or JPEG
	Board   *Board
	Layout  string // names of what it was made by
	Font    string
	Camera  string
	Screen  bool    // a screenshot
	Lattice []Point // the crossings of the lines, row-major: (Rows+1) × (Cols+1)
	Glyphs  []Glyph
}

// Truth is the board's; see Board.Truth.
func (p *Picture) Truth() string { return p.Board.Truth() }

// Random makes a picture of a kind from a seed, with a layout, a font and a camera of that
// half. Fonts of the other half are not used; see Fonts.
func Random(seed uint64, kind Kind, split Split, fonts []*Font) *Picture {
	rng := rand.New(rand.NewPCG(seed, uint64(len(kind))))
	layouts, cameras := Layouts(kind, split), Cameras(split)
	layout, camera := layouts[rng.IntN(len(layouts))], cameras[rng.IntN(len(cameras))]
	style := layout.Style(rng)
	style.Font = choose(rng, Half(fonts, split))
	if style.Pixels {
		style.Font = pixelFont(rng, split)
	}
	c := camera.Camera(rng)
	if style.Screen != c.OfScreen { // what is printed is not on a screen
		for style.Screen != c.OfScreen {
			camera = cameras[rng.IntN(len(cameras))]
			c = camera.Camera(rng)
		}
	}
	p := Draw(rng, NewBoard(rng, kind, style), style, c)
	p.Layout, p.Camera = layout.Name, camera.Name
	return p
}

// Draw makes the picture of a board.
func Draw(rng *rand.Rand, b *Board, s Style, c Camera) *Picture {
	sheet := newSheet(rng, b, s)
	cell := c.Digit / s.smallest(b.Kind) // of the picture, in pixels
	size := sheet.bounds.size()
	// A larger picture shows no more, and takes its time.
	const most = 2600
	cell = min(cell, most/max(size.X, size.Y))
	if c.Screenshot {
		flat := sheet.render(max(4, math.Round(cell)), true)
		return c.screenshot(rng, b, s, flat)
	}
	const finer = 1.4 // than the picture is the page, so that sampling it does not blur
	return c.photograph(rng, b, s, sheet.render(cell*finer, false), 1/finer)
}

func packed(img *image.RGBA, c Camera) []byte {
	var b bytes.Buffer
	var err error
	if c.Quality == 0 {
		err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img)
	} else {
		err = jpeg.Encode(&b, img, &jpeg.Options{Quality: c.Quality})
	}
	if err != nil {
		panic(err) // of a size that both have, into memory
	}
	if c.Quality == 0 || c.Screenshot {
		return b.Bytes()
	}
	return append(append([]byte{0xff, 0xd8}, exif()...), b.Bytes()[2:]...)
}

// exif names a camera, as cameras do.
func exif() []byte {
	tiff := []byte("II\x2a\x00\x08\x00\x00\x00\x01\x00\x0f\x01\x02\x00\x06\x00\x00\x00\x1a\x00\x00\x00\x00\x00\x00\x00synth\x00")
	segment := append([]byte("Exif\x00\x00"), tiff...)
	return append(binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(segment)+2)), segment...)
}

func choose[T any](rng *rand.Rand, all []T) T { return all[rng.IntN(len(all))] }

// between is a number of that range.
func between(rng *rand.Rand, lo, hi float64) float64 { return lo + (hi-lo)*rng.Float64() }

// chance is true so often.
func chance(rng *rand.Rand, p float64) bool { return rng.Float64() < p }
