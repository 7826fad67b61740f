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

// Grades are the puzzles of one kind that are made for a difficulty.
type Grades struct {
	Names []string // easy first
	Usual string   // where nobody says
	Least int      // cells a side
	Most  func(name string) int
}

// A Graded order is for a puzzle of a size and a difficulty.
type Graded struct {
	Rows, Cols int
	Grade      string
	Choice
}

// String is the order as one types it.
func (o Graded) String() string {
	return fmt.Sprintf("%dx%d %s%s", o.Rows, o.Cols, o.Grade, o.Choice)
}

// Drawn is the order with a number that the dice give, where it has none.
func (o Graded) Drawn(dice uint64) Graded {
	o.Choice = o.Choice.Drawn(dice)
	return o
}

// Any is the order without its number.
func (o Graded) Any() Graded {
	o.Choice = Unsaid
	return o
}

// Terms are what is ordered.
func (o Graded) Terms() (rows, cols int, grade string, number uint64) {
	return o.Rows, o.Cols, o.Grade, o.Number
}

// Words that make hard expert, and words that say nothing.
const (
	very   = " very 매우 아주 とても "
	filler = " make generate new a an puzzle 새 새로운 만들기 만들어줘 新しい 作って "
)

func among(words, word string) bool { return strings.Contains(words, " "+word+" ") }

// tooLong tells whether a text has more than an order may have, blanks aside: a puzzle may be
// much longer, and is not looked through for a size.
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
// in any order and in any language of the house. It is nil for any other text. A difficulty
// that this kind has not is the nearest that it has, rather a harder one; without a number it
// is number 1, unless another one is drawn. The error is a *solvers.SyntaxError.
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

// ReadBehind is Read for what stands in text from an offset on behind a board, which has a size
// of its own: a difficulty or none, and a number behind that. It is nil for anything else.
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

// graded is what the words of an order say, but for its size.
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

// nearest is the name of that difficulty, or of the next one above, or else below.
func (g Grades) nearest(asked solvers.Difficulty) string {
	for ; asked <= solvers.Expert; asked++ {
		if name := asked.String(); slices.Contains(g.Names, name) {
			return name
		}
	}
	return g.Names[len(g.Names)-1]
}

// terms are what the words of an order say, but for its size.
type terms struct {
	asked   *solvers.Difficulty // nil for none
	number  *word               // nil for none
	unknown *word               // that may have been meant for a difficulty
}

// sortWords is false for words that are no order.
func sortWords(words []word) (t terms, ok bool) {
	emphasis := false
	for i := range words {
		w := &words[i]
		lower := strings.ToLower(w.text)
		digits := strings.TrimPrefix(w.text, "#")
		asked, graded := solvers.CalledDifficulty(lower)
		switch {
		case among(filler, lower), among(random, lower):
		case among(very, lower):
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
