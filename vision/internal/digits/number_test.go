package digits

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"testing"

	"golang.org/x/image/font/gofont/goregular"
)

// The weights are those that go -C vision/tools run ./train -seed 2 -numbers 1000000 made.
const numbersSum = "063c853c7cfeee2a5dd3a873266ac384847caea5a8cc50294a05e0fa49eaa426"

func TestNumberWeights(t *testing.T) {
	if s := sha256.Sum256(numberWeights); hex.EncodeToString(s[:]) != numbersSum {
		t.Errorf("numbers.bin has sum %x", s)
	}
	if _, err := decode(numberWeights[1:], numberShapes); err == nil {
		t.Error("weights that lack a byte were taken")
	}
}

// readNumber returns what the net says of the number in a box, and how sure it is.
func readNumber(t *testing.T, g *image.Gray, box image.Rectangle, lighter bool) (best int, p float64) {
	t.Helper()
	number, ok := CutNumber(g, box, lighter)
	if !ok {
		t.Fatal("nothing stands out")
	}
	read, err := ReadNumbers(context.Background(), []NumberGlyph{number})
	if err != nil {
		t.Fatal(err)
	}
	sum := read[0].None()
	for n := range 100 {
		q := read[0].P(n)
		if sum += q; q > p {
			best, p = n, q
		}
	}
	if sum > 1.0001 {
		t.Errorf("probabilities of %.4f in all", sum)
	}
	return best, p
}

// Numbers in fonts that the net was not trained on are read if drawn cleanly, dark or light, whether the box is
// around the number or around either digit alone.
func TestNumbers(t *testing.T) {
	for name, ttf := range fonts {
		for _, size := range []float64{12, 20, 40} {
			for _, pen := range []uint8{20, 230} {
				for n := 1; n < 46; n++ {
					g, box := print(t, ttf, fmt.Sprint(n), size, pen, 140)
					if got, p := readNumber(t, g, box, pen > 140); got != n || p < .5 {
						t.Errorf("%s, %v pixels, ink %d: %d read as %d, %.3f", name, size, pen, n, got, p)
					}
				}
			}
		}
	}
	g, box := print(t, goregular.TTF, "27", 24, 0, 255)
	middle := (box.Min.X + box.Max.X) / 2
	for _, half := range []image.Rectangle{image.Rect(box.Min.X, box.Min.Y, middle, box.Max.Y), image.Rect(middle, box.Min.Y, box.Max.X, box.Max.Y)} {
		if got, p := readNumber(t, g, half, false); got != 27 {
			t.Errorf("27 by one digit: %d, %.3f", got, p)
		}
	}
}

// A number beside a rule, and one that another number stands near, are read alone.
func TestNumberBesideOthers(t *testing.T) {
	g, box := print(t, goregular.TTF, "13", 24, 0, 255)
	for y := range g.Rect.Dy() {
		g.Pix[y*g.Stride+box.Max.X+4] = 0
	}
	if got, p := readNumber(t, g, box, false); got != 13 {
		t.Errorf("13 beside a rule: %d, %.3f", got, p)
	}
	g, box = print(t, goregular.TTF, "8  5", 24, 0, 255)
	box.Max.X = box.Min.X + box.Dy()*3/4
	if got, p := readNumber(t, g, box, false); got != 8 {
		t.Errorf("8 before a 5: %d, %.3f", got, p)
	}
}

func TestNoNumber(t *testing.T) {
	g := image.NewGray(image.Rect(0, 0, 40, 40))
	if _, ok := CutNumber(g, image.Rect(10, 10, 20, 25), true); ok {
		t.Error("a number on an empty image")
	}
	for _, box := range []image.Rectangle{{}, image.Rect(50, 50, 60, 60), image.Rect(39, 39, 60, 60)} {
		if _, ok := CutNumber(g, box, false); ok {
			t.Errorf("a number in %v", box)
		}
	}
}
