package sudoku

import (
	"fmt"
	"strings"
)

// Link returns the puzzle as a link of puzz.link has it behind the question mark; "" for a puzzle with
// diagonals or of a size that puzz.link does not know.
func (p *Puzzle) Link() string {
	if p.Check() != nil || p.Diagonals || p.Size == 8 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "sudoku/%d/%d/", p.Size, p.Size)
	const most = 20 // open cells that a letter stands for
	open := 0
	flush := func() {
		for ; open > 0; open -= min(open, most) {
			b.WriteByte('f' + byte(min(open, most)))
		}
	}
	for _, digit := range p.Givens {
		if digit == 0 {
			open++
			continue
		}
		flush()
		b.WriteByte('0' + byte(digit))
	}
	flush()
	return b.String()
}

// Rows returns the givens as lines of text, a line for each row, with a point for an open cell.
func (p *Puzzle) Rows() string {
	cells := (&Puzzle{Size: p.Size, Givens: p.Givens}).String()
	var rows []string
	for i := 0; i < len(cells); i += p.Size {
		rows = append(rows, cells[i:i+p.Size])
	}
	return strings.Join(rows, "\n")
}

// SDK returns the puzzle as an SDK file, which has nine rows; "" for another size or with diagonals.
func (p *Puzzle) SDK() string {
	if p.Size != 9 || p.Diagonals {
		return ""
	}
	return "[Puzzle]\n" + p.Rows() + "\n"
}

// OpenSudoku returns the puzzle as a file of that program; "" for another size than 9 or with diagonals.
func (p *Puzzle) OpenSudoku() string {
	if p.Size != 9 || p.Diagonals {
		return ""
	}
	cells := strings.ReplaceAll(p.String(), ".", "0")
	return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n<game data=\"" + cells + "\" />\n</opensudoku>\n"
}
