package vision

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// A sudokuLook is how a board is drawn.
type sudokuLook struct {
	name                     string
	ground, shade, line      color.Gray
	ink, own                 color.RGBA
	side, thin, thick, digit int    // pixels
	cut                      string // the side at which the outer line is missing
}

// The board drawn: a ' before a digit that the player wrote, and * for a cell with pencil marks.
const sudokuDrawn = "53*.7.'9../6**195.../.98....6./8...6...3/4..8.3..1/7...2...6/*6....28./..'7419..5/....8..79"

// TestSudokuDrawn: a board is read whole in several looks, and no pencil mark is taken for a digit.
func TestSudokuDrawn(t *testing.T) {
	t.Parallel()
	black, white, blue := color.RGBA{20, 20, 20, 255}, color.RGBA{235, 235, 235, 255}, color.RGBA{40, 90, 220, 255}
	for _, look := range []sudokuLook{
		{name: "paper", ground: color.Gray{255}, shade: color.Gray{255}, line: color.Gray{0}, ink: black, own: blue, side: 48, thin: 1, thick: 3, digit: 30},
		{name: "app", ground: color.Gray{255}, shade: color.Gray{228}, line: color.Gray{120}, ink: black, own: blue, side: 100, thin: 2, thick: 6, digit: 66},
		{name: "dark", ground: color.Gray{30}, shade: color.Gray{45}, line: color.Gray{110}, ink: white, own: color.RGBA{90, 160, 255, 255}, side: 64, thin: 1, thick: 4, digit: 36},
		{name: "cut off", ground: color.Gray{255}, shade: color.Gray{255}, line: color.Gray{0}, ink: black, own: blue, side: 48, thin: 1, thick: 3, digit: 30, cut: "left"},
	} {
		var file bytes.Buffer
		if err := png.Encode(&file, drawSudoku(t, look)); err != nil {
			t.Fatal(err)
		}
		for _, hint := range []Kind{Any, Sudoku} {
			r, err := Read(context.Background(), file.Bytes(), Hint{Kind: hint})
			if err != nil {
				t.Errorf("%s: %v", look.name, err)
				continue
			}
			if got, want := sudokuRead(r), strings.ReplaceAll(sudokuDrawn, "*", "."); r.Kind != Sudoku || got != want {
				t.Errorf("%s: kind %d\n%s, drawn\n%s", look.name, r.Kind, got, want)
			}
		}
		r, err := Read(context.Background(), file.Bytes(), Hint{Kind: Kakuro})
		if err != ErrKind || r.Kind != Sudoku {
			t.Errorf("%s, read as a Kakuro: %v", look.name, err)
		}
	}
}

// sudokuRead writes a reading as sudokuDrawn is written.
func sudokuRead(r *Reading) string {
	var b strings.Builder
	for i, c := range r.Cells {
		if i > 0 && i%r.Cols == 0 {
			b.WriteByte('/')
		}
		switch {
		case len(c.Digit) == 0 || c.Digit[0].Value == 0:
			b.WriteByte('.')
			continue
		case c.State[0].Value == Blank:
			b.WriteByte('\'')
		}
		b.WriteByte('0' + byte(c.Digit[0].Value))
	}
	return b.String()
}

func drawSudoku(t *testing.T, look sudokuLook) image.Image {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	const margin = 40
	img := image.NewRGBA(image.Rect(0, 0, 9*look.side+2*margin, 9*look.side+2*margin))
	draw.Draw(img, img.Rect, image.NewUniform(look.ground), image.Point{}, draw.Src)
	write := func(text string, cell image.Rectangle, height int, ink color.Color, across, down int) { // in the middle of a ninth
		face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: float64(height), DPI: 100})
		if err != nil {
			t.Fatal(err)
		}
		d := font.Drawer{Dst: img, Src: image.NewUniform(ink), Face: face}
		wide, tall := font.MeasureString(face, text).Round(), height
		d.Dot = fixed.P(cell.Min.X+look.side*(1+across)/6-wide/2, cell.Min.Y+look.side*(1+down)/6+tall/2)
		d.DrawString(text)
	}
	i, own := 0, false
	for _, sign := range strings.ReplaceAll(sudokuDrawn, "/", "") {
		cell := image.Rect(0, 0, look.side, look.side).Add(image.Pt(margin+i%9*look.side, margin+i/9*look.side))
		if sign == '\'' {
			own = true
			continue
		}
		if (i/27+i%9/3)%2 == 1 {
			draw.Draw(img, cell, image.NewUniform(look.shade), image.Point{}, draw.Src)
		}
		switch {
		case sign == '*':
			for n, mark := range "147" {
				write(string(mark), cell, look.digit/3, look.own, 2*n, n%2*4)
			}
		case sign != '.' && own:
			write(string(sign), cell, look.digit, look.own, 2, 2)
		case sign != '.':
			write(string(sign), cell, look.digit, look.ink, 2, 2)
		}
		i, own = i+1, false
	}
	for k := range 10 {
		thick := look.thin
		if k%3 == 0 {
			thick = look.thick
		}
		at, end := margin+k*look.side, margin+9*look.side
		draw.Draw(img, image.Rect(margin, at-thick/2, end, at-thick/2+thick), image.NewUniform(look.line), image.Point{}, draw.Src)
		if k > 0 || look.cut == "" {
			draw.Draw(img, image.Rect(at-thick/2, margin, at-thick/2+thick, end), image.NewUniform(look.line), image.Point{}, draw.Src)
		}
	}
	return img
}

// TestSudokuPictures: most Sudoku of real newspapers, if there are any, are read whole.
func TestSudokuPictures(t *testing.T) {
	t.Parallel()
	names, _ := filepath.Glob("../../shared/data/photos/sudoku-wichtounet/*.dat")
	if len(names) == 0 {
		t.Skip("no pictures")
	}
	whole, n := 0, 0
	for i := 0; i < len(names); i += 9 {
		truth, err := os.ReadFile(names[i])
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(strings.TrimSuffix(names[i], ".dat") + ".jpg")
		if err != nil {
			t.Fatal(err)
		}
		rows := strings.Split(strings.TrimSpace(string(truth)), "\n")
		want := strings.ReplaceAll(strings.Join(strings.Fields(strings.Join(rows[len(rows)-9:], " ")), ""), "0", ".")
		r, err := Read(context.Background(), data, Hint{})
		if n++; err == nil && strings.ReplaceAll(sudokuRead(r), "/", "") == want {
			whole++
		} else {
			t.Log(filepath.Base(names[i]), err)
		}
	}
	if 10*whole < 8*n {
		t.Errorf("%d of %d are read whole", whole, n)
	}
}
