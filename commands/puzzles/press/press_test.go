package press_test

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"kibitz/commands"
	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles"
	"kibitz/commands/puzzles/press"
)

// maxPath is how long a Button's Path may be, and maxButtons how many there may be, as chat
// says.
const (
	maxPath    = 90
	maxButtons = 25
)

type fataler interface{ Fatalf(string, ...any) }

var all = sync.OnceValues(func() (*commands.Commands, error) { return commands.New(commands.Settings{MaxPuzzle: 6000}) })

// handle is what a person who speaks English is answered.
func handle(t fataler, req chat.Request) *chat.Reply {
	c, err := all()
	if err != nil {
		t.Fatalf("%v", err)
	}
	req.Locale = "en-US"
	return c.Handle(context.Background(), &req, nil)
}

func click(t fataler, r *chat.Reply, b chat.Button) *chat.Reply {
	return handle(t, chat.Request{Path: b.Path, Puzzle: r.Puzzle})
}

// turn clicks the button of that turn.
func turn(t fataler, r *chat.Reply, turn string) *chat.Reply {
	for _, row := range append(r.Grid, r.Buttons) {
		for _, b := range row {
			if strings.Contains(b.Path+"&", "turn="+turn+"&") {
				return click(t, r, b)
			}
		}
	}
	t.Fatalf("%s %s: no turn %s among %v", r.Title, r.Puzzle, turn, r.Buttons)
	return nil
}

// TestMatch plays every game that a person can play against the bot, from rows of up to nine
// cards, by clicks alone: the bot wins wherever it can.
func TestMatch(t *testing.T) {
	k := ask.Named(puzzles.Kinds(), "cardflip")
	for _, options := range []map[string]any{
		{}, {"misere": true}, {"game": "0.77"}, {"game": "0.137", "misere": true}, {"game": "4.12"}, {"game": "4", "misere": true},
	} {
		for n := 1; n <= 9; n++ {
			o := maps.Clone(options)
			o["puzzle"], o["do"] = fmt.Sprintf("runs: %d", n), "check"
			first := strings.Contains(handle(t, chat.Request{Command: k.Name, Options: o}).Title, "wins")
			o["do"] = "play"
			start := handle(t, chat.Request{Command: k.Name, Options: o})
			m := &tournament{t: t, seen: map[string]bool{}}
			for _, b := range start.Buttons {
				if begins := strings.HasSuffix(b.Path, "turn=begin"); strings.Contains(b.Path, "turn=") && begins == first {
					m.click(start, b)
				}
			}
		}
	}
}

// A tournament is all games that go on from won positions of the bot.
type tournament struct {
	t    *testing.T
	seen map[string]bool
}

