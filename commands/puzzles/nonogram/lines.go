package nonogram

import (
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
)

// nonogramLines returns a clue a line, and an empty line between those of rows and of columns.
func nonogramLines(g ask.Game) string {
	p := g.(deduce.Game).Puzzle.(nonogramGame)
	if p.InColours() {
		return strings.NewReplacer(":", ":\n", ";", "\n", "|", "\n\n").Replace(p.String())
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
