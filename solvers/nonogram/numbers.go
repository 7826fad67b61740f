package nonogram

import (
	"fmt"
	"regexp"
	"strings"
)

func isNumbers(s *source) bool {
	p := s.trim(s.all())
	return p.lo < p.hi && strings.IndexByte("0123456789;/|", s.text[p.lo]) >= 0
}

// readNumbers reads rows and columns, told apart by a '|' or a blank line, or by the only
// '/' or newline among other separators. Nothing but lines is halved where the totals say.
func readNumbers(s *source) (*Puzzle, error) {
	p := s.trim(s.all())
	left, right, ok := s.halves(p)
	if !ok {
		left, right, ok = s.looseHalves(p)
	}
	if !ok {
		return s.undivided(p)
	}
	return readSides(s, [2]*span{rows: &left, columns: &right})
}

// readSides reads the clues of rows and columns. What is no puzzle as it stands may be one
// with other separators between its lines: so nothing is read in a second way that has a first.
func readSides(s *source, sides [2]*span) (*Puzzle, error) {
	p, err := s.plainSides(sides)
	if err == nil {
		return p, nil
	}
	lined := s.lined(sides)
	if lined != nil {
		if p, err = lined.plainSides(sides); err == nil {
			return p, nil
		}
		s = lined
	}
	if spaced := s.spaced(sides); spaced != nil {
		if p, err := spaced.plainSides(sides); err == nil && p.agrees() {
			return p, nil
		}
	}
	return nil, err
}

// agrees says whether rows and columns ask for as many cells.
func (p *Puzzle) agrees() bool {
	rows, cols := p.Totals()
	return rows == cols
}

// plainSides reads sides with ';', '/' and newlines between lines. One that is nil is missing.
func (s *source) plainSides(sides [2]*span) (*Puzzle, error) {
	d := draft{src: s}
	for side, p := range sides {
		if p == nil {
			continue
		}
		if err := d.clues(side, *p); err != nil {
			return nil, err
		}
	}
	return d.puzzle()
}

// lined is the source with commas as ends of lines, on each side that is one line of text
// and has commas but no other separator; nil where none is.
func (s *source) lined(sides [2]*span) *source {
	text := []byte(s.text)
	for _, side := range sides {
		if side == nil {
			continue
		}
		p := s.trim(*side)
		if p.lo < p.hi && strings.IndexByte(",/", s.text[p.hi-1]) >= 0 { // before the next label
			p.hi--
		}
		if strings.ContainsAny(s.of(p), ";/") || !strings.Contains(s.of(p), ",") || !s.wrapped(p) {
			continue
		}
		blank(text[p.hi:side.hi])
		for i := p.lo; i < p.hi; i++ {
			if text[i] == ',' {
				text[i] = ';'
			}
		}
	}
	if string(text) == s.text {
		return nil
	}
	return &source{s.original, string(text)}
}

// wrapped says whether all newlines of p come after a comma.
func (s *source) wrapped(p span) bool {
	last := byte(',')
	for i := p.lo; i < p.hi; i++ {
		switch c := s.text[i]; {
		case c == '\n' && last != ',':
			return false
		case !isBlank(c):
			last = c
		}
	}
	return true
}

// spaced is the source with every number a line of its own, on a side that is nothing but
// numbers and blanks where the other has several lines; nil where none is.
func (s *source) spaced(sides [2]*span) *source {
	if sides[rows] == nil || sides[columns] == nil {
		return nil
	}
	for side, p := range sides {
		p, other := s.trim(*p), s.of(s.trim(*sides[1-side]))
		if strings.Trim(s.of(p), "0123456789 ") != "" || !strings.Contains(s.of(p), " ") || !strings.ContainsAny(other, ";/\n") {
			continue
		}
		text := []byte(s.text)
		for i := p.lo; i < p.hi; i++ {
			if i+1 < p.hi && isDigit(text[i]) && text[i+1] == ' ' {
				text[i+1] = ';'
			}
		}
		return &source{s.original, string(text)}
	}
	return nil
}

