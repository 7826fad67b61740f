package puzzles_test

import (
	"context"
	"reflect"
	"strings"
	"sync"
	"testing"

	"kibitz/commands"
	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles"
	"kibitz/commands/puzzles/deduce"
	"kibitz/render"
)

type options = map[string]any

var all = sync.OnceValues(func() (*commands.Commands, error) { return commands.New(commands.Settings{MaxPuzzle: 6000}) })

func handle(ctx context.Context, t testing.TB, req chat.Request) *chat.Reply {
	t.Helper()
	c, err := all()
	if err != nil {
		t.Fatal(err)
	}
	req.Locale = "en-US"
	return c.Inquire(&req).Answer(ctx, nil)
}

// typed is the reply to a command in English.
func typed(t testing.TB, command string, o options) *chat.Reply {
	t.Helper()
	return handle(t.Context(), t, chat.Request{Command: command, Options: o})
}

func click(t testing.TB, r *chat.Reply, label string) *chat.Reply {
	t.Helper()
	for _, b := range r.Buttons {
		if b.Label == label {
			return handle(t.Context(), t, chat.Request{Path: b.Path, Puzzle: r.Puzzle, Options: shadesFor(b, r)})
		}
	}
	t.Fatalf("%s: no button %q among %v", r.Title, label, r.Buttons)
	return nil
}

// shadesFor returns the image of a reply's shades, if a button's path asks for it.
func shadesFor(b chat.Button, r *chat.Reply) options {
	for _, f := range r.Files {
		if f.Name == chat.ImageFile(chat.Shades) && strings.Contains(b.Path, chat.ImageOption+"="+chat.Shades) {
			return options{chat.ImageOption: chat.Upload{Name: f.Name, Type: "image/png", Data: f.Data}}
		}
	}
	return nil
}

// TestOrders: an order gives a puzzle without its solution; the button gives the solution of
// just that puzzle, another one is the next number, and so on from there.
func TestOrders(t *testing.T) {
	for _, k := range puzzles.Kinds() {
		if k.Order == "" {
			continue
		}
		number := k.Order[strings.LastIndex(k.Order, " ")+1:]
		r := typed(t, k.Name, options{"puzzle": k.Order})
		game, err := k.Read(r.Puzzle, nil)
		if err != nil || r.Board == nil || r.Tone != chat.Good || !strings.Contains(r.Title, "number "+number) {
			t.Fatalf("%s: %s: %s, %v", k.Order, r.Title, r.Text, err)
		}
		for i, c := range r.Board.Cells {
			if c.Mark != render.NoMark {
				t.Errorf("%s: cell %d is marked", k.Order, i)
			}
		}
		if g, ok := game.(deduce.Game); ok && !reflect.DeepEqual(r.Board.Cells, g.Board(g.Printed()).Cells) {
			t.Errorf("%s: the grid is not empty", k.Order)
		}
		if solution := click(t, r, "Solution"); solution.Puzzle != r.Puzzle || solution.Tone != chat.Good {
			t.Errorf("%s: %s, of %s", k.Order, solution.Title, solution.Puzzle)
		}
		another := click(t, r, "Another one")
		first := typed(t, k.Name, options{"puzzle": strings.TrimSuffix(k.Order, number) + "1"}) // as the dice of a test are 0
		if another.Puzzle != first.Puzzle || (another.Puzzle == r.Puzzle) != (number == "1") {
			t.Errorf("%s: another is %s, not %s", k.Order, another.Puzzle, first.Puzzle)
		}
		if onward := click(t, another, "Solution"); onward.Puzzle != first.Puzzle || onward.Tone != chat.Good {
			t.Errorf("%s: the solution of another is of %s", k.Order, onward.Puzzle)
		}
	}
}

// TestOrdersOutOfTime: what cannot be made in time says so, and offers nothing to go on with.
func TestOrdersOutOfTime(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	ask := func(command string, o options) {
		r := handle(ctx, t, chat.Request{Command: command, Options: o})
		if r.Puzzle != "" || len(r.Buttons) > 0 || r.Title != "I ran out of time" {
			t.Errorf("%v: %s, with %v", o, r.Title, r.Buttons)
		}
	}
	for _, k := range puzzles.Kinds() {
		for _, action := range k.Actions {
			if k.Order != "" {
				ask(k.Name, options{"puzzle": k.Order, "do": action.Name})
			}
		}
	}
	ask("nonogram", options{"puzzle": "30x30 easy 1"})
	ask("nonogram", options{"image": disc(t, 40, 40)})
}

