package main

import (
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kibitz/vision/judge"
)

// The marks of each look lie in their cell, fillings cover more of it than crosses, and the same seed draws the same.
func TestMarksLooks(t *testing.T) {
	cell := image.Rect(20, 20, 52, 52)
	inked := func(do func(*pen, image.Rectangle), look marksLook, paper color.RGBA) (img *image.RGBA, in, out int) {
		img = image.NewRGBA(image.Rect(0, 0, 72, 72))
		draw.Draw(img, img.Rect, image.NewUniform(paper), image.Point{}, draw.Src)
		do(newPen(img, rand.New(rand.NewPCG(1, 2)), isDark(img, []image.Rectangle{cell}), look.strength, look.colour), cell)
		for y := range 72 {
			for x := range 72 {
				switch at := image.Pt(x, y); {
				case img.RGBAAt(x, y) == paper:
				case at.In(cell):
					in++
				case !at.In(cell.Inset(-2)):
					out++
				}
			}
		}
		return img, in, out
	}
	for _, look := range marksLooks {
		for _, paper := range []color.RGBA{{250, 250, 245, 255}, {30, 30, 35, 255}} {
			most, least := 0, cell.Dx()*cell.Dy()
			for _, do := range []func(*pen, image.Rectangle){look.fill, look.cross} {
				if do == nil {
					continue
				}
				img, in, out := inked(do, look, paper)
				again, _, _ := inked(do, look, paper)
				if in < 20 || out > 0 || !slices.Equal(img.Pix, again.Pix) {
					t.Errorf("%s: %d pixels in the cell, %d beyond it, or drawn differently again", look.name, in, out)
				}
				most, least = max(most, in), min(least, in)
			}
			if look.fill != nil && look.cross != nil && most < 3*least/2 {
				t.Errorf("%s: a filling covers %d pixels, a mark of an empty cell %d", look.name, most, least)
			}
		}
	}
}

// Marks are counted as read rightly, as the other mark, where there is none, and as blamed on the player.
func TestMarkCount(t *testing.T) {
	want := strings.Split("#x?#?x", "")
	var n markCount
	n.count(&judge.Verdict{}, &judge.Verdict{Marks: "#x?/#?x"}, want)
	n.count(&judge.Verdict{}, &judge.Verdict{Marks: "##x/??x", Unclear: []int{3}}, want)
	n.count(&judge.Verdict{Misfits: []int{1}}, &judge.Verdict{}, want)
	if exact := (markCount{boards: 3, exact: 1, accused: 1, drawn: 12, right: 6, wrong: 1, invented: 1, unsure: 1}); n != exact {
		t.Errorf("%+v, not %+v", n, exact)
	}
}

// A truth knows its cells where it has one solution alone.
func TestSolution(t *testing.T) {
	for text, cells := range map[string]int{"1 1,0,3|1 1,1,1 1": 9, "1,1|1,1": 0} {
		truth, err := parseTruth("nonogram", text)
		if err != nil {
			t.Fatal(err)
		}
		if got := truth.solution(t.Context()); len(got) != cells {
			t.Errorf("%s: %d cells", text, len(got))
		}
	}
}
