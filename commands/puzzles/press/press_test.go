package press_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

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
	return c.Inquire(&req).Answer(context.Background(), nil)
}

func click(t fataler, r *chat.Reply, b chat.Button) *chat.Reply {
	return handle(t, chat.Request{Path: b.Path, Puzzle: r.Puzzle})
}

// buttons are all of a reply.
func buttons(r *chat.Reply) []chat.Button {
	return slices.Concat(append(slices.Clone(r.Grid), r.Buttons)...)
}

// isMove tells whether a button is a move of a match: its turn has the ply and the move.
func isMove(b chat.Button) bool {
	_, turn, _ := strings.Cut(b.Path, "turn=")
	turn, _, _ = strings.Cut(turn, "&")
	return strings.Contains(turn, ".")
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

// TestGames: whatever is pressed in a game, undoing takes it back, to press a pad twice is to
// press nothing, and the presses that are left end the game.
func TestGames(t *testing.T) {
	for _, k := range puzzles.Kinds() {
		for _, text := range k.Examples() {
			game, err := k.Read(text, nil)
			start, ok := game.(press.Game)
			if err != nil || !ok || !press.AsButtons(start.Size()) {
				continue
			}
			if way, _ := start.Left(t.Context()); !way.Solvable {
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
					if !ok || twice.String() != now.String() {
						t.Fatalf("%s: %s twice is %s, not %s", k.Name, pad, twice, now)
					}
					if r.Tone != chat.Good {
						if undone := turn(t, r, "undo"); undone.Puzzle != before.Puzzle {
							t.Fatalf("%s: %s undone is %q, not %q", k.Name, pad, undone.Puzzle, before.Puzzle)
						}
					}
					now = next
				}
				left, _ := now.Left(context.Background())
				for _, pad := range left.Pads {
					r = turn(t, r, pad)
				}
				if !left.Solvable || r.Tone != chat.Good {
					t.Fatalf("%s: after %v it is %s", k.Name, left, r.Title)
				}
			})
			break // one a kind is enough
		}
	}
}

// TestEditor: a board that is tapped together is what was tapped, in a notation that its
// solver reads, and cells that are in both sizes stay. Large boards are tapped in menus.
func TestEditor(t *testing.T) {
	for _, k := range puzzles.Kinds() {
		if k.Edit == nil {
			continue
		}
		for _, states := range []int{2, 3} {
			if states > 2 && k.Name != "lightsout" {
				continue
			}
			rules := ask.Options{"states": int64(states)}
			rapid.Check(t, func(t *rapid.T) {
				r := handle(t, chat.Request{Command: k.Name, Options: map[string]any{"states": int64(states)}})
				rows, cols := 0, 0
				for range 2 {
					for _, menu := range r.Menus {
						if !strings.Contains(menu.Path, "edit=size") {
							continue
						}
						size := rapid.SampledFrom(menu.Items).Draw(t, "size").Value
						r = handle(t, chat.Request{Path: menu.Path, Picked: []string{size}, Puzzle: r.Puzzle})
					}
					game, err := k.Read(r.Puzzle, rules)
					if err != nil {
						t.Fatalf("%s: %v", r.Puzzle, err)
					}
					rows, cols = game.Size()
					cells := []byte(strings.ReplaceAll(r.Puzzle, "/", ""))
					for range 3 {
						i := rapid.IntRange(0, len(cells)-1).Draw(t, "cell")
						cells[i] = '0' + (cells[i]-'0'+1)%byte(states)
						r = tap(t, r, i, rows, cols)
					}
					if strings.ReplaceAll(r.Puzzle, "/", "") != string(cells) || len(cells) != rows*cols {
						t.Fatalf("%s is %s, not %s", k.Name, r.Puzzle, cells)
					}
				}
			})
		}
	}
}

