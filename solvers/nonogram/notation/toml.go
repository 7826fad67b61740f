package notation

import (
	"image/color"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/internal/clues"
)

// clueTable returns the line with the head of the table [clues].
func (s source) clueTable() (head span, ok bool) {
	for line := range s.Lines(s.All()) {
		if rest, ok := cutWords(s.Of(line), "[", "clues", "]"); ok {
			if rest = strings.TrimLeft(rest, " "); rest == "" || rest[0] == '#' {
				return line, true
			}
		}
	}
	return span{}, false
}

// isTOML reports whether a text has a table [clues].
func isTOML(s source) bool {
	_, ok := s.clueTable()
	return ok
}

// readTOML reads a file of nonogrid: rows and columns in the table [clues], each a string of lines
// separated by newlines or ',', with '#' or ';' before a comment. In older files, among them those
// of pynogram, the string goes to the next key or table and has no quotes. The rest of TOML is not
// supported. The table [colors] declares the letters after runs, as in "b = (blue) *"; runs without
// one are black.
func readTOML(s source) (*nonogram.Puzzle, error) {
	d := s.colouredDraft()
	d.tomlColours()
	head, _ := s.clueTable()
	p := between(head.Hi, len(s.Clean))
	for {
		side, line, value := s.tomlSide(p)
		if side < 0 {
			return d.reading()
		}
		if d.Len(side) > 0 {
			return nil, d.Missing(1-side, line)
		}
		body, err := s.tomlString(between(value, p.Hi))
		if err != nil {
			return nil, err
		}
		if err := d.tomlClues(side, body); err != nil {
			return nil, err
		}
		p.Lo = body.Hi
	}
}

// tomlColour matches a colour in [colors], with its sign in print after it, b = (0, 0, 255) *, or
// the head of a table.
var tomlColour = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(\w+) *= *\(([^()\n]*)\)|^\[ *\w+ *\]`)
})

// tomlColours declares the colours of the table [colors].
func (d *draft) tomlColours() {
	within := false
	for line := range d.Text.Lines(d.Text.All()) {
		text := d.Text.Of(line)
		if rest, ok := cutWords(text, "[", "colors", "]"); ok {
			within, text = true, rest
		}
		for _, m := range tomlColour().FindAllStringSubmatchIndex(text, -1) {
			switch {
			case m[2] < 0:
				within = false
			case within:
				key, value := text[m[2]:m[3]], strings.TrimSpace(text[m[4]:m[5]])
				rgb, known := tomlRGB(value)
				if !known {
					d.addFault(d.Text.NotRGB(line.Hi - len(text) + m[4]))
				}
				d.declare(key, "", rgb, known)
			}
		}
	}
}

// tomlRGB reads a name, six hexadecimal digits or three numbers to 255.
func tomlRGB(value string) (rgb color.RGBA, ok bool) {
	parts := strings.Split(value, ",")
	if len(parts) != 3 {
		if rgb, ok = clues.ReadHex(strings.TrimPrefix(value, "#")); !ok {
			rgb, ok = clues.ReadRGB(value)
		}
		return rgb, ok
	}
	rgb.A = 255
	for i, of := range []*uint8{&rgb.R, &rgb.G, &rgb.B} {
		n, err := strconv.ParseUint(strings.TrimSpace(parts[i]), 10, 8)
		if *of = uint8(n); err != nil {
			return rgb, false
		}
	}
	return rgb, true
}

// tomlSide returns the first side that a line of p begins before the next table, the place of that
// line, and the place of its value; side is -1 if there is none.
func (s source) tomlSide(p span) (side, at, value int) {
	for line := range s.Lines(p) {
		for side, name := range [...]string{rows: "rows", columns: "columns"} {
			if rest, ok := cutWords(s.Of(line), name, "="); ok {
				return side, line.Lo, line.Hi - len(strings.TrimLeft(rest, " "))
			}
		}
		if s.Clean[line.Lo] == '[' {
			break
		}
	}
	return -1, 0, 0
}

// tomlString returns the part in quotes at the beginning of p, or without quotes the part up to the
// next key or table.
func (s source) tomlString(p span) (span, error) {
	for _, quote := range []string{"'''", `"""`, "'", `"`} {
		if !strings.HasPrefix(s.Of(p), quote) {
			continue
		}
		p.Lo += len(quote)
		if end := strings.Index(s.Of(p), quote); end >= 0 {
			return between(p.Lo, p.Lo+end), nil
		}
		return span{}, s.Expected(p.Hi, "nonogram.quote", "the quotes that end the clues", nil)
	}
	for line := range s.Lines(p) {
		name := strings.TrimLeftFunc(s.Of(line), func(r rune) bool { return 'a' <= r && r <= 'z' })
		_, value := cutWords(name, "=")
		if s.Clean[line.Lo] == '[' || value && len(name) < line.Hi-line.Lo {
			p.Hi = line.Lo
			break
		}
	}
	return p, nil
}

// tomlClues reads the lines of a side. It ignores blank lines, comments, and quotes around a line.
func (d *draft) tomlClues(side int, body span) error {
	for line := range d.Text.Lines(body) {
		if comment := strings.IndexAny(d.Text.Of(line), "#;"); comment >= 0 {
			line.Hi = line.Lo + comment
		}
		for clue := range d.Text.Split(line, ",") {
			if clue.Lo == clue.Hi {
				continue
			}
			if quote := d.Text.Clean[clue.Lo]; clue.Hi-clue.Lo >= 2 && (quote == '"' || quote == '\'') && d.Text.Clean[clue.Hi-1] == quote {
				clue = between(clue.Lo+1, clue.Hi-1)
			}
			if err := d.Clue(side, clue); err != nil {
				return err
			}
		}
	}
	return nil
}
