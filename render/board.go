// Package render draws a Board: as emoji, as a PNG, and in words for people who cannot see it. It
// knows neither rules of puzzles nor Discord.
package render

import (
	"cmp"
	"image/color"
	"slices"
	"strconv"
	"strings"
)

// A Board is the picture of a puzzle: a grid of cells, and the clues on its margins. The zero value
// is an empty board.
type Board struct {
	Rows, Cols int
	Cells      []Cell // row-major, Rows × Cols

	Left [][]int // clues left of each row, in reading order; nil for none
	Top  [][]int // clues above each column, top to bottom; nil for none

	Palette                 []Colour   // colours of the Painted cells and the clues; nil for a board not in colours
	Ground                  color.RGBA // colour behind the cells of a board in colours
	LeftColours, TopColours [][]int    // colour of each clue, an index of Palette

	FaintLeft, FaintTop []bool // lines whose clues are met, and drawn faint; nil for none

	// Areas marked as a whole, only in pictures; a line includes its clue, and a line too fine to read is
	// shown again, enlarged.
	Framed []Area

	RowNames []string // coordinate beside each row ("a", "b", …); nil for none
	ColNames []string // coordinate over each column ("1", "2", …); nil for none; see Wrapped

	// The first column and the last row are orbs beside the board, and the corner is the diagonal's; the
	// size in words leaves them out.
	Orbs bool

	Prize *Prize // the colours of a finished picture, to be looked at, without lines and letters; nil for a board to work on

	Rule    int // a heavier line every Rule cells; 0 for none
	RowRule int // the same between rows; 0 for Rule

	Parting int // the row of Holes between two boards, which words leave out; 0 for none

	Title   string // first words of the alt text: the puzzle and its verdict
	Caption string // last words of the alt text: the answer in words

	Say   func(phrase string, with map[string]any) string // returns a phrase of Words or of Means in the reader's language; nil for bare names
	Means map[string]string                               // phrases for kinds and marks, by word, if their meaning on this board is not the usual one

	wrapped bool // see Wrapped
}

// At returns the cell in row r, column c, from 0.
func (b *Board) At(r, c int) *Cell { return &b.Cells[r*b.Cols+c] }

// NewBoard returns a board of rows × cols empty cells.
func NewBoard(rows, cols int) *Board {
	return &Board{Rows: rows, Cols: cols, Cells: make([]Cell, rows*cols)}
}

// Wrapped returns a board of n cells in one row, folded into lines of at most `wide` cells. Every
// cell has a name, its place in the row from 1: ColNames holds Rows × Cols of them, and each line
// shows its own. Cells holds the cells in their order; Holes fill up the last line.
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

// A Prize has the colours of a finished picture. The zero value is the theme's festive ink on its
// usual squares.
type Prize struct {
	Ink, Paper color.RGBA // of Filled and of Blank cells
}

// An Area is a rectangle of Rows × Cols cells from Row, Col on, with its mark: Pick or Proof.
type Area struct {
	Row, Col, Rows, Cols int
	Mark                 Mark
}

// line returns the cells of row r, without the Holes that fill up a wrapped row.
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

// rowName returns the name of row r. A wrapped row is called by the names of its first and last
// cells, and a row without a name by its number.
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

// A ruling says where the heavier lines are: every few cells, counted anew below a Parting.
type ruling struct{ every, parting int }

// colRule returns the ruling of the lines between columns.
func (b *Board) colRule() ruling { return ruling{every: b.Rule} }

// rowRule returns the ruling of the lines between rows.
func (b *Board) rowRule() ruling { return ruling{cmp.Or(b.RowRule, b.Rule), b.Parting} }

// heavy reports whether the line before cell i is a heavier one.
func (r ruling) heavy(i int) bool {
	if r.parting > 0 && i > r.parting {
		i -= r.parting + 1
	}
	return r.every > 0 && i%r.every == 0
}

// before returns the number of heavier lines before cell i, without the edge.
func (r ruling) before(i int) int {
	switch {
	case r.every <= 0:
		return 0
	case r.parting > 0 && i > r.parting:
		return r.parting/r.every + 1 + (i-r.parting-1)/r.every
	}
	return i / r.every
}

// A Cell is one square of a board.
type Cell struct {
	Kind  Kind
	Mark  Mark
	Text  string // a few characters, drawn large if all have room: a digit, the number of a press
	Tag   string // a few characters on a badge: the number of a New cell's step, the weight of a lamp in a Proof
	Down  int    // of a Sum: the clue for the cells below, 0 for none
	Right int    // of a Sum: the clue for the cells to the right, 0 for none
	Set   int    // of a Differ cell: the number of the cells that change together with it, 1 to MostSets; 0 for none
	Notes uint16 // pencil marks: bit d set is digit d, 1 to 9

	Colour uint8  // of a Painted cell: an index of the board's Palette
	May    uint64 // of an Open cell on a board in colours: bit 0 is Ground, bit i+1 colour i; 0 if unknown

	FaintDown, FaintRight bool // of a Sum: the clue is drawn faint

	Given  bool // of a Digit: printed, and drawn bold
	Shaded bool // of a Digit: on a darker ground
}

// MostSets is the number of sets of Differ cells that look different: each has a frame of its own.
const MostSets = 3

// Kind is the content of a cell.
type Kind uint8

const (
	Blank    Kind = iota // paper: an undecided or empty white cell
	Filled               // ink
	Crossed              // known to be empty
	Open                 // not decided: filled or empty
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
	kinds   // number of kinds
)

// Kinds is the number of kinds.
const Kinds = int(kinds)

// Word returns a word for the kind, one of Words.
func (k Kind) Word() string { return kindWords[k%kinds] }

// Mark tells something about a cell, beside its content.
type Mark uint8

const (
	NoMark Mark = iota
	Press       // press here
	Differ      // differs between solutions
	Proof       // part of the proof that there is no solution
	Pick        // part of a good move
	New         // changed in this step
	marks       // number of marks
)

// Word returns a word for the mark, one of Words; "" for none.
func (m Mark) Word() string { return markWords[m%marks] }
