// Package vision reads a puzzle off an image: a screenshot, or a photo of paper or of a
// screen. It knows no solver: whether what was read makes sense is for [kibitz/vision/judge].
//
// Open an image once, ask for its Boards, Read one. Which lattice of lines and which kind of board explains
// most of the image is found by trying them in order of how likely they are, and no further than something
// is certain (read.go). The readers, internal/nonogram, internal/kakuro and internal/lamps, know nothing of
// each other; below them, from pixels up, are plane, ink, page and script.
//
// # Boards with numbers
//
// Lines first: internal/lattice finds grids of them, whatever the perspective and the curl. From then on
// places are counted in cells of a lattice, and what is looked at is made straight (plane/sheet.go), so that
// rules run along the pixels and digits stand upright. Beyond the lattice, where clues stand, a page goes on
// as the plane, a little bent, that fits its crossings best (plane/beyond.go).
//
// A nonogram's body is the largest block of cells that have rules on all sides; if the first of its rows or
// columns have digits in them, those are boxes for clues (nonogram/body.go). The digits are found by what
// they are drawn with: ink is what is narrow and darker, or lighter, than all around it, so that shade,
// stripes, pills and boxes do not matter (ink/ink.go). Straight lines are taken out of it, each as thick as
// it is where nothing touches it (ink/rules.go). What then hangs together are blobs (ink/blob.go). The height
// that most of them near the body have, and that the net calls digits, is the hand that the numbers are
// written in (script/hand.go). Blobs of that height are read by internal/digits; those that are digits that
// touch are cut in several ways, and the net says which cut makes sense (script/split.go); a stroke through a
// number is taken out (script/strike.go). A picture has one font: what the net says of glyphs that look alike
// is put together (script/pool.go), and the whole board settles what each shape is (script/settle.go).
//
// A line's glyphs are those that go on from the body without too large a gap (script/line.go). Whether "1 1"
// is two numbers or one is told by gaps. How wide those are is learned from pairs like "7 3", which cannot be
// one number (script/gap.go). Each line is read in several ways, each with the product of the probabilities of
// its digits and of its joints (script/clue.go). If something looks like a number and could not be read, its
// whole line is doubtful, and the probabilities of a line sum to less than 1 if something else may be true.
//
// Where hardly a digit can be read, the image is tried in four turns and mirrored, as Kakuro, too: Exif lies at
// times, and some webcams mirror (turn.go).
//
// Of Kakuro all cells of a lattice are looked at, and a ring of cells around it, since the lines between black
// cells are not seen. If the board goes on beyond that ring, a further one is (kakuro/kakuro.go). A page on
// which a shadow falls is first made as light there as elsewhere, for the ink (kakuro/light.go). Of each cell
// there are its colours above and below its diagonal, parted into shades (kakuro/cells.go); which of its sides
// are drawn, and whether it is striped (kakuro/faces.go); and the numbers in it (kakuro/ink.go). Diagonals are
// taken out of the ink (kakuro/slash.go), then straight lines. On a photo it is done a second time with the
// sides of cells taken out one by one, each as thick as it is where nothing touches it (kakuro/rules.go), and
// of each half of a cell that way counts which leaves more digits.
//
// Which shades are white cells', and where the board begins, follows from where sums must stand and where none
// may: the layout that explains most numbers is taken (kakuro/layout.go). Then single cells, and those that
// would be left without an entry with them, are changed where that explains more than their looks do. On a
// photo looks are mostly steps: how much lighter one cell is than the next on both sides of what divides them.
// That is next to nothing between two white cells and always the same to a block, whatever shadow lies on both
// (kakuro/light.go, kakuro/settle.go). A sum that stands elsewhere than the others of its side may lack a digit.
// If none is seen there may be one all the same, except on a screen that has nothing drawn there
// (kakuro/sums.go).
//
// # Lights and cards
//
// A board without numbers is sought in several ways, all of them in internal/lamps. On a lattice of lines the
// faces of the cells are parted by colour in two (lamps.go). On a small map of the image's colours (colours.go)
// patches of one colour (flat.go) are tiles if they stand at even distances (spaced.go), or blocks whose sides
// are multiples of one length (stacks.go); if neither is seen, borders at even distances do as well (comb.go).
// What is found is a tiling (tiles.go): it is completed by lines whose tiles look like the page (extent.go), and
// taken apart where a line in it looks like no other (parts.go).
//
// On a photo the map is turned first to where its lines are parallel, by their vanishing points (facing.go,
// placing.go). Half a board, or one and a piece of the page, is told by the borders of its cells: all to the
// page are seen, and those between cells in one state all or none (edges.go, weigh.go). Shade falls on parts of
// a board: states follow from the steps between cells side by side rather than from colours (shade.go). Which
// state is lit is known only where it is coloured beside black, or on a dark page.
//
// Tiles that nobody named are a board that may be keys or icons: the flaw Unnamed has somebody look.
package vision

import "kibitz/vision/internal/board"

// What is read, and what is known beforehand: see the package board for each.
type (
	Kind    = board.Kind
	Hint    = board.Hint
	Reading = board.Reading
	Line    = board.Line
	Clue    = board.Clue
	Cell    = board.Cell
	Guess   = board.Guess
	Flaw    = board.Flaw
)

// What a board looks like.
const (
	Any      = board.Any
	Nonogram = board.Nonogram
	Kakuro   = board.Kakuro
	Lights   = board.Lights
	Cards    = board.Cards
	Sudoku   = board.Sudoku
)

// States of a nonogram's cells and of Kakuro's.
const (
	Blank   = board.Blank
	Filled  = board.Filled
	Crossed = board.Crossed
)

// Why the lines of a board may have been read wrongly.
const (
	ThickRules  = board.ThickRules
	UnseenLines = board.UnseenLines
	Rival       = board.Rival
	Cut         = board.Cut
	Mirrored    = board.Mirrored
	TooSmall    = board.TooSmall
	Unnamed     = board.Unnamed
)

// MaxReadings is how many ways to read a line or a number are kept.
const MaxReadings = board.MaxReadings

// Flaws returns all flaws that there are.
func Flaws() []Flaw { return board.Flaws() }
