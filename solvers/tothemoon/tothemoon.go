// Package tothemoon solves the orb puzzle of the game To the Moon: a grid of
// clear and cloudy cells, where a row orb flips its whole row, a column orb its
// whole column, and the one diagonal orb the diagonal that starts in the
// bottom-left cell and goes up and to the right until it leaves the grid. The
// aim is to make every cell clear, within a number of presses.
//
// The order of presses does not matter and a second press of an orb undoes the
// first, so a solution is a set of orbs. Leave the diagonal orb out, or press it
// first and leave it out from then on. Only rows and columns remain: the first
// row says which columns to press; after those every row must be all clear or
// all cloudy, and the cloudy ones are pressed. A grid has such a solution if and
// only if every row equals the first or is its complement, that is, if no two
// rows and two columns meet in cells with an odd number of clouds. It then has
// exactly two, each the complement of the other in rows and columns; the one
// with fewer presses counts, with the diagonal orb or without. (Algorithm 3 and
// theorems 3 to 7 of the seed document, whose special cases for one row, one
// column and 2 × 2 disappear if both states of the diagonal orb are tried.)
package tothemoon

import (
	"context"
	"math/bits"
	"regexp"
	"slices"
	"sync"

	"kibitz/solvers"
	"kibitz/solvers/internal/cells"
)

// MaxCells is the number of cells of the largest grid that Parse accepts: as many
// as the characters of the longest text that a batch reads.
const MaxCells = 10_000_000

// Puzzle is a grid of Rows × Cols cells with one bit for each cell, set if it is
// cloudy. Row r is Sky[r*w : (r+1)*w], where w words of 64 bits hold a row;
// column c is bit c%64 of word c/64, and the bits after the last column are 0.
type Puzzle struct {
	Rows, Cols int
	Sky        []uint64
	Limit      int // presses allowed; 0 for any number
}

// New returns a grid of clear cells. If the size is out of bounds the grid has no cells,
// and Check refuses it.
func New(rows, cols int) *Puzzle {
	p := &Puzzle{Rows: rows, Cols: cols}
	if fits(rows, cols, MaxCells) {
		p.Sky = make([]uint64, rows*wordsOf(cols))
	}
	return p
}

// row returns the words of row r, from 0. They are the puzzle's own.
func (p *Puzzle) row(r int) []uint64 {
	words := wordsOf(p.Cols)
	return p.Sky[r*words:][:words]
}

// Cloudy reports whether the cell in row r, column c, from 0, is cloudy.
func (p *Puzzle) Cloudy(r, c int) bool { return bit(p.row(r), c) }

// Flip makes a cloudy cell clear and a clear one cloudy.
func (p *Puzzle) Flip(r, c int) { flip(p.row(r), c) }

func bit(row []uint64, c int) bool { return row[c/64]>>(c%64)&1 == 1 }

func flip(row []uint64, c int) { row[c/64] ^= 1 << (c % 64) }

