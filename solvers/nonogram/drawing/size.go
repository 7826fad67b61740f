package drawing

import (
	"strconv"
	"strings"

	"kibitz/solvers/nonogram"
)

// Sides of a picture made from an image, as ParseSize takes them.
const (
	MinSide   = 5
	MaxSide   = 100
	usualSide = 25 // the longer side, where nobody says
)

// ParseSize reads "20", the longer side (rows is 0 then, and cols has it), or "20x30", rows
// and columns; 25 for an empty text. It is not ok for any other text.
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

// MostlyDark tells whether what is filled looks like the ground of a picture: more than half
// of it is, and of its edge, which a subject that fills the picture does not.
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
