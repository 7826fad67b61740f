package notation

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/internal/clues"
)

// isNumbers reports whether a text begins with a digit or a separator of numbers.
func isNumbers(s source) bool {
	p := s.Body()
	return p.Lo < p.Hi && strings.IndexByte("0123456789;/|", s.Clean[p.Lo]) >= 0
}

// readNumbers reads rows and columns, told apart by
//
//   - a '|', as in the canonical "3;1|2;1;1",
//   - a blank line, if it is the only one,
//   - the only '/' or the only newline among other separators, as in "2 2, 4 / 1, 2-1, 3",
//   - or nothing: such lines are divided in the middle, or else at the only place with equal
//     totals.
//
// In each half lines are separated as in [clues.Draft.Clues], or as in readSides.
func readNumbers(s source) (*nonogram.Puzzle, error) {
	p := s.Body()
	left, right, ok := s.halves(p)
	if !ok {
		left, right, ok = s.looseHalves(p)
	}
	if !ok {
		return s.undivided(p)
	}
	return readSides(s, [2]*span{rows: &left, columns: &right})
}

// readSides reads the clues of rows and columns, with ';', '/' or newlines between lines. Only if
// that gives no puzzle it tries blanks between lines such as "1,1 5", ',' and then blanks alone, as
// people copy magazines. Blanks count only if the totals of both sides are then equal. The error is
// that of the last try before blanks.
func readSides(s source, sides [2]*span) (*nonogram.Puzzle, error) {
	p, err := s.plainSides(sides)
	if err == nil {
		return p, nil
	}
	if worded, ok := s.wordsEndLines(sides); ok {
		if p, err := worded.plainSides(sides); err == nil && p.Balanced() {
			return p, nil
		}
	}
	if lined, ok := s.commasEndLines(sides); ok {
		if p, err = lined.plainSides(sides); err == nil {
			return p, nil
		}
		s = lined
	}
	if spaced, ok := s.blanksEndLines(sides); ok {
		if p, err := spaced.plainSides(sides); err == nil {
			if p.Balanced() {
				return p, nil
			}
		}
	}
	return nil, err
}

// plainSides reads sides with ';', '/' and newlines between lines. A side that is nil is missing.
func (s source) plainSides(sides [2]*span) (*nonogram.Puzzle, error) {
	d := s.draft()
	for side, p := range sides {
		if p == nil {
			continue
		}
		if err := d.Clues(side, *p); err != nil {
			return nil, err
		}
	}
	return d.puzzle()
}

// withClean returns the source with its text replaced by another of the same length.
func (s source) withClean(clean []byte) source {
	return source{&clues.Text{Raw: s.Raw, Clean: string(clean)}}
}

// commasEndLines replaces commas by ends of lines, on each side that is one line of text and has
// commas but no other separator. It reports whether it replaced any.
func (s source) commasEndLines(sides [2]*span) (source, bool) {
	text := []byte(s.Clean)
	for _, side := range sides {
		if side == nil {
			continue
		}
		p := s.Trim(*side)
		if p.Lo < p.Hi && strings.IndexByte(",/", s.Clean[p.Hi-1]) >= 0 { // before the next label
			p.Hi--
		}
		if strings.ContainsAny(s.Of(p), ";/") || !strings.Contains(s.Of(p), ",") || !s.breaksAfterCommas(p) {
			continue
		}
		for i := p.Hi; i < side.Hi; i++ {
			text[i] = ' '
		}
		for i := p.Lo; i < p.Hi; i++ {
			if text[i] == ',' {
				text[i] = ';'
			}
		}
	}
	return s.withClean(text), string(text) != s.Clean
}

