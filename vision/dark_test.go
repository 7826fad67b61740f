package vision

import (
	"image"
	"image/color"
	"testing"
)

// A board in a dark theme, whose lines and numbers hardly differ from the page, is read where the same colours set
// apart make it clear, and is drawn for the user in its own.
func TestReadDark(t *testing.T) {
	const least, most = 14, 21 // the grey levels of its lines and of its page
	b := plainBoard(1)
	dark := image.NewRGBA(b.image.Rect)
	for y := dark.Rect.Min.Y; y < dark.Rect.Max.Y; y++ {
		for x := dark.Rect.Min.X; x < dark.Rect.Max.X; x++ {
			v := color.GrayModel.Convert(b.image.At(x, y)).(color.Gray).Y
			to := uint8(least + int(v)*(most-least)/255)
			dark.SetRGBA(x, y, color.RGBA{to, to, to, 255})
		}
	}
	p, err := Open(encoded(dark))
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Read(t.Context(), Hint{Kind: Nonogram})
	if err != nil {
		t.Fatal(err)
	}
	if !equal(numbers(r.RowClues), b.rowClues) || !equal(numbers(r.ColClues), b.colClues) {
		t.Errorf("%v | %v", numbers(r.RowClues), numbers(r.ColClues))
	}
	if c, _, _, _ := r.Straight.At(r.Straight.Bounds().Min.X, r.Straight.Bounds().Min.Y).RGBA(); c>>8 > most {
		t.Errorf("it is drawn with grey level %d", c>>8)
	}
	p.bright = nil
	clear(p.searches)
	if r, err := p.Read(t.Context(), Hint{Kind: Nonogram}); err == nil && equal(numbers(r.RowClues), b.rowClues) && equal(numbers(r.ColClues), b.colClues) {
		t.Error("it is read without setting colours apart, too: this test tells nothing")
	}
}
