package nonogram

import (
	"slices"
	"strconv"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
	"kibitz/solvers/nonogram"
)

// board returns an empty board with the clues and the palette.
func (p game) board() *render.Board {
	b := render.NewBoard(len(p.Rows), len(p.Cols))
	b.Left, b.Top = p.Lengths()
	b.Rule = 5 // a heavier line after every fifth row and column
	if !p.InColours() {
		return b
	}
	b.Ground, b.LeftColours, b.TopColours = p.Background, clueColours(p.Rows), clueColours(p.Cols)
	names := paletteNames(p.Palette)
	for i, k := range p.Palette {
		b.Palette = append(b.Palette, render.Colour{Letter: k.Letter, Name: "nonogram.colour." + names[i], RGB: k.RGB})
	}
	return b
}

// clueColours returns the colours of the runs of each line.
func clueColours(lines [][]nonogram.Run) [][]int {
	colours := make([][]int, len(lines))
	for i, runs := range lines {
		for _, run := range runs {
			colours[i] = append(colours[i], run.Colour)
		}
	}
	return colours
}

// Blank draws the puzzle with only its given cells.
func (p game) Blank() *render.Board {
	b := p.board()
	b.Means = map[string]string{"blank": "board.open"} // a plain cell is still to be decided
	p.put(b, p.Printed())
	return b
}

// Clue returns the runs of a line as people type them.
func (p game) Clue(column bool, line int) string {
	var told []string
	for _, run := range p.clue(nonogram.Line{Column: column, Index: line}) {
		told = append(told, p.run(run))
	}
	if told == nil {
		return "0"
	}
	return strings.Join(told, " ")
}

// run writes a run: its length, and in colours the letter behind it.
func (p game) run(run nonogram.Run) string {
	if !p.InColours() {
		return strconv.Itoa(run.Length)
	}
	return strconv.Itoa(run.Length) + string(p.letter(run.Colour))
}

// cell draws the sign of a cell in play.
func (p game) cell(sign byte) render.Cell {
	switch i := p.colour(sign); {
	case i >= 0 && p.InColours():
		return render.Cell{Kind: render.Painted, Colour: uint8(i)}
	case i >= 0:
		return render.Cell{Kind: render.Filled}
	case sign == p.empty():
		return render.Cell{Kind: render.Crossed}
	}
	return render.Cell{}
}

// put draws a sheet on a board.
func (p game) put(b *render.Board, sheet []byte) {
	for i, sign := range sheet {
		b.Cells[i] = p.cell(sign)
	}
}

// Board draws a sheet to work on, with coordinates, and fades the clues that its filled cells meet.
func (p game) Board(sheet []byte) *render.Board {
	b := p.Blank()
	p.put(b, sheet)
	ask.NumberCells(b)
	b.FaintLeft, b.FaintTop = make([]bool, len(p.Rows)), make([]bool, len(p.Cols))
	p.fade(b)
	return b
}

// Met reports whether the filled cells of a line are its runs.
func (p game) Met(sheet []byte, column bool, line int) bool {
	return p.met(nonogram.Line{Column: column, Index: line}, func(i int) int { return p.colour(sheet[i]) })
}

// fade fades the clues that the board's filled cells meet.
func (p game) fade(b *render.Board) {
	colourAt := func(i int) int {
		switch c := b.Cells[i]; c.Kind {
		case render.Painted:
			return int(c.Colour)
		case render.Filled:
			return 0
		}
		return -1
	}
	for r := range b.FaintLeft {
		b.FaintLeft[r] = p.met(nonogram.Line{Index: r}, colourAt)
	}
	for c := range b.FaintTop {
		b.FaintTop[c] = p.met(nonogram.Line{Column: true, Index: c}, colourAt)
	}
}

// met reports whether the cells of a line are exactly its runs. colourAt returns the index of a
// cell's colour; -1 if it is not filled.
func (p game) met(line nonogram.Line, colourAt func(i int) int) bool {
	var runs []nonogram.Run
	last := -1
	for _, i := range lineCells(line, len(p.Rows), len(p.Cols)) {
		colour := colourAt(i)
		switch {
		case colour < 0:
		case colour == last:
			runs[len(runs)-1].Length++
		default:
			runs = append(runs, nonogram.Run{Length: 1, Colour: colour})
		}
		last = colour
	}
	return slices.Equal(runs, p.clue(line))
}

// area returns a line as an area to mark in a contradiction.
func (p game) area(line nonogram.Line) render.Area {
	if line.Column {
		return render.Area{Col: line.Index, Rows: len(p.Rows), Cols: 1, Mark: render.Proof}
	}
	return render.Area{Row: line.Index, Rows: 1, Cols: len(p.Cols), Mark: render.Proof}
}

// Filled draws a sheet as an answer. An open cell shows its possible colours, and is marked if it
// differs between solutions. If the puzzle has not exactly one solution, the board has coordinates.
// Of is nil for a complete sheet.
func (p game) Filled(sheet []byte, of *deduce.Solved) *render.Board {
	b := p.board()
	if of != nil && of.Verdict != solvers.Unique {
		ask.NumberCells(b)
	}
	for i, sign := range sheet {
		switch {
		case p.colour(sign) >= 0:
			b.Cells[i] = p.cell(sign)
		case sign == deduce.Unmarked:
			b.Cells[i] = render.Cell{Kind: render.Open}
			if of.Verdict == solvers.Multiple {
				b.Cells[i].Mark = render.Differ
			}
			if of.Verdict != solvers.None {
				b.Cells[i].May = uint64(of.Answer.(answer).Grid[i])
			}
		}
	}
	return b
}

// Remark names the cells that differ between solutions, if that is proved of them, and they are at
// most twelve, not the whole board, and not all named by swaps; otherwise it returns "". In colours it also tells the
// possible colours of each.
func (p game) Remark(of *deduce.Solved, say words.Phrases) string {
	const most = 12
	open := count(of.Key, deduce.Unmarked)
	if of.Verdict != solvers.Multiple || !of.Proved || of.Explained() || open > most || open == len(of.Key) {
		return ""
	}
	var cells []string
	names := colourNames(p.Palette)
	for i, c := range of.Answer.(answer).Grid {
		if c.One() {
			continue
		}
		told := ask.RowColumn(i/len(p.Cols), i%len(p.Cols))
		if p.InColours() {
			told = say.Text("nonogram.in-colours.differs", words.With{"Cell": told, "Colours": say.Series(shadesOf(c, names, say))})
		}
		cells = append(cells, told)
	}
	return say.Text("nonogram.differ-at", words.With{"Cells": say.List(cells, most)})
}

// shadesOf returns the possible colours of a cell by these names, and then "empty" if it may be
// empty.
func shadesOf(c nonogram.Cell, names []func(words.Phrases) string, say words.Phrases) (told []string) {
	for i, name := range names {
		if c&nonogram.ShadeOf(i) != 0 {
			told = append(told, name(say))
		}
	}
	if c&nonogram.Empty != 0 {
		told = append(told, say.Text("board.blank"))
	}
	return told
}