func (m *tournament) click(r *chat.Reply, b chat.Button) {
	m.t.Helper()
	if m.seen[r.Puzzle+b.Path] {
		return
	}
	m.seen[r.Puzzle+b.Path] = true
	next := click(m.t, r, b)
	if len(next.Buttons) > maxButtons || next.Tone == chat.Failure {
		m.t.Fatalf("%s, %s: %d buttons, %s", r.Puzzle, b.Path, len(next.Buttons), next.Title)
	}
	paths, moves := map[string]bool{}, 0
	for _, b := range next.Buttons {
		if n := utf8.RuneCountInString(b.Path); n > maxPath || paths[b.Path] {
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

// TestMatchAgain: a match that is played again begins with the same row, cards that lie face
// down at its left among them.
func TestMatchAgain(t *testing.T) {
	for _, row := range []string{"0111", "011", "00110", "1011"} {
		r := handle(t, chat.Request{Command: "cardflip", Options: map[string]any{"puzzle": row, "do": "play"}})
		begun := r.Puzzle
		for range len(row) { // until there is no move
			if len(r.Buttons) > 0 && strings.Contains(r.Buttons[0].Path, "turn=0") {
				r = click(t, r, r.Buttons[0])
			}
		}
		again := turn(t, r, ask.Again)
		if again.Puzzle != begun || strings.ReplaceAll(begun, " ", "") != row {
			t.Errorf("%s begins as %s and again as %s", row, begun, again.Puzzle)
		}
	}
}

// TestMatchTurns: a turn that is none is refused, and the longest code fits a button.
func TestMatchTurns(t *testing.T) {
	for _, turn := range []string{"9", "-1", "x", "1e9"} {
		if r := handle(t, chat.Request{Path: "cardflip?do=play&turn=" + turn, Puzzle: "1111"}); r.Tone != chat.Failure {
			t.Errorf("turn %s: %s", turn, r.Title)
		}
	}
	r := handle(t, chat.Request{Command: "cardflip", Options: map[string]any{"puzzle": "1111", "do": "play", "misere": true, "style": "picture", "game": "0.777777777777777777777777"}})
	for _, b := range r.Buttons {
		if n := utf8.RuneCountInString(b.Path); n > maxPath || n == 0 {
			t.Errorf("%q of %d characters", b.Path, n)
		}
	}
	if r.Tone == chat.Failure || len(r.Buttons) == 0 {
		t.Errorf("%s: %d buttons", r.Title, len(r.Buttons))
	}
}

// TestGames: whatever is pressed in a game, undoing takes it back, to press a pad twice is to
// press nothing, and the presses that are left end the game.
func TestGames(t *testing.T) {
	for _, k := range puzzles.Kinds() {
		for _, text := range k.Examples() {
			game, err := k.Read(text, nil)
			start, ok := game.(press.Game)
			if err != nil || !ok || start.Pads() == nil {
				continue
			}
			if _, ok, _ := start.Left(t.Context()); !ok {
				if r := handle(t, chat.Request{Command: k.Name, Options: map[string]any{"puzzle": text, "do": "play"}}); r.Tone != chat.Failure {
					t.Errorf("%s: %s cannot be played and is: %s", k.Name, text, r.Title)
				}
				continue
			}
			var pads []string
			for _, row := range start.Pads() {
				for _, pad := range row {
					pads = append(pads, pad.Name)
				}
			}
			rapid.Check(t, func(t *rapid.T) {
				r := handle(t, chat.Request{Command: k.Name, Options: map[string]any{"puzzle": text, "do": "play"}})
				now := start
				for _, pad := range rapid.SliceOfN(rapid.SampledFrom(pads), 1, 8).Draw(t, "pads") {
					if r.Tone == chat.Good { // it is over
						return
					}
					before := r
					r = turn(t, r, pad)
					next, ok := now.Press(pad)
					twice, _ := next.Press(pad)
					if undone := turn(t, r, "undo"); !ok || twice.String() != now.String() || r.Tone != chat.Good && undone.Puzzle != before.Puzzle {
						t.Fatalf("%s: %s undone is %q, not %q", k.Name, pad, undone.Puzzle, before.Puzzle)
					}
					now = next
				}
				left, ok, _ := now.Left(context.Background())
				for _, pad := range left {
					r = turn(t, r, pad)
				}
				if !ok || r.Tone != chat.Good {
					t.Fatalf("%s: after %v it is %s", k.Name, left, r.Title)
				}
			})
			break // one a kind is enough
		}
	}
}

// TestEditor: a board that is tapped together is what was tapped, in a notation that its
// solver reads, and cells that are in both sizes stay.
func TestEditor(t *testing.T) {
	for _, k := range puzzles.Kinds() {
		if k.Edit == nil {
			continue
		}
		rapid.Check(t, func(t *rapid.T) {
			r := handle(t, chat.Request{Command: k.Name})
			for range 3 {
				size := rapid.SampledFrom(r.Menu.Items).Draw(t, "size").Value
				r = handle(t, chat.Request{Path: r.Menu.Path, Picked: []string{size}, Puzzle: r.Puzzle})
				cells := []byte(strings.ReplaceAll(r.Puzzle, "/", ""))
				for range 3 {
					i := rapid.IntRange(0, len(cells)-1).Draw(t, "cell")
					cells[i] ^= '0' ^ '1'
					wide := len(r.Grid[0])
					r = click(t, r, r.Grid[i/wide][i%wide])
				}
				game, err := k.Read(r.Puzzle, nil)
				if err != nil || strings.ReplaceAll(r.Puzzle, "/", "") != string(cells) {
					t.Fatalf("%s is %s, not %s: %v", k.Name, r.Puzzle, cells, err)
				}
				rows, cols := game.Size()
				if fmt.Sprintf("%dx%d", rows, cols) != size {
					t.Fatalf("%s of %s is %d×%d", k.Name, size, rows, cols)
				}
			}
		})
	}
}
