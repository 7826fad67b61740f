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
// such page, or nothing to play. The address names the kind, its rules, and the puzzle or the order that made
// it, behind a # so that no server's log has them. Code is what the reply carries: the puzzle, and below it
// what is marked. The marks go along if the address has room for them.
func (c *Commands) paintButton(ctx context.Context, r *ask.Answer, code string) []chat.Button {
	a, play := r.Ask, r.Ask.Kind.Action(ask.Play)
	asButtons := a.Action.Game && len(r.Grid) > 0 // each cell is a button already, and there is no room for more
	if c.settings.Site == "" || a.Touch || play == nil || asButtons || r.Tone == chat.Failure {
		return nil
	}
	if play.When != nil && !a.Action.Game && !play.When(r) {
		return nil
	}
	puzzle, below, _ := strings.Cut(code, "\n")
	puzzle = cmp.Or(a.Made, puzzle)
	texts := []string{puzzle}
	if a.Kind.Standing != nil && below != "" {
		texts = []string{a.Kind.Standing(ctx, puzzle, below, a.Options), puzzle}
	}
	if a.Kind.Page != nil && a.Made == "" { // addresses of pages on the web are the shortest notation
		texts = append(texts, a.Kind.Page(r.Game))
	}
	for _, text := range texts {
		if text == "" {
			continue
		}
		if address := c.settings.Site + "/board#" + paintPath(a, text); len(address) <= longestURL {
			return []chat.Button{{Label: a.Say.Text("button.paint"), URL: address}}
		}
	}
	return nil
}

// paintPath returns the path of a button that plays a puzzle by the rules of the ask.
func paintPath(a *ask.Ask, puzzle string) string {
	q := url.Values{ask.PuzzleField: {puzzle}}
	for _, o := range a.Kind.Options {
		if value := a.Options[o.Name]; value != nil && !o.Encoded && !o.OfAnswer {
			q.Set(o.Name, fmt.Sprint(value))
		}
	}
	return a.Kind.Name + "?" + q.Encode()
}