// wordsEndLines replaces blanks by ends of lines if in both sides nothing else can be one: commas
// stand between the numbers of a line, as in "1,1 5 5". It reports whether that is so.
func (s source) wordsEndLines(sides [2]*span) (source, bool) {
	text, commas := []byte(s.Clean), false
	for _, side := range sides {
		if side == nil {
			return s, false
		}
		p := s.Trim(*side)
		words := strings.Fields(s.Of(p))
		for _, word := range words {
			runs := strings.Split(word, ",")
			for _, run := range runs {
				if run == "" || strings.Trim(run, "0123456789") != "" {
					return s, false
				}
			}
			commas = commas || len(runs) > 1
		}
		for i := p.Lo; i+1 < p.Hi; i++ {
			if text[i] == ' ' && text[i+1] != ' ' {
				text[i] = ';'
			}
		}
	}
	return s.withClean(text), commas
}

// breaksAfterCommas reports whether every newline of p comes after a comma.
func (s source) breaksAfterCommas(p span) bool {
	last := byte(',')
	for i := p.Lo; i < p.Hi; i++ {
		switch c := s.Clean[i]; {
		case c == '\n' && last != ',':
			return false
		case !clues.IsBlank(c):
			last = c
		}
	}
	return true
}

// blanksEndLines makes every number a line of its own, on a side that has only numbers and blanks
// while the other side has several lines. It reports whether some side is.
func (s source) blanksEndLines(sides [2]*span) (source, bool) {
	if sides[rows] == nil || sides[columns] == nil {
		return s, false
	}
	for side, p := range sides {
		p, other := s.Trim(*p), s.Of(s.Trim(*sides[1-side]))
		if strings.Trim(s.Of(p), "0123456789 ") != "" || !strings.Contains(s.Of(p), " ") || !strings.ContainsAny(other, ";/\n") {
			continue
		}
		text := []byte(s.Clean)
		for i := p.Lo; i < p.Hi; i++ {
			if i+1 < p.Hi && clues.IsDigit(text[i]) && text[i+1] == ' ' {
				text[i+1] = ';'
			}
		}
		return s.withClean(text), true
	}
	return s, false
}

// halves splits p at its first '|', or else at its only blank lines.
func (s source) halves(p span) (left, right span, ok bool) {
	if bar := strings.IndexByte(s.Of(p), '|'); bar >= 0 {
		return between(p.Lo, p.Lo+bar), between(p.Lo+bar+1, p.Hi), true
	}
	gap, ok := s.blankLines(p)
	if !ok {
		return span{}, span{}, false
	}
	if _, again := s.blankLines(between(gap.Hi, p.Hi)); again {
		return span{}, span{}, false
	}
	return between(p.Lo, gap.Lo), between(gap.Hi, p.Hi), true
}

// blankLines returns the first blank lines of p, with the newline before them and all blanks after
// them.
func (s source) blankLines(p span) (gap span, ok bool) {
	for at := p.Lo; ; {
		newline := strings.IndexByte(s.Clean[at:p.Hi], '\n')
		if newline < 0 {
			return span{}, false
		}
		at += newline
		end := s.Skip(at+1, p.Hi)
		if strings.IndexByte(s.Clean[at+1:end], '\n') >= 0 {
			return between(at, end), true
		}
		at = end
	}
}

// looseHalves splits p at its only '/', or else at its only newline, if other separators stand
// between the lines.
func (s source) looseHalves(p span) (left, right span, ok bool) {
	for _, by := range [...]struct{ divider, among string }{{"/", ";,\n"}, {"\n", ";,/"}} {
		if text := s.Of(p); strings.Count(text, by.divider) == 1 && strings.ContainsAny(text, by.among) {
			cut := p.Lo + strings.Index(text, by.divider)
			return between(p.Lo, cut), between(cut+1, p.Hi), true
		}
	}
	return span{}, span{}, false
}

