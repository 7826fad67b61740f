package cardflip

import (
	"fmt"
	"strconv"
	"strings"

	"kibitz/solvers"
	"kibitz/solvers/internal/cells"
)

// MaxCards is the number of cards of the longest row that Parse accepts: as many as
// the characters of the longest text that a batch reads.
const MaxCards = 10_000_000

// formatOf returns the cells that a text may consist of. A blue square is the back of a card, as
// in the pictures, but its face in a text with black squares.
func formatOf(text string) cells.Format {
	squares := cells.Notation{Off: '🟦', On: '⬜'}
	if strings.ContainsRune(text, '⬛') {
		squares = cells.Notation{Off: '⬛', On: '🟦'}
	}
	return cells.Format{
		Puzzle:    "cardflip",
		Notations: []cells.Notation{{Off: '0', On: '1'}, {Off: '.', On: '#'}, squares},
		MaxCells:  MaxCards,
	}
}

// Parse reads a row of cards, face down or up. It accepts
//
//   - a row of 0 and 1, . and #, ⬜ and 🟦, or 🟦 and ⬛; blanks and commas between the
//     cards and a pair of brackets around them mean nothing
//   - runs: 4 2 7: the lengths of the face-up runs, one face-down card between
//     two of them
//
// The row is one of Dawson's Kayles in normal play. Parse refuses orders for a random
// row, because to make one takes a search: see ParseOrder. The error is a
// *solvers.SyntaxError. A row has from 1 to MaxCards cards.
func Parse(text string) (*Puzzle, error) { return Rules{}.Parse(text) }

// Parse reads a row as the function Parse does, for a game by these rules. The error is
// a *solvers.SyntaxError or that of Rules.Check.
func (r Rules) Parse(text string) (*Puzzle, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	start, end := cells.Trim(text)
	const prefix = "runs:"
	var d deal
	var err error
	if body := text[start:end]; len(body) >= len(prefix) && strings.EqualFold(body[:len(prefix)], prefix) {
		err = d.runs(text, start+len(prefix), end)
	} else {
		if strings.HasPrefix(body, "[") && strings.HasSuffix(body, "]") {
			start, end = start+1, end-1
		}
		err = formatOf(text).ParseRow(text, start, end, d.card)
		if err != nil {
			if offset, ok := unnamedRun(text, start, end); ok {
				err = solvers.At(text, offset, "cardflip.unnamed-runs", "a card, 0 or 1, or runs: before the lengths of runs, as in runs: 4 2 7", nil)
			}
		}
	}
	if err != nil {
		return nil, err
	}
	d.close()
	return &Puzzle{Cards: d.cards, Runs: d.laid, Rules: r}, nil
}

// unnamedRun returns the offset of the first number above 1 if text[start:end] consists of
// several numbers from 1 up: lengths of runs without their label.
func unnamedRun(text string, start, end int) (first int, ok bool) {
	words, first := 0, -1
	for offset, word := range cells.Words(text, start, end) {
		n, err := strconv.ParseUint(word, 10, 32)
		if err != nil || n == 0 {
			return 0, false
		}
		if n > 1 && first < 0 {
			first = offset
		}
		words++
	}
	return first, words > 1 && first >= 0
}

// A deal lays cards in a row.
type deal struct {
	cards int
	laid  []Run
	up    int32 // number of cards of the run that is being laid
}

// card lays one card, face up or face down. A face-down card ends the run before it.
func (d *deal) card(up bool) {
	if up {
		d.up++
	} else {
		d.close()
	}
	d.cards++
}

// close ends the run that is being laid, if any.
func (d *deal) close() {
	if d.up > 0 {
		d.laid = append(d.laid, Run{int32(d.cards) - d.up, d.up})
		d.up = 0
	}
}

// runs lays runs of the lengths in text[start:end], with a face-down card between two. The last
// run stays open until close. The error is a *solvers.SyntaxError for a word that is no length,
// for too many cards, or for no length at all.
func (d *deal) runs(text string, start, end int) error {
	fail := func(offset int) error {
		return solvers.At(text, offset, "cardflip.run",
			fmt.Sprintf("the length of a run, 1 or more, in a row of no more than %d cards", MaxCards), map[string]any{"Max": MaxCards})
	}
	for offset, word := range cells.Words(text, start, end) {
		if d.cards > 0 {
			d.card(false)
		}
		n, err := strconv.ParseUint(word, 10, 32)
		if err != nil || n < 1 || int(n) > MaxCards-d.cards {
			return fail(offset)
		}
		d.cards += int(n)
		d.up = int32(n)
	}
	if d.cards == 0 {
		return fail(end)
	}
	return nil
}
