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
		if n := utf8.RuneCountInString(text); n > c.settings.MaxPuzzle && !a.Carried {
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
		r := a.Notice("no-puzzle", words.With{"Command": "/" + a.Kind.Name + " puzzle:" + a.Kind.Example})
		r.Offer(helpButton(a))
		return "", nil, r
	case given > 1:
		return "", nil, a.Notice("two-puzzles")
	case isText && len(f.Data) > chat.MaxPuzzleFile:
		return "", nil, a.Notice("file.too-large", words.With{"Max": fmt.Sprint(chat.MaxPuzzleFile>>20, " MiB")})
	case isText && !a.Kind.Readable(text):
		return "", nil, a.Notice("file.no-text")
	case own == nil && strings.TrimSpace(text) == "":
		return "", nil, misread(a, text, solvers.At(text, len(text), "puzzle", a.Say.Text("error.a-puzzle"), nil))
	}
	return text, own, nil
}
