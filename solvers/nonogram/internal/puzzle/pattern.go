package puzzle

import (
	"fmt"
	"strings"

	"kibitz/solvers/nonogram/internal/clues"
)

// readGameID reads a game ID of Simon Tatham's Pattern: WxH:clues, columns first. See rows and
// columns in pattern.c of his Portable Puzzle Collection.
func readGameID(t *clues.Text, id clues.GameID) (*Puzzle, error) {
	if t.Clean[id.Rest.Lo] == '#' {
		return nil, t.Expected(id.Rest.Lo, "nonogram.seed", "a : and the clues; a random seed has no clues in it", nil)
	}
	if err := t.CheckSize(id.At, id.Height, id.Width); err != nil {
		return nil, err
	}
	body, given := clues.Span{Lo: id.Rest.Lo + 1, Hi: id.Rest.Hi}, clues.Span{}
	if comma := strings.IndexByte(t.Of(body), ','); comma >= 0 {
		given = clues.Span{Lo: body.Lo + comma + 1, Hi: body.Hi}
		body.Hi = body.Lo + comma
	}
	d, lines := clues.Draft{Text: t}, 0
	for line := range t.Split(body, "/") {
		side := ColumnSide
		if lines >= id.Width {
			side = RowSide
		}
		if lines++; lines > id.Width+id.Height {
			return nil, t.Expected(line.Lo-1, "nonogram.count", fmt.Sprintf("the end after %d lines", id.Width+id.Height),
				map[string]any{"Count": id.Width + id.Height})
		}
		if err := d.Clue(side, line); err != nil {
			return nil, err
		}
	}
	if lines < id.Width+id.Height {
		return nil, t.TooFew(body.Hi, id.Width+id.Height, lines)
	}
	p, err := fromDraft(&d)
	if err == nil && given.Lo > 0 {
		p.Given, err = readGiven(t, given, id.Height*id.Width)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// skipOnly is the number of cells that z skips. A letter in the list of given cells skips as many
// cells as its distance from a, and gives the next cell: empty for a small letter, filled for a
// capital. But z only skips 25 cells, and a letter that skips to the end gives none.
const skipOnly = 'z' - 'a'

// readGiven reads the cells after the ',' of a game ID. It returns nil if none is given.
func readGiven(t *clues.Text, p clues.Span, cells int) ([]Cell, error) {
	given, some, next := make([]Cell, cells), false, 0
	for i := p.Lo; i < p.Hi; i++ {
		c, value := t.Clean[i], Empty
		if clues.IsUpper(c) {
			c, value = c-'A'+'a', Filled
		}
		switch {
		case !clues.IsLower(c):
			return nil, t.Expected(i, "nonogram.given", "a letter: so many cells, then one that is given", nil)
		case next == cells || next+int(c-'a') > cells:
			return nil, t.Expected(i, "nonogram.given-end", fmt.Sprintf("the end after %d cells", cells), map[string]any{"Count": cells})
		}
		if next += int(c - 'a'); c != 'z' && next < cells {
			given[next], some = value, true
			next++
		}
	}
	switch {
	case next < cells:
		return nil, t.Expected(p.Hi, "nonogram.given-count", fmt.Sprintf("%d cells; these are %d", cells, next),
			map[string]any{"Count": cells, "Found": next})
	case !some:
		return nil, nil
	}
	return given, nil
}

// patternID returns the puzzle as a game ID, the only encoding in black and white that holds given
// cells.
func (p *Puzzle) patternID() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%dx%d", len(p.Cols), len(p.Rows))
	separator := byte(':')
	for _, side := range [][][]Run{p.Cols, p.Rows} {
		for _, runs := range side {
			b.WriteByte(separator)
			for i, run := range runs {
				if i > 0 {
					b.WriteByte('.')
				}
				fmt.Fprint(&b, run.Length)
			}
			separator = '/'
		}
	}
	b.WriteByte(',')
	skipped := 0
	skipMany := func() {
		for ; skipped >= skipOnly; skipped -= skipOnly {
			b.WriteByte('z')
		}
	}
	skip := func(first byte) {
		skipMany()
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
	if skipMany(); skipped > 0 { // nothing follows cells that z skipped
		skip('a')
	}
	return b.String()
}
