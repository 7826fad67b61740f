package commands

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestFormPaths: however much is asked for with a command that lacks its puzzle, the
// form that it opens can be sent in.
func TestFormPaths(t *testing.T) {
	set := newSet(t)
	for _, p := range set.puzzles {
		if p.edit != nil { // buttons, which are left out where they lead too far
			continue
		}
		o := values{"do": "candidates", "style": "picture", "theme": "light", "spoiler": true, "private": true}
		for _, option := range p.options {
			o[option.Name] = map[OptionType]any{Flag: true, Number: int64(99), Text: strings.Repeat("한", int(min(option.Max, 9)))}[option.Type]
		}
		f := set.Form(&Request{Command: p.name, Options: o, Locale: "ko"})
		if f == nil {
			t.Fatalf("%s: no form", p.name)
		}
		if n := utf8.RuneCountInString(f.Path); n > maxPath {
			t.Errorf("%s: path of %d characters: %s", p.name, n, f.Path)
		}
	}
}

// TestMarksMended: what was typed of the marks, or of anything that looks like them, is
// in the form that mends it.
func TestMarksMended(t *testing.T) {
	set := newSet(t)
	for _, c := range []struct {
		command, puzzle, marks string
		want                   []string
	}{
		{"nonogram", nonogramPuzzle.example, "zz", []string{nonogramPuzzle.example, "zz"}},
		{"nonogram", nonogramPuzzle.example, "1 1", []string{nonogramPuzzle.example, "1 1"}},
		{"nonogram", "zz", "?#?#?/#####", []string{"zz", "?#?#?\n#####"}},
		{"kakuro", kakuroPuzzle.example, "=?", []string{kakuroPuzzle.example, "=?"}},
		{"lightsout", "zz\n=z", "", []string{"zz\n=z"}}, // has no marks
		{"cardflip", "zz\n=z", "", []string{"zz\n=z"}},
		{"tothemoon", "zz\n=z", "", []string{"zz\n=z"}},
	} {
		r := ask(t, c.command, with{"puzzle": c.puzzle, marksField: c.marks})
		if len(r.Buttons) != 2 {
			t.Errorf("%s %q %q: %+v", c.command, c.puzzle, c.marks, r.Buttons)
			continue
		}
		f := set.Form(&Request{Path: r.Buttons[0].Path, Puzzle: r.Puzzle, Said: r.Text, Locale: "en-US"})
		for i, want := range c.want {
			if f.Fields[i].Value != want {
				t.Errorf("%s %q %q: field %d is %q", c.command, c.puzzle, c.marks, i, f.Fields[i].Value)
			}
		}
	}
	if r := ask(t, "nonogram", with{"image": Upload{}, marksField: "?"}); len(r.Buttons) != 1 || r.Puzzle != "" {
		t.Errorf("marks of an image: %+v of %q", r.Buttons, r.Puzzle)
	}
	f := set.Form(&Request{Command: "nonogram", Options: with{marksField: "?#?#?"}, Locale: "en-US"})
	if got := f.Fields[1].Value; got != "?#?#?" {
		t.Errorf("marks without a puzzle are %q in the form", got)
	}
}
