package drawing

import (
	"image/color"
	"testing"

	"kibitz/solvers/nonogram"
)

// headWithEyes returns the shades of a picture of 25 × 25 cells: a dark head on a light ground that
// gets darker downwards, and in the head two eyes that are darker still.
func headWithEyes(t *testing.T) []float64 {
	t.Helper()
	const cell = 8 // pixels
	in := func(x, y, cx, cy, r int) bool { return (x-cx)*(x-cx)+(y-cy)*(y-cy) < r*r }
	img := painted(25*cell, 25*cell, func(x, y int) color.Color {
		switch {
		case in(x, y, 8*cell+cell/2, 10*cell+cell/2, cell), in(x, y, 16*cell+cell/2, 10*cell+cell/2, cell):
			return color.Gray{8}
		case in(x, y, 25*cell/2, 25*cell/2, 9*cell):
			return color.Gray{70}
		}
		return color.Gray{uint8(230 - y/4)}
	})
	shades, err := Shades(img, 25, 25)
	if err != nil {
		t.Fatal(err)
	}
	return shades
}

// TestEyes: one threshold fills a dark head with its eyes. Local contrast and the outline keep them:
// each eye is filled, with empty cells around it. All three keep the head itself.
func TestEyes(t *testing.T) {
	shades := headWithEyes(t)
	for name, c := range map[string]struct {
		drawn []nonogram.Cell
		eyes  bool
	}{
		"light":    {DrawShades(shades, 25, 25, false, 0), false},
		"contrast": {DrawLocal(shades, 25, 25, 0), true},
		"outline":  {DrawOutline(shades, 25, 25, 0), true},
	} {
		for _, eye := range []int{8, 16} {
			filled := c.drawn[10*25+eye] == nonogram.Filled
			around := c.drawn[10*25+12] == nonogram.Filled || c.drawn[13*25+eye] == nonogram.Filled
			if !filled || around == c.eyes {
				t.Errorf("%s, eye in column %d: filled %v, its surroundings %v: %s", name, eye, filled, around, rowsOf(c.drawn, 25))
			}
		}
		if c.drawn[12] != nonogram.Empty || c.drawn[12*25+4] != nonogram.Filled && c.drawn[12*25+3] != nonogram.Filled {
			t.Errorf("%s: the head is gone: %s", name, rowsOf(c.drawn, 25))
		}
	}
}

// TestLocalLaws: a darker drawing fills no fewer cells than a lighter one, and shades that rise evenly
// have no outline.
func TestLocalLaws(t *testing.T) {
	shades := headWithEyes(t)
	for name, draw := range map[string]func([]float64, int, int, int) []nonogram.Cell{"contrast": DrawLocal, "outline": DrawOutline} {
		least := 0
		for darker := -MaxDarker; darker <= MaxDarker; darker++ {
			filled := 0
			for _, cell := range draw(shades, 25, 25, darker) {
				filled += bit(cell == nonogram.Filled)
			}
			if filled < least {
				t.Errorf("%s, %d darker: %d cells are filled, and %d a step before", name, darker, filled, least)
			}
			least = filled
		}
	}
	slope := make([]float64, 20*20)
	for i := range slope {
		slope[i] = float64(i%20) / 20
	}
	for i, cell := range DrawOutline(slope, 20, 20, 0) {
		if cell == nonogram.Filled {
			t.Errorf("cell %d of an even slope is filled", i)
		}
	}
}

// TestKept: a drawing that is the picture keeps all of it, its negative and an empty one nothing, and
// half a picture half of it.
func TestKept(t *testing.T) {
	picture := cellsOf("#.#./#.#./#.#./#.#.")
	shades := make([]float64, len(picture))
	for i, cell := range picture {
		shades[i] = float64(bit(cell == nonogram.Filled))
	}
	for drawn, want := range map[string]float64{
		"#.#./#.#./#.#./#.#.": 1, ".#.#/.#.#/.#.#/.#.#": 0, "..../..../..../....": 0, "#.#./#.#./..../....": .5,
	} {
		if got := Kept(shades, cellsOf(drawn), 4); got != want {
			t.Errorf("%s keeps %v, want %v", drawn, got, want)
		}
	}
	if got := Kept([]float64{.5, .5, .5, .5}, cellsOf("####"), 2); got != 1 {
		t.Errorf("of no detail %v is kept", got)
	}
}
