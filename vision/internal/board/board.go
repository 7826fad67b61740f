// Package board says what a board on an image is: what is known of it beforehand, and what was read of it.
// The package vision has all of it as its own.
package board

import "image"

// Kind is what a board looks like.
type Kind uint8

const (
	Any      Kind = iota // whatever is there
	Nonogram             // numbers left of and above cells
	Kakuro               // white cells, blocks, and sums in blocks
	Lights               // cells in a few states and no numbers: Lights Out, To the Moon
	Cards                // a row of cells in two states
	Sudoku               // digits in 9 × 9 cells: known so as to be named
)

// Numberless reports whether boards of this kind have no numbers, and need no lines.
func (k Kind) Numberless() bool { return k == Lights || k == Cards }

// A Hint is what is known beforehand.
type Hint struct {
	Kind       Kind // what is looked for
	Rows, Cols int  // 0: as found
	Board      int  // which of Reading.Boards, from 1; 0: the best
}

// A Reading is what was seen of one board, without any thought whether it makes sense.
type Reading struct {
	Kind       Kind
	Rows, Cols int // of the cells, clues not counted
	Screen     bool

	// Straight is the board as it would be without perspective, curl and turn, its clues with
	// it. All boxes are of its pixels.
	Straight *image.RGBA

	RowClues, ColClues []Line  // of a nonogram: Rows, top to bottom, and Cols, left to right
	Cells              []Cell  // row-major
	Lit                []Guess // of Lights and Cards: which of the states is lit or face up

	Others []Kind // what it may be as well, where no kind is asked for

	Boards []image.Rectangle // all that were found on the upright image, this one among them; reading order
	Flaws  []Flaw
}

// A Line is the clue of a row or of a column.
type Line struct {
	Box      image.Rectangle // where its numbers stand
	Readings []Clue          // the likeliest first; never none, at most MaxReadings
}

// A Clue is one way to read a Line. The probabilities of all ways sum to at most 1.
type Clue struct {
	Numbers []int             // none for an empty line
	Boxes   []image.Rectangle // one a number
	Struck  []bool            // crossed out or greyed, one a number; nil: none is
	P       float64
}

// MaxReadings is how many ways to read a line or a number are kept.
const MaxReadings = 8

// A Cell is one of a board's.
type Cell struct {
	Box image.Rectangle

	// State is, of a nonogram, Blank, Filled or Crossed; of Lights and Cards the states in the
	// order in which they are met; of Kakuro Blank for a white cell and Filled for a block, with
	// or without sums.
	State []Guess

	Digit        []Guess // of Kakuro, in a white cell; Value 0: none
	Down, Across []Guess // of Kakuro, in a block: the sums; Value 0: none
}

// States of a nonogram's cells and of Kakuro's.
const (
	Blank = iota
	Filled
	Crossed // a cross, a dot: marked as empty
)

// A Guess is one of several values. Of those of one place the likeliest is first, and their
// probabilities sum to at most 1.
type Guess struct {
	Value int
	P     float64
}

// A Flaw is why the lines of a board may have been read wrongly.
type Flaw uint8

const (
	ThickRules  Flaw = iota + 1 // thicker rules do not come every 5 or 10 cells
	UnseenLines                 // lines are there by inference alone
	Rival                       // another lattice explains the image nearly as well
	Cut                         // the board goes on beyond the image
	Mirrored                    // it was read from an image that is mirrored
	TooSmall                    // its digits have too few pixels
	Unnamed                     // nobody said that it is a board: rows of tiles may be keys, or icons
	flawsEnd
)

var flawNames = [flawsEnd]string{
	ThickRules: "thick-rules", UnseenLines: "unseen-lines", Rival: "rival", Cut: "cut", Mirrored: "mirrored",
	TooSmall: "too-small", Unnamed: "unnamed",
}

func (f Flaw) String() string { return flawNames[f] }

// Told tells whether a board with this flaw is to be looked at by somebody before it is believed.
// One that was mirrored is not: had it been read the wrong way, no digit would have been one.
func (f Flaw) Told() bool { return f != Mirrored }

// Flaws are all there are.
func Flaws() (all []Flaw) {
	for f := ThickRules; f < flawsEnd; f++ {
		all = append(all, f)
	}
	return all
}
