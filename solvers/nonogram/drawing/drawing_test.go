package drawing

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"math"
	"slices"
	"strings"
	"testing"

	"kibitz/solvers/nonogram"
	"kibitz/vision/photo"
	"kibitz/vision/photo/imagetest"
)

// cellsOf is a picture of '#' and '.' without the '/' between its rows.
func cellsOf(picture string) (cells []nonogram.Cell) {
	for _, r := range strings.ReplaceAll(picture, "/", "") {
		cells = append(cells, map[rune]nonogram.Cell{'#': nonogram.Filled, '.': nonogram.Empty}[r])
	}
	return cells
}

// rowsOf writes cells as a picture, rows split by '/'.
func rowsOf(cells []nonogram.Cell, width int) string {
	var rows []string
	for row := range slices.Chunk(cells, width) {
		text := ""
		for _, cell := range row {
			text += cell.String()
		}
		rows = append(rows, text)
	}
	return strings.Join(rows, "/")
}

// painted is an image of w × h pixels, each as paint says.
func painted(w, h int, paint func(x, y int) color.Color) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.Set(x, y, paint(x, y))
		}
	}
	return img
}

func blackIf(black bool) color.Color {
	if black {
		return color.Black
	}
	return color.White
}

// A picture blown up to any size, in any two shades, on any offset, is drawn as
// it was.
func TestDrawGivesThePictureBack(t *testing.T) {
	const rows, cols = 5, 7
	want := cellsOf(".##.##./#######/.#####./..###../...#...")
	filled := func(x, y, scale int) bool { return want[y/scale*cols+x/scale] == nonogram.Filled }
	for _, scale := range []int{1, 2, 3, 16, 40, 41} {
		for about, paint := range map[string]func(x, y int) color.Color{
			"black on white":       func(x, y int) color.Color { return blackIf(filled(x, y, scale)) },
			"dark on less dark":    func(x, y int) color.Color { return color.Gray{90 - 30*uint8(bit(filled(x, y, scale)))} },
			"shape on transparent": func(x, y int) color.Color { return color.NRGBA{A: 255 * uint8(bit(filled(x, y, scale)))} },
			"white on transparent": func(x, y int) color.Color { return color.NRGBA{255, 255, 255, 255 * uint8(bit(filled(x, y, scale)))} },
		} {
			img := painted(cols*scale, rows*scale, paint)
			for _, dither := range []bool{false, true} {
				got, err := Draw(img, rows, cols, dither)
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("%s, scale %d, dither %v: %s, %v", about, scale, dither, rowsOf(got, cols), err)
				}
			}
		}
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Half the light looks 1 - 188/255 dark, not one half: the means are of light.
func TestShadesAreOfLight(t *testing.T) {
	checker := painted(64, 64, func(x, y int) color.Color { return blackIf((x+y)%2 == 0) })
	dark, _ := shades(checker, 4, 4)
	for _, d := range dark {
		if math.Abs(d-(1-188./255)) > .002 {
			t.Fatalf("a fine checkerboard looks %.3f dark", d)
		}
	}
}

// The mean of a cell is that of its pixels, whole or cut.
func TestShadesOfCutPixels(t *testing.T) {
	img := painted(3, 2, func(x, y int) color.Color { return blackIf(x == 0) })
	dark, opaque := shades(img, 2, 3)
	want := []float64{1, 0, 0, 1, 0, 0}
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
	if !slices.EqualFunc(dark, want, near) || !near(opaque[0], 1) {
		t.Errorf("%v, %v", dark, opaque)
	}
	dark, _ = shades(img, 1, 2) // cells of 1.5 pixels; the first is two thirds black
	if want := 1 - encoded(1./3); math.Abs(dark[0]-want) > 1e-9 || dark[1] > 1e-9 {
		t.Errorf("%v, want %v and 0", dark, want)
	}
}

// What does not fit the shape is cut at both ends.
func TestDrawCuts(t *testing.T) {
	img := painted(90, 30, func(x, y int) color.Color { return blackIf(x < 30 || x >= 60 || y < 15) })
	got, err := Draw(img, 4, 4, false)
	if want := "####/####/..../...."; err != nil || rowsOf(got, 4) != want {
		t.Errorf("%s, %v", rowsOf(got, 4), err)
	}
}

// Of two dots off the shape, and two in it, those go that hardly differ.
func TestDrawSpecks(t *testing.T) {
	img := painted(9, 9, func(x, y int) color.Color {
		switch (image.Point{x, y}) {
		case image.Pt(1, 1), image.Pt(6, 6):
			return color.Gray{120}
		case image.Pt(1, 6):
			return color.White
		case image.Pt(6, 1):
			return color.Black
		}
		return color.Gray{uint8(60 + 140*bit(x > 3))}
	})
	got, err := Draw(img, 9, 9, false)
	want := "####...../####..#../####...../####...../####...../####...../#.##...../####...../####....."
	if err != nil || rowsOf(got, 9) != want {
		t.Errorf("%s, %v", rowsOf(got, 9), err)
	}
}

// A dithered grey has as many filled cells as it is dark.
func TestDitherKeepsTheShade(t *testing.T) {
	ramp := painted(64, 64, func(x, y int) color.Color { return color.Gray{uint8(255 - 4*x)} })
	got, err := Draw(ramp, 64, 64, true)
	if err != nil {
		t.Fatal(err)
	}
	for eighth := range 8 {
		n := 0
		for i, cell := range got {
			if cell == nonogram.Filled && i%64/8 == eighth {
				n++
			}
		}
		if want := 512 * (float64(eighth) + .5) / 8; math.Abs(float64(n)-want) > 40 {
			t.Errorf("eighth %d: %d of 512 filled, want %.0f or so", eighth, n, want)
		}
	}
}

// An image with margins is drawn as it is without.
func TestTrim(t *testing.T) {
	want := cellsOf(".##.##./#######/.#####./..###../...#...")
	img := painted(320, 320, func(x, y int) color.Color {
		r, c := (y-100)/20, (x-40)/20
		return blackIf(x >= 40 && y >= 100 && r < 5 && c < 7 && want[r*7+c] == nonogram.Filled)
	})
	trimmed := Trim(img)
	if b := trimmed.Bounds(); b != image.Rect(40, 100, 180, 200) {
		t.Errorf("trimmed to %v", b)
	}
	if got, err := Draw(trimmed, 5, 7, false); err != nil || !slices.Equal(got, want) {
		t.Errorf("%s, %v", rowsOf(got, 7), err)
	}
	if grey := painted(9, 9, func(x, y int) color.Color { return color.Gray{128} }); Trim(grey).Bounds() != grey.Bounds() {
		t.Error("of one grey nothing should go")
	}
}

func TestFit(t *testing.T) {
	for _, c := range []struct{ w, h, side, rows, cols int }{
		{100, 100, 20, 20, 20}, {200, 100, 20, 10, 20}, {100, 200, 30, 30, 15}, {4000, 3000, 20, 15, 20}, {1000, 1, 20, 1, 20},
	} {
		if rows, cols := Fit(image.NewGray(image.Rect(0, 0, c.w, c.h)), c.side); rows != c.rows || cols != c.cols {
			t.Errorf("%d × %d at %d: %d rows, %d columns", c.w, c.h, c.side, rows, cols)
		}
	}
}

func TestDrawRefuses(t *testing.T) {
	grey := painted(9, 9, func(x, y int) color.Color { return color.Gray{128} })
	if _, err := Draw(grey, 3, 3, false); !errors.Is(err, ErrFlat) {
		t.Errorf("one grey: %v", err)
	}
	for _, size := range [][2]int{{0, 3}, {3, 0}, {nonogram.MaxMade + 1, 3}, {3, nonogram.MaxMade + 1}, {-1, 3}} {
		if _, err := Draw(grey, size[0], size[1], false); !errors.Is(err, nonogram.ErrSize) {
			t.Errorf("%v: %v", size, err)
		}
	}
}

// Whatever is read can be drawn.
func FuzzDraw(f *testing.F) {
	var b bytes.Buffer
	_ = gif.Encode(&b, painted(4, 4, func(x, y int) color.Color { return blackIf(x == y) }), nil)
	f.Add(b.Bytes())
	f.Add(imagetest.ClaimedPNG(3, 3))
	f.Add(imagetest.ClaimedPNG(60000, 60000))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<12 {
			return
		}
		config, _, err := image.DecodeConfig(bytes.NewReader(data))
		if err == nil && config.Width*config.Height > 1<<16 {
			return // slow, not wrong
		}
		read, err := photo.Read(data)
		if err != nil {
			return
		}
		img := Trim(read.Image)
		rows, cols := Fit(img, 10)
		if picture, err := Draw(img, rows, cols, len(data)%2 == 0); err == nil && len(picture) != rows*cols {
			t.Fatalf("%d cells for %d × %d", len(picture), rows, cols)
		}
	})
}

// The negative of a picture has the other cells filled; what shows through counts
// as white.
func TestNegative(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 40, 40)) // transparent
	for y := 10; y < 30; y++ {
		for x := 10; x < 30; x++ {
			img.Set(x, y, color.NRGBA{0, 0, 0, 255})
		}
	}
	for _, size := range []int{4, 8} {
		dark, err := Draw(img, size, size, false)
		if err != nil {
			t.Fatal(err)
		}
		light, err := Draw(Negative(img), size, size, false)
		if err != nil {
			t.Fatal(err)
		}
		for i := range dark {
			if dark[i] == light[i] {
				t.Errorf("%d×%d: cell %d is %v in both", size, size, i, dark[i])
			}
		}
	}
	if got := Trim(Negative(Negative(img))).Bounds(); got.Dx() > 22 {
		t.Errorf("trimmed to %v", got)
	}
}
