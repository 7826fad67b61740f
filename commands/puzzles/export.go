package puzzles

import (
	"context"
	"strings"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles/deduce"
	"kibitz/solvers/nonogram/notation"
)

// A written puzzle is one in the notation of another program.
type written struct {
	program string // its name
	file    string // what it is attached as; for a line, where it is too long to stand in the reply
	text    string // "" where the notation has no form for the puzzle
	line    bool   // people copy it, rather than open it
}

// longestLine is how long a line may be, in characters, to stand in the reply.
const longestLine = 600

// exports is the action that gives a puzzle in the notations of other programs.
func exports(write func(p deduce.Puzzle, a *ask.Ask) []written) ask.Action {
	return ask.Action{Name: "export", Private: true, Short: true, When: forMaker, Do: ask.On(func(_ context.Context, a *ask.Ask, g deduce.Game) *ask.Answer {
		rows, cols := g.Size()
		r := a.New(chat.Plain, a.Say.Text(a.Kind.Name+".blank", ask.Size(rows, cols, a.Say)))
		told := []string{a.Say.Text("export-how")}
		for _, w := range write(g.Puzzle, a) {
			switch {
			case w.text == "":
			case w.line && utf8.RuneCountInString(w.text) <= longestLine:
				told = append(told, "**"+w.program+"**: `"+w.text+"`")
			default:
				r.Files = append(r.Files, chat.File{Name: w.file, Data: []byte(w.text)})
			}
		}
		r.Text = strings.Join(told, "\n")
		return r
	})}
}

// forMaker tells whether an answer is one that somebody who makes puzzles asks for.
func forMaker(r *ask.Answer) bool {
	switch r.Ask.Action.Name {
	case ask.Check, ask.Blank, "repair":
		return r.Tone == chat.Good || r.Tone == chat.Plain || r.Tone == chat.Mixed
	}
	return false
}

// writtenNonogram writes a puzzle as those programs have it that know its colours, or have none.
func writtenNonogram(puzzle deduce.Puzzle, a *ask.Ask) []written {
	p := puzzle.(nonogramGame).Puzzle
	all := []written{
		{program: ".non", file: "puzzle.non", text: notation.Non(p)},
		{program: "webpbn", file: "puzzle.xml", text: notation.XML(p)},
	}
	if p.InColours() {
		return append(all,
			written{program: ".g", file: "puzzle.g", text: notation.G(p)},
			written{program: "nonogrid", file: "puzzle.toml", text: notation.TOML(p)},
			written{program: "JSON", file: "puzzle.json", text: notation.JSON(p)})
	}
	link := ""
	if p.Given == nil {
		link = notation.Link(p)
	}
	return append([]written{
		{program: "puzz.link", file: "link.txt", text: link, line: true},
		{program: a.Say.Text("nonogram.pattern"), file: "pattern.txt", text: notation.Pattern(p), line: true},
	}, all...)
}

func writtenKakuro(puzzle deduce.Puzzle, _ *ask.Ask) []written {
	g := puzzle.(kakuroGame)
	return []written{
		{program: "puzz.link", file: "link.txt", text: g.page(), line: true},
		{program: "pzprv3", file: "pzprv3.txt", text: g.File()},
		{program: "text", file: "grid.txt", text: g.Puzzle.String()},
	}
}
