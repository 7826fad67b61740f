package commands

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"kibitz/render"
	"kibitz/solvers/cardflip"
	"kibitz/solvers/tothemoon"
)

func pathOf(t testing.TB, r *Reply, label string) string {
	t.Helper()
	for _, b := range r.Buttons {
		if b.Label == label {
			return b.Path
		}
	}
	t.Fatalf("%s: no button %q among %v", r.Title, label, r.Buttons)
	return ""
}

func click(t testing.TB, r *Reply, label string) *Reply {
	t.Helper()
	return newSet(t).Handle(context.Background(), &Request{Path: pathOf(t, r, label), Puzzle: r.Puzzle, Locale: "en-US"}, nil)
}

// An order gives an empty grid whose puzzle is unique; the button gives the
// solution of just that puzzle, and the next number another puzzle.
func TestOrder(t *testing.T) {
	for _, text := range []string{"10x12 expert 7", "make 10x12 expert 7", "generate 10 x 12 EXPERT #7", " 10×12 expert 7\n"} {
		r := ask(t, "nonogram", map[string]any{"puzzle": text})
		if r.Title != "Nonogram 10×12 (rows × columns), expert, number 7" || !r.Picture || r.Board == nil {
			t.Fatalf("%q: %s: %s", text, r.Title, r.Text)
		}
		for _, c := range r.Board.Cells {
			if c != (render.Cell{}) {
				t.Fatalf("%q: the grid is not empty", text)
			}
		}
		solution := click(t, r, "Solution")
		if solution.Title != "Nonogram 10×12 (rows × columns): exactly one solution" || solution.Puzzle != r.Puzzle {
			t.Errorf("%q: %s, of %s", text, solution.Title, solution.Puzzle)
		}
		another := click(t, r, "Another one")
		next := ask(t, "nonogram", map[string]any{"puzzle": "10x12 expert 8"})
		if another.Puzzle != next.Puzzle || another.Puzzle == r.Puzzle {
			t.Errorf("%q: another is %s, not %s", text, another.Puzzle, next.Puzzle)
		}
		if onward := click(t, another, "Solution"); onward.Puzzle != next.Puzzle || onward.Tone != Good {
			t.Errorf("%q: the solution of another is of %s", text, onward.Puzzle)
		}
	}
}

// What cannot be made in time says so, and offers nothing to go on with.
func TestOrderOutOfTime(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 40, 40))); err != nil {
		t.Fatal(err)
	}
	for _, options := range []map[string]any{
		{"puzzle": "30x30 easy 1"},
		{"puzzle": "30x30 easy 1", "do": "steps"},
		{"image": Upload{Name: "a.png", Data: b.Bytes()}},
	} {
		r := newSet(t).Handle(ctx, &Request{Command: "nonogram", Options: options, Locale: "en-US"}, nil)
		if r.Puzzle != "" || len(r.Buttons) > 0 {
			t.Errorf("%v: %s, with %v", options, r.Title, r.Buttons)
		}
	}
}

