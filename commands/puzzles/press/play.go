package press

import (
	"context"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
)

// A Game is played alone: by pressing pads until nothing is left to do. To press the same
// pad again takes the press back.
type Game interface {
	ask.Game
	// Pads are the buttons, at most PadRow rows of at most PadRow; nil for a board that has
	// more.
	Pads() [][]Pad
	// Press is the puzzle after a press; false for a pad that it does not have.
	Press(pad string) (Game, bool)
	// Left are pads whose presses end the game, the fewest there are; not solvable where
	// none do. The error is that of ctx, where there was no time to tell.
	Left(ctx context.Context) (pads []string, solvable bool, err error)
	// Scene is the board beside the pads; nil where the pads show all.
	Scene() *render.Board
}

// PlaySays are the ids of the phrases that Play says of a kind of that name.
func PlaySays(kind string) []string { return words.IDs(kind+".", "play") }

// A Pad is one button of a game.
type Pad struct{ Name, Label, Emoji string }

// maxTurns is how long a game may last, for its turns to stand in a reply.
const maxTurns = 150

// Turns that are no pads, beside those of every game.
const (
	undo = "undo"
	hint = "hint"
)

// CanPlay tells whether a game about what an answer shows can be offered.
func CanPlay(r *ask.Answer) bool {
	g, ok := r.Game.(Game)
	return ok && r.Tone != chat.Bad && g.Pads() != nil
}

// Play is the answer to a turn.
func Play(ctx context.Context, a *ask.Ask, start Game) *ask.Answer {
	best, solvable, err := start.Left(ctx)
	switch {
	case err != nil:
		return a.Unanswered(err)
	case !solvable:
		return a.Notice("unplayable")
	case len(best) == 0:
		return a.Notice("played-out")
	case start.Pads() == nil:
		return a.Notice("too-large-to-play")
	}
	presses := strings.Fields(a.Saved)
	switch a.Turn {
	case "", ask.Again, ask.Another:
		presses = nil
	case hint:
	case undo:
		presses = presses[:max(len(presses)-1, 0)]
	default:
		presses = append(presses, a.Turn)
	}
	now := start
	for _, pad := range presses {
		next, ok := now.Press(pad)
		if !ok {
			return a.Notice("unknown")
		}
		now = next
	}
	left, _, err := now.Left(ctx)
	if err != nil {
		return a.Unanswered(err)
	}
	return show(a, start, now, presses, best, left)
}

// show is the answer that a game stands so, with left as the fewest presses to its end, and
// best as those that there were at the start.
func show(a *ask.Ask, start, now Game, presses, best, left []string) *ask.Answer {
	say, name, n := a.Say, a.Kind.Name, len(presses)
	about := words.With{"Puzzle": say.Text(name + ".name")}
	r := a.New(chat.Plain, say.Text("play.title", about))
	over := len(left) == 0
	stuck := over || n >= maxTurns
	switch {
	case over:
		r.Tone, r.Title = chat.Good, say.Count("play.won", n, about)
		r.Text = say.Count(words.If(n == len(best), "play.best", "play.fewest"), len(best))
	case stuck:
		r.Tone, r.Text = chat.Mixed, say.Count("play.too-long", n)
	default:
		r.Text = ask.Join("\n", say.Text(name+".play"), say.Count("play.fewest", len(best)), say.Count("play.count", n))
	}
	hinted := ""
	if a.Turn == hint && !over {
		hinted = left[0]
		r.Text = ask.Join("\n", r.Text, say.Text("play.hint", words.With{"Pad": padName(now, hinted)}))
	}
	r.Puzzle = ask.Join("\n", start.String(), strings.Join(presses, " "))
	r.Show(now.Scene(), "")
	for _, row := range now.Pads() {
		var buttons []chat.Button
		for _, pad := range row {
			buttons = append(buttons, chat.Button{Label: pad.Label, Emoji: pad.Emoji, Path: Turn(a, pad.Name), Mode: chat.EditByOwner, Strong: pad.Name == hinted, Disabled: stuck})
		}
		r.Grid = append(r.Grid, buttons)
	}
	r.Offer(
		Button(a, "button.undo", undo, over || n == 0),
		Button(a, "button.hint", hint, stuck),
		Button(a, "button.again", ask.Again, over || n == 0))
	if a.Kind.Deal != nil {
		r.Offer(Button(a, "button.another", ask.Another, false))
	}
	return r
}

// Turn is where a click leads that goes on with a game.
func Turn(a *ask.Ask, turn string) string { return a.Link(ask.Change{"do": ask.Play, "turn": turn}) }

// Button is a button that goes on with a game, in its reply's place.
func Button(a *ask.Ask, label, turn string, disabled bool) chat.Button {
	return chat.Button{Label: a.Say.Text(label), Path: Turn(a, turn), Mode: chat.EditByOwner, Disabled: disabled}
}

// padName is how a pad is called in a sentence.
func padName(g Game, name string) string {
	for _, row := range g.Pads() {
		for _, pad := range row {
			if pad.Name == name && pad.Label != "" {
				return pad.Emoji + " " + pad.Label
			}
		}
	}
	return name
}
