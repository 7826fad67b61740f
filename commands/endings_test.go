package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
)

// longAgo is the age of the messages that are clicked on here: a time that a win would tell.
const longAgo = 100 * time.Second

// solutions are a puzzle of each kind that is solved by marks, and its marks, a row each.
var solutions = map[string]struct{ puzzle, rows string }{
	"nonogram": {"1 1;5;5;3;1|2;4;4;4;2", "r1c2=# r1c4=#; r2=#####; r3=#####; r4c2-4=#; r5c3=#"},
	"kakuro":   {"###/#../#.. 17 16 / 17 16", "r2=89; r3=97"},
}

// turn is the reply to a turn of a game.
func (c *Commands) turn(kind string, r *chat.Reply, turn, moves string) *chat.Reply {
	req := &chat.Request{Path: kind + "?do=play&turn=" + turn, Puzzle: r.Puzzle, Locale: "en-US", User: "7", Age: longAgo}
	if moves != "" {
		req.Fields = map[string]string{ask.MovesField: moves}
	}
	return c.Inquire(req).Answer(context.Background(), nil)
}

// button returns the button of a reply with that label.
func button(r *chat.Reply, label string) (b chat.Button, ok bool) {
	i := slices.IndexFunc(r.Buttons, func(b chat.Button) bool { return b.Label == label })
	if i < 0 {
		return b, false
	}
	return r.Buttons[i], true
}

// TestGivenUpForGood: to give up shows the solution after a second click, and however the game is
// played then, it stays given up, without a time.
func TestGivenUpForGood(t *testing.T) {
	c := newCommands(t)
	for kind, of := range solutions {
		r := typed(t, kind, options{"puzzle": of.puzzle, "do": ask.Play})
		r = c.turn(kind, r, "give-up", "")
		_, sure := button(r, "Yes, give up")
		if _, again := button(r, "Start again"); again || !sure {
			t.Errorf("%s: %s: %v", kind, r.Title, r.Buttons)
		}
		over := c.turn(kind, r, "give-up-now", "")
		if !strings.HasSuffix(over.Title, "given up") {
			t.Errorf("%s: %s", kind, over.Title)
		}
		r = c.turn(kind, over, ask.Again, "")
		for row := range strings.SplitSeq(of.rows, "; ") {
			r = c.turn(kind, r, ask.Enter, row)
		}
		if !strings.HasSuffix(r.Title, "solved!") || !strings.Contains(r.Text, ": given up\n⬜\n") {
			t.Errorf("%s: %s: %s", kind, r.Title, r.Text)
		}
		share, _ := button(r, "Show everyone")
		if shared := c.click(r, share.Path); !strings.HasSuffix(shared.Title, "given up") || shared.Text != "<@7>: ⬜" {
			t.Errorf("%s: %s: %s", kind, shared.Title, shared.Text)
		}
	}
}

// TestPasted: a solution that comes at once is called pasted, and has no time. One that is typed a
// line at a time is a win, and so is a hint that was carried out.
func TestPasted(t *testing.T) {
	c := newCommands(t)
	for kind, of := range solutions {
		game := typed(t, kind, options{"puzzle": of.puzzle, "do": ask.Play})
		r := c.turn(kind, game, ask.Enter, strings.ReplaceAll(of.rows, "; ", " "))
		if !strings.HasSuffix(r.Title, "solved!") || !strings.Contains(r.Text, "\npasted\n⬜\n") {
			t.Errorf("%s: %s: %s", kind, r.Title, r.Text)
		}
		r = game
		rows := strings.Split(of.rows, "; ")
		for _, row := range rows {
			r = c.turn(kind, r, ask.Enter, row)
		}
		if want := fmt.Sprintf("\n%d turns, 1:40\n", len(rows)); !strings.Contains(r.Text, want) {
			t.Errorf("%s: %s: %s", kind, r.Title, r.Text)
		}
	}
}

// TestPastedAtLength: a solution too long to be carried as it was typed is called pasted, too.
func TestPastedAtLength(t *testing.T) {
	const side = 25
	all := strings.TrimSuffix(strings.Repeat(fmt.Sprint(side, ";"), side), ";")
	c := newCommands(t)
	r := typed(t, "nonogram", options{"puzzle": all + "|" + all, "do": ask.Play})
	var moves []string
	for cell := range side * side {
		moves = append(moves, fmt.Sprintf("r%dc%d=#", cell/side+1, cell%side+1))
	}
	if r = c.turn("nonogram", r, ask.Enter, strings.Join(moves, " ")); !strings.Contains(r.Text, "\npasted\n") || !strings.Contains(r.Puzzle, "\n=#") {
		t.Errorf("%s: %s: %s", r.Title, r.Text, r.Puzzle)
	}
}

// TestAnotherOne: another game takes the place of one that has not begun. It comes beside one that
// runs, or is over, or is a race, whose clock runs from the start, also when it is started again.
func TestAnotherOne(t *testing.T) {
	c := newCommands(t)
	const label, fresh = "Another one", "101/001/000"
	modeOf := func(r *chat.Reply) chat.Mode {
		b, ok := button(r, label)
		if !ok {
			t.Errorf("%s has no other one: %v", r.Title, r.Buttons)
		}
		return b.Mode
	}
	for puzzle, want := range map[string]chat.Mode{
		fresh: chat.EditByOwner, fresh + "\na1": chat.Beside, fresh + "\n?": chat.Beside, fresh + "\na1 b2 c2 c3": chat.Beside,
		fresh + "\n* 3x3 random 5": chat.EditByOwner, fresh + "\n* daily 326 easy": chat.Beside,
	} {
		if got := modeOf(c.turn("lightsout", &chat.Reply{Puzzle: puzzle}, "row", "")); got != want {
			t.Errorf("%q: %v, want %v", puzzle, got, want)
		}
	}
	match := typed(t, "cardflip", options{"puzzle": "11011", "do": ask.Play})
	if modeOf(match) != chat.EditByOwner || modeOf(c.turn("cardflip", c.turn("cardflip", match, "0.0", ""), "1.0", "")) != chat.Beside {
		t.Error("a match that is over is replaced, or one that has not begun is not")
	}
	for kind, of := range solutions {
		r := typed(t, kind, options{"puzzle": of.puzzle, "do": ask.Play})
		if won := c.turn(kind, r, ask.Enter, strings.ReplaceAll(of.rows, "; ", " ")); modeOf(won) != chat.Beside {
			t.Errorf("%s: a game that is won is replaced", kind)
		}
	}
	for made, want := range map[string]string{"3x3 random 5": " +100", "daily 326 easy": ""} {
		r := c.turn("lightsout", &chat.Reply{Puzzle: fresh + "\n* " + made + "\na1"}, ask.Again, "")
		if r.Puzzle != fresh+"\n* "+made+want {
			t.Errorf("%s, started again: %q", made, r.Puzzle)
		}
	}
}
