package nonogram

import (
	"fmt"
	"regexp"
	"strings"
)

// nonStart is the first line of .non: a word of the format. As a label of the numbers
// form "rows" has clues behind it; here it has a size or nothing.
var nonStart = regexp.MustCompile(`(?i)^(?:(?:catalogue|title|by|author|copyright|license|width|height|color|goal|saved|maxrule)\b|(?:rows|columns)(?: +[0-9]+)?$)`)

func isNon(s *source) bool {
	for line := range s.lines(s.all()) {
		return nonStart.MatchString(s.of(line))
	}
	return false
}

// non is a file in Steve Simpson's format as it is read.
type non struct {
	src     *source
	size    [2]int // as declared; 0 where it is not
	section int    // rows or columns, or -1 outside
	lines   [2][]span
	start   [2]int
	goal    span
}

// readNon reads .non: "width 5", "height 10", then the lines below a bare "rows"
// and below a bare "columns". A file without clues may have its goal instead. Runs may have
// colours, as in mikix's nonogram-db, if all have the same.
func readNon(s *source) (*Puzzle, error) {
	f := non{src: s, section: -1}
	for line := range s.split(s.all(), "\n") {
		if err := f.line(line); err != nil {
			return nil, err
		}
	}
	if f.lines[rows] == nil && f.lines[columns] == nil && f.goal.lo < f.goal.hi {
		return s.goal(f.goal, f.size[rows], f.size[columns])
	}
	d := draft{src: s, coloured: true}
	for side := range f.lines {
		lines, err := f.clues(side)
		if err != nil {
			return nil, err
		}
		for _, line := range lines {
			if err := d.clue(side, line); err != nil {
				return nil, err
			}
		}
	}
	return d.puzzle()
}

func (f *non) line(p span) error {
	text := f.src.of(p)
	if text == "" || isDigit(text[0]) {
		return f.clue(p)
	}
	word := text
	if end := strings.IndexAny(text, " ,"); end >= 0 {
		word = text[:end]
	}
	rest := f.src.trim(span{p.lo + len(word), p.hi})
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
	if head && rest.lo == rest.hi {
		f.section, f.start[side] = side, rest.hi
		return nil
	}
	n, end := f.src.number(rest.lo, rest.hi)
	if end == rest.lo || n == 0 || n > MaxSide {
		return f.src.err(rest.lo, "nonogram.side", fmt.Sprintf("a number from 1 to %d", MaxSide), map[string]any{"Max": MaxSide})
	}
	f.size[side] = n
	if end < rest.hi && f.src.text[end] == ',' {
		return f.line(f.src.trim(span{end + 1, rest.hi}))
	}
	return nil
}

func (f *non) clue(p span) error {
	blank := p.lo == p.hi
	switch {
	case f.section < 0 && blank:
		return nil
	case f.section < 0:
		return f.src.err(p.lo, "nonogram.section", "rows or columns on a line before the clues", nil)
	case len(f.lines[f.section]) < 2*MaxSide:
		f.lines[f.section] = append(f.lines[f.section], p)
	case !blank:
		return f.src.checkSize(p.lo, MaxSide+1, MaxSide+1)
	}
	return nil
}

