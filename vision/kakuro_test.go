package vision

import (
	"context"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"kibitz/vision/internal/kakuro"
	"kibitz/vision/internal/lattice"
)

// TestKakuroPictures: most real pictures, if there are any, are read exactly.
func TestKakuroPictures(t *testing.T) {
	t.Parallel()
	names, _ := filepath.Glob("../../shared/data/photos/kakuro/*/*.png")
	if len(names) == 0 {
		t.Skip("no pictures")
	}
	exact := 0
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		truth, err := os.ReadFile(strings.TrimSuffix(name, filepath.Ext(name)) + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		r, err := Read(context.Background(), data, Hint{})
		if err != nil {
			t.Logf("%s: %v", filepath.Base(name), err)
			continue
		}
		wrong := kakuroDiffers(r, string(truth))
		if wrong == "" {
			exact++
		}
		t.Logf("%s: %d×%d%s", filepath.Base(name), r.Rows, r.Cols, wrong)
	}
	if 2*exact <= len(names) {
		t.Errorf("exact: %d of %d", exact, len(names))
	}
}

// kakuroDiffers returns where a reading's likeliest board differs from the truth.
func kakuroDiffers(r *Reading, truth string) string {
	var rows [][]string
	for line := range strings.Lines(truth) {
		if f := strings.Fields(line); len(f) > 0 {
			rows = append(rows, f)
		}
	}
	if r.Kind != Kakuro || len(rows) != r.Rows || len(rows[0]) != r.Cols {
		return fmt.Sprintf(", kind %d, is %d×%d", r.Kind, len(rows), len(rows[0]))
	}
	out := ""
	for i, c := range r.Cells {
		want := rows[i/r.Cols][i%r.Cols]
		if want == "0" {
			want = "."
		}
		if os.Getenv("DOUBTS") != "" {
			low := c.State[0].P < .998
			for _, g := range [][]Guess{c.Down, c.Across} {
				low = low || len(g) > 0 && g[0].P < .9
			}
			if low {
				out += fmt.Sprintf("\n  doubt %d,%d is %s: state %v down %v across %v", i/r.Cols, i%r.Cols, want, c.State, c.Down, c.Across)
			}
		}
		if got := kakuroCell(c); got != want {
			out += fmt.Sprintf("\n  %d,%d is %s, read %s: state %v digit %v down %v across %v", i/r.Cols, i%r.Cols, want, got, c.State, c.Digit, c.Down, c.Across)
		}
	}
	return out
}

func kakuroCell(c Cell) string {
	text := func(g []Guess) string {
		if len(g) == 0 || g[0].Value == 0 {
			return ""
		}
		return strconv.Itoa(g[0].Value)
	}
	if c.State[0].Value == Blank {
		if d := text(c.Digit); d != "" {
			return d
		}
		return "."
	}
	if d, a := text(c.Down), text(c.Across); d+a != "" {
		return d + `\` + a
	}
	return "#"
}

// Where a lattice lacks most of a board, the net looks on until it has seen all of it.
func TestKakuroSeenFarther(t *testing.T) {
	p, err := Open(drawFaint(t, 1))
	if err != nil {
		t.Fatal(err)
	}
	hint := Hint{Kind: Kakuro}
	if _, err := p.Read(t.Context(), hint); err != nil {
		t.Fatal(err)
	}
	s := p.search(hint)
	s.Screen = true
	all, err := s.lattices(t.Context(), true)
	if err != nil || len(all) == 0 || all[0].Rows != 8 || all[0].Cols != 8 {
		t.Fatal(all, err)
	}
	for _, part := range []image.Rectangle{image.Rect(0, 0, 8, 8), image.Rect(0, 0, 8, 4), image.Rect(0, 0, 4, 4), image.Rect(4, 4, 8, 8), image.Rect(2, 5, 5, 8)} {
		l := lattice.New(part.Dy(), part.Dx(), func(row, col int) lattice.Point {
			return all[0].Points[(part.Min.Y+row)*9+part.Min.X+col]
		})
		c, err := kakuro.Read(t.Context(), s.View, l, hint)
		if c == nil || err != nil {
			t.Errorf("of %v: %v, %v", part, c, err)
		} else if wrong := kakuroDiffers(c.Reading, faintBoard); wrong != "" {
			t.Errorf("of %v: %s", part, wrong)
		}
	}
}
