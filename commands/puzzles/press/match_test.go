package press_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles"
)

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
			for _, b := range buttons(start) {
				if begins := strings.HasSuffix(b.Path, "turn=begin"); (begins || isMove(b)) && begins == first {
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
	at := b.Label + "\n" + ask.Unmarked(r.Board).Emoji() // however it was come to
	if m.seen[at] {
		return
	}
	m.seen[at] = true
	next := click(m.t, r, b)
	if len(buttons(next)) > maxButtons || next.Tone == chat.Failure {
		m.t.Fatalf("%s, %s: %d buttons, %s", r.Puzzle, b.Path, len(next.Buttons), next.Title)
	}
	paths, moves := map[string]bool{}, 0
	for _, b := range buttons(next) {
		if n := utf8.RuneCountInString(b.Path); n > maxPath || paths[b.Path] {
			m.t.Errorf("%s: %q of %d characters, there already: %v", next.Puzzle, b.Path, n, paths[b.Path])
		}
		paths[b.Path] = true
		if isMove(b) {
			moves++
			m.click(next, b)
		}
	}
	if moves == 0 && !strings.HasPrefix(next.Title, "I win") {
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
			if len(r.Grid) > 0 {
				r = click(t, r, r.Grid[0][0])
			}
		}
		again := turn(t, r, ask.Again)
		if again.Puzzle != begun || strings.ReplaceAll(begun, " ", "") != row {
			t.Errorf("%s begins as %s and again as %s", row, begun, again.Puzzle)
		}
	}
}

// TestMatchTurns: a text that names no turn is refused, and the longest code fits a button.
func TestMatchTurns(t *testing.T) {
	for _, turn := range []string{"9", "0.9", "0.-1", "x", "1e9", "0.1e9", "pick1"} {
		if r := handle(t, chat.Request{Path: "cardflip?do=play&turn=" + turn, Puzzle: "1111"}); r.Tone != chat.Failure {
			t.Errorf("turn %s: %s", turn, r.Title)
		}
	}
	r := handle(t, chat.Request{Command: "cardflip", Options: map[string]any{"puzzle": "1111", "do": "play", "misere": true, "style": "picture", "game": "0.777777777777777777777777"}})
	for _, b := range buttons(r) {
		if n := utf8.RuneCountInString(b.Path); n > maxPath || n == 0 {
			t.Errorf("%q of %d characters", b.Path, n)
		}
	}
	if r.Tone == chat.Failure || len(r.Grid) == 0 {
		t.Errorf("%s: %d buttons", r.Title, len(r.Buttons))
	}
}

// as is the reply to a click of that person's on the button of that turn.
func as(t fataler, r *chat.Reply, user, turn string) *chat.Reply {
	return handle(t, chat.Request{Path: "cardflip?do=duel&turn=" + turn, Puzzle: r.Puzzle, User: user})
}

// TestDuel: only the two who sit at it move, in turn; whoever may not is told so, by a reply
// that leaves the duel as it is. A click that comes late changes nothing.
func TestDuel(t *testing.T) {
	open := handle(t, chat.Request{Command: "cardflip", Options: map[string]any{"puzzle": "1111011", "do": "duel"}, User: "70"})
	if refused := as(t, open, "70", "sit"); refused.Tone != chat.Failure {
		t.Errorf("one sits down against themselves: %s", refused.Text)
	}
	begun := as(t, open, "71", "sit")
	for user, turn := range map[string]string{"70": "0.0", "72": "0.0", "": "0.0", "x": "0.0"} {
		if refused := as(t, begun, user, turn); refused.Tone != chat.Failure || !refused.Private {
			t.Errorf("%q moves: %s", user, refused.Text)
		}
	}
	if late := as(t, begun, "72", "sit"); late.Tone != chat.Failure {
		t.Errorf("a third one sits down: %s", late.Puzzle)
	}
	for _, turn := range []string{"0.9", "0.-1", "0", "x", "pick1"} {
		if refused := as(t, begun, "71", turn); refused.Tone != chat.Failure {
			t.Errorf("turn %s is %s", turn, refused.Puzzle)
		}
	}
	moved := as(t, begun, "71", "0.1")
	back := as(t, moved, "70", "0.0") // of the board before
	if back.Puzzle != moved.Puzzle || back.Tone == chat.Failure {
		t.Errorf("a late click makes %s of %s", back.Puzzle, moved.Puzzle)
	}
	over := as(t, moved, "70", "1.0")
	if over.Tone != chat.Good || !strings.Contains(over.Text, "<@70> wins") || !strings.Contains(over.Text, "1–2 would have won") {
		t.Errorf("the end: %s", over.Text)
	}
	if again := as(t, over, "71", "rematch"); !strings.Contains(again.Text, "<@70>, your move") {
		t.Errorf("the rematch: %s", again.Text)
	}
	for _, forged := range []string{"", "1111", "1111011\n1111011", "1111011\n1111011 ? ?", "1111011\n1111011 a b 99", "1111011\nnone a b", "11\n11 ! b"} {
		if r := as(t, &chat.Reply{Puzzle: forged}, "71", "0.0"); r.Tone != chat.Failure {
			t.Errorf("%q is %s", forged, r.Puzzle)
		}
	}
}

