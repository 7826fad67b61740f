package nonogram

import (
	"regexp"
	"strings"
)

func bitPixel(r rune) pixel {
	switch r {
	case '0':
		return pixelEmpty
	case '1':
		return pixelFilled
	}
	return pixelWrong
}

var (
	bitRow  = regexp.MustCompile(`^[01](?: *[01])*$`)
	bitWord = regexp.MustCompile(`[01]{2}`)
)

// isBits wants two rows or more of as many digits 0 and 1 each. The numbers form always has
// a '|' or a blank line; .nin and .cwd begin with their size, which puzzles of one cell
// alone could write in this way.
func isBits(s *source) bool {
	p := s.trim(s.all())
	if blankLine.MatchString(s.of(p)) {
		return false
	}
	rows, width := 0, 0
	for row := range s.split(p, s.rowSeparators(p)) {
		if row.lo == row.hi {
			continue
		}
		digits := row.hi - row.lo - strings.Count(s.of(row), " ")
		if rows++; rows == 1 {
			width = digits
		}
		if digits != width || !bitRow.MatchString(s.of(row)) {
			return false
		}
	}
	return rows >= 2
}

// rowSeparators are what splits the rows of a matrix: on a single line blanks, unless they
// split its digits.
func (s *source) rowSeparators(p span) string {
	if !strings.ContainsAny(s.of(p), "\n/") && bitWord.MatchString(s.of(p)) {
		return " "
	}
	return "\n/"
}

// readBits reads a finished picture as a matrix of 0 and 1.
func readBits(s *source) (*Puzzle, error) {
	p := s.trim(s.all())
	return s.cellRows(p, s.rowSeparators(p), bitPixel)
}

var pbmMagic = regexp.MustCompile(`^P[1-6](?:[ \t\r\n#]|$)`)

func isPBM(s *source) bool { return pbmMagic.MatchString(s.of(s.trim(s.all()))) }

// readPBM reads a portable bitmap: P1 or P4, width, height and then the cells, with '#'
// before a comment. 1 is filled. In P1 the cells are digits without heed to lines.
func readPBM(s *source) (*Puzzle, error) {
	at := s.trim(s.all()).lo
	raw := s.text[at+1] == '4'
	if s.text[at+1] != '1' && !raw {
		return nil, s.err(at, "nonogram.pbm", "P1 or P4, a bitmap", nil)
	}
	at += len("P1")
	var size [2]int
	from := s.uncommented(at)
	for i := range size {
		at = s.uncommented(at)
		n, end := s.number(at, len(s.text))
		if end == at {
			return nil, s.err(end, "nonogram.pbm-size", "a number: width and height of the bitmap", nil)
		}
		size[i], at = n, end
	}
	width, height := size[0], size[1]
	if err := s.checkSize(from, height, width); err != nil {
		return nil, err
	}
	if raw {
		return s.rawBits(at+1, height, width)
	}
	picture := make([]Cell, 0, height*width)
	for at = s.uncommented(at); at < len(s.text); at = s.uncommented(at + 1) {
		kind := bitPixel(rune(s.text[at]))
		switch {
		case len(picture) == height*width:
			return nil, s.err(at, "nonogram.end", "the end: the bitmap is complete", nil)
		case kind == pixelWrong:
			return nil, s.err(at, "nonogram.cell", "a cell: 0 or 1", nil)
		}
		picture = append(picture, Empty+Cell(kind-pixelEmpty))
	}
	if len(picture) < height*width {
		return nil, s.cells(at, height*width, len(picture))
	}
	return draw(picture, height, width), nil
}

// uncommented is the first place from offset on that is no blank and in no comment.
func (s *source) uncommented(at int) int {
	for at = s.skip(at, len(s.text)); at < len(s.text) && s.text[at] == '#'; at = s.skip(at, len(s.text)) {
		end := strings.IndexByte(s.text[at:], '\n')
		if end < 0 {
			return len(s.text)
		}
		at += end
	}
	return at
}

// rawBits reads cells of P4, eight in a byte, the first the highest; each row begins a byte.
func (s *source) rawBits(at, height, width int) (*Puzzle, error) {
	raster, stride := s.original[min(at, len(s.original)):], (width+7)/8
	if len(raster) < height*stride {
		return nil, s.cells(len(s.original), height*width, len(raster)/stride*width)
	}
	picture := make([]Cell, height*width)
	for i := range picture {
		bit := raster[i/width*stride+i%width/8] >> (7 - i%width%8) & 1
		picture[i] = Empty + Cell(bit)
	}
	return draw(picture, height, width), nil
}

// IsBitmap says whether a file is a puzzle for Parse though it is no text: a PBM that begins
// with P4.
func IsBitmap(data string) bool { return strings.HasPrefix(data, "P4") && pbmMagic.MatchString(data) }
