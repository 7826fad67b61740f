package nonogram

import (
	"iter"
	"regexp"
	"strconv"
	"strings"
)

// Split yields the puzzles of a text that holds several, each with its name, in a form that
// Parse reads: the sets of the TAAI contests, where a line "$" and a name comes before
// each puzzle, and bundles of .non files with a line "====" between them, which are
// numbered from 1. Any other text it yields as it is, with no name.
func Split(text string) iter.Seq2[string, string] {
	if bundleLine.MatchString(text) {
		return bundle(text)
	}
	return func(yield func(name, text string) bool) {
		if !strings.HasPrefix(strings.TrimSpace(text), "$") {
			yield("", text)
			return
		}
		text = strings.TrimLeft(text, " \t\r\n")
		for text != "" {
			end := strings.Index(text, "\n$") + 1
			if end == 0 {
				end = len(text)
			}
			head, _, _ := strings.Cut(text, "\n")
			if !yield(strings.TrimSpace(head[1:]), text[:end]) {
				return
			}
			text = text[end:]
		}
	}
}

var bundleLine = regexp.MustCompile(`(?m)^====\r?(?:\n|\z)`)

func bundle(text string) iter.Seq2[string, string] {
	return func(yield func(name, text string) bool) {
		for i, one := range bundleLine.Split(text, -1) {
			if strings.TrimSpace(one) != "" && !yield(strconv.Itoa(i+1), one) {
				return
			}
		}
	}
}

func isContest(s *source) bool { return strings.HasPrefix(s.of(s.trim(s.all())), "$") }

// readContest reads one puzzle of a TAAI contest: its name, then as many lines for the
// columns as for the rows, a blank one or 0 for an empty line.
func readContest(s *source) (*Puzzle, error) {
	p := span{s.trim(s.all()).lo, len(strings.TrimSuffix(s.text, "\n"))}
	var lines []span
	for line := range s.split(p, "\n") {
		switch {
		case line.lo == p.lo:
		case line.lo < line.hi && s.text[line.lo] == '$':
			return nil, s.err(line.lo, "nonogram.end", "the end: one puzzle at a time", nil)
		case len(lines) == 2*MaxSide:
			return nil, s.checkSize(line.lo, MaxSide+1, MaxSide+1)
		default:
			lines = append(lines, line)
		}
	}
	if last := len(lines) - 1; last%2 == 0 && lines[last].lo == lines[last].hi {
		lines = lines[:last] // a blank line before the next puzzle
	}
	if len(lines)%2 == 1 {
		return nil, s.tooFew(p.hi, len(lines)+1, len(lines))
	}
	d := draft{src: s}
	for i, line := range lines {
		side := columns
		if i >= len(lines)/2 {
			side = rows
		}
		if err := d.clue(side, line); err != nil {
			return nil, err
		}
	}
	return d.puzzle()
}
