package ask

import (
	"context"
	"strings"

	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/vision"
)

// Offer is the name of the action of a request that does not say what to do with a picture, with
// marks, or with a board that was put together on buttons or in a form. It shows what was read to
// the asker alone, and asks what they would like: a solution would spoil what they work at. No menu
// lists it.
const Offer = "offer"

// offering returns the action Offer, which all kinds have.
func offering() *Action {
	return &Action{Name: Offer, Private: true, Alone: true, Short: true, Do: offer}
}

// An Unsolved game can show its board as it is now, without any of its solution.
type Unsolved interface{ ShowUnsolved(r *Answer) }

// A Begun game, or order for one, tells whether it comes with a person's marks.
type Begun interface{ Begun() bool }

// offer answers with what was read and with a button to each thing that people do with a puzzle, a
// hint first. It draws no board if the picture beside the answer shows the same.
func offer(_ context.Context, a *Ask, g Game) *Answer {
	r := a.New(chat.Plain, a.Say.Text("offer", words.With{"Puzzle": words.Capital(a.Kind.Seen(g, a.Say))}))
	r.Game, r.Private = g, !a.WantsPublic()
	if u, ok := g.(Unsolved); ok && (!a.Traced || a.Spoken() || begun(g)) {
		u.ShowUnsolved(r)
	}
	r.Offer(a.Choice("button.hint", Hint), a.Choice("button.mistakes", Check))
	if play := a.Kind.Action(Play); play.When == nil || play.When(r) {
		r.Offer(a.Choice("button.play", Play))
	}
	r.Offer(a.Choice("button.solve", Solve))
	r.Buttons[0].Strong = true
	return r
}

// Choice returns the button to an action, for a puzzle that was shown to the asker alone. So is the
// answer, which other than a hint or a game can be shown to all from there, unless the person asked
// for a public answer. Label is the id of a phrase.
func (a *Ask) Choice(label, action string) chat.Button {
	change := a.KeepSpoiler(Change{"do": action})
	b := a.Button(label, change)
	if done := a.Kind.Action(action); !done.Private && !done.Game {
		change["show"] = true
		if path := a.Link(change); path != "" { // else it is too long
			b.Path = path
		}
	}
	b.Mode = words.If(a.WantsPublic(), chat.Publicly, chat.Privately)
	return b
}

// SaysSolve reports whether the person asked for the solution outright, be it that of a new puzzle.
// A button does not count: its path may say the same of a new puzzle that it shows.
func (a *Ask) SaysSolve() bool {
	return a.Options.Text("do") == Solve && (a.Path == "" || a.Form == Sent)
}

// Unsaid reports whether the request leaves open what to do.
func (a *Ask) Unsaid() bool { return a.Options.Text("do") == "" }

// ToDraw returns the ask for a puzzle that is drawn from its image, as there is no board on it to
// offer. The answer is as private as that would have been, and can be shown to all. Without an image
// it returns the ask itself.
func (a *Ask) ToDraw() *Ask {
	if _, image := a.Options.File(chat.ImageOption); !image || !a.Unsaid() || a.Action.Name != Offer {
		return a
	}
	other := *a
	other.Action, other.Show = &a.Kind.Actions[0], a.IsPrivate()
	return &other
}

// usual returns the action of an ask that does not say what to do: Offer if a solution might spoil
// something, or else the kind's first. A drawing that a maker typed is repaired.
func (a *Ask) usual() *Action {
	_, image := a.Options.File(chat.ImageOption)
	switch {
	case a.ForMakers() && !image:
		return a.Kind.Action(a.Kind.Maker.Actions[0])
	case a.ForMakers():
		return &a.Kind.Actions[0] // the image is drawn
	case a.Form == Sent, a.Edit != "", a.Path == "" && !a.Given(), a.Kind.Marks != "" && a.Options.Text(MarksField) != "":
	case image && a.Text == "" && a.Kind.Photo != vision.Any && !a.Kind.Drawing(a.Options):
	case a.Path == "" && a.hasMarks():
	default:
		return &a.Kind.Actions[0]
	}
	return offering()
}

// hasMarks reports whether the puzzle that was typed, or came in a file, has marks behind it.
func (a *Ask) hasMarks() bool {
	text := a.Text
	if f, ok := a.Options.File("file"); ok {
		text = strings.TrimPrefix(string(f.Data), "\ufeff")
	}
	if a.Kind.Marks == "" || strings.TrimSpace(text) == "" {
		return false
	}
	game, err := a.Kind.Read(text, a.Options)
	return err == nil && begun(game)
}

// begun reports whether a game comes with a person's marks.
func begun(game Game) bool {
	g, ok := game.(Begun)
	return ok && g.Begun()
}
