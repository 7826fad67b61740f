package notation

import (
	"fmt"
	"strings"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/internal/clues"
)

// isNon wants a word of the format on the first line. As a label of the numbers form "rows" has
// clues behind it; here it has a size or nothing.
func isNon(s source) bool {
	p := s.Body()
	word := s.wordAt(p.Lo, p.Hi)
	switch strings.ToLower(word) {
	case "catalogue", "title", "by", "author", "copyright", "license", "width", "height", "color", "goal", "saved", "maxrule":
		return true
	case "rows", "columns":
		line, _, _ := strings.Cut(s.Of(between(p.Lo+len(word), p.Hi)), "\n")
		return strings.Trim(line, " ") == "" || line[0] == ' ' && strings.Trim(strings.Trim(line, " "), "0123456789") == ""
	}
	return false
}

// non is a file in Steve Simpson's format as it is read.
type non struct {
	source
	size    [2]int // as declared; 0 where it is not
	section int    // rows or columns, or -1 outside
	lines   [2][]span
	start   [2]int
	goal    span
}

// readNon reads .non: "width 5", "height 10", then the lines below a bare "rows"
// and below a bare "columns". A file without clues may have its goal instead. Runs may have
// colours, as in mikix's nonogram-db, if all have the same.
func readNon(s source) (*nonogram.Puzzle, error) {
	f := non{source: s, section: -1}
	for line := range s.Split(s.All(), "\n") {
		if err := f.line(line); err != nil {
			return nil, err
		}
	}
	if f.lines[rows] == nil && f.lines[columns] == nil && f.goal.Lo < f.goal.Hi {
		return s.goal(f.goal, f.size[rows], f.size[columns])
	}
	d := s.colouredDraft()
	for side := range f.lines {
		lines, err := f.clues(side)
		if err != nil {
			return nil, err
		}
		for _, line := range lines {
			if err := d.Clue(side, line); err != nil {
				return nil, err
			}
		}
	}
	return d.puzzle()
}

func (f *non) line(p span) error {
	text := f.Of(p)
	if text == "" || clues.IsDigit(text[0]) {
		return f.clue(p)
	}
	word := text
	if end := strings.IndexAny(text, " ,"); end >= 0 {
		word = text[:end]
	}
	rest := f.Trim(between(p.Lo+len(word), p.Hi))
	switch word = strings.ToLower(word); word {
	case "rows", "height":
		return f.property(rows, word == "rows", rest)
	case "columns", "width":
		return f.property(columns, word == "columns", rest)
	case "goal":
		f.goal = rest
	}
	f.section = -1
	return nil
}

// property is a size, or where nothing follows the head of a section. Some files
// have "width 45,height 45" on one line.
func (f *non) property(side int, head bool, rest span) error {
	f.section = -1
	if head && rest.Lo == rest.Hi {
		f.section, f.start[side] = side, rest.Hi
		return nil
	}
	n, end := f.Number(rest.Lo, rest.Hi)
	if end == rest.Lo || n == 0 || n > nonogram.MaxSide {
		return f.Expected(rest.Lo, "nonogram.side", fmt.Sprintf("a number from 1 to %d", nonogram.MaxSide), map[string]any{"Max": nonogram.MaxSide})
	}
	f.size[side] = n
	if end < rest.Hi && f.Clean[end] == ',' {
		return f.line(f.Trim(between(end+1, rest.Hi)))
	}
	return nil
}

func (f *non) clue(p span) error {
	blank := p.Lo == p.Hi
	switch {
	case f.section < 0 && blank:
		return nil
	case f.section < 0:
		return f.Expected(p.Lo, "nonogram.section", "rows or columns on a line before the clues", nil)
	case len(f.lines[f.section]) < 2*nonogram.MaxSide:
		f.lines[f.section] = append(f.lines[f.section], p)
	case !blank:
		return f.CheckSize(p.Lo, nonogram.MaxSide+1, nonogram.MaxSide+1)
	}
	return nil
}

// clues are the lines of a side. The format has nothing to say with a blank line,
// but some write it for an empty clue: it is one where the declared number is
// not reached without it.
func (f *non) clues(side int) ([]span, error) {
	var full []span
	for _, p := range f.lines[side] {
		if p.Lo < p.Hi {
			full = append(full, p)
		}
	}
	size := f.size[side]
	switch {
	case size == 0 || len(full) == size:
		return full, nil
	case len(full) < size && len(f.lines[side]) >= size:
		return f.lines[side][:size], nil
	}
	return nil, f.TooFew(f.start[side], size, len(full))
}

// goal reads a picture in quotes, row-major: 0 is empty, and 1 or the letter of a colour filled.
func (s source) goal(p span, height, width int) (*nonogram.Puzzle, error) {
	if err := s.CheckSize(p.Lo, height, width); err != nil {
		return nil, err
	}
	var picture []nonogram.Cell
	var ink byte
	for i := p.Lo; i < p.Hi; i++ {
		switch c := s.Clean[i]; {
		case c == '0':
			picture = append(picture, nonogram.Empty)
		case c == '"' || c == ' ':
		case c != '1' && !clues.IsLetter(c):
			return nil, s.Expected(i, "nonogram.cell", "a cell: 0 or 1", nil)
		case ink != 0 && c != ink:
			return nil, s.SecondColour(i, string(ink), string(c))
		default:
			ink = c
			picture = append(picture, nonogram.Filled)
		}
	}
	if len(picture) != height*width {
		return nil, s.cells(p.Lo, height*width, len(picture))
	}
	return nonogram.FromPicture(picture, width), nil
}
