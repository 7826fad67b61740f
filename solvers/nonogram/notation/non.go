package notation

import (
	"fmt"
	"strings"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/internal/clues"
)

// isNon reports whether the first line, after lines that begin with #, has a word of the format. In
// the numbers form "rows" is a label with clues after it; here a size or nothing follows. After a
// comment only the words for colours and sizes count.
func isNon(s source) bool {
	p := s.Body()
	commented := false
	for p.Lo < p.Hi && s.Clean[p.Lo] == '#' {
		line, _, _ := strings.Cut(s.Of(p), "\n")
		p.Lo, commented = s.Skip(p.Lo+len(line), p.Hi), true
	}
	word := strings.ToLower(s.wordAt(p.Lo, p.Hi))
	switch {
	case word == "background", word == "colours", word == "colors":
		return true
	case commented && word != "width" && word != "height":
		return false
	}
	switch word {
	case "catalogue", "title", "by", "author", "copyright", "license", "width", "height", "color", "goal", "saved", "maxrule":
		return true
	case "rows", "columns":
		line, _, _ := strings.Cut(s.Of(between(p.Lo+len(word), p.Hi)), "\n")
		return strings.Trim(line, " ") == "" || line[0] == ' ' && strings.Trim(strings.Trim(line, " "), "0123456789") == ""
	}
	return false
}

// non is a file in Steve Simpson's format while it is read.
type non struct {
	source
	*draft
	size    [2]int // declared numbers of rows and columns, 0 for none
	section int    // rows or columns, or -1 outside
	lines   [2][]span
	start   [2]int
	goal    span
	sticky  bool // a clue begins with a colour
}

// readNon reads .non: "width 5", "height 10", then the lines below a bare "rows" and below a bare
// "columns". A file without clues may have its goal instead. In colours there are three dialects:
//
//   - mikix's nonogram-db: "color b #0000ff", runs "3b,1d" or without colours;
//   - Nonny: "color blue 0000FF #", runs "blue 3 1 red 1"; runs before the first colour have the
//     colour declared first;
//   - "background #ffffff" and "colours: a=#ff0000 b=#0000ff", runs "3a 1b".
func readNon(s source) (*nonogram.Puzzle, error) {
	f := non{draft: s.colouredDraft(), source: s, section: -1}
	for line := range s.Split(s.All(), "\n") {
		if err := f.line(line); err != nil {
			return nil, err
		}
	}
	if f.lines[rows] == nil && f.lines[columns] == nil && f.goal.Lo < f.goal.Hi {
		return f.picture(f.goal, f.size[rows], f.size[columns])
	}
	read := f.Clue
	if f.sticky {
		read = f.StickyClue
	} else {
		f.Bare = ""
	}
	for side := range f.lines {
		lines, err := f.clues(side)
		if err != nil {
			return nil, err
		}
		for _, line := range lines {
			if err := read(side, line); err != nil {
				return nil, err
			}
		}
	}
	return f.reading()
}

// line reads a line of the file: a clue, if it is blank or begins with a digit or a declared colour,
// or else a property. A property ends the present section, unless the property is the head of another
// section. Unknown properties are passed over.
func (f *non) line(p span) error {
	text := f.Of(p)
	if text == "" || clues.IsDigit(text[0]) {
		return f.clue(p)
	}
	if f.startsWithColour(p) {
		f.sticky = true
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
	case "color", "colour":
		f.colour(rest)
	case "background":
		f.Inks.Background, _ = clues.ReadRGB(f.Of(rest))
	case "colours:", "colors:":
		f.colours(rest)
	}
	f.section = -1
	return nil
}

// property reads a size, or the head of a section if nothing follows. Some files have "width
// 45,height 45" on one line.
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

// clue adds a line to the present section. Outside a section a blank line means nothing, and a clue
// is an error. A section takes twice as many lines as a puzzle may have, since blank ones may not
// count; beyond that, blank lines are dropped and a clue is an error.
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

// clues returns the lines of a side. Blank lines mean nothing in the format, but some programs
// write them for empty clues. They count as clues if the declared number is not reached without
// them.
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

// startsWithColour reports whether a line begins with a colour, in a section that is not full yet.
func (f *non) startsWithColour(p span) bool {
	if f.section < 0 || f.size[f.section] > 0 && len(f.lines[f.section]) >= f.size[f.section] {
		return false
	}
	word, rest, found := strings.Cut(f.Of(p), " ")
	return found && f.Inks.Declared(word) && strings.ContainsAny(rest, "0123456789")
}

// colour reads the rest of a line "color": a letter or a name, and its RGB.
func (f *non) colour(p span) {
	fields := strings.Fields(f.Of(p))
	if len(fields) < 2 {
		return
	}
	key, name := fields[0], ""
	rgb, known := clues.ReadHex(strings.TrimPrefix(fields[1], "#"))
	if !known {
		rgb, known = clues.ReadRGB(fields[1])
	}
	if !known {
		f.addFault(f.NotRGB(p.Lo + strings.Index(f.Of(p), " "+fields[1]) + 1))
	}
	if len(key) > 1 {
		name = key
	}
	if f.Bare == "" {
		f.Bare = key
	}
	f.declare(key, name, rgb, known)
}

// colours reads the rest of a line "colours:".
func (f *non) colours(p span) {
	for entry := range f.Split(p, " ") {
		if entry.Lo == entry.Hi {
			continue
		}
		key, value, ok := strings.Cut(f.Of(entry), "=")
		rgb, known := clues.ReadRGB(value)
		if !ok || !known {
			f.addFault(f.NotRGB(entry.Hi - len(value)))
		}
		f.declare(key, value, rgb, known)
	}
}

// picture reads a picture in quotes, row-major: 0 is empty, 1 or the letter of a colour is filled.
func (f *non) picture(p span, height, width int) (*nonogram.Puzzle, error) {
	c := &canvas{draft: f.draft}
	if err := f.CheckSize(p.Lo, height, width); err != nil {
		return nil, err
	}
	for i := p.Lo; i < p.Hi; i++ {
		key := f.Clean[i : i+1]
		switch {
		case key == "\"" || key == " ":
			continue
		case key == "0":
			key = "."
		case key == "1":
			key = ""
		case !clues.IsLetter(key[0]):
			return nil, f.Expected(i, "nonogram.cell", "a cell: 0 or 1", nil)
		}
		if err := c.add(i, key); err != nil {
			return nil, err
		}
	}
	if len(c.cells) != height*width {
		return nil, f.cells(p.Lo, height*width, len(c.cells))
	}
	return c.reading(width)
}
