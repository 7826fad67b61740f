package drawing

import (
	"image"
	"image/color"
	"math"
	"slices"
	"testing"

	"kibitz/solvers/nonogram"
)

// flag is an image of stripes of 8 pixels on white.
func flag(colours ...color.RGBA) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 80, 80))
	for i := range 80 * 80 {
		x, y := i%80, i/80
		c := color.RGBA{255, 255, 255, 255}
		if x >= 8 && x < 72 && y >= 8 && y < 72 {
			c = colours[(y/8-1)%len(colours)]
		}
		img.SetRGBA(x, y, c)
	}
	return img
}

// An image of flat colours comes out in just those, whatever their number.
func TestPaint(t *testing.T) {
	all := []color.RGBA{{220, 20, 20, 255}, {20, 150, 40, 255}, {30, 60, 220, 255}, {240, 220, 30, 255}, {0, 0, 0, 255}, {140, 70, 20, 255}, {150, 60, 190, 255}, {128, 128, 128, 255}}
	for n := 1; n <= len(all); n++ {
		for asked := n; asked <= MaxColours; asked++ {
			p, err := Paint(flag(all[:n]...), 10, 10, asked, 0)
			if err != nil {
				t.Fatal(err)
			}
			if len(p.Colours) != n+1 || p.Colours[p.Background] != (color.RGBA{255, 255, 255, 255}) {
				t.Fatalf("%d colours: %v on %v", n, p.Colours, p.Colours[p.Background])
			}
			for i, c := range p.Cells {
				want := color.RGBA{255, 255, 255, 255}
				if r, col := i/10, i%10; r > 0 && r < 9 && col > 0 && col < 9 {
					want = all[(r-1)%n]
				}
				if p.Colours[c] != want {
					t.Fatalf("%d colours: cell %d is %v, not %v", n, i, p.Colours[c], want)
				}
			}
		}
	}
}

// disc returns an image of side × side pixels: a disc within another on white, with soft edges.
func disc(side int, outer, inner color.RGBA) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, side, side))
	within := func(x, y, radius float64) float64 { // how much of a pixel
		return min(max(radius-math.Hypot(x+.5-float64(side)/2, y+.5-float64(side)/2)+.5, 0), 1)
	}
	for i := range side * side {
		x, y := float64(i%side), float64(i/side)
		a, b := within(x, y, .45*float64(side)), within(x, y, .25*float64(side))
		mix := func(of func(c color.RGBA) uint8) uint8 {
			around := (1-a)*255 + a*float64(of(outer))
			return uint8((1-b)*around + b*float64(of(inner)) + .5)
		}
		img.SetRGBA(i%side, i/side, color.RGBA{
			mix(func(c color.RGBA) uint8 { return c.R }),
			mix(func(c color.RGBA) uint8 { return c.G }),
			mix(func(c color.RGBA) uint8 { return c.B }), 255,
		})
	}
	return img
}

// Edges are of the colours beside them: however many may be used, there is none of mixtures.
func TestPaintEdges(t *testing.T) {
	pairs := [][2]color.RGBA{
		{{220, 20, 20, 255}, {240, 220, 30, 255}},
		{{20, 20, 60, 255}, {60, 200, 90, 255}},
		{{0, 0, 0, 255}, {200, 60, 160, 255}},
	}
	for _, of := range pairs {
		for _, side := range []int{100, 137} {
			for cells := 9; cells <= 20; cells += 2 {
				for asked := 2; asked <= MaxColours; asked += 3 {
					p, err := Paint(disc(side, of[0], of[1]), cells, cells, asked, 0)
					if err != nil {
						t.Fatal(err)
					}
					if len(p.Colours) != 3 {
						t.Errorf("%v, %d pixels, %d cells, %d colours asked: found %v", of, side, cells, asked, p.Colours)
					}
				}
			}
		}
	}
}

// Darker than it is an image has more of its darker colours, in the same palette.
func TestPaintDarker(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 60, 60))
	for i := range 3600 {
		img.SetRGBA(i%60, i/60, color.RGBA{uint8(i % 60 * 4), uint8(i % 60 * 4), 128, 255})
	}
	lightness := func(c color.RGBA) int { return int(c.R) + int(c.G) + int(c.B) }
	plain, err := Paint(img, 12, 12, 4, 0)
	if err != nil {
		t.Fatal(err)
	}
	last := -1
	for darker := MaxDarker; darker >= -MaxDarker; darker-- {
		p, err := Paint(img, 12, 12, 4, darker)
		if err != nil {
			t.Fatal(err)
		}
		if p.Colours[p.Background] != plain.Colours[plain.Background] {
			t.Errorf("%d: on %v, not %v", darker, p.Colours[p.Background], plain.Colours[plain.Background])
		}
		sum := 0
		for i, c := range p.Cells {
			sum += lightness(p.Colours[c])
			if !slices.Contains(plain.Colours, p.Colours[c]) {
				t.Fatalf("%d: cell %d is %v, none of %v", darker, i, p.Colours[c], plain.Colours)
			}
		}
		if sum < last || sum == last && darker%MaxDarker == 0 {
			t.Errorf("%d: as light as some step above", darker)
		}
		last = sum
	}
}

// Fewer colours than an image has are as many as were asked for, and each is used.
func TestPaintFewer(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 60, 60))
	for i := range 3600 {
		img.SetRGBA(i%60, i/60, color.RGBA{uint8(i % 60 * 4), uint8(i / 60 * 4), 128, 255})
	}
	for n := 1; n <= MaxColours; n++ {
		p, err := Paint(img, 12, 12, n, 0)
		if err != nil || len(p.Colours) != n+1 {
			t.Fatalf("%d: %v, %v", n, p, err)
		}
		for c := range p.Colours {
			if !slices.Contains(p.Cells, c) {
				t.Errorf("%d: colour %d is not used", n, c)
			}
		}
	}
}

// What an image was shrunk to is shrunk to itself, so a painting of it is the same.
func TestShrink(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 61, 47))
	for i := range 61 * 47 {
		img.SetRGBA(i%61, i/61, color.RGBA{uint8(i % 61 * 4), uint8(i / 61 * 5), uint8(i * 7), 255})
	}
	once, err := Shrink(img, 13, 17)
	if err != nil {
		t.Fatal(err)
	}
	if twice, err := Shrink(once, 13, 17); err != nil || !slices.Equal(once.Pix, twice.Pix) || once.Bounds() != image.Rect(0, 0, 17, 13) {
		t.Errorf("%v, %v: %v, then %v", once.Bounds(), err, once.Pix, twice.Pix)
	}
}

func TestPaintNothing(t *testing.T) {
	if _, err := Paint(image.NewRGBA(image.Rect(0, 0, 9, 9)), 5, 5, 3, 0); err != ErrFlat {
		t.Error(err)
	}
	if _, err := Paint(flag(color.RGBA{A: 255}), nonogram.MaxMade+1, 5, 3, 0); err != nonogram.ErrSize {
		t.Error(err)
	}
}
