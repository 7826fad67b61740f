package commands

import (
	"context"
	"errors"
	"unicode/utf8"

	"kibitz/solvers"
)

// asTyped is the value of a suggestion for a text that is longer than a
// suggestion may be. Who picks it loses the text, and is asked for it as if
// there had been none.
const asTyped = "…"

// longestSuggestion is how long a suggestion's value may be, in characters.
const longestSuggestion = 100

// Suggest says what has been read so far of the puzzle that is being typed, or
// offers samples. It costs one reading of a text as long as a chat allows.
func (s *Set) Suggest(ctx context.Context, req *Request, option string) []Choice {
	p, say := s.puzzle(req.Command), s.words.in(req.Locale)
	if p == nil || option != "puzzle" {
		return nil
	}
	o := values(req.Options)
	text := o.text("puzzle")
	switch n := utf8.RuneCountInString(text); {
	case n == 0:
		return p.offer(ctx, say)
	case n > s.settings.MaxPuzzle:
		return []Choice{{Name: say.text("suggest.too-long", with{"Length": n, "Max": s.settings.MaxPuzzle}), Value: asTyped}}
	}
	game, err := p.read(text, o)
	if err == nil {
		return p.complete(text, game, say)
	}
	if p.lookup != nil {
		if r, err := p.lookup(text, say); r != nil && err == nil {
			return []Choice{{Name: r.Title, Value: text}}
		}
	}
	return []Choice{{Name: unread(err, say), Value: short(text)}}
}

// offer are samples of what may be typed.
func (p *puzzle) offer(ctx context.Context, say phrases) []Choice {
	var all []Choice
	for _, sample := range append([]string{p.example}, p.samples...) {
		if game, err := p.read(sample, values{}); err == nil && ctx.Err() == nil {
			all = append(all, Choice{Name: say.text("suggest.sample", with{"Seen": seen(p, game, say), "Sample": sample}), Value: sample})
		}
	}
	return all
}

// complete is the suggestion for a text that is a puzzle. A shorter notation of
// the same puzzle stands for one that is too long.
func (p *puzzle) complete(text string, game subject, say phrases) []Choice {
	what := seen(p, game, say)
	value := short(text)
	if value != asTyped {
		return []Choice{{Name: say.text("suggest.whole", with{"Seen": what}), Value: value}}
	}
	if code := game.String(); code != "" && short(code) != asTyped {
		return []Choice{{Name: say.text("suggest.whole", with{"Seen": what}), Value: code}}
	}
	return []Choice{{Name: say.text("suggest.long", with{"Seen": what}), Value: asTyped}}
}

// short is the text, or asTyped where it is too long to be suggested.
func short(text string) string {
	return either(utf8.RuneCountInString(text) <= longestSuggestion, text, asTyped)
}

// unread says how far a text could be read.
func unread(err error, say phrases) string {
	syntax, ok := errors.AsType[*solvers.SyntaxError](err)
	if !ok {
		return say.text("notice.unknown.title", nil)
	}
	if open, _ := syntax.Args["Open"].(bool); open { // a line is too short, and there may be more of them to come
		return say.text("suggest.so-far", with{"Rows": syntax.Args["Rows"], "Cols": syntax.Args["Cols"],
			"Clue": visible(syntax.Found), "Need": syntax.Args["Need"]})
	}
	with := with{"Column": syntax.Column, "Found": visible(syntax.Found), "Expected": say.expectedPlain(syntax)}
	return say.text(either(syntax.Found == "", "suggest.unfinished", "suggest.wrong"), with)
}
