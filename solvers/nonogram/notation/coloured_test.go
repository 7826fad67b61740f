package notation

import (
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kibitz/solvers/nonogram"
)

// colouredWriters write a puzzle in colours in the encodings that Parse reads.
var colouredWriters = map[string]func(*nonogram.Puzzle) string{
	"canonical": (*nonogram.Puzzle).String,
	"non":       Non,
	"XML":       XML,
	"G":         G,
	"TOML":      TOML,
	"INI":       writeINI,
	"cnon":      writeCnon,
	"plain":     writePlain,
	"JSON":      JSON,
}

// withoutGround are those of them that have no place for the background.
var withoutGround = map[string]bool{"non": true, "TOML": true, "INI": true, "cnon": true}

// drawColours is a random picture in up to seven colours.
func drawColours(t *rapid.T) *nonogram.Puzzle {
	height, width, colours := rapid.IntRange(1, 9).Draw(t, "height"), rapid.IntRange(1, 9).Draw(t, "width"), rapid.IntRange(2, 7).Draw(t, "colours")
	part := rapid.Uint8()
	rgb := rapid.Custom(func(t *rapid.T) color.RGBA {
		return color.RGBA{part.Draw(t, "r"), part.Draw(t, "g"), part.Draw(t, "b"), 255}
	})
	order := rapid.Permutation([]byte("abkrzGg")).Draw(t, "letters")
	var palette []nonogram.Ink
	for i := range colours {
		palette = append(palette, nonogram.Ink{Letter: order[i], Name: rapid.SampledFrom([]string{"", "red", "sky blue", "<&>"}).Draw(t, "name"), RGB: rgb.Draw(t, "RGB")})
	}
	picture := make([]nonogram.Cell, height*width)
	for i := range picture {
		picture[i] = nonogram.Empty << rapid.IntRange(0, colours).Draw(t, "cell")
	}
	return nonogram.FromColours(picture, width, palette, rgb.Draw(t, "background"))
}

// seen is a puzzle with the RGB of each run, whatever its palette's order and letters.
func seen(p *nonogram.Puzzle, letters bool) (clues []any) {
	for _, side := range [][][]nonogram.Run{p.Rows, p.Cols} {
		for i, line := range side {
			clues = append(clues, i)
			for _, run := range line {
				ink := p.Palette[run.Colour]
				clues = append(clues, run.Length, ink.RGB)
				if letters {
					clues = append(clues, ink.Letter|0x20) // letters are in lower case where they can be
				}
			}
		}
	}
	return clues
}

func equal(a, b []any) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// usedColours is how many colours have a run.
func usedColours(p *nonogram.Puzzle) int {
	used := map[int]bool{}
	for _, line := range p.Rows {
		for _, run := range line {
			used[run.Colour] = true
		}
	}
	return len(used)
}

// TestColouredWriters: what each writer writes is read as the same puzzle, with its letters.
func TestColouredWriters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawColours(t)
		for name, write := range colouredWriters {
			text := write(p)
			again, err := Parse(text)
			switch {
			case err != nil:
				t.Fatalf("%s: %v\n%s", name, err, text)
			case usedColours(p) < 2:
				if again.InColours() || again.Check() != nil {
					t.Fatalf("%s: one colour reads as %v\n%s", name, again, text)
				}
			case !again.InColours() || !equal(seen(p, true), seen(again, true)):
				t.Fatalf("%s: %s reads as %v\n%s", name, p, again, text)
			case !withoutGround[name] && again.Background != p.Background:
				t.Fatalf("%s: background %v, not %v", name, again.Background, p.Background)
			}
		}
	})
}

// TestColouredPictures: a picture of letters or of squares is read as that picture.
func TestColouredPictures(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		height, width := rapid.IntRange(2, 7).Draw(t, "height"), rapid.IntRange(2, 7).Draw(t, "width")
		cells := rapid.SliceOfN(rapid.SampledFrom([]rune(".rgbp")), height*width, height*width).Draw(t, "cells")
		var rows []string
		counts := map[rune]int{}
		for i := range height {
			row := cells[i*width : (i+1)*width]
			for _, c := range row {
				counts[c]++
			}
			rows = append(rows, string(row))
		}
		text := strings.Join(rows, "\n")
		if counts['.'] == 0 || counts['r']*counts['g'] == 0 {
			return
		}
		squares := strings.NewReplacer(".", "⬜", "r", "🟥", "g", "🟩", "b", "🟦", "p", "🟪")
		small := strings.NewReplacer(".", "▫️", "r", "🟥", "g", "⬜", "b", "⬛\ufe0f", "p", "💜")
		for _, text := range []string{text, squares.Replace(text), squares.Replace(strings.Join(rows, " ")), small.Replace(text)} {
			p, err := Parse(text)
			if err != nil || !p.InColours() {
				t.Fatalf("%s: %v, %v", text, p, err)
			}
			order := map[rune]int{}
			for i, c := range cells {
				want := -1
				if c != '.' {
					if _, ok := order[c]; !ok {
						order[c] = len(order)
					}
					want = order[c]
				}
				if got := p.Picture[i].Colour(); got != want {
					t.Fatalf("%s: cell %d is of colour %d, not %d", text, i, got, want)
				}
			}
		}
	})
}

// TestColouredFiles: every puzzle of the directory that KIBITZ_COLOURED names is read, has the size
// that its file says, and is written and read again in each encoding.
func TestColouredFiles(t *testing.T) {
	directory := os.Getenv("KIBITZ_COLOURED")
	if directory == "" {
		t.Skip("KIBITZ_COLOURED names no directory")
	}
	files, err := filepath.Glob(filepath.Join(directory, "*.cn"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	inColours := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Parse(string(text))
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(file), err)
			continue
		}
		if !p.InColours() {
			t.Errorf("%s is in black and white", filepath.Base(file))
			continue
		}
		inColours++
		for name, write := range colouredWriters {
			if again, err := Parse(write(p)); err != nil || !again.InColours() || !equal(seen(p, true), seen(again, true)) {
				t.Errorf("%s: %s: %v", filepath.Base(file), name, err)
			}
		}
	}
	t.Logf("%d of %d read", inColours, len(files))
}
