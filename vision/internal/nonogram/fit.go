package nonogram

import (
	"math"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/page"
)

// isSound reports whether a board can be believed whatever is in its cells: all lines have a clue and are read well,
// the totals of rows and columns are equal, and the clues do not merely count the lines.
func isSound(c *page.Candidate) bool {
	return !(countUp(c.RowClues) && countUp(c.ColClues)) && c.Whole == 1 && c.Read > .8 && !isDoubtful(c)
}

// isDoubtful reports whether a board that is mostly read has lines that are not certain, or unequal totals of
// rows and columns.
func isDoubtful(c *page.Candidate) bool {
	const mostlyRead, certain = .5, .9 // share of a board that is mostly read; probability of a certain line
	if c.Read < mostlyRead || c.Whole < mostlyRead {
		return false
	}
	return leastLikely(c) < certain || excess(c) != 0
}

// leastLikely returns the probability of the least likely line.
func leastLikely(c *page.Candidate) float64 {
	least := 1.
	for _, lines := range [...][]board.Line{c.RowClues, c.ColClues} {
		for _, l := range lines {
			least = min(least, l.Readings[0].P)
		}
	}
	return least
}

// excess returns the total of the rows minus that of the columns, by the likeliest readings.
func excess(c *page.Candidate) (n int) {
	for i, lines := range [...][]board.Line{c.RowClues, c.ColClues} {
		for _, l := range lines {
			for _, v := range l.Readings[0].Numbers {
				n += v * (1 - 2*i)
			}
		}
	}
	return n
}

// fitsBetter reports whether one reading of a board fits better than another: by its totals, or else by the
// probabilities of its lines and how many digits it explains: a number that one look misses makes no line unlikely.
func fitsBetter(c *page.Candidate, than *page.Candidate) bool {
	if a, b := excess(c) == 0, excess(than) == 0; a != b {
		return a
	}
	likely := func(c *page.Candidate) (sum float64) {
		for _, lines := range [...][]board.Line{c.RowClues, c.ColClues} {
			for _, l := range lines {
				sum += math.Log(max(l.Readings[0].P, 1e-3))
			}
		}
		return sum + c.Explained
	}
	return likely(c) > likely(than)
}
