// Package law plays every kind of game by random clicks, and compares the board on show with a plain
// model of the game: a few lines a kind, which know what each control does and nothing of the program.
// The clicks are on controls that the message offers. All that a click needs is in the message, so any
// process may answer, in any language and theme.
//
// For a new control of a game on paper, add a row to paperTouches: the turn that the control's path
// names, and what the control does to the sheet. A control without a row fails the test. For a new kind
// of game, add a model, and rows to games.
package law

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kibitz/bot/wire"
	"kibitz/commands"
	"kibitz/commands/chat"
	"kibitz/render"
)

// A model is a game as somebody would play it without a computer: with a pencil, or with real lamps and
// cards.
type model interface {
	// touch does what a click on the shown message asks for, or fails for an unknown control.
	touch(t *rapid.T, c click)
	// compare fails if the message does not show the game as the model has it.
	compare(t *rapid.T, r *chat.Reply)
	// typed draws moves to type into a form.
	typed(t *rapid.T) string
}

// A game is a command that begins one, and the model for it.
type game struct {
	command string
	options map[string]any
	begin   beginner
}

// A beginner reads the puzzle of a game's first message.
type beginner func(t *rapid.T, r *chat.Reply, options map[string]any) model

var games = slices.Concat(
	gamesOf("nonogram", onPaper, nil, "1 1;5;5;3;1|2;4;4;4;2", "5x5 easy 3", "5x5 2 colours 3", "6x7 3 colours 1", "8x6 easy 2", "5x28 easy 1"),
	gamesOf("kakuro", onPaper, nil, "5x5 easy 3", "6x7 medium 1"),
	gamesOf("sudoku", onPaper, nil, "9x9 easy 3", "4x4 easy 1", "x:8x8 easy 2", "6x6 medium 1"),
	gamesOf("lightsout", onLamps, nil, "010/111/010", "3x3 random 1", "6x7 random 1", "1x1/1x1", "4x4 random 5", "110/011/101 > on"),
	gamesOf("lightsout", onLamps, map[string]any{"wrap": true, "states": int64(3)}, "3x4 random 7", "7x6 random 2"),
	gamesOf("lightsout", onLamps, map[string]any{"neighbours": "king", "cylinder": true}, "4x4 random 5"),
	gamesOf("lightsout", onLamps, map[string]any{"neighbours": "hollow"}, "4x5 random 3"),
	gamesOf("lightsout", onLamps, map[string]any{"neighbours": "diagonals"}, "3x3 random 4"),
	gamesOf("lightsout", onLamps, map[string]any{"lit-only": true}, "3x3 random 2", "010/111/010"),
	gamesOf("tothemoon", onSky, nil, "3x3 random 1", "1011/0111/0001/1101", "6x7 random 2", "2x9 random 4"),
	gamesOf("cardflip", onCards, nil, "1111011", "9 random 42", "runs: 4 2 7"),
	gamesOf("cardflip", onCards, map[string]any{"misere": true}, "1111011", "12 random 3"),
	gamesOf("cardflip", onCards, map[string]any{"game": "kayles"}, "11111", "runs: 3 5"),
	gamesOf("cardflip", onCards, map[string]any{"game": "4.3"}, "11111"),
	gamesOf("cardflip", onDuel, map[string]any{"do": "duel"}, "1111011", "9 random 42"),
	gamesOf("cardflip", onDuel, map[string]any{"do": "duel", "game": "4.3"}, "1111"),
)

func gamesOf(command string, begin beginner, options map[string]any, puzzles ...string) (all []game) {
	for _, puzzle := range puzzles {
		o := map[string]any{"do": "play", "puzzle": puzzle}
		maps.Copy(o, options)
		all = append(all, game{command, o, begin})
	}
	return all
}

// TestGames plays random games: 200, or as many as KIBITZ_GAMES says.
func TestGames(t *testing.T) {
	house := newReplicas(t)
	check(t, "200", func(t *rapid.T) {
		p := &player{replicas: house, game: rapid.SampledFrom(games).Draw(t, "game")}
		p.begin(t)
		for range rapid.IntRange(1, 40).Draw(t, "clicks") {
			p.step(t)
		}
	})
}

// check has rapid play as many games as KIBITZ_GAMES says, or else the usual number.
func check(t *testing.T, usual string, play func(*rapid.T)) {
	t.Helper()
	if err := flag.Set("rapid.checks", cmp.Or(os.Getenv("KIBITZ_GAMES"), usual)); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, play)
}