// TestMatchFeat plays every game against the bot on a row that can be won: the squares at the
// end are a move each, all green where it was won, and else green up to the one mistake, after
// which nothing is to be won. Whoever plays it too has the row from its start.
func TestMatchFeat(t *testing.T) {
	const row = "1111011"
	won, lost := 0, 0
	var play func(r *chat.Reply, moves int)
	play = func(r *chat.Reply, moves int) {
		for _, b := range buttons(r) {
			if isMove(b) {
				play(click(t, r, b), moves+1)
			}
		}
		if len(r.Grid) > 0 {
			return
		}
		squares := squaresOf(r)
		share := turn(t, r, ask.Share)
		switch {
		case r.Title == "You win!":
			won++
			if squares != strings.Repeat("🟩", moves) || share.Title != "Card flip, a row of 7: won against Kibitz" {
				t.Errorf("%s: won by %s: %s", r.Puzzle, squares, share.Title)
			}
		default:
			lost++
			right, after, mistake := strings.Cut(squares, "🟥")
			if !mistake || strings.Trim(right, "🟩") != "" || strings.Trim(after, "⬜") != "" || utf8.RuneCountInString(squares) != moves || !strings.Contains(r.Text, "was the mistake") {
				t.Errorf("%s: lost by %s: %s", r.Puzzle, squares, r.Text)
			}
		}
		if share.Puzzle != row || share.Private {
			t.Errorf("%s is shared as %s", r.Puzzle, share.Puzzle)
		}
	}
	play(handle(t, chat.Request{Command: "cardflip", Options: map[string]any{"puzzle": row, "do": "play"}}), 0)
	if won == 0 || lost == 0 {
		t.Errorf("%d games are won and %d lost", won, lost)
	}
}

// TestHintedFeat: a hint is told of at the end, once for a move however much of it was asked
// for, taken back or not.
func TestHintedFeat(t *testing.T) {
	r := handle(t, chat.Request{Command: "cardflip", Options: map[string]any{"puzzle": "1111011", "do": "play"}})
	r = turn(t, r, "hint")
	r = handle(t, chat.Request{Path: "cardflip?do=play&turn=hint&more=2", Puzzle: r.Puzzle})
	r = turn(t, turn(t, r, "do"), "undo")
	if !strings.HasSuffix(r.Puzzle, " ?") {
		t.Errorf("the hint that was taken back is forgotten: %s", r.Puzzle)
	}
	for len(r.Grid) > 0 {
		r = turn(t, turn(t, r, "hint"), "do")
	}
	squares := squaresOf(r)
	if hints := fmt.Sprint(utf8.RuneCountInString(squares), " hint"); strings.Trim(squares, "🟨") != "" || !strings.Contains(r.Text, hints) {
		t.Errorf("%s: %s", r.Puzzle, r.Text)
	}
}

// squaresOf are those of a game that is over: the last line of what can be copied.
func squaresOf(r *chat.Reply) string {
	return lastLine(strings.TrimSuffix(r.Text, "\n```"))
}
