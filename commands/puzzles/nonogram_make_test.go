package puzzles_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kibitz/commands/chat"
	"kibitz/render"
	"kibitz/solvers/nonogram/notation"
)

// TestRepairButton: a picture that is not unique stands in the reply as it is, so that the
// button repairs it and no other with its clues.
func TestRepairButton(t *testing.T) {
	const nonogramGame = "####./#.#../##.#./...../.#..#"
	for _, text := range []string{nonogramGame, strings.ReplaceAll(nonogramGame, "/", "\n")} {
		r := typed(t, "nonogram", options{"puzzle": text})
		if r.Tone != chat.Mixed || r.Puzzle != strings.ReplaceAll(nonogramGame, "/", "\n") {
			t.Fatalf("%s: %s", r.Title, r.Puzzle)
		}
		fixed := click(t, r, "Repair the picture")
		if fixed.Tone != chat.Good || fixed.Board == nil || !fixed.Picture {
			t.Fatalf("%s: %s", fixed.Title, fixed.Text)
		}
		cells, changed := strings.ReplaceAll(nonogramGame, "/", ""), 0
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
		if again := click(t, fixed, "Just the verdict"); again.Tone != chat.Good || again.Puzzle != fixed.Puzzle {
			t.Errorf("%s of %s", again.Title, again.Puzzle)
		}
	}
}

// TestRepairOfClues: repair of clues takes one of their solutions; of none there is nothing
// to repair.
func TestRepairOfClues(t *testing.T) {
	for clues, want := range map[string]chat.Tone{"1;1|1;1": chat.Good, "1;3;1|1;3;1": chat.Good, "2;0|1;0": chat.Bad} {
		if r := typed(t, "nonogram", options{"puzzle": clues, "do": "repair"}); r.Tone != want {
			t.Errorf("%s: %s: %s", clues, r.Title, r.Text)
		}
	}
}

// drawn is a PNG of that size, as dark as shade says.
func drawn(t testing.TB, w, h int, shade func(x, y int) uint8) chat.Upload {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.SetGray(i%w, i/w, color.Gray{Y: shade(i%w, i/w)})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return chat.Upload{Name: "drawn.png", Type: "image/png", Data: b.Bytes()}
}

// disc is a dark disc on light ground.
func disc(t testing.TB, w, h int) chat.Upload {
	return drawn(t, w, h, func(x, y int) uint8 {
		if x, y := 2*x-w, 2*y-h; x*x*h*h+y*y*w*w < w*w*h*h*3/4 {
			return 30
		}
		return 240
	})
}

// TestImage: an image becomes a puzzle of the size asked for, unique, that all buttons know.
func TestImage(t *testing.T) {
	for size, want := range map[string]string{"": "25×25", "10": "10×10", "12x8": "12×8 (rows × columns)", "8 X 12": "8×12 (rows × columns)"} {
		r := click(t, typed(t, "nonogram", options{"image": disc(t, 90, 90), "size": size}), "1. Light and dark")
		if r.Tone != chat.Good || !strings.HasPrefix(r.Title, "Nonogram "+want+": ") {
			t.Fatalf("%q: %s: %s", size, r.Title, r.Text)
		}
		blank := click(t, r, "As an empty grid")
		if solution := click(t, blank, "Solution"); solution.Puzzle != r.Puzzle || solution.Tone != chat.Good {
			t.Errorf("%q: %s: %s, of %s", size, solution.Title, solution.Text, solution.Puzzle)
		}
	}
	for _, do := range []string{"check", "steps", "blank", "repair"} {
		if r := typed(t, "nonogram", options{"image": disc(t, 40, 60), "size": "9", "do": do}); r.Tone == chat.Failure || r.Puzzle == "" {
			t.Errorf("%s: %s: %s", do, r.Title, r.Text)
		}
	}
}

func TestImageRefused(t *testing.T) {
	for _, c := range []struct {
		image chat.Upload
		size  string
		want  string
	}{
		{disc(t, 9, 9), "4", "I can't make that size"},
		{disc(t, 9, 9), "101", "I can't make that size"},
		{disc(t, 9, 9), "ten", "I can't make that size"},
		{disc(t, 9, 9), "9x9x9", "I can't make that size"},
		{disc(t, 1, 1), "9", "I see no picture there"},
		{disc(t, 1, 60_000), "", "This image is too narrow"},
		{disc(t, 200, 12), "", "This image is too narrow"},
		{chat.Upload{Data: []byte("hello")}, "9", "I can't read this image"},
		{chat.Upload{}, "9", "I can't read this image"},
	} {
		r := typed(t, "nonogram", options{"image": c.image, "size": c.size})
		if r.Title != c.want || r.Tone != chat.Failure || !r.Private {
			t.Errorf("size %q: %s: %s", c.size, r.Title, r.Text)
		}
	}
}