var blankLine = regexp.MustCompile(`\n *\n[ \n]*`)

// halves splits p at its first '|', or else at its only blank lines.
func (s *source) halves(p span) (left, right span, ok bool) {
	if bar := strings.IndexByte(s.of(p), '|'); bar >= 0 {
		return span{p.lo, p.lo + bar}, span{p.lo + bar + 1, p.hi}, true
	}
	gaps := blankLine.FindAllStringIndex(s.of(p), 2)
	if len(gaps) != 1 {
		return span{}, span{}, false
	}
	return span{p.lo, p.lo + gaps[0][0]}, span{p.lo + gaps[0][1], p.hi}, true
}

// looseHalves splits p at its only '/', or else at its only newline, where other
// separators are between the lines.
func (s *source) looseHalves(p span) (left, right span, ok bool) {
	for _, by := range [...]struct{ divider, among string }{{"/", ";,\n"}, {"\n", ";,/"}} {
		if text := s.of(p); strings.Count(text, by.divider) == 1 && strings.ContainsAny(text, by.among) {
			cut := p.lo + strings.Index(text, by.divider)
			return span{p.lo, cut}, span{cut + 1, p.hi}, true
		}
	}
	return span{}, span{}, false
}

// undivided reads rows and columns on lines of text with nothing between the two: they part
// in the middle, or else at the only place, where both sides ask for as many cells.
func (s *source) undivided(p span) (*Puzzle, error) {
	var lines []span
	var sums []int // of the lines so far
	sum := 0
	for line := range s.lines(p) {
		for i := line.lo; i < line.hi; i++ {
			if isDigit(s.text[i]) {
				n, end := s.number(i, line.hi)
				sum, i = sum+n, end-1
			}
		}
		lines, sums = append(lines, line), append(sums, sum)
	}
	if len(lines) < 2 || len(lines) > 2*MaxSide || strings.ContainsAny(s.of(p), ";/|") {
		return nil, s.err(p.hi, "nonogram.bar", "a | and then the clues of the columns", nil)
	}
	at := func(rows int) *Puzzle {
		left, right := span{p.lo, lines[rows-1].hi}, span{lines[rows].lo, p.hi}
		if 2*sums[rows-1] != sum {
			return nil
		}
		q, _ := s.plainSides([2]*span{&left, &right})
		return q
	}
	if len(lines)%2 == 0 {
		if q := at(len(lines) / 2); q != nil {
			return q, nil
		}
	}
	var found []*Puzzle
	for rows := 1; rows < len(lines); rows++ {
		if q := at(rows); q != nil {
			found = append(found, q)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	return nil, s.err(p.hi, "nonogram.divider",
		fmt.Sprintf("a | or a blank line between rows and columns: these %d lines don't say where the columns begin", len(lines)),
		map[string]any{"Lines": len(lines)})
}

var label = regexp.MustCompile(`(?i)\b(rows?|columns?|cols?)\b *[:=]?`)

func isLabelled(s *source) bool {
	at := label.FindStringIndex(s.text)
	return at != nil && at[0] == s.trim(s.all()).lo
}

// readLabelled reads the clues after "rows:" and after "columns:", in either order.
func readLabelled(s *source) (*Puzzle, error) {
	d := draft{src: s}
	var sides [2]*span
	labels := label.FindAllStringSubmatchIndex(s.text, 3)
	for i, l := range labels {
		side := columns
		if strings.EqualFold(s.text[l[2]:l[2]+3], "row") {
			side = rows
		}
		if sides[side] != nil {
			return nil, d.missing(1-side, l[0])
		}
		p := s.trim(span{l[1], len(s.text)})
		if i+1 < len(labels) {
			p = s.trim(span{l[1], labels[i+1][0]})
		}
		if p.lo < p.hi && s.text[p.hi-1] == '|' {
			p.hi--
		}
		sides[side] = &p
	}
	return readSides(s, sides)
}
