package script

import (
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/digits"
	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/plane"
)

// all returns the readings of a row by trying everything: each text of each glyph, each pair joined or not.
func all(w Word, h Hand, g Gaps, most int) map[string]float64 {
	found := map[string]float64{}
	var try func(i int, numbers []int, open string, last *Glyph, p float64)
	try = func(i int, numbers []int, open string, last *Glyph, p float64) {
		if i == len(w) {
			if open != "" {
				numbers = append(numbers[:len(numbers):len(numbers)], Number(open))
			}
			sum := len(numbers) - 1
			for _, n := range numbers {
				if sum += n; n == 0 && len(numbers) > 1 {
					return
				}
			}
			if len(numbers) == 1 && numbers[0] == 0 {
				numbers = nil
			}
			if sum <= most {
				found[fmt.Sprint(numbers)] += p
			}
			return
		}
		for _, t := range w[i].Texts {
			if t.Digits == "" {
				try(i+1, numbers, open, last, p*t.P)
				continue
			}
			if open == "" {
				try(i+1, numbers, t.Digits, w[i], p*t.P)
				continue
			}
			pair, _ := pairOf(last, w[i], h, most)
			apart := g.twoNumbers(pair)
			one := open[0] != '0' && Number(open+t.Digits) <= most
			switch {
			case !one:
				apart = 1
			case t.Digits == "0":
				apart = 0
			}
			if apart > 0 {
				try(i+1, append(numbers[:len(numbers):len(numbers)], Number(open)), t.Digits, w[i], p*t.P*apart)
			}
			if one {
				try(i+1, numbers, open+t.Digits, w[i], p*t.P*(1-apart))
			}
		}
	}
	try(0, nil, "", nil, 1)
	return found
}

// The readings of a line are the likeliest there are, likeliest first, and none has too high a probability.
func TestClues(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	h := Hand{Height: 20}
	b := &Band{Strip: ink.Strip{Sheet: &plane.Sheet{W: 40, H: 40}, Lines: 1}}
	for range 300 {
		most := 5 + rng.IntN(25)
		var w Word
		x := 0
		for range 1 + rng.IntN(3) {
			g := &Glyph{Blob: ink.Blob{Box: image.Rect(x, 0, x+12, 20)}}
			left := 1.
			for _, d := range rng.Perm(11)[:3] {
				p := left * (.3 + .6*rng.Float64())
				left -= p
				g.Texts = append(g.Texts, Text{[]string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ""}[d], p})
			}
			w = append(w, g)
			x += 14 + rng.IntN(12)
		}
		gaps := Gaps{mean: .55, spread: .12, inside: .14, insideSpread: .1}
		want := all(w, h, gaps, most)
		got := b.clues([]Word{w}, h, gaps, most)
		sum, before := 0., 1.
		for _, c := range got {
			p := want[fmt.Sprint(c.Numbers)]
			if math.Abs(p-c.P) > 1e-9 || c.P > before {
				t.Fatalf("%v has %v, should have %v; the one before %v", c.Numbers, c.P, p, before)
			}
			sum, before = sum+c.P, c.P
			if len(c.Boxes) != len(c.Numbers) {
				t.Fatalf("%v has boxes %v", c.Numbers, c.Boxes)
			}
		}
		if sum > 1+1e-9 {
			t.Fatalf("probabilities sum to %v", sum)
		}
		if len(got) < min(len(want), board.MaxReadings) {
			t.Fatalf("%d readings of %d", len(got), len(want))
		}
		for _, p := range want {
			if len(got) == board.MaxReadings && p > before+1e-9 {
				n := 0
				for _, c := range got {
					if c.P >= p-1e-9 {
						n++
					}
				}
				if n == 0 {
					t.Fatalf("a reading with %v is missing", p)
				}
			}
		}
	}
}

// TestOddClues: two digits in one place are one digit and a piece of what surrounds it, and so are two digits beside
// each other in a column that are no number that fits. The piece does not make junk of the digit.
func TestOddClues(t *testing.T) {
	h, most := Hand{Height: 20}, 5
	g := Gaps{mean: .55, spread: .12, inside: .14, insideSpread: .1}
	digit := func(x int, junk float32) *Glyph {
		g := &Glyph{Blob: ink.Blob{Box: image.Rect(x, 0, x+10, 20)}, Texts: []Text{{"1", 1 - float64(junk)}, {"", float64(junk)}}}
		g.Probs[digits.Junk] = junk
		return g
	}
	for _, c := range []struct {
		name string
		cols bool
		at   int // where the second glyph stands
		want []int
	}{
		{"one over another in a row", false, 4, []int{1}},
		{"one over another in a column", true, 4, []int{1}},
		{"beside another in a row", false, 21, []int{1, 1}},
		{"beside another in a column", true, 12, []int{1}},
	} {
		b := &Band{Strip: ink.Strip{Sheet: &plane.Sheet{W: 40, H: 40}, Lines: 1, Cols: c.cols}}
		w := Word{digit(c.at, .08), digit(0, 0)}
		if w.junk() != 0 {
			t.Errorf("%s: a digit beside %.2f of junk is %.2f junk", c.name, Junk(w[0]), w.junk())
		}
		w[0], w[1] = w[1], w[0]
		if got := b.clues([]Word{w}, h, g, most); !slices.Equal(got[0].Numbers, c.want) || got[0].P < .9 {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestDigits: a word counts as many digits as it likely has, and what is no digit explains nothing.
func TestDigits(t *testing.T) {
	w := Word{{Texts: []Text{{"1", .9}, {"", .1}}}, {Texts: []Text{{"", .75}, {"7", .25}}}}
	if got := w.Digits(); math.Abs(got-1.15) > 1e-9 {
		t.Errorf("%v digits", got)
	}
}
