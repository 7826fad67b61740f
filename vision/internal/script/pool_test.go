package script

import (
	"image"
	"math/rand/v2"
	"strings"
	"testing"

	"kibitz/vision/internal/digits"
)

// Fonts of few pixels that the net has not seen, 0 to 9. The 1 of the first has a flag as long as the 7 has
// in other fonts; the 3 of the second has corners.
var smallFonts = []string{`
##### .##.. ##### ##### #..#. ##### #.... ##### ##### #####
#...# ###.. ....# ....# #..#. #.... #.... #...# #...# #...#
#...# ..#.. ##### .#### #..#. ##### ##### ....# ##### #####
#...# ..#.. #.... ....# ##### ....# #...# ....# #...# ....#
#...# ..#.. #.... ....# ...#. ....# #...# ....# #...# ....#
##### ..#.. ##### ##### ...#. ##### ##### ....# ##### ....#
`, `
.###. ..#.. ####. ####. #...# ##### .###. ##### .###. .###.
#..## .##.. ....# ....# #...# #.... #.... ....# #...# #...#
#.#.# ..#.. ...#. .###. #...# ####. ####. ...#. .###. #...#
##..# ..#.. ..#.. ....# ##### ....# #...# ..#.. #...# .####
#...# ..#.. .#... ....# ....# ....# #...# ..#.. #...# ....#
.###. .###. ##### ####. ....# ####. .###. .#... .###. .###.
`}

// smallDigit returns a digit of a font, without its empty columns.
func smallDigit(font string, d int) []string {
	rows := strings.Fields(font)
	var digit []string
	for y := range len(rows) / 10 {
		digit = append(digit, rows[10*y+d])
	}
	for strings.Trim(column(digit, 0), ".") == "" {
		for y := range digit {
			digit[y] = digit[y][1:]
		}
	}
	for n := len(digit[0]) - 1; strings.Trim(column(digit, n), ".") == ""; n-- {
		for y := range digit {
			digit[y] = digit[y][:n]
		}
	}
	return digit
}

func column(rows []string, x int) string {
	var b strings.Builder
	for _, r := range rows {
		b.WriteByte(r[x])
	}
	return b.String()
}

// Glyphs drawn with one font are pooled digit by digit, in all sizes and with a little noise, whatever the
// net takes them for. No two digits are pooled.
func TestPool(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for k, font := range smallFonts {
		for _, dot := range []int{2, 3, 5} {
			var all []*Glyph
			var drawn []int
			for d := range 10 {
				confused := rng.IntN(10)
				for range 2 + rng.IntN(12) {
					rows := smallDigit(font, d)
					g := image.NewGray(image.Rect(0, 0, 8*dot, 8*dot))
					for i := range g.Pix {
						x, y := i%g.Stride/dot-1, i/g.Stride/dot-1
						g.Pix[i] = uint8(225 + rng.IntN(20))
						if y >= 0 && y < len(rows) && x >= 0 && x < len(rows[y]) && rows[y][x] == '#' {
							g.Pix[i] = uint8(20 + rng.IntN(20))
						}
					}
					cut, ok := digits.Cut(g, image.Rect(dot, dot, dot*(1+len(rows[0])), dot*(1+len(rows))), nil)
					if !ok {
						t.Fatal("nothing to cut")
					}
					// The net hesitates between two digits, and leans to one or to the other.
					x := &Glyph{form: formOf(&cut)}
					p := .25 + .3*rng.Float32()
					x.own[d] += p
					x.own[confused] += .8 - p
					x.own[digits.Junk] = .2
					x.Probs = x.own
					all, drawn = append(all, x), append(drawn, d)
				}
			}
			of := map[*Glyph]int{}
			for i, g := range all {
				of[g] = drawn[i]
			}
			digit, shapes := map[*shape]int{}, map[int]*shape{}
			for _, s := range Pool(all) {
				for _, g := range s.members {
					if d, ok := digit[s]; ok && d != of[g] {
						t.Errorf("font %d, %d pixels a dot: %d and %d have one shape", k, dot, d, of[g])
					}
					if was := shapes[of[g]]; was != nil && was != s {
						t.Errorf("font %d, %d pixels a dot: %d has two shapes", k, dot, of[g])
					}
					digit[s], shapes[of[g]] = of[g], s
				}
			}
		}
	}
}

// If a shape fills half of all places, a 1 is likelier than a 7; if it fills one place of forty, a 7 is
// likelier.
func TestOdds(t *testing.T) {
	if w := odds(20, 40); w[1] < 4*w[7] {
		t.Errorf("half of all digits are a 1 %.2f, a 7 %.2f", w[1], w[7])
	}
	if w := odds(1, 40); w[7] < w[1] {
		t.Errorf("one of forty digits is a 1 %.2f, a 7 %.2f", w[1], w[7])
	}
}
