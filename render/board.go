// Package render draws a Board: as emoji, as a PNG, and in words for those who
// cannot see it. It knows no puzzle's rules and no Discord.
package render

// A Board is what a puzzle looks like: a grid of cells and the clues on its
// margins. The zero value is an empty board.
type Board struct {
	Rows, Cols int
	Cells      []Cell // row-major, Rows × Cols

	Left [][]int // clues left of each row, in reading order; nil for none
	Top  [][]int // clues above each column, top to bottom; nil for none

	RowNames []string // coordinate beside each row ("a", "b", …); nil for none
	ColNames []string // coordinate over each column ("1", "2", …); nil for none

	Rule int // a heavier line every Rule cells; 0 for none

	Title   string // first words of the alt text: what it is and its verdict
	Caption string // last words of the alt text: the answer in words

	Say func(word string) string // the words of Alt and Text in another language; nil for English
}

// At is the cell in row r, column c, from 0.
func (b *Board) At(r, c int) *Cell { return &b.Cells[r*b.Cols+c] }

// NewBoard returns a board of rows × cols empty cells.
func NewBoard(rows, cols int) *Board {
	return &Board{Rows: rows, Cols: cols, Cells: make([]Cell, rows*cols)}
}

// A Cell is one square of a board.
type Cell struct {
	Kind  Kind
	Mark  Mark
	Text  string // at most three characters, drawn large: a digit, a press's number
	Down  int    // Sum: the clue for the cells below, 0 for none
	Right int    // Sum: the clue for the cells to the right, 0 for none
	Notes uint16 // pencil marks: bit d set is digit d, 1 to 9
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
	kinds // how many there are
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
