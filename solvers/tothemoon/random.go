package tothemoon

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kibitz/solvers"
	"kibitz/solvers/internal/cells"
)

// Random is a grid that some orbs clear and that is not clear yet. The generator
// is part of the notation: a number means the same grid for good.
func Random(rows, cols int, number uint64) *Puzzle {
	rng := rand.NewPCG(number, 0)
	pressed := func() bool { return rng.Uint64()%2 == 1 }
	p := New(rows, cols)
	for !slices.ContainsFunc(p.Sky, func(word uint64) bool { return word != 0 }) {
		columns := make([]bool, cols)
		for c := range columns {
			columns[c] = pressed()
		}
		for r := range rows {
			row := pressed()
			for c, column := range columns {
				if row != column {
					p.Flip(r, c)
				}
			}
		}
		if pressed() {
			for c := range min(rows, cols) {
				p.Flip(rows-1-c, c)
			}
		}
	}
	return p
}

// MaxRandom is the most cells of a grid that Parse makes to order: a few letters are
// not to take the memory of a large one.
const MaxRandom = 1 << 16

// sized is what begins an order for a random grid: its rows and columns.
var sized = regexp.MustCompile(`^(\d+)\s*[xX×]\s*(\d+)`)

// parseRandom reads "random" and the number of a random grid, after the size
// that was found at m in text from start on.
func parseRandom(text string, start, end int, m []int) (*Puzzle, error) {
	rows, errRows := strconv.Atoi(text[start+m[2] : start+m[3]])
	cols, errCols := strconv.Atoi(text[start+m[4] : start+m[5]])
	if errRows != nil || errCols != nil || rows < 1 || cols < 1 || cols > MaxRandom || rows > MaxRandom/cols {
		return nil, solvers.At(text, start, "tothemoon.random-size",
			fmt.Sprintf("a size of rows x columns, from 1x1, with no more than %d cells", MaxRandom), map[string]any{"Max": MaxRandom})
	}
	words, stop := iter.Pull2(cells.Words(text, start+m[5], end))
	defer stop()
	next := func() (int, string) {
		if offset, word, ok := words(); ok {
			return offset, word
		}
		return end, ""
	}
	offset, word := next()
	if !strings.EqualFold(word, "random") {
		return nil, solvers.At(text, offset, "tothemoon.random", "random and a number, as in 4x5 random 42", nil)
	}
	number := uint64(1)
	if offset, word = next(); word != "" {
		var err error
		if number, err = strconv.ParseUint(word, 10, 64); err != nil {
			return nil, solvers.At(text, offset, "tothemoon.seed", "the number of a random grid, such as 42", nil)
		}
		offset, word = next()
	}
	if word != "" {
		return nil, solvers.At(text, offset, "tothemoon.end", "nothing more", nil)
	}
	return Random(rows, cols, number), nil
}
