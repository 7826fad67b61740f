package commands

import (
	"slices"
	"strings"
	"testing"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles"
	"kibitz/vision"
)

// asFile is a text as it comes attached.
func asFile(text string) chat.Upload { return chat.Upload{Name: "puzzle.txt", Data: []byte(text)} }

// TestFileIsTheTextItHolds: a puzzle in a file gets the reply that it gets when it is typed,
// whatever ends its lines and whether it starts with a byte order mark, and its buttons work
// without the file.
func TestFileIsTheTextItHolds(t *testing.T) {
	for _, k := range puzzles.Kinds() {
		want := typed(t, k.Name, options{"puzzle": k.Example})
		for _, text := range []string{k.Example, k.Example + "\n", k.Example + "\r\n", "\ufeff" + k.Example} {
			r := typed(t, k.Name, options{"file": asFile(text)})
			if r.Title != want.Title || r.Text != want.Text || r.Puzzle != want.Puzzle || !slices.Equal(r.Buttons, want.Buttons) {
				t.Errorf("/%s file of %q: %q, %q; typed: %q, %q", k.Name, text, r.Title, r.Text, want.Title, want.Text)
			}
		}
	}
}

// TestFileMayBeLong: what MaxPuzzle forbids to type may come as a file.
func TestFileMayBeLong(t *testing.T) {
	row := strings.Repeat("0", 100) + "\n"
	grid := strings.Repeat(row, 99) + "1" + row[1:] // one cloud: the parity of rectangles forbids it
	if r := typed(t, "tothemoon", options{"file": asFile(grid)}); r.Tone != chat.Bad {
		t.Errorf("%s: %s", r.Title, r.Text)
	}
	if r := typed(t, "tothemoon", options{"puzzle": grid}); r.Tone != chat.Failure || !strings.Contains(r.Text, "10100 characters") {
		t.Errorf("%s: %s", r.Title, r.Text)
	}
}

// TestOnePuzzle: there is one puzzle to a command; two, and files that hold no text are told
// apart, for the asker alone.
func TestOnePuzzle(t *testing.T) {
	for name, c := range map[string]struct {
		options options
		want    string
	}{
		"both":            {options{"puzzle": "1", "file": asFile("1")}, "One puzzle at a time"},
		"both, one blank": {options{"puzzle": "", "file": asFile("1")}, "One puzzle at a time"},
		"empty":           {options{"file": asFile("")}, "I can't read this Lights Out puzzle"},
		"blank":           {options{"file": asFile(" \n\ufeff\n")}, "I can't read this Lights Out puzzle"},
		"UTF-16":          {options{"file": asFile("\xff\xfe1\x001\x00")}, "I can't read this file"},
		"a picture":       {options{"file": asFile("\x89PNG\r\n\x1a\n")}, "I can't read this file"},
	} {
		if r := typed(t, "lightsout", c.options); r.Title != c.want || r.Tone != chat.Failure || !r.Private || strings.Contains(r.Text, "⟨") {
			t.Errorf("%s: %q %q, private %v; want %q", name, r.Title, r.Text, r.Private, c.want)
		}
	}
}

// TestOwnFile: an image that a kind draws is a puzzle too, without any text, and no
// other may be given beside it. Buttons have all else that was said.
func TestOwnFile(t *testing.T) {
	c := newCommands(t)
	own := *ask.Named(c.kinds, "lightsout")
	own.Photo = vision.Any
	own.Open = func(file chat.Upload, rules ask.Options) ask.Order {
		game, err := own.Read(string(file.Data)+" random 7", rules)
		if err != nil {
			t.Fatal(err)
		}
		return game.(ask.Order)
	}
	c.kinds = []*ask.Kind{&own}
	photo := options{"image": asFile("2x2"), "wrap": false}
	r := c.Inquire(&chat.Request{Command: own.Name, Options: photo}).Answer(t.Context(), nil)
	if r.Tone != chat.Good || len(r.Buttons) == 0 {
		t.Errorf("%s: %s", r.Title, r.Text)
	}
	for _, b := range r.Buttons {
		if b.URL == "" && (strings.Contains(b.Path, "image") || !strings.Contains(b.Path, "wrap")) {
			t.Errorf("button path %q", b.Path)
		}
	}
	photo["puzzle"] = "11/11"
	if r := c.Inquire(&chat.Request{Command: own.Name, Options: photo}).Answer(t.Context(), nil); r.Title != "One puzzle at a time" {
		t.Errorf("%s: %s", r.Title, r.Text)
	}
}

