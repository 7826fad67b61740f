package script_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"kibitz/vision"
	"kibitz/vision/internal/script"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

// smallBoard draws a nonogram as a handheld shows it: cells of 14 pixels, digits of six.
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
	// write draws a number that ends at x and returns where it begins.
	write := func(n, x, y int) int {
		text := strconv.Itoa(n)
		for i := len(text) - 1; i >= 0; i-- {
			d := script.SmallDigit(font, int(text[i]-'0'))
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

// On boards in fonts of six pixels nearly all lines are read, and those that are sure are right.
func TestSmallFonts(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	lines, right, sure, wrong := 0, 0, 0, 0
	for k, font := range script.SmallFonts {
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
			got, err := vision.Read(context.Background(), b.Bytes(), vision.Hint{Kind: vision.Nonogram})
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
