package kakuro

import (
	"fmt"
	"image"
	"image/draw"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/plane"
	"kibitz/vision/internal/script"
)

const blank = 99 // in place of a sum: nothing is written there

// sans returns Go's sans serif in a size, in pixels.
func sans(t *testing.T, size float64) font.Face {
	ttf, err := opentype.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(ttf, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	return face
}

// blackGrid returns a grid of black cells, side pixels a cell.
func blackGrid(high, wide, side int) *grid {
	sheet := image.NewGray(image.Rect(0, 0, wide*side, high*side))
	g := &grid{high: high, wide: wide, cells: make([]square, high*wide), sharp: sheet}
	area := plane.Area{Top: -1, Left: -1, Bottom: float64(high - 1), Right: float64(wide - 1)}
	g.Band = &script.Band{Strip: ink.Strip{Sheet: &plane.Sheet{Area: area, Light: sheet, W: float64(side), H: float64(side)}}}
	return g
}

// printed returns the layout of boardOfSums on a white sheet, with the given sums for the entries to the right written
// in the upper right corners of their blocks. The last one stands there, but no figure was found of it.
func printed(t *testing.T, text string, sums ...int) (s *layout, lost int) {
	const side = 60
	s = boardOfSums(text, figure{}, figure{})
	sheet := image.NewGray(image.Rect(0, 0, s.cols*side, s.rows*side))
	draw.Draw(sheet, sheet.Rect, image.White, image.Point{}, draw.Src)
	s.grid.Band = &script.Band{Strip: ink.Strip{Sheet: &plane.Sheet{Area: plane.Area{Top: -1, Left: -1, Bottom: float64(s.rows - 1), Right: float64(s.cols - 1)}, Light: sheet, W: side, H: side}}}
	s.grid.sharp = sheet
	for i := range s.grid.Inks {
		s.grid.Inks[i] = image.NewGray(sheet.Rect)
	}
	face := sans(t, 16)
	for i := range s.white {
		s.grid.cells[i].figures = nil
		if s.white[i] || s.run(i, 1) < 2 || len(sums) == 0 {
			continue
		}
		at := fixed.P(i%s.cols*side+38, i/s.cols*side+18)
		d := font.Drawer{Dst: sheet, Src: image.Black, Face: face, Dot: at}
		b, _ := d.BoundString(fmt.Sprint(sums[0]))
		if sums[0] != blank {
			d.DrawString(fmt.Sprint(sums[0]))
		}
		lost = i
		f := figure{glyphs: make([]*script.Glyph, 2), box: image.Rect(b.Min.X.Floor(), b.Min.Y.Floor(), b.Max.X.Ceil(), b.Max.Y.Ceil()), r: .2, c: .8, sure: 1, whole: []board.Guess{{Value: sums[0], P: .9}}}
		for k := range f.glyphs {
			f.glyphs[k] = &script.Glyph{}
		}
		if sums = sums[1:]; len(sums) > 0 {
			s.grid.cells[i].figures = []figure{f}
		}
	}
	return s, lost
}

// A sum is read where the others stand, if no figure of it was found and these are three at least. Where nothing stands
// there is none.
func TestSumsInSpots(t *testing.T) {
	for _, c := range []struct {
		text  string
		sums  []int
		touch bool // their digits are one glyph
		want  int
	}{
		{"#####\n#...#\n#....\n##...\n#...#", []int{12, 23, 14, 17}, false, 17},
		{"#####\n#...#\n#....\n##...\n#...#", []int{12, 23, 14, 17}, true, 17},
		{"#####\n#...#\n#....\n##...\n#####", []int{12, 23, 17}, false, 0},
		{"#####\n#...#\n#....\n##...\n#...#", []int{12, 23, 14, blank}, false, 0},
	} {
		s, lost := printed(t, c.text, c.sums...)
		for _, cell := range s.grid.cells {
			for i := range cell.figures {
				if f := &cell.figures[i]; c.touch {
					f.glyphs = f.glyphs[:1]
				}
			}
		}
		s.rate()
		missed := s.missed
		if err := s.readInSpots(t.Context()); err != nil {
			t.Fatal(err)
		}
		if read := s.inSpot[sumOf{s.at(lost), 1}]; len(read) > 0 != (c.want > 0) {
			t.Errorf("%v: in the last spot %v", c.sums, read)
		} else if len(read) > 0 && s.missed != missed-1 {
			t.Errorf("%v: the sum read in its spot is still missed: %v, before %v", c.sums, s.missed, missed)
		}
		if got := s.sum(lost, 1, s.run(lost, 1)); len(got) == 0 || got[0].Value != c.want || got[0].P < .8 {
			t.Errorf("%v: the last sum is %v", c.sums, got)
		}
	}
}

// What two readers say of a number is the mean of both.
func TestMean(t *testing.T) {
	got := mean([]board.Guess{{Value: 31, P: .6}, {Value: 34, P: .4}}, []board.Guess{{Value: 34, P: .9}, {Value: 3, P: .1}})
	if len(got) != 3 || got[0] != (board.Guess{Value: 34, P: .65}) || got[1] != (board.Guess{Value: 31, P: .3}) || got[2] != (board.Guess{Value: 3, P: .05}) {
		t.Errorf("%v", got)
	}
}
