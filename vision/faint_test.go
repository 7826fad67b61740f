package vision

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// faintBoard is a Kakuro, in the notation of the pictures' truths.
const faintBoard = `# 23\ 30\ # # 27\ 12\ 16\
\16 . . # 17\24 . . .
\17 . . 15\29 . . . .
\35 . . . . . 12\ #
# \7 . . 7\8 . . 7\
# 11\ 10\16 . . . . .
\21 . . . . \5 . .
\6 . . . # \3 . .`

// drawFaint draws faintBoard as books do: sums on grey, with a black diagonal, in digits whose level strokes are thin
// and so have only a share of the ink of the upright ones.
func drawFaint(t *testing.T, share float64) []byte {
	return drawSums(t, sumLook{share: share, block: 150})
}

// A sumLook is how a picture of faintBoard looks.
type sumLook struct {
	share        float64 // of the ink of upright strokes that level ones have
	empty, block uint8   // the grey of blocks without sums and with some
	line         uint8   // that of diagonals
	rising       bool    // diagonals run from the bottom left to the top right, through the sums
	crossed      bool    // falling diagonals run through the sums: down at the right, across at the left
	side         int     // pixels of a cell; 0: 44
	notes        bool    // white cells have eight notes, or a digit of the player
}

// drawSums draws faintBoard.
func drawSums(t *testing.T, look sumLook) []byte {
	const edge = 60
	side := max(look.side, 44)
	rows := strings.Split(faintBoard, "\n")
	img := image.NewGray(image.Rect(0, 0, 8*side+2*edge, 8*side+2*edge))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	var faces [2]font.Face
	for i, size := range [...]float64{15, 30} {
		if faces[i], err = opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72}); err != nil {
			t.Fatal(err)
		}
	}
	face, large := faces[0], faces[1]
	for r, row := range rows {
		for c, cell := range strings.Fields(row) {
			x, y := edge+c*side, edge+r*side
			fill := map[string]uint8{".": 255, "#": look.empty}
			ground, plain := fill[cell]
			if !plain {
				ground = look.block
			}
			draw.Draw(img, image.Rect(x, y, x+side, y+side), image.NewUniform(color.Gray{Y: ground}), image.Point{}, draw.Src)
			for i := range side { // the lines around the cell, and its diagonal
				img.SetGray(x+i, y, color.Gray{})
				img.SetGray(x, y+i, color.Gray{})
				img.SetGray(x+i, y+side, color.Gray{})
				img.SetGray(x+side, y+i, color.Gray{})
				if !plain && !look.rising {
					img.SetGray(x+i, y+i, color.Gray{Y: look.line})
				} else if !plain {
					img.SetGray(x+side-i, y+i, color.Gray{Y: look.line})
				}
			}
			down, across, _ := strings.Cut(cell, `\`)
			switch {
			case !plain && look.crossed:
				writeFaint(img, face, down, x+side-5-font.MeasureString(face, down).Ceil(), y+side-5, look.share)
				writeFaint(img, face, across, x+4, y+15, look.share)
			case !plain:
				writeFaint(img, face, down, x+4, y+side-5, look.share)
				writeFaint(img, face, across, x+side-5-font.MeasureString(face, across).Ceil(), y+15, look.share)
			case cell != "." || !look.notes:
			case (r+c)%5 == 0:
				(&font.Drawer{Dst: img, Src: image.Black, Face: large, Dot: fixed.P(x+14, y+33)}).DrawString("7")
			default:
				for i := range 8 {
					(&font.Drawer{Dst: img, Src: image.Black, Face: face, Dot: fixed.P(x+4+i%3*14, y+14+i/3*14)}).DrawString(strconv.Itoa(i + 1))
				}
			}
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// writeFaint writes a number from (x, y) on, y being its base line. Pixels with less than four of ink one above
// another belong to a level stroke, and keep a share of their ink.
func writeFaint(img *image.Gray, face font.Face, text string, x, y int, share float64) {
	mask := image.NewAlpha(img.Rect)
	(&font.Drawer{Dst: mask, Src: image.Opaque, Face: face, Dot: fixed.P(x, y)}).DrawString(text)
	for v := y - 16; v <= y+2; v++ {
		for u := x - 2; u < x+30; u++ {
			ink, run := float64(mask.AlphaAt(u, v).A)/255, 1
			for k := v - 1; mask.AlphaAt(u, k).A > 60; k-- {
				run++
			}
			for k := v + 1; mask.AlphaAt(u, k).A > 60; k++ {
				run++
			}
			if run < 4 {
				ink *= share
			}
			img.SetGray(u, v, color.Gray{Y: uint8(float64(img.GrayAt(u, v).Y) * (1 - ink))})
		}
	}
}

// Sums are read whole even if their level strokes have a third of the ink of their upright ones.
func TestReadFaintStrokes(t *testing.T) {
	for _, share := range []float64{1, .33} {
		r, err := Read(context.Background(), drawFaint(t, share), Hint{Kind: Kakuro})
		if err != nil {
			t.Fatal(err)
		}
		if wrong := kakuroDiffers(r, faintBoard); wrong != "" {
			t.Errorf("with %.2f of the ink: %s", share, wrong)
		}
	}
}

// Sums are read with a diagonal through them, whichever corners they stand in, beside notes of their own size, and low
// in their cells. Blocks that are hardly darker than white cells are told from them.
func TestReadSums(t *testing.T) {
	for name, look := range map[string]sumLook{
		"rising diagonals":           {share: 1, block: 200, line: 60, rising: true},
		"rising diagonals, on white": {share: 1, block: 255, line: 80, rising: true},
		"black diagonals, on white":  {share: 1, block: 255},
		"low sums":                   {share: 1, block: 200, side: 102},
		"pale blocks":                {share: 1, empty: 245, block: 255},
		"notes":                      {share: 1, block: 150, notes: true},
		"sums on falling diagonals":  {share: 1, block: 200, line: 170, crossed: true},
	} {
		r, err := Read(t.Context(), drawSums(t, look), Hint{Kind: Kakuro})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for i := range r.Cells {
			r.Cells[i].Digit = nil // a player's digits are no part of the puzzle
		}
		if wrong := kakuroDiffers(r, faintBoard); wrong != "" {
			t.Errorf("%s: %s", name, wrong)
		}
	}
}

// A board is found by its thick lines where all others are so faint that they only show with all cells laid upon one
// another.
func TestReadFaintLines(t *testing.T) {
	const left, top, cell, thin = 56, 62, 28, 90 // the board's corner, its cells, and the grey of its lines, on the picture
	p := plainBoard(2)
	for _, faint := range []uint8{thin, 235, 246} {
		img := image.NewGray(p.image.Rect)
		draw.Draw(img, img.Rect, p.image, image.Point{}, draw.Src)
		rng := rand.New(rand.NewPCG(1, 1))
		for i := range img.Pix {
			x, y := i%img.Stride-left+1, i/img.Stride-top+1
			if in := x >= 0 && y >= 0 && x < 10*cell+3 && y < 10*cell+3; in && min(x%(5*cell), y%(5*cell)) < 2 {
				img.Pix[i] = 60
			} else if in && img.Pix[i] == thin {
				img.Pix[i] = faint
			}
			img.Pix[i] = uint8(min(max(.8*float64(img.Pix[i])+30+2*rng.NormFloat64(), 0), 255))
		}
		r, err := Read(t.Context(), encoded(img), Hint{Kind: Nonogram})
		if err != nil {
			t.Errorf("lines of grey %d: %v", faint, err)
			continue
		}
		if !equal(numbers(r.RowClues), p.rowClues) || !equal(numbers(r.ColClues), p.colClues) {
			t.Errorf("lines of grey %d: read %v, %v", faint, numbers(r.RowClues), numbers(r.ColClues))
		}
	}
}
