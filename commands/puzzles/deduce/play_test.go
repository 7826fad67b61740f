package deduce_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"kibitz/commands"
	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles/deduce"
	"kibitz/solvers/nonogram"
)

// handle is what a person who speaks English is answered.
func handle(t testing.TB, req chat.Request) *chat.Reply {
	t.Helper()
	all, err := commands.New(commands.Settings{MaxPuzzle: 6000})
	if err != nil {
		t.Fatal(err)
	}
	req.Locale = "en-US"
	return all.Handle(context.Background(), &req, nil)
}

// generated is the clues of a nonogram with that many rows and columns.
func generated(t testing.TB, side int) string {
	t.Helper()
	p, err := nonogram.Generate(context.Background(), side, side, nonogram.FewRounds, 5)
	if err != nil {
		t.Fatal(err)
	}
	return (&nonogram.Puzzle{Rows: p.Rows, Cols: p.Cols}).String()
}

// TestGames plays the example of each kind, and a nonogram of more turns than a reply holds,
// cell by cell, with looks at the mistakes and hints on the way: none of the marks is lost,
// and the reply stays within its bounds.
func TestGames(t *testing.T) {
	for _, k := range kinds() {
		playOut(t, k, k.Example)
	}
	playOut(t, picross(), generated(t, 25))
}

func playOut(t *testing.T, k *ask.Kind, text string) {
	g := read(t, k, text, "")
	key := solve(t, g).Key
	_, cols := g.Size()
	turn := func(r *chat.Reply, turn, moves string) *chat.Reply {
		req := chat.Request{Path: k.Name + "?do=play&turn=" + turn, Puzzle: r.Puzzle}
		if turn == ask.Enter {
			req.Fields = map[string]string{ask.MovesField: moves}
		}
		return handle(t, req)
	}
	r := handle(t, chat.Request{Command: k.Name, Options: map[string]any{"do": "play", "puzzle": text}})
	marks := map[int]byte{}
	for n, i := range rand.New(rand.NewPCG(1, 2)).Perm(len(key)) {
		if g.Printed()[i] != deduce.Unmarked {
			continue
		}
		if n%100 == 3 { // none of which changes the game
			for _, look := range []string{"check", "hint"} {
				if looked := turn(r, look, ""); looked.Puzzle != r.Puzzle || looked.Tone == chat.Failure {
					t.Fatalf("%s: %s leaves %s, %s", k.Name, look, looked.Puzzle, looked.Title)
				}
			}
			if undone := turn(turn(r, ask.Enter, fmt.Sprintf("r%dc%d=?", i/cols+1, i%cols+1)), "undo", ""); undone.Puzzle != r.Puzzle {
				t.Fatalf("%s: undone is %s of %s", k.Name, undone.Puzzle, r.Puzzle)
			}
		}
		marks[i] = key[i]
		r = turn(r, ask.Enter, fmt.Sprintf("r%dc%d=%c", i/cols+1, i%cols+1, key[i]))
		if size := utf8.RuneCountInString(r.Puzzle); size > ask.LongestGame || r.Tone == chat.Failure {
			t.Fatalf("%s after %d marks: %d characters, %s", k.Name, n+1, size, r.Title)
		}
	}
	code, saved, _ := strings.Cut(r.Puzzle, "\n")
	sheet := read(t, k, code, saved).Marks
	for i, sign := range marks {
		if sheet[i] != sign {
			t.Fatalf("%s: cell %d is %c, not %c", k.Name, i, sheet[i], sign)
		}
	}
	if r.Tone != chat.Good || !r.Buttons[0].Disabled || len(marks) == 0 {
		t.Errorf("%s: %s after all %d", k.Name, r.Title, len(marks))
	}
}

// TestTooLargeToPencil: a board whose marks do not fit is given empty, with words that say
// so.
func TestTooLargeToPencil(t *testing.T) {
	r := handle(t, chat.Request{Command: "nonogram", Options: map[string]any{"do": "play", "puzzle": generated(t, 50)}})
	if r.Board == nil || !r.Picture || len(r.Buttons) > 0 || !strings.Contains(r.Title, "too large") {
		t.Errorf("%+v", r)
	}
}
