package compose

import (
	"bytes"
	"image"
	"image/gif"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"kibitz/bot/wire"
	"kibitz/commands/chat"
	"kibitz/render"
)

func TestPictureHasItsAltText(t *testing.T) {
	b := render.NewBoard(3, 3)
	b.Title = "Lights Out, 3 × 3, solved"
	m := Reply(&chat.Reply{Board: b, Picture: true})
	if len(m.files) != 1 || m.files[0].name != "board.png" || m.files[0].alt != b.Alt() {
		t.Fatalf("%+v", m.files)
	}
	if _, err := png.Decode(bytes.NewReader(m.files[0].data)); err != nil {
		t.Error(err)
	}
	if i := m.Parts[0].Items; len(i) != 1 || i[0].Description != b.Alt() || i[0].Media.URL != "attachment://board.png" {
		t.Errorf("%+v", i)
	}
}

// A film is a gallery of its own before the picture that stands still, each with
// an alt text; a spoiler veils both.
func TestFilmBesideItsStill(t *testing.T) {
	var frames []render.Frame
	for n := range 4 {
		b := render.NewBoard(1, 3)
		for i := range b.Cells {
			b.Cells[i].Kind = render.LampOn
			if i < n {
				b.Cells[i].Kind = render.LampOff
			}
		}
		frames = append(frames, render.Frame{Draw: func() *render.Board { return b }, Hold: time.Second})
	}
	still := frames[0].Draw()
	m := Reply(&chat.Reply{Board: still, Picture: true, Spoiler: true, Film: &chat.Film{Frames: frames, Alt: "lamps go out"}})
	if len(m.files) != 2 || m.files[0].name != "board.gif" || m.files[0].contentType != "image/gif" || m.files[1].name != "board.png" || len(m.Lost) != 0 {
		t.Fatalf("%d files, lost %q", len(m.files), m.Lost)
	}
	if film, err := gif.DecodeAll(bytes.NewReader(m.files[0].data)); err != nil || len(film.Image) != len(frames) {
		t.Errorf("%v, %+v", err, film)
	}
	for i, alt := range []string{still.Veiled(), still.Veiled()} {
		if items := m.Parts[i].Items; len(items) != 1 || items[0].Description != alt || items[0].Media.URL != "attachment://"+m.files[i].name || !items[0].Spoiler {
			t.Errorf("part %d: %+v", i, items)
		}
	}
}

// A board whose cells do not match its size cannot be drawn at all.
func TestUndrawablePictureIsSurvived(t *testing.T) {
	bad := &render.Board{Rows: 2, Cols: 2}
	if _, err := drawn(func() ([]byte, error) { return bad.PNG(render.Dark) }); err == nil {
		t.Error("drawn")
	}
	m := Reply(&chat.Reply{Board: render.NewBoard(3, 3), Picture: true, Film: &chat.Film{Frames: []render.Frame{{Draw: func() *render.Board { return bad }}}}})
	if len(m.files) != 1 || m.files[0].name != "board.png" || len(m.Lost) != 1 {
		t.Errorf("%d files, lost %q", len(m.files), m.Lost)
	}
}

// TestTracing: what was read off an image stands before the board, veiled by no spoiler.
func TestTracing(t *testing.T) {
	r := &chat.Reply{Title: "a", Text: "b", Spoiler: true, Tracing: &render.Tracing{Image: image.NewRGBA(image.Rect(0, 0, 50, 50)), Alt: "seen"}}
	m := Reply(r)
	for _, c := range m.Parts {
		if c.Type == wire.TypeGallery && (c.Items[0].Spoiler || c.Items[0].Description != "seen" || c.Items[0].Media.URL != "attachment://read.jpg") {
			t.Errorf("%+v", c.Items[0])
		}
	}
	if len(m.files) != 1 || m.files[0].contentType != "image/jpeg" || len(m.Lost) > 0 {
		t.Errorf("%+v, %v", m.files, m.Lost)
	}
	r.Tracing.Image = nil
	if m := Reply(r); len(m.files) != 0 || len(m.Lost) != 1 {
		t.Errorf("%v", m.Lost)
	}
}

func TestFilesTooLargeAreLeftOut(t *testing.T) {
	big := make([]byte, 9<<20)
	m := Reply(&chat.Reply{Text: "x", Files: []chat.File{{Name: "a", Data: big}, {Name: "b", Data: big}, {Name: "c", Data: big}, {Name: "d", Data: make([]byte, 11<<20)}}})
	if len(m.files) != 2 || len(m.Lost) != 2 {
		t.Errorf("%d files, lost %v", len(m.files), m.Lost)
	}
}

func TestFileNamesAreUnique(t *testing.T) {
	m := Reply(&chat.Reply{Text: strings.Repeat("x", 5000), Files: []chat.File{{Name: "reply.txt"}, {Name: "reply.txt"}, {Name: "../a b"}, {Name: ""}}})
	var names []string
	for _, f := range m.files {
		names = append(names, f.name)
	}
	if want := []string{"reply.txt", "2-reply.txt", "3-reply.txt", "_a_b", "file"}; !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
}
