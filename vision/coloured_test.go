package vision

import (
	"bytes"
	"context"
	"image/color"
	"slices"
	"testing"
)

// colouredRuns returns the runs of the rows of a picture in letters, or of its columns, and their letters.
func colouredRuns(picture []string, columns bool) (runs [][]int, letters []string) {
	lines := picture
	if columns {
		lines = make([]string, len(picture[0]))
		for i := range lines {
			for _, row := range picture {
				lines[i] += row[i : i+1]
			}
		}
	}
	for _, line := range lines {
		var of []int
		last, named := '.', ""
		for _, c := range line {
			switch {
			case c != '.' && c == last:
				of[len(of)-1]++
			case c != '.':
				of, named = append(of, 1), named+string(c)
			}
			last = c
		}
		runs, letters = append(runs, of), append(letters, named)
	}
	return runs, letters
}

// Clues in colours are read with them: in coloured ink, on plates with black and white digits, and where those of
// finished lines are dimmed.
func TestReadColoured(t *testing.T) {
	picture := []string{"rr.bb.", ".rrby.", "bbrrry", "r.byyr", ".bbb.y", "y.r.bb"}
	inks := map[byte]color.RGBA{'r': {214, 40, 40, 255}, 'b': {40, 80, 220, 255}, 'y': {250, 210, 40, 255}}
	dark := color.RGBA{24, 26, 34, 255}
	plate := func(letter byte, _ bool) numberLook {
		ink := color.Color(color.White)
		if letter == 'y' {
			ink = color.Black
		}
		return numberLook{ink, inks[letter]}
	}
	for _, look := range []struct {
		name string
		page color.Color
		of   func(letter byte, done bool) numberLook
	}{
		{"ink on white", color.White, func(l byte, _ bool) numberLook { return numberLook{ink: inks[l]} }},
		{"ink on dark, dimmed where done", dark, func(l byte, done bool) numberLook {
			c := inks[l]
			if done {
				c = color.RGBA{c.R/2 + dark.R/2, c.G/2 + dark.G/2, c.B/2 + dark.B/2, 255}
			}
			return numberLook{ink: c}
		}},
		{"plates on white", color.White, plate},
		{"plates on dark", dark, plate},
	} {
		rows, rowLetters := colouredRuns(picture, false)
		cols, colLetters := colouredRuns(picture, true)
		data := sketchIn(t, look.page, rows, cols, 52, .6, func(side, line, k int) numberLook {
			return look.of([2][]string{rowLetters, colLetters}[side][line][k], side == 0 && line == 1)
		})
		r, err := Read(context.Background(), data, Hint{Kind: Nonogram})
		if err != nil {
			t.Errorf("%s: %v", look.name, err)
			continue
		}
		if !equal(numbers(r.RowClues), rows) || !equal(numbers(r.ColClues), cols) {
			t.Errorf("%s: %v | %v", look.name, numbers(r.RowClues), numbers(r.ColClues))
		}
		if i := slices.IndexFunc(r.Cells, func(c Cell) bool { return c.State[0].Value != Blank }); i >= 0 {
			t.Errorf("%s: cell %d is %v", look.name, i, r.Cells[i].State)
		}
		var got []string
		for _, l := range slices.Concat(r.RowClues, r.ColClues) {
			got = append(got, l.Readings[0].Colours)
		}
		if want := slices.Concat(rowLetters, colLetters); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", look.name, got, want)
		}
		if len(r.Palette) != len(inks) {
			t.Errorf("%s: %v", look.name, r.Palette)
		}
		for _, ink := range r.Palette {
			off := func(a, b uint8) bool { return max(a, b)-min(a, b) > 6 } // strokes are smoothed
			if want := inks[ink.Letter]; off(ink.RGB.R, want.R) || off(ink.RGB.G, want.G) || off(ink.RGB.B, want.B) {
				t.Errorf("%s: %c is %v, want %v", look.name, ink.Letter, ink.RGB, want)
			}
		}
	}
}

// Numbers of finished lines in another colour are no clues in colours, since their totals differ.
func TestFinishedIsNoColour(t *testing.T) {
	rows, cols := [][]int{{1}, {1, 1}, {2}, {2}, {2, 1}}, [][]int{{2}, {1}, {2}, {3}, {1, 1}}
	for _, done := range []color.Color{color.RGBA{30, 160, 60, 255}, color.Gray{170}} {
		data := sketchIn(t, color.White, rows, cols, 48, .6, func(side, line, _ int) numberLook {
			if side == 0 && line > 2 || side == 1 && line == 3 {
				return numberLook{ink: done}
			}
			return numberLook{ink: color.RGBA{40, 40, 160, 255}}
		})
		r, err := Read(t.Context(), bytes.Clone(data), Hint{Kind: Nonogram})
		if err != nil {
			t.Fatal(err)
		}
		if r.Palette != nil || !equal(numbers(r.RowClues), rows) || !equal(numbers(r.ColClues), cols) {
			t.Errorf("done in %v: %v, %v | %v", done, r.Palette, numbers(r.RowClues), numbers(r.ColClues))
		}
	}
}
