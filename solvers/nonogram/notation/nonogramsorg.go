package notation

import (
	"fmt"
	"image/color"
	"strings"

	"kibitz/solvers/nonogram"
)

// pictureArray returns the offset of the first quadruple, at the second '[' of "var d=[["; or -1.
func (s source) pictureArray() int {
	const word = "var "
	for at := 0; ; at += len(word) {
		next := strings.Index(s.Clean[at:], word)
		if next < 0 {
			return -1
		}
		at += next
		if rest, ok := cutWords(s.Clean[at+len(word):], "d", "=", "[", "["); ok && (at == 0 || !isWord(s.Clean[at-1])) {
			return len(s.Clean) - len(rest) - 1
		}
	}
}

// isNonogramsOrg reports whether a text has the array of a page of nonograms.org.
func isNonogramsOrg(s source) bool { return s.pictureArray() >= 0 }

// readNonogramsOrg reads the picture in the source of a page of nonograms.org: an array d of
// quadruples. A quadruple [a b c m] encodes the number a mod m + b mod m - c mod m. d[1] is the
// width, d[2] the height and d[3] the number of colours. d[4] is subtracted from the quadruples of
// the colours, which follow it, one for each colour: r, g and b are the colour's second, first and
// third number minus d[4]'s first, second and fourth. After them, [a b c m] encodes (a mod m)² +
// 2(b mod m) + c mod m, the number of runs. The next quadruple is subtracted from that of each run,
// which then holds the run's first column plus 1, its length, its colour from 1 on and its row plus
// 1.
func readNonogramsOrg(s source) (*nonogram.Puzzle, error) {
	at := s.pictureArray()
	d, err := s.quadruples(at)
	if err != nil {
		return nil, err
	}
	if len(d) < 4 {
		return nil, s.notAPage(at)
	}
	for _, q := range d[1:4] {
		if q.n[3] == 0 {
			return nil, s.notAPage(q.at)
		}
	}
	width, height, colours := d[1].sum(), d[2].sum(), d[3].sum()
	if err := s.CheckSize(d[1].at, height, width); err != nil {
		return nil, err
	}
	return s.orgPicture(d, height, width, colours)
}

// orgPicture reads the colours and the runs.
func (s source) orgPicture(d []quadruple, height, width, colours int) (*nonogram.Puzzle, error) {
	if colours < 1 || colours > nonogram.MaxColours {
		return nil, s.Expected(d[3].at, "nonogram.colours", fmt.Sprintf("at most %d colours", nonogram.MaxColours), map[string]any{"Max": nonogram.MaxColours})
	}
	first := 1 + 4 + colours // after the colours
	if len(d) < first+2 || d[first].n[3] == 0 {
		return nil, s.notAPage(d[len(d)-1].at)
	}
	c := s.canvas()
	for i, q := range d[5:first] {
		c.declare(fmt.Sprint(i+1), "", color.RGBA{uint8(q.n[0] - d[4].n[1]), uint8(q.n[1] - d[4].n[0]), uint8(q.n[2] - d[4].n[3]), 255}, true)
	}
	n := d[first].n
	count := n[0]%n[3]*(n[0]%n[3]) + 2*(n[1]%n[3]) + n[2]%n[3]
	runs := d[first+2:]
	if count > len(runs) {
		return nil, s.TooFew(d[len(d)-1].at, count, len(runs))
	}
	cells, err := s.orgCells(runs[:count], d[first+1], height, width, colours)
	if err != nil {
		return nil, err
	}
	for _, colour := range cells {
		key := "."
		if colour > 0 {
			key = fmt.Sprint(colour)
		}
		if err := c.add(d[3].at, key); err != nil {
			return nil, err
		}
	}
	return c.reading(width)
}

// orgCells returns the cells that the runs cover, by the number of their colour, 0 for none. With
// one colour that number is ignored.
func (s source) orgCells(runs []quadruple, base quadruple, height, width, colours int) ([]int, error) {
	cells := make([]int, height*width)
	for _, q := range runs {
		col, length, colour, row := q.n[0]-base.n[0]-1, q.n[1]-base.n[1], q.n[2]-base.n[2], q.n[3]-base.n[3]-1
		if colours == 1 {
			colour = 1
		}
		if col < 0 || row < 0 || length < 0 || row >= height || length > width-col || colour < 1 || colour > colours {
			return nil, s.notAPage(q.at)
		}
		for i := range length {
			cells[row*width+col+i] = colour
		}
	}
	return cells, nil
}

// notAPage returns the error, at an offset, for a text that is not as nonograms.org writes it.
func (s source) notAPage(at int) error {
	return s.Expected(at, "nonogram.page", "a picture as nonograms.org writes it", nil)
}

// quadruple is one of the arrays in d, and its place in the text.
type quadruple struct {
	at int
	n  [4]int
}

// sum returns the number that a quadruple encodes.
func (q quadruple) sum() int { m := q.n[3]; return q.n[0]%m + q.n[1]%m - q.n[2]%m }

// quadruples reads arrays of four numbers, from the '[' of the first to the ']' after the last.
func (s source) quadruples(at int) (all []quadruple, err error) {
	const most = 4 * nonogram.MaxCells // quadruples; each run takes one
	text := s.Clean
	expect := func(c byte) bool {
		if at = s.Skip(at, len(text)); at < len(text) && text[at] == c {
			at++
			return true
		}
		return false
	}
	for {
		q := quadruple{at: s.Skip(at, len(text))}
		open := expect('[')
		for i := range q.n {
			at = s.Skip(at, len(text))
			n, end := s.Number(at, len(text))
			if !open || end == at || len(all) == most {
				return nil, s.Expected(at, "nonogram.page", "arrays of four numbers", nil)
			}
			q.n[i], at = n, end
			open = expect(',') || i == 3 && expect(']')
		}
		if !open || text[at-1] != ']' {
			return nil, s.Expected(at, "nonogram.page", "arrays of four numbers", nil)
		}
		all = append(all, q)
		if expect(']') {
			return all, nil
		}
		if !expect(',') {
			return nil, s.Expected(at, "nonogram.page", "a , or the ] at the end", nil)
		}
	}
}
