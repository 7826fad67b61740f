package puzzles

import (
	"image/color"
	"slices"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
	"kibitz/solvers/nonogram"
)

// usualColours are those that have a name in all languages, nonogram.colour.ID.
var usualColours = []struct {
	id  string
	rgb color.RGBA
}{
	{"red", rgb(0xff0000)}, {"green", rgb(0x008000)}, {"green", rgb(0x00ff00)}, {"green", rgb(0x4caf50)},
	{"blue", rgb(0x0000ff)}, {"blue", rgb(0x2060e0)}, {"yellow", rgb(0xffff00)}, {"yellow", rgb(0xffd700)},
	{"orange", rgb(0xff8c00)}, {"purple", rgb(0x800080)}, {"purple", rgb(0x9050d0)}, {"brown", rgb(0x8b4513)},
	{"black", rgb(0x000000)}, {"white", rgb(0xffffff)}, {"grey", rgb(0x808080)}, {"pink", rgb(0xffb0c0)},
	{"cyan", rgb(0x00ffff)}, {"magenta", rgb(0xff00ff)}, {"light-blue", rgb(0x87ceeb)}, {"dark-blue", rgb(0x000070)},
	{"blue", rgb(0x0072b2)}, {"red", rgb(0xd55e00)}, {"green", rgb(0x009e73)}, {"purple", rgb(0xcc79a7)}, // of Okabe and Ito
	{"light-green", rgb(0x90ee90)}, {"dark-green", rgb(0x003c00)}, {"dark-red", rgb(0x780000)},
	{"light-grey", rgb(0xc8c8c8)}, {"dark-grey", rgb(0x404040)}, {"beige", rgb(0xf5deb3)}, {"turquoise", rgb(0x30b0a0)},
}

// colourIDs are the ids of the usual colours, each once.
func colourIDs() (ids []string) {
	for _, u := range usualColours {
		if !slices.Contains(ids, u.id) {
			ids = append(ids, u.id)
		}
	}
	return ids
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 255}
}

// usualColour is the id of the usual colour that looks most like one.
func usualColour(c color.RGBA) string {
	var all []color.RGBA
	for _, u := range usualColours {
		all = append(all, u.rgb)
	}
	return usualColours[render.Nearest(c, all)].id
}

// colourNames are what the colours of a palette are called: like the usual ones that they look
// like, and with their letters where that would be one name for several.
func colourNames(palette []nonogram.Ink) (names []func(words.Phrases) string) {
	count := map[string]int{}
	for _, k := range palette {
		count[usualColour(k.RGB)]++
	}
	for _, k := range palette {
		id := usualColour(k.RGB)
		names = append(names, func(say words.Phrases) string {
			name := say.Text("nonogram.colour." + id)
			if count[id] > 1 {
				name += " " + string(k.Letter)
			}
			return name
		})
	}
	return names
}

// board is the grid with its palette and clues.
func (p colourGame) board() *render.Board {
	b := render.NewBoard(len(p.Rows), len(p.Cols))
	b.Rule, b.Ground = 5, p.Background
	for _, k := range p.Palette {
		b.Palette = append(b.Palette, render.Colour{Letter: k.Letter, Name: "nonogram.colour." + usualColour(k.RGB), RGB: k.RGB})
	}
	b.Left, b.LeftColours = clueNumbers(p.Rows)
	b.Top, b.TopColours = clueNumbers(p.Cols)
	return b
}

// clueNumbers are the runs of lines: their lengths, and their colours.
func clueNumbers(lines [][]nonogram.Run) (lengths, colours [][]int) {
	lengths, colours = make([][]int, len(lines)), make([][]int, len(lines))
	for i, runs := range lines {
		for _, run := range runs {
			lengths[i], colours[i] = append(lengths[i], run.Length), append(colours[i], run.Colour)
		}
	}
	return lengths, colours
}

func (p colourGame) Blank() *render.Board {
	b := p.board()
	b.Means = map[string]string{"blank": "board.open"} // what is plain on paper is yet to be decided
	p.put(b, p.Printed())
	return b
}

// cell is a cell of a board in play.
func (p colourGame) cell(sign byte) render.Cell {
	switch i := p.colour(sign); {
	case i >= 0:
		return render.Cell{Kind: render.Painted, Colour: uint8(i)}
	case sign == p.empty():
		return render.Cell{Kind: render.Crossed}
	}
	return render.Cell{}
}

// put puts a sheet on a board.
func (p colourGame) put(b *render.Board, sheet []byte) {
	for i, sign := range sheet {
		b.Cells[i] = p.cell(sign)
	}
}

// Board has the clues subdued that what is filled agrees with.
func (p colourGame) Board(sheet []byte) *render.Board {
	b := p.Blank()
	p.put(b, sheet)
	ask.NumberCells(b)
	b.FaintLeft, b.FaintTop = make([]bool, len(p.Rows)), make([]bool, len(p.Cols))
	p.fade(b)
	return b
}

// Met tells whether the filled cells of a line are its runs.
func (p colourGame) Met(sheet []byte, column bool, line int) bool {
	return p.met(nonogram.Line{Column: column, Index: line}, func(i int) int { return p.colour(sheet[i]) })
}

// fade subdues the clues that are met.
func (p colourGame) fade(b *render.Board) {
	painted := func(i int) int {
		return words.If(b.Cells[i].Kind == render.Painted, int(b.Cells[i].Colour), -1)
	}
	for r := range b.FaintLeft {
		b.FaintLeft[r] = p.met(nonogram.Line{Index: r}, painted)
	}
	for c := range b.FaintTop {
		b.FaintTop[c] = p.met(nonogram.Line{Column: true, Index: c}, painted)
	}
}

func (p colourGame) met(line nonogram.Line, colourAt func(i int) int) bool {
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

// lineArea is a line of such a board as part of a contradiction.
func lineArea(line nonogram.Line, rows, cols int) render.Area {
	if line.Column {
		return render.Area{Col: line.Index, Rows: rows, Cols: 1, Mark: render.Proof}
	}
	return render.Area{Row: line.Index, Rows: 1, Cols: cols, Mark: render.Proof}
}

// Filled has coordinates where the answer is not just a picture, and in open cells what they may
// be.
func (p colourGame) Filled(sheet []byte, of *deduce.Solved) *render.Board {
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
				b.Cells[i].May = uint64(of.Answer.(colourAnswer).Grid[i])
			}
		}
	}
	return b
}

// Remark names the cells that differ between solutions, and what each may be, where they are
// few.
func (p colourGame) Remark(of *deduce.Solved, say words.Phrases) string {
	const most = 12
	var cells []string
	names := colourNames(p.Palette)
	for i, s := range of.Answer.(colourAnswer).Grid {
		if s.One() {
			continue
		}
		var may []string
		for k := range p.Palette {
			if s&nonogram.ShadeOf(k) != 0 {
				may = append(may, names[k](say))
			}
		}
		if s&nonogram.Empty != 0 {
			may = append(may, say.Text("board.blank"))
		}
		cells = append(cells, say.Text("nonogram.in-colours.differs", words.With{"Cell": ask.RowColumn(i/len(p.Cols), i%len(p.Cols)), "Colours": say.Series(may)}))
	}
	if of.Verdict != solvers.Multiple || !of.Proved || len(cells) > most || len(cells) == len(of.Key) {
		return ""
	}
	return say.Text("nonogram.differ-at", words.With{"Cells": say.List(cells, most)})
}
