// Package order reads orders for random puzzles, such as "7x7 random 42" or
// "9 random 7": a size, the word random, and the number of a puzzle. Nothing is
// made here. A number means the same puzzle for good; without one it is number 1.
package order

import (
	"fmt"
	"iter"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"kibitz/solvers"
	"kibitz/solvers/internal/cells"
)

// A Form is how the orders for one kind of puzzle are written.
type Form struct {
	Puzzle string // prefix of the error codes: "lightsout"
	Thing  string // what is ordered: "board"
	Row    bool   // a size is one number, rather than rows x columns
}

// An Order is what such a text says.
type Order struct {
	Size   []int // rows and columns, or one number; math.MaxInt for any beyond that
	Number uint64
	At     int // byte offset of the size in the text
}

var (
	oneNumber  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\d+)`) })
	twoNumbers = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\d+)\s*[xX×]\s*(\d+)`) })
)

// Read reads text[start:end]. It is nil for a text that is no order: one that does
// not begin with a size and the word random. The error, for one that goes on in
// another way than with a number, is a *solvers.SyntaxError. Whether there can be
// puzzles of that size is for the caller to say.
func (f Form) Read(text string, start, end int) (*Order, error) {
	size := twoNumbers
	if f.Row {
		size = oneNumber
	}
	trimmed, until := cells.Trim(text[start:end])
	start, end = start+trimmed, start+until
	m := size().FindStringSubmatchIndex(text[start:end])
	if m == nil {
		return nil, nil
	}
	words, stop := iter.Pull2(cells.Words(text, start+m[1], end))
	defer stop()
	if _, word, _ := words(); !strings.EqualFold(word, "random") {
		return nil, nil
	}
	o := &Order{Number: 1, At: start}
	for i := 2; i < len(m); i += 2 {
		n, err := strconv.Atoi(text[start+m[i] : start+m[i+1]])
		if err != nil {
			n = math.MaxInt
		}
		o.Size = append(o.Size, n)
	}
	offset, word, more := words()
	if !more {
		return o, nil
	}
	var err error
	if o.Number, err = strconv.ParseUint(word, 10, 64); err != nil {
		return nil, solvers.At(text, offset, f.Puzzle+".seed", fmt.Sprintf("the number of a random %s, such as 42", f.Thing), nil)
	}
	if offset, _, more = words(); more {
		return nil, solvers.At(text, offset, f.Puzzle+".end", "nothing more", nil)
	}
	return o, nil
}
