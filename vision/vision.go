// Package vision reads a puzzle off an image: a screenshot, or a photo of paper or of a
// screen. It knows no solver: whether what was read makes sense is for [kibitz/vision/judge].
//
// Open an image once, ask for its Boards, Read one. The lattices of lines and the kinds of board are tried in
// order of how likely they are, until one is certain; the board that explains most of the image counts
// (read.go). The readers, internal/nonogram, internal/kakuro, internal/sudoku and internal/lamps, know nothing of
// each other; below them, from pixels up, are plane, ink, page and script.
//
// # Boards with numbers
//
// Lines first: internal/lattice finds grids of them, whatever the perspective and the curl. From then on
// places are counted in cells of a lattice, and areas of a board are made straight (plane/sheet.go), so that
// rules run along the pixels and digits stand upright. Beyond the lattice, where clues stand, a page goes on
// as the slightly bent plane that fits its crossings best (plane/beyond.go).
//
// A nonogram's body is the largest block of cells that have rules on all sides; if the first of its rows or
// columns have digits in them, those are boxes for clues (nonogram/body.go). Digits are found by their ink:
// narrow marks darker, or lighter, than all around them, so that shade, stripes, pills and boxes do not matter
// (ink/ink.go). Straight lines are removed from the ink, each as thick as it is where nothing touches it
// (ink/rules.go). The connected pieces that remain are blobs (ink/blob.go). The commonest height of blobs near
// the body that the net calls digits is the hand that the numbers are written in (script/hand.go). Blobs of
// that height are read by internal/digits. Digits that touch are cut in several ways, and the net says which
// cut makes sense (script/split.go). A stroke through a number is removed (script/strike.go). A picture has
// one font: what the net says of glyphs that look alike is pooled (script/pool.go), and the whole board
// settles which digit each shape is (script/settle.go).
//
// A line's glyphs are those that go on from the body without too large a gap (script/line.go). Whether "1 1"
// is two numbers or one is told by gaps. How wide those are is learned from pairs like "7 3", which cannot be
// one number (script/gap.go). Each line is read in several ways, each with the product of the probabilities of
// its digits and of its joints (script/clue.go). If something looks like a number and could not be read, its
// whole line is doubtful, and the probabilities of a line sum to less than 1 if something else may be true.
//
// If something beside and above the body is in colour, the strips of clues are first evened out to dark ink on
// light paper (nonogram/tints.go). Numbers are grouped by their ground or their ink (nonogram/groups.go), and
// groups that have equal totals in rows and columns are the puzzle's colours (nonogram/colours.go).
//
// If hardly a digit can be read, the image is tried in four turns and mirrored, for nonograms and Kakuro: Exif
// is wrong at times, and some webcams mirror (turn.go).
//
// The reader of Kakuro looks at all cells of a lattice and at a ring of cells around it, since lines between
// black cells cannot be seen. If the board goes on beyond that ring, it adds another (kakuro/kakuro.go). For
// the ink, a shadow on the page is first made as light as the rest (kakuro/light.go). Each cell has its colours
// above and below its diagonal, grouped into shades (kakuro/cells.go); the sides that are drawn, and whether
// it is striped (kakuro/faces.go); and the numbers in it (kakuro/ink.go). Diagonals are removed from the ink
// (kakuro/slash.go), then straight lines. On a photo the ink is read a second time with the sides of cells
// removed one by one, each as thick as it is where nothing touches it (kakuro/rules.go). For each half of a
// cell the way counts that leaves more digits.
//
// Sums must stand in some cells and cannot stand in others. That tells which shades are white cells and where
// the board begins: the layout that explains most numbers is taken (kakuro/layout.go). Then single cells are
// changed if that explains more than their looks do, together with cells that would be left without an entry.
// On a photo the looks of cells are mostly steps: how much lighter one cell is than the next, on both sides of
// the line between them. The step is nearly zero between two white cells and always the same to a block,
// whatever shadow lies on both (kakuro/light.go, kakuro/settle.go). A sum that stands in another place than the
// others of its side may lack a digit. Where no sum is seen there may still be one, except on a screen with
// nothing drawn there (kakuro/sums.go).
//
// The rules above look at single cells and know the looks that they were written for. A net (internal/cells) looks at
// the whole straightened board and two rings of cells around it, and says of each cell what it is and which sums
// stand in it, wherever they stand. Its cells make a second layout, changed where that makes white cells and sums
// together likelier (kakuro/sight.go). The layout with a sum before every run and nowhere else counts, and cells in
// which the two differ are doubted (kakuro/together.go).
//
// # Sudoku
//
// A lattice of 9 × 9 cells with every third line thicker may be a Sudoku, and one of 6 × 6 or 4 × 4 by its digits.
// If one line at the border of 9 × 9 was not seen, the thick lines tell which (sudoku/sudoku.go). In each cell the
// ink that hangs together with none of the lines around it is cut out, at three darknesses, since a digit may touch
// a line at one of them (sudoku/cells.go). The figure in the middle that is about as high as the board's digits is
// the cell's digit; lower ones are pencil marks. What the net says of digits that look alike is pooled
// (sudoku/figures.go). Digits of another colour than the givens are the player's (sudoku/written.go).
//
// # Lights and cards
//
// A board without numbers is searched in several ways, all of them in internal/lamps. On a lattice of lines the
// faces of the cells are split by colour into two states (lamps.go). On a small map of the image's colours
// (colours.go) patches of one colour (flat.go) are tiles if they stand at even distances (spaced.go), or blocks
// whose sides are multiples of one length (stacks.go). If neither is seen, borders at even distances serve as
// well (comb.go). The result is a tiling (tiles.go). Lines whose tiles look like the page are added to it
// (extent.go).
//
// On a photo the map is first straightened by the vanishing points of its lines, until they are parallel
// (facing.go, placing.go). The borders of cells tell whether a tiling is half a board, or a board and a piece of
// the page: all borders to the page are seen, and of those between cells in one state all or none (edges.go,
// weigh.go). Shade falls on parts of a board, so states follow from the steps between neighbouring cells rather
// than from colours (shade.go). It is known which state is lit only if that is coloured beside black, or on a
// dark page.
//
// A size without numbers is known by looks alone. So the same net has to see tiles where the board is and none around
// it; if it sees another size the board is doubted (lamps/sight.go). So it is where outer lines are of another shade
// than the other cells (lamps/extent.go), or lines between cells go on beside the board (lamps/beyond.go).
//
// Tiles that the hint did not ask for may be keys or icons: the flaw Unnamed asks a user to look. Tiles in one state
// alone are offered if the same figure is drawn on each (lamps/alike.go). Presses that Kibitz has drawn on lamps are no
// state of theirs (lamps/press.go).
package vision