// TestFormPaths: however much is asked for with a command that lacks its puzzle, the form
// that it opens can be sent in.
func TestFormPaths(t *testing.T) {
	c := newCommands(t)
	for _, k := range puzzles.Kinds() {
		if k.Edit != nil { // buttons, which are left out where they lead too far
			continue
		}
		o := options{"do": "candidates", "style": "picture", "theme": "light", "spoiler": true, "private": true}
		for _, own := range k.Options {
			o[own.Name] = map[chat.OptionType]any{chat.Flag: true, chat.Number: int64(99), chat.Text: strings.Repeat("한", int(min(own.Max, 9)))}[own.Type]
		}
		f := c.Inquire(&chat.Request{Command: k.Name, Options: o, Locale: "ko"}).Form()
		if f == nil || f.Path == "" || len(f.Path) > 90 {
			t.Errorf("%s: %+v", k.Name, f)
		}
	}
}

// TestMarksMended: what was typed of the marks, or of anything that looks like them, is in
// the form that mends it.
func TestMarksMended(t *testing.T) {
	type mended struct {
		command, puzzle, marks string
		want                   []string
	}
	tries := []mended{
		{"nonogram", puzzles.Kinds()[0].Example, "1 2", []string{puzzles.Kinds()[0].Example, "1 2"}},
		{"nonogram", "zz", "?#?#?/#####", []string{"zz", "?#?#?\n#####"}},
		{"kakuro", ask.Named(puzzles.Kinds(), "kakuro").Example, "=z", []string{ask.Named(puzzles.Kinds(), "kakuro").Example, "=z"}},
	}
	for _, k := range puzzles.Kinds() {
		if k.Marks == "" {
			tries = append(tries, mended{k.Name, "zz\n=z", "", []string{"zz\n=z"}})
		} else {
			tries = append(tries, mended{k.Name, k.Example, "zz", []string{k.Example, "zz"}})
		}
	}
	c := newCommands(t)
	for _, m := range tries {
		r := typed(t, m.command, options{"puzzle": m.puzzle, ask.MarksField: m.marks})
		if len(r.Buttons) != 2 {
			t.Errorf("%+v: %+v", m, r.Buttons)
			continue
		}
		f := c.Inquire(&chat.Request{Path: r.Buttons[0].Path, Puzzle: r.Puzzle, Said: r.Text, Locale: "en-US"}).Form()
		for i, want := range m.want {
			if f.Fields[i].Value != want {
				t.Errorf("%+v: field %d is %q", m, i, f.Fields[i].Value)
			}
		}
	}
	if r := typed(t, "nonogram", options{"image": chat.Upload{}, ask.MarksField: "?"}); r.Tone != chat.Failure || r.Puzzle != "" {
		t.Errorf("marks of an image: %s, %+v of %q", r.Title, r.Buttons, r.Puzzle)
	}
	f := c.Inquire(&chat.Request{Command: "nonogram", Options: options{ask.MarksField: "?#?#?"}, Locale: "en-US"}).Form()
	if !slices.ContainsFunc(f.Fields, func(f chat.Field) bool { return f.Name == ask.MarksField && f.Value == "?#?#?" }) {
		t.Errorf("marks without a puzzle are not in the form: %+v", f.Fields)
	}
}
