package puzzles

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

func (p nonogramGame) Blank() *render.Board {
	b := render.NewBoard(len(p.Rows), len(p.Cols))
	b.Left, b.Top = p.Lengths()
	b.Rule = 5
	b.Means = map[string]string{"blank": "board.open"} // what is white on paper is yet to be decided
	p.put(b, p.Printed())
	return b
}

// Clue is the runs of a line.
func (p nonogramGame) Clue(column bool, line int) string {
	runs := p.clue(nonogram.Line{Column: column, Index: line})
	if len(runs) == 0 {
		return "0"
	}
	var told []string
	for _, run := range runs {
		told = append(told, strconv.Itoa(run.Length))
	}
	return strings.Join(told, " ")
}

// put puts a sheet on a board.
func (p nonogramGame) put(b *render.Board, sheet []byte) {
	for i, sign := range sheet {
		b.Cells[i].Kind = map[byte]render.Kind{'#': render.Filled, 'x': render.Crossed}[sign]
	}
}

// Board has the clues subdued that what is filled agrees with.
func (p nonogramGame) Board(sheet []byte) *render.Board {
	b := p.Blank()
	p.put(b, sheet)
	ask.NumberCells(b)
	b.FaintLeft, b.FaintTop = make([]bool, len(p.Rows)), make([]bool, len(p.Cols))
	for r := range p.Rows {
		p.fade(b, nonogram.Line{Index: r})
	}
	for c := range p.Cols {
		p.fade(b, nonogram.Line{Column: true, Index: c})
	}
	return b
}

// Met tells whether the filled cells of a line are its runs.
func (p nonogramGame) Met(sheet []byte, column bool, line int) bool {
	return p.met(nonogram.Line{Column: column, Index: line}, func(i int) bool { return sheet[i] == '#' })
}

// fade subdues a line's clue that is met.
func (p nonogramGame) fade(b *render.Board, line nonogram.Line) {
	faint := words.If(line.Column, b.FaintTop, b.FaintLeft)
	faint[line.Index] = p.met(line, func(i int) bool { return b.Cells[i].Kind == render.Filled })
}

func (p nonogramGame) met(line nonogram.Line, isFilled func(i int) bool) bool {
	var runs []nonogram.Run
	open := false
	for _, i := range lineCells(line, len(p.Rows), len(p.Cols)) {
		filled := isFilled(i)
		switch {
		case filled && open:
			runs[len(runs)-1].Length++
		case filled:
			runs = append(runs, nonogram.Run{Length: 1})
		}
		open = filled
	}
	return slices.Equal(runs, p.clue(line))
}

// area is a line as part of a contradiction.
func (p nonogramGame) area(line nonogram.Line) render.Area {
	if line.Column {
		return render.Area{Col: line.Index, Rows: len(p.Rows), Cols: 1, Mark: render.Proof}
	}
	return render.Area{Row: line.Index, Rows: 1, Cols: len(p.Cols), Mark: render.Proof}
}

// Filled has coordinates where the answer is not just a picture.
func (p nonogramGame) Filled(sheet []byte, of *deduce.Solved) *render.Board {
	b := p.Blank()
	b.Means = nil
	if of != nil && of.Verdict != solvers.Unique {
		ask.NumberCells(b)
	}
	for i, sign := range sheet {
		b.Cells[i] = render.Cell{Kind: map[byte]render.Kind{'#': render.Filled, 'x': render.Blank, deduce.Unmarked: render.Open}[sign]}
		if sign == deduce.Unmarked && of.Verdict == solvers.Multiple {
			b.Cells[i].Mark = render.Differ
		}
	}
	return b
}

// Remark names the cells that differ between solutions, where they are few.
func (p nonogramGame) Remark(of *deduce.Solved, say words.Phrases) string {
	const most = 12
	var cells []string
	for i, sign := range of.Key {
		if sign == deduce.Unmarked {
			cells = append(cells, ask.RowColumn(i/len(p.Cols), i%len(p.Cols)))
		}
	}
	if of.Verdict != solvers.Multiple || !of.Proved || len(cells) > most || len(cells) == len(of.Key) {
		return ""
	}
	return say.Text("nonogram.differ-at", words.With{"Cells": say.List(cells, most)})
}
