// Package vision reads a puzzle off an image: a screenshot, or a photo of paper or of a
// screen. It knows no solver: whether what was read makes sense is for [kibitz/vision/judge].
//
// Boards with numbers are sought on grids of lines, boards without by their tiles as well (see
// Lights and cards); which lattice and which kind of board explains most of the image is found by
// trying them in order of how likely they are, and no further than something is certain (read.go).
//
// # Boards with numbers
//
// Lines first: kibitz/vision/internal/lattice finds grids of them, whatever the perspective and
// the curl. From then on places are counted in cells of a lattice, and what is looked at is made
// straight (sheet.go), so that rules run along the pixels and digits stand upright. Beyond the
// lattice, where clues stand, a page goes on as the plane, a little bent, that fits its
// crossings best (beyond.go).
//
// A nonogram's body is the largest block of cells that have rules on all sides; if the first of
// its rows or columns have digits in them, those are boxes for clues (body.go). The digits are
// found by what they are drawn with: ink is what is narrow and darker, or lighter, than all
// around it, so that shade, stripes, pills and boxes do not matter (ink.go). Straight lines are
// taken out of it, each as thick as it is where nothing touches it (rules.go). What then hangs
// together are blobs (blob.go); the height that most of them near the body have, and that the
// net calls digits, is the hand that the numbers are written in (script.go). Blobs of that
// height are read by kibitz/vision/internal/digits; those that are digits that touch are cut in
// several ways, and the net says which cut makes sense (split.go); a stroke through a number is taken
// out (strike.go). A picture has one font: what the net says of glyphs that look alike is put
// together (pool.go), and the whole board settles what each shape is (settle.go).
//
// A line's glyphs are those that go on from the body without too large a gap (line.go).
// Whether "1 1" is two numbers or one is told by gaps, and how wide those are is learned from
// pairs like "7 3" that cannot be one number (gap.go). Each line is read in several ways, each with the
// product of the probabilities of its digits and of its joints (clue.go). What looks
// like a number and could not be read makes its whole line doubtful, and probabilities of a line do not
// sum to 1 where something else than all of them may be true.
//
// Where hardly a digit can be read, the image is tried in four turns and mirrored, as Kakuro, too:
// Exif lies at times, and some webcams mirror. Of several lattices the one whose digits explain most is read; readers
// of other kinds of boards are tried on each in the same way (read.go).
//
// Of Kakuro all cells of a lattice are looked at, and a ring of cells around it, since the lines
// between black cells are not seen; where the board goes on beyond that ring, a further one
// (kakuro.go). A page on which a shadow falls is first made as light there as elsewhere, for the
// ink (kakurolight.go). Of each cell there are its colours above and below its diagonal, parted
// into shades (kakurocells.go); which of its sides are drawn, and whether it is striped
// (kakurofaces.go); and the numbers in it (kakuroink.go). Diagonals are taken out of the ink, then
// straight lines; on a photo it is done a second time with the sides of cells taken out one by one, each
// as thick as it is where nothing touches it (kakurorules.go), and of each half of a cell that
// way counts which leaves more digits.
//
// Which shades are white cells', and where the board begins, follows from where sums must stand
// and where none may: the layout that explains most numbers is taken (kakurolayout.go). Then single
// cells, and those that would be left without an entry with them, are changed where that explains
// more than their looks do. On a photo looks are mostly steps: how much lighter one cell is than the next
// on both sides of what divides them, which is next to nothing between two white cells and always the
// same to a block, whatever shadow lies on both (kakurolight.go, kakurosettle.go). A sum that stands
// elsewhere than the others of its side may lack a digit; where none is seen there may be one all the
// same, but on a screen that has nothing drawn there (kakurosums.go).
//
// # Lights and cards
//
// A board without numbers is sought in several ways. On a lattice of lines the faces of the cells
// are parted by colour in two (lamps.go). On a small map of the image's colours (colours.go)
// patches of one colour (flat.go) are tiles if they stand at even distances (spaced.go), or blocks
// whose sides are multiples of one length (stacks.go); where neither is seen, borders at even
// distances do as well (comb.go). What is found is a tiling (tiles.go): it is completed by lines
// whose tiles look like the page (extent.go), and taken apart where a line in it looks like no
// other (parts.go).
//
// On a photo the map is turned first to where its lines are parallel, by their vanishing points
// (facing.go, placing.go). Half a board, or one and a piece of the page, is told by the borders of
// its cells, of which all to the page are seen, and those within in one state all or none
// (edges.go, grow.go). Shade falls on parts of a board: states follow from the steps between cells
// side by side rather than from colours (shade.go). Which state is lit is known only where it is
// coloured beside black, or on a dark page.
//
// Tiles that nobody named are a board that may be keys or icons: the flaw Unnamed has somebody
// look.
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
