package commands

import (
	"context"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
)

// A playable is a subject that is played by pressing buttons until nothing is
// left to do. Pressing the same button again takes the press back.
type playable interface {
	subject
	// pads are the buttons to press, at most five rows of at most five; nil for a
	// board that has more.
	pads() [][]pad
	// press is the puzzle after a press; false for a pad that it does not have.
	press(name string) (playable, bool)
	// left are pads whose presses end the game, the fewest there are; false
	// where none do, or there is no time to find them.
	left(ctx context.Context) ([]string, bool)
	// scene shows the board beside its pads; it does nothing where the pads
	// show all.
	scene(r *Reply, say phrases)
}

// A pad is one button of a game.
type pad struct {
	name, label, emoji string
}

// maxTurns is how long a game may last, for its turns to stand in a reply.
const maxTurns = 150

// turns are a game so far. The reply carries them below the puzzle, in the same
// code block: a click means the same whoever serves it, and there is nothing to
// lose with a process.
type turns struct {
	moves []string
	click string // "" for a start; "undo", "hint", "again", "another"; or a pad

	below   string // what stands below the puzzle, where that is no presses
	entered string // moves, from a form
}

// deals says whether it can be done without a puzzle.
func (p *puzzle) deals(do string) bool { return do == "play" && p.deal != nil }

// game reads the puzzle to play, and its turns. Without a puzzle one is dealt.
func (p *puzzle) game(c call) (text string, t turns) {
	t.click, t.entered = c.options.text("turn"), c.entered
	text = c.text
	switch {
	case p.deal != nil && (t.click == "another" || text == "" && c.options["file"] == nil):
		t.click = ""
		return p.deal(rand.Uint64N(1_000_000)), t
	case t.click != "":
		text, t.below, _ = strings.Cut(text, "\n")
		t.moves = strings.Fields(t.below)
	}
	return text, t
}

// play is the reply to a turn.
func (t turns) play(ctx context.Context, p *puzzle, start playable, o values, say phrases) *Reply {
	par, ok := start.left(ctx)
	switch {
	case !ok || len(par) == 0:
		return notice(say, either(ok, "played-out", "unplayable"), nil)
	case start.pads() == nil:
		return notice(say, "too-large-to-play", nil)
	}
	hinted := false
	switch t.click {
	case "", "again":
		t.moves = nil
	case "hint":
		hinted = true
	case "undo":
		t.moves = t.moves[:max(len(t.moves)-1, 0)]
	default:
		t.moves = append(slices.Clone(t.moves), t.click)
	}
	now := start
	for _, name := range t.moves {
		next, ok := now.press(name)
		if !ok {
			return notice(say, "unknown", nil)
		}
		now = next
	}
	left, _ := now.left(ctx)
	r := &Reply{Puzzle: join("\n", start.String(), strings.Join(t.moves, " "))}
	over := len(left) == 0
	about := with{"Puzzle": say.text(p.name+".name", nil)}
	switch {
	case over:
		r.Tone = Good
		r.Title = say.count("play.won", len(t.moves), about)
		r.Text = say.count(either(len(t.moves) == len(par), "play.best", "play.fewest"), len(par), nil)
	case len(t.moves) >= maxTurns:
		r.Tone = Mixed
		r.Title = say.text("play.title", about)
		r.Text = say.count("play.too-long", len(t.moves), nil)
	default:
		r.Title = say.text("play.title", about)
		r.Text = join("\n", say.text(p.name+".play", nil), say.count("play.fewest", len(par), nil), say.count("play.count", len(t.moves), nil))
	}
	hint := ""
	if hinted && !over {
		hint = left[0]
		r.Text = join("\n", r.Text, say.text("play.hint", with{"Pad": padName(now, hint)}))
	}
	now.scene(r, say)
	stuck := over || len(t.moves) >= maxTurns
	turn := func(name string) string { return path(p, o, values{"do": "play", "turn": name}) }
	for _, row := range now.pads() {
		var buttons []Button
		for _, d := range row {
			buttons = append(buttons, Button{Label: d.label, Emoji: d.emoji, Path: turn(d.name), Strong: d.name == hint, Disabled: stuck})
		}
		r.Grid = append(r.Grid, buttons)
	}
	r.Buttons = []Button{
		{Label: say.text("button.undo", nil), Path: turn("undo"), Disabled: over || len(t.moves) == 0},
		{Label: say.text("button.hint", nil), Path: turn("hint"), Disabled: stuck},
		{Label: say.text("button.again", nil), Path: turn("again"), Disabled: over || len(t.moves) == 0},
	}
	if p.deal != nil {
		r.Buttons = append(r.Buttons, Button{Label: say.text("button.another", nil), Path: turn("another")})
	}
	return r
}

// padName is how a pad is called in a sentence.
func padName(g playable, name string) string {
	for _, row := range g.pads() {
		for _, d := range row {
			if d.name == name && d.label != "" {
				return d.emoji + " " + d.label
			}
		}
	}
	return name
}

// takeTurns has every button that goes on with a game take the place of the
// reply, so that there is one reply a game.
func takeTurns(r *Reply) {
	for _, row := range append(slices.Clone(r.Grid), r.Buttons) {
		for i, b := range row {
			u, err := url.Parse(b.Path)
			if err == nil && u.Query().Get("do") == "play" {
				row[i].Manner = Turn
			}
		}
	}
}
