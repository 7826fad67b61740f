package notation

import (
	"fmt"
	"strings"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/internal/clues"
)

// source is the text that a reader reads.
type source struct{ *clues.Text }

// newSource returns the source of a text.
func newSource(text string) source { return source{clues.NewText(text)} }

type span = clues.Span

// between returns the span from byte lo up to but not including byte hi.
func between(lo, hi int) span { return span{Lo: lo, Hi: hi} }

// rows and columns are the indices of the two sides of a puzzle.
const (
	rows    = clues.Rows
	columns = clues.Columns
)

// draft collects the clues that a reader finds.
type draft struct {
	clues.Draft
	fault error // first error in its palette
}

// draft returns an empty draft in black and white.
func (s source) draft() *draft { return &draft{Draft: clues.Draft{Text: s.Text}} }

// colouredDraft returns a draft whose runs may have the letter of a colour.
func (s source) colouredDraft() *draft {
	return &draft{Draft: clues.Draft{Text: s.Text, Coloured: true}}
}

// typedDraft returns a draft whose runs have colours as people type them.
func (s source) typedDraft() *draft {
	return &draft{Draft: clues.Draft{Text: s.Text, Typed: true}}
}

// puzzle returns the puzzle of a draft in black and white.
func (d *draft) puzzle() (*nonogram.Puzzle, error) {
	rows, cols, err := d.Sides()
	if err != nil {
		return nil, err
	}
	return &nonogram.Puzzle{Rows: rows, Cols: cols}, nil
}

// begins reports whether the text begins with one of some words.
func (s source) begins(with ...string) bool {
	body := s.Of(s.Body())
	for _, w := range with {
		if strings.HasPrefix(body, w) {
			return true
		}
	}
	return false
}

// cutWords returns the rest of a text that begins with some words or signs, in their order, each
// with or without blanks before it.
func cutWords(text string, words ...string) (rest string, ok bool) {
	for _, w := range words {
		if text, ok = strings.CutPrefix(strings.TrimLeft(text, " "), w); !ok {
			return "", false
		}
	}
	return text, true
}

// wordAt returns the word that begins at offset: letters, digits and '_'. It may be empty.
func (s source) wordAt(offset, hi int) string {
	end := offset
	for end < hi && isWord(s.Clean[end]) {
		end++
	}
	return s.Clean[offset:end]
}

// isWord reports whether c may be part of a word.
func isWord(c byte) bool { return clues.IsLetter(c) || clues.IsDigit(c) || c == '_' }

// cells returns the error for a picture at offset with a wrong number of cells.
func (s source) cells(offset, want, got int) error {
	return s.Expected(offset, "nonogram.cells", fmt.Sprintf("%d cells; these are %d", want, got),
		map[string]any{"Count": want, "Found": got})
}
