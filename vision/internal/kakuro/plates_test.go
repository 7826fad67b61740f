package kakuro

import (
	"image"
	"image/color"
	"image/draw"
	"strconv"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
)

// Sums on plates are read, round ones and ones whose edge the digits touch; a number above 45 is none. Light numbers on
// dark blocks are no plates, nor is a white cell.
func TestPlates(t *testing.T) {
	const side = 60
	face := sans(t, 17)
	for _, shape := range []string{"rectangle", "disc", "none"} {
		sums := []int{16, 23, 7, 34, 45, 60, 12}
		g := blackGrid(1, len(sums)+1, side)
		sheet := g.Light
		draw.Draw(sheet, image.Rect(len(sums)*side+2, 2, len(sheet.Pix), side-2), image.White, image.Point{}, draw.Src) // a white cell
		for i, n := range sums {
			text := strconv.Itoa(n)
			d := font.Drawer{Dst: sheet, Src: image.Black, Face: face, Dot: fixed.P(i*side+30, 26)}
			wide := d.MeasureString(text).Round()
			switch shape {
			case "rectangle":
				draw.Draw(sheet, image.Rect(i*side+30, 12, i*side+30+max(wide, 16), 28), image.White, image.Point{}, draw.Src)
			case "disc":
				for y := range side {
					for x := range side {
						if dx, dy := x-30-wide/2, y-20; dx*dx+dy*dy < 13*13 {
							sheet.SetGray(i*side+x, y, color.Gray{250})
						}
					}
				}
			default:
				d.Src = image.White
			}
			d.DrawString(text)
		}
		if err := g.readPlates(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i, n := range sums {
			figures := g.cells[i].figures
			if shape == "none" {
				if len(figures) > 0 {
					t.Errorf("%d has a plate", n)
				}
				continue
			}
			if n > mostSum {
				n = 0
			}
			if len(figures) != 1 || figures[0].whole[0].Value != n {
				t.Errorf("%s: %d is read as %+v", shape, n, figures)
			}
		}
		if len(g.cells[len(sums)].figures) > 0 {
			t.Error("the white cell has a plate")
		}
	}
}
