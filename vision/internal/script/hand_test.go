package script

import (
	"image"
	"slices"
	"strconv"
	"testing"

	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/plane"
)

// inked returns a band of rows or columns, 40 × 40 pixels a cell, with some rectangles as blobs.
func inked(cols bool, boxes ...image.Rectangle) (*Band, []ink.Blob) {
	g := image.NewGray(image.Rect(0, 0, 160, 160))
	b := &Band{Strip: ink.Strip{Sheet: &plane.Sheet{Area: plane.Area{Top: -4, Right: 4}, Light: g, W: 40, H: 40}, Cols: cols, Clued: true, Lines: 4}}
	var all []ink.Blob
	for _, box := range boxes {
		x := ink.Blob{Box: box, Peak: 200}
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for px := box.Min.X; px < box.Max.X; px++ {
				x.At = append(x.At, int32(y*160+px))
			}
		}
		all = append(all, x)
	}
	return b, all
}

// TestPaired: in columns with digits 32 pixels high, a 12 that is 20 pixels high in the middle of a column is
// a number. A single blob as low is not, nor a pair at a border between columns, nor a pair on two heights.
func TestPaired(t *testing.T) {
	h := Hand{Height: 32}
	for _, c := range []struct {
		name  string
		boxes []image.Rectangle
		found int
	}{
		{"a number", []image.Rectangle{image.Rect(45, 10, 54, 30), image.Rect(58, 10, 74, 30)}, 2},
		{"its digits touching", []image.Rectangle{image.Rect(44, 10, 76, 30)}, 1},
		{"one digit", []image.Rectangle{image.Rect(54, 10, 66, 30)}, 0},
		{"at a border", []image.Rectangle{image.Rect(65, 10, 77, 30), image.Rect(80, 10, 94, 30)}, 0},
		{"on two heights", []image.Rectangle{image.Rect(45, 10, 54, 30), image.Rect(58, 24, 74, 44)}, 0},
		{"too low", []image.Rectangle{image.Rect(48, 10, 56, 24), image.Rect(60, 10, 70, 24)}, 0},
	} {
		b, pieces := inked(true, c.boxes...)
		found, rest := b.findPairs(h, nil, pieces)
		if len(found) != c.found || len(found)+len(rest) != len(pieces) {
			t.Errorf("%s: %d digits, expected %d", c.name, len(found), c.found)
		}
	}
	b, pieces := inked(true, image.Rect(45, 10, 54, 34), image.Rect(58, 11, 74, 33))
	found, _ := b.findPairs(h, []Glyph{{Blob: pieces[0]}}, pieces[1:])
	if len(found) != 1 {
		t.Error("the lower digit of a number is not found beside the higher one")
	}
}

// TestHandOf: if half of a board's digits are drawn smaller, the hand has the height of the larger ones.
func TestHandOf(t *testing.T) {
	h := Hand{1, 20}.measure([]float64{16, 24, 16, 25, 17, 24, 16, 24})
	if h.Lighter != 1 || h.Height != 24 {
		t.Errorf("%+v, expected a height of 24", h)
	}
	if h := (Hand{0, 20}).measure(nil); h.Height != 20 {
		t.Errorf("%+v without any digit, expected a height of 20", h)
	}
}

// TestRuleBetween: a thin line between two words is a rule; ink that fills the gap between them is not.
func TestRuleBetween(t *testing.T) {
	for _, c := range []struct {
		name     string
		from, to int // ink in the gap, which goes from 60 to 80
		want     bool
	}{{"a line", 68, 71, true}, {"specks all over", 60, 80, false}, {"nothing", 0, 0, false}} {
		for _, cols := range []bool{false, true} {
			first, second := image.Rect(45, 45, 60, 75), image.Rect(80, 45, 95, 75)
			if cols {
				first, second = image.Rect(45, 40, 75, 60), image.Rect(45, 80, 75, 100)
			}
			b, words := inked(cols, first, second)
			b.rules[0] = make([]bool, 160*160)
			for p := range b.rules[0] {
				at := p % 160
				if cols {
					at = p / 160
				}
				b.rules[0][p] = at >= c.from && at < c.to
			}
			if got := b.hasRuleBetween(Hand{}, Word{{Blob: words[0]}}, Word{{Blob: words[1]}}); got != c.want {
				t.Errorf("%s, columns %t: %t", c.name, cols, got)
			}
		}
	}
}

