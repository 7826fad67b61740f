// Package synth draws pictures of puzzles with a known truth: a [Board] in one of many looks ([Style]),
// on paper or on a screen, seen through a camera model or as a screenshot ([Camera]). Everything
// follows from a seed: with the same fonts the same seed gives the same picture.
//
// A board is drawn flat, larger than it will be seen. The camera then computes for each pixel of the
// picture its place on that page: a closed form of perspective, curl, barrel and turn. It is inverted
// only for the few points that [Picture] holds. The effects of light, lens, sensor and file come after.
//
// Layouts, fonts and cameras come in two halves. Use only Development to train or tune anything; HeldOut
// is for measuring.
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

// A Kind is the kind of a puzzle, by the name of its command.
type Kind string

const (
	Nonogram  Kind = "nonogram"
	Kakuro    Kind = "kakuro"
	LightsOut Kind = "lightsout"
	CardFlip  Kind = "cardflip"
	Sudoku    Kind = "sudoku"
)

// Kinds returns all kinds.
func Kinds() []Kind { return []Kind{Nonogram, Kakuro, LightsOut, CardFlip, Sudoku} }

// A Split is one of the two halves of layouts, fonts and cameras.
type Split bool

const (
	Development Split = false
	HeldOut     Split = true
)

// String returns the name of a half, as the bench's flag has it.
func (s Split) String() string {
	if s == HeldOut {
		return "held-out"
	}
	return "development"
}

// A Point is a place on a picture, in pixels; the middle of the first pixel is (.5, .5).
type Point struct{ X, Y float64 }

// A Glyph is a digit on a picture.
type Glyph struct {
	Digit int
	Box   [4]Point // the corners of its ink: top left, top right, bottom right, bottom left
	Place Place    // the number it belongs to
	Nth   int      // its index in the number, from 0
}

// A Side tells what a Place is.
type Side uint8

const (
	Row    Side = iota // a number in a row's clue
	Col                // a number in a column's clue
	Down               // a sum
	Across             // a sum
	Cell               // a digit in a white cell
	Beside             // no part of the puzzle: titles, page numbers, other boards
)

// A Place is the place of a number on a board.
type Place struct {
	Side     Side
	Row, Col int // of the cell; for a clue, the line and 0
	Index    int // the number's index in the line, from 0
}

// A Picture is a drawn board with its truth.
type Picture struct {
	Image   *image.RGBA // before it was packed
	Data    []byte      // a file: PNG or JPEG
	Board   *Board
	Layout  string // its name, like those of Font and Camera
	Font    string
	Camera  string
	Screen  bool    // a screenshot
	Lattice []Point // the crossings of the lines, row-major: (Rows+1) × (Cols+1)
	Glyphs  []Glyph
}

// Truth returns the truth of the board; see Board.Truth.
func (p *Picture) Truth() string { return p.Board.Truth() }

// Random draws a picture of a kind from a seed, with a layout, a font and a camera of one half. It uses
// only those of the given fonts that belong to that half; see Fonts.
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
	if style.Screen != c.OfScreen { // paper needs another camera than a screen
		for style.Screen != c.OfScreen {
			camera = cameras[rng.IntN(len(cameras))]
			c = camera.Camera(rng)
		}
	}
	p := Draw(rng, NewBoard(rng, kind, style), style, c)
	p.Layout, p.Camera = layout.Name, camera.Name
	return p
}

// Draw draws the picture of a board.
func Draw(rng *rand.Rand, b *Board, s Style, c Camera) *Picture {
	sheet := newSheet(rng, b, s)
	cell := c.Digit / s.smallest(b.Kind) // the side of a cell, in pixels of the picture
	size := sheet.bounds.size()
	// A larger picture shows no more, and takes longer.
	const most = 2600 // pixels of the longer side
	cell = min(cell, most/max(size.X, size.Y))
	if c.Screenshot {
		flat := sheet.render(max(4, math.Round(cell)), true)
		return c.screenshot(rng, b, s, flat)
	}
	const finer = 1.4 // pixels of the page for one of the picture, so that sampling does not blur
	return c.photograph(rng, b, s, sheet.render(cell*finer, false), 1/finer)
}

// encode packs an image as the camera says: PNG, or JPEG, with Exif if it is a photo.
func encode(img *image.RGBA, c Camera) []byte {
	var b bytes.Buffer
	var err error
	if c.Quality == 0 {
		err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img)
	} else {
		err = jpeg.Encode(&b, img, &jpeg.Options{Quality: c.Quality})
	}
	if err != nil {
		panic(err) // writing a valid size to memory does not fail
	}
	if c.Quality == 0 || c.Screenshot {
		return b.Bytes()
	}
	return append(append([]byte{0xff, 0xd8}, exif()...), b.Bytes()[2:]...)
}

// exif returns a segment of a JPEG that names a camera, as photos have: a TIFF header and a directory
// with one entry, tag 0x010f (the maker), whose text "synth" begins at byte 26.
func exif() []byte {
	tiff := []byte("II\x2a\x00\x08\x00\x00\x00\x01\x00\x0f\x01\x02\x00\x06\x00\x00\x00\x1a\x00\x00\x00\x00\x00\x00\x00synth\x00")
	segment := append([]byte("Exif\x00\x00"), tiff...)
	return append(binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(segment)+2)), segment...)
}

// choose returns a random element.
func choose[T any](rng *rand.Rand, all []T) T { return all[rng.IntN(len(all))] }

// between returns a random number from lo to hi.
func between(rng *rand.Rand, lo, hi float64) float64 { return lo + (hi-lo)*rng.Float64() }

// chance returns true with probability p.
func chance(rng *rand.Rand, p float64) bool { return rng.Float64() < p }
