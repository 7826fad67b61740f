// Package render draws a Board: as emoji, as a PNG, and in words for those who
// cannot see it. It knows no puzzle's rules and no Discord.
package render

import (
	"image/color"
	"slices"
	"strconv"
	"strings"
)

// A Board is what a puzzle looks like: a grid of cells and the clues on its
// margins. The zero value is an empty board.
type Board struct {
	Rows, Cols int
	Cells      []Cell // row-major, Rows × Cols

	Left [][]int // clues left of each row, in reading order; nil for none
	Top  [][]int // clues above each column, top to bottom; nil for none

	Palette                 []Colour   // of a board in colours: of its Painted cells and its clues; nil for others
	Ground                  color.RGBA // behind the cells of such a board
	LeftColours, TopColours [][]int    // the colour of each clue, an index of Palette

	FaintLeft, FaintTop []bool // lines whose clues are done with, and subdued; nil for none

	Framed []Area // what is marked as a whole; pictures alone show it, a line with its clue, and one too fine to read once more, enlarged

	RowNames []string // coordinate beside each row ("a", "b", …); nil for none
	ColNames []string // coordinate over each column ("1", "2", …); nil for none; see Wrapped

	Orbs bool // the first column and the last row are orbs beside the board, that in the corner of the diagonal; the size in words does not count them

	Rule int // a heavier line every Rule cells; 0 for none

	Parting int // the row of Holes between this board and another below it, which words leave out; 0 for none

	Title   string // first words of the alt text: what it is and its verdict
	Caption string // last words of the alt text: the answer in words

	Say   func(phrase string, with map[string]any) string // a phrase of Words, or one that Means names, in somebody's language; nil for bare names
	Means map[string]string                               // what kinds and marks mean on this board, if not the usual: phrases by word

	wrapped bool // see Wrapped
}

// At returns the cell in row r, column c, from 0.
func (b *Board) At(r, c int) *Cell { return &b.Cells[r*b.Cols+c] }

// NewBoard returns a board of rows × cols empty cells.
func NewBoard(rows, cols int) *Board {
	return &Board{Rows: rows, Cols: cols, Cells: make([]Cell, rows*cols)}
}

// Wrapped returns a board of n cells in one row that is folded into lines of at
// most wide cells. Every cell has a name of its own, its place in the row from 1:
// ColNames holds Rows × Cols of them, and each line shows its own. Cells stand in
// Cells in their order; Holes fill up the last line.
func Wrapped(n, wide int) *Board {
	wide = min(n, wide)
	b := NewBoard((n+wide-1)/wide, wide)
	b.wrapped, b.ColNames = b.Rows > 1, make([]string, len(b.Cells))
	for i := range b.Cells {
		if i < n {
			b.ColNames[i] = strconv.Itoa(i + 1)
		} else {
			b.Cells[i].Kind = Hole
		}
	}
	return b
}

// An Area is the cells of Rows rows from Row on, in Cols columns from Col on, and what is
// said about them: Pick or Proof.
type Area struct {
	Row, Col, Rows, Cols int
	Mark                 Mark
}

// line returns the cells of row r; of a wrapped row, without what fills it up.
func (b *Board) line(r int) []Cell {
	row := b.Cells[r*b.Cols:][:b.Cols]
	for b.wrapped && len(row) > 0 && row[len(row)-1].Kind == Hole {
		row = row[:len(row)-1]
	}
	return row
}

// bare reports whether row r is nothing but holes, as between two boards.
func (b *Board) bare(r int) bool {
	return !slices.ContainsFunc(b.Cells[r*b.Cols:][:b.Cols], func(c Cell) bool { return c.Kind != Hole })
}

// rowName returns what row r is called: by its name, of a wrapped row by the names of
// its first cell and its last, or else by its number.
func (b *Board) rowName(r int) string {
	if b.wrapped {
		names := b.ColNames[r*b.Cols:][:len(b.line(r))]
		if len(names) < 2 {
			return strings.Join(names, "")
		}
		return names[0] + "–" + names[len(names)-1]
	}
	if r < len(b.RowNames) && b.RowNames[r] != "" {
		return b.RowNames[r]
	}
	return strconv.Itoa(r + 1)
}

// A Cell is one square of a board.
type Cell struct {
	Kind  Kind
	Mark  Mark
	Text  string // a few characters, drawn large: a digit, a press's number; whole or not at all
	Tag   string // a few more on a badge: the number of a New cell's step, the weight of a Proof's lamp
	Down  int    // Sum: the clue for the cells below, 0 for none
	Right int    // Sum: the clue for the cells to the right, 0 for none
	Notes uint16 // pencil marks: bit d set is digit d, 1 to 9

	Colour uint8  // Painted: an index of the board's Palette
	May    uint64 // Open, of a board in colours: bit 0 what is behind the cells, bit i+1 colour i; 0 for not known

	FaintDown, FaintRight bool // Sum: that clue is beside the point, and subdued
}

// Kind is what a cell is.
type Kind uint8

const (
	Blank    Kind = iota // paper: an undecided or empty white cell
	Filled               // ink
	Crossed              // known to be empty
	Open                 // not decided: it may be either
	LampOff              // a lamp, dark
	LampOn               // a lamp, glowing
	CardDown             // a card's back
	CardUp               // a card's face
	Clear                // clear sky
	Cloudy               // cloud
	OrbOff               // an orb left alone
	OrbOn                // an orb pressed
	Block                // a black square
	Sum                  // a black square with the sums Down and Right
	Digit                // a white square for Text or Notes
	Hole                 // no cell at all
	Lamp2                // a lamp of more than two states, in state 2; LampOn is state 1
	Lamp3
	Lamp4
	Lamp5
	Lamp6
	Lamp7
	Lamp8
	Painted // in a colour of the palette
	kinds   // how many there are
)

// Mark is what is said about a cell, on top of what it is.
type Mark uint8

const (
	NoMark Mark = iota
	Press       // press here
	Differ      // differs between solutions
	Proof       // part of why there is none
	Pick        // part of a good move
	New         // changed in this step
	marks       // how many there are
)
