package vision

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"slices"
	"strconv"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// A numberLook is how a number is printed: its ink, and the colour of the plate under it; nil for none.
type numberLook struct{ ink, plate color.Color }

// sketch draws a nonogram on a screen, with cells of the given side in pixels, digits a quarter of that high, and its
// numbers pitch cells apart.
func sketch(t *testing.T, rows, cols [][]int, cell int, pitch float64) []byte {
	t.Helper()
	look := numberLook{ink: color.RGBA{60, 20, 140, 255}}
	return sketchIn(t, color.White, rows, cols, cell, pitch, func(int, int, int) numberLook { return look })
}

// sketchIn draws such a nonogram on a page of some colour; look tells how number k of a line is printed, of a row (side
// 0) or of a column.
func sketchIn(t *testing.T, page color.Color, rows, cols [][]int, cell int, pitch float64, look func(side, line, k int) numberLook) []byte {
	t.Helper()
	parsed, err := opentype.Parse(gobold.TTF)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: .36 * float64(cell), DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	band := 4 * cell
	img := image.NewRGBA(image.Rect(0, 0, band+(len(cols)+1)*cell, band+(len(rows)+1)*cell))
	fill := func(r image.Rectangle, c color.Color) {
		draw.Draw(img, r, image.NewUniform(c), image.Point{}, draw.Src)
	}
	fill(img.Rect, page)
	line := func(r image.Rectangle) { fill(r, color.Gray{128 - color.GrayModel.Convert(page).(color.Gray).Y/2}) }
	right, bottom := band+len(cols)*cell, band+len(rows)*cell
	for i := range len(rows) + 1 {
		line(image.Rect(band, band+i*cell, right, band+i*cell+1))
	}
	for i := range len(cols) + 1 {
		line(image.Rect(band+i*cell, band, band+i*cell+1, bottom))
	}
	write := func(x, y float64, n int, in numberLook) {
		text := strconv.Itoa(n)
		wide := float64(font.MeasureString(face, text)) / 64
		if in.plate != nil {
			half := .28 * float64(cell)
			fill(image.Rect(int(x-half), int(y-half), int(x+half), int(y+half)), in.plate)
		}
		d := font.Drawer{Dst: img, Src: image.NewUniform(in.ink), Face: face}
		d.Dot = fixed.Point26_6{X: fixed.Int26_6(64 * (x - wide/2)), Y: fixed.Int26_6(64 * (y + .16*float64(cell)))}
		d.DrawString(text)
	}
	for i, clue := range rows {
		for k, n := range clue {
			write(float64(band)-(float64(len(clue)-1-k)*pitch+.55)*float64(cell), float64(band)+(float64(i)+.5)*float64(cell), n, look(0, i, k))
		}
	}
	for i, clue := range cols {
		for k, n := range clue {
			write(float64(band)+(float64(i)+.5)*float64(cell), float64(band)-(float64(len(clue)-1-k)*pitch+.55)*float64(cell), n, look(1, i, k))
		}
	}
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// Numbers that stand a cell apart are one clue: without the outer ones the totals of rows and columns differ.
func TestNumbersApart(t *testing.T) {
	rows, cols := [][]int{{1}, {1, 1}, {2}, {2}, {2, 1}}, [][]int{{2}, {1}, {2}, {3}, {1, 1}}
	for _, pitch := range []float64{.5, .85, 1} {
		r, err := Read(t.Context(), sketch(t, rows, cols, 44, pitch), Hint{Kind: Nonogram})
		if err != nil {
			t.Errorf("%.2f cells apart: %v", pitch, err)
			continue
		}
		if !equal(numbers(r.RowClues), rows) || !equal(numbers(r.ColClues), cols) {
			t.Errorf("%.2f cells apart: %v | %v", pitch, numbers(r.RowClues), numbers(r.ColClues))
		}
		for _, l := range append(r.RowClues, r.ColClues...) {
			if p := l.Readings[0].P; p < .95 {
				t.Errorf("%.2f cells apart: %v with probability %.3f", pitch, l.Readings[0].Numbers, p)
			}
		}
	}
}

// They are one clue also where the outer numbers of rows add up to those of columns, so that no total tells that they
// are missing.
func TestNumbersApartByPlace(t *testing.T) {
	lines := [][]int{{1, 1}, {1, 1}, {1, 1}, {2}, {1}}
	r, err := Read(t.Context(), sketch(t, lines, lines, 44, 1), Hint{Kind: Nonogram})
	if err != nil {
		t.Fatal(err)
	}
	if !equal(numbers(r.RowClues), lines) || !equal(numbers(r.ColClues), lines) {
		t.Errorf("%v | %v", numbers(r.RowClues), numbers(r.ColClues))
	}
}

// sketched draws a square nonogram whose lines all have numbers.
func sketched(t *testing.T, side, cell int) image.Image {
	t.Helper()
	var clues [][]int
	for i := range side {
		clues = append(clues, []int{i%3 + 1, i%2 + 2})
	}
	img, err := png.Decode(bytes.NewReader(sketch(t, clues, clues, cell, .6)))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// A nonogram whose lines run on to the picture's edge is said to be cut, at whichever share of a cell.
func TestCutIsSaid(t *testing.T) {
	const cell, band, side = 40, 4 * 40, 10
	whole := sketched(t, side, cell)
	for _, c := range []struct {
		right, bottom float64 // cells that are left
		cut           bool
	}{{side + 1, side + 1, false}, {side + 1, side - .8, true}, {side + 1, side - .7, true}, {side - .8, side + 1, true}, {side - .7, side + 1, true}} {
		part := image.NewRGBA(image.Rect(0, 0, band+int(c.right*cell), band+int(c.bottom*cell)))
		draw.Draw(part, part.Rect, whole, image.Point{}, draw.Src)
		var file bytes.Buffer
		if err := png.Encode(&file, part); err != nil {
			t.Fatal(err)
		}
		r, err := Read(t.Context(), file.Bytes(), Hint{Kind: Nonogram})
		if err != nil || slices.Contains(r.Flaws, Cut) != c.cut {
			t.Errorf("%v × %v cells: %+v, %v", c.bottom, c.right, r, err)
		}
	}
}

// Where the rules of a nonogram run on beyond its last line, something may hide a line more: it is asked where the
// board ends. That line is empty if nothing stands in its clue's place, and else anything.
func TestRulesThatRunOn(t *testing.T) {
	const cell, band, side = 40, 4 * 40, 12
	whole := sketched(t, side, cell)
	for _, c := range []struct {
		shown, clued float64 // rows of the board and of the clues before it; the rest is painted over
		rows         int
		empty        bool // the line that is asked about
	}{{side + 1, side + 1, side, false}, {side - .5, side - .5, side - 1, false}, {side - .5, side - 1, side - 1, true}} {
		img := image.NewRGBA(whole.Bounds())
		draw.Draw(img, img.Rect, whole, image.Point{}, draw.Src)
		for rest, shown := range map[image.Rectangle]float64{image.Rect(0, 0, band, img.Rect.Max.Y): c.clued, image.Rect(band, 0, img.Rect.Max.X, img.Rect.Max.Y): c.shown} {
			rest.Min.Y = band + int(shown*cell)
			draw.Draw(img, rest, image.White, image.Point{}, draw.Src)
		}
		r, err := Read(t.Context(), encoded(img), Hint{Kind: Nonogram})
		open := c.rows < side
		if err != nil || r.Rows != c.rows || slices.Contains(r.Flaws, Ends) != open || len(r.Rivals) > 0 != open {
			t.Fatalf("%v rows shown: %+v, %v", c.shown, r, err)
		}
		for _, o := range r.Rivals {
			if last := o.RowClues[len(o.RowClues)-1].Readings[0]; o.Rows != side || len(o.Cells) != side*side || len(last.Numbers) > 0 || last.P > .9 != c.empty {
				t.Errorf("%v rows of clues shown: %d rows, the last one %+v", c.clued, o.Rows, last)
			}
		}
	}
}

// A last row without a number below ten others may be no row of the board: it is asked, and both are offered.
func TestRowThatMayBeNone(t *testing.T) {
	var clues [][]int
	for i := range 10 {
		clues = append(clues, []int{i%3 + 1, i%2 + 2})
	}
	for _, c := range []struct {
		last  []int
		asked bool
	}{{nil, true}, {[]int{2, 3}, false}} {
		r, err := Read(t.Context(), sketch(t, append(slices.Clone(clues), c.last), clues, 40, .6), Hint{Kind: Nonogram})
		if err != nil || r.Rows != 11 || slices.Contains(r.Flaws, Ends) != c.asked || len(r.Rivals) > 0 != c.asked {
			t.Fatalf("last row %v: %+v, %v", c.last, r, err)
		}
		for _, o := range r.Rivals {
			if o.Rows != 10 || o.Cols != 10 || len(o.RowClues) != 10 || len(o.Cells) != 100 {
				t.Errorf("the other one is %d × %d with %d clues and %d cells", o.Rows, o.Cols, len(o.RowClues), len(o.Cells))
			}
		}
	}
}
