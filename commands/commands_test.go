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

	"kibitz/commands/ask"
	"kibitz/commands/ask/asktest"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles"
	"kibitz/commands/words"
	"kibitz/render"
)

type options = map[string]any

func newCommands(t interface{ Fatal(...any) }) *Commands {
	c, err := New(Settings{MaxPuzzle: 6000})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// typed is the reply to a command in English.
func typed(t interface{ Fatal(...any) }, command string, o options) *chat.Reply {
	return newCommands(t).Inquire(&chat.Request{Command: command, Options: o, Locale: "en-US", User: "7"}).Answer(context.Background(), nil)
}

// click is the reply to a click on a button.
func (c *Commands) click(r *chat.Reply, path string) *chat.Reply {
	return c.Inquire(&chat.Request{Path: path, Puzzle: r.Puzzle, Locale: "en-US", User: "7"}).Answer(context.Background(), nil)
}

// ended is a context that is over: for tests of what is read, not solved.
func ended() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// TestExamples: the example that help and errors show works in every action, and so do all
// samples.
func TestExamples(t *testing.T) {
	for _, k := range puzzles.Kinds() {
		for _, action := range k.Actions {
			if r := typed(t, k.Name, options{"puzzle": k.Example, "do": action.Name}); r.Tone == chat.Failure || r.Title == "" {
				t.Errorf("/%s do:%s puzzle:%s: %s: %s", k.Name, action.Name, k.Example, r.Title, r.Text)
			}
		}
		for _, text := range k.Samples {
			if r := typed(t, k.Name, options{"puzzle": text}); r.Tone == chat.Failure {
				t.Errorf("/%s puzzle:%s: %s: %s", k.Name, text, r.Title, r.Text)
			}
		}
	}
}

// TestDefinitions holds Discord's limits on commands, as its documentation states them, in
// every language: a command is as large as its longest words.
func TestDefinitions(t *testing.T) {
	locales := words.Locales()
	slices.Sort(locales)
	for _, d := range newCommands(t).Definitions() {
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
			if o.Type == chat.Attachment && (o.MaxBytes < 1 || o.MaxBytes > 10<<20) {
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

// TestMakersOptions: a kind's own command lists what players need, and its command for makers the
// rest of its options and actions that the kind has.
func TestMakersOptions(t *testing.T) {
	listed := map[string][]string{}
	for _, d := range newCommands(t).Definitions() {
		for _, o := range d.Options {
			listed[d.Name] = append(listed[d.Name], o.Name)
		}
	}
	for command, want := range map[string]string{
		"nonogram": "puzzle file image do marks style theme private spoiler",
		"make":     "puzzle file image do size colours dither darker invert way keep style theme private spoiler",
	} {
		if got := strings.Join(listed[command], " "); got != want {
			t.Errorf("/%s lists %s", command, got)
		}
	}
	for _, k := range puzzles.Kinds() {
		if k.Maker == nil {
			continue
		}
		for _, do := range k.Maker.Actions {
			if k.Action(do) == nil {
				t.Errorf("/%s lists do:%s", k.Maker.Name, do)
			}
		}
	}
}

// TestStyle: auto shows emoji where they fit a phone and say it all, emoji and picture are obeyed where they
// can be, and what has fit in emoji comes as a picture with a word about it.
func TestStyle(t *testing.T) {
	for _, k := range puzzles.Kinds() {
		never := k.Styles != nil && !slices.Contains(k.Styles, "emoji")
		clued := k.Name == "nonogram" // emoji have no clues
		for style, wanted := range map[string]func(b *render.Board) bool{
			"auto":    func(b *render.Board) bool { return never || clued || !b.EmojiFits(ask.PhoneWidth) },
			"emoji":   func(b *render.Board) bool { return never || !b.EmojiFits(anyWidth) },
			"picture": func(*render.Board) bool { return true },
		} {
			r := typed(t, k.Name, options{"puzzle": k.Example, "style": style})
			if r.Board == nil || r.Picture != wanted(r.Board) {
				t.Errorf("%s style:%s: %+v", k.Name, style, r)
			}
			if told := strings.Contains(r.Note, "fit in emoji"); told != (style == "emoji" && r.Picture) {
				t.Errorf("%s style:%s: %s", k.Name, style, r.Note)
			}
		}
		if r := typed(t, k.Name, options{"puzzle": k.Example, "style": "text"}); r.Board != nil || r.Text == "" {
			t.Errorf("%s style:text: %+v", k.Name, r)
		}
	}
	for style, picture := range map[string]bool{"": true, "emoji": false} {
		if r := typed(t, "lightsout", options{"puzzle": "12x12 all", "style": style}); r.Picture != picture {
			t.Errorf("wider than a phone, style:%s: picture %v", style, r.Picture)
		}
	}
}

// TestAnything: no text, no file and no option makes a command panic or answer nothing, and
// a failure is for the asker alone.
func TestAnything(t *testing.T) {
	c := newCommands(t)
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.SampledFrom(puzzles.Kinds()).Draw(t, "kind")
		any := rapid.OneOf(rapid.String(), rapid.StringMatching(`[0-9A-Za-z#./\\,;| x:-]{0,60}`), rapid.SampledFrom(append(k.Examples(), k.Marks)))
		data := func() []byte {
			return append([]byte(any.Draw(t, "text in a file")), rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "bytes")...)
		}
		o := options{"do": rapid.SampledFrom(k.Actions).Draw(t, "do").Name}
		if rapid.IntRange(0, 3).Draw(t, "file") > 0 {
			o["puzzle"] = any.Draw(t, "puzzle")
		} else {
			o["file"] = chat.Upload{Data: data()}
		}
		for _, own := range k.Options {
			if rapid.IntRange(0, 2).Draw(t, "with "+own.Name) > 0 {
				continue
			}
			switch own.Type {
			case chat.Text:
				o[own.Name] = any.Draw(t, own.Name)
			case chat.Number:
				o[own.Name] = rapid.OneOf(rapid.Int64(), rapid.Int64Range(own.Min, own.Max)).Draw(t, own.Name)
			case chat.Flag:
				o[own.Name] = rapid.Bool().Draw(t, own.Name)
			case chat.Attachment:
				o[own.Name] = chat.Upload{Data: data()}
			}
		}
		r := c.Inquire(&chat.Request{Command: k.Name, Options: o, Locale: "en-US"}).Answer(ended(), nil)
		if r == nil || strings.TrimSpace(r.Title) == "" || strings.Contains(r.Title+r.Text, "⟨") || r.Tone == chat.Failure && !r.Private {
			t.Fatalf("%s %q: %+v", k.Name, o, r)
		}
	})
}

// TestStrangePaths: a click on a button that this version did not make is answered for the
// one who clicked, and does nothing else.
func TestStrangePaths(t *testing.T) {
	paths := []string{"find", "nonsense", "?", "%zz", "chess?do=solve", "help?puzzle=chess", "://"}
	for _, k := range puzzles.Kinds() {
		for _, query := range []string{"edit=z9", "do=play&turn=z9", "do=play&turn=undo", "do=play&turn=1", "do=play&turn=enter", "form=mend",
			"do=steps&page=-7", "do=hint&page=99&more=-1", "do=dance", "do=solve&wrap=maybe", "do=pair&second=1", "make=x", "sample=true", "turn=again&from=%00"} {
			paths = append(paths, k.Name+"?"+query)
		}
	}
	c := newCommands(t)
	for _, path := range paths {
		for _, puzzle := range []string{"", "1111", "zz\n=?", puzzles.Kinds()[0].Example} {
			if r := c.click(&chat.Reply{Puzzle: puzzle}, path); r == nil || r.Title == "" || strings.Contains(r.Title+r.Text, "⟨") {
				t.Errorf("%q of %q: %+v", path, puzzle, r)
			}
			c.Inquire(&chat.Request{Path: path, Puzzle: puzzle}).Form()
		}
	}
}

// TestNotationsInHelp: in the list of notations that help shows, what follows a colon is a
// puzzle that works as it stands.
func TestNotationsInHelp(t *testing.T) {
	tried := 0
	for _, k := range puzzles.Kinds() {
		for _, line := range strings.Split(words.In("en").Text(k.Name+".encodings"), "\n") {
			_, example, ok := strings.Cut(line, ": `")
			example, _, _ = strings.Cut(example, "`")
			if !ok {
				continue
			}
			tried++
			if r := typed(t, k.Name, options{"puzzle": example}); r.Tone == chat.Failure {
				t.Errorf("%s: %q: %s", k.Name, example, r.Text)
			}
		}
	}
	if tried < 8 {
		t.Errorf("only %d notations found", tried)
	}
}

// TestNotationsInDocuments tries those in the tables of docs/formats.md.
func TestNotationsInDocuments(t *testing.T) {
	formats, err := os.ReadFile("../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	command, tried := "", 0
	for _, line := range strings.Split(string(formats), "\n") {
		if name, ok := strings.CutPrefix(line, "## /"); ok {
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
			if r := typed(t, command, options{"puzzle": example}); r.Tone == chat.Failure {
				t.Errorf("/%s puzzle:%s: %s", command, example, r.Text)
			}
		}
	}
	if tried < 12 {
		t.Errorf("only %d notations found", tried)
	}
}

// ofEveryTone are small puzzles of a kind, one for each tone that its verdicts have.
func ofEveryTone(t *testing.T, k *ask.Kind) map[chat.Tone]string {
	c, found, tries := newCommands(t), map[chat.Tone]string{}, 0
	for text := range asktest.Texts(k) {
		if tries++; tries > 4000 || len(found) == 3 {
			break
		}
		game, err := k.Read(text, nil)
		if _, order := game.(ask.Order); err != nil || order {
			continue
		}
		const small = 81
		if rows, cols := game.Size(); rows*cols <= small {
			r := c.Inquire(&chat.Request{Command: k.Name, Options: options{"puzzle": text, "do": "check"}}).Answer(t.Context(), nil)
			if found[r.Tone] == "" && !strings.Contains(text, "://") {
				found[r.Tone] = text
			}
		}
	}
	if k.Marks != "" && len(found) < 3 || found[chat.Good] == "" {
		t.Fatalf("%s: found are %v", k.Name, found)
	}
	return found
}