// tap taps cell i of a board: its button, or its row and then itself in the menus.
func tap(t fataler, r *chat.Reply, i, rows, cols int) *chat.Reply {
	if len(r.Grid) > 0 {
		return click(t, r, slices.Concat(r.Grid...)[i])
	}
	name := ask.CellName(i/cols, i%cols)
	pick := func(what, value string) bool {
		for _, menu := range r.Menus {
			has := slices.ContainsFunc(menu.Items, func(item chat.Item) bool { return item.Value == value })
			if strings.Contains(menu.Path, "edit="+what) && has {
				r = handle(t, chat.Request{Path: menu.Path, Picked: []string{value}, Puzzle: r.Puzzle})
				return true
			}
		}
		return false
	}
	if rows > 3 { // else each row has a menu of its own
		pick("row", fmt.Sprint(i/cols+1))
	}
	if !pick("pick", name) {
		t.Fatalf("%s: no menu has %s", r.Puzzle, name)
	}
	return r
}

// TestHintsAgree: the hint of a game and do:hint name the same press, and following hints to
// the end takes as many as the fewest there are.
func TestHintsAgree(t *testing.T) {
	for _, o := range []map[string]any{
		{"puzzle": "11110/11101/11101/00011/11011"}, {"puzzle": "0100/1110/0100/0001", "wrap": true},
		{"puzzle": "120/011/202", "states": int64(3)}, {"puzzle": "101101/111000/000111/010101/101010/000001"},
		{"puzzle": "1x1/010/1x1"}, {"puzzle": "110/011/101 > on"}, {"puzzle": "110/110/011", "neighbours": "king"},
	} {
		o["do"] = "play"
		r := handle(t, chat.Request{Command: "lightsout", Options: o})
		if r.Tone == chat.Failure {
			t.Errorf("%v: %s", o, r.Text)
			continue
		}
		said := func(do string) string {
			path := strings.Replace(r.Buttons[1].Path, "do=play", "do="+do, 1)
			path = strings.Replace(path, "turn=hint", "more=1&turn=hint", 1)
			code, _, _ := strings.Cut(r.Puzzle, "\n")
			return strings.TrimPrefix(lastLine(handle(t, chat.Request{Path: path, Puzzle: code}).Text), "**Hint:** ")
		}
		if inGame, alone := said("play"), said("hint"); inGame != alone || !strings.HasPrefix(alone, "Press ") {
			t.Errorf("%v: the game says %q, do:hint %q", o, inGame, alone)
		}
		var par, n int
		if _, err := fmt.Sscanf(r.Title, "Lights Out: 0 of %d", &par); err != nil {
			t.Errorf("%s: %v", r.Title, err)
		}
		for ; r.Tone != chat.Good && n <= par; n++ {
			r = turn(t, turn(t, r, "hint"), "do")
		}
		if n != par {
			t.Errorf("%v: %d presses by hints, par is %d", o, n, par)
		}
	}
}

func lastLine(text string) string { return text[strings.LastIndex(text, "\n")+1:] }

// TestAnother: another board is of the size that was played, whether it was made to order or
// typed; whoever orders the number that it carries gets the same one.
func TestAnother(t *testing.T) {
	for _, command := range []string{"lightsout", "tothemoon"} {
		first := handle(t, chat.Request{Command: command, Options: map[string]any{"puzzle": "3x4 random 7", "do": "play"}})
		path := command + "?do=play&turn=another"
		next := handle(t, chat.Request{Path: path, Puzzle: first.Puzzle, Chance: 5_000_123})
		code, made, _ := strings.Cut(next.Puzzle, "\n")
		order, ok := strings.CutPrefix(made, "* ")
		if !ok || !strings.HasPrefix(order, "3x4 random ") || code == strings.Split(first.Puzzle, "\n")[0] {
			t.Errorf("%s: %q after %q", command, next.Puzzle, first.Puzzle)
		}
		same := handle(t, chat.Request{Command: command, Options: map[string]any{"puzzle": order, "do": "play"}})
		if again, _, _ := strings.Cut(same.Puzzle, "\n"); again != code {
			t.Errorf("%s: %s is %s and %s", command, order, code, again)
		}
	}
}
