package notation

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"kibitz/solvers"
	"kibitz/solvers/nonogram"
)

// Lines that are numbered, in any of these ways:
//
//	Row 1: 1 1      1. 1 1      1행: 1 1      1行目：1 1      1) 1 1 2) 5
//
// with the words of the two sides in any language of the bot. Numbers without a word begin
// at 1 again for the columns, or stand below "Rows:" and "Columns:".

// These patterns match the words for the two sides.
const (
	rowWords    = solvers.RowWords + "|" + solvers.RowCounters
	columnWords = solvers.ColumnWords + "|" + solvers.ColumnCounters
	clueWords   = `(?:[ \n]*(?:clues?|hints?|힌트|の?ヒント|の?数字)\b?)?`
)

var (
	sideLabel = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?i)(?:(` + rowWords + `)|(` + columnWords + `))` + clueWords)
	})
	// The word stands before its number: Row 1:, R1:, 가로 1:, or after it: 1행, 1行目.
	numberedHead = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:(\br|\b` + rowWords + `)|(\bc|` + columnWords + `)) *#?(\d{1,6}) *[:：.)=]|(\d{1,6}) *(?:번째 *)?(?:(행|行目?)|(열|列目?)) *[:：.)=]?`)
	})
	numberedLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\d{1,6}) ?[.):](?: |$)`) })
	bracketed    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(\d{1,6})\) *`) })
)

// numberedClue is the head of one line's clue.
type numberedClue struct {
	span
	side, number int
}

// isNumbered reports whether a text has more than one numbered line and no others.
func isNumbered(s source) bool { return len(s.numberedClues()) > 1 }

// numberedClues returns the heads of a text in which all lines are numbered, nil for any other.
func (s source) numberedClues() []numberedClue {
	body := s.Body()
	if body.Lo == body.Hi {
		return nil
	}
	start := body.Lo
	if l, ok := s.labelAt(start); ok && !s.headAt(start, body.Hi) {
		start = s.Skip(l.Hi, body.Hi)
	}
	switch {
	case s.headAt(start, body.Hi):
		return s.wordedHeads(body)
	case !numberedLine().MatchString(s.Clean[start:body.Hi]):
		return nil
	}
	if heads := s.numberedLines(body); len(heads) > 1 {
		return heads
	}
	return s.bracketedHeads(body)
}

// headAt reports whether a number with the word of a side begins at start.
func (s source) headAt(start, hi int) bool {
	const longest = 60 // bytes of a head
	m := numberedHead().FindStringIndex(s.Clean[start:min(hi, start+longest)])
	return m != nil && m[0] == 0
}

// wordedHeads returns all numbers with the word of a side.
func (s source) wordedHeads(body span) (heads []numberedClue) {
	for _, m := range numberedHead().FindAllStringSubmatchIndex(s.Of(body), -1) {
		h := numberedClue{span: between(body.Lo+m[0], body.Lo+m[1])}
		digits := m[6:8] // group 3 has the number after a word, group 4 the number before one
		if m[6] < 0 {
			digits = m[8:10]
		}
		if m[4] >= 0 || m[12] >= 0 { // groups 2 and 6 have words for columns
			h.side = columns
		}
		h.number, _ = strconv.Atoi(s.Clean[body.Lo+digits[0] : body.Lo+digits[1]])
		heads = append(heads, h)
	}
	return heads
}

// numberedLines returns the numbers that begin the lines of the text. Labels set the side; without
// them the columns begin where the numbers begin at 1 again. It returns nil if some line has no
// number or not the next one.
func (s source) numberedLines(body span) (heads []numberedClue) {
	side, labelled, last := rows, false, 0
	for line := range s.Lines(body) {
		if l, ok := s.labelAt(line.Lo); ok {
			side, labelled, last = l.side, true, 0
			if line.Lo = s.Skip(l.Hi, line.Hi); line.Lo == line.Hi {
				continue
			}
		}
		m := numberedLine().FindStringSubmatchIndex(s.Of(line))
		if m == nil {
			return nil
		}
		n, _ := s.Number(line.Lo, line.Hi)
		if n == 1 && last > 0 && !labelled {
			side, last = columns, 0
		}
		if n != last+1 {
			return nil
		}
		last = n
		heads = append(heads, numberedClue{between(line.Lo, line.Lo+m[1]), side, n})
	}
	return heads
}

// bracketedHeads returns all numbers with a bracket, nil if they do not count from 1, or for the
// columns from 1 again. They need no line breaks between them.
func (s source) bracketedHeads(body span) (heads []numberedClue) {
	side, last := rows, 0
	for _, m := range bracketed().FindAllStringSubmatchIndex(s.Of(body), -1) {
		n, _ := s.Number(body.Lo+m[2], body.Lo+m[3])
		if n == 1 && last > 0 {
			side, last = columns, 0
		}
		if n != last+1 {
			return nil
		}
		last = n
		heads = append(heads, numberedClue{between(body.Lo+m[0], body.Lo+m[1]), side, n})
	}
	return heads
}

// readNumbered reads numbered lines.
func readNumbered(s source) (*nonogram.Puzzle, error) {
	numbered, sides, err := s.numberedSides()
	if err != nil {
		return nil, err
	}
	return numbered.plainSides(sides)
}

// numberedSides returns the two sides of numbered lines, and the source without the numbers. The
// numbers of each side must stand together and count from 1.
func (s source) numberedSides() (source, [2]*span, error) {
	heads := s.numberedClues()
	clean := []byte(s.Clean)
	var sides [2]*span
	counts := [2]int{}
	for i, h := range heads {
		if counts[h.side]++; h.number != counts[h.side] || i > 0 && h.number > 1 && heads[i-1].side != h.side {
			name := [...]string{"row", "column"}[h.side]
			return s, sides, s.Expected(h.Lo, "nonogram.numbered", fmt.Sprintf("%s %d", name, counts[h.side]),
				map[string]any{"Missing": name, "Number": counts[h.side]})
		}
		end := len(clean)
		if i+1 < len(heads) {
			end = heads[i+1].Lo
		}
		for at := h.Hi; at < end; at++ { // remove a label between the sides
			if l, ok := s.labelAt(at); ok {
				clear(clean[l.Lo:l.Hi])
			}
		}
		for end > h.Hi && strings.IndexByte(" \n|;/,\x00", clean[end-1]) >= 0 {
			end--
		}
		if sides[h.side] == nil {
			sides[h.side] = &span{Lo: h.Hi, Hi: end}
			continue
		}
		sides[h.side].Hi = end
		clear(clean[h.Lo:h.Hi])
		clean[h.Lo] = ';'
	}
	for i, c := range clean {
		if c == 0 {
			clean[i] = ' '
		}
	}
	for side, p := range sides {
		if p == nil {
			return s, sides, s.draft().Missing(side, len(s.Clean))
		}
		p.Hi = max(p.Hi, p.Lo)
	}
	return s.withClean(clean), sides, nil
}
