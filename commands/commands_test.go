package commands

import (
	"context"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// ask is a request typed in English.
func ask(t testing.TB, command string, options map[string]any) *Reply {
	t.Helper()
	return newSet(t).Handle(context.Background(), &Request{Command: command, Options: options, Locale: "en-US"}, nil)
}

// TestExamples: the example that help and errors show works, in every do.
func TestExamples(t *testing.T) {
	set := newSet(t)
	for _, p := range set.puzzles {
		for _, do := range p.do {
			r := ask(t, p.name, map[string]any{"puzzle": p.example, "do": do})
			if r.Tone == Failure || r.Title == "" {
				t.Errorf("/%s do:%s puzzle:%s: %s: %s", p.name, do, p.example, r.Title, r.Text)
			}
		}
	}
}

// TestButtons: each button of a reply leads to a reply of its own for the one
// who clicked, about the same puzzle with the same options.
func TestButtons(t *testing.T) {
	set := newSet(t)
	for _, p := range set.puzzles {
		options := map[string]any{"puzzle": p.example}
		for _, o := range p.options {
			if o.Type == Attachment { // clicks carry no files
				continue
			}
			options[o.Name] = map[OptionType]any{Flag: true, Number: int64(3), Text: ""}[o.Type]
		}
		r := ask(t, p.name, options)
		if len(r.Buttons) == 0 {
			t.Errorf("%s: no buttons", p.name)
		}
		for _, b := range r.Buttons {
			if b.URL != "" { // a page with the same puzzle
				if linked := ask(t, p.name, map[string]any{"puzzle": b.URL}); linked.Puzzle != r.Puzzle || b.Path != "" {
					t.Errorf("%s: %s is about %q", p.name, b.URL, linked.Puzzle)
				}
				continue
			}
			if n := utf8.RuneCountInString(b.Path); n > 90 {
				t.Errorf("%s: path of %d characters", p.name, n)
			}
			c, ok := set.call(&Request{Path: b.Path, Puzzle: r.Puzzle})
			if !ok || c.name != p.name || b.Manner != Aside {
				t.Errorf("%s: %q reads as %+v, %v", p.name, b.Path, c, ok)
			}
			for _, o := range p.options {
				if c.options[o.Name] != options[o.Name] && !slices.Contains(p.carried, o.Name) {
					t.Errorf("%s: %q loses %s", p.name, b.Path, o.Name)
				}
			}
			again := set.Handle(context.Background(), &Request{Path: b.Path, Puzzle: r.Puzzle, Locale: "en-US"}, nil)
			if again.Tone == Failure {
				t.Errorf("%s: %q: %s", p.name, b.Path, again.Title)
			}
			if first, _, _ := strings.Cut(again.Puzzle, "\n"); first != r.Puzzle { // below it a game has its turns
				t.Errorf("%s: %q is about %q", p.name, b.Path, again.Puzzle)
			}
		}
	}
}

// TestDefinitions holds Discord's limits on commands, as its documentation
// states them, in every language: a command is as large as its longest words.
func TestDefinitions(t *testing.T) {
	set := newSet(t)
	locales := set.words.locales()
	slices.Sort(locales)
	for _, d := range set.Definitions() {
		size := 0
		count := func(what, text string, translations map[string]string) {
			longest := utf8.RuneCountInString(text)
			if names := slices.Sorted(maps.Keys(translations)); !slices.Equal(names, locales) {
				t.Errorf("%s %s is in %v, not in %v", d.Name, what, names, locales)
			}
			if english := translations["en-US"]; english != text {
				t.Errorf("%s %s is %q by itself and %q in English", d.Name, what, text, english)
			}
			for locale, text := range translations {
				n := utf8.RuneCountInString(text)
				if longest = max(longest, n); n < 1 || n > 100 {
					t.Errorf("%s %s: %d characters in %s", d.Name, what, n, locale)
				}
			}
			size += longest
		}
		if d.OnMessage { // which has nothing but a name
			count("itself", d.Name, d.Names)
			continue
		}
		count("itself", d.Description, d.Descriptions)
		size += len(d.Name)
		optional := false
		for _, o := range d.Options {
			count(o.Name, o.Description, o.Descriptions)
			if o.Type == Attachment && (o.MaxBytes < 1 || o.MaxBytes > 10<<20) {
				t.Errorf("%s %s: files of up to %d bytes", d.Name, o.Name, o.MaxBytes)
			}
			if o.Required && optional {
				t.Errorf("%s %s: required after an optional one", d.Name, o.Name)
			}
			optional = optional || !o.Required
			size += len(o.Name)
			for _, c := range o.Choices {
				count(o.Name+" "+c.Value, c.Name, c.Names)
				size += len(c.Value)
			}
		}
		if size > 8000 {
			t.Errorf("%s: %d characters", d.Name, size)
		}
	}
}

// TestStyle: auto shows emoji where they fit, picture and emoji are obeyed
// where they can be, and Kakuro's sums, which have no emoji, come as a picture
// with a word about it.
func TestStyle(t *testing.T) {
	small := map[string]any{"puzzle": "110/011/101"}
	wide := map[string]any{"puzzle": "12x12 all"}
	with := func(base map[string]any, style string) map[string]any {
		m := maps.Clone(base)
		m["style"] = style
		return m
	}
	for _, c := range []struct {
		command string
		options map[string]any
		picture bool
	}{
		{"lightsout", small, false},
		{"lightsout", with(small, "auto"), false},
		{"lightsout", with(small, "picture"), true},
		{"lightsout", wide, true},
		{"lightsout", with(wide, "emoji"), false},
		{"kakuro", with(map[string]any{"puzzle": kakuroPuzzle.example}, "emoji"), true},
	} {
		r := ask(t, c.command, c.options)
		if r.Board == nil || r.Picture != c.picture {
			t.Errorf("%s %v: picture %v, want %v", c.command, c.options, r.Picture, c.picture)
		}
	}
	if r := ask(t, "kakuro", with(map[string]any{"puzzle": kakuroPuzzle.example}, "emoji")); r.Note == "" {
		t.Error("no word about emoji that could not be had")
	}
}

// TestAnyText: no text makes a command panic or answer nothing, and a failure
// is for the asker alone.
func TestAnyText(t *testing.T) {
	set := newSet(t)
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(set.puzzles).Draw(t, "puzzle")
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[0-9A-Za-z#./\\,;| x:-]{0,60}`)).Draw(t, "text")
		ctx, cancel := context.WithCancel(context.Background())
		cancel() // reading is what is tried here, not solving
		r := set.Handle(ctx, &Request{Command: p.name, Options: map[string]any{"puzzle": text}}, nil)
		if r == nil || strings.TrimSpace(r.Title) == "" || strings.Contains(r.Title+r.Text, "⟨") {
			t.Fatalf("%s %q: %+v", p.name, text, r)
		}
		if r.Tone == Failure && !r.Private {
			t.Fatalf("%s %q: a failure for all to see", p.name, text)
		}
	})
}

