package commands

import (
	"slices"
	"strings"
	"unicode/utf8"

	"kibitz/solvers"
)

// maxTextFile is the largest puzzle text, in bytes, that comes as a file.
const maxTextFile = 1 << 20

// source is the text of the puzzle that a call is about, typed or in a file.
// Text is empty where the puzzle is in a file that the command itself reads, an
// option of its own. The Reply says why there is no puzzle, or not one.
func (s *Set) source(c call, p *puzzle, say phrases) (text string, refusal *Reply) {
	text = c.text
	given := 0
	if _, typed := c.options["puzzle"]; typed || text != "" {
		given++
		if n := utf8.RuneCountInString(text); n > s.settings.MaxPuzzle {
			return "", notice(say, "too-long", with{"Length": n, "Max": s.settings.MaxPuzzle})
		}
	}
	f, isText := c.options.file("file")
	if isText {
		given++
		text = strings.TrimPrefix(string(f.Data), "\ufeff")
	}
	own := slices.ContainsFunc(p.options, func(o Option) bool {
		_, ok := c.options.file(o.Name)
		return ok
	})
	if own {
		given++
	}
	switch {
	case given == 0: // a click on a reply without its puzzle
		r := notice(say, "no-puzzle", with{"Command": "/" + p.name + " puzzle:" + p.example})
		r.Buttons = []Button{{Label: say.text("button.help", nil), Path: "help?puzzle=" + p.name}}
		return "", r
	case given > 1:
		return "", notice(say, "two-puzzles", nil)
	case isText && !p.readable(text):
		return "", notice(say, "file.no-text", nil)
	case !own && strings.TrimSpace(text) == "":
		return "", s.misread(say, p, c.options, text, solvers.At(text, len(text), "puzzle", say.text("error.a-puzzle", nil), nil))
	}
	return text, nil
}

// given tells whether the options have a puzzle in them, in any form.
func (s *Set) given(p *puzzle, o values) bool {
	if text := o.text("puzzle"); text != "" && text != asTyped {
		return true
	}
	for _, v := range o {
		if _, isFile := v.(Upload); isFile {
			return true
		}
	}
	return false
}

// readable says whether a file may hold a puzzle: it is a text, or what the puzzle takes for one.
func (p *puzzle) readable(data string) bool {
	return utf8.ValidString(data) || p.binary != nil && p.binary(data)
}