// Replicas stand for processes that were started at different times and know nothing of each other.
type replicas struct {
	t   testing.TB
	all []*commands.Commands
}

func newReplicas(t testing.TB) *replicas {
	r := &replicas{t: t}
	for range 3 {
		r.all = append(r.all, r.start())
	}
	return r
}

func (r *replicas) start() *commands.Commands {
	c, err := commands.New(commands.Settings{Theme: render.Dark, MaxPuzzle: 6000})
	if err != nil {
		r.t.Fatal(err)
	}
	return c
}

// answer has a random replica answer, in a random language. Now and then it starts a new replica for
// that.
func (r *replicas) answer(t *rapid.T, req chat.Request) *chat.Reply {
	i := rapid.IntRange(0, len(r.all)).Draw(t, "replica")
	if i == len(r.all) {
		i = 0
		r.all[i] = r.start()
	}
	req.Locale = rapid.SampledFrom([]string{"en-US", "ko", "ja"}).Draw(t, "language")
	req.Chance = rapid.Uint64Range(0, 1<<20).Draw(t, "chance")
	inquiry := r.all[i].Inquire(&req)
	if form := inquiry.Form(); form != nil {
		t.Fatalf("%q opens a form", req.Path)
	}
	return inquiry.Answer(context.Background(), nil)
}

// A player is at one message of a game, with the model of the game as it stands there.
type player struct {
	*replicas
	game
	model
	now *chat.Reply
}

func (p *player) begin(t *rapid.T) {
	options := maps.Clone(p.options)
	styles := []string{"auto", "picture", "text"}
	if p.command == "cardflip" {
		styles = styles[:2] // in words a move is a sentence
	}
	options["theme"] = rapid.SampledFrom([]string{"dark", "light"}).Draw(t, "theme")
	options["style"] = rapid.SampledFrom(styles).Draw(t, "style")
	p.options = options
	p.see(t, p.answer(t, chat.Request{Command: p.command, Options: options, User: rapid.SampledFrom(people).Draw(t, "person")}))
	p.model = p.game.begin(t, p.now, options)
	p.compare(t, p.now)
}

// see notes a reply as the message on show, with the puzzle as the message carries it. It fails for a
// failure or a missing phrase.
func (p *player) see(t *rapid.T, r *chat.Reply) {
	if told := r.Title + "\n" + r.Text + "\n" + r.Note; r.Tone == chat.Failure || strings.Contains(told, "⟨") { // a phrase that is missing
		t.Fatal(told)
	}
	if block, ok := wire.Fenced(r.Puzzle); ok && !r.InFile {
		r.Puzzle, _ = wire.Unfence(block)
	}
	p.now = r
}

// A click is a click on a control of the message on show, with the values that were picked if it is a
// menu.
type click struct {
	path  string
	query url.Values
	items []chat.Item // of a menu
	picks []string
	label string
	typed string      // into the form that the click opens
	user  string      // who clicks
	after *chat.Reply // the message that came of it
}

func (c click) turn() string { return c.query.Get("turn") }

// chosen returns the label of the button, or of the picked item of a menu.
func (c click) chosen() string {
	for _, item := range c.items {
		if slices.Contains(c.picks, item.Value) {
			return item.Label
		}
	}
	return c.label
}

// step draws a click, makes it, and compares the message that follows with the model.
func (p *player) step(t *rapid.T) {
	c, mode, ok := p.draw(t)
	if !ok {
		return
	}
	path, _, ours := wire.ParseCustomID(wire.CustomID(c.path, mode))
	if !ours {
		t.Fatalf("%q is not ours", c.path)
	}
	c.user = rapid.SampledFrom(people).Draw(t, "person")
	req := chat.Request{Path: path, Picked: c.picks, Puzzle: p.now.Puzzle, User: c.user}
	if form := p.all[0].Inquire(&chat.Request{Path: path, Puzzle: p.now.Puzzle, Locale: "en-US"}).Form(); form != nil {
		c.typed = p.typed(t)
		u, err := url.Parse(form.Path)
		if err != nil || len(form.Fields) == 0 {
			t.Fatalf("the form of %q: %+v", path, form)
		}
		c.query, req.Path, req.Fields = u.Query(), form.Path, map[string]string{form.Fields[0].Name: c.typed}
	}
	before := p.now.Puzzle
	r := p.answer(t, req)
	if d, ok := p.model.(*duel); ok {
		if refused := r.Tone == chat.Failure; refused != d.refuses(c) {
			t.Fatalf("%s by %s: %s", path, c.user, r.Title)
		} else if refused { // the message stays
			return
		}
	}
	p.see(t, r)
	t.Logf("%s %q %v %q: %q", c.label, req.Path, c.picks, c.typed, r.Puzzle)
	if c.after = r; c.turn() == "another" || c.turn() == "harder" {
		p.model = p.game.begin(t, p.now, p.options)
	} else {
		p.model.touch(t, c)
	}
	p.compare(t, p.now)
	if t.Failed() {
		t.Fatalf("from %q", before)
	}
}

