package commands

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
)

// paintButton returns the button to the page on which the answer's puzzle is played by touch; none if there is no
// such page, or nothing to play. Where the page opens in the chat itself, or the address would be too long, the
// button asks for it (see launch).
func (c *Commands) paintButton(ctx context.Context, r *ask.Answer, code string) []chat.Button {
	a, play := r.Ask, r.Ask.Kind.Action(ask.Play)
	if c.settings.Site == "" || a.Touch || play == nil || r.Tone == chat.Failure {
		return nil
	}
	if play.When != nil && !a.Action.Game && !play.When(r) {
		return nil
	}
	if !c.settings.Launches {
		for _, text := range c.painted(ctx, a, r.Game, code) {
			if address := c.settings.Site + "/board#" + paintPath(a, text); len(address) <= longestURL {
				return []chat.Button{{Label: a.Say.Text("button.paint"), URL: address, Spare: true}}
			}
		}
	}
	b := a.Button("button.paint", ask.Change{"do": ask.Play, "turn": ask.Paint})
	b.Spare = true // a board of buttons may leave no room
	return []chat.Button{b}
}

// painted returns what an address can say for the puzzle of an ask, the best first: the puzzle, or the order that
// made it, with what is marked in it, without that, and as the address of a page on the web, which is the shortest
// notation. Code is what the reply carries: the puzzle, and below it what is marked. Game may be nil.
func (c *Commands) painted(ctx context.Context, a *ask.Ask, game ask.Game, code string) (texts []string) {
	puzzle, below, _ := strings.Cut(code, "\n")
	puzzle = cmp.Or(a.Made, puzzle)
	if a.Kind.Standing != nil && below != "" {
		texts = append(texts, a.Kind.Standing(ctx, puzzle, below, a.Options))
	}
	texts = append(texts, puzzle)
	if a.Kind.Page != nil && a.Made == "" && game != nil {
		if page := a.Kind.Page(game); page != "" {
			texts = append(texts, page)
		}
	}
	return texts
}

// launch returns what a request opens on the page: the puzzle of the reply whose button was clicked, as far as it
// is played, or the puzzles of the day. It returns nil if the reply has no puzzle.
func (c *Commands) launch(a *ask.Ask) *chat.Launch {
	label := a.Say.Text("button.paint")
	if a.Name == chat.LaunchName {
		return &chat.Launch{Label: label}
	}
	if a.Text == "" {
		return nil
	}
	text := c.painted(context.Background(), a, nil, ask.Join("\n", a.Text, a.Saved))[0]
	return &chat.Launch{Path: paintPath(a, text), Bare: paintPath(a, ""), Label: label}
}

// launches reports whether an ask opens the page.
func (c *Commands) launches(a *ask.Ask) bool {
	return c.settings.Site != "" && (a.Name == chat.LaunchName && c.settings.Launches || a.Path != "" && a.Kind != nil && a.Turn == ask.Paint)
}

// paintPath returns the path of a button that plays a puzzle by the rules of the ask; "" for no puzzle yet.
func paintPath(a *ask.Ask, puzzle string) string {
	q := url.Values{}
	if puzzle != "" {
		q.Set(ask.PuzzleField, puzzle)
	}
	for _, o := range a.Kind.Options {
		if value := a.Options[o.Name]; value != nil && !o.Encoded && !o.OfAnswer {
			q.Set(o.Name, fmt.Sprint(value))
		}
	}
	return a.Kind.Name + "?" + q.Encode()
}
