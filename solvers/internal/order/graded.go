package order

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"kibitz/solvers"
	"kibitz/solvers/internal/cells"
)

// Grades says which difficulties and sizes puzzles of one kind are made in.
type Grades struct {
	Names []string              // of the difficulties, easy first
	Usual string                // the difficulty of an order that names none
	Least int                   // the shortest side, in cells
	Most  func(name string) int // the longest side of a difficulty, in cells
}

// A Graded order asks for a puzzle of a size and a difficulty.
type Graded struct {
	Rows, Cols int
	Grade      string
	Choice
}

// String returns the order as people type it.
func (o Graded) String() string {
	return fmt.Sprintf("%dx%d %s%s", o.Rows, o.Cols, o.Grade, o.Choice)
}

// Drawn returns the order with a number drawn from dice, a random number. An order that has a
// number keeps it.
func (o Graded) Drawn(dice uint64) Graded {
	o.Choice = o.Choice.Drawn(dice)
	return o
}

// Any returns the order without its number.
func (o Graded) Any() Graded {
	o.Choice = Unsaid
	return o
}

// Terms returns the parts of the order: the size, the difficulty's name and the number.
func (o Graded) Terms() (rows, cols int, grade string, number uint64) {
	return o.Rows, o.Cols, o.Grade, o.Number
}

// Words that turn hard into expert, and words that change nothing.
const (
	very   = " very 매우 아주 とても "
	filler = " make generate new a an puzzle 새 새로운 만들기 만들어줘 新しい 作って "
)

// hasWord reports whether word is one of words, which have a blank on each side.
func hasWord(words, word string) bool { return strings.Contains(words, " "+word+" ") }

// tooLong reports whether a text is longer than an order may be, in characters without blanks.
// Puzzles may be much longer, and are not searched for a size.
func tooLong(text string) bool {
	const most = 200
	n := 0
	for _, r := range text {
		if !cells.Blank(r) {
			if n++; n > most {
				return true
			}
		}
	}
	return false
}

// Read reads a text like "15x15 expert 42": rows, columns, difficulty, number, with the words
// in any order and in any of the bot's languages. It returns nil for any other text. In place of
// a difficulty that this kind lacks it takes the next harder one, or the hardest. Without a
// number the order is Open. The error is a *solvers.SyntaxError.
func (g Grades) Read(text string) (*Graded, error) {
	start, end := cells.Trim(text)
	if tooLong(text[start:end]) {
		return nil, nil
	}
	size, words := findSize(text, start, end)
	if size == nil {
		return nil, nil
	}
	o, err := g.graded(text, words)
	if o == nil {
		return nil, err
	}
	most := g.Most(o.Grade)
	for i, side := range []*int{&o.Rows, &o.Cols} {
		n, _ := strconv.Atoi(size[i].text)
		if n < g.Least || n > most {
			return nil, solvers.At(text, size[i].at, "order.size", fmt.Sprintf("a side from %d to %d", g.Least, most), map[string]any{"Min": g.Least, "Max": most})
		}
		*side = n
	}
	return o, nil
}

// ReadBehind reads the rest of an order behind a board, from offset at of text on, as Read does
// but without a size, which the board has: a difficulty or none, and a number behind that. It
// returns nil for any other text.
func (g Grades) ReadBehind(text string, at int) (*Graded, error) {
	if tooLong(text[at:]) {
		return nil, nil
	}
	var words []word
	for at, text := range cells.Words(text, at, len(text)) {
		words = append(words, word{at, text})
	}
	if len(words) > 0 && strings.Trim(words[0].text, "0123456789") == "" {
		return nil, nil
	}
	return g.graded(text, words)
}

// graded returns the order that the words ask for, without its size. It returns nil if the words
// are no order, and a *solvers.SyntaxError for a word that may be meant for a difficulty or a
// number of more than 18 digits.
func (g Grades) graded(text string, words []word) (*Graded, error) {
	t, ok := sortWords(words)
	if !ok {
		return nil, nil
	}
	o := &Graded{Grade: g.Usual, Choice: Unsaid}
	switch {
	case t.unknown != nil:
		last := len(g.Names) - 1
		return nil, solvers.At(text, t.unknown.at, "order.difficulty", strings.Join(g.Names[:last], ", ")+" or "+g.Names[last],
			map[string]any{"Names": strings.Join(g.Names, ", ")})
	case t.asked != nil:
		o.Grade = g.nearest(*t.asked)
	}
	if t.number != nil {
		const most = 18
		if len(t.number.text) > most {
			return nil, solvers.At(text, t.number.at, "order.number", fmt.Sprintf("a number of at most %d digits", most), map[string]any{"Max": most})
		}
		n, _ := strconv.ParseUint(t.number.text, 10, 64)
		o.Choice = Choice{Number: n}
	}
	return o, nil
}

// nearest returns the name of the asked difficulty, or of the next harder one there is, or of
// the hardest.
func (g Grades) nearest(asked solvers.Difficulty) string {
	for ; asked <= solvers.Expert; asked++ {
		if name := asked.String(); slices.Contains(g.Names, name) {
			return name
		}
	}
	return g.Names[len(g.Names)-1]
}

// terms holds the words of an order that say something, without its size.
type terms struct {
	asked   *solvers.Difficulty // nil for none
	number  *word               // nil for none
	unknown *word               // a word that may be meant for a difficulty
}

// sortWords finds the difficulty and the number among words, and passes over words such as
// "puzzle" and "random". A # may stand before the number. A word for "very" anywhere turns hard
// into expert. The first other word of letters alone may be a misspelt difficulty: it becomes
// t.unknown. ok is false if there is a second such word, a second number or any other text,
// because this is then no order.
func sortWords(words []word) (t terms, ok bool) {
	emphasis := false
	for i := range words {
		w := &words[i]
		lower := strings.ToLower(w.text)
		digits := strings.TrimPrefix(w.text, "#")
		asked, graded := solvers.CalledDifficulty(lower)
		switch {
		case hasWord(filler, lower), hasWord(random, lower):
		case hasWord(very, lower):
			emphasis = true
		case graded && t.asked == nil:
			t.asked = &asked
		case digits != "" && strings.Trim(digits, "0123456789") == "" && t.number == nil:
			t.number = &word{w.at + len(w.text) - len(digits), digits}
		case t.unknown == nil && strings.IndexFunc(w.text, func(r rune) bool { return !unicode.IsLetter(r) }) < 0:
			t.unknown = w
		default:
			return t, false
		}
	}
	if emphasis && t.asked != nil && *t.asked == solvers.Hard {
		*t.asked = solvers.Expert
	}
	return t, true
}
