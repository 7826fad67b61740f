package commands

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/photo"
	"kibitz/solvers"
	"kibitz/vision"
	"kibitz/vision/judge"
)

// blankImage is the file of an image on which nothing is.
func blankImage(t testing.TB) []byte {
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewRGBA(image.Rect(0, 0, 40, 40))); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// crossReading is a plus of 3×3 as a nonogram, which may as well have a cell more at its upper
// right.
func crossReading() *vision.Reading {
	r := &vision.Reading{Kind: vision.Nonogram, Rows: 3, Cols: 3, Straight: image.NewRGBA(image.Rect(0, 0, 120, 120))}
	for i, n := range []int{1, 3, 1} {
		at := image.Rect(0, 30+30*i, 30, 60+30*i)
		r.RowClues = append(r.RowClues, vision.Line{Box: at, Readings: []vision.Clue{{Numbers: []int{n}, Boxes: []image.Rectangle{at.Inset(5)}, P: .99}}})
		at = image.Rect(30+30*i, 0, 60+30*i, 30)
		r.ColClues = append(r.ColClues, vision.Line{Box: at, Readings: []vision.Clue{{Numbers: []int{n}, Boxes: []image.Rectangle{at.Inset(5)}, P: .99}}})
	}
	for _, l := range []*vision.Line{&r.RowClues[0], &r.ColClues[2]} {
		l.Readings = []vision.Clue{{Numbers: []int{1}, P: .5}, {Numbers: []int{2}, P: .4999}}
	}
	return r
}

// A fakePicture has the boards that a function says.
type fakePicture func(vision.Hint) (*vision.Reading, error)

func (fakePicture) Memory() int64 { return 48 << 20 }

func (f fakePicture) Read(_ context.Context, hint vision.Hint) (*vision.Reading, error) {
	return f(hint)
}

// eyesThat see on each image what a function says.
func eyesThat(read fakePicture) photo.Eyes {
	return photo.Eyes{Open: func([]byte) (photo.Picture, error) { return read, nil }, Judge: judge.Judge}
}

