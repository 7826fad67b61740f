package notation

import (
	"strings"

	"kibitz/solvers/nonogram"
)

// isG wants two lines that begin with ':'.
func isG(s source) bool {
	colons := 0
	for line := range s.Lines(s.All()) {
		if s.Clean[line.Lo] == ':' {
			colons++
		}
	}
	return colons >= 2
}

// readG reads Olšák's .g: a free header, then a line that starts with ':' before
// the rows, another before the columns, and perhaps one at the end.
func readG(s source) (*nonogram.Puzzle, error) {
	d, side := s.colouredDraft(), -1
	for line := range s.Lines(s.All()) {
		text := s.Of(line)
		switch {
		case text[0] == ':':
			side++
		case side < rows && (strings.HasPrefix(text, "#t") || strings.HasPrefix(text, "#T")):
			return nil, s.Expected(line.Lo, "nonogram.triddler", "a grid of squares: triddlers are not supported", nil)
		case side == rows || side == columns:
			if err := d.Clue(side, line); err != nil {
				return nil, err
			}
		}
	}
	return d.puzzle()
}
