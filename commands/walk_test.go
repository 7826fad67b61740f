package commands

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles"
	"kibitz/render"
)

// A walk clicks on every button of every reply, and on those of the replies to that.
type walk struct {
	t       *testing.T
	c       *Commands
	k       *ask.Kind
	options options // what was said at the start
	seen    map[string]bool
	left    int // clicks
}

// passing is what a path says of one puzzle, step or cell or another.
var passing = regexp.MustCompile(`(make|from|page|at)=[^&]*`)

// TestEveryWayOn: paper, style and rules go on with every button, form and menu of every
// reply, whatever is done with a puzzle, and whether it has one solution, several or none, or
// marks. Every reply has all its words.
func TestEveryWayOn(t *testing.T) {
	c := newCommands(t)
	for _, k := range c.kinds {
		starts := []options{{"puzzle": k.Example}, {"puzzle": k.Order}}
		for _, text := range ofEveryTone(t, k) {
			starts = append(starts, options{"puzzle": text})
		}
		if k.Marks != "" {
			starts = append(starts, options{"puzzle": k.Example, ask.MarksField: k.Marks},
				options{"puzzle": k.Example, ask.MarksField: wronglyMarked(t, k)})
		}
		for _, o := range k.Options {
			if value := map[chat.OptionType]any{chat.Flag: true, chat.Number: max(o.Min, 3), chat.Text: "1"}[o.Type]; value != nil && !o.Encoded {
				if len(o.Choices) > 0 {
					value = o.Choices[len(o.Choices)-1].Value
				}
				starts = append(starts, options{"puzzle": k.Example, o.Name: value})
			}
		}
		for _, start := range starts {
			if start["puzzle"] == "" {
				continue
			}
			start["theme"], start["style"] = "light", "picture"
			w := &walk{t: t, c: c, k: k, options: start, seen: map[string]bool{}, left: 150}
			for _, action := range k.Actions {
				start["do"] = action.Name
				w.look(c.Inquire(&chat.Request{Command: k.Name, Options: start, Locale: "en-US"}).Answer(t.Context(), nil), "picture")
			}
		}
	}
}

// wronglyMarked are marks of the example, all of the same sign: no solution has them.
func wronglyMarked(t *testing.T, k *ask.Kind) string {
	for _, sign := range "123456789#x" {
		marks := strings.Map(func(r rune) rune {
			if r == '?' {
				return sign
			}
			return r
		}, k.Marks)
		r := typed(t, k.Name, options{"puzzle": k.Example, ask.MarksField: marks, "do": ask.Hint})
		for _, b := range r.Buttons {
			if b.Label == "Show my mistakes" {
				return marks
			}
		}
	}
	t.Fatalf("%s: no sign is wrong", k.Name)
	return ""
}

// look follows all that a reply in a style offers.
func (w *walk) look(r *chat.Reply, style string) {
	said := fmt.Sprint(r.Title, r.Text, r.Note, r.Grid, r.Buttons)
	if r.Film != nil {
		said += r.Film.Alt
	}
	if r.Board != nil {
		said += r.Board.Alt()
		if r.Theme != render.Light {
			w.t.Errorf("%s %v: %s is on dark paper", w.k.Name, w.options, r.Title)
		}
	}
	if strings.Contains(said, "⟨") || strings.Contains(said, "%!") {
		w.t.Errorf("%s %v: %s", w.k.Name, w.options, said)
	}
	for _, row := range append(r.Grid, r.Buttons) {
		for _, b := range row {
			if b.Path != "" && !b.Disabled {
				w.follow(r, style, b.Label, b.Path, nil)
			}
		}
	}
	for _, menu := range r.Menus {
		if strings.Contains(fmt.Sprint(*menu), "⟨") {
			w.t.Errorf("%s %v: %v", w.k.Name, w.options, *menu)
		}
		w.follow(r, style, "the menu", menu.Path, []string{menu.Items[0].Value})
	}
}