// TestInvert: a picture that is light on dark is better inverted, and the reply says so;
// with invert it says no more, and a disc on white needs none.
func TestInvert(t *testing.T) {
	dark := drawn(t, 60, 60, func(x, y int) uint8 {
		if min(x, y) >= 20 && max(x, y) < 40 {
			return 255
		}
		return 0
	})
	for _, c := range []struct {
		image chat.Upload
		o     options
		told  bool
	}{{dark, options{}, true}, {dark, options{"invert": true}, false}, {disc(t, 60, 60), options{}, false}} {
		c.o["image"], c.o["size"], c.o["way"] = c.image, "12", "light"
		if r := typed(t, "nonogram", c.o); r.Tone == chat.Failure || strings.Contains(r.Note, "*Invert*") != c.told {
			t.Errorf("%v: %s: %q", c.told, r.Title, r.Note)
		}
	}
}

// TestShades: the shades that a reply carries say what the image itself says, at any step from
// light to dark: the further, the more is filled.
func TestShades(t *testing.T) {
	ramp := drawn(t, 90, 60, func(x, y int) uint8 { return uint8((x + 2*y) % 211) })
	for _, size := range []string{"12", "9x14"} {
		first := typed(t, "nonogram", options{"image": ramp, "size": size})
		i := slices.IndexFunc(first.Files, func(f chat.File) bool { return f.Name == chat.ImageFile(chat.Shades) })
		if i < 0 {
			t.Fatalf("%s: no shades with %s", size, first.Title)
		}
		shades := chat.Upload{Name: chat.ImageFile(chat.Shades), Data: first.Files[i].Data}
		cells, _, err := image.DecodeConfig(bytes.NewReader(shades.Data))
		if err != nil {
			t.Fatal(err)
		}
		least := 0
		for darker := int64(-4); darker <= 4; darker++ {
			want := typed(t, "nonogram", options{"image": ramp, "size": size, "darker": darker, "do": "check"})
			got := typed(t, "nonogram", options{"image": shades, "size": fmt.Sprintf("%dx%d", cells.Height, cells.Width), "darker": darker, "do": "check"})
			if got.Puzzle != want.Puzzle || got.Puzzle == "" {
				t.Errorf("%s, %d darker: %s of the shades, %s of the image", size, darker, got.Puzzle, want.Puzzle)
			}
			rows, _, _ := strings.Cut(clues(t, got.Puzzle), "|")
			filled := 0
			for _, n := range strings.FieldsFunc(rows, func(r rune) bool { return r < '0' || r > '9' }) {
				run, _ := strconv.Atoi(n)
				filled += run
			}
			if filled < least {
				t.Errorf("%s, %d darker: %d cells are filled, and %d a step before", size, darker, filled, least)
			}
			least = filled
		}
	}
}

// clues are those of a puzzle that may be a picture.
func clues(t *testing.T, puzzle string) string {
	p, err := notation.Parse(puzzle)
	if err != nil {
		t.Fatal(err)
	}
	return p.String()
}

// dark returns an image of a dark head on light ground, with two darker eyes in it.
func dark(t testing.TB) chat.Upload {
	return drawn(t, 150, 150, func(x, y int) uint8 {
		in := func(cx, cy, r int) bool { return (x-cx)*(x-cx)+(y-cy)*(y-cy) < r*r }
		switch {
		case in(51, 63, 6), in(99, 63, 6):
			return 8
		case in(75, 75, 60):
			return 70
		}
		return 230
	})
}

// TestWays: an image is first shown in several ways, to the asker alone. Each way makes a puzzle of its
// own, which the same option makes. Everybody is shown the empty grid, without the image's shades.
func TestWays(t *testing.T) {
	first := typed(t, "nonogram", options{"image": dark(t), "size": "15"})
	if !first.Private || first.Tracing == nil || len(first.Buttons) != 3 || first.Puzzle != "" {
		t.Fatalf("%s: %d buttons, private %v, puzzle %q", first.Title, len(first.Buttons), first.Private, first.Puzzle)
	}
	seen := map[string]bool{}
	for label, way := range map[string]string{"1. Light and dark": "light", "2. Local contrast": "contrast", "3. Outline": "outline"} {
		r := click(t, first, label)
		if r.Tone != chat.Good || !r.Private || seen[r.Puzzle] {
			t.Errorf("%s: %s: %s", label, r.Title, r.Text)
		}
		seen[r.Puzzle] = true
		if same := typed(t, "nonogram", options{"image": dark(t), "size": "15", "way": way}); same.Puzzle != r.Puzzle {
			t.Errorf("%s makes %s, way:%s makes %s", label, r.Puzzle, way, same.Puzzle)
		}
		post := click(t, r, "Show everyone")
		if post.Private || post.Puzzle != r.Puzzle || len(post.Files) != 0 {
			t.Errorf("%s: the post has %q and %d files, private %v", label, post.Puzzle, len(post.Files), post.Private)
		}
		for i, cell := range post.Board.Cells {
			if cell.Kind != render.Blank {
				t.Fatalf("%s: cell %d of the post is %v", label, i, cell.Kind)
			}
		}
	}
	if again := click(t, click(t, first, "3. Outline"), "Other drawings"); len(again.Buttons) != 3 {
		t.Errorf("from a drawing there are %d others", len(again.Buttons))
	}
}

