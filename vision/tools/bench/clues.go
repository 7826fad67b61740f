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

// clues returns all lines of a puzzle, rows before columns, as texts, and those of the truth in its colours.
func (t *truth) clues(p *nonogram.Puzzle) (got, want []string) {
	var palette []vision.Ink
	for _, ink := range p.Palette {
		palette = append(palette, vision.Ink{Letter: ink.Letter, RGB: ink.RGB})
	}
	for side, lines := range [2][][]nonogram.Run{p.Rows, p.Cols} {
		for _, runs := range lines {
			var c vision.Clue
			for _, run := range runs {
				if c.Numbers = append(c.Numbers, run.Length); palette != nil {
					c.Colours += string(palette[run.Colour].Letter)
				}
			}
			got = append(got, c.Text())
		}
		for i := range t.lines[side] {
			want = append(want, t.clue(side, i, palette))
		}
	}
	return got, want
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
