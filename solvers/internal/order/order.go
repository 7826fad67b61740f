// Package order reads orders for random puzzles, such as "7x7 random 42", "random 7x7" or
// "9 random 7": a size, the word random, and the number of a puzzle; for some kinds a
// difficulty, too. It makes no puzzles. A number means the same puzzle for good; an order
// without one means number 1, unless another one is drawn.
package order

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kibitz/solvers"
	"kibitz/solvers/internal/cells"
)

// A Form says how the orders for one kind of puzzle are written.
type Form struct {
	Puzzle string // prefix of the error codes: "lightsout"
	Thing  string // word for the puzzle in error texts: "board"
	Row    bool   // a size is one number, rather than rows x columns
}

// An Order is a size and the choice of a puzzle.
type Order struct {
	Size []int // rows and columns, or one number; math.MaxInt for a number too large for an int
	Choice
	At int // byte offset of the size in the text
}

// random lists the words for "random" in the bot's languages.
const random = " random 무작위 랜덤 ランダム "

// sizeForm matches rows x columns among other words. Between the two it takes the signs that
// keyboards and phones offer, the Cyrillic letter and "by".
var sizeForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[\s,])(\d+)\s*(?:[xX×✕✖*хХ]|\s[bB][yY]\s)\s*(\d+)(?:$|[\s,]|\pL)`)
})

// A word of a text, and its byte offset there.
type word struct {
	at   int
	text string
}

// FindSize finds the first size rows x columns in text[start:end], with or without blanks around
// the x. It returns the byte offsets where the digits of each begin and end.
func FindSize(text string, start, end int) (rows, cols [2]int, found bool) {
	m := sizeForm().FindStringSubmatchIndex(text[start:end])
	if m == nil {
		return rows, cols, false
	}
	return [2]int{start + m[2], start + m[3]}, [2]int{start + m[4], start + m[5]}, true
}

// findSize finds a size of rows and columns in text[start:end], and the words before and
// after it. size is nil if there is none.
func findSize(text string, start, end int) (size, words []word) {
	rows, cols, found := FindSize(text, start, end)
	if !found {
		return nil, nil
	}
	for _, part := range [][2]int{{start, rows[0]}, {cols[1], end}} {
		for at, text := range cells.Words(text, part[0], part[1]) {
			words = append(words, word{at, text})
		}
	}
	return []word{{rows[0], text[rows[0]:rows[1]]}, {cols[0], text[cols[0]:cols[1]]}}, words
}

// findLength finds the first number in text[start:end], which is the size of a row, and the
// words before and after it. size is nil if there is none.
func findLength(text string, start, end int) (size, words []word) {
	for at, text := range cells.Words(text, start, end) {
		if size == nil && strings.Trim(text, "0123456789") == "" {
			size = []word{{at, text}}
			continue
		}
		words = append(words, word{at, text})
	}
	return size, words
}

// Read reads the order text[start:end]: a size with the word random beside it, and maybe a number;
// or rows x columns alone. It returns nil for any other text, and a *solvers.SyntaxError for an
// order with something else in the place of the number. The caller checks whether there are
// puzzles of that size.
func (f Form) Read(text string, start, end int) (*Order, error) {
	trimmed, until := cells.Trim(text[start:end])
	start, end = start+trimmed, start+until
	if tooLong(text[start:end]) {
		return nil, nil
	}
	find := findSize
	if f.Row {
		find = findLength
	}
	size, words := find(text, start, end)
	if size == nil {
		return nil, nil
	}
	isRandom := func(w word) bool { return hasWord(random, strings.ToLower(w.text)) }
	said := slices.IndexFunc(words, isRandom)
	rest := slices.DeleteFunc(slices.Clone(words), isRandom)
	switch {
	case len(words)-len(rest) > 1, said < 0 && (f.Row || len(words) > 0): // random twice, or missing
		return nil, nil
	case said > 0 && size[0].at == start: // 7x7 easy random
		return nil, nil
	case size[0].at != start && slices.ContainsFunc(rest, func(w word) bool { return strings.Trim(w.text, "0123456789") != "" }):
		return nil, nil // other words
	}
	o := &Order{Choice: Unsaid, At: size[0].at}
	for _, side := range size {
		n, err := strconv.Atoi(side.text)
		if err != nil {
			n = math.MaxInt
		}
		o.Size = append(o.Size, n)
	}
	if len(rest) == 0 {
		return o, nil
	}
	var err error
	o.Open = false
	if o.Number, err = strconv.ParseUint(rest[0].text, 10, 64); err != nil {
		return nil, solvers.At(text, rest[0].at, f.Puzzle+".seed", fmt.Sprintf("the number of a random %s, such as 42", f.Thing), nil)
	}
	if len(rest) > 1 {
		return nil, solvers.At(text, rest[1].at, f.Puzzle+".end", "nothing more", nil)
	}
	return o, nil
}
