package deduce

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"kibitz/commands/ask"
	"kibitz/commands/words"
)

// sheet reads marks, and returns the sheet with the printed and the marked signs. The text is a
// sign for each cell, row by row; or moves; or both, the moves last, as a game carries them.
func (s *moveReader) sheet() ([]byte, error) {
	s.skip(" \t\r\n\u00a0\u3000" + snapshotSign)
	end := s.firstMove()
	sheet := slices.Clone(s.printed)
	if strings.TrimSpace(s.text[s.at:end]) != "" {
		if err := s.draw(sheet, s.text[s.at:end]); err != nil {
			return nil, err
		}
	}
	if s.at = end; end < len(s.text) {
		moves, err := s.moves()
		if err != nil {
			return nil, err
		}
		for _, m := range moves {
			m.make(sheet, s.cols)
		}
	}
	return sheet, nil
}

// firstMove returns the byte where a sheet ends and moves begin: at a word for a sign, at a word
// for a line with a number behind it, or at numbers with a Korean or Japanese word for a line
// behind them. It returns the length of the text if there are no moves.
func (s *moveReader) firstMove() int {
	isDigit := func(r rune) bool { return '0' <= r && r <= '9' || '０' <= r && r <= '９' }
	last := ' '
	for i, r := range s.text[s.at:] {
		at, before := s.at+i, last
		last = r
		switch {
		case isDigit(r):
			if numbers, after := s.numbers(at); !isDigit(before) && numbers != nil && len(numbers) < s.cols {
				if w, _ := s.wordAt(s.skipped(after)); (w == rowWord || w == columnWord) && s.text[s.skipped(after)] >= 0x80 {
					return at
				}
			}
		case unicode.IsLetter(r):
			w, n := s.wordAt(at)
			latin := func(r rune) bool { return r < 0x80 && unicode.IsLetter(r) }
			whole := !latin(before) || strings.ContainsRune("xX", before) // an x may end the sheet right before a word
			if _, after := s.numeralAt(s.skipped(at + n)); whole && (s.signOf(w) != 0 || (w == rowWord || w == columnWord) && after > s.skipped(at+n)) {
				return at
			}
		}
	}
	return len(s.text)
}

// skipped returns the first byte from `at` on that is not a blank.
func (s *moveReader) skipped(at int) int {
	return len(s.text) - len(strings.TrimLeft(s.text[at:], blanks))
}

// A drawnSign is a sign of a sheet, and the byte at which it stands.
type drawnSign struct {
	sign byte
	at   int
}

// draw puts the rows of a text, which starts at s.at, on the sheet. Missing rows and missing ends
// of rows stay open, and draw adds their cells to s.undrawn. If a row leaves its blocks out, its
// signs go into its other cells.
func (s *moveReader) draw(sheet []byte, text string) error {
	rows, err := s.drawing(text, len(sheet))
	if err != nil {
		return err
	}
	targets := s.targets(rows)
	drawn := make([]bool, len(sheet))
	for i, row := range rows {
		if i == len(targets) {
			s.at = row[0].at
			return s.fail("sheet.rows", fmt.Sprintf("%d rows; this is one more", len(targets)), words.With{"Want": len(targets)})
		}
		cells := s.cellsOf(targets[i], row)
		for k, d := range row {
			drawn[cells[k]] = true
			if err := s.put(sheet, cells[k], d); err != nil {
				return err
			}
		}
	}
	for i, sign := range sheet {
		if !drawn[i] && sign == Unmarked {
			s.undrawn = append(s.undrawn, i)
		}
	}
	return nil
}

// decideDots replaces the dots of a sheet by their meaning in this puzzle. Cells that the sheet
// leaves out, and no move marks, stay open.
func (s *moveReader) decideDots(p Puzzle, sheet []byte) []byte {
	open := slices.DeleteFunc(slices.Clone(s.undrawn), func(i int) bool { return sheet[i] != Unmarked })
	for _, i := range open {
		sheet[i] = Dot
	}
	sheet = s.Dots(p, sheet)
	for _, i := range open {
		sheet[i] = Unmarked
	}
	return sheet
}

// put writes a sign of a drawing into a cell. A printed cell accepts its own sign, Unmarked or Dot,
// and keeps its sign. Any other sign for it is an error, as is a block in a cell to be marked.
func (s *moveReader) put(sheet []byte, cell int, d drawnSign) error {
	printed, name := sheet[cell], ask.RowColumn(cell/s.cols, cell%s.cols)
	s.at = d.at
	switch {
	case d.sign == printed, d.sign == Unmarked, d.sign == Dot && printed != Unmarked:
	case d.sign == s.Block && printed == Unmarked:
		return s.fail("sheet.white", "a digit or ?, as "+name+" is a white cell", words.With{"Cell": name})
	case printed != Unmarked:
		return s.fail("sheet.printed", "what is printed in "+name+": "+string(printed), words.With{"Cell": name, "Sign": string(printed)})
	default:
		sheet[cell] = d.sign
	}
	return nil
}

// isBlock reports whether a sign is the one of blocks.
func (s *moveReader) isBlock(d drawnSign) bool { return s.Block != 0 && d.sign == s.Block }

