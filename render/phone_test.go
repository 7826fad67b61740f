package render

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"math/bits"
	"testing"
)

// A phone shows a picture 353 points wide, whatever its size in pixels.
const phone = 353.

// texts returns the height of the texts that an ink shows in a part of a picture, in points of a
// phone, and in how many groups they lie beside each other, or below each other. Groups are at least
// `apart` pixels apart, and all of one height. The part's first pixel is ground, and a pixel counts if
// the ink covers at least half of it.
func texts(img image.Image, part image.Rectangle, ink color.Color, beside bool, apart int) (points float64, groups int) {
	ground, rows, gap := img.At(part.Min.X, part.Min.Y), map[int]bool{}, apart
	long, short := part.Dy(), part.Dx()
	if beside {
		long, short = short, long
	}
	for i := range long {
		some := false
		for j := range short {
			x, y := part.Min.X+j, part.Min.Y+i
			if beside {
				x, y = part.Min.X+i, part.Min.Y+j
			}
			if at := img.At(x, y); far(at, ground) > far(at, ink) {
				some, rows[y] = true, true
			}
		}
		if gap++; some {
			if gap > apart {
				groups++
			}
			gap = 0
		}
	}
	high := float64(len(rows))
	if !beside {
		high /= float64(max(groups, 1))
	}
	return high * phone / float64(img.Bounds().Dx()), groups
}

// far returns the sum of the differences of two colours in red, green and blue.
func far(a, b color.Color) (d int) {
	r0, g0, b0, _ := a.RGBA()
	r1, g1, b1, _ := b.RGBA()
	for _, pair := range [...][2]uint32{{r0, r1}, {g0, g1}, {b0, b1}} {
		d += max(int(pair[0])-int(pair[1]), int(pair[1])-int(pair[0]))
	}
	return d
}

// still returns a board's picture and its layout, and moving the same of an animation's.
func still(t *testing.T, b *Board) (image.Image, *layout) {
	file, err := b.PNG(Dark)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return img, layoutOf(t, b)
}

