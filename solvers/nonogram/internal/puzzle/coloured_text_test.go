package puzzle_test

import (
	"errors"
	"fmt"
	"image/color"
	"reflect"
	"testing"
	"testing/quick"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
)

// TestParseColoured: the page's example of each way to write the same four cells.
func TestParseColoured(t *testing.T) {
	const want = "k=#000,b=#00f,r=#f00,g=#008000:1k1b;1r1g|1k1r;1b1g"
	for _, text := range []string{
		want,
		"k=#000,b=blue,r=red,g=green:1k1b;1r1g|1k1r;1b1g",
		"k,b,r,g:1k1b;1r1g|1k1r;1b1g",
		"1k1b;1r1g|1k1r;1b1g",
		"1k 1b / 1r 1g | 1k 1r / 1b 1g",
		"1K,1B\n1R,1G\n|\n1K,1R\n1B,1G",
		"k1 b1;r1 g1|k1 r1;b1 g1",
		"1:k 1:b;1:r 1:g|1:k 1:r;1:b 1:g",
		"k=#000, b=#00f, r=#f00, g=green\n1:k 1:b;1:r 1:g|1:k 1:r;1:b 1:g",
		"black 1, blue 1; red 1, green 1 | black 1, red 1; blue 1, green 1",
		"1(black)1(blue);1(red)1(green)|1(black)1(red);1(blue)1(green)",
		"1⬛1🟦;1🟥1🟩|1⬛1🟥;1🟦1🟩",
		"1⬛1🟦;1🟥1🟩|1k1red;1Blue1G",
		"검정 1 파랑 1;빨강 1 초록 1|1黒1赤;1青1緑",
	} {
		p, err := puzzletest.ParseColoured(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if p.String() != want {
			t.Errorf("%q is %s", text, p)
		}
	}
}

func TestParseColouredAlone(t *testing.T) {
	for text, want := range map[string]string{
		"1R1r;|1R;1r":                       "R=#f00,r=#dc143c:1R1r;0|1R;1r", // two letters that differ in case alone
		"r=#fff,.=#87ceeb:1r|1r":            "r=#fff,.=#87ceeb:1r|1r",
		"r=#123456,b=#00f:0;2r|1r;1r":       "r=#123456,b=#00f:0;2r|1r;1r", // a colour without a run stays
		"r=red:-;0;1R|1r":                   "r=#f00:0;0;1r|1r",
		"red 1 1, blue 1;0|1r;;1r1":         "",
		"red 1 1, blue 1;0|1r;0;1r;1🟦":      "r=#f00,b=#00f:1r1r1b;0|1r;0;1r;1b",
		"1 dark green;1(sky blue)|1#123;1z": "g=#006400,w=#87ceeb,k=#123,z=#dc143c:1g;1w|1k;1z",
	} {
		p, err := puzzletest.ParseColoured(text)
		switch {
		case want == "":
			if err == nil {
				t.Errorf("%q is %s", text, p)
			}
		case err != nil:
			t.Errorf("%q: %v", text, err)
		case p.String() != want:
			t.Errorf("%q is %s, want %s", text, p, want)
		}
	}
}

func TestParseColouredErrors(t *testing.T) {
	for _, c := range []struct {
		text   string
		column int
		code   string
	}{
		{"", 1, "nonogram.coloured"},
		{"r=red:1r", 7, "nonogram.coloured"},
		{"r=red,r=blue:1r|1r", 7, "nonogram.palette"},
		{"r=reddish:1r|1r", 3, "nonogram.rgb"},
		{"r=red:1b|1b", 7, "nonogram.ink"},
		{"1r 2|1r;1r", 4, "nonogram.run"},
		{"1r 0|1r;1r", 4, "nonogram.lone"},
		{"1r ?b|1r;1r", 4, "nonogram.unknown"},
		{"1r 1b|1r", 1, "nonogram.forgotten"},
		{"2r2r|1r;1r;0;1r", 1, "nonogram.forgotten"},
		{"9999r|1r", 1, "nonogram.clue"},
		{"0|0", 1, "nonogram.run"},
		{"1!|1r", 2, "nonogram.run"},
	} {
		p, err := puzzletest.ParseColoured(c.text)
		var at *solvers.SyntaxError
		if !errors.As(err, &at) {
			t.Errorf("%q: %v, %v", c.text, p, err)
		} else if at.Column != c.column || at.Code != c.code {
			t.Errorf("%q: %s at %d, want %s at %d (%v)", c.text, at.Code, at.Column, c.code, c.column, err)
		}
	}
}

// TestColouredString: what String writes ParseColoured reads as the same puzzle, of any picture.
func TestColouredString(t *testing.T) {
	law := func(seed [24]uint8, cols, colours uint8, background [3]uint8) bool {
		n, width := int(colours)%6+1, int(cols)%8+1
		var palette []puzzle.Ink
		for i := range n {
			palette = append(palette, puzzle.Ink{Letter: "rGbykz"[i], RGB: color.RGBA{seed[i], seed[i+1], seed[i+2], 255}})
		}
		picture := make([]puzzle.Cell, len(seed)/width*width)
		for i := range picture {
			picture[i] = puzzle.Empty << (int(seed[i]) % (n + 1))
		}
		p := puzzle.FromColours(picture, width, palette, color.RGBA{background[0], background[1], background[2], 255})
		again, err := puzzletest.ParseColoured(p.String())
		if err != nil {
			t.Log(p, err)
			return false
		}
		for i := range again.Palette {
			again.Palette[i].Name = ""
		}
		again.Picture = p.Picture
		return reflect.DeepEqual(p, again)
	}
	if err := quick.Check(law, nil); err != nil {
		t.Error(err)
	}
}

func FuzzParseColoured(f *testing.F) {
	for _, text := range []string{"k=#000,b=blue,.=#eee:1k1b;0|1k;1b", "red 3 1; 1(blue)|3🟥;r:1 ?;-", "1R1r;|1R;1r"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := puzzletest.ParseColoured(text)
		if err != nil {
			if at := (*solvers.SyntaxError)(nil); !errors.As(err, &at) || at.Code == "" {
				t.Fatal(err)
			}
			return
		}
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		if again, err := puzzletest.ParseColoured(p.String()); err != nil || fmt.Sprint(again) != fmt.Sprint(p) {
			t.Fatalf("%s is %v, %v", p, again, err)
		}
	})
}
