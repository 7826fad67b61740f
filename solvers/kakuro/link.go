package kakuro

import (
	"fmt"
	"strings"
)

// A link gives a clue in one character, its place in this alphabet; "-" or 0
// is no clue.
const sums = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"

// A run of 1 to 16 white cells is one of the letters k to z.
const longestRun = 16

const linkHead = "kakuro/"

// linkStart finds the size in an address, as the byte offset after "kakuro/",
// if the text is an address: one word.
func linkStart(clean string) (int, bool) {
	i := strings.Index(clean, linkHead)
	if i < 0 || strings.ContainsAny(strings.TrimLeft(clean[:i], " \n"), " \n") {
		return 0, false
	}
	return i + len(linkHead), true
}

// link reads an address, whose size starts at the byte offset at.
func (s *scan) link(clean string, at int) (*Puzzle, error) {
	end := len(clean)
	if i := strings.IndexAny(clean[at:], " \n>"); i >= 0 {
		end = at + i
	}
	if rest := strings.TrimLeft(clean[end:], " \n>"); rest != "" {
		return nil, s.fail(len(clean)-len(rest), "link.end", nil, "nothing after the link")
	}
	l := &linkScan{scan: s, body: clean[:end], pos: at}
	l.size()
	l.inside()
	l.border()
	if l.err == nil && l.pos < end {
		l.stop("link.end", "the end of the link, as all its cells and sums are given")
	}
	if l.err != nil {
		return nil, l.err
	}
	return s.puzzle()
}

// linkScan reads a link from left to right. After an error it does nothing.
type linkScan struct {
	*scan
	body string // up to the end of the link
	pos  int    // byte offset of what comes next
	err  error
}

// stop notes an error at the next character, and ends the reading.
func (l *linkScan) stop(code, expected string, values ...any) {
	if l.err == nil {
		l.err = l.fail(l.pos, code, nil, expected, values...)
	}
}

// next returns the next character, or 0 at the end or after an error.
func (l *linkScan) next() byte {
	if l.err != nil || l.pos == len(l.body) {
		return 0
	}
	return l.body[l.pos]
}

// size reads W/H/, which leave out the clue row and column, and makes room.
func (l *linkScan) size() {
	start := l.pos
	cols, rows := l.number(), l.number()
	if l.err != nil {
		return
	}
	if rows == 0 || cols == 0 || rows+1 > MaxCells/(cols+1) {
		l.err = l.tooBig(start)
		return
	}
	l.rows, l.cols = rows+1, cols+1
	l.cells = make([]Cell, l.rows*l.cols)
	l.offsets = make([]int32, len(l.cells))
}

// number reads digits and the slash after them.
func (l *linkScan) number() int {
	word, _, slash := strings.Cut(l.body[l.pos:], "/")
	value, ok := number(word)
	if !ok || !slash || word == "" {
		l.stop("link.size", "the size of the grid without its clues: columns/rows/")
		return 0
	}
	if l.err == nil {
		l.pos += len(word) + 1
	}
	return value
}

// inside reads the W × H cells in reading order: a letter from k to z for a run of 1 to 16 white
// cells, "." for a block without sums, otherwise a block with its sums down and across. A run may
// go on in the next row. It notes an error for a run beyond the last cell.
func (l *linkScan) inside() {
	inner := func(i int) int { return (i/(l.cols-1)+1)*l.cols + i%(l.cols-1) + 1 }
	total := (l.rows - 1) * (l.cols - 1)
	for i := 0; i < total && l.err == nil; {
		switch c := l.next(); {
		case c >= 'k' && c <= 'z':
			run := int(c-'k') + 1
			if run > total-i {
				l.stop("link.run", "at most %d more white cells", total-i)
				return
			}
			for range run {
				l.cells[inner(i)].White = true
				l.offsets[inner(i)] = int32(l.pos)
				i++
			}
			l.pos++
		case c == '.':
			l.pos++
			i++
		default:
			cell := inner(i)
			l.offsets[cell] = int32(l.pos)
			l.cells[cell].Down = l.sum()
			l.cells[cell].Across = l.sum()
			i++
		}
	}
}

// border reads the sums over the columns, then those left of the rows. A column or a row
// has one there only if it starts with a white cell.
func (l *linkScan) border() {
	for c := 1; c < l.cols && l.err == nil; c++ {
		if l.cells[l.cols+c].White {
			l.offsets[c] = int32(l.pos)
			l.cells[c].Down = l.sum()
		}
	}
	for i := l.cols; i < len(l.cells) && l.err == nil; i += l.cols {
		if l.cells[i+1].White {
			l.offsets[i] = int32(l.pos)
			l.cells[i].Across = l.sum()
		}
	}
}

// sum reads the character of one sum; 0 is none. For any other character it notes an error and
// returns 0.
func (l *linkScan) sum() int {
	c := l.next()
	value := strings.IndexByte(sums, c)
	if c == '-' {
		value = 0
	}
	if value < 0 {
		l.stop("link.sum", "a sum (0-9, a-j for 10 to 19, A-Z for 20 to 45, - for none), a run of white cells (k-z) or a block (.)")
		return 0
	}
	l.pos++
	return value
}

// Link returns p as puzz.link writes it, from "kakuro/" on; "" if it has no
// such form. The form needs blocks all along the top and the left, at least one
// more row and column, and no givens.
func (p *Puzzle) Link() string {
	if p.Check() != nil {
		return ""
	}
	if p.Rows < 2 || p.Cols < 2 {
		return ""
	}
	var inside, over, beside strings.Builder
	run := 0
	flush := func() {
		if run > 0 {
			inside.WriteByte(byte('k' + run - 1))
			run = 0
		}
	}
	for i, cell := range p.Cells {
		r, c := i/p.Cols, i%p.Cols
		switch {
		case cell.White && (r == 0 || c == 0 || cell.Given > 0):
			return ""
		case r == 0 && p.white(1, c):
			over.WriteByte(linkSum(cell.Down))
		case c == 0 && p.white(r, 1):
			beside.WriteByte(linkSum(cell.Across))
		case r == 0 || c == 0:
		case cell.White:
			if run++; run == longestRun {
				flush()
			}
		default:
			flush()
			inside.WriteString(linkBlock(cell))
		}
	}
	flush()
	return fmt.Sprintf("%s%d/%d/%s%s%s", linkHead, p.Cols-1, p.Rows-1, &inside, &over, &beside)
}

// linkBlock returns a block as a link has it.
func linkBlock(cell Cell) string {
	if cell.Down == 0 && cell.Across == 0 {
		return "."
	}
	return string([]byte{linkSum(cell.Down), linkSum(cell.Across)})
}

// linkSum returns the character of a sum.
func linkSum(sum int) byte {
	if sum == 0 {
		return '-'
	}
	return sums[sum]
}
