package notation

import (
	"fmt"
	"strings"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/internal/clues"
)

// source is the text that a reader looks at.
type source struct{ *clues.Text }

func newSource(text string) source { return source{clues.NewText(text)} }

type span = clues.Span

// between is the part of a text from byte lo to before byte hi.
func between(lo, hi int) span { return span{Lo: lo, Hi: hi} }

// The two sides of a puzzle.
const (
	rows    = clues.Rows
	columns = clues.Columns
)

// draft is the puzzle that a reader makes of clues.
type draft struct {
	clues.Draft
	fault error // of its palette
}

func (s source) draft() *draft { return &draft{Draft: clues.Draft{Text: s.Text}} }

// colouredDraft is one whose runs may have the letter of a colour.
func (s source) colouredDraft() *draft {
	return &draft{Draft: clues.Draft{Text: s.Text, Coloured: true}}
}

// typedDraft is one whose runs have colours as people type them.
func (s source) typedDraft() *draft {
	return &draft{Draft: clues.Draft{Text: s.Text, Typed: true}}
}

// puzzle ends a draft without colours.
func (d *draft) puzzle() (*nonogram.Puzzle, error) {
	rows, cols, err := d.Sides()
	if err != nil {
		return nil, err
	}
	return &nonogram.Puzzle{Rows: rows, Cols: cols}, nil
}

// begins says whether the text begins with one of these.
func (s source) begins(with ...string) bool {
	body := s.Of(s.Body())
	for _, w := range with {
		if strings.HasPrefix(body, w) {
			return true
		}
	}
	return false
}

// cutWords is what follows these words or signs at the beginning of a text, with blanks before
// each or not.
func cutWords(text string, words ...string) (rest string, ok bool) {
	for _, w := range words {
		if text, ok = strings.CutPrefix(strings.TrimLeft(text, " "), w); !ok {
			return "", false
		}
	}
	return text, true
}

// wordAt is the word that begins at offset: letters, digits and '_'. It may be empty.
func (s source) wordAt(offset, hi int) string {
	end := offset
	for end < hi && isWord(s.Clean[end]) {
		end++
	}
	return s.Clean[offset:end]
}

func isWord(c byte) bool { return clues.IsLetter(c) || clues.IsDigit(c) || c == '_' }

// cells is the error for a picture at offset that has not as many cells as it says.
func (s source) cells(offset, want, got int) error {
	return s.Expected(offset, "nonogram.cells", fmt.Sprintf("%d cells; these are %d", want, got),
		map[string]any{"Count": want, "Found": got})
}
