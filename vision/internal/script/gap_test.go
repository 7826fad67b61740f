package script

import (
	"fmt"
	"image"
	"slices"
	"testing"

	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/plane"
)

// TestUnruledGaps: if all numbers have a rule between them, two digits without a rule are one number, even if
// they stand nearly as far apart as two numbers. If not, they are two numbers.
func TestUnruledGaps(t *testing.T) {
	row := func(ruled bool) [][]Word {
		var w Word
		for i := range 6 {
			x := 20 * i
			g := &Glyph{Blob: ink.Blob{Box: image.Rect(x, 0, x+10, 10)}, Texts: []Text{{"9", 1}}, ruled: ruled && i > 0}
			w = append(w, g)
		}
		return [][]Word{{w}}
	}
	h := Hand{Height: 10}
	for _, ruled := range []bool{true, false} {
		g := LearnGaps(row(ruled), h, 15)
		if got := g.twoNumbers(pair{gap: .8}); ruled && got > .5 || !ruled && got < .5 {
			t.Errorf("rules between numbers: %t; two digits without one are of two numbers with %.3f", ruled, got)
		}
	}
}

// If numbers stand farther apart than digits, gaps learned from pairs that cannot be one number tell which of
// the other pairs are.
func TestGaps(t *testing.T) {
	h := Hand{Height: 20}
	digit := func(d string, x int) *Glyph {
		w := 12
		if d == "1" {
			w = 6
		}
		return &Glyph{Blob: ink.Blob{Box: image.Rect(x, 0, x+w, 20)}, Texts: []Text{{d, .99}}}
	}
	for _, space := range []int{8, 10, 14, 24} {
		row := func(numbers ...string) []Word {
			var w Word
			x := 0
			for _, n := range numbers {
				for _, d := range n {
					g := digit(string(d), x)
					w = append(w, g)
					x = g.Box.Max.X + 3
				}
				x += space - 3
			}
			return []Word{w}
		}
		rows := [][]Word{row("7", "3"), row("4", "2", "1"), row("2", "5"), row("1", "12", "1"), row("11", "3"), row("3", "1", "1")}
		g := LearnGaps(rows, h, 15)
		for _, r := range rows {
			for i := 1; i < len(r[0]); i++ {
				p, _ := pairOf(r[0][i-1], r[0][i], h, 15)
				if two := g.twoNumbers(p) > .5; two != (p.gap > 6./20) {
					t.Errorf("space %d: a gap of %.2f heights is apart with %.3f", space, p.gap, g.twoNumbers(p))
				}
			}
		}
	}
}

// If numbers have boxes, a rule between two digits proves two numbers, even if few neighbours of the board
// are such: here most are digits of one number.
func TestRuledGaps(t *testing.T) {
	const cell, boxes, most = 40, 4, 25
	rows := [][]string{{"12"}, {"10"}, {"7", "7"}, {"23"}, {"14"}, {"20"}, {"1", "2"}, {"21"}, {"15"}, {"13"}}
	h := Hand{Height: 20}
	area := plane.Area{Top: 0, Left: -boxes, Bottom: float64(len(rows)), Right: 0}
	light := image.NewGray(image.Rect(0, 0, boxes*cell, len(rows)*cell))
	b := &Band{Strip: ink.Strip{Sheet: &plane.Sheet{Area: area, Light: light, W: cell, H: cell}, Lines: len(rows)}}
	b.rules[0] = make([]bool, len(light.Pix))
	for i := range b.rules[0] {
		b.rules[0][i] = i%light.Rect.Dx()%cell == 0
	}
	lines := make([][]Word, len(rows))
	for r, numbers := range rows {
		for i, n := range numbers {
			x := (boxes-len(numbers)+i)*cell + (cell-15*len(n)+3)/2
			for k, d := range n {
				at := image.Rect(x+15*k, r*cell+10, x+15*k+12, r*cell+30)
				lines[r] = append(lines[r], Word{{Blob: ink.Blob{Box: at}, Texts: []Text{{string(d), .99}}}})
			}
		}
	}
	b.keepAdjoining(h, lines)
	var words [][]Word
	for _, line := range lines {
		words = append(words, []Word{slices.Concat(line...)})
	}
	g := LearnGaps(words, h, most)
	for r, want := range rows {
		all := b.clues(words[r], h, g, most)
		if len(all) == 0 || fmt.Sprint(all[0].Numbers) != fmt.Sprint(want) || all[0].P < .9 {
			t.Errorf("%v is read as %v", want, all)
		}
	}
}
