package vision

import (
	"image"
	"image/draw"
	"reflect"
	"testing"
)

// fourBoards draws four nonograms on one page: two beside each other, above two others.
func fourBoards() []byte {
	const apart = 40
	sheet := image.NewRGBA(image.Rect(0, 0, 1200, 1200))
	draw.Draw(sheet, sheet.Rect, image.White, image.Point{}, draw.Src)
	at, lowest := image.Pt(0, 0), 0
	var used image.Rectangle
	for i := range 4 {
		img := plainBoard(i + 1).image
		b := img.Bounds()
		if i == 2 {
			at = image.Pt(0, lowest+apart)
		}
		to := b.Sub(b.Min).Add(at)
		draw.Draw(sheet, to, img, b.Min, draw.Src)
		at.X, lowest, used = to.Max.X+apart, max(lowest, to.Max.Y), used.Union(to)
	}
	return rotated(sheet.SubImage(used), 0, false)
}

// All boards of a picture cost one search. Once they are found, reading one asks the context no more often
// than drawing it straight takes. Each is the board that Read reads alone: half of them are compared with each hint.
func TestPictureIsSearchedOnce(t *testing.T) {
	const few = 2 // looks at the context; a search makes hundreds
	data := fourBoards()
	for turn, hint := range []Hint{{}, {Kind: Nonogram}} {
		p, err := Open(data)
		if err != nil {
			t.Fatal(err)
		}
		g := &glance{Context: t.Context(), end: 1 << 30}
		boards, err := p.Boards(g, hint)
		if err != nil || len(boards) != 4 {
			t.Fatalf("kind %d: boards at %v, %v", hint.Kind, boards, err)
		}
		searched := g.looks
		for i, area := range boards {
			hint.Board = i + 1
			g.looks = 0
			r, err := p.Read(g, hint)
			if err != nil || g.looks > few || searched < 50*few {
				t.Errorf("kind %d, board %d: %d looks after %d, %v", hint.Kind, i+1, g.looks, searched, err)
			}
			sound(t, r)
			if i%2 != turn {
				continue
			}
			alone, err := Read(t.Context(), data, hint)
			if err != nil || !reflect.DeepEqual(r, alone) {
				t.Errorf("kind %d, the board at %v differs from the one read by itself: %v", hint.Kind, area, err)
			}
		}
	}
}
