package commands

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"
	"unicode/utf8"

	"kibitz/solvers/cardflip"
)

// TestMatch plays every game that a person can play against the bot, from rows
// of up to nine cards, by clicks alone: the bot wins wherever it can.
func TestMatch(t *testing.T) {
	set := newSet(t)
	for _, options := range []map[string]any{
		{}, {"misere": true}, {"game": "0.77"}, {"game": "0.137", "misere": true}, {"game": "4.12"}, {"game": "4", "misere": true},
	} {
		for n := 1; n <= 9; n++ {
			o := maps.Clone(options)
			o["puzzle"], o["do"] = fmt.Sprintf("runs: %d", n), "play"
			start := set.Handle(context.Background(), &Request{Command: "cardflip", Options: o, Locale: "en-US"}, nil)
			g, err := cardflipPuzzle.read(fmt.Sprintf("runs: %d", n), o)
			if err != nil {
				t.Fatal(err)
			}
			a, err := g.(row).Solve(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			m := &tournament{t: t, set: set, seen: map[string]bool{}}
			for _, b := range start.Buttons {
				begins := strings.HasSuffix(b.Path, "turn="+begin)
				if strings.Contains(b.Path, "turn=") && begins == a.First {
					m.click(start, b)
				}
			}
		}
	}
}

// A tournament is all games that go on from won positions of the bot.
type tournament struct {
	t    *testing.T
	set  *Set
	seen map[string]bool
}

func (m *tournament) click(r *Reply, b Button) {
	m.t.Helper()
	if m.seen[r.Puzzle+b.Path] {
		return
	}
	m.seen[r.Puzzle+b.Path] = true
	next := m.set.Handle(context.Background(), &Request{Path: b.Path, Puzzle: r.Puzzle, Locale: "en-US"}, nil)
	if len(next.Buttons) > 25 || next.Tone == Failure {
		m.t.Fatalf("%s, %s: %d buttons, %s", r.Puzzle, b.Path, len(next.Buttons), next.Title)
	}
	paths := map[string]bool{}
	moves := 0
	for _, b := range next.Buttons {
		if n := utf8.RuneCountInString(b.Path); n > 90 || paths[b.Path] {
			m.t.Errorf("%s: %q of %d characters, there already: %v", next.Puzzle, b.Path, n, paths[b.Path])
		}
		paths[b.Path] = true
		if strings.Contains(b.Path, "turn=") && !strings.Contains(b.Path, "turn=another") { // which is never the same
			moves++
			m.click(next, b)
		}
	}
	if moves == 0 && next.Title != "I win." {
		m.t.Errorf("%s, %s: %s", r.Puzzle, b.Path, next.Title)
	}
}

// TestMatchTurns: a turn that is none is refused, and the longest code fits a
// button.
func TestMatchTurns(t *testing.T) {
	set := newSet(t)
	for _, turn := range []string{"9", "-1", "x", "1e9"} {
		r := set.Handle(context.Background(), &Request{Path: "cardflip?do=play&turn=" + turn, Puzzle: "1111", Locale: "en-US"}, nil)
		if r.Tone != Failure {
			t.Errorf("turn %s: %s", turn, r.Title)
		}
	}
	r := ask(t, "cardflip", map[string]any{"puzzle": "1111", "do": "play", "misere": true, "style": "picture", "game": "0.777777777777777777777777"})
	for _, b := range r.Buttons {
		if n := utf8.RuneCountInString(b.Path); n > 90 {
			t.Errorf("%q of %d characters", b.Path, n)
		}
	}
	if r.Tone == Failure || len(r.Buttons) == 0 {
		t.Errorf("%s: %d buttons", r.Title, len(r.Buttons))
	}
	if _, err := cardflip.ParseGame("0.777777777777777777777777"); err != nil {
		t.Error(err)
	}
}

// TestLine: in a game played out, whoever is to win moves last (in misère play, the
// other), nobody who can win moves so that the other can, and every card is turned
// at most once.
func TestLine(t *testing.T) {
	ctx := t.Context()
	for _, c := range []struct {
		row, game string
		misere    bool
	}{
		{"1111011", "", false}, {"11011", "", false}, {"11111111011111110111111", "", false},
		{"111111", "0.77", false}, {"111111", "4.07", false}, {"1111", "", true}, {"11", "", true},
		{"1111110111", "", true}, {"101", "", false}, {"101", "", true},
	} {
		subject, err := cardflipPuzzle.read(c.row, values{"game": c.game, "misere": c.misere})
		if err != nil {
			t.Fatal(err)
		}
		start := subject.(row)
		moves, rows, ok := start.line(ctx)
		if !ok || len(rows) != len(moves)+1 || rows[len(moves)].movable() {
			t.Fatalf("%+v: %d moves, %d rows", c, len(moves), len(rows))
		}
		wins := make([]bool, len(rows)) // whoever is to move there
		for i, r := range rows {
			a, err := r.Solve(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if wins[i] = a.First; i > 0 && wins[i-1] && wins[i] {
				t.Errorf("%+v: move %d throws the game away", c, i)
			}
		}
		if first := len(moves)%2 == 1; wins[0] != (first != c.misere) {
			t.Errorf("%+v: the first player wins: %v, and there are %d moves", c, wins[0], len(moves))
		}
		turned := map[int]int{}
		for _, n := range start.turned(moves) {
			turned[n]++
		}
		for i, m := range moves {
			if turned[i+1] != m.Take {
				t.Errorf("%+v: move %d turns %d cards on the picture, not %d", c, i+1, turned[i+1], m.Take)
			}
		}
	}
}