// TestOldWays: links of messages from before there were ways draw by light and dark.
func TestOldWays(t *testing.T) {
	want := typed(t, "nonogram", options{"image": dark(t), "size": "25", "way": "light"})
	for name, o := range map[string]options{"darker": {"darker": int64(0)}, "invert": {"invert": false}} {
		o["image"], o["size"] = dark(t), "25"
		if got := typed(t, "nonogram", o); got.Puzzle != want.Puzzle {
			t.Errorf("%s: %s, want %s", name, got.Puzzle, want.Puzzle)
		}
	}
}

// TestHardToRecognise: of even bands from dark to light and back no drawing in black and white shows more
// than a few, and it is said; of a head with eyes it is not.
func TestHardToRecognise(t *testing.T) {
	bands := drawn(t, 200, 200, func(x, _ int) uint8 { return uint8(min(x, 199-x) / 14 * 36) })
	for _, c := range []struct {
		image chat.Upload
		told  bool
	}{{bands, true}, {dark(t), false}} {
		if r := typed(t, "nonogram", options{"image": c.image, "size": "25"}); strings.Contains(r.Text, "hard to recognise") != c.told {
			t.Errorf("%v: %s: %s", c.told, r.Title, r.Text)
		}
	}
}

// TestTryColours: if the image has colours, it is they that are named, and that stand last.
func TestTryColours(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 196, 196))
	for i := range 196 * 196 {
		x, y := i%196, i/196
		shade := uint8(min(x, 195-x) / 14 * 36)
		img.SetRGBA(x, y, color.RGBA{R: shade, G: shade / 2, B: shade, A: 255})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	r := typed(t, "nonogram", options{"image": chat.Upload{Name: "a.png", Type: "image/png", Data: b.Bytes()}})
	if len(r.Buttons) != 4 || r.Buttons[3].Label != "4. Colours" || r.Text != "The picture is hard to recognise: try Colours." {
		t.Errorf("%s %v", r.Text, r.Buttons)
	}
}

// TestPreviewsFit: in any shape each preview and its number stand in the picture, apart from the others.
func TestPreviewsFit(t *testing.T) {
	for _, size := range []string{"25x25", "5x100", "100x5", "5x5", "12x30"} {
		r := typed(t, "nonogram", options{"image": drawn(t, 200, 200, func(x, y int) uint8 { return uint8(255 * ((x + y) / 45 % 2)) }), "size": size})
		if r.Tracing == nil || len(r.Tracing.Notes) != 3 {
			t.Fatalf("%s: %s: %s", size, r.Title, r.Text)
		}
		for i, note := range r.Tracing.Notes {
			if note.Box.Empty() || !note.Box.In(r.Tracing.Image.Bounds()) {
				t.Errorf("%s: preview %d lies at %v of %v", size, i+1, note.Box, r.Tracing.Image.Bounds())
			}
			for _, other := range r.Tracing.Notes[:i] {
				if note.Box.Overlaps(other.Box) {
					t.Errorf("%s: preview %d lies on another", size, i+1)
				}
			}
		}
	}
}

// TestDarkerToNoAvail: of two shades none is between, so Lighter and Darker are not lit.
func TestDarkerToNoAvail(t *testing.T) {
	r := typed(t, "nonogram", options{"image": drawn(t, 100, 100, func(x, y int) uint8 {
		return uint8(255 * ((x/20 + y/20) % 2))
	}), "size": "5x5", "way": "light"})
	for _, b := range r.Buttons {
		if (b.Label == "Lighter" || b.Label == "Darker") && !b.Disabled {
			t.Errorf("%s is lit and changes nothing", b.Label)
		}
	}
}

// TestMakersForm: the form of the makers' command carries what was said of an image, or leaves it
// out where there is too much of it for a button.
func TestMakersForm(t *testing.T) {
	commands, err := all()
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("r1c2 ", 20)
	for want, said := range map[string]options{
		"make?form=sent": {},
		"make?colours=3&darker=-2&form=sent&invert=true": {"colours": int64(3), "darker": int64(-2), "invert": true, "size": "12"},
		"make?do=check&form=sent":                        {"do": "check", "keep": long},
	} {
		f := commands.Inquire(&chat.Request{Command: "make", Options: said, Locale: "en-US"}).Form()
		size, _ := said["size"].(string)
		if f == nil || f.Path != want || len(f.Fields) != 3 || f.Fields[2].Value != size {
			t.Errorf("%v: %+v", said, f)
		}
	}
}
