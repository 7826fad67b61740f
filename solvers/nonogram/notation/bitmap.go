package notation

import (
	"strings"

	"kibitz/solvers/nonogram"
)

// isBitmap reports whether a text begins like a file of Netpbm.
func isBitmap(text string) bool {
	return len(text) >= 2 && text[0] == 'P' && text[1] >= '1' && text[1] <= '6' &&
		(len(text) == 2 || strings.IndexByte(" \t\r\n#", text[2]) >= 0)
}

// isPBM reports whether a text is a bitmap.
func isPBM(s source) bool { return isBitmap(s.Of(s.Body())) }

// readPBM reads a portable bitmap: P1 or P4, width, height and then the cells, with '#' before a
// comment. 1 is filled. In P1 the cells are digits, and line breaks mean nothing.
func readPBM(s source) (*nonogram.Puzzle, error) {
	at := s.Body().Lo
	raw := s.Clean[at+1] == '4'
	if s.Clean[at+1] != '1' && !raw {
		return nil, s.Expected(at, "nonogram.pbm", "P1 or P4, a bitmap", nil)
	}
	at += len("P1")
	var size [2]int
	from := s.uncommented(at)
	for i := range size {
		at = s.uncommented(at)
		n, end := s.Number(at, len(s.Clean))
		if end == at {
			return nil, s.Expected(end, "nonogram.pbm-size", "a number: width and height of the bitmap", nil)
		}
		size[i], at = n, end
	}
	width, height := size[0], size[1]
	if err := s.CheckSize(from, height, width); err != nil {
		return nil, err
	}
	if raw {
		return s.rawBits(at+1, height, width)
	}
	picture := make([]nonogram.Cell, 0, height*width)
	for at = s.uncommented(at); at < len(s.Clean); at = s.uncommented(at + 1) {
		kind := bit(rune(s.Clean[at]))
		switch {
		case len(picture) == height*width:
			return nil, s.Expected(at, "nonogram.end", "the end: the bitmap is complete", nil)
		case kind == pixelWrong:
			return nil, s.Expected(at, "nonogram.cell", "a cell: 0 or 1", nil)
		}
		picture = append(picture, kind.cell())
	}
	if len(picture) < height*width {
		return nil, s.cells(at, height*width, len(picture))
	}
	return nonogram.FromPicture(picture, width), nil
}

// uncommented returns the first place from offset on that is neither blank nor in a comment.
func (s source) uncommented(at int) int {
	for at = s.Skip(at, len(s.Clean)); at < len(s.Clean) && s.Clean[at] == '#'; at = s.Skip(at, len(s.Clean)) {
		end := strings.IndexByte(s.Clean[at:], '\n')
		if end < 0 {
			return len(s.Clean)
		}
		at += end
	}
	return at
}

// rawBits reads the cells of P4, eight in a byte, the highest bit first. Each row begins a new
// byte.
func (s source) rawBits(at, height, width int) (*nonogram.Puzzle, error) {
	raster, stride := s.Raw[min(at, len(s.Raw)):], (width+7)/8
	if len(raster) < height*stride {
		return nil, s.cells(len(s.Raw), height*width, len(raster)/stride*width)
	}
	picture := make([]nonogram.Cell, height*width)
	for i := range picture {
		bit := raster[i/width*stride+i%width/8] >> (7 - i%width%8) & 1
		picture[i] = nonogram.Empty + nonogram.Cell(bit)
	}
	return nonogram.FromPicture(picture, width), nil
}

// IsBitmap reports whether a file is a puzzle for Parse although it is not text: a PBM that begins
// with P4.
func IsBitmap(data string) bool { return strings.HasPrefix(data, "P4") && isBitmap(data) }
