package deduce

import (
	"context"
	"strings"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
)

// A Written puzzle is one in the notation of another program.
type Written struct {
	Program string // its name
	File    string // the name of the file that has the text, unless the text is a Line that is short
	Text    string // "" where the notation has no form for the puzzle
	Line    bool   // people copy it, rather than open it
}

// longestLine is how long a Line may be, in characters, to stand in the reply.
const longestLine = 600

// Exports returns the action that gives a puzzle in the notations of other programs.
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

// ForMaker reports whether an answer is one that people ask for who make puzzles.
func ForMaker(r *ask.Answer) bool {
	switch r.Ask.Action.Name {
	case ask.Check, ask.Blank, "repair":
		return r.Tone == chat.Good || r.Tone == chat.Plain || r.Tone == chat.Mixed
	}
	return false
}
