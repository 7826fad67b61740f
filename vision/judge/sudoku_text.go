package judge

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"kibitz/vision"
)

// sudoku writes the cells. A given whose other readings are all far less likely stands without brackets.
func (w *writer) sudoku(r *vision.Reading) {
	for i, cell := range r.Cells {
		if i > 0 && i%r.Cols == 0 {
			w.WriteByte('/')
		}
		written := writtenDigit(cell)
		c := &writer{usual: never}
		switch {
		case written > 0:
			w.WriteString("'" + strconv.Itoa(written))
		case len(cell.State) > 0 && cell.State[0].Value == vision.Filled:
			var texts []string
			var p []float64
			for _, g := range cell.Digit {
				texts, p = append(texts, givenText(g.Value)), append(p, g.P)
			}
			c.ways(texts, p, false)
		}
		switch c.Len() {
		case 0:
			if written == 0 {
				w.WriteByte('.')
			}
		case 1:
			w.WriteString(c.String())
		default:
			w.WriteString("(" + c.String() + ")")
		}
		if len(cell.Digit) == 1 && cell.Digit[0].P == 1 {
			w.WriteByte('!')
		}
	}
}

// read is the probability of a digit that was read, and not confirmed.
const read = .9999

// sudoku reads cells, with a / between rows or without.
func (p *parser) sudoku(board string) (err error) {
	p.usual = 0
	for rest := strings.ReplaceAll(board, "/", ""); rest != ""; {
		var cell vision.Cell
		if cell, rest, err = p.sudokuCell(rest); err != nil {
			return fmt.Errorf("cell %d: %w", len(p.r.Cells)+1, err)
		}
		p.r.Cells = append(p.r.Cells, cell)
	}
	size := int(math.Sqrt(float64(len(p.r.Cells))))
	p.r.Rows, p.r.Cols = size, size
	if incomplete(p.r) || size*size != len(p.r.Cells) {
		return fmt.Errorf("found %d cells, expected 16, 36, 64 or 81", len(p.r.Cells))
	}
	return nil
}

// sudokuCell reads the first cell of a text and returns the rest.
func (p *parser) sudokuCell(text string) (cell vision.Cell, rest string, err error) {
	text, written := strings.CutPrefix(text, "'")
	cell.State = []vision.Guess{{Value: vision.Filled, P: 1}}
	inside, rest, ok := strings.Cut(strings.TrimPrefix(text, "("), ")")
	if strings.HasPrefix(text, "(") && !ok {
		return cell, "", fmt.Errorf("found no ) behind %q", inside)
	}
	if !strings.HasPrefix(text, "(") {
		inside, rest = text[:min(1, len(text))], text[min(1, len(text)):]
	}
	if inside == "." || written {
		cell.State[0].Value = vision.Blank
	}
	if inside == "." {
		return cell, rest, nil
	}
	if cell.Digit, err = p.guesses(inside, readGiven); err != nil {
		return cell, "", err
	}
	if len(cell.Digit) == 1 {
		cell.Digit[0].P = read
	}
	if left, confirmed := strings.CutPrefix(rest, "!"); confirmed && len(cell.Digit) == 1 {
		cell.Digit[0].P, rest = 1, left
	}
	return cell, rest, nil
}

// readGiven reads the digit of a given, "." for none.
func readGiven(text string) (int, error) {
	if text == "." {
		return 0, nil
	}
	if len(text) != 1 || text < "1" || text > "9" {
		return 0, fmt.Errorf(`found %q, expected a digit, or "." for none`, text)
	}
	return int(text[0] - '0'), nil
}