// undivided reads rows and columns on lines of text with nothing between them. They are divided in
// the middle, or else at the only place where both sides have the same total.
func (s source) undivided(p span) (*nonogram.Puzzle, error) {
	lines, sums := s.sums(p)
	if len(lines) < 2 || len(lines) > 2*nonogram.MaxSide || strings.ContainsAny(s.Of(p), ";/|") {
		return nil, s.Expected(p.Hi, "nonogram.bar", "a | and then the clues of the columns", nil)
	}
	at := func(rows int) *nonogram.Puzzle { // nil if the totals differ or the clues give no puzzle
		left, right := between(p.Lo, lines[rows-1].Hi), between(lines[rows].Lo, p.Hi)
		if 2*sums[rows-1] != sums[len(sums)-1] {
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
	var found []*nonogram.Puzzle
	for rows := 1; rows < len(lines); rows++ {
		if q := at(rows); q != nil {
			found = append(found, q)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	return nil, s.noDivider(p.Hi, len(lines))
}

// sums returns the lines of p, and for each the sum of all numbers up to its end.
func (s source) sums(p span) (lines []span, sums []int) {
	sum := 0
	for line := range s.Lines(p) {
		for i := line.Lo; i < line.Hi; i++ {
			if clues.IsDigit(s.Clean[i]) {
				n, end := s.Number(i, line.Hi)
				sum, i = sum+n, end-1
			}
		}
		lines, sums = append(lines, line), append(sums, sum)
	}
	return lines, sums
}

// noDivider returns the error for a number of lines with nothing between rows and columns.
func (s source) noDivider(at, lines int) error {
	return s.Expected(at, "nonogram.divider",
		fmt.Sprintf("a | or a blank line between rows and columns: these %d lines don't say where the columns begin", lines),
		map[string]any{"Lines": lines})
}

// label is a word "rows" or "columns" before the clues of that side, with the ':' or '=' after it.
type label struct {
	span
	side int
}

// labelAt returns the label that begins at offset. Its span includes a ':' or '=' after it, with the
// blanks before that. If there is none, ok is false and the label's span is the word there.
func (s source) labelAt(offset int) (l label, ok bool) {
	word := s.wordAt(offset, len(s.Clean))
	l.span = between(offset, offset+len(word))
	if offset == len(s.Clean) || strings.IndexByte("rRhHcCvVlLtT", s.Clean[offset]) < 0 && s.Clean[offset] < utf8.RuneSelf {
		return l, false
	}
	m := sideLabel().FindStringSubmatch(s.Clean[offset:])
	if m == nil || len(word) > 0 && len(m[1]+m[2]) != len(word) {
		return l, false
	}
	if m[2] != "" {
		l.side = columns
	}
	l.Hi = offset + len(m[0])
	behind := s.Clean[l.Hi:]
	sign := strings.TrimLeft(behind, " ")
	for _, colon := range []string{":", "=", "："} {
		if strings.HasPrefix(sign, colon) {
			l.Hi += len(behind) - len(sign) + len(colon)
		}
	}
	return l, true
}

// labels returns the first labels of the text, at most `most` of them.
func (s source) labels(most int) (all []label) {
	for at := 0; at < len(s.Clean) && len(all) < most; {
		l, ok := s.labelAt(at)
		if ok {
			all = append(all, l)
		}
		at = max(l.Hi, at+1)
	}
	return all
}

// isLabelled reports whether a text begins with a label.
func isLabelled(s source) bool {
	_, ok := s.labelAt(s.Body().Lo)
	return ok
}

// readLabelled reads the clues after "rows:" and after "columns:", in either order.
func readLabelled(s source) (*nonogram.Puzzle, error) {
	sides, err := s.labelledSides()
	if err != nil {
		return nil, err
	}
	return readSides(s, sides)
}

// labelledSides returns the clues of each side, without its label.
func (s source) labelledSides() (sides [2]*span, err error) {
	labels := s.labels(3) // a third is one too many, and gives an error
	for i, l := range labels {
		if sides[l.side] != nil {
			return sides, s.draft().Missing(1-l.side, l.Lo)
		}
		end := len(s.Clean)
		if i+1 < len(labels) {
			end = labels[i+1].Lo
		}
		p := s.Trim(between(l.Hi, end))
		if p.Lo < p.Hi && s.Clean[p.Hi-1] == '|' {
			p.Hi--
		}
		sides[l.side] = &p
	}
	return sides, nil
}
