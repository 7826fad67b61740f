package main

import (
	"fmt"
	"image/color"
	"slices"
	"strconv"
	"strings"

	"kibitz/solvers/nonogram"
	"kibitz/vision"
)

// parseNonogram reads the lines of a nonogram. In colours a palette, a=#c00000,b=#0000ff:, comes first, and the cells
// that are filled in may follow, behind a "=".
func (t *truth) parseNonogram() error {
	text, _, _ := strings.Cut(t.text, "=?")
	if palette, rest, ok := strings.Cut(text, ":"); ok {
		text = rest
		for one := range strings.SplitSeq(palette, ",") {
			ink := vision.Ink{RGB: color.RGBA{A: 255}}
			if _, err := fmt.Sscanf(one, "%c=#%02x%02x%02x", &ink.Letter, &ink.RGB.R, &ink.RGB.G, &ink.RGB.B); err != nil {
				return fmt.Errorf("found %q, expected a colour", one)
			}
			t.palette = append(t.palette, ink)
		}
	}
	text, _, _ = strings.Cut(text, "=")
	rows, cols, ok := strings.Cut(strings.ReplaceAll(text, ";", ","), "|")
	for i, side := range []string{rows, cols} {
		for line := range strings.SplitSeq(side, ",") {
			numbers, colours, err := parseLine(line)
			if err != nil || !ok {
				return fmt.Errorf("found %q, expected numbers", line)
			}
			t.lines[i], t.colours[i] = append(t.lines[i], numbers), append(t.colours[i], colours)
		}
	}
	t.rows, t.cols = len(t.lines[0]), len(t.lines[1])
	return nil
}

// parseLine reads the numbers of a line without zeros, and the letters of their colours.
func parseLine(text string) (numbers []int, colours string, err error) {
	for word := range strings.FieldsSeq(text) {
		digits := strings.TrimRight(word, "abcdefghijklmnopqrstuvwxyz")
		n, err := strconv.Atoi(digits)
		if err != nil {
			return nil, "", err
		}
		if n > 0 {
			numbers, colours = append(numbers, n), colours+word[len(digits):]
		}
	}
	return numbers, colours, nil
}

// clue returns the text of line i of a side, with the letters of a reading's palette: of the colours nearest to the
// truth's.
func (t *truth) clue(side, i int, palette []vision.Ink) string {
	c := vision.Clue{Numbers: t.lines[side][i]}
	if t.palette == nil {
		return c.Text()
	}
	for _, letter := range []byte(t.colours[side][i]) {
		own := t.palette[slices.IndexFunc(t.palette, func(ink vision.Ink) bool { return ink.Letter == letter })]
		best, least := byte('?'), 1<<30
		for _, ink := range palette {
			square := func(a, b uint8) int { return (int(a) - int(b)) * (int(a) - int(b)) }
			if far := square(ink.RGB.R, own.RGB.R) + square(ink.RGB.G, own.RGB.G) + square(ink.RGB.B, own.RGB.B); far < least {
				best, least = ink.Letter, far
			}
		}
		c.Colours += string(best)
	}
	return c.Text()
}

// isPuzzle reports whether a puzzle has the clues of the truth. Its colours may be other ones, as on a picture with
// less contrast, as long as each stands for one of the truth's.
func (t *truth) isPuzzle(p *nonogram.Puzzle) bool {
	if len(p.Rows) != t.rows || len(p.Cols) != t.cols || p.InColours() != (t.palette != nil) {
		return false
	}
	of, from := map[int]byte{}, map[byte]int{} // the letter of each colour of the puzzle, and the colour of each letter
	for side, lines := range [2][][]nonogram.Run{p.Rows, p.Cols} {
		for i, runs := range lines {
			if len(runs) != len(t.lines[side][i]) {
				return false
			}
			for k, run := range runs {
				if run.Length != t.lines[side][i][k] {
					return false
				}
				if t.palette == nil {
					continue
				}
				letter := t.colours[side][i][k]
				if of[run.Colour] == 0 && from[letter] == 0 {
					of[run.Colour], from[letter] = letter, run.Colour+1
				}
				if of[run.Colour] != letter || from[letter] != run.Colour+1 {
					return false
				}
			}
		}
	}
	return true
}

// lessALine reports whether an encoding is this nonogram without one empty line at an edge.
func (t *truth) lessALine(encoding string) bool {
	for side, lines := range t.lines {
		for _, at := range []int{0, len(lines) - 1} {
			if len(lines) < 2 || len(lines[at]) > 0 {
				continue
			}
			less := *t
			less.lines[side] = slices.Delete(slices.Clone(lines), at, at+1)
			less.colours[side] = slices.Delete(slices.Clone(t.colours[side]), at, at+1)
			less.rows, less.cols = len(less.lines[0]), len(less.lines[1])
			if less.matches(encoding) {
				return true
			}
		}
	}
	return false
}

// common returns the length of the longest common subsequence.
func common(a, b []string) int {
	row := make([]int, len(b)+1) // at j: of the part of a read so far and the first j of b
	for _, x := range a {
		before := 0
		for j, y := range b {
			here := row[j+1]
			if x == y {
				row[j+1] = before + 1
			} else {
				row[j+1] = max(row[j+1], row[j])
			}
			before = here
		}
	}
	return row[len(b)]
}