// follow checks where a path leads, and goes there.
func (w *walk) follow(r *chat.Reply, style, label, path string, picked []string) {
	place := passing.ReplaceAllString(path, "")
	if w.seen[place] || w.left == 0 {
		return
	}
	w.seen[place] = true
	w.left--
	req := &chat.Request{Path: path, Puzzle: r.Puzzle, Picked: picked, Locale: "en-US"}
	a, ok := ask.Read(req, w.c.kinds)
	switch {
	case !ok || utf8.RuneCountInString(path) > 90:
		w.t.Errorf("%s: %s leads to %q", r.Title, label, path)
		return
	case a.Name == "help":
		return
	case a.Kind != w.k || a.Action == nil:
		w.t.Errorf("%s: %s leads to %q", r.Title, label, path)
		return
	}
	if restyles(label) {
		style = a.Options.Text("style")
	}
	want := ask.Options{"theme": "light", "style": style}
	for _, o := range w.k.Options {
		if value, said := w.options[o.Name]; said && !o.Encoded {
			want[o.Name] = value
		}
	}
	got := maps.Clone(a.Options)
	delete(got, "do")
	if !maps.Equal(got, want) {
		w.t.Errorf("%s %v: %s: %s leads to %q", w.k.Name, w.options, r.Title, label, path)
	}
	if form := w.c.Inquire(req).Form(); form != nil {
		if form.Path != "" {
			w.follow(r, style, form.Title, form.Path, nil)
		}
		return
	}
	w.look(w.c.Inquire(req).Answer(w.t.Context(), nil), style)
}

// TestMarksAreCarried: what is marked on a board is there for its clicks, which have nothing but
// the reply.
func TestMarksAreCarried(t *testing.T) {
	c := newCommands(t)
	for _, k := range c.kinds {
		if k.Marks == "" {
			continue
		}
		r := typed(t, k.Name, options{"puzzle": k.Example, ask.MarksField: k.Marks, "do": ask.Hint})
		carried := r.Puzzle
		for _, b := range r.Buttons {
			if r.InLink && b.URL != "" {
				carried = b.URL
			}
		}
		followed := 0
		for _, b := range r.Buttons {
			if b.Label != "Tell me more" && b.Label != "Next hint" {
				continue
			}
			followed++
			if again := c.Inquire(&chat.Request{Path: b.Path, Puzzle: carried, Locale: "en-US"}).Answer(t.Context(), nil); again.Puzzle != r.Puzzle {
				t.Errorf("%s: %s of %q is of %q", k.Name, b.Label, r.Puzzle, again.Puzzle)
			}
		}
		if followed != 2 {
			t.Errorf("%s: %v", k.Name, r.Buttons)
		}
	}
}

// restyles tells whether a button is to the same answer in another style.
func restyles(label string) bool { return label == "As emoji" || label == "As a picture" }

// TestTheme: the paper that was asked for, or else the usual one.
func TestTheme(t *testing.T) {
	c, err := New(Settings{Theme: render.Light, MaxPuzzle: 6000})
	if err != nil {
		t.Fatal(err)
	}
	for asked, want := range map[string]render.Theme{"": render.Light, "light": render.Light, "dark": render.Dark, "pink": render.Light} {
		for _, k := range puzzles.Kinds() {
			r := c.Inquire(&chat.Request{Command: k.Name, Options: options{"puzzle": k.Example, "theme": asked}}).Answer(t.Context(), nil)
			if r.Theme != want {
				t.Errorf("%s theme:%s is %v", k.Name, asked, r.Theme)
			}
			for _, b := range r.Buttons {
				if again := c.click(r, b.Path); b.Path != "" && again.Theme != want {
					t.Errorf("%s theme:%s: %q is %v", k.Name, asked, b.Path, again.Theme)
				}
			}
		}
	}
}

// TestButtons: each button of a reply leads to a reply of its own for the one who clicked,
// about the same puzzle, and a page elsewhere has a puzzle with that solution.
func TestButtons(t *testing.T) {
	c := newCommands(t)
	for _, k := range puzzles.Kinds() {
		r := typed(t, k.Name, options{"puzzle": k.Example})
		if len(r.Buttons) == 0 {
			t.Errorf("%s: no buttons", k.Name)
		}
		for _, b := range r.Buttons {
			if b.URL != "" {
				there := b.URL
				if _, id, ok := strings.Cut(there, "#"); ok { // of Simon Tatham's
					there = id
				}
				if linked := typed(t, k.Name, options{"puzzle": there}); linked.Board == nil || !reflect.DeepEqual(linked.Board.Cells, r.Board.Cells) || b.Path != "" {
					t.Errorf("%s: %s is about %q", k.Name, b.URL, linked.Puzzle)
				}
				continue
			}
			again := c.click(r, b.Path)
			if first, _, _ := strings.Cut(again.Puzzle, "\n"); again.Tone == chat.Failure || first != r.Puzzle || b.Mode != chat.Privately { // below it a game has its turns
				t.Errorf("%s: %q is %s, about %q", k.Name, b.Path, again.Title, again.Puzzle)
			}
		}
	}
}
