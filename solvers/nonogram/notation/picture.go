package notation

import (
	"fmt"
	"slices"
	"strings"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/internal/clues"
)

// pixel is the meaning of a character of a picture.
type pixel uint8

const (
	pixelWrong pixel = iota
	pixelNothing
	pixelEmpty
	pixelFilled
)

// cell returns the cell of an empty or filled pixel.
func (p pixel) cell() nonogram.Cell {
	if p == pixelFilled {
		return nonogram.Filled
	}
	return nonogram.Empty
}

// drawn returns the pixel of a character in a picture of '#' and '.' or of squares.
func drawn(r rune) pixel {
	switch r {
	case '#', '⬛', '🟦', '■', '█', '◼':
		return pixelFilled
	case '.', '⬜', '□', '░', '◻':
		return pixelEmpty
	}
	return pixelWrong
}

// crossed returns the pixel of a character in a picture of X and '.'. In pictures with '#' an x is
// an empty cell, so here X must be the only sign for filled cells.
func crossed(r rune) pixel {
	switch r {
	case 'X', 'x':
		return pixelFilled
	case '.', '_', '-':
		return pixelEmpty
	}
	return pixelWrong
}

// isCrossed reports whether a text has only such cells, of both kinds.
func isCrossed(s source) bool {
	return s.Only(func(c byte) bool { return c == '/' || crossed(rune(c)) != pixelWrong }) &&
		strings.ContainsAny(s.Clean, "Xx") && strings.ContainsAny(s.Clean, "._-")
}

// readCrossed reads a picture of X and '.'.
func readCrossed(s source) (*nonogram.Puzzle, error) { return s.picture(s.Body(), crossed) }

// isPicture reports whether a text has only cells, with at least one that is not '.' or '/': those
// also separate numbers.
func isPicture(s source) bool {
	shown := false
	for _, r := range s.Clean {
		if r != '/' && r != ' ' && r != '\n' && drawn(r) == pixelWrong {
			return false
		}
		shown = shown || drawn(r) != pixelWrong
	}
	return shown
}

// readPicture reads a picture of '#' and '.' or of squares.
func readPicture(s source) (*nonogram.Puzzle, error) {
	return s.picture(s.Body(), drawn)
}

// picture reads rows of cells, separated by newlines or '/', or on a single line by blanks; see
// cellRows.
func (s source) picture(p span, cell func(rune) pixel) (*nonogram.Puzzle, error) {
	separators := "\n/"
	if !strings.ContainsAny(s.Of(p), separators) {
		// An invisible character after an emoji does not split rows.
		s = source{s.WithInvisible()}
		separators = " "
	}
	return s.cellRows(p, separators, cell)
}

// cellRows returns the puzzle of a picture whose rows stand between separators. cell tells what a
// sign draws. Blank rows do not count, and all others must be equally long. The error is at the first
// sign that is no cell, at the first row of another length, or about a size beyond the limits.
func (s source) cellRows(p span, separators string, cell func(rune) pixel) (*nonogram.Puzzle, error) {
	var picture []nonogram.Cell
	height, width := 0, 0
	for row := range s.Split(p, separators) {
		if row.Lo == row.Hi {
			continue
		}
		before := len(picture)
		for i, r := range s.Of(row) {
			kind := cell(r)
			switch {
			case r == ' ' || kind == pixelNothing || clues.Invisible(r):
				continue
			case kind == pixelWrong:
				return nil, s.Expected(row.Lo+i, "nonogram.cell", "a cell: # or .", nil)
			}
			picture = append(picture, kind.cell())
			if len(picture) > nonogram.MaxCells {
				// Its size is not known yet. A board of the longest sides has too many cells, too.
				return nil, s.CheckSize(row.Lo+i, nonogram.MaxSide, nonogram.MaxSide)
			}
		}
		n := len(picture) - before
		if height++; height == 1 {
			width = n
		}
		if n != width {
			return nil, s.unequal(row.Lo, width, n)
		}
	}
	if err := s.CheckSize(p.Lo, height, width); err != nil {
		return nil, err
	}
	return nonogram.FromPicture(picture, width), nil
}

// unequal returns the error for a row that is not as long as the first.
func (s source) unequal(at, want, found int) error {
	return s.Expected(at, "nonogram.row", fmt.Sprintf("a row of %d cells like the first row; this one has %d", want, found),
		map[string]any{"Want": want, "Found": found})
}

// bit returns the pixel of a character in a picture of 0 and 1.
func bit(r rune) pixel {
	switch r {
	case '0':
		return pixelEmpty
	case '1':
		return pixelFilled
	}
	return pixelWrong
}

// isBits reports whether a text has at least two rows of equally many digits 0 and 1. The numbers
// form always has a '|' or a blank line. .nin and .cwd begin with their size, so that only puzzles
// of one cell could look like this.
func isBits(s source) bool {
	p := s.Body()
	if _, blank := s.blankLines(p); blank {
		return false
	}
	rows, width := 0, 0
	for row := range s.Split(p, s.rowSeparators(p)) {
		if row.Lo == row.Hi {
			continue
		}
		digits := row.Hi - row.Lo - strings.Count(s.Of(row), " ")
		if rows++; rows == 1 {
			width = digits
		}
		if digits != width || strings.Trim(s.Of(row), "01 ") != "" {
			return false
		}
	}
	return rows >= 2
}

// rowSeparators returns the separators of the rows of a matrix: blanks if it is on a single line,
// unless they separate its digits.
func (s source) rowSeparators(p span) string {
	text := s.Of(p)
	if strings.ContainsAny(text, "\n/") || !slices.ContainsFunc(strings.Fields(text), func(word string) bool { return len(word) > 1 }) {
		return "\n/"
	}
	return " "
}

// readBits reads a finished picture as a matrix of 0 and 1.
func readBits(s source) (*nonogram.Puzzle, error) {
	p := s.Body()
	return s.cellRows(p, s.rowSeparators(p), bit)
}
