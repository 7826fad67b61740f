package notation

import (
	"fmt"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/internal/clues"
)

// counted is a file that begins with its size, followed by a line of numbers for each row and then
// for each column.
type counted struct {
	source
	height, width int
	body          span
	divider       string // the line between rows and columns, "" for none
}

// header reads the two numbers at the beginning of a text, with perLine of them on a line. body is the
// rest, from the next line that is not blank on. ok is false if the text does not begin so, or has
// nothing after them.
func (s source) header(perLine int) (first, second int, body span, ok bool) {
	var numbers []int
	for line := range s.Lines(s.All()) {
		if len(numbers) == 2 {
			return numbers[0], numbers[1], between(line.Lo, len(s.Clean)), true
		}
		ns, ok := s.Numbers(line, perLine)
		if !ok {
			break
		}
		numbers = append(numbers, ns...)
	}
	return 0, 0, span{}, false
}

// isNumeric reports whether a text has only numbers.
func (s source) isNumeric() bool {
	return s.Only(func(c byte) bool { return clues.IsDigit(c) || c == ',' })
}

// count returns the number of lines of p that are not blank.
func (s source) count(p span) (lines int) {
	for range s.Lines(p) {
		lines++
	}
	return lines
}

// read reads the rows and columns of a counted file. The line that divides them counts only just after
// the last row.
func (c *counted) read() (*nonogram.Puzzle, error) {
	if err := c.CheckSize(0, c.height, c.width); err != nil {
		return nil, err
	}
	d, lines, divided := c.draft(), 0, c.divider == ""
	for line := range c.Lines(c.body) {
		if lines == c.height && !divided && c.Of(line) == c.divider {
			divided = true
			continue
		}
		side := rows
		if lines >= c.height {
			side = columns
		}
		if lines++; lines > c.height+c.width || lines > c.height && !divided {
			return nil, c.Expected(line.Lo, "nonogram.count", fmt.Sprintf("%d rows and %d columns", c.height, c.width),
				map[string]any{"Rows": c.height, "Cols": c.width})
		}
		if err := d.Clue(side, line); err != nil {
			return nil, err
		}
	}
	if lines < c.height+c.width {
		return nil, c.TooFew(len(c.Clean), c.height+c.width, lines)
	}
	return d.puzzle()
}

// mk reads the header of Mirek and Petr Olšák's first format: "H W", rows, a line "#", columns.
func (s source) mk() (*counted, bool) {
	height, width, body, ok := s.header(2)
	return &counted{s, height, width, body, "#"}, ok
}

// isMk reports whether a text has such a header and a line "#".
func isMk(s source) bool {
	c, ok := s.mk()
	if !ok {
		return false
	}
	for line := range s.Lines(c.body) {
		if s.Of(line) == c.divider {
			return true
		}
	}
	return false
}

// readMk reads .mk.
func readMk(s source) (*nonogram.Puzzle, error) {
	c, _ := s.mk()
	return c.read()
}

// nin reads the header of Jakub Wilk's format: "W H", rows, columns.
func (s source) nin() (*counted, bool) {
	width, height, body, ok := s.header(2)
	return &counted{s, height, width, body, ""}, ok
}

// isNin reports whether a text has as many lines as its header says, with no blank one among them.
func isNin(s source) bool {
	c, ok := s.nin()
	_, _, blank := s.halves(s.Body())
	return ok && !blank && s.isNumeric() && s.count(c.body) == c.height+c.width
}

// readNin reads .nin.
func readNin(s source) (*nonogram.Puzzle, error) {
	c, _ := s.nin()
	return c.read()
}

// cwd reads the header of .cwd: the height on the first line, the width on the second, then rows, a
// blank line and columns.
func (s source) cwd() (*counted, bool) {
	height, width, body, ok := s.header(1)
	return &counted{s, height, width, body, ""}, ok
}

// isCwd reports whether there are as many lines before and after the blank one as the header says.
func isCwd(s source) bool {
	c, ok := s.cwd()
	left, right, blank := s.halves(s.Body())
	return ok && blank && s.isNumeric() && s.count(left) == 2+c.height && s.count(right) == c.width
}

// readCwd reads .cwd.
func readCwd(s source) (*nonogram.Puzzle, error) {
	c, _ := s.cwd()
	return c.read()
}