import "kibitz/vision/internal/board"

// The types of a reading and of a hint; see package board for each.
type (
	Kind    = board.Kind
	Hint    = board.Hint
	Reading = board.Reading
	Line    = board.Line
	Clue    = board.Clue
	Ink     = board.Ink
	Cell    = board.Cell
	Guess   = board.Guess
	Flaw    = board.Flaw
)

// The kinds of board.
const (
	Any      = board.Any
	Nonogram = board.Nonogram
	Kakuro   = board.Kakuro
	Lights   = board.Lights
	Cards    = board.Cards
	Sudoku   = board.Sudoku
)

// The states of a cell in a nonogram or a Kakuro.
const (
	Blank   = board.Blank
	Filled  = board.Filled
	Crossed = board.Crossed
)

// The reasons why the lines of a board may have been read wrongly.
const (
	ThickRules  = board.ThickRules
	UnseenLines = board.UnseenLines
	Rival       = board.Rival
	Cut         = board.Cut
	Mirrored    = board.Mirrored
	TooSmall    = board.TooSmall
	Unnamed     = board.Unnamed
	Signs       = board.Signs
	Ends        = board.Ends
	Names       = board.Names
)

// MaxReadings is how many readings of a line or a number are kept at most.
const MaxReadings = board.MaxReadings

// Flaws returns all flaws.
func Flaws() []Flaw { return board.Flaws() }
