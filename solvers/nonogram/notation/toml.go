package notation

import (
	"strings"

	"kibitz/solvers/nonogram"
)

// clueTable is the line that is the head of the table [clues].
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

func isTOML(s source) bool {
	_, ok := s.clueTable()
	return ok
}

// readTOML reads a file of nonogrid: rows and columns in the table [clues], each a string of
// lines split by newlines or ',', with '#' or ';' before a comment. In its older files the
// string goes to the next key or table and has no quotes. It is as much of TOML as that takes.
func readTOML(s source) (*nonogram.Puzzle, error) {
	d := s.colouredDraft()
	head, _ := s.clueTable()
	p := between(head.Hi, len(s.Clean))
	for {
		side, line, value := s.tomlSide(p)
		if side < 0 {
			return d.puzzle()
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

// tomlSide is the first side that a line of p begins before the next table, where that line is
// and where its value; or -1.
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

// tomlString is what stands in the quotes at the beginning of p.
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

// tomlClues reads the lines of a side; those that are blank but for a comment mean nothing,
// and nor do quotes around one.
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
