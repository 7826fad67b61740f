package sheet

import (
	"cmp"
	"strconv"

	"kibitz/render"
)

// A drawing is a board on a page.
type drawing struct {
	*page
	board  *render.Board
	cell   float64 // side of a cell
	x, top float64 // the upper left corner, with the clues
}

// draw draws the clues, the cells and the lines. d.x and d.top are the corner of the clues at first;
// once those are written they are that of the grid.
func (d drawing) draw() {
	left, top := margins(d.board)
	d.clues(left, top)
	d.x, d.top = d.x+left*d.cell, d.top-top*d.cell
	for i, c := range d.board.Cells {
		d.drawCell(d.x+float64(i%d.board.Cols)*d.cell, d.top-float64(i/d.board.Cols)*d.cell, c)
	}
	d.grid()
}

// clues writes the clues at the left, close to the grid, and those above it.
func (d drawing) clues(left, top float64) {
	const size = 0.52 // share of a cell
	// at writes clue i of a line with its middle x cells to the right of the corner and y below it, in a
	// board of colours on a square of its colour, with that colour's letter.
	at := func(number int, colours [][]int, line, i int, x, y float64) {
		text := strconv.Itoa(number)
		if colours != nil {
			colour := colours[line][i]
			d.paint(colour, d.x+(x-clueRoom/2)*d.cell, d.top-(y+clueRoom/2)*d.cell, clueRoom*d.cell)
			text += string(d.board.Palette[colour].Letter)
		}
		d.digits(size*d.cell, clueRoom*0.9*d.cell, d.x+x*d.cell, d.top-y*d.cell, text)
		d.grey(black)
	}
	for r, runs := range d.board.Left {
		for i, run := range runs {
			at(run, d.board.LeftColours, r, i, left-clueRoom*(float64(len(runs)-i)-0.5), top+float64(r)+0.5)
		}
	}
	for c, runs := range d.board.Top {
		for i, run := range runs {
			at(run, d.board.TopColours, c, i, left+float64(c)+0.5, top-clueRoom*(float64(len(runs)-i)-0.5))
		}
	}
}

// Shades of grey.
const (
	black  = 0.0
	block  = 0.25 // a square of Kakuro without a sum: toner is dear
	fine   = 0.45 // lines between cells
	shaded = 0.85 // behind sums
	white  = 1.0
)

// drawCell draws the content of the cell with this upper left corner.
func (d drawing) drawCell(x, top float64, c render.Cell) {
	y := top - d.cell
	switch c.Kind {
	case render.Filled:
		d.fill(x, y, d.cell, d.cell)
	case render.Painted:
		d.paint(int(c.Colour), x, y, d.cell)
		d.digits(0.5*d.cell, d.cell, x+d.cell/2, y+d.cell/2, string(d.board.Palette[c.Colour].Letter))
		d.grey(black)
	case render.Block:
		d.grey(block)
		d.fill(x, y, d.cell, d.cell)
		d.grey(black)
	case render.Sum:
		d.grey(shaded)
		d.fill(x, y, d.cell, d.cell)
		d.grey(black)
		d.line(x, top, x+d.cell, y, 0.5)
		d.sum(c.Right, x+0.7*d.cell, top-0.28*d.cell)
		d.sum(c.Down, x+0.3*d.cell, top-0.72*d.cell)
	case render.Crossed:
		d.line(x+0.3*d.cell, top-0.3*d.cell, x+0.7*d.cell, y+0.3*d.cell, 0.5)
		d.line(x+0.3*d.cell, y+0.3*d.cell, x+0.7*d.cell, top-0.3*d.cell, 0.5)
	case render.Digit:
		if c.Shaded {
			d.grey(shaded)
			d.fill(x, y, d.cell, d.cell)
			d.grey(black)
		}
		if c.Text != "" {
			d.digits(0.62*d.cell, d.cell, x+d.cell/2, y+d.cell/2, c.Text)
		}
	}
}

// paint fills a square with a colour of the palette, and sets an ink that can be read on it.
func (d drawing) paint(colour int, x, y, side float64) {
	c, onLight := d.board.Drawn(colour)
	d.colour(c)
	d.fill(x, y, side, side)
	d.grey(black)
	if !onLight {
		d.grey(white)
	}
}

func (d drawing) sum(sum int, x, y float64) {
	if sum > 0 {
		d.digits(0.36*d.cell, d.cell/2, x, y, strconv.Itoa(sum))
	}
}

// grid draws the lines, a heavier one every Rule cells and around the board.
func (d drawing) grid() {
	b := d.board
	width, height := float64(b.Cols)*d.cell, float64(b.Rows)*d.cell
	heavy := func(i, n, rule int) bool { return i == 0 || i == n || rule > 0 && i%rule == 0 }
	for _, strong := range []bool{false, true} { // heavy lines lie on top of fine ones
		thick := 0.4
		d.grey(fine)
		if strong {
			thick = 1.2
			d.grey(black)
		}
		for r := range b.Rows + 1 {
			if heavy(r, b.Rows, cmp.Or(b.RowRule, b.Rule)) == strong {
				d.line(d.x, d.top-float64(r)*d.cell, d.x+width, d.top-float64(r)*d.cell, thick)
			}
		}
		for c := range b.Cols + 1 {
			if heavy(c, b.Cols, b.Rule) == strong {
				d.line(d.x+float64(c)*d.cell, d.top, d.x+float64(c)*d.cell, d.top-height, thick)
			}
		}
	}
}
