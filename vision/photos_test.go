package vision

import (
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestTwoBoardsOfLights: of boards side by side the one asked for is read, in reading order.
func TestTwoBoardsOfLights(t *testing.T) {
	t.Parallel()
	first := newLampPicture("0110", "1001", "0101", "1110")
	second := newLampPicture("10110", "01001", "11010", "00111", "01100")
	second.gap, second.w, second.h = 4, 44, 44
	var sheet *image.RGBA
	for i, p := range []lampPicture{first, second} {
		if i == 0 {
			sheet = image.NewRGBA(image.Rect(0, 0, 800, 420))
			draw.Draw(sheet, sheet.Rect, image.NewUniform(p.page), image.Point{}, draw.Src)
		}
		for r, row := range p.rows {
			for c, state := range row {
				draw.Draw(sheet, p.tile(r, c).Add(image.Pt(i*360, 0)), image.NewUniform(p.colours[state-'0']), image.Point{}, draw.Src)
			}
		}
	}
	for i, p := range []lampPicture{first, second} {
		r := readLights(t, encoded(sheet), Hint{Kind: Lights, Board: i + 1})
		if len(r.Boards) != 2 || !slices.Equal(states(r), named(p.rows)) {
			t.Errorf("board %d of %v: %v, drawn %v", i+1, r.Boards, states(r), p.rows)
		}
	}
}

// TestSizeIsKnown: cells alike in squares of two by two look like larger cells, unless the hint says how many
// there are.
func TestSizeIsKnown(t *testing.T) {
	t.Parallel()
	p := newLampPicture("001100", "001100", "110011", "110011", "110000", "110000")
	p.gap, p.page = 0, color.RGBA{250, 250, 250, 255}
	r := readLights(t, p.draw(), Hint{Kind: Lights, Rows: 6, Cols: 6})
	if !slices.Equal(states(r), named(p.rows)) {
		t.Errorf("read %v, drawn %v", states(r), p.rows)
	}
	if r := readLights(t, p.draw(), Hint{Kind: Lights}); r.Rows != 3 {
		t.Errorf("%d rows without a hint", r.Rows)
	}
}

// TestShadeOnABoard: a lit lamp in the shade may be as dark as an unlit one beside it, outside the shade.
func TestShadeOnABoard(t *testing.T) {
	p := newLampPicture("0110100", "1001011", "0111010", "1010110", "0011001", "1100101", "0101110")
	p.page, p.panel = color.RGBA{235, 235, 235, 255}, color.RGBA{20, 20, 20, 255}
	p.colours[0], p.colours[1] = color.RGBA{110, 110, 110, 255}, color.RGBA{235, 235, 235, 255}
	img := p.image()
	rng := rand.New(rand.NewPCG(9, 10))
	b := img.Bounds()
	for y := range b.Dy() {
		for x := range b.Dx() {
			light := 1.
			if x+2*y > (b.Dx()+2*b.Dy())/2 {
				light = .45
			}
			c, noise := img.RGBAAt(x, y), 3*rng.NormFloat64()
			at := func(v uint8) uint8 { return uint8(min(max(float64(v)*light+noise, 0), 255)) }
			img.SetRGBA(x, y, color.RGBA{at(c.R), at(c.G), at(c.B), 255})
		}
	}
	r := readLights(t, encoded(img), Hint{Kind: Lights})
	if !slices.Equal(states(r), named(p.rows)) {
		t.Errorf("read %v, drawn %v", states(r), named(p.rows))
	}
	if len(r.Flaws) == 0 {
		t.Error("a board in the shade is said to be sure")
	}
}
