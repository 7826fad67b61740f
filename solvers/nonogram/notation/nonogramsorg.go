package notation

import (
	"fmt"
	"strings"

	"kibitz/solvers/nonogram"
)

// pictureArray is where the first quadruple begins, at the second '[' of "var d=[["; or -1.
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

func isNonogramsOrg(s source) bool { return s.pictureArray() >= 0 }

// readNonogramsOrg reads the picture in the source of a page of nonograms.org: an array d
// of quadruples. With [a b c m] for a mod m + b mod m - c mod m, d[1] is the width, d[2] the
// height and d[3] the number of colours, which have a quadruple each from d[4] on. After
// them and one more, [a b c m] says that there are (a mod m)² + 2(b mod m) + c mod m
// runs, and the next what to take from each quadruple of a run: its first column plus 1, its
// length, its colour and its row plus 1.
func readNonogramsOrg(s source) (*nonogram.Puzzle, error) {
	at := s.pictureArray()
	d, err := s.quadruples(at)
	if err != nil {
		return nil, err
	}
	wrong := func(q quadruple) error {
		return s.Expected(q.at, "nonogram.page", "a picture as nonograms.org writes it", nil)
	}
	if len(d) < 4 {
		return nil, s.Expected(at, "nonogram.page", "a picture as nonograms.org writes it", nil)
	}
	for _, q := range d[1:4] {
		if q.n[3] == 0 {
			return nil, wrong(q)
		}
	}
	width, height, colours := d[1].sum(), d[2].sum(), d[3].sum()
	if err := s.CheckSize(d[1].at, height, width); err != nil {
		return nil, err
	}
	if colours != 1 {
		return nil, s.Expected(d[3].at, "nonogram.colour", fmt.Sprintf("one colour: coloured nonograms are not supported, and this has %d", colours), nil)
	}
	const first = 1 + 5 // after one colour
	if len(d) < first+2 || d[first].n[3] == 0 {
		return nil, wrong(d[len(d)-1])
	}
	n, base := d[first].n, d[first+1].n
	count := n[0]%n[3]*(n[0]%n[3]) + 2*(n[1]%n[3]) + n[2]%n[3]
	runs := d[first+2:]
	if count > len(runs) {
		return nil, s.TooFew(d[len(d)-1].at, count, len(runs))
	}
	picture := make([]nonogram.Cell, height*width)
	for i := range picture {
		picture[i] = nonogram.Empty
	}
	for _, q := range runs[:count] {
		col, length, row := q.n[0]-base[0]-1, q.n[1]-base[1], q.n[3]-base[3]-1
		if col < 0 || row < 0 || length < 0 || row >= height || length > width-col {
			return nil, wrong(q)
		}
		for i := range length {
			picture[row*width+col+i] = nonogram.Filled
		}
	}
	return nonogram.FromPicture(picture, width), nil
}

// quadruple is one of the arrays in d.
type quadruple struct {
	at int
	n  [4]int
}

func (q quadruple) sum() int { m := q.n[3]; return q.n[0]%m + q.n[1]%m - q.n[2]%m }

// quadruples reads arrays of four numbers, from the '[' of the first to the ']' after the last.
func (s source) quadruples(at int) (all []quadruple, err error) {
	const most = 4 * nonogram.MaxCells
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
