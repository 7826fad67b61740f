package vision

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kibitz/vision/internal/digits"
)

// Fonts of few pixels that the net has not seen, 0 to 9. The 1 of the first has a flag as long as a
// 7's is on others; the 3 of the second has corners.
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

// smallDigit is a digit of a font, its empty columns left out.
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

// Glyphs drawn with one font are put together digit by digit, whatever the net takes them for,
// on all sizes and with a little noise; and never two digits.
func TestPool(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for k, font := range smallFonts {
		for _, dot := range []int{2, 3, 5} {
			var all []*glyph
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
					// The net is of two minds, more of one or more of the other.
					x := &glyph{form: formOf(&cut)}
					p := .25 + .3*rng.Float32()
					x.own[d] += p
					x.own[confused] += .8 - p
					x.own[digits.Junk] = .2
					x.probs = x.own
					all, drawn = append(all, x), append(drawn, d)
				}
			}
			of := map[*glyph]int{}
			for i, g := range all {
				of[g] = drawn[i]
			}
			digit, shapes := map[*shape]int{}, map[int]*shape{}
			for _, s := range pool(all) {
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

// Odds are those of the same number of digits: of a shape that is on half of all places a 1 is
// likelier than a 7, of a shape that is on one place of forty a 7.
func TestOdds(t *testing.T) {
	if w := odds(20, 40); w[1] < 4*w[7] {
		t.Errorf("half of all digits are a 1 %.2f, a 7 %.2f", w[1], w[7])
	}
	if w := odds(1, 40); w[7] < w[1] {
		t.Errorf("one of forty digits is a 1 %.2f, a 7 %.2f", w[1], w[7])
	}
}

// smallBoard draws a nonogram as a handheld shows one: cells of 14 pixels, digits of six.
func smallBoard(font string, rows, cols [][]int) *image.RGBA {
	const cell, left, top = 14, 90, 80
	m := image.NewRGBA(image.Rect(0, 0, left+cell*len(cols)+12, top+cell*len(rows)+12))
	fill := func(r image.Rectangle, c color.RGBA) {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				m.SetRGBA(x, y, c)
			}
		}
	}
	ink, rule := color.RGBA{24, 28, 30, 255}, color.RGBA{150, 170, 190, 255}
	fill(m.Rect, color.RGBA{228, 240, 238, 255})
	for i := range len(rows) + 1 {
		fill(image.Rect(left, top+cell*i, left+cell*len(cols)+1, top+cell*i+1), rule)
	}
	for i := range len(cols) + 1 {
		fill(image.Rect(left+cell*i, top, left+cell*i+1, top+cell*len(rows)+1), rule)
	}
	// write draws a number so that it ends at x, and says where it begins.
	write := func(n, x, y int) int {
		text := strconv.Itoa(n)
		for i := len(text) - 1; i >= 0; i-- {
			d := smallDigit(font, int(text[i]-'0'))
			x -= len(d[0])
			for j, row := range d {
				for k, c := range row {
					if c == '#' {
						m.SetRGBA(x+k, y+j, ink)
					}
				}
			}
			x--
		}
		return x + 1
	}
	for r, line := range rows {
		x := left - 3
		for i := len(line) - 1; i >= 0; i-- {
			x = write(line[i], x, top+cell*r+4) - 6
		}
	}
	for c, line := range cols {
		for i := range line {
			x := left + cell*c + 10
			if line[i] > 9 {
				x = left + cell*c + 13
			}
			write(line[i], x, top-9-10*(len(line)-1-i))
		}
	}
	return m
}

// Boards in fonts of six pixels are read: nearly all lines, and those that claim to be sure are right.
func TestSmallFonts(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	lines, right, sure, wrong := 0, 0, 0, 0
	for k, font := range smallFonts {
		for range 3 {
			const side = 10
			var cells [side][side]bool
			for r := range cells {
				for c := range cells[r] {
					cells[r][c] = c > 0 && cells[r][c-1] == (rng.IntN(3) > 0) || rng.IntN(3) == 0
				}
				cells[r][r] = true // no line is empty
			}
			runs := func(at func(i int) bool) (runs []int) {
				n := 0
				for i := range side + 1 {
					if i < side && at(i) {
						n++
					} else if n > 0 {
						runs, n = append(runs, n), 0
					}
				}
				return runs
			}
			var rows, cols [][]int
			for i := range side {
				rows = append(rows, runs(func(j int) bool { return cells[i][j] }))
				cols = append(cols, runs(func(j int) bool { return cells[j][i] }))
			}
			var b bytes.Buffer
			if err := png.Encode(&b, smallBoard(font, rows, cols)); err != nil {
				t.Fatal(err)
			}
			got, err := Read(context.Background(), b.Bytes(), Hint{Kind: Nonogram})
			if err != nil || got.Rows != side || got.Cols != side {
				t.Fatalf("font %d: %v", k, err)
			}
			for i, l := range slices.Concat(got.RowClues, got.ColClues) {
				want := slices.Concat(rows, cols)[i]
				lines++
				ok := slices.Equal(l.Readings[0].Numbers, want)
				if ok {
					right++
				}
				if l.Readings[0].P > .98 {
					sure++
					if !ok {
						wrong++
					}
				}
				t.Log(k, want, l.Readings[0].Numbers, l.Readings[0].P)
			}
		}
	}
	t.Logf("%d of %d lines right, %d sure, %d of those wrong", right, lines, sure, wrong)
	if right < lines*95/100 || wrong > lines/100 {
		t.Errorf("%d of %d lines are right; of %d that are sure %d are wrong", right, lines, sure, wrong)
	}
}
