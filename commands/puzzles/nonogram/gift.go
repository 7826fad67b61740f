package nonogram

import (
	"context"
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
)

// A gift is a picture that a person sends to others as a puzzle. Its name stands behind the clues,
// in base64, as everybody can see these. Solving the puzzle tells the name.

// giftAction is the action that sends a gift, and the form that asks for its names.
const giftAction = "gift"

// Fields of that form, and the most characters that are shown of them.
const (
	nameField  = "name"
	titleField = "title"
	longest    = 60
)

// nameSign stands between a puzzle and its name.
const nameSign = " !"

// cutName cuts the name off a puzzle's text. Without a name it returns the text as it is.
func cutName(text string) (puzzle, name string) {
	puzzle, code, found := strings.Cut(text, nameSign)
	decoded, err := base64.RawURLEncoding.DecodeString(strings.TrimSpace(code))
	if !found || err != nil || !utf8.Valid(decoded) {
		return text, ""
	}
	return puzzle, string(decoded)
}

// String returns the puzzle's encoding, with its name if it has one.
func (p game) String() string {
	if p.name == "" {
		return p.Puzzle.String()
	}
	return p.Puzzle.String() + nameSign + base64.RawURLEncoding.EncodeToString([]byte(p.name))
}

// offerGift adds the button that sends the puzzle of an answer to others.
func offerGift(r *ask.Answer) {
	r.Offer(r.Ask.Button("button.gift", ask.Change{"do": giftAction, "form": giftAction}))
}

// form returns the form for the names of a gift, or for typed moves.
func form(a *ask.Ask) *chat.Form {
	if a.Form != giftAction {
		return deduce.MovesForm(a)
	}
	say := a.Say
	return &chat.Form{
		Title: say.Text("nonogram.gift.form"), Path: a.Link(ask.Change{"do": giftAction, "form": ask.Sent}), Mode: chat.Publicly,
		Fields: []chat.Field{
			{Name: nameField, Label: say.Text("nonogram.gift.name"), Detail: say.Text("nonogram.gift.name-how"), Short: true, Most: longest},
			{Name: titleField, Label: say.Text("nonogram.gift.title"), Sample: say.Text("nonogram.gift.sample"), Short: true, Most: longest, Optional: true},
		},
	}
}

// send shows everybody the empty grid of a puzzle under the title that its sender gave it, with the
// ways to play it and none to its solution.
func send(ctx context.Context, a *ask.Ask, g deduce.Game) *ask.Answer {
	p := g.Puzzle.(game)
	p.name = words.Plain(a.Fields[nameField], longest)
	g = deduce.Game{Puzzle: p}
	r := a.Kind.Action(ask.Blank).Do(ctx, a, g)
	if r.Tone == chat.Failure {
		return r
	}
	title := words.Quoted(a.Fields[titleField], longest)
	if title == "" {
		title = a.Say.Text("nonogram.gift.untitled")
	}
	r.Tone, r.Title, r.Game, r.Tucked = chat.Good, a.Say.Text("nonogram.gift.made", words.With{"Title": title}), g, true
	rows, cols := p.Size()
	who := ""
	if a.User != "" {
		who = "<@" + a.User + ">"
	}
	r.Text = ask.Join("\n", a.Say.Text("nonogram.gift.text", ask.Size(rows, cols, a.Say), words.With{"Who": who}), r.Text)
	play := a.Button("button.play", ask.Change{"do": ask.Play})
	play.Strong = true
	r.Offer(play, a.Button("button.hint", ask.Change{"do": ask.Hint}))
	return r
}
