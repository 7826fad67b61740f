package notation

import (
	"strings"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/internal/clues"
)

// isG reports whether at least two lines begin with ':'.
func isG(s source) bool {
	colons := 0
	for line := range s.Lines(s.All()) {
		if s.Clean[line.Lo] == ':' {
			colons++
		}
	}
	return colons >= 2
}

// readG reads Olšák's .g: a free header, then a line that starts with ':' before the rows, another
// before the columns, and perhaps one at the end. A line "#d" in the header begins lines with
// colours, "b:# blue" or "b:# #0000ff": the letter behind a run, its sign in print, the colour. 0
// is the background, and 1 the colour of runs without a letter.
func readG(s source) (*nonogram.Puzzle, error) {
	d, side, palette := s.colouredDraft(), -1, false
	for line := range s.Lines(s.All()) {
		text := s.Of(line)
		switch {
		case text[0] == ':':
			side++
		case side < rows && (strings.HasPrefix(text, "#t") || strings.HasPrefix(text, "#T")):
			return nil, s.Expected(line.Lo, "nonogram.triddler", "a grid of squares: triddlers are not supported", nil)
		case side < rows && strings.HasPrefix(strings.ToLower(text), "#d"):
			palette = true
		case side < rows && palette:
			d.gColour(line)
		case side == rows || side == columns:
			if err := d.Clue(side, line); err != nil {
				return nil, err
			}
		}
	}
	return d.reading()
}

// gColour reads the declaration of a colour. Two colours with '/' or '\' between them stand for
// triangles, which are half cells.
func (d *draft) gColour(line span) {
	text := d.Text.Of(line)
	fields := strings.Fields(text)
	if len(text) < 2 || text[1] != ':' || len(fields) < 2 {
		return
	}
	key, name := text[:1], fields[1]
	rgb, known := clues.ReadRGB(name)
	switch {
	case strings.ContainsAny(name, `/\`):
		d.addFault(d.Text.Expected(line.Lo, "nonogram.triangle", "whole cells in one colour: triangles are not supported", nil))
		return
	case !known && name[0] == '#':
		d.addFault(d.Text.NotRGB(line.Lo + strings.Index(text, name)))
		return
	case key == "0":
		d.Inks.Background = rgb
		return
	case key == "1":
		key = ""
	}
	d.declare(key, name, rgb, known)
}
