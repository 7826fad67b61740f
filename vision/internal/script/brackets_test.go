package script

import (
	"image"
	"testing"

	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/plane"
)

// Brackets around most clues are dropped, whether they fit the hand or not; a single high 1, or high digits on one side
// alone, stay.
func TestWithoutBrackets(t *testing.T) {
	h := Hand{Height: 20}
	digit := func(line, x int) Glyph {
		return Glyph{Blob: ink.Blob{Box: image.Rect(x, 40*line+10, x+11, 40*line+30)}, line: line}
	}
	bracket := func(line, x, high int) Glyph {
		return Glyph{Blob: ink.Blob{Box: image.Rect(x, 40*line+10, x+5, 40*line+10+high)}, line: line}
	}
	for _, c := range []struct {
		name       string
		all        []Glyph
		rest       []ink.Blob
		left, over int // of all, of rest
	}{
		{"brackets", []Glyph{bracket(0, 0, 25), digit(0, 10), bracket(0, 30, 25), bracket(1, 0, 25), digit(1, 10)}, []ink.Blob{bracket(1, 30, 27).Blob}, 2, 0},
		{"on one side", []Glyph{bracket(0, 0, 25), digit(0, 10), bracket(1, 0, 25), digit(1, 10)}, nil, 4, 0},
		{"in one clue of three", []Glyph{bracket(0, 0, 25), digit(0, 10), bracket(0, 30, 25), digit(1, 10), digit(2, 10)}, nil, 5, 0},
		{"no higher than digits", []Glyph{bracket(0, 0, 20), digit(0, 10), bracket(0, 30, 20)}, nil, 3, 0},
	} {
		b := &Band{Strip: ink.Strip{Sheet: &plane.Sheet{Area: plane.Area{Left: -4}, W: 40, H: 40}, Clued: true, Lines: 4}}
		all, rest := b.withoutBrackets(h, c.all, c.rest)
		if len(all) != c.left || len(rest) != c.over {
			t.Errorf("%s: %d and %d are left", c.name, len(all), len(rest))
		}
	}
}
