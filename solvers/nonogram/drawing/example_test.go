package drawing_test

import (
	"fmt"
	"image"
	"image/color"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/drawing"
)

// A grey diamond on white, with more margin on the right.
func ExampleDraw() {
	img := image.NewGray(image.Rect(0, 0, 80, 60))
	for i := range img.Pix {
		x, y := i%80, i/80
		img.Pix[i] = 255
		if max(x-30, 30-x)+max(y-30, 30-y) < 25 {
			img.SetGray(x, y, color.Gray{Y: 90})
		}
	}
	trimmed := drawing.Trim(img)
	rows, cols := drawing.Fit(trimmed, 7)
	picture, err := drawing.Draw(trimmed, rows, cols, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rows, "×", cols, nonogram.FromPicture(picture, cols))
	// Output: 7 × 7 1;3;5;7;5;3;1|1;3;5;7;5;3;1
}
