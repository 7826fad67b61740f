package nonogram

import (
	"fmt"
	"regexp"
	"strings"
)

var patternID = regexp.MustCompile(`^(?:https?://\S*#)?([0-9]+)x([0-9]+)([:#])`)

func isPattern(s *source) bool { return patternID.MatchString(s.of(s.trim(s.all()))) }

// readPattern reads a game ID of Simon Tatham's Pattern: WxH:clues, columns first.
// See rows and columns in pattern.c of his Portable Puzzle Collection.
func readPattern(s *source) (*Puzzle, error) {
	p := s.trim(s.all())
	m := patternID.FindStringSubmatchIndex(s.of(p))
	if s.text[p.lo+m[6]] == '#' {
		return nil, s.err(p.lo+m[6], "nonogram.seed", "a : and the clues; a random seed has no clues in it", nil)
	}
	width, _ := s.number(p.lo+m[2], p.hi)
	height, _ := s.number(p.lo+m[4], p.hi)
	if err := s.checkSize(p.lo+m[2], height, width); err != nil {
		return nil, err
	}
	body, given := span{p.lo + m[1], p.hi}, span{}
	if comma := strings.IndexByte(s.of(body), ','); comma >= 0 {
		given = span{body.lo + comma + 1, body.hi}
		body.hi = body.lo + comma
	}
	d, lines := draft{src: s}, 0
	for line := range s.split(body, "/") {
		side := columns
		if lines >= width {
			side = rows
		}
		if lines++; lines > width+height {
			return nil, s.err(line.lo-1, "nonogram.count", fmt.Sprintf("the end after %d lines", width+height),
				map[string]any{"Count": width + height})
		}
		if err := d.clue(side, line); err != nil {
			return nil, err
		}
	}
	if lines < width+height {
		return nil, s.tooFew(body.hi, width+height, lines)
	}
	puzzle, err := d.puzzle()
	if err == nil && given.lo > 0 {
		puzzle.Given, err = s.givens(given, height*width)
	}
	if err != nil {
		return nil, err
	}
	return puzzle, nil
}

// A letter of the given cells skips as many cells as it stands after a and gives the next
// one, empty where it is small and filled where it is a capital; but z skips 25 and gives
// none, and nor does the letter that skips to the end.
const skipOnly = 'z' - 'a'

// givens reads the cells after the ',' of a game ID. It is nil where none is given.
func (s *source) givens(p span, cells int) ([]Cell, error) {
	given, some, next := make([]Cell, cells), false, 0
	for i := p.lo; i < p.hi; i++ {
		c, value := s.text[i], Empty
		if isUpper(c) {
			c, value = c-'A'+'a', Filled
		}
		switch {
		case !isLower(c):
			return nil, s.err(i, "nonogram.given", "a letter: so many cells, then one that is given", nil)
		case next == cells || next+int(c-'a') > cells:
			return nil, s.err(i, "nonogram.given-end", fmt.Sprintf("the end after %d cells", cells), map[string]any{"Count": cells})
		}
		if next += int(c - 'a'); c != 'z' && next < cells {
			given[next], some = value, true
			next++
		}
	}
	switch {
	case next < cells:
		return nil, s.err(p.hi, "nonogram.given-count", fmt.Sprintf("%d cells; these are %d", cells, next),
			map[string]any{"Count": cells, "Found": next})
	case !some:
		return nil, nil
	}
	return given, nil
}

// patternID is the puzzle as a game ID, the one encoding that has a place for given cells.
func (p *Puzzle) patternID() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%dx%d", len(p.Cols), len(p.Rows))
	separator := byte(':')
	for _, side := range [][][]int{p.Cols, p.Rows} {
		for _, runs := range side {
			b.WriteByte(separator)
			for i, run := range runs {
				if i > 0 {
					b.WriteByte('.')
				}
				fmt.Fprint(&b, run)
			}
			separator = '/'
		}
	}
	b.WriteByte(',')
	skipped := 0
	skip := func(first byte) {
		for ; skipped >= skipOnly; skipped -= skipOnly {
			b.WriteByte('z')
		}
		b.WriteByte(first + byte(skipped))
		skipped = 0
	}
	for _, value := range p.Given {
		switch value {
		case Empty:
			skip('a')
		case Filled:
			skip('A')
		default:
			skipped++
		}
	}
	if skipped > 0 {
		skip('a')
	}
	return b.String()
}

// tooFew is the error for a text that ends at offset before all its lines have come.
func (s *source) tooFew(offset, want, got int) error {
	return s.err(offset, "nonogram.count", fmt.Sprintf("%d lines of clues; these are %d", want, got),
		map[string]any{"Count": want, "Found": got})
}
