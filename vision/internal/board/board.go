// Package board says what a board on an image is: a hint of what is known beforehand, and the reading of what
// was seen. Package vision exports all of these types.
package board

import (
	"image"
	"image/color"
	"strconv"
	"strings"
)

// Kind is what a board looks like.
type Kind uint8

const (
	Any      Kind = iota // any kind of board
	Nonogram             // numbers left of and above cells
	Kakuro               // white cells, blocks, and sums in blocks
	Lights               // cells in a few states and no numbers: Lights Out, To the Moon
	Cards                // a row of cells in two states
	Sudoku               // digits in 9 × 9, 6 × 6 or 4 × 4 cells
)

// Numberless reports whether boards of this kind have no numbers, and need no lines.
func (k Kind) Numberless() bool { return k == Lights || k == Cards }

// A Hint is what is known of an image beforehand.
type Hint struct {
	Kind       Kind // the kind to look for
	Rows, Cols int  // 0: as found
	Only       bool // a user insists on Kind: no board of another kind is looked for
	Board      int  // the number of the board in Reading.Boards, from 1; 0: the best board
}

// A Reading is what was seen of one board, before anything checks whether that makes sense.
type Reading struct {
	Kind       Kind
	Rows, Cols int  // of cells, without the clues
	Screen     bool // the image is a screenshot

	// Straight is the board and its clues without perspective, curl and turn. All boxes are in pixels of it.
	Straight *image.RGBA

	RowClues, ColClues []Line  // of a nonogram: Rows, top to bottom, and Cols, left to right
	Palette            []Ink   // of a nonogram: the colours of its clues; none in black and white
	Cells              []Cell  // row-major
	Lit                []Guess // of Lights and Cards: the state that is lit or face up

	Others []Kind // other kinds that the board may be, if the hint names no kind

	// Rivals are the same board with other extents, the likelier one first and none as likely by looks as this one.
	// Their boxes are on this Straight. Sized reports that a user said which of them is right.
	Rivals []*Reading
	Sized  bool

	Boards []image.Rectangle // all boards found on the upright image, this one too, in reading order
	Flaws  []Flaw
}

// A Line is the clue of a row or of a column.
type Line struct {
	Box      image.Rectangle // around its numbers
	Readings []Clue          // from 1 to MaxReadings of them, the likeliest first
}

// An Ink is a colour of a nonogram's clues, with the letter that stands for it in texts: r for red.
type Ink struct {
	Letter byte
	RGB    color.RGBA
}

// A Clue is one way to read a Line. The probabilities of all ways sum to at most 1.
type Clue struct {
	Numbers []int             // none for an empty line
	Colours string            // the letter of each number's Ink; "" in black and white
	Boxes   []image.Rectangle // around each number
	Struck  []bool            // whether each number is crossed out or greyed; nil: none is
	P       float64
}

// Text returns a clue as people type it: 2 1, 2r 1g in colours, 0 for an empty line.
func (c Clue) Text() string {
	var words []string
	for i, n := range c.Numbers {
		word := strconv.Itoa(n)
		if i < len(c.Colours) {
			word += c.Colours[i : i+1]
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		return "0"
	}
	return strings.Join(words, " ")
}

// MaxReadings is how many readings of a line or a number are kept at most.
const MaxReadings = 8

// A Cell is one cell of a board, and what may be in it.
type Cell struct {
	Box image.Rectangle

	// State is Blank, Filled or Crossed in a nonogram. In Kakuro it is Blank for a white cell and Filled for
	// a block, with or without sums. In Sudoku it is Filled for a printed digit, a given, and Blank for all
	// other cells. In Lights and Cards the states are numbered in the order in which they
	// are met.
	State []Guess

	// Sign is the number of the sign in a nonogram's cell, from 1; 0: none. Cells whose signs look alike have the same
	// number and the same guesses.
	Sign int

	Ink byte // the letter of the colour of a filled cell of a nonogram in colours; 0 if it is not known

	Digit        []Guess // in a white cell of a Kakuro, in a cell of a Sudoku; Value 0: no digit
	Down, Across []Guess // the sums in a block of a Kakuro; Value 0: no sum
}

// The states of a cell in a nonogram or a Kakuro.
const (
	Blank = iota
	Filled
	Crossed // a cross, a dot: marked as empty
)

// A Guess is a value and its probability. The guesses about one thing come likeliest first, and their
// probabilities sum to at most 1.
type Guess struct {
	Value int
	P     float64
}

// A Flaw is a reason why the lines of a board may have been read wrongly.
type Flaw uint8

const (
	ThickRules  Flaw = iota + 1 // thicker rules do not come every 5 or 10 cells
	UnseenLines                 // some lines were not seen, only inferred
	Rival                       // another lattice explains the image nearly as well
	Cut                         // the board goes on beyond the image
	Mirrored                    // the image is mirrored
	TooSmall                    // the digits have too few pixels
	Unnamed                     // the hint names no kind: rows of tiles may be keys or icons
	Signs                       // of lights: something is drawn on some tiles, so what they show may not be their state
	Ends                        // nothing shows that the board ends at its outer lines: one may be missing
	Names                       // of a nonogram: the numbers count its lines, so that they may be their names
	flawsEnd                    // one more than the last flaw
)

// flawNames are what tests and reports call the flaws.
var flawNames = [flawsEnd]string{
	ThickRules: "thick-rules", UnseenLines: "unseen-lines", Rival: "rival", Cut: "cut", Mirrored: "mirrored",
	TooSmall: "too-small", Unnamed: "unnamed", Signs: "signs",
	Ends: "ends", Names: "names",
}

// String returns the name of a flaw in tests and reports.
func (f Flaw) String() string { return flawNames[f] }

// Told reports whether a user should look at a board with this flaw before it is believed. Mirrored is not
// told: read the wrong way round, no digit would have been a digit.
func (f Flaw) Told() bool { return f != Mirrored }

// Flaws returns all flaws.
func Flaws() (all []Flaw) {
	for f := ThickRules; f < flawsEnd; f++ {
		all = append(all, f)
	}
	return all
}
