package commands

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/solvers"
)

// source returns the text of the ask's puzzle, typed or from a file, or an image to draw. The
// refusal tells that there is no puzzle, or more than one.
func (c *Commands) source(a *ask.Ask) (text string, own *chat.Upload, refusal *ask.Answer) {
	text = a.Text
	given := 0
	if a.Typed {
		given++
		if n := utf8.RuneCountInString(text); n > c.settings.MaxPuzzle && !a.Carried && !a.Touch {
			return "", nil, a.Notice("too-long", words.With{"Length": n, "Max": c.settings.MaxPuzzle})
		}
	}
	f, isText := a.Options.File("file")
	if isText {
		given++
		text = strings.TrimPrefix(string(f.Data), "\ufeff")
	}
	if f, ok := a.Options.File(chat.ImageOption); ok {
		given++
		own = &f
	}
	switch {
	case given == 0: // the clicked reply has lost its puzzle
		r := a.Notice("no-puzzle", words.With{"Command": a.Sample("")})
		r.Offer(helpButton(r.Ask))
		return "", nil, r
	case given > 1:
		return "", nil, a.Notice("two-puzzles")
	case isText && len(f.Data) > chat.MaxPuzzleFile:
		return "", nil, a.Notice("file.too-large", words.With{"Max": fmt.Sprint(chat.MaxPuzzleFile>>20, " MiB")})
	case isText && !a.Kind.Readable(text):
		return "", nil, a.Notice("file.no-text")
	case own == nil && strings.TrimSpace(text) == "":
		return "", nil, misread(a, text, solvers.At(text, len(text), "puzzle", a.Aside().Say.Text("error.a-puzzle"), nil))
	}
	return text, own, nil
}

// read returns the game of an ask, or the answer that tells why there is none.
func (c *Commands) read(a *ask.Ask) (ask.Game, *ask.Answer) {
	text, file, r := c.source(a)
	if r != nil {
		return nil, r
	}
	if file != nil {
		return a.Kind.Open(*file, a.Options), nil
	}
	if a.Kind.Lookup != nil {
		if r, err := a.Kind.Lookup(text, a.Say); err != nil {
			return nil, misread(a, text, err)
		} else if r != nil {
			r.Ask = a
			return nil, r
		}
	}
	game, err := c.readText(a, text)
	if err != nil {
		if r := c.refuseLink(a, text); r != nil {
			return nil, r
		}
		return nil, misread(a, text, err)
	}
	if _, order := game.(ask.Order); !order && quotable(text) {
		text = strings.TrimSpace(text)
		if code := game.String(); !strings.Contains(text+code, "\n") { // there are no marks below
			a.ReadFrom(text, code)
		}
	}
	return game, nil
}

// readText reads a text by the rules of the ask: as the order for a day's puzzle, or as the kind
// does.
func (c *Commands) readText(a *ask.Ask, text string) (ask.Game, error) {
	if o := c.readDaily(a, text); o != nil {
		return o, nil
	}
	return a.Kind.Read(text, a.Options)
}