// TestOrderForms: what can be ordered, how it may be written, and what is no order.
func TestOrderForms(t *testing.T) {
	k := puzzles.Kinds()[0]
	for text, want := range map[string]string{
		"15x15":                      "15x15 medium",
		"6x60":                       "6x60 medium",
		"15x15 9":                    "15x15 medium 9",
		"7x9 easy":                   "7x9 easy",
		"make 10x12 expert 7":        "10x12 expert 7",
		"generate 10 x 12 EXPERT #7": "10x12 expert 7",
		" 10×12 expert 7\n":          "10x12 expert 7",
		"4x15":                       "line 1, column 1: found \"4x15\", expected a side from 5 to 60",
		"15x61":                      "line 1, column 4: found \"61\", expected a side from 5 to 60",
		"15x41 expert":               "line 1, column 4: found \"41\", expected a side from 5 to 40",
		"15x15 gentle 3":             "line 1, column 7: found \"gentle\", expected easy, medium or expert",
	} {
		game, err := k.Read(text, nil)
		got := ""
		if order, ok := game.(ask.Order); ok && err == nil {
			got = order.String()
		} else if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{"", "3;1|2;1;1", "10x10:3/1.1", "x", "15x", "15x15 expert 42 please", "#x#", "15/15"} {
		if game, err := k.Read(text, nil); err == nil {
			if _, ok := game.(ask.Order); ok {
				t.Errorf("%q is an order: %v", text, game)
			}
		}
	}
	blanks := strings.Repeat(" \n", 1000)
	for text, want := range map[string]string{"4" + blanks + "x" + blanks + "5" + blanks + "random 7": "4x5 random 7", blanks + "9" + blanks + "random": "9 random"} {
		k := ask.Named(puzzles.Kinds(), map[bool]string{true: "tothemoon", false: "cardflip"}[strings.Contains(text, "x")])
		if game, err := k.Read(text, nil); err != nil || game.String() != want {
			t.Errorf("want %q, got %v, %v", want, game, err)
		}
	}
}

// TestContradiction: the picture of a Kakuro without a solution marks the cells of the runs
// that contradict each other, and of all sums only theirs stand out.
func TestContradiction(t *testing.T) {
	r := typed(t, "kakuro", options{"puzzle": `#,17\,3\/\4,.,./\16,.,.`, "do": "check"}) // 17 down needs 8 and 9, 4 across 1 and 3
	for i, cell := range r.Board.Cells {
		row, col := i/3+1, i%3+1
		if marked := row == 2 && col > 1 || row == 3 && col == 2; marked != (cell.Mark == render.Proof) || cell.Notes != 0 {
			t.Errorf("r%dc%d: %+v", row, col, cell)
		}
		if cell.Down != 0 && cell.FaintDown != (cell.Down != 17) || cell.Right != 0 && cell.FaintRight != (cell.Right != 4) {
			t.Errorf("r%dc%d: %+v", row, col, cell)
		}
	}
	if !strings.Contains(r.Text, "4 across at r2c1, 17 down at r1c2") {
		t.Error(r.Text)
	}
}

// TestLampFilm: from one frame to the next there is one press, as the rules of Lights Out
// have it, of the lamp that is marked.
func TestLampFilm(t *testing.T) {
	const side = 5
	k := ask.Named(puzzles.Kinds(), "lightsout")
	frames := typed(t, k.Name, options{"do": "animate", "puzzle": k.Example}).Film.Frames
	for n := 1; n < len(frames)-1; n++ {
		was, now, marked := frames[n-1].Draw().Cells, frames[n].Draw().Cells, -1
		for i, cell := range now {
			if cell.Mark != render.NoMark {
				marked = i
			}
		}
		for i := range now {
			dr, dc := i/side-marked/side, i%side-marked%side
			if toggled := was[i].Kind != now[i].Kind; marked < 0 || toggled != (dr*dr+dc*dc <= 1) {
				t.Fatalf("frame %d presses lamp %d; lamp %d toggled: %v", n, marked, i, toggled)
			}
		}
	}
}
