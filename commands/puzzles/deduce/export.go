package deduce

import (
	"context"
	"strings"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
)

// A Written puzzle is a puzzle in another program's notation.
type Written struct {
	Program string // its name
	File    string // file name for Text, unless it is a Line of up to longestLine characters
	Text    string // "" if the notation cannot express the puzzle
	Line    bool   // people copy the text; they do not open a file
}

// longestLine is the longest Line that stands in the reply itself, in characters.
const longestLine = 600

// Exports returns the action that writes a puzzle in the notations of other programs.
func Exports(write func(p Puzzle, a *ask.Ask) []Written) ask.Action {
	return ask.Action{Name: "export", Private: true, Short: true, When: ForMaker, Do: ask.On(func(_ context.Context, a *ask.Ask, g Game) *ask.Answer {
		rows, cols := g.Size()
		r := a.New(chat.Plain, a.Say.Text(a.Kind.Name+".blank", ask.Size(rows, cols, a.Say)))
		told := []string{a.Say.Text("export-how")}
		for _, w := range write(g.Puzzle, a) {
			switch {
			case w.Text == "":
			case w.Line && utf8.RuneCountInString(w.Text) <= longestLine:
				told = append(told, "**"+w.Program+"**: `"+w.Text+"`")
			default:
				r.Files = append(r.Files, chat.File{Name: w.File, Data: []byte(w.Text)})
			}
		}
		r.Text = strings.Join(told, "\n")
		return r
	})}
}

// PuzzLink returns the address of a puzzle on puzz.link; "" for a puzzle without a link.
func PuzzLink(link string) string {
	if link == "" {
		return ""
	}
	return "https://puzz.link/p?" + link
}

// ForMaker reports whether an answer is one that makers of puzzles ask for.
func ForMaker(r *ask.Answer) bool {
	switch r.Ask.Action.Name {
	case ask.Check, ask.Blank, "repair":
		return r.Tone == chat.Good || r.Tone == chat.Plain || r.Tone == chat.Mixed
	}
	return false
}
