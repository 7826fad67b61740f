package drawing

import (
	"strconv"
	"strings"

	"kibitz/solvers/nonogram"
)

// These bound the sides of a picture made from an image, in cells; see ParseSize.
const (
	MinSide   = 5
	MaxSide   = 100
	usualSide = 25 // the longer side if the text is empty
)

// ParseSize reads "20", the longer side, or "20x30", rows and columns. With one side rows is 0 and
// cols is that side; for an empty text it is 25. ok is false for any other text.
func ParseSize(text string) (rows, cols int, ok bool) {
	if strings.TrimSpace(text) == "" {
		return 0, usualSide, true
	}
	var sides []int
	for _, side := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == 'x' || r == '×' || r == ' ' }) {
		n, err := strconv.Atoi(side)
		if err != nil || n < MinSide || n > MaxSide {
			return 0, 0, false
		}
		sides = append(sides, n)
	}
	switch len(sides) {
	case 1:
		return 0, sides[0], true
	case 2:
		return sides[0], sides[1], true
	}
	return 0, 0, false
}

// MostlyDark reports whether the filled cells look like the background of a picture: they are more
// than half of all cells and more than half of the edge. The second keeps out a subject that fills
// the picture.
func MostlyDark(cells []nonogram.Cell, cols int) bool {
	filled, edge := 0, 0 // empty cells count against them
	for i, cell := range cells {
		count := -1
		if cell == nonogram.Filled {
			count = 1
		}
		filled += count
		if i < cols || i >= len(cells)-cols || i%cols == 0 || i%cols == cols-1 {
			edge += count
		}
	}
	return filled > 0 && edge > 0
}