// draw picks a control of the message, half of the times a button of the grid if there is one. It
// returns false if no control goes on with the game.
func (p *player) draw(t *rapid.T) (click, chat.Mode, bool) {
	type control struct {
		click
		mode chat.Mode
		most int
	}
	var cells, others []control
	add := func(to *[]control, path, label string, mode chat.Mode, menu *chat.Menu) {
		u, err := url.Parse(path)
		if err != nil {
			t.Fatal(err)
		}
		q := u.Query()
		if goesOn := mode == chat.EditByOwner || mode == chat.Beside || mode == chat.EditByAnyone; !goesOn || q.Get("turn") == "" && q.Get("form") == "" {
			return
		}
		c := control{click: click{path: path, query: q, label: label}, mode: mode}
		if menu != nil {
			c.items, c.most = menu.Items, menu.Most
		}
		*to = append(*to, c)
	}
	for _, row := range p.now.Grid {
		for _, b := range row {
			if !b.Disabled {
				add(&cells, b.Path, b.Label+b.Emoji, b.Mode, nil)
			}
		}
	}
	for _, b := range p.now.Buttons {
		if !b.Disabled && b.URL == "" {
			add(&others, b.Path, b.Label, b.Mode, nil)
		}
	}
	for _, m := range p.now.Menus {
		add(&others, m.Path, m.Hint, m.Mode, m)
	}
	from := others
	if len(others) == 0 || len(cells) > 0 && rapid.Bool().Draw(t, "a cell") {
		from = cells
	}
	if len(from) == 0 {
		return click{}, 0, false
	}
	c := from[rapid.IntRange(0, len(from)-1).Draw(t, "control")]
	if c.items != nil {
		c.picks = pick(t, c.items, c.most)
	}
	c.path = restyled(t, c.path)
	return c.click, c.mode, true
}

// pick draws one item of a menu, or up to most of them.
func pick(t *rapid.T, items []chat.Item, most int) (values []string) {
	if most == 0 {
		return []string{rapid.SampledFrom(items).Draw(t, "item").Value}
	}
	for _, i := range rapid.SliceOfNDistinct(rapid.IntRange(0, len(items)-1), 0, most, rapid.ID[int]).Draw(t, "items") {
		values = append(values, items[i].Value)
	}
	return values
}

// restyled changes the theme of a path every second time, as if the message had been begun in the other
// theme.
func restyled(t *rapid.T, path string) string {
	const dark, light = "theme=dark", "theme=light"
	if !rapid.Bool().Draw(t, "the other theme") {
		return path
	}
	return strings.NewReplacer(dark, light, light, dark).Replace(path)
}

// carried returns the puzzle that a message carries, and the lines of turns below it. It leaves out the
// lines with the order that made the puzzle and with the time that a game took.
func carried(r *chat.Reply) (puzzle string, turns []string) {
	lines := strings.Split(r.Puzzle, "\n")
	for _, line := range lines[1:] {
		if !strings.HasPrefix(line, "* ") {
			turns = append(turns, line)
		}
	}
	return lines[0], turns
}

// same fails if two boards differ.
func same(t *rapid.T, what string, got, want []string) {
	if !slices.Equal(got, want) {
		t.Fatalf("%s:\n%s\nwant:\n%s", what, strings.Join(got, " "), strings.Join(want, " "))
	}
}

// signsOf returns the signs of a sheet, one a cell.
func signsOf[S ~[]byte](sheet S) (all []string) {
	for _, sign := range sheet {
		all = append(all, fmt.Sprintf("%c", sign))
	}
	return all
}
