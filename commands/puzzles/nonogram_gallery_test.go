package puzzles_test

import (
	"fmt"
	"strings"
	"testing"

	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/solvers/nonogram/gallery"
)

// said is all that a reply says, to the eye and to a screen reader.
func said(r *chat.Reply) string {
	text := fmt.Sprintln(r.Title, r.Text, r.Note, r.Puzzle, r.Files)
	if r.Board != nil {
		text += r.Board.Text()
	}
	for _, b := range r.Buttons {
		text += fmt.Sprintln(b.Label, b.Path, b.URL)
	}
	return text
}

// TestPictureIsKept: nothing says what a picture is before it is found, neither its name in
// the language that is spoken nor the one it has in the gallery. Then it is said.
func TestPictureIsKept(t *testing.T) {
	for _, p := range gallery.Pictures() {
		locale := words.Locales()[p.Number%uint64(len(words.Locales()))]
		say := words.In(locale)
		name := say.Text(words.IDs("picture.", p.Name)[0])
		ask := func(do string) string {
			c, err := all()
			if err != nil {
				t.Fatal(err)
			}
			o := options{"puzzle": fmt.Sprint("picture ", p.Number), "do": do}
			return said(c.Inquire(&chat.Request{Command: "nonogram", Options: o, Locale: locale}).Answer(t.Context(), nil))
		}
		found := say.Text("nonogram.picture.found", words.With{"Name": name})
		for _, do := range []string{"blank", "check", "hint", "play"} {
			told := ask(do)
			if strings.Contains(told, found) || strings.Contains(strings.ToLower(told), " "+strings.ToLower(p.Name)) {
				t.Errorf("%d, do:%s tells %s: %s", p.Number, do, name, told)
			}
		}
		clues := p.Puzzle().String()
		if told := said(typedIn(t, locale, clues)); !strings.Contains(told, found) {
			t.Errorf("%d, solved, is not told to be %s: %s", p.Number, name, told)
		}
	}
}

func typedIn(t *testing.T, locale, puzzle string) *chat.Reply {
	t.Helper()
	c, err := all()
	if err != nil {
		t.Fatal(err)
	}
	return c.Inquire(&chat.Request{Command: "nonogram", Options: options{"puzzle": puzzle}, Locale: locale}).Answer(t.Context(), nil)
}

// TestPictureIsDrawn: an order without a number, and a game without a puzzle, are for another
// picture from ask to ask, and for the same one where the same is asked again.
func TestPictureIsDrawn(t *testing.T) {
	for _, o := range []options{{"puzzle": "picture"}, {"puzzle": "picture 15x15 easy"}, {"do": "play"}, {"puzzle": "picture", "do": "play"}} {
		drawn := func(chance uint64) string {
			r := handle(t.Context(), t, chat.Request{Command: "nonogram", Options: o, Chance: chance})
			if r.Tone == chat.Failure || r.Board == nil {
				t.Fatalf("%v: %s: %s", o, r.Title, r.Text)
			}
			return r.Puzzle
		}
		if one, two, again := drawn(1), drawn(2), drawn(1); one == two || one != again {
			t.Errorf("%v: %s, then %s, then %s", o, one, two, again)
		}
	}
}
