package kakuro

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// A file of pzprv3, as puzz.link saves it: lines, or the same with slashes, that
// say "pzprv3", "kakuro", the numbers of rows and of columns without the border,
// then the border and the grid: "." a white cell, "8,4" the sums across and down
// of a block, in the border one number. What a player filled in follows and is left
// out.
var fileHead = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[ \n]*pzprv3(?:\.\d)?[ ]*[/\n]\s*kakuro[ ]*[/\n]\s*`)
})

// isFile tells a file from an address: its cells are split by blanks.
func isFile(clean string) bool {
	head := fileHead().FindString(clean)
	return head != "" && strings.Contains(strings.TrimSpace(clean[len(head):]), " ")
}

// file reads a file of pzprv3: its head, the numbers of rows and columns without the border, and
// the rows with the border. It leaves out what follows. The error is for a size that is missing or
// too big, a cell that is neither "." nor sums, and a row of another width.
func (s *scan) file(clean string) (*Puzzle, error) {
	at := len(fileHead().FindString(clean))
	var sides [2]int
	for i := range sides {
		end := rowEnd(clean, at)
		n, ok := number(strings.TrimSpace(clean[at:end]))
		if !ok {
			return nil, s.fail(at, "file.size", nil, "the number of rows, then that of columns, without the clues")
		}
		if n == 0 || n >= MaxCells {
			return nil, s.tooBig(at)
		}
		sides[i] = n
		at = min(end+1, len(clean))
	}
	s.cols = sides[1] + 1
	if sides[0]+1 > MaxCells/s.cols {
		return nil, s.tooBig(len(fileHead().FindString(clean)))
	}
	for ; s.rows <= sides[0]; s.rows++ {
		end, start := rowEnd(clean, at), len(s.cells)
		for at, word := range fields(clean, at, end, ' ') {
			cell, ok := s.fileCell(word, len(s.cells)-start)
			if !ok || len(s.cells)-start == s.cols {
				return nil, s.fail(at, "file.cell", map[string]any{"Cols": s.cols}, `one of %d cells: "." or sums across and down such as 8,4`, s.cols)
			}
			s.cells, s.offsets = append(s.cells, cell), append(s.offsets, int32(at))
		}
		if n := len(s.cells) - start; n < s.cols {
			return nil, s.fail(end, "width", map[string]any{"Want": s.cols, "Have": n}, "a row of %d cells; this one has %d", s.cols, n)
		}
		at = min(end+1, len(clean))
	}
	return s.puzzle()
}

// fileCell reads a cell of the next row in column c.
func (s *scan) fileCell(word string, c int) (cell Cell, ok bool) {
	if word == "." && s.rows > 0 && c > 0 {
		return Cell{White: true}, true
	}
	across, down, both := strings.Cut(word, ",")
	first, ok := number(across)
	switch {
	case !ok || both && (s.rows == 0 || c == 0):
		return cell, false
	case both:
		cell.Across = first
		cell.Down, ok = number(down)
	case s.rows == 0 && c > 0:
		cell.Down = first
	case s.rows > 0 && c == 0:
		cell.Across = first
	default:
		ok = first == 0
	}
	return cell, ok
}

// File returns p as a file of pzprv3, with nothing filled in; "" if Link has no form for p.
func (p *Puzzle) File() string {
	if p.Link() == "" {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "pzprv3\nkakuro\n%d\n%d\n", p.Rows-1, p.Cols-1)
	for i, cell := range p.Cells {
		switch r, c := i/p.Cols, i%p.Cols; {
		case cell.White:
			b.WriteByte('.')
		case r == 0:
			b.WriteString(strconv.Itoa(cell.Down))
		case c == 0:
			b.WriteString(strconv.Itoa(cell.Across))
		default:
			fmt.Fprintf(&b, "%d,%d", cell.Across, cell.Down)
		}
		b.WriteByte(' ')
		if (i+1)%p.Cols == 0 {
			b.WriteByte('\n')
		}
	}
	for range p.Rows - 1 { // nothing is filled in
		b.WriteString(strings.Repeat(". ", p.Cols-1) + "\n")
	}
	return b.String()
}