func seeing(t *testing.T, eyes photo.Eyes) *Commands {
	c, err := New(Settings{MaxPuzzle: 6000, Eyes: eyes})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func photoOf(t testing.TB) map[string]any {
	return map[string]any{"image": chat.Upload{Name: "a.png", Data: blankImage(t)}}
}

// TestUnseen: whatever a reader fails with, each command says so and does not fall over.
func TestUnseen(t *testing.T) {
	for _, err := range []error{vision.ErrImage, vision.ErrNoBoard, vision.ErrNoClues, vision.ErrKind, context.DeadlineExceeded, solvers.ErrMemory, errors.New("any other")} {
		c := seeing(t, eyesThat(func(vision.Hint) (*vision.Reading, error) { return nil, err }))
		for _, kind := range c.Kinds() {
			r := c.Inquire(&chat.Request{Command: kind, Options: photoOf(t)}).Answer(t.Context(), nil)
			if r.Title == "" || strings.Contains(r.Title+r.Text+r.Note, "⟨") || r.Tone == chat.Good {
				t.Errorf("%s, %v: %+v", kind, err, r)
			}
		}
		r := c.Inquire(&chat.Request{Command: "Solve this puzzle", Target: &chat.Target{Pictures: []chat.Upload{{Data: blankImage(t)}, {Data: []byte("none")}}}}).Answer(t.Context(), nil)
		if r.Title == "" || !r.Private {
			t.Errorf("%v: %+v", err, r)
		}
	}
	// A telephone's format that nothing here decodes has an answer of its own.
	c := seeing(t, photo.Eyes{})
	heic := map[string]any{"image": chat.Upload{Data: []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic")}}
	if r := c.Inquire(&chat.Request{Command: "kakuro", Options: heic}).Answer(t.Context(), nil); !strings.Contains(r.Title, "HEIC") {
		t.Errorf("%q", r.Title)
	}
}

// TestPhotoMemory: an image that there is no memory for is refused in plain words, and what one
// took is there for the next.
func TestPhotoMemory(t *testing.T) {
	eyes := eyesThat(func(vision.Hint) (*vision.Reading, error) { return nil, vision.ErrNoBoard })
	for bytes, title := range map[int64]string{1 << 20: "That's too big for me right now", 64 << 20: "I found no puzzle in this picture"} {
		c, err := New(Settings{MaxPuzzle: 6000, Eyes: eyes, Memory: solvers.NewMemory(bytes)})
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if r := c.Inquire(&chat.Request{Command: "kakuro", Options: photoOf(t)}).Answer(t.Context(), nil); r.Title != title {
				t.Errorf("with %d bytes: %q", bytes, r.Title)
			}
		}
	}
}

// TestQuestions: a click on any reading of a question leads on, from nothing but what the reply
// has; so does anything that is typed; and no reply is without an end.
func TestQuestions(t *testing.T) {
	c := seeing(t, eyesThat(func(vision.Hint) (*vision.Reading, error) { return crossReading(), nil }))
	first := c.Inquire(&chat.Request{Command: "nonogram", Options: photoOf(t)}).Answer(t.Context(), nil)
	if !strings.Contains(first.Text, "is this **1** or **2**") && !strings.Contains(first.Text, "is this **2** or **1**") {
		t.Fatalf("%s: %s", first.Title, first.Text)
	}
	if first.Tracing == nil || first.Tracing.Asked.Empty() || !strings.Contains(first.Tracing.Alt, "Row 1: ") {
		t.Errorf("%+v", first.Tracing)
	}
	answer := func(b chat.Button, fields map[string]string) *chat.Reply {
		req := &chat.Request{Path: b.Path, Puzzle: first.Puzzle, Puzzles: []string{first.Puzzle}, Fields: fields, Options: map[string]any{}}
		for _, f := range first.Files {
			if f.Name == chat.ImageFile(chat.Photo) {
				req.Options["image"] = chat.Upload{Name: f.Name, Data: f.Data}
			}
		}
		return c.Inquire(req).Answer(t.Context(), nil)
	}
	for _, b := range first.Buttons {
		if len(b.Path) > 90 {
			t.Errorf("%s leads to %q", b.Label, b.Path)
		}
		switch b.Label {
		case "1":
			if r := answer(b, nil); r.Title != "Nonogram 3×3: what would you like?" || r.Tracing == nil {
				t.Errorf("%s: %s", r.Title, r.Text)
			}
		case "Something else…":
			f := c.Inquire(&chat.Request{Path: b.Path, Puzzle: first.Puzzle}).Form()
			if f == nil || !strings.HasPrefix(first.Text, f.Title+":") || len(f.Fields) != 1 {
				t.Fatalf("%+v", f)
			}
			for text, title := range map[string]string{"1": "Nonogram 3×3: what would you like?", "zwei": "Nonogram 3×3: one question", "9 9": "Nonogram 3×3: one question"} {
				if r := answer(chat.Button{Path: f.Path}, map[string]string{"line": text}); r.Title != title {
					t.Errorf("%q: %s: %s", text, r.Title, r.Text)
				}
			}
		}
	}
}

// TestKindIsAsked: the reader is told what is looked for, and which of several boards. However many
// there are, the image is opened once, and so searched once.
func TestKindIsAsked(t *testing.T) {
	var hints []vision.Hint
	opened := 0
	eyes := eyesThat(func(h vision.Hint) (*vision.Reading, error) {
		hints = append(hints, h)
		r := crossReading()
		r.Boards = []image.Rectangle{image.Rect(0, 0, 50, 50), image.Rect(60, 0, 100, 50), image.Rect(0, 60, 5, 65)}
		return r, nil
	})
	open := eyes.Open
	eyes.Open = func(data []byte) (photo.Picture, error) { opened++; return open(data) }
	r := seeing(t, eyes).Inquire(&chat.Request{Command: "nonogram", Options: photoOf(t)}).Answer(t.Context(), nil)
	want := []vision.Hint{{Kind: vision.Nonogram}, {Kind: vision.Nonogram, Board: 1}, {Kind: vision.Nonogram, Board: 2}}
	if !reflect.DeepEqual(hints, want) || opened != 1 || len(r.Menus) != 1 || len(r.Menus[0].Items) != 2 {
		t.Errorf("%+v, %d times opened: %s", hints, opened, r.Title)
	}
}

// A board that there was no time to read is not left out in silence.
func TestBoardNotReadAgain(t *testing.T) {
	c := seeing(t, eyesThat(func(h vision.Hint) (*vision.Reading, error) {
		r := crossReading()
		r.Boards = []image.Rectangle{image.Rect(0, 0, 50, 50), image.Rect(60, 0, 100, 50)}
		if h.Board == 2 {
			return nil, context.DeadlineExceeded
		}
		return r, nil
	}))
	for _, req := range []*chat.Request{
		{Command: "nonogram", Options: photoOf(t)},
		{Command: "Solve this puzzle", Target: &chat.Target{Pictures: []chat.Upload{{Data: blankImage(t)}}}},
	} {
		if r := c.Inquire(req).Answer(t.Context(), nil); r.Title != "I ran out of time" {
			t.Errorf("%s: %s: %s", req.Command, r.Title, r.Text)
		}
	}
}

// TestFurtherPicture: the form for what one has got further takes a picture of a nonogram in black and
// white, also of one that is carried as an address, and of a Kakuro, but of none in colours, whose marks
// are not read.
func TestFurtherPicture(t *testing.T) {
	for _, c := range []struct {
		kind, puzzle string
		takes        bool
	}{
		{"nonogram", "3;1 1;3|3;1 1;3", true},
		{"nonogram", "https://puzz.link/p?nonogram/3/3/1g3g1g1g3g1g", true},
		{"nonogram", "r=#c00000,b=#3050ff:1r1b;1b1r|1r1b;1b1r", false},
		{"kakuro", `#,17\,16\/\17,.,./\16,.,.`, true},
	} {
		f := newCommands(t).Inquire(&chat.Request{Path: c.kind + "?form=" + ask.Further, Puzzle: c.puzzle, Locale: "en-US"}).Form()
		if has := slices.ContainsFunc(f.Fields, func(f chat.Field) bool { return f.Image }); has != c.takes {
			t.Errorf("%s: a field for a picture: %v", c.puzzle, has)
		}
	}
}
