package notation

import (
	"strings"

	"kibitz/solvers/nonogram"
)

// list is a puzzle as several solvers read it: the rows, one a line, and then the columns. Between
// them is a line "&" or else a blank one. '#' and '*' begin comments on lines of their own. In some
// files every line ends with a 0. A text with none of these marks is read as the numbers form.
type list struct {
	lines     []span // all lines with blank ones, without comments
	ampersand bool
	commented bool
	zeroEnded bool
}

// list returns a text as a list, and reports whether it has only numbers, comments and dividers.
func (s source) list() (l list, ok bool) {
	l.zeroEnded = true
	longer := false
	for line := range s.Split(s.All(), "\n") {
		switch text := s.Of(line); {
		case text == "":
		case text == "&":
			l.ampersand = true
		case text[0] == '#' || text[0] == '*':
			l.commented = true
			continue
		case strings.Trim(text, "0123456789, ") != "":
			return l, false
		default:
			longer = longer || strings.ContainsAny(text, ", ")
			l.zeroEnded = l.zeroEnded && (text == "0" || strings.HasSuffix(text, " 0"))
		}
		l.lines = append(l.lines, line)
	}
	l.zeroEnded = l.zeroEnded && longer
	return l, true
}

// isList reports whether a text is a list with at least one of its marks.
func isList(s source) bool {
	l, ok := s.list()
	return ok && (l.ampersand || l.commented || l.zeroEnded)
}

// readList reads rows and columns in a list.
func readList(s source) (*nonogram.Puzzle, error) {
	l, _ := s.list()
	d, side, gap := s.draft(), rows, false
	for _, line := range l.lines {
		text := s.Of(line)
		switch {
		case text == "&" && side == columns:
			return nil, s.Expected(line.Lo, "nonogram.end", "the end: rows and columns are complete", nil)
		case text == "&":
			side = columns
			continue
		case text == "":
			gap = gap || d.Len(rows) > 0
			continue
		}
		if gap && !l.ampersand {
			if side == columns {
				return nil, s.Expected(line.Lo, "nonogram.end", "the end: rows and columns are complete", nil)
			}
			side = columns
		}
		gap = false
		if l.zeroEnded && text != "0" {
			line.Hi = s.Trim(between(line.Lo, line.Hi-1)).Hi
		}
		if err := d.Clue(side, line); err != nil {
			return nil, err
		}
	}
	return d.puzzle()
}
