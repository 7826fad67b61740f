package vision

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"testing"
)

// A body without lines between its cells lies where the columns of the boxes above it meet the rows of those beside it.
func TestReadBodyWithoutLines(t *testing.T) {
	const cell, boxes = 40, 4
	rows, cols := [][]int{{1}, {1, 1}, {2}, {2}, {2, 1}, {5}}, [][]int{{2, 1}, {1, 1}, {2, 1}, {3, 1}, {1, 2}}
	page := color.Gray{250}
	look := func(_, _, _ int) numberLook { return numberLook{ink: color.Black} }
	img, err := png.Decode(bytes.NewReader(sketchIn(t, page, rows, cols, cell, 1, look)))
	if err != nil {
		t.Fatal(err)
	}
	sheet := image.NewRGBA(img.Bounds())
	draw.Draw(sheet, sheet.Rect, img, image.Point{}, draw.Src)
	fill := func(r image.Rectangle, c color.Color) {
		draw.Draw(sheet, r, image.NewUniform(c), image.Point{}, draw.Src)
	}
	const band = boxes * cell
	right, bottom := band+len(cols)*cell, band+len(rows)*cell
	fill(image.Rect(band, band, right+1, bottom+1), page)
	for i := range boxes + 1 {
		fill(image.Rect(band, i*cell, right+1, i*cell+1), color.Gray{60})
		fill(image.Rect(i*cell, band, i*cell+1, bottom+1), color.Gray{60})
	}
	for i := range len(cols) + 1 {
		fill(image.Rect(band+i*cell, 0, band+i*cell+1, band), color.Gray{60})
	}
	for i := range len(rows) + 1 {
		fill(image.Rect(0, band+i*cell, band, band+i*cell+1), color.Gray{60})
	}
	var file bytes.Buffer
	if err := png.Encode(&file, sheet); err != nil {
		t.Fatal(err)
	}
	r, err := Read(t.Context(), file.Bytes(), Hint{Kind: Nonogram})
	if err != nil {
		t.Fatal(err)
	}
	if !equal(numbers(r.RowClues), rows) || !equal(numbers(r.ColClues), cols) {
		t.Errorf("%v | %v", numbers(r.RowClues), numbers(r.ColClues))
	}
}
