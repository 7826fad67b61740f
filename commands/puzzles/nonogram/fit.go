package nonogram

import (
	"kibitz/commands/puzzles/deduce"
	"kibitz/solvers/nonogram"
)

// Fit returns what the signs of a line leave to its clue, whatever the other lines say; false if they
// contradict it.
func (p game) Fit(sheet []byte, column bool, line int) (deduce.Fit, bool) {
	at := nonogram.Line{Column: column, Index: line}
	cells := lineCells(at, len(p.Rows), len(p.Cols))
	known := make([]nonogram.Cell, len(cells))
	for i, cell := range cells {
		known[i] = p.known(sheet[cell])
	}
	clue := p.clue(at)
	starts, may := nonogram.Places(clue, known)
	if may == nil {
		return deduce.Fit{}, false
	}
	f := deduce.Fit{Sure: p.sheet(may)}
	for i, run := range clue {
		f.Runs = append(f.Runs, deduce.Run{Sign: p.letter(run.Colour), Length: run.Length, Starts: starts[i]})
	}
	return f, true
}
