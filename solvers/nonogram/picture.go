package nonogram

import (
	"fmt"
	"slices"
	"strings"
)

// pixel is what a character of a picture is.
type pixel uint8

const (
	pixelWrong pixel = iota
	pixelNothing
	pixelEmpty
	pixelFilled
)

var pixels = map[rune]pixel{
	'#': pixelFilled, '⬛': pixelFilled, '■': pixelFilled, '█': pixelFilled, '◼': pixelFilled,
	'.': pixelEmpty, '⬜': pixelEmpty, '□': pixelEmpty, '░': pixelEmpty, '◻': pixelEmpty,
}

// isPicture wants nothing but cells, one of them at least that is no '.' or '/':
// those also split numbers.
func isPicture(s *source) bool {
	shown := false
	for _, r := range s.text {
		if r != '/' && r != ' ' && r != '\n' && pixels[r] == pixelWrong {
			return false
		}
		shown = shown || pixels[r] != pixelWrong
	}
	return shown
}

func readPicture(s *source) (*Puzzle, error) {
	return s.picture(s.trim(s.all()), func(r rune) pixel { return pixels[r] })
}

// picture reads rows of cells, split by newlines or '/', or on a single line by blanks.
func (s *source) picture(p span, cell func(rune) pixel) (*Puzzle, error) {
	separators := "\n/"
	if !strings.ContainsAny(s.of(p), separators) {
		// An invisible character after an emoji does not split rows.
		s = &source{s.original, blanked(s.original, false)}
		separators = " "
	}
	return s.cellRows(p, separators, cell)
}

func (s *source) cellRows(p span, separators string, cell func(rune) pixel) (*Puzzle, error) {
	var picture []Cell
	height, width := 0, 0
	for row := range s.split(p, separators) {
		if row.lo == row.hi {
			continue
		}
		before := len(picture)
		for i, r := range s.of(row) {
			kind := cell(r)
			switch {
			case r == ' ' || kind == pixelNothing || invisible(r):
				continue
			case kind == pixelWrong:
				return nil, s.err(row.lo+i, "nonogram.cell", "a cell: # or .", nil)
			}
			picture = append(picture, Empty+Cell(kind-pixelEmpty))
			if len(picture) > MaxCells {
				return nil, s.checkSize(row.lo+i, MaxSide, MaxSide)
			}
		}
		n := len(picture) - before
		if height++; height == 1 {
			width = n
		}
		if n != width {
			return nil, s.err(row.lo, "nonogram.row", fmt.Sprintf("a row of %d cells like the first row; this one has %d", width, n),
				map[string]any{"Want": width, "Found": n})
		}
	}
	if err := s.checkSize(p.lo, height, width); err != nil {
		return nil, err
	}
	return draw(picture, height, width), nil
}

// FromPicture is the puzzle that a finished picture gives, row-major with cols
// cells a row. It keeps the picture. Package drawing makes pictures of images.
func FromPicture(picture []Cell, cols int) *Puzzle { return draw(picture, len(picture)/cols, cols) }

// draw is the puzzle that a picture gives.
func draw(picture []Cell, height, width int) *Puzzle {
	p := &Puzzle{Rows: make([][]int, height), Cols: make([][]int, width), Picture: picture}
	for row := range p.Rows {
		p.Rows[row] = runsOf(picture[row*width : (row+1)*width])
	}
	column := make([]Cell, height)
	for col := range p.Cols {
		for row := range column {
			column[row] = picture[row*width+col]
		}
		p.Cols[col] = runsOf(column)
	}
	return p
}

// runsOf are the lengths of the runs of Filled cells in a line.
func runsOf(line []Cell) (runs []int) {
	for len(line) > 0 {
		run := slices.IndexFunc(line, func(c Cell) bool { return c != Filled })
		if run < 0 {
			run = len(line)
		}
		if run > 0 {
			runs = append(runs, run)
		}
		line = line[min(run+1, len(line)):]
	}
	return runs
}
