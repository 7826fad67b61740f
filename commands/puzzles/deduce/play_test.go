package deduce_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
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
	return all.Inquire(&req).Answer(context.Background(), nil)
}

// generated is the clues of a nonogram with that many rows and columns.
func generated(t testing.TB, side int) string {
	t.Helper()
	p, err := nonogram.Generate(context.Background(), side, side, 0, nonogram.FewRounds, 5)
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
		if n%100 == 3 { // neither changes the game
			for look, added := range map[string]string{"check": "", "hint": "; ?"} {
				if looked := turn(r, look, ""); looked.Puzzle != r.Puzzle+added || looked.Tone == chat.Failure {
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
	saved = regexp.MustCompile(`(?m)^!.*\n`).ReplaceAllString(saved, "") // what is counted
	sheet := read(t, k, code, saved).Marks
	for i, sign := range marks {
		if sheet[i] != sign {
			t.Fatalf("%s: cell %d is %c, not %c", k.Name, i, sheet[i], sign)
		}
	}
	turns := fmt.Sprintf("%d turns", len(marks))
	if r.Tone != chat.Good || len(marks) == 0 || !strings.Contains(r.Text, turns) || slices.ContainsFunc(r.Buttons, func(b chat.Button) bool { return b.Disabled }) {
		t.Errorf("%s: %s after all %d: %s, %v", k.Name, r.Title, len(marks), r.Text, r.Buttons)
	}
}

// TestLargeGames: a puzzle made to order is played by its order, and any other by its own
// text, whatever the length: none of the marks is lost on the way.
func TestLargeGames(t *testing.T) {
	kind, puzzle := "kakuro", "22x22 easy 1"
	r := handle(t, chat.Request{Path: kind + "?do=play", Puzzle: puzzle})
	if r.Puzzle != puzzle || r.InFile || len(r.Buttons) == 0 {
		t.Fatalf("%q, in a file %v, %d buttons", r.Puzzle, r.InFile, len(r.Buttons))
	}
	turn := func(r *chat.Reply, name, moves string) *chat.Reply {
		req := chat.Request{Path: kind + "?do=play&turn=" + name, Puzzle: r.Puzzle}
		if moves != "" {
			req.Fields = map[string]string{ask.MovesField: moves}
		}
		return handle(t, req)
	}
	one := turn(r, ask.Enter, "r2c4=3")
	two := turn(one, ask.Enter, "r2c2-3=17")
	if two.Puzzle != puzzle+"\nr2c4=3; r2c2-3=17" || turn(two, "undo", "").Puzzle != one.Puzzle {
		t.Errorf("%q", two.Puzzle)
	}
	hinted := handle(t, chat.Request{Path: kind + "?do=hint", Puzzle: puzzle + "\n=r2c4=3"})
	if below, ok := strings.CutPrefix(hinted.Puzzle, puzzle+"\n"+ask.SnapshotSign); !ok || strings.Count(below, "3") != 1 || len(hinted.Buttons) == 0 {
		t.Errorf("with marks: %q, %d buttons", hinted.Puzzle, len(hinted.Buttons))
	}

	kind = "nonogram"
	clues := generated(t, 50)
	r = handle(t, chat.Request{Path: "nonogram?do=play", Puzzle: clues})
	long := strings.Repeat("r1c1=# ", 570) // nearly as long as a form takes
	for range 3 {
		r = turn(r, ask.Enter, long)
	}
	if !r.InFile || len(r.Buttons) == 0 || strings.Count(r.Puzzle, "; ") != 2 {
		t.Errorf("in a file %v, %d buttons, %d turns", r.InFile, len(r.Buttons), 1+strings.Count(r.Puzzle, "; "))
	}
	for range 15 {
		r = turn(r, ask.Enter, long)
	}
	if code, saved, _ := strings.Cut(r.Puzzle, "\n"); code != clues || len(saved) > 1<<16 || !strings.HasPrefix(saved, ask.SnapshotSign+"#?") {
		t.Errorf("%d characters of turns", len(saved))
	}
}

// TestLoneDigit: a digit alone in the field for moves is told as it was typed. Only the menus of cells
// give digits without a place.
func TestLoneDigit(t *testing.T) {
	r := handle(t, chat.Request{Command: "kakuro", Options: map[string]any{"do": "play", "puzzle": "###/#../#.. 17 16 / 17 16"}})
	r = handle(t, chat.Request{Path: "kakuro?do=play&turn=enter", Puzzle: r.Puzzle, Fields: map[string]string{ask.MovesField: "8"}})
	if strings.Contains(r.Text, ask.MovesField+"=") || strings.Contains(r.Puzzle, ask.MovesField+"=") {
		t.Errorf("%s\n%s", r.Text, r.Puzzle)
	}
}
