package vision

import (
	"fmt"
	"image"
	"image/draw"
	"slices"
	"testing"
)

// Clues to the right of their rows and below their columns are read, and drawn before and above them. How far the board
// goes on where no clues stand is asked.
func TestReadBehind(t *testing.T) {
	const cell, band, side = 40, 4 * 40, 10
	whole := sketched(t, side, cell)
	usual, err := Read(t.Context(), encoded(whole), Hint{Kind: Nonogram})
	if err != nil {
		t.Fatal(err)
	}
	board := image.Rect(band, band, band+side*cell+1, band+side*cell+1)
	for _, ends := range [][2]bool{{true, false}, {false, true}, {true, true}} {
		for _, kind := range []Kind{Nonogram, Any} {
			t.Run(fmt.Sprintf("%v, named %d", ends, kind), func(t *testing.T) {
				img := image.NewRGBA(whole.Bounds().Inset(-band))
				draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
				put := func(part image.Rectangle, by image.Point) {
					draw.Draw(img, part.Add(by), whole, part.Min, draw.Src)
				}
				rows, cols := image.Rect(0, band, band, board.Max.Y), image.Rect(band, 0, board.Max.X, band)
				right, down := image.Point{}, image.Point{}
				if ends[0] {
					right.X = board.Max.X
				}
				if ends[1] {
					down.Y = board.Max.Y
				}
				put(board, image.Point{})
				put(rows, right)
				put(cols, down)
				r, err := Read(t.Context(), encoded(img), Hint{Kind: kind})
				if err != nil {
					t.Fatal(err)
				}
				if !equal(numbers(r.RowClues), numbers(usual.RowClues)) || !equal(numbers(r.ColClues), numbers(usual.ColClues)) {
					t.Fatalf("%v | %v", numbers(r.RowClues), numbers(r.ColClues))
				}
				first := r.Cells[0].Box.Min
				if r.RowClues[0].Readings[0].Boxes[0].Max.X > first.X || r.ColClues[0].Readings[0].Boxes[0].Max.Y > first.Y {
					t.Error("the clues are drawn elsewhere")
				}
				if !slices.Contains(r.Flaws, Ends) {
					t.Error("nothing is asked")
				}
			})
		}
	}
}
