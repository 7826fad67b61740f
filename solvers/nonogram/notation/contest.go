package notation

import (
	"strings"

	"kibitz/solvers/nonogram"
)

// isContest reports whether a text begins with '$'.
func isContest(s source) bool { return s.begins("$") }

// readContest reads one puzzle of a TAAI contest: its name, then equally many lines for the columns
// and for the rows. A blank line or 0 is an empty clue.
func readContest(s source) (*nonogram.Puzzle, error) {
	p := between(s.Body().Lo, len(strings.TrimSuffix(s.Clean, "\n")))
	var lines []span
	for line := range s.Split(p, "\n") {
		switch {
		case line.Lo == p.Lo:
		case line.Lo < line.Hi && s.Clean[line.Lo] == '$':
			return nil, s.Expected(line.Lo, "nonogram.end", "the end: one puzzle at a time", nil)
		case len(lines) == 2*nonogram.MaxSide:
			return nil, s.CheckSize(line.Lo, nonogram.MaxSide+1, nonogram.MaxSide+1)
		default:
			lines = append(lines, line)
		}
	}
	if last := len(lines) - 1; last%2 == 0 && lines[last].Lo == lines[last].Hi {
		lines = lines[:last] // a blank line before the next puzzle
	}
	if len(lines)%2 == 1 {
		return nil, s.TooFew(p.Hi, len(lines)+1, len(lines))
	}
	d := s.draft()
	for i, line := range lines {
		side := columns
		if i >= len(lines)/2 {
			side = rows
		}
		if err := d.Clue(side, line); err != nil {
			return nil, err
		}
	}
	return d.puzzle()
}
