package script

import (
	"cmp"
	"context"
	"image"
	"math"
	"slices"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/digits"
)

// SeeWhole lets the net for numbers look at the numbers of clues that are not sure, or small, and weighs their
// readings by what it says. No number is above limit.
func (b *Band) SeeWhole(ctx context.Context, h Hand, lines [][]board.Clue, limit int) error {
	const sure, low = .98, 20 // low: pixels of the sheet
	small := h.Height <= low
	doubtful := make([]bool, len(lines))
	at := map[image.Rectangle]int{}
	var cut []digits.NumberGlyph
	for i, clues := range lines {
		if len(clues) == 0 || len(clues[0].Numbers) == 0 || clues[0].P >= sure && !small {
			continue
		}
		doubtful[i] = true
		for _, c := range clues {
			for _, box := range c.Boxes {
				if _, ok := at[box]; ok {
					continue
				}
				if number, ok := digits.CutNumber(b.Light, box, h.Lighter == 1); ok {
					at[box] = len(cut)
					cut = append(cut, number)
				}
			}
		}
	}
	read, err := digits.ReadNumbers(ctx, cut)
	if err != nil {
		return err
	}
	seen := func(n int, box image.Rectangle) float64 {
		if i, ok := at[box]; ok && n < 100 {
			return read[i].P(n)
		}
		return 1
	}
	for i, clues := range lines {
		if doubtful[i] {
			lines[i] = b.weighWhole(clues, limit, small, seen)
		}
	}
	return nil
}

// weighWhole weighs the readings of a line by what is seen of their numbers, and adds the likeliest one with one
// number as it is seen. No number is above limit. The readings and what is seen may both be wrong for the same reason,
// so powers of their probabilities count.
func (b *Band) weighWhole(clues []board.Clue, limit int, small bool, seen func(n int, box image.Rectangle) float64) []board.Clue {
	const least, clear = 1e-3, .1 // the probability of what a reader does not name; that of a number to be added
	own, whole := .9, .6          // the powers of what was read and of what is seen
	if small {                    // what was read may lack a stroke without a trace
		own, whole = .5, .9
	}
	all := slices.Clone(clues)
	best := clues[0]
	for i := range best.Numbers {
		for n := 1; n <= min(limit, 99); n++ {
			other := best
			other.Numbers = slices.Clone(best.Numbers)
			other.Numbers[i], other.P = n, least*best.P
			known := func(c board.Clue) bool { return slices.Equal(c.Numbers, other.Numbers) }
			if seen(n, best.Boxes[i]) >= clear && b.length(other.Numbers) <= limit && !slices.ContainsFunc(all, known) {
				all = append(all, other)
			}
		}
	}
	unnamed := 1.
	for _, c := range clues {
		unnamed -= c.P
	}
	sum := math.Pow(max(unnamed, least), own) * math.Pow(least, whole)
	for i := range all {
		c := &all[i]
		c.P = math.Pow(c.P, own)
		for k, n := range c.Numbers {
			c.P *= math.Pow(max(seen(n, c.Boxes[k]), least), whole)
		}
		sum += c.P
	}
	for i := range all {
		all[i].P /= sum
	}
	slices.SortStableFunc(all, func(a, b board.Clue) int { return cmp.Compare(b.P, a.P) })
	return all[:min(len(all), board.MaxReadings)]
}

// length returns how many cells a clue takes at least.
func (b *Band) length(numbers []int) int {
	n := len(numbers) - 1
	if b.Touching {
		n = 0
	}
	for _, x := range numbers {
		n += x
	}
	return n
}
