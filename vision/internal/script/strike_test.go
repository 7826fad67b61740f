package script

import (
	"image"
	"math"
	"strings"
	"testing"

	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/plane"
)

// Removing a stroke through a number leaves its digits, in order, and hardly any ink of the stroke.
func TestWithoutStroke(t *testing.T) {
	const dot, thick = 6, 3.
	font := smallFonts[1]
	for _, number := range [][]int{{2}, {3}, {5}, {6}, {8}, {9}, {1, 2}, {2, 5}, {3, 8}} {
		g := image.NewGray(image.Rect(0, 0, 140, 70))
		digit, stroke := make([]bool, len(g.Pix)), make([]bool, len(g.Pix))
		x := 20
		for _, d := range number {
			rows := smallDigit(font, d)
			for i := range digit {
				px, py := i%140-x, i/140-15
				if px >= 0 && py >= 0 && px/dot < len(rows[0]) && py/dot < len(rows) && rows[py/dot][px/dot] == '#' {
					digit[i] = true
				}
			}
			x += dot*len(rows[0]) + dot
		}
		left, right := 15., float64(x-dot+5)
		at := []int32{}
		for i := range stroke {
			px, py := float64(i%140), float64(i/140)
			y := 15 + 3.*dot + 9 - 18*(px-left)/(right-left)
			stroke[i] = px >= left && px < right && math.Abs(py-y) <= thick/2
			if stroke[i] || digit[i] {
				at = append(at, int32(i))
			}
		}
		b := &Band{Strip: ink.Strip{Sheet: &plane.Sheet{Light: g}}}
		got, slope := b.removeStroke(ink.Blob{Box: ink.Tight(at, 140), At: at, Peak: 200}, Hand{Height: 6 * dot})
		if len(got) != len(number) {
			t.Errorf("%v: %d digits", number, len(got))
			continue
		}
		if drawn := -18 / (right - left); math.Abs(slope-drawn) > .1 {
			t.Errorf("%v: a slope of %.2f, expected %.2f", number, slope, drawn)
		}
		kept, wrong, all := 0, 0, 0
		for _, x := range got {
			for _, p := range x.At {
				if digit[p] {
					kept++
				} else {
					wrong++
				}
			}
		}
		for _, on := range digit {
			if on {
				all++
			}
		}
		if 10*kept < 8*all || 10*wrong > all {
			t.Errorf("%v: %d of %d pixels left, and %d of the stroke", number, kept, all, wrong)
		}
		// A stroke that ends where the digits do belongs to them.
		inner := at[:0:0]
		for _, p := range at {
			if px := int(p % 140); px >= 20 && px < x-dot {
				inner = append(inner, p)
			}
		}
		if got, _ := b.removeStroke(ink.Blob{Box: ink.Tight(inner, 140), At: inner, Peak: 200}, Hand{Height: 6 * dot}); len(got) > 0 {
			t.Errorf("%v: a stroke was found within the digits", number)
		}
		// Without the stroke none is found.
		at = at[:0]
		for i, on := range digit {
			if on && i%140 < 20+dot*5 {
				at = append(at, int32(i))
			}
		}
		if got, _ := b.removeStroke(ink.Blob{Box: ink.Tight(at, 140), At: at, Peak: 200}, Hand{Height: 6 * dot}); len(got) > 0 {
			t.Errorf("%v: a stroke was found in %d", number, number[0])
		}
	}
}

// A ring or the outline of a box is hollow; a bar, a cross and a C are not.
func TestHollow(t *testing.T) {
	for _, c := range []struct {
		rows string
		want bool
	}{
		{"####/#..#/#..#/####", true},
		{".##./#..#/#..#/.##.", true},
		{"####/#.../#.../####", false},
		{"#..#/.##./.##./#..#", false},
		{"####/####", false},
	} {
		g := image.NewGray(image.Rect(0, 0, 9, 9))
		var at []int32
		for y, row := range strings.Split(c.rows, "/") {
			for x, v := range row {
				if v == '#' {
					at = append(at, int32((y+2)*9+x+3))
				}
			}
		}
		b := &Band{Strip: ink.Strip{Sheet: &plane.Sheet{Light: g}}}
		if got := b.isHollow(ink.Blob{Box: ink.Tight(at, 9), At: at, Peak: 200}); got != c.want {
			t.Errorf("%s: %t", c.rows, got)
		}
	}
}

// The side of a box and a corner of its outline are larger than a digit and empty in the middle; a digit is not so
// large, and two that touch have ink in the middle.
func TestOutline(t *testing.T) {
	for _, c := range []struct {
		rows string
		want bool
	}{
		{"#/#/#/#/#/#/#/#/#/#", true},
		{"##########/#........./#........./#........./#........./#........./#........./#........./#........./#.........", true},
		{"####/#..#/#..#/#..#/####", false},
		{"####.#####/#..#.#...#/#..#.#...#/#..#.#...#/####.#####/#..#.#...#/#..#.#...#/####.#####/....#...../....#.....", false},
	} {
		var at []int32
		for y, row := range strings.Split(c.rows, "/") {
			for x, v := range row {
				if v == '#' {
					at = append(at, int32((y+2)*20+x+3))
				}
			}
		}
		b := &Band{Strip: ink.Strip{Sheet: &plane.Sheet{Light: image.NewGray(image.Rect(0, 0, 20, 20))}}}
		if got := b.isOutline(Hand{Height: 6}, ink.Blob{Box: ink.Tight(at, 20), At: at}); got != c.want {
			t.Errorf("%s: %t", c.rows, got)
		}
	}
}
