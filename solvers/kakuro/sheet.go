package kakuro

import "strings"

// readSheet reads rows of cells between tabs, as copied from a spreadsheet, where blocks without sums and
// white cells may both be empty: an empty cell is a block in the first row or column, and white
// elsewhere. Chats take away blanks at both ends of a message, so cells may be missing there. Clean has each character of text at its place, with
// blanks for tabs. It returns false for any other text.
func readSheet(clean, text string) (*Puzzle, bool) {
	if !strings.Contains(text, "\t") || strings.ContainsAny(clean, "|,") {
		return nil, false
	}
	rows, cols := sheetRows(clean, text)
	s := &scan{text: text, rows: len(rows), cols: cols, clued: strings.Contains(clean, `\`)}
	if s.rows == 0 || s.rows > MaxCells/max(cols, 1) {
		return nil, false
	}
	for _, row := range rows {
		row = append(row, make([]sheetCell, max(cols-len(row), 0))...)
		for _, c := range row[:cols] {
			if s.cell(c.at, c.word) != nil {
				return nil, false
			}
		}
	}
	s.fillCrosses()
	for _, i := range s.blank {
		s.cells[i].White = !s.onEdge(i) && (s.blocks || !s.whites)
	}
	p, err := s.puzzle()
	return p, err == nil
}

// A sheetCell is what stands in a cell of a sheet, and its byte offset.
type sheetCell struct {
	at   int
	word string
}

// sheetRows returns the rows of a sheet without empty ones at its end, and the number of columns up
// to the last one that is not empty. A sum at the very start cannot be in the first column, so the
// empty cells before it were lost.
func sheetRows(clean, text string) (rows [][]sheetCell, cols int) {
	full, widest := 0, 0
	for from := 0; from <= len(clean); {
		end := rowEnd(clean, from)
		var row []sheetCell
		for at := from; at <= end; {
			next := end
			if i := strings.IndexByte(text[at:end], '\t'); i >= 0 {
				next = at + i
			}
			row = append(row, sheetCell{at, strings.TrimSpace(clean[at:next])})
			at = next + 1
		}
		if rows = append(rows, row); strings.TrimSpace(clean[from:end]) != "" {
			full = len(rows)
		} else if full == 0 {
			rows = nil // nothing stands above the sheet
		}
		if len(rows) > 1 {
			widest = max(widest, len(row))
		}
		from = end + 1
	}
	rows = rows[:full]
	if full > 0 && strings.Contains(rows[0][0].word, `\`) {
		rows[0] = append(make([]sheetCell, max(widest-len(rows[0]), 1)), rows[0]...)
	}
	for _, row := range rows {
		for i, c := range row {
			if c.word != "" {
				cols = max(cols, i+1)
			}
		}
	}
	return rows, cols
}