// sizeAtStart matches rows x columns at the start of a text. Only orders start so.
var sizeAtStart = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\d+\s*[xX×]\s*\d+`) })

var format = cells.Format{
	Puzzle:    "tothemoon",
	Notations: []cells.Notation{{Off: '0', On: '1'}, {Off: '.', On: '#'}, {Off: '🟦', On: '☁'}, {Off: '⬜', On: '⬛'}},
	MaxCells:  MaxCells,
}

// Parse reads a grid: rows of clear and cloudy cells, 0 and 1, . and #, 🟦 and
// ☁️, or ⬜ and ⬛, separated by line ends, slashes, semicolons, bars, commas or spaces; a
// single run of n² cells is a square. It makes the grid of an order, 4x5 random 42, at
// once; ParseOrder only reads the order. Limit is left 0. The error is a
// *solvers.SyntaxError. A grid has at most MaxCells cells, one that is made to order
// at most MaxRandom.
func Parse(text string) (*Puzzle, error) {
	switch o, err := ParseOrder(text); {
	case err != nil:
		return nil, err
	case o != nil:
		return o.Make(context.Background())
	}
	start, end := cells.Trim(text)
	if size := sizeAtStart().FindString(text[start:end]); size != "" {
		start += len(size)
		for offset := range cells.Words(text, start, end) {
			end = offset // of the first word behind the size
			break
		}
		return nil, solvers.At(text, end, "tothemoon.random", "random and a number, as in 4x5 random 42", nil)
	}
	b, err := format.Parse(text)
	if err != nil {
		return nil, err
	}
	p := New(b.Rows, b.Cols)
	for i, cloudy := range b.On {
		if cloudy {
			p.Flip(i/b.Cols, i%b.Cols)
		}
	}
	return p, nil
}

// String writes the grid as rows of 0 and 1 with a slash between rows; Parse
// reads them back. Limit is not part of it.
func (p *Puzzle) String() string {
	b := cells.Board{Rows: p.Rows, Cols: p.Cols, On: make([]bool, 0, p.Rows*p.Cols)}
	for r := range p.Rows {
		row := p.row(r)
		for c := range p.Cols {
			b.On = append(b.On, bit(row, c))
		}
	}
	return b.String()
}

// Answer says whether and how the grid clears.
type Answer struct {
	Solvable         bool
	Min              int    // the fewest presses
	RowOrbs, ColOrbs []bool // whether to press each, in a solution with Min presses
	Diagonal         bool   // likewise
	Solutions        int    // how many press sets clear the grid: 0, 2 or 4
	Within           bool   // it clears in no more than Limit presses

	// Proof says why a grid cannot be solved: Proof[0] with the diagonal orb left
	// alone, Proof[1] with it pressed.
	Proof [2]*Rectangle
}

// Rectangle names two rows and two columns that meet in four cells with an odd
// number of clouds. Row and column orbs flip an even number of the four, so that
// they never clear them all.
type Rectangle struct{ Rows, Cols [2]int }

// Solve says whether the grid can be cleared and finds the fewest presses. It makes
// one pass over the words for either state of the diagonal orb, at the speed of
// memory: 64 cells take about a nanosecond, so it reports no progress. The error is
// that of ctx or of Check. The presses are replayed before they are returned; if
// they were wrong, the error would be solvers.ErrBug.
func (p *Puzzle) Solve(ctx context.Context) (*Answer, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	a := &Answer{}
	for i, diagonal := range []bool{false, true} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		o, odd := p.presses(diagonal)
		if odd != nil {
			a.Proof[i] = odd
			continue
		}
		a.Solutions += 2
		a.keepIfSmaller(o, diagonal)
	}
	if a.Solvable {
		if err := p.replay(orbs{a.RowOrbs, a.ColOrbs}, a.Diagonal); err != nil {
			return nil, err
		}
		a.Proof = [2]*Rectangle{}
		a.Within = p.Limit == 0 || a.Min <= p.Limit
	}
	return a, nil
}

// orbs holds the row and column orbs of a press set.
type orbs struct{ rows, cols []bool }

// presses returns the smaller of the two press sets that clear the grid, with the
// diagonal orb pressed first or without it; of two equal ones, the one that leaves
// the first row's orb alone. If a row neither equals the first nor is its
// complement, it returns a Rectangle that proves that no press set exists.
func (p *Puzzle) presses(diagonal bool) (orbs, *Rectangle) {
	var allowed [2][]uint64 // the first row, and its complement
	for i := range allowed {
		allowed[i] = slices.Clone(p.row(0))
		if c := p.Rows - 1; diagonal && c < p.Cols {
			flip(allowed[i], c)
		}
	}
	for c := range p.Cols {
		flip(allowed[1], c)
	}
	o := orbs{make([]bool, p.Rows), make([]bool, p.Cols)}
	for c := range o.cols {
		o.cols[c] = bit(allowed[0], c)
	}
	for r := range p.Rows {
		row := p.row(r)
		cell := p.Rows - 1 - r // of the diagonal
		turned := diagonal && cell < p.Cols
		o.rows[r] = bit(row, 0) != (turned && cell == 0) != bit(allowed[0], 0)
		want := allowed[0]
		if o.rows[r] {
			want = allowed[1]
		}
		if turned { // flips want rather than row, which belongs to the puzzle
			flip(want, cell)
		}
		if !slices.Equal(row, want) {
			return orbs{}, &Rectangle{Rows: [2]int{0, r}, Cols: [2]int{0, firstDifference(row, want)}}
		}
		if turned {
			flip(want, cell)
		}
	}
	if 2*o.count() > p.Rows+p.Cols {
		invert(o.rows)
		invert(o.cols)
	}
	return o, nil
}

// firstDifference returns the first column in which two different rows differ.
func firstDifference(a, b []uint64) int {
	w := 0
	for a[w] == b[w] {
		w++
	}
	return w*64 + bits.TrailingZeros64(a[w]^b[w])
}

func (o orbs) count() int { return count(o.rows) + count(o.cols) }

// count returns how many orbs are pressed.
func count(orbs []bool) int {
	n := 0
	for _, pressed := range orbs {
		if pressed {
			n++
		}
	}
	return n
}

// invert exchanges pressed and unpressed orbs.
func invert(orbs []bool) {
	for i := range orbs {
		orbs[i] = !orbs[i]
	}
}

// keepIfSmaller makes a press set the answer's if it is smaller than the one there.
func (a *Answer) keepIfSmaller(o orbs, diagonal bool) {
	presses := o.count()
	if diagonal {
		presses++
	}
	if a.Solvable && a.Min <= presses {
		return
	}
	a.Solvable, a.Min = true, presses
	a.RowOrbs, a.ColOrbs, a.Diagonal = o.rows, o.cols, diagonal
}

// Orbs returns the names of the pressed orbs: rows first, then columns, then "diagonal".
func (a *Answer) Orbs() []string {
	var names []string
	for orb := range a.pressed(Row, Column, Diagonal) {
		names = append(names, orb.String())
	}
	return names
}
