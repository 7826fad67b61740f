package commands

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// asFile is a text as it comes attached.
func asFile(text string) Upload { return Upload{Name: "puzzle.txt", Data: []byte(text)} }

// TestFileIsTheTextItHolds: a puzzle in a file gets the reply that it gets when
// it is typed, whatever ends its lines and whether it starts with a byte order
// mark, and its buttons work without the file.
func TestFileIsTheTextItHolds(t *testing.T) {
	for _, p := range newSet(t).puzzles {
		typed := ask(t, p.name, map[string]any{"puzzle": p.example})
		for _, text := range []string{p.example, p.example + "\n", p.example + "\r\n", "\ufeff" + p.example} {
			r := ask(t, p.name, map[string]any{"file": asFile(text)})
			if r.Title != typed.Title || r.Text != typed.Text || r.Puzzle != typed.Puzzle || !slices.Equal(r.Buttons, typed.Buttons) {
				t.Errorf("/%s file of %q: %q, %q; typed: %q, %q", p.name, text, r.Title, r.Text, typed.Title, typed.Text)
			}
		}
	}
}

// TestFileMayBeLong: what MaxPuzzle forbids to type may come as a file.
func TestFileMayBeLong(t *testing.T) {
	row := strings.Repeat("0", 100) + "\n"
	grid := strings.Repeat(row, 99) + "1" + row[1:] // one cloud: the parity of rectangles forbids it
	if len(grid) <= newSet(t).settings.MaxPuzzle {
		t.Fatal("the file is too short to show anything")
	}
	if r := ask(t, "tothemoon", map[string]any{"file": asFile(grid)}); r.Tone != Bad {
		t.Errorf("%s: %s", r.Title, r.Text)
	}
	if r := ask(t, "tothemoon", map[string]any{"puzzle": grid}); r.Tone != Failure || !strings.Contains(r.Text, "10100 characters") {
		t.Errorf("%s: %s", r.Title, r.Text)
	}
}

// TestOnePuzzle: there is one puzzle to a command; two, and files that hold no
// text are told apart, for the asker alone.
func TestOnePuzzle(t *testing.T) {
	for name, c := range map[string]struct {
		options map[string]any
		want    string
	}{
		"both":            {map[string]any{"puzzle": "1", "file": asFile("1")}, "One puzzle at a time"},
		"both, one blank": {map[string]any{"puzzle": "", "file": asFile("1")}, "One puzzle at a time"},
		"empty":           {map[string]any{"file": asFile("")}, "I can't read this Lights Out puzzle"},
		"blank":           {map[string]any{"file": asFile(" \n\ufeff\n")}, "I can't read this Lights Out puzzle"},
		"UTF-16":          {map[string]any{"file": asFile("\xff\xfe1\x001\x00")}, "I can't read this file"},
		"a picture":       {map[string]any{"file": asFile("\x89PNG\r\n\x1a\n")}, "I can't read this file"},
	} {
		if r := ask(t, "lightsout", c.options); r.Title != c.want || r.Tone != Failure || !r.Private || strings.Contains(r.Text, "⟨") {
			t.Errorf("%s: %q %q, private %v; want %q", name, r.Title, r.Text, r.Private, c.want)
		}
	}
}

// TestOwnFile: a file that only one command knows is a puzzle too, without any
// text, and no other may be given beside it.
func TestOwnFile(t *testing.T) {
	set := newSet(t)
	own := lightsoutPuzzle
	own.options = append(slices.Clone(own.options), Option{Name: "photo", Type: Attachment, MaxBytes: 10})
	own.read = func(text string, o values) (subject, error) {
		f, ok := o.file("photo")
		if text != "" || !ok {
			t.Errorf("read %q, photo %v", text, ok)
		}
		return lightsoutPuzzle.read(string(f.Data), o)
	}
	set.puzzles = []*puzzle{&own}
	photo := map[string]any{"photo": asFile("11/11"), "wrap": false}
	r := set.Handle(t.Context(), &Request{Command: own.name, Options: photo}, nil)
	if r.Tone != Good || len(r.Buttons) == 0 {
		t.Errorf("%s: %s", r.Title, r.Text)
	}
	for _, b := range r.Buttons {
		if b.URL == "" && (strings.Contains(b.Path, "photo") || !strings.Contains(b.Path, "wrap")) {
			t.Errorf("button path %q", b.Path)
		}
	}
	photo["puzzle"] = "11/11"
	if r := set.Handle(t.Context(), &Request{Command: own.name, Options: photo}, nil); r.Title != "One puzzle at a time" {
		t.Errorf("%s: %s", r.Title, r.Text)
	}
}

// TestAnyFile: no bytes make a command panic or answer nothing.
func TestAnyFile(t *testing.T) {
	set := newSet(t)
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(set.puzzles).Draw(t, "puzzle")
		data := rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "data")
		if rapid.Bool().Draw(t, "in a right one") {
			data = append([]byte(p.example), data...)
		}
		r := set.Handle(ended(), &Request{Command: p.name, Options: map[string]any{"file": Upload{Data: data}}}, nil)
		if r == nil || strings.TrimSpace(r.Title) == "" || strings.Contains(r.Title+r.Text, "⟨") {
			t.Fatalf("%s %q: %+v", p.name, data, r)
		}
	})
}

// ended is a context that is over: for tests of what is read, not solved.
func ended() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}
