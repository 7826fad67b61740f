package nonogram

import (
	"regexp"
	"strings"
)

var (
	tomlClues = regexp.MustCompile(`(?m)^ *\[ *clues *\] *(?:#.*)?$`)
	tomlTable = regexp.MustCompile(`(?m)^ *\[`)
	tomlSide  = regexp.MustCompile(`(?m)^ *(rows|columns) *= *`)
	tomlKey   = regexp.MustCompile(`(?m)^ *[a-z]+ *=`)
)

func isTOML(s *source) bool { return tomlClues.MatchString(s.text) }

// readTOML reads a file of nonogrid: rows and columns in the table [clues], each a string of
// lines split by newlines or ',', with '#' or ';' before a comment. In its older files the
// string goes to the next key or table and has no quotes. It is as much of TOML as that takes.
func readTOML(s *source) (*Puzzle, error) {
	d := draft{src: s, coloured: true}
	p := span{tomlClues.FindStringIndex(s.text)[1], len(s.text)}
	for {
		key := tomlSide.FindStringSubmatchIndex(s.of(p))
		if next := tomlTable.FindStringIndex(s.of(p)); key == nil || next != nil && next[0] < key[0] {
			return d.puzzle()
		}
		side := rows
		if s.text[p.lo+key[2]] == 'c' {
			side = columns
		}
		if d.sides[side] != nil {
			return nil, d.missing(1-side, p.lo+key[2])
		}
		p.lo += key[1]
		body, err := s.tomlString(p)
		if err != nil {
			return nil, err
		}
		if err := d.tomlClues(side, body); err != nil {
			return nil, err
		}
		p.lo = body.hi
	}
}

// tomlString is what stands in the quotes at the beginning of p.
func (s *source) tomlString(p span) (span, error) {
	for _, quote := range []string{"'''", `"""`, "'", `"`} {
		if !strings.HasPrefix(s.of(p), quote) {
			continue
		}
		p.lo += len(quote)
		if end := strings.Index(s.of(p), quote); end >= 0 {
			return span{p.lo, p.lo + end}, nil
		}
		return span{}, s.err(p.hi, "nonogram.quote", "the quotes that end the clues", nil)
	}
	for _, next := range []*regexp.Regexp{tomlTable, tomlKey} {
		if at := next.FindStringIndex(s.of(p)); at != nil {
			p.hi = p.lo + at[0]
		}
	}
	return p, nil
}

// tomlClues reads the lines of a side; those that are blank but for a comment mean nothing,
// and nor do quotes around one.
func (d *draft) tomlClues(side int, body span) error {
	for line := range d.src.lines(body) {
		if comment := strings.IndexAny(d.src.of(line), "#;"); comment >= 0 {
			line.hi = line.lo + comment
		}
		for clue := range d.src.split(line, ",") {
			if clue.lo == clue.hi {
				continue
			}
			if quote := d.src.text[clue.lo]; clue.hi-clue.lo >= 2 && (quote == '"' || quote == '\'') && d.src.text[clue.hi-1] == quote {
				clue = span{clue.lo + 1, clue.hi - 1}
			}
			if err := d.clue(side, clue); err != nil {
				return err
			}
		}
	}
	return nil
}