// TestStrangePaths: a click on a button that this version did not make is
// answered for the one who clicked, and does nothing else.
func TestStrangePaths(t *testing.T) {
	set := newSet(t)
	for _, path := range []string{"lightsout?edit=z9", "lightsout?do=play&turn=z9", "lightsout?do=play&turn=undo", "cardflip?do=play&turn=1", "find", "kakuro?form=mend", "nonogram?do=steps&page=-7", "nonsense", "?", "%zz", "lightsout?do=dance", "chess?do=solve", "lightsout?do=solve&wrap=maybe", "help?puzzle=chess", "://"} {
		r := set.Handle(context.Background(), &Request{Path: path}, nil)
		if r == nil || r.Title == "" {
			t.Errorf("%q: %+v", path, r)
		}
	}
}

// TestNotationsInHelp: in the list of notations that help shows, what follows a
// colon is a puzzle that works as it stands.
func TestNotationsInHelp(t *testing.T) {
	say, tried := newSet(t).words.in("en"), 0
	for _, p := range newSet(t).puzzles {
		for _, line := range strings.Split(say.text(p.name+".encodings", nil), "\n") {
			_, example, ok := strings.Cut(line, ": `")
			example, _, _ = strings.Cut(example, "`")
			if !ok {
				continue
			}
			tried++
			if r := ask(t, p.name, map[string]any{"puzzle": example}); r.Tone == Failure {
				t.Errorf("%s: %q: %s", p.name, example, r.Text)
			}
		}
	}
	if tried < 8 {
		t.Errorf("only %d notations found", tried)
	}
}

// TestNotationsInReadme: so are those in the tables of the README.
func TestNotationsInReadme(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	command, tried := "", 0
	for _, line := range strings.Split(string(readme), "\n") {
		if name, ok := strings.CutPrefix(line, "### /"); ok {
			command = name
		}
		cells := strings.Split(strings.ReplaceAll(line, `\|`, "\x00"), "|")
		if command == "" || len(cells) != 4 || !strings.Contains(cells[2], "`") {
			continue
		}
		for i, example := range strings.Split(cells[2], "`") {
			if i%2 == 0 {
				continue
			}
			tried++
			example = strings.ReplaceAll(example, "\x00", "|")
			if r := ask(t, command, map[string]any{"puzzle": example}); r.Tone == Failure {
				t.Errorf("/%s puzzle:%s: %s", command, example, r.Text)
			}
		}
	}
	if tried < 12 {
		t.Errorf("only %d notations found", tried)
	}
}
