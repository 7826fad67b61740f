package kakuro

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// grid reads a grid text or a table: with | between cells if there is one in the text, else with
// commas, else with blanks. Only a grid with blanks may have its size in front; the error is also
// for another number of rows than that.
func (s *scan) grid(clean string) (*Puzzle, error) {
	s.clued = strings.Contains(clean, `\`)
	split := byteOf(clean, "|, ")
	var want size
	if split == ' ' {
		var err error
		if want, clean, err = s.size(clean); err != nil {
			return nil, err
		}
	}
	for from := want.end; from < len(clean); {
		end := rowEnd(clean, from)
		if err := s.row(clean, from, end, split); err != nil {
			return nil, err
		}
		from = end + 1
	}
	if s.rows == 0 {
		return nil, s.fail(len(s.text), "empty", nil, `a grid of "#", "." and clues such as 23\16`)
	}
	if want.rows > 0 && want.rows != s.rows {
		return nil, s.fail(want.at, "rows", map[string]any{"Have": s.rows}, "the number of rows that follow: %d", s.rows)
	}
	s.fillCrosses()
	if err := s.fillBlank(); err != nil {
		return nil, err
	}
	return s.puzzle()
}

// byteOf returns the first byte of marks that text contains, or the last of marks if
// it contains none.
func byteOf(text, marks string) byte {
	for i := range marks {
		if strings.IndexByte(text, marks[i]) >= 0 {
			return marks[i]
		}
	}
	return marks[len(marks)-1]
}

// rowEnd returns the byte offset at which the row ends that holds the byte at from.
func rowEnd(clean string, from int) int {
	if i := strings.IndexAny(clean[from:], "\n/"); i >= 0 {
		return from + i
	}
	return len(clean)
}

// fields yields the byte offset and the text of each cell in clean[from:end].
// Between separators other than blanks a cell may be empty.
func fields(clean string, from, end int, split byte) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for from <= end {
			next := end
			if i := strings.IndexByte(clean[from:end], split); i >= 0 {
				next = from + i
			}
			word := strings.TrimLeft(clean[from:next], " ")
			at := next - len(word)
			word = strings.TrimRight(word, " ")
			if (word != "" || split != ' ') && !yield(at, word) {
				return
			}
			from = next + 1
		}
	}
}

// A size is the line of two numbers above a grid, if there is one.
type size struct {
	rows int
	at   int // byte offset of the line
	end  int // byte offset after it
}

// size reads the size at the start of a grid split by blanks: two numbers, rows and
// columns. They stand on a line of their own, or all cells of the board follow on the
// same line, which size then breaks into rows. It sets s.cols, and returns the text with
// these line breaks. The size is zero for a text that begins with none.
func (s *scan) size(clean string) (size, string, error) {
	start := len(clean) - len(strings.TrimLeft(clean, " \n"))
	end := rowEnd(clean, start)
	alone := strings.TrimLeft(clean[end:], " \n") == ""
	var numbers []int
	n, first := 0, end // cells after the numbers, and the offset of the first
	for at, word := range fields(clean, start, end, ' ') {
		switch value, ok := number(word); {
		case len(numbers) == 2:
			first = min(first, at)
			n++
		case !ok:
			return size{}, clean, nil
		default:
			numbers = append(numbers, value)
		}
	}
	if len(numbers) < 2 || alone == (n == 0) || n > 0 && n != numbers[0]*numbers[1] {
		return size{}, clean, nil
	}
	rows, cols := numbers[0], numbers[1]
	if rows == 0 || cols == 0 || rows > MaxCells/cols {
		return size{}, clean, s.tooBig(start)
	}
	s.cols = cols
	if n > 0 {
		clean = breakEvery(clean, first, cols)
	}
	return size{rows, start, first}, clean, nil
}

// number returns the value of a word of digits, or some number above MaxCells if it is
// greater than that.
func number(word string) (value int, ok bool) {
	if word == "" || strings.Trim(word, "0123456789") != "" {
		return 0, false
	}
	value, err := strconv.Atoi(word)
	if err != nil || value > MaxCells {
		value = MaxCells + 1
	}
	return value, true
}

// breakEvery breaks the line that starts at from after every n of its fields: it puts a newline in
// place of the blank before the next, so that offsets stay.
func breakEvery(clean string, from, n int) string {
	lines, count := []byte(clean), 0
	for at := range fields(clean, from, len(clean), ' ') {
		if count > 0 && count%n == 0 {
			lines[at-1] = '\n'
		}
		count++
	}
	return string(lines)
}

// tooBig returns the error for a grid of more than MaxCells.
func (s *scan) tooBig(offset int) error {
	return s.fail(offset, "size", map[string]any{"Max": MaxCells}, "a grid of 1 to %d cells", MaxCells)
}

// row reads the row clean[from:end]. It skips a blank row, and the line under the head
// of a Markdown table.
func (s *scan) row(clean string, from, end int, split byte) error {
	end = from + len(strings.TrimRight(clean[from:end], " "))
	from = end - len(strings.TrimLeft(clean[from:end], " "))
	row := clean[from:end]
	if row == "" || split == '|' && strings.Trim(row, "-:| ") == "" && strings.Contains(row, "-") {
		return nil
	}
	if split == '|' {
		from += len(row) - len(strings.TrimPrefix(row, "|"))
		end = max(from, end-len(row)+len(strings.TrimSuffix(row, "|")))
	}
	start := len(s.cells)
	for at, word := range fields(clean, from, end, split) {
		if err := s.cell(at, word); err != nil {
			return err
		}
	}
	n := len(s.cells) - start
	if s.cols == 0 {
		s.cols = n
	}
	if n != s.cols {
		return s.wrongWidth(start, n, end)
	}
	s.rows++
	return nil
}

// wrongWidth returns the error for a row of n cells that begins with that cell and ends at a byte
// offset. The last row of a text may have more to come.
func (s *scan) wrongWidth(first, n, end int) error {
	open := n < s.cols && strings.Trim(s.text[end:], " \n`|,") == ""
	return s.fail(int(s.offsets[first]), "width", map[string]any{"Want": s.cols, "Have": n, "Open": open},
		"a row of %d cells; this one has %d", s.cols, n)
}

// cell reads one cell and adds it. It notes an empty one, and whether the text has signs for blocks
// and for white cells. The error is for any other word and for a cell beyond MaxCells.
func (s *scan) cell(at int, word string) error {
	if len(s.cells) == MaxCells {
		return s.tooBig(at)
	}
	cell, ok := Cell{}, true
	loose := s.clued && len(word) == 1 && strings.Contains("_0xX", word) // signs that boards of other puzzles have, too
	switch {
	case word == "":
		s.blank = append(s.blank, len(s.cells))
	case word == "#":
		s.blocks = true
	case word == ".", loose && strings.Contains("_0", word):
		s.whites, cell.White = true, true
	case loose:
		s.crosses = append(s.crosses, len(s.cells))
	default:
		cell, ok = digitOrClue(word)
	}
	if !ok {
		return s.fail(at, "cell", nil, `a cell: "#", ".", a digit from 1 to 9, or sums such as 23\16, 23\ or \16`)
	}
	s.cells, s.offsets = append(s.cells, cell), append(s.offsets, int32(at))
	return nil
}

// digitOrClue reads a white cell with a digit, or a block with its sums.
func digitOrClue(word string) (cell Cell, ok bool) {
	down, across, clue := strings.Cut(word, `\`)
	if !clue {
		digit, ok := number(word)
		return Cell{White: true, Given: digit}, ok && digit >= 1 && digit <= 9
	}
	below, ok1 := sum(down)
	beside, ok2 := sum(across)
	return Cell{Down: below, Across: beside}, ok1 && ok2
}

// sum reads one side of a clue; an empty side means no clue, 0.
func sum(word string) (value int, ok bool) {
	if word = strings.TrimSpace(word); word == "" {
		return 0, true
	}
	value, ok = number(word)
	return value, ok && value > 0
}

// fillCrosses decides whether cells written x are blocks, as where one stands in the first row or
// column, or white.
func (s *scan) fillCrosses() {
	white := !slices.ContainsFunc(s.crosses, s.onEdge)
	for _, i := range s.crosses {
		s.cells[i].White = white
		s.whites, s.blocks = s.whites || white, s.blocks || !white
	}
}

// onEdge reports whether a cell is in the first row or column, where all cells are blocks.
func (s *scan) onEdge(cell int) bool { return cell < s.cols || cell%s.cols == 0 }

// fillBlank decides whether the empty cells of a table are white or blocks: the kind
// for which the other cells have no sign.
func (s *scan) fillBlank() error {
	if len(s.blank) > 0 && s.blocks == s.whites {
		return s.fail(int(s.offsets[s.blank[0]]), "blank", nil, `"#" for a block or "." for a white cell`)
	}
	for _, i := range s.blank {
		s.cells[i].White = s.blocks
	}
	return nil
}

// String returns the grid text: its size on a line, then a line a row.
func (p *Puzzle) String() string {
	return fmt.Sprintf("%d %d\n", p.Rows, p.Cols) + p.text(' ', '\n') + "\n"
}

// Line returns the grid on one line, its cells split by commas and its rows by
// slashes; it has no size.
func (p *Puzzle) Line() string { return p.text(',', '/') }

// text returns the grid with a byte between cells and one between rows.
func (p *Puzzle) text(cell, row byte) string {
	var b strings.Builder
	for i, c := range p.Cells {
		switch {
		case i == 0:
		case i%p.Cols == 0:
			b.WriteByte(row)
		default:
			b.WriteByte(cell)
		}
		c.write(&b)
	}
	return b.String()
}

// write appends the cell as the grid text has it.
func (c Cell) write(b *strings.Builder) {
	digits := func(n int) {
		if n > 0 {
			b.WriteString(strconv.Itoa(n))
		}
	}
	switch {
	case c.White && c.Given > 0:
		digits(c.Given)
	case c.White:
		b.WriteByte('.')
	case c.Down == 0 && c.Across == 0:
		b.WriteByte('#')
	default:
		digits(c.Down)
		b.WriteByte('\\')
		digits(c.Across)
	}
}
