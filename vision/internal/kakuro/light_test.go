package kakuro

import (
	"bytes"
	"image"
	"math"
	"slices"
	"testing"

	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
	"kibitz/vision/internal/script"
)

// TestFromSteps: from the steps between lights, one of them wrong by a shadow's edge, the lights are
// found again, even if it starts from lights that are all far off.
func TestFromSteps(t *testing.T) {
	const wide, high = 9, 8
	want := make([]float64, wide*high)
	for k := range want {
		if k%7 == 0 || k%5 == 3 {
			want[k] = -.3 // a block
		}
	}
	var all []step
	for k := range want {
		for _, other := range []int{k + 1, k + wide} {
			if other < len(want) && (other == k+wide || other%wide > 0) {
				all = append(all, step{from: k, to: other, d: want[other] - want[k]})
			}
		}
	}
	all[len(all)/2].d -= .6
	start := make([]float64, len(want))
	for k := range start {
		start[k] = want[k] + .1*math.Sin(float64(k)) - .5*float64(k%wide)/wide
	}
	got := fromSteps(start, all)
	off := got[0] - want[0]
	for k := range want {
		if plane.Abs(got[k]-want[k]-off) > .03 {
			t.Errorf("cell %d: %.3f, want %.3f", k, got[k]-off, want[k])
		}
	}
}

// TestRemoveSides: a stroke that touches the side of a cell is cut off from it whole; one that
// crosses the side stays in one piece.
func TestRemoveSides(t *testing.T) {
	const cell = 40
	size := image.Rect(0, 0, 3*cell, 3*cell)
	g := &grid{high: 3, wide: 3, Band: &script.Band{Strip: ink.Strip{Sheet: &plane.Sheet{Area: plane.Area{Top: -1, Left: -1, Bottom: 2, Right: 2}, Light: image.NewGray(size), W: cell, H: cell}}}}
	on := make([]bool, len(g.Light.Pix))
	fill := func(r image.Rectangle) {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				on[y*size.Dx()+x] = true
			}
		}
	}
	for i := 1; i < 3; i++ {
		fill(image.Rect(i*cell-1, 0, i*cell+2, 3*cell))
		fill(image.Rect(0, i*cell-1, 3*cell, i*cell+2))
	}
	touching := image.Rect(cell+2, cell+14, cell+6, cell+26)
	crossing := image.Rect(2*cell-8, cell+18, 2*cell+9, cell+21)
	fill(touching)
	fill(crossing)
	g.removeSides(on)
	for y := touching.Min.Y; y < touching.Max.Y; y++ {
		if !on[y*size.Dx()+touching.Max.X-1] || on[y*size.Dx()+cell] {
			t.Fatalf("row %d: the stroke is gone, or hangs together with the side", y)
		}
	}
	middle := (crossing.Min.Y + crossing.Max.Y) / 2
	if slices.Contains(on[middle*size.Dx()+crossing.Min.X:middle*size.Dx()+crossing.Max.X], false) {
		t.Error("what crosses the side is cut in two")
	}
	if on[(cell+35)*size.Dx()+2*cell] || on[(2*cell)*size.Dx()+cell+20] {
		t.Error("the sides are there still")
	}
}

// TestEnclosed: paper enclosed by blocks looks white, but is no cell to be filled, as no entry has
// one cell only.
func TestEnclosed(t *testing.T) {
	const n = 5
	g := &grid{high: n + 2, wide: n + 2, cells: make([]square, (n+2)*(n+2)), shades: 2, flat: true}
	dark := square{shown: true, shade: 1}
	light := square{shown: true, colours: [2]page.RGB{{255, 255, 255}, {255, 255, 255}}}
	g.centres = []square{light, dark}
	s := &layout{grid: g, top: 1, left: 1, rows: n, cols: n, pale: 1}
	want := []string{"#####", "#..##", "#..##", "#####", "#..##"}
	looks := []string{"#####", "#..##", "#..##", "####.", "#..##"}
	for i := range n * n {
		g.cells[s.at(i)] = dark
		if looks[i/n][i%n] == '.' {
			g.cells[s.at(i)] = light
		}
	}
	s.whiten()
	s.settle()
	for i, white := range s.white {
		if white != (want[i/n][i%n] == '.') {
			t.Errorf("row %d, column %d: white %v", i/n, i%n, white)
		}
	}
}

// TestLightUp: ink in a shadow is about as strong as elsewhere, and a page without one stays as it is.
func TestLightUp(t *testing.T) {
	const cell, cells = 40, 8
	page := func(shadow float64) *image.Gray {
		g := image.NewGray(image.Rect(0, 0, cells*cell, cells*cell))
		for y := range cells * cell {
			for x := range cells * cell {
				v := 220.
				if (x/cell+y/cell)%2 == 0 {
					v = 120 // a block
				}
				if x%cell >= 18 && x%cell < 22 {
					v *= .5 // ink
				}
				if x > cells*cell/2 {
					v *= shadow
				}
				g.Pix[y*g.Stride+x] = uint8(v)
			}
		}
		return g
	}
	even := page(1)
	lightUp(even, cell)
	if !bytes.Equal(even.Pix, page(1).Pix) {
		t.Error("a page without a shadow was changed")
	}
	shaded := page(.3)
	lightUp(shaded, cell)
	for y := 2 * cell; y < 6*cell; y++ {
		for _, col := range []int{1, 6} { // away from the shadow's edge
			for x := col * cell; x < (col+1)*cell; x++ {
				if got, want := float64(shaded.GrayAt(x, y).Y), float64(even.GrayAt(x, y).Y); math.Abs(got-want) > .15*want {
					t.Fatalf("at %d, %d: %v, want %v", x, y, got, want)
				}
			}
		}
	}
}
