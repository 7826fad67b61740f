package deduce_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"kibitz/commands"
	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles/deduce"
)

// button is the path of the button of that label; "" for none that can be clicked.
func button(r *chat.Reply, label string) string {
	for _, b := range r.Buttons {
		if b.Label == label && !b.Disabled {
			return b.Path
		}
	}
	return ""
}

// TestDoIt: who has each hint carried out gets to the solution, in the hints' own answers and in
// a game; all that is marked on the way is right.
func TestDoIt(t *testing.T) {
	for _, k := range kinds() {
		texts := []string{k.Example, k.Samples[0]}
		if k.Name == "nonogram" {
			texts = append(texts, generated(t, 12))
		}
		for _, text := range texts {
			g := read(t, k, text, "")
			key := solve(t, g).Key
			carryOn(t, k, g, key, chat.Request{Command: k.Name, Options: map[string]any{"do": ask.Hint, "puzzle": text}}, "Next hint")
			carryOn(t, k, g, key, chat.Request{Command: k.Name, Options: map[string]any{"do": ask.Play, "puzzle": text}}, "Hint")
		}
	}
}

func carryOn(t *testing.T, k *ask.Kind, g deduce.Game, key []byte, first chat.Request, next string) {
	t.Helper()
	r := handle(t, first)
	for range 2 * len(key) {
		if path := button(r, "Do it"); path != "" {
			before := r.Puzzle
			if r = handle(t, chat.Request{Path: path, Puzzle: r.Puzzle}); r.Puzzle == before {
				t.Fatalf("%s: nothing is done: %s", k.Name, r.Puzzle)
			}
		}
		for i, sign := range sheet(t, k, r) {
			if sign != deduce.Unmarked && sign != key[i] {
				t.Fatalf("%s: cell %d is %c: %s", k.Name, i, sign, r.Puzzle)
			}
		}
		path := button(r, next)
		if path == "" {
			break
		}
		r = handle(t, chat.Request{Path: path, Puzzle: r.Puzzle})
	}
	if !g.Notation().Done(sheet(t, k, r), key) {
		t.Fatalf("%s: hints end at %s", k.Name, r.Puzzle)
	}
}

// sheet is what is printed and marked in a reply.
func sheet(t *testing.T, k *ask.Kind, r *chat.Reply) []byte {
	t.Helper()
	code, saved, _ := strings.Cut(r.Puzzle, "\n")
	return []byte(strings.ReplaceAll(read(t, k, code, saved).Sheet(), "\n", ""))
}

// TestLateHint: a hint that no time is left for can be asked for again, the same one.
func TestLateHint(t *testing.T) {
	all, err := commands.New(commands.Settings{MaxPuzzle: 6000})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, k := range kinds() {
		r := all.Inquire(&chat.Request{Path: k.Name + "?do=hint&page=2&more=1", Puzzle: k.Example, Locale: "en-US"}).Answer(ctx, nil)
		path := button(r, "Try again")
		if path == "" || r.Puzzle == "" {
			t.Fatalf("%s: %+v", k.Name, r)
		}
		again, once := handle(t, chat.Request{Path: path, Puzzle: r.Puzzle}), handle(t, chat.Request{Path: k.Name + "?do=hint&page=2&more=1", Puzzle: k.Example})
		if again.Title != once.Title || again.Text != once.Text || !slices.Equal(again.Buttons, once.Buttons) {
			t.Errorf("%s: %s %s, asked at once %s %s", k.Name, again.Title, again.Text, once.Title, once.Text)
		}
	}
}
