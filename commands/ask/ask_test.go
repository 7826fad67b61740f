package ask_test

import (
	"maps"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles"
)

// maxPath is how long a Button's Path may be, as chat.Button says.
const maxPath = 90

func read(t interface{ Fatalf(string, ...any) }, req *chat.Request) *ask.Ask {
	a, ok := ask.Read(req, puzzles.Kinds())
	if !ok {
		t.Fatalf("%+v is none", req)
	}
	return a
}

// value is any value that an option can have.
func value(o ask.Option) *rapid.Generator[any] {
	switch {
	case o.Type == chat.Flag:
		return rapid.Bool().AsAny()
	case o.Type == chat.Number && o.Max > 0:
		return rapid.Int64Range(o.Min, o.Max).AsAny()
	case o.Type == chat.Number:
		return rapid.Int64().AsAny()
	case len(o.Choices) > 0:
		return rapid.Custom(func(t *rapid.T) any { return rapid.SampledFrom(o.Choices).Draw(t, "choice").Value })
	}
	return rapid.OneOf(rapid.StringMatching(`[01]{1,9}|-?[0-9.]{1,9}|true|false`), rapid.StringN(0, 9, 20)).AsAny()
}

// TestLinksKeepOptions: what was said with a command is said with every click that follows,
// the same value of the same type: digits are no number where the option is a text.
func TestLinksKeepOptions(t *testing.T) {
	for _, k := range puzzles.Kinds() {
		rapid.Check(t, func(t *rapid.T) {
			said := map[string]any{"do": rapid.SampledFrom(k.Actions).Draw(t, "do").Name}
			want := ask.Options(maps.Clone(said))
			for _, o := range k.Options {
				if o.Type == chat.Attachment || rapid.Bool().Draw(t, "without") {
					continue
				}
				said[o.Name] = value(o).Draw(t, o.Name)
				if !o.Encoded { // which a game's own text has
					want[o.Name] = said[o.Name]
				}
			}
			a := read(t, &chat.Request{Command: k.Name, Options: said})
			link := a.Link(nil)
			if link == "" {
				t.Skip("too long for a button")
			}
			if got := read(t, &chat.Request{Path: link}).Options; !maps.Equal(got, want) || utf8.RuneCountInString(link) > maxPath {
				t.Fatalf("%v is %q, which reads as %#v", said, link, got)
			}
		})
	}
}

// TestLongLinks: a link that is too long leads to the usual paper, then to the usual style,
// and nowhere before it leads to a puzzle of other rules.
func TestLongLinks(t *testing.T) {
	k := puzzles.Kinds()[0]
	for n := range maxPath {
		said := map[string]any{"theme": "light", "style": "picture", "do": strings.Repeat("x", n)}
		a := read(t, &chat.Request{Command: k.Name, Options: said})
		whole := len(k.Name + "?do=&style=picture&theme=light" + strings.Repeat("x", n))
		link := a.Link(nil)
		o := read(t, &chat.Request{Path: link}).Options
		for name, fits := range map[string]bool{
			"theme": whole <= maxPath, "style": whole-len("&theme=light") <= maxPath,
			"do": n > 0 && whole-len("&style=picture&theme=light") <= maxPath,
		} {
			if (o.Text(name) != "") != fits {
				t.Errorf("%d characters come as %q", whole, link)
			}
		}
		if own := a.Link(ask.Change{"style": "text"}); own != "" && !strings.Contains(own, "style=text") {
			t.Errorf("a button to a style leads to %q", own)
		}
	}
}

// FuzzRead: whatever a path says, by a button of this version or not, it is read as values
// of the types that they have, and links from there lead back.
func FuzzRead(f *testing.F) {
	for _, path := range []string{
		"", "?", "://", "%zz", "find", "help?puzzle=chess", "chess?do=solve", "lightsout?do=dance", "lightsout?edit=z9&wrap=maybe",
		"lightsout?states=0x7&number=%00&states=9", "nonogram?do=steps&page=-7", "cardflip?do=play&turn=again&from=0111",
		"cardflip?game=0.77&misere=true&do=play&turn=1e9", "kakuro?form=mend&private=true&spoiler=1", "kakuro?marks=%3D%3F&do=",
		"nonogram?make=60x60+expert+99999999999999999999", "tothemoon?limit=99999999999999999999", "nonogram?image=x&file=y", "cardflip?day&",
	} {
		f.Add(path, "1 1 0", "1 1\n=?")
	}
	kinds := puzzles.Kinds()
	f.Fuzz(func(t *testing.T, path, picked, puzzle string) {
		a, ok := ask.Read(&chat.Request{Path: path, Picked: []string{picked}, Puzzle: puzzle}, kinds)
		if !ok || a.Kind == nil {
			return
		}
		types := map[string]chat.OptionType{"do": chat.Text, "style": chat.Text, "theme": chat.Text, "day": chat.Text}
		for _, o := range a.Kind.Options {
			types[o.Name] = o.Type
		}
		for name, value := range a.Options {
			is := map[chat.OptionType]bool{}
			_, is[chat.Text] = value.(string)
			_, is[chat.Flag] = value.(bool)
			_, is[chat.Number] = value.(int64)
			if want, known := types[name]; !known || !is[want] {
				t.Errorf("%q says %s: %#v", path, name, value)
			}
		}
		link := a.Link(nil)
		if link == "" {
			return
		}
		if again := read(t, &chat.Request{Path: link}); len(link) > maxPath || again.Link(nil) != link {
			t.Errorf("%q leads to %q, and that to %q", path, link, again.Link(nil))
		}
	})
}

// TestMakers: the command for makers repairs a drawing and draws an image, unless the person says
// otherwise; what follows is about the kind, whose own command means neither.
func TestMakers(t *testing.T) {
	image := chat.Upload{Name: "a.png", Type: "image/png"}
	for _, c := range []struct {
		req    chat.Request
		action string
		draws  bool
	}{
		{chat.Request{Command: "make", Options: map[string]any{"image": image}}, ask.Solve, true},
		{chat.Request{Command: "make", Options: map[string]any{"puzzle": "#."}}, "repair", true},
		{chat.Request{Command: "make", Options: map[string]any{"puzzle": "#.", "do": "export"}}, "export", true},
		{chat.Request{Path: "make?form=sent", Fields: map[string]string{"puzzle": "#.", "size": ""}}, "repair", true},
		{chat.Request{Path: "make"}, "repair", true},
		{chat.Request{Command: "nonogram", Options: map[string]any{"image": image}}, ask.Offer, false},
		{chat.Request{Command: "nonogram", Options: map[string]any{"image": image, "size": "20"}}, ask.Solve, true}, // by a client with an older list
		{chat.Request{Path: "nonogram?darker=1&do=solve&image=shades&size=9x9"}, ask.Solve, true},                   // of a message posted earlier
	} {
		a := read(t, &c.req)
		if a.Kind == nil || a.Kind.Name != "nonogram" || a.Action == nil || a.Action.Name != c.action || a.Kind.Drawing(a.Options) != c.draws {
			t.Errorf("%+v: %+v", c.req, a)
		}
		if _, drawn := c.req.Options["image"]; drawn && !a.IsPrivate() {
			t.Errorf("%+v: the answer is for all to see", c.req)
		}
		if link := a.Link(ask.Change{"do": "check"}); link != "nonogram?do=check" {
			t.Errorf("%+v leads to %s", c.req, link)
		}
	}
}
