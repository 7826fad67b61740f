package nonogram

import (
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
)

// lines writes a puzzle for mending by hand: a line for each clue, and an empty line between rows
// and columns.
func lines(g ask.Game) string {
	p := g.(deduce.Game).Puzzle.(game)
	if p.InColours() {
		return strings.NewReplacer(":", ":\n", ";", "\n", "|", "\n\n").Replace(p.Puzzle.String())
	}
	rows, cols := p.Size()
	var all []string
	for r := range rows {
		all = append(all, p.Clue(false, r))
	}
	all = append(all, "")
	for c := range cols {
		all = append(all, p.Clue(true, c))
	}
	return strings.Join(all, "\n")
}