// targets returns the rows of the board that the rows of a drawing go into, in order. If all rows
// of the drawing are short and show no block, the drawing leaves out blocks. Then rows of the board
// that are all blocks are not among them.
func (s *moveReader) targets(rows [][]drawnSign) (targets []int) {
	bare := s.Block != 0
	for _, row := range rows {
		bare = bare && len(row) < s.cols && !slices.ContainsFunc(row, s.isBlock)
	}
	for r := range s.rows {
		if !bare || len(s.freeCells(r)) > 0 {
			targets = append(targets, r)
		}
	}
	return targets
}

// freeCells returns the cells of a row that are not blocks.
func (s *moveReader) freeCells(row int) (cells []int) {
	for c := range s.cols {
		if at := row*s.cols + c; s.Block == 0 || s.printed[at] != s.Block {
			cells = append(cells, at)
		}
	}
	return cells
}

// cellsOf returns the cells that a row's signs go into, from the left: those that are no blocks if
// the signs are short enough and leave blocks out, else all cells of the row.
func (s *moveReader) cellsOf(row int, signs []drawnSign) (cells []int) {
	if free := s.freeCells(row); len(signs) < s.cols && len(signs) <= len(free) && !slices.ContainsFunc(signs, s.isBlock) {
		return free
	}
	for c := range s.cols {
		cells = append(cells, row*s.cols+c)
	}
	return cells
}

// drawing reads the signs of a text, row by row. Cells is the number of cells of the board. It
// passes blanks, commas, backquotes and characters that nobody sees. Any other character that
// stands for no sign, or a row longer than the board's, is an error.
func (s *moveReader) drawing(text string, cells int) (rows [][]drawnSign, err error) {
	start, between := s.at, s.rowsBetween(text, cells)
	var row []drawnSign
	all := 0
	for i, r := range text {
		switch sign := s.DrawnAs[r]; {
		case strings.ContainsRune(between, r):
			if len(row) > s.cols {
				return nil, s.longRow(row)
			}
			if len(row) > 0 {
				rows, row = append(rows, row), nil
			}
		case sign != 0:
			row, all = append(row, drawnSign{sign, start + i}), all+1
		case !unicode.IsSpace(r) && !strings.ContainsRune(",`\u200b\u200d\u2060\ufe0f\ufeff", r):
			s.at = start + i
			return nil, s.notDrawn()
		}
	}
	switch {
	case between == "" && all > s.cols:
		return s.folded(row, cells)
	case len(row) > s.cols:
		return nil, s.longRow(row)
	case len(row) > 0:
		rows = append(rows, row)
	}
	return rows, nil
}

// longRow returns the error for a row with more signs than the board has columns.
func (s *moveReader) longRow(row []drawnSign) error {
	s.at = row[0].at
	return s.fail("sheet.row", fmt.Sprintf("a row of up to %d signs; this one has %d", s.cols, len(row)), words.With{"Want": s.cols, "Have": len(row)})
}

// folded returns the rows of signs that follow each other with nothing between rows: the whole
// board, or its first rows.
func (s *moveReader) folded(signs []drawnSign, cells int) (rows [][]drawnSign, err error) {
	if len(signs)%s.cols != 0 || len(signs) > cells {
		s.at = signs[0].at
		return nil, s.fail("sheet.count", fmt.Sprintf("a sign for each of the %d cells; here are %d", cells, len(signs)), words.With{"Want": cells, "Have": len(signs)})
	}
	for row := range slices.Chunk(signs, s.cols) {
		rows = append(rows, row)
	}
	return rows, nil
}

// notDrawn returns the error for a character that stands for no sign.
func (s *moveReader) notDrawn() error {
	switch {
	case s.Paints != nil:
		return s.fail("sheet.colour", "the letter of a colour, "+string(s.Empty)+" for empty, or ? for open", s.letters())
	case !s.Digits:
		return s.fail("sheet.sign", "# for filled, x for empty, or ? for open", nil)
	case s.Block == 0:
		return s.fail("sheet.digits", s.digitOr("or ? for an open cell"), s.highest())
	}
	return s.fail("sheet.digit", s.digitOr("? for an open cell, or # for a block"), s.highest())
}

// rowsBetween returns the characters that separate the rows of a sheet of this many cells; "" if
// nothing does. Blanks separate rows only if there is nothing else, as a chat may have turned line
// breaks into blanks, and only if they do not just separate the cells: there are more fields than a
// row has cells, or a field has several signs.
func (s *moveReader) rowsBetween(text string, cells int) string {
	const lines = "\n/|;"
	fields := strings.Fields(text)
	// U+FE0F asks for the emoji form of the character before it, and is no sign of its own.
	single := func(field string) bool { return len([]rune(strings.TrimSuffix(field, "\ufe0f"))) > 1 }
	switch n := len(fields); {
	case strings.ContainsAny(strings.TrimSpace(text), lines):
		return lines
	case strings.Contains(text, ","):
		return ","
	case n > 1 && n != cells && (n > s.cols || slices.ContainsFunc(fields, single)):
		return blanks
	}
	return ""
}
