// Package cells says what each cell of a straightened board is, and what kind of board it is.
//
// # The method
//
// Rules about single cells (how dark is a block, how long a diagonal, which side is drawn) hold for the
// looks that they were written for, and the next program has another look. So a net learns from boards
// drawn in random looks what a block, a white cell, a sum, a clue or a tile is. It sees the board that
// internal/lattice found, straightened, Side pixels a cell, and Ring cells around it: a lattice may lack
// rows whose lines do not show, and what stands around tells a cell at the edge from the page.
//
//	32×32×4 a cell → 4×4/2 → 16×16×8 → 3×3/2 → 8×8×24 → 3×3 → 8×8×24 → 3×3/2 → 4×4×32 → 3×3 → 4×4×32 → 4×4/4 → 64
//
// That is what is in a cell. What it means depends on the others: in one program the dark cells are the
// blocks, in another the light ones. So mean and maximum over the board are added to each cell (64 + 32),
// three layers of 3 × 3 look at its neighbours, and after the first of them the means of its row and of
// its column are added, since a board is a rectangle. From there come the class of each cell and the kind
// of the board. Whether a block has a sum is told from what is in the cell and the board as a whole, not
// from its neighbours: else sums would be seen where the layout wants them. Where digits stand is told
// at 8 × 8 places a cell.
//
// The fourth plane of a pixel says that it is not on the picture. Weights are bytes with a scale for each
// answer; kibitz/vision/tools/cells learns them from drawn boards alone.
package cells

import (
	"context"
	"math"
)

// Side is the width and height of a cell on a Sheet, in pixels. Ring is the number of cells around a
// lattice that a sheet shows. Places are the places of ink in the side of a cell.
const (
	Side   = 32
	Ring   = 2
	Places = 8
)

// The kinds of a board by its looks.
const (
	None = iota // no board of ours, or a lattice that lies wrongly
	Kakuro
	Nonogram
	Tiles // Lights Out or cards
	Sudoku
	kinds
)

// The classes of a cell.
const (
	Outside  = iota // no cell of the board
	Block           // of a Kakuro, without sums
	SumBlock        // of a Kakuro, with sums
	White           // an empty cell of a Kakuro, a nonogram or a Sudoku
	Written         // a white cell with digits in it
	Clue            // a place for the numbers of a nonogram
	Full            // a filled cell of a nonogram
	Marked          // a cell of a nonogram that is marked as empty
	Tile            // a lamp or a card
	classes
)

// What a place of a Board's Ink shows.
const (
	Nothing = iota
	Down    // a sum for the cells below
	Across  // a sum for the cells to the right
	Own     // a digit in its own cell, or a number of a clue
	inks
)

// A Sheet is a straightened board of Rows × Cols cells.
type Sheet struct {
	Rows, Cols int
	Pixels     []uint8 // row-major: red, green, blue, and 255 if the pixel is not on the picture
}

// NewSheet returns a sheet without pixels.
func NewSheet(rows, cols int) *Sheet {
	return &Sheet{rows, cols, make([]uint8, rows*cols*Side*Side*4)}
}

// A Board is what the net says of a sheet. All values are probabilities.
type Board struct {
	Rows, Cols   int
	Kind         [kinds]float32
	Class        [][classes]float32 // of each cell, row-major
	Down, Across []float32          // of each cell: it has a sum
	Lit          []float32          // of each cell: the state of a tile; which of the two is lit is not known
	Ink          []uint8            // the likeliest ink of (Places·Rows) × (Places·Cols) places
}

// MostCells is the largest number of cells of a sheet that Read takes; it needs about 28 kB for each.
const MostCells = 24 * 24

// Read looks at a sheet. It takes about a million multiplications a cell, some 0.07 ms on one core, and looks at
// the context after each layer.
func Read(ctx context.Context, s *Sheet) (*Board, error) {
	n, err := load()
	if err != nil {
		return nil, err
	}
	return n.read(ctx, s)
}

// Is returns the probability that cell i is of any of the classes.
func (b *Board) Is(i int, of ...int) (p float64) {
	for _, c := range of {
		p += float64(b.Class[i][c])
	}
	return p
}

// sigmoid turns an answer into a probability.
func sigmoid(x float32) float32 { return float32(1 / (1 + math.Exp(-float64(x)))) }
