package nonogram

import (
	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/solvers/nonogram/notation"
)

// written writes a puzzle for each program that can show its colours, or for all if it has none.
func written(puzzle deduce.Puzzle, a *ask.Ask) []deduce.Written {
	p := puzzle.(game).Puzzle
	all := []deduce.Written{
		{Program: ".non", File: "puzzle.non", Text: notation.Non(p)},
		{Program: "webpbn", File: "puzzle.xml", Text: notation.XML(p)},
	}
	if p.InColours() {
		return append(all,
			deduce.Written{Program: ".g", File: "puzzle.g", Text: notation.G(p)},
			deduce.Written{Program: "nonogrid", File: "puzzle.toml", Text: notation.TOML(p)},
			deduce.Written{Program: "JSON", File: "puzzle.json", Text: notation.JSON(p)})
	}
	link := ""
	if p.Given == nil {
		link = notation.Link(p)
	}
	return append([]deduce.Written{
		{Program: "puzz.link", File: "link.txt", Text: link, Line: true},
		{Program: a.Say.Text("nonogram.pattern"), File: "pattern.txt", Text: notation.Pattern(p), Line: true},
	}, all...)
}