func moving(t *testing.T, b *Board) (image.Image, *layout) {
	file, err := GIF([]Frame{shownFor(b, 10), shownFor(b, 10)}, Dark, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	img, err := gif.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	l, err := b.layIn(films[:])
	if err != nil {
		t.Fatal(err)
	}
	return img, l
}

// kindsOfBoards are boards of each look, of n cells a side, or n in all.
var kindsOfBoards = map[string]func(n int) *Board{
	"nonogram": picross,
	"colours": func(n int) *Board {
		b := picross(n)
		b.Ground, b.Palette = rose().Ground, rose().Palette
		b.LeftColours, b.TopColours = onesOf(b.Left), onesOf(b.Top)
		return b
	},
	"kakuro":     sumsBoard,
	"lights out": func(n int) *Board { return checkered(n, n, LampOn, LampOff) },
	"moon":       func(n int) *Board { return checkered(n, n, Cloudy, Clear) },
	"cards":      cards,
}

func cards(n int) *Board {
	b := Wrapped(n, 10)
	for i := range n {
		b.Cells[i].Kind = CardUp
	}
	return b
}

// sizes are the sides of boards that are drawn.
var sizes = []int{5, 6, 8, 10, 12, 14, 15, 16, 18, 20, 25, 28, 30, 35, 40}

// onesOf returns the second colour for each clue.
func onesOf(clues [][]int) (all [][]int) {
	for _, line := range clues {
		ones := make([]int, len(line))
		for i := range ones {
			ones[i] = 1
		}
		all = append(all, ones)
	}
	return all
}

// On a phone the digits of all names of lines are at least 9 points high, in pictures and animations
// of boards of 5 to 40 cells a side. If that leaves no room for all names, the first line and every
// fifth, or every tenth, have one, and no two names touch.
func TestNamesOnAPhone(t *testing.T) {
	for kind, make := range kindsOfBoards {
		for _, n := range sizes {
			for shown, draw := range map[string]func(*testing.T, *Board) (image.Image, *layout){"picture": still, "animation": moving} {
				b := make(n)
				if b.ColNames == nil {
					number(b)
				}
				img, l := draw(t, b)
				for _, m := range []struct {
					where string
					part  image.Rectangle
					above bool
					apart int
					lines int
				}{
					{"beside", image.Rect(0, l.pad+l.cols+l.top, l.pad+l.rows-1, img.Bounds().Dy()), false, 1, len(b.RowNames)},
					{"above", image.Rect(l.pad+l.rows+l.left-1, 0, img.Bounds().Dx(), l.pad+l.cols-1), true, l.cols / 5, b.Cols},
				} {
					high, groups := texts(img, m.part, rgba(Dark, dim), m.above, m.apart)
					if m.lines > 0 && high < 9 {
						t.Errorf("%s of %s, %d: names %s are %.2f points high", shown, kind, n, m.where, high)
					}
					if m.lines > 0 && groups != m.lines && groups != m.lines/5+1 && groups != m.lines/10+1 || n <= 10 && groups != m.lines {
						t.Errorf("%s of %s, %d: %d names %s for %d lines", shown, kind, n, groups, m.where, m.lines)
					}
				}
			}
		}
	}
}

// On a phone the letters of colours are as high as such digits: in a cell, in the swatches of an open
// cell, and beside clues. A picture without room for one of them has a key with such letters below.
func TestLettersOnAPhone(t *testing.T) {
	for _, n := range sizes {
		for _, may := range []uint64{0, 0b110, 0b11110} { // painted in the first colour, or open to two, or to four
			b := kindsOfBoards["colours"](n)
			for i := range b.Palette {
				b.Palette[i].Letter = '1' // as high as a digit
			}
			for i := range b.Cells {
				b.Cells[i] = Cell{Kind: Painted}
				if may != 0 {
					b.Cells[i] = Cell{Kind: Open, May: may}
				}
			}
			img, l := still(t, b)
			letters := map[string]float64{}
			measure := func(where string, x, y, w, h float32, ink color.Color) {
				part := image.Rect(round(x+.1*w), round(y+.1*h), round(x+.9*w), round(y+.9*h))
				letters[where], _ = texts(img, part, ink, false, 1)
			}
			x, y, w := float32(l.x(0)), float32(l.y(0)), float32(l.w)
			first, second := hexColour(onColour(b, 0)), hexColour(onColour(b, 1))
			if may == 0 {
				measure("in cells", x, y, w, w, first)
			} else {
				g := swatchGrid(bits.OnesCount64(may), w)
				measure("in swatches", x+g.edge, y+g.edge, g.wide, g.high, first)
			}
			right := float32(l.x0-l.edge) - clueMargin*l.clues
			measure("beside clues", right-.8*l.clues, y, .7*l.clues, w, second)
			key := 0.
			if l.height < img.Bounds().Dy() {
				key, _ = texts(img, image.Rect(l.x0, l.height-l.pad+1, img.Bounds().Dx(), img.Bounds().Dy()), rgba(Dark, text), true, 0)
			}
			for where, high := range letters {
				if high < 9 && key < 9 {
					t.Errorf("%d×%d, %b: letters %s are %.2f points high, in a key %.2f", n, n, may, where, high, key)
				}
				if high > 0 && high < 9 && where != "beside clues" {
					t.Errorf("%d×%d, %b: letters %s are %.2f points high", n, n, may, where, high)
				}
			}
		}
	}
}

// onColour returns the colour of texts on a colour of the palette.
func onColour(b *Board, colour int) hex {
	return [...]hex{0x000000, 0xffffff}[legibleOn(b.shown()[colour])-jet]
}

func hexColour(h hex) color.RGBA {
	r, g, b := h.rgb()
	return color.RGBA{uint8(r), uint8(g), uint8(b), 255}
}