// TestText: a digit above a column belongs to no clue if it stands in a line of letters across the columns.
// Among digits that each stand in their column it does.
func TestText(t *testing.T) {
	digit := image.Rect(12, 10, 28, 34)
	for _, c := range []struct {
		name   string
		others []image.Rectangle
		want   bool
	}{
		{"a title", []image.Rectangle{image.Rect(32, 10, 50, 34), image.Rect(53, 16, 69, 34), image.Rect(72, 16, 88, 34)}, true},
		{"clues", []image.Rectangle{image.Rect(52, 10, 68, 34), image.Rect(92, 10, 108, 34)}, false},
		{"letters on another height", []image.Rectangle{image.Rect(32, 50, 50, 74), image.Rect(72, 50, 88, 74)}, false},
	} {
		b, all := inked(true, append([]image.Rectangle{digit}, c.others...)...)
		b.Blobs[0] = all
		if got := b.inText(Hand{Height: 24}, Word{{Blob: all[0]}}); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}

// A word of more digits than a number has is text.
func TestLongWord(t *testing.T) {
	b, all := inked(true, image.Rect(10, 10, 18, 34), image.Rect(20, 10, 28, 34), image.Rect(30, 10, 38, 34))
	word := Word{{Blob: all[0]}, {Blob: all[1]}, {Blob: all[2]}}
	if b.Lines = 10; !b.inText(Hand{Height: 24}, word) || b.inText(Hand{Height: 24}, word[:2]) {
		t.Error("three digits are no text in a board of ten lines, or two are")
	}
	if b.Lines = 100; b.inText(Hand{Height: 24}, word) {
		t.Error("100 is text in a board of a hundred lines")
	}
}

// Words at one height that do not stand above the numbers of their columns are a title; a number beside its
// column's middle among others is none.
func TestAskew(t *testing.T) {
	for _, c := range []struct {
		name string
		off  [3]int // pixels that the upper number of each column is off; cells have 40
		want bool
	}{{"a title", [3]int{9, -8, 1}, true}, {"clues", [3]int{9, 0, 1}, false}} {
		var boxes []image.Rectangle
		for i, off := range c.off {
			x := 40*i + 12
			boxes = append(boxes, image.Rect(x+off, 10, x+off+16, 34), image.Rect(x, 50, x+16, 74))
		}
		b, all := inked(true, boxes...)
		b.Flat = true
		var lines [][]Word
		for i := range c.off {
			lines = append(lines, []Word{{{Blob: all[2*i]}}, {{Blob: all[2*i+1]}}})
		}
		if got := b.isAskew(Hand{Height: 24}, lines, lines[0][0]); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}

// Numbers that count from 1 in a few lines alone are clues; in most lines, or in every fifth, they are the lines'
// names.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		name  string
		named []int // lines with a number of their own beyond their clue
		lines int
		want  bool
	}{{"all", []int{0, 1, 2, 3}, 4, true}, {"every fifth", []int{4, 9, 14}, 15, true}, {"a staircase", []int{0, 1, 2, 3}, 12, false}} {
		b := &Band{Strip: ink.Strip{Lines: c.lines}}
		lines := make([][]Word, c.lines)
		for i := range lines {
			glyph := func(x int, digits string) *Glyph {
				return &Glyph{Blob: ink.Blob{Box: image.Rect(x, 40*i, x+12, 40*i+20)}, Texts: []Text{{digits, 1}}}
			}
			lines[i] = []Word{{glyph(100, "2")}}
			if slices.Contains(c.named, i) {
				lines[i] = []Word{{glyph(40, strconv.Itoa(i+1))}, {glyph(100, "2")}}
			}
		}
		b.dropNames(Hand{Height: 20}, lines)
		if got := len(lines[c.named[0]]) == 1; got != c.want {
			t.Errorf("%s: dropped %t", c.name, got)
		}
	}
}