// clues are the lines of a side. The format has nothing to say with a blank line,
// but some write it for an empty clue: it is one where the declared number is
// not reached without it.
func (f *non) clues(side int) ([]span, error) {
	var full []span
	for _, p := range f.lines[side] {
		if p.lo < p.hi {
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
	return nil, f.src.tooFew(f.start[side], size, len(full))
}

// goal reads a picture in quotes, row-major: 0 is empty, and 1 or the letter of a colour filled.
func (s *source) goal(p span, height, width int) (*Puzzle, error) {
	if err := s.checkSize(p.lo, height, width); err != nil {
		return nil, err
	}
	var picture []Cell
	var ink byte
	for i := p.lo; i < p.hi; i++ {
		switch c := s.text[i]; {
		case c == '0':
			picture = append(picture, Empty)
		case c == '"' || c == ' ':
		case c != '1' && !isLetter(c):
			return nil, s.err(i, "nonogram.cell", "a cell: 0 or 1", nil)
		case ink != 0 && c != ink:
			return nil, s.secondColour(i, string(ink), string(c))
		default:
			ink = c
			picture = append(picture, Filled)
		}
	}
	if len(picture) != height*width {
		return nil, s.cells(p.lo, height*width, len(picture))
	}
	return draw(picture, height, width), nil
}

// cells is the error for a picture at offset that has not as many cells as it says.
func (s *source) cells(offset, want, got int) error {
	return s.err(offset, "nonogram.cells", fmt.Sprintf("%d cells; these are %d", want, got),
		map[string]any{"Count": want, "Found": got})
}

// A counted file says its size first, then has a line of numbers for each row and
// then for each column.
type counted struct {
	src           *source
	height, width int
	body          span
	divider       string // a line between rows and columns
}

// header reads the numbers on the first lines of a text, perLine on each.
func (s *source) header(count, perLine int) (numbers []int, body span, ok bool) {
	for line := range s.lines(s.all()) {
		if len(numbers) == count {
			return numbers, span{line.lo, len(s.text)}, true
		}
		ns, ok := s.numbers(line, perLine)
		if !ok {
			return nil, span{}, false
		}
		numbers = append(numbers, ns...)
	}
	return nil, span{}, false
}

// isNumeric says that a text is numbers alone.
func (s *source) isNumeric() bool {
	return s.only(func(c byte) bool { return isDigit(c) || c == ',' })
}

// count is the number of lines of p that are not blank.
func (s *source) count(p span) (lines int) {
	for range s.lines(p) {
		lines++
	}
	return lines
}

func (c *counted) read() (*Puzzle, error) {
	if err := c.src.checkSize(0, c.height, c.width); err != nil {
		return nil, err
	}
	d, lines, divided := draft{src: c.src}, 0, c.divider == ""
	for line := range c.src.lines(c.body) {
		if lines == c.height && !divided && c.src.of(line) == c.divider {
			divided = true
			continue
		}
		side := rows
		if lines >= c.height {
			side = columns
		}
		if lines++; lines > c.height+c.width || lines > c.height && !divided {
			return nil, c.src.err(line.lo, "nonogram.count", fmt.Sprintf("%d rows and %d columns", c.height, c.width),
				map[string]any{"Rows": c.height, "Cols": c.width})
		}
		if err := d.clue(side, line); err != nil {
			return nil, err
		}
	}
	if lines < c.height+c.width {
		return nil, c.src.tooFew(len(c.src.text), c.height+c.width, lines)
	}
	return d.puzzle()
}

// mk is Mirek and Petr Olšák's first format: "H W", rows, a line "#", columns.
func (s *source) mk() (*counted, bool) {
	n, body, ok := s.header(2, 2)
	if !ok {
		return nil, false
	}
	return &counted{s, n[0], n[1], body, "#"}, true
}

var hashLine = regexp.MustCompile(`(?m)^ *# *$`)

func isMk(s *source) bool {
	_, ok := s.mk()
	return ok && hashLine.MatchString(s.text)
}

func readMk(s *source) (*Puzzle, error) {
	c, _ := s.mk()
	return c.read()
}

// nin is Jakub Wilk's format: "W H", rows, columns.
func (s *source) nin() (*counted, bool) {
	n, body, ok := s.header(2, 2)
	if !ok {
		return nil, false
	}
	return &counted{s, n[1], n[0], body, ""}, true
}

// isNin wants as many lines as the header says and no blank one among them.
func isNin(s *source) bool {
	c, ok := s.nin()
	_, _, blank := s.halves(s.trim(s.all()))
	return ok && !blank && s.isNumeric() && s.count(c.body) == c.height+c.width
}

func readNin(s *source) (*Puzzle, error) {
	c, _ := s.nin()
	return c.read()
}

// cwd has its height on the first line, its width on the second, then rows, a
// blank line and columns.
func (s *source) cwd() (*counted, bool) {
	n, body, ok := s.header(2, 1)
	if !ok {
		return nil, false
	}
	return &counted{s, n[0], n[1], body, ""}, true
}

// isCwd wants as many lines before and after the blank one as the header says.
func isCwd(s *source) bool {
	c, ok := s.cwd()
	left, right, blank := s.halves(s.trim(s.all()))
	return ok && blank && s.isNumeric() && s.count(left) == 2+c.height && s.count(right) == c.width
}

func readCwd(s *source) (*Puzzle, error) {
	c, _ := s.cwd()
	return c.read()
}

var colonLine = regexp.MustCompile(`(?m)^ *:`)

func isG(s *source) bool { return len(colonLine.FindAllStringIndex(s.text, 2)) == 2 }

// readG reads Olšák's .g: a free header, then a line that starts with ':' before
// the rows, another before the columns, and perhaps one at the end.
func readG(s *source) (*Puzzle, error) {
	d, side := draft{src: s, coloured: true}, -1
	for line := range s.lines(s.all()) {
		text := s.of(line)
		switch {
		case text[0] == ':':
			side++
		case side < rows && (strings.HasPrefix(text, "#t") || strings.HasPrefix(text, "#T")):
			return nil, s.err(line.lo, "nonogram.triddler", "a grid of squares: triddlers are not supported", nil)
		case side == rows || side == columns:
			if err := d.clue(side, line); err != nil {
				return nil, err
			}
		}
	}
	return d.puzzle()
}