func TestOrderForms(t *testing.T) {
	for text, want := range map[string]string{
		"15x15":          "15x15 medium 1",
		"6x60":           "6x60 medium 1",
		"15x15 9":        "15x15 medium 9",
		"7x9 easy":       "7x9 easy 1",
		"4x15":           "line 1, column 1: found \"4x15\", expected a side from 5 to 60",
		"15x61":          "line 1, column 4: found \"61\", expected a side from 5 to 60",
		"15x41 expert":   "line 1, column 4: found \"41\", expected a side from 5 to 40",
		"15x15 gentle 3": "line 1, column 7: found \"gentle\", expected easy, medium or expert",
	} {
		m, err := nonogramOrders.read(text)
		got := ""
		if err != nil {
			got = err.Error()
		} else if m != nil {
			got = m.text(m.seed)
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{"", "3;1|2;1;1", "10x10:3/1.1", "x", "15x", "15x15 expert 42 please", "#x#", "15/15"} {
		if m, err := nonogramOrders.read(text); m != nil || err != nil {
			t.Errorf("%q is an order: %+v, %v", text, m, err)
		}
	}
}

// A Kakuro to order: an empty grid, then the solution of just that puzzle.
func TestOrderOfSums(t *testing.T) {
	r := ask(t, "kakuro", map[string]any{"puzzle": "make 8x8 hard #42"})
	if r.Title != "Kakuro 8×8, hard, number 42" || r.Board == nil || r.Tone != Good {
		t.Fatalf("%s: %s", r.Title, r.Text)
	}
	for _, c := range r.Board.Cells {
		if c.Text != "" || c.Notes != 0 {
			t.Fatalf("the grid is not empty")
		}
	}
	solution := click(t, r, "Solution")
	if solution.Title != "Kakuro 8×8: exactly one solution" || solution.Puzzle != r.Puzzle {
		t.Errorf("%s, of %s", solution.Title, solution.Puzzle)
	}
	next := ask(t, "kakuro", map[string]any{"puzzle": "8x8 hard 43"})
	if another := click(t, r, "Another one"); another.Puzzle != next.Puzzle || another.Puzzle == r.Puzzle {
		t.Errorf("another is %s, not %s", another.Puzzle, next.Puzzle)
	}
}

// A picture that is not unique stands in the reply as it is, so that the button
// repairs it and no other with its clues.
func TestRepairButton(t *testing.T) {
	const picture = "####./#.#../##.#./...../.#..#"
	for _, text := range []string{picture, strings.ReplaceAll(picture, "/", "\n")} {
		r := ask(t, "nonogram", map[string]any{"puzzle": text})
		if r.Tone != Mixed || r.Puzzle != strings.ReplaceAll(picture, "/", "\n") {
			t.Fatalf("%s: %s", r.Title, r.Puzzle)
		}
		fixed := click(t, r, "Repair the picture")
		if fixed.Tone != Good || fixed.Board == nil || !fixed.Picture {
			t.Fatalf("%s: %s", fixed.Title, fixed.Text)
		}
		cells := strings.ReplaceAll(picture, "/", "")
		changed := 0
		for i, c := range fixed.Board.Cells {
			if is := c.Kind == render.Filled; is != (cells[i] == '#') != (c.Mark == render.New) {
				t.Errorf("cell %d: %+v, was %c", i, c, cells[i])
			}
			if c.Mark == render.New {
				changed++
			}
		}
		if changed == 0 {
			t.Error("nothing is marked")
		}
		if again := click(t, fixed, "The verdict alone"); again.Tone != Good || again.Puzzle != fixed.Puzzle {
			t.Errorf("%s of %s", again.Title, again.Puzzle)
		}
	}
}

// Repair of clues takes one of their solutions; of none there is nothing to repair.
func TestRepairOfClues(t *testing.T) {
	for clues, want := range map[string]Tone{"1;1|1;1": Good, "1;3;1|1;3;1": Good, "2;0|1;0": Bad} {
		if r := ask(t, "nonogram", map[string]any{"puzzle": clues, "do": "repair"}); r.Tone != want {
			t.Errorf("%s: %s: %s", clues, r.Title, r.Text)
		}
	}
}

// disc is a PNG of a dark disc on light ground.
func disc(t testing.TB, w, h int) Upload {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		x, y := 2*(i%w)-w, 2*(i/w)-h
		img.Pix[i] = 240
		if x*x*h*h+y*y*w*w < w*w*h*h*3/4 {
			img.Set(i%w, i/w, color.Gray{30})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return Upload{Name: "disc.png", Type: "image/png", Data: b.Bytes()}
}

// An image becomes a puzzle of the size asked for, unique, that all buttons know.
func TestImage(t *testing.T) {
	for size, want := range map[string]string{"": "25×25", "10": "10×10", "12x8": "12×8 (rows × columns)", "8 X 12": "8×12 (rows × columns)"} {
		r := ask(t, "nonogram", map[string]any{"image": disc(t, 90, 90), "size": size})
		if r.Tone != Good || !strings.HasPrefix(r.Title, "Nonogram "+want+": ") {
			t.Fatalf("%q: %s: %s", size, r.Title, r.Text)
		}
		blank := click(t, r, "As an empty grid")
		if solution := click(t, blank, "Solution"); solution.Puzzle != r.Puzzle || solution.Tone != Good {
			t.Errorf("%q: %s: %s, of %s", size, solution.Title, solution.Text, solution.Puzzle)
		}
	}
	for _, do := range []string{"check", "steps", "blank", "repair"} {
		if r := ask(t, "nonogram", map[string]any{"image": disc(t, 40, 60), "size": "9", "do": do}); r.Tone == Failure || r.Puzzle == "" {
			t.Errorf("%s: %s: %s", do, r.Title, r.Text)
		}
	}
}

func TestImageRefused(t *testing.T) {
	flat := Upload{Data: disc(t, 1, 1).Data}
	for _, c := range []struct {
		image Upload
		size  string
		want  string
	}{
		{disc(t, 9, 9), "4", "I can't make that size"},
		{disc(t, 9, 9), "101", "I can't make that size"},
		{disc(t, 9, 9), "ten", "I can't make that size"},
		{disc(t, 9, 9), "9x9x9", "I can't make that size"},
		{flat, "9", "I see nothing in this image"},
		{Upload{Data: []byte("hello")}, "9", "I can't read this image"},
		{Upload{}, "9", "I can't read this image"},
	} {
		r := ask(t, "nonogram", map[string]any{"image": c.image, "size": c.size})
		if r.Title != c.want || r.Tone != Failure || !r.Private {
			t.Errorf("size %q: %s: %s", c.size, r.Title, r.Text)
		}
	}
}

// A picture that is light on dark is better inverted, and the reply says so; with
// invert it says no more, and has the fewer cells filled.
func TestInvert(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 60, 60)) // black
	for y := 20; y < 40; y++ {
		for x := 20; x < 40; x++ {
			img.SetGray(x, y, color.Gray{Y: 255})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	dark := Upload{Name: "a.png", Type: "image/png", Data: b.Bytes()}
	r := ask(t, "nonogram", with{"image": dark, "size": "12"})
	if r.Tone == Failure || !strings.Contains(r.Note, "`invert:True`") {
		t.Errorf("%s: %q", r.Title, r.Note)
	}
	r = ask(t, "nonogram", with{"image": dark, "size": "12", "invert": true})
	if r.Tone == Failure || strings.Contains(r.Note, "invert") {
		t.Errorf("%s: %q", r.Title, r.Note)
	}
	if r := ask(t, "nonogram", with{"image": disc(t, 60, 60), "size": "12"}); strings.Contains(r.Note, "invert") {
		t.Errorf("a disc on white: %q", r.Note)
	}
}

// However many blanks an order has, it can be given again.
func TestBlanksInOrders(t *testing.T) {
	blanks := strings.Repeat(" \n", 1000)
	for text, want := range map[string]string{"4" + blanks + "x" + blanks + "5" + blanks + "random 7": "4x5 random 7", blanks + "9" + blanks + "random": "9 random 1"} {
		var got fmt.Stringer
		var err error
		if strings.Contains(text, "x") {
			got, err = tothemoon.ParseOrder(text)
		} else {
			got, err = cardflip.ParseOrder(text)
		}
		if err != nil || got.String() != want {
			t.Errorf("want %q, got %q, %v", want, got, err)
		}
	}
}
