package commands

import (
	"context"
	"errors"
	"fmt"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/solvers"
)

// longestSuggestion is the longest value of a suggestion, in characters.
const longestSuggestion = 100

// Suggest returns suggestions for the option that a person is typing: for a puzzle what the text so
// far reads as, what is wrong with it, or samples if there is no text yet; for a technique its
// names; nil for any other option. It costs one reading of a text as long as a chat allows, and
// makes no puzzle.
func (c *Commands) Suggest(ctx context.Context, req *chat.Request, option string) []chat.Choice {
	a, ok := ask.Read(req, c.kinds)
	if ok && a.Name == "help" && option == techniqueOption {
		return c.suggestTechniques(a)
	}
	if !ok || a.Kind == nil || option != ask.PuzzleField {
		return nil
	}
	text, say := a.Text, a.Say
	switch n := utf8.RuneCountInString(text); {
	case n == 0:
		return offer(ctx, a.Kind, say)
	case n > c.settings.MaxPuzzle:
		return []chat.Choice{{Name: say.Text("suggest.too-long", words.With{"Length": n, "Max": c.settings.MaxPuzzle}), Value: ask.AsTyped}}
	}
	if o := c.readDaily(a, text); o != nil {
		return []chat.Choice{{Name: say.Text("suggest.whole", words.With{"Seen": o.title(say)}), Value: text}}
	}
	game, err := a.Kind.Read(text, a.Options)
	if err == nil {
		return complete(a.Kind, text, game, say)
	}
	if a.Kind.Lookup != nil {
		switch r, wrong := a.Kind.Lookup(text, say); {
		case wrong != nil:
			err = wrong
		case r != nil:
			return []chat.Choice{{Name: r.Title, Value: text}}
		}
	}
	if r := c.refuseLink(a, text); r != nil {
		return []chat.Choice{{Name: say.Text("suggest.refused", words.With{"Why": r.Title}), Value: short(text)}}
	}
	return []chat.Choice{{Name: unread(err, say), Value: short(text)}}
}

// offer returns samples of texts to type, each with what it reads as; fewer if the time ends.
func offer(ctx context.Context, k *ask.Kind, say words.Phrases) []chat.Choice {
	var all []chat.Choice
	for _, sample := range k.Examples() {
		if game, err := k.Read(sample, nil); err == nil && ctx.Err() == nil {
			all = append(all, chat.Choice{Name: say.Text("suggest.sample", words.With{"Seen": k.Seen(game, say), "Sample": sample}), Value: sample})
		}
	}
	return all
}

// A doubtful game tells what is visibly wrong with it before it is solved; "" for nothing.
type doubtful interface {
	Doubt(say words.Phrases) string
}

// complete returns the suggestion for a text that is a puzzle: what it is, or what is visibly wrong
// with it. A text too long for a suggestion is replaced by the puzzle's own notation. If that is
// too long as well, the suggestion's value is AsTyped.
func complete(k *ask.Kind, text string, game ask.Game, say words.Phrases) []chat.Choice {
	seen := words.With{"Seen": k.Seen(game, say)}
	if d, ok := game.(doubtful); ok {
		if doubt := d.Doubt(say); doubt != "" {
			return []chat.Choice{{Name: say.Text("suggest.doubt", seen, words.With{"Doubt": doubt}), Value: short(text)}}
		}
	}
	for _, value := range []string{text, game.String()} {
		if short(value) != ask.AsTyped {
			return []chat.Choice{{Name: say.Text("suggest.whole", seen), Value: value}}
		}
	}
	return []chat.Choice{{Name: say.Text("suggest.long", seen), Value: ask.AsTyped}}
}

// short returns a text, or AsTyped if it is too long for a suggestion.
func short(text string) string {
	return words.If(utf8.RuneCountInString(text) <= longestSuggestion, text, ask.AsTyped)
}

// unread tells how far a text could be read. For a text that may be unfinished (the argument Open)
// it tells what is still missing; for any other what is wrong and where.
func unread(err error, say words.Phrases) string {
	syntax, ok := errors.AsType[*solvers.SyntaxError](err)
	if !ok {
		return say.Text("notice.unknown.title")
	}
	if open, _ := syntax.Args["Open"].(bool); open { // the person may not have finished typing
		switch a := syntax.Args; {
		case a["Need"] != nil:
			return say.Text("suggest.so-far", words.With{"Rows": a["Rows"], "Cols": a["Cols"], "Clue": words.Visible(fmt.Sprint(a["Clue"])), "Need": a["Need"]})
		case a["Want"] != nil:
			return say.Text("suggest.short-row", words.With{"Cells": a["Have"], "Cols": a["Want"]})
		}
	}
	if plainly := say.Plainly(syntax); plainly != "" && syntax.Found != "" {
		return say.Text("suggest.refused", words.With{"Why": plainly})
	}
	found := words.With{"Column": syntax.Column, "Found": words.Visible(syntax.Found), "Expected": say.ExpectedPlain(syntax)}
	return say.Text(words.If(syntax.Found == "", "suggest.unfinished", "suggest.wrong"), found)
}
