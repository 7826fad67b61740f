package script

import (
	"image"
	"testing"

	"kibitz/vision/internal/ink"
)

// Letters of colours go if most numbers have one behind them; the second digits of some numbers stay, and so do those
// of a band that has no letters beside one that has.
func TestWithoutLetters(t *testing.T) {
	h := Hand{Height: 20}
	// numbers returns the glyphs of numbers with this many boxes each, close beside each other; with low the last is in
	// the rest.
	numbers := func(low bool, boxes ...int) (all []Glyph, rest []ink.Blob) {
		for i, n := range boxes {
			for k := range n {
				x := ink.Blob{Box: image.Rect(40*i+12*k, 0, 40*i+12*k+10, 20)}
				if low && k == n-1 && n > 1 {
					x.Box.Min.Y = 7 // an r, lower than a digit
					rest = append(rest, x)
				} else {
					all = append(all, Glyph{Blob: x})
				}
			}
		}
		return all, rest
	}
	for _, c := range []struct {
		name       string
		rows, cols []int
		low        bool
		want       [2]int // glyphs and rest that stay, in both bands
	}{
		{"letters", []int{2, 2, 3}, []int{2, 2}, false, [2]int{6, 0}},
		{"low letters", []int{2, 2, 3}, []int{2, 2}, true, [2]int{6, 0}},
		{"digits", []int{1, 2, 1}, []int{1, 2, 1}, false, [2]int{8, 0}},
		{"letters on one side", []int{2, 2, 2, 2, 2}, []int{1}, false, [2]int{11, 0}},
	} {
		var all [2][]Glyph
		var rest [2][]ink.Blob
		all[0], rest[0] = numbers(c.low, c.rows...)
		all[1], rest[1] = numbers(c.low, c.cols...)
		all, rest = WithoutLetters([2]*Band{{}, {}}, h, all, rest)
		if got := [2]int{len(all[0]) + len(all[1]), len(rest[0]) + len(rest[1])}; got != c.want {
			t.Errorf("%s: %v stay, want %v", c.name, got, c.want)
		}
	}
}
