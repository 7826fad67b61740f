package engine

import (
	"context"
	"math/bits"
	"sync"
	"time"

	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// canvas solves puzzles in colours by lines, a few guesses and probes of single cells, which
// suffices for most. For each line and shade it has the set of cells that may have the shade, and
// nothing else. A grid treats each shade of a cell like a cell in black and white, so that it can
// search and learn, but takes three times as long over a line. The canvas hands hard puzzles over
// to it.
type canvas[L line.Mask] struct {
	puzzle             *puzzle.Puzzle
	rows, cols, shades int
	solver             line.ColourSolver[L]
	possible           []L // for each line, rows first, and shade: the cells that may have it
	open               int // number of shades that cells may have, less one for each cell

	queue   []int32 // lines to be solved: shades of some of their cells were struck
	queued  []bool
	touched []int32       // lines solved by the last propagate, some repeatedly
	failed  int           // line last found to have no arrangement
	solved  int           // number of lines solved so far
	picture []puzzle.Cell // solution that the last propagate reached, or nil
	budget  budget

	// Below a guess each line is saved before its first change.
	now   int32 // number of the present guess, 0 for none
	last  int32 // number of the last guess made
	saved []savedLine
	masks []L     // masks of the lines saved
	stamp []int32 // for each line, the guess that it was last saved for

	found   [][]puzzle.Cell // solutions, up to two
	until   int             // value of solved at which a search gives up
	probing bool            // the search probes cells
	depth   int             // number of guesses above

	known    []L  // for each row, the cells with one shade left, as of survey
	probed   bool // a cell was probed: from then on lines are remembered
	refuting bool // see refutations
	skipped  bool // some shade was not probed because of refuting
	probe    touch[L]
	memory   lineMemory[L]
}

// savedLine records a line saved, and its stamp before.
type savedLine struct{ line, stamp int32 }

// canvases keeps finished canvases for reuse, by the words of a line. A small puzzle takes half as
// long with memory that is allocated already. No puzzle sees data of another: newCanvas sets all
// fields that it reads. A pool is safe for many goroutines, and the garbage collector empties it.
var canvases [5]sync.Pool

// newCanvas returns a canvas for p, with the shades that the colours of lines and the given cells
// leave. The canvas has to be closed.
func newCanvas[L line.Mask](ctx context.Context, p *puzzle.Puzzle) *canvas[L] {
	rows, cols, shades := len(p.Rows), len(p.Cols), len(p.Palette)+1
	lines := rows + cols
	c, _ := canvases[bits.Len(uint(len(*new(L))))-1].Get().(*canvas[L]) // the words of a line are a power of two
	if c == nil {
		c = new(canvas[L])
	}
	now := time.Now()
	c.puzzle, c.rows, c.cols, c.shades = p, rows, cols, shades
	c.budget = budget{ctx: ctx, total: rows * cols * (shades - 1), begun: now, reported: now}
	c.solver.Read(p, false)
	c.possible = line.Renew(c.possible, lines*shades)
	c.queue, c.queued = c.queue[:0], line.Renew(c.queued, lines)
	c.solved, c.now, c.last, c.found, c.probing = 0, 0, 0, nil, false
	c.probed = false
	c.saved, c.masks, c.stamp = c.saved[:0], c.masks[:0], line.Renew(c.stamp, lines)

	var across [2][line.MaxShades]L // for each shade, the rows that have it, and the columns
	for which := range lines {
		side, i := &across[0], which
		if which >= rows {
			side, i = &across[1], which-rows
		}
		for has := c.solver.Lines[which].Has; has != 0; has &= has - 1 {
			side[bits.TrailingZeros64(uint64(has))%line.MaxShades][i/64] |= 1 << (i % 64)
		}
		c.enqueue(which)
	}
	c.open = -rows * cols // the shades that cells may have are added below
	for which := range lines {
		crossing := &across[1]
		if which >= rows {
			crossing = &across[0]
		}
		for has := c.solver.Lines[which].Has; has != 0; has &= has - 1 {
			shade := bits.TrailingZeros64(uint64(has)) % line.MaxShades
			c.possible[which*shades+shade] = crossing[shade]
			if which < rows {
				c.open += line.Size(&crossing[shade])
			}
		}
	}
	for i, given := range p.Given {
		row, col := i/cols, i%cols
		for gone := c.at(row, col) &^ given; gone != 0; gone &= gone - 1 {
			c.strike(row, bits.TrailingZeros64(uint64(gone)), col)
		}
	}
	return c
}

// close keeps the canvas for another puzzle.
func (c *canvas[L]) close() {
	clear(c.solver.Lines)
	c.puzzle, c.picture, c.found, c.budget = nil, nil, nil, budget{}
	canvases[bits.Len(uint(len(*new(L))))-1].Put(c)
}

// at returns the shades that a cell may have.
func (c *canvas[L]) at(row, col int) (s puzzle.Cell) {
	for shade, of := range c.possible[row*c.shades : (row+1)*c.shades] {
		s |= puzzle.Cell(of[col/64]>>(col%64)&1) << shade
	}
	return s
}

// sets returns the shades that each cell may have.
func (c *canvas[L]) sets() []puzzle.Cell {
	sets := make([]puzzle.Cell, c.rows*c.cols)
	for row := range c.rows {
		cells := sets[row*c.cols:][:c.cols]
		for shade := range c.shades {
			of := &c.possible[row*c.shades+shade]
			for i := range len(*of) {
				for w := (*of)[i]; w != 0; w &= w - 1 {
					cells[64*i+bits.TrailingZeros64(w)] |= 1 << shade
				}
			}
		}
	}
	return sets
}

// enqueue adds a line to the queue unless it is there already.
func (c *canvas[L]) enqueue(line int) {
	if !c.queued[line] {
		c.queued[line] = true
		c.queue = append(c.queue, int32(line))
	}
}

// save keeps the present masks of a line, if the present guess has not saved them yet.
func (c *canvas[L]) save(line int) {
	if c.now != 0 && c.stamp[line] != c.now {
		c.saved = append(c.saved, savedLine{int32(line), c.stamp[line]})
		c.masks = append(c.masks, c.possible[line*c.shades:(line+1)*c.shades]...)
		c.stamp[line] = c.now
	}
}

// mark is a state to go back to.
type mark struct {
	now         int32
	saved, open int
}

// suppose begins a guess.
func (c *canvas[L]) suppose() mark {
	m := mark{c.now, len(c.saved), c.open}
	c.last++
	c.now = c.last
	return m
}

// undo goes back to a mark.
func (c *canvas[L]) undo(m mark) {
	for i := len(c.saved) - 1; i >= m.saved; i-- {
		line := int(c.saved[i].line)
		copy(c.possible[line*c.shades:(line+1)*c.shades], c.masks[i*c.shades:])
		c.stamp[line] = c.saved[i].stamp
	}
	c.saved, c.masks = c.saved[:m.saved], c.masks[:m.saved*c.shades]
	c.now, c.open = m.now, m.open
}

// strike removes a possible shade from a cell of a row, and queues both its lines.
func (c *canvas[L]) strike(row, shade, col int) {
	column := c.rows + col
	c.save(row)
	c.save(column)
	c.possible[row*c.shades+shade][col/64] &^= 1 << (col % 64)
	c.possible[column*c.shades+shade][row/64] &^= 1 << (row % 64)
	c.enqueue(row)
	c.enqueue(column)
	c.open--
}

// choose strikes all shades of a cell but one.
func (c *canvas[L]) choose(row, col, shade int) {
	for others := c.at(row, col) &^ (1 << shade); others != 0; others &= others - 1 {
		c.strike(row, bits.TrailingZeros64(uint64(others)), col)
	}
}

// keepOnly strikes from a line all shades that are not in out, and queues the lines that cross it
// there.
func (c *canvas[L]) keepOnly(line int, out []L) {
	across, at := 0, line-c.rows
	if line < c.rows {
		across, at = c.rows, line
	}
	word, bit := at/64, uint64(1)<<(at%64)
	kept := false
	for has := c.solver.Lines[line].Has; has != 0; has &= has - 1 {
		shade := bits.TrailingZeros64(uint64(has))
		of := &c.possible[line*c.shades+shade]
		for i := range len(*of) {
			gone := (*of)[i] &^ out[shade][i]
			if gone == 0 {
				continue
			}
			if !kept {
				c.save(line)
				kept = true
			}
			(*of)[i] = out[shade][i]
			c.open -= bits.OnesCount64(gone)
			for ; gone != 0; gone &= gone - 1 {
				crossed := across + 64*i + bits.TrailingZeros64(gone)
				c.save(crossed)
				c.possible[crossed*c.shades+shade][word] &^= bit
				c.enqueue(crossed)
			}
		}
	}
}

// propagate solves queued lines until none of them strikes out a shade, and empties the queue. It
// stops early at a contradiction, whose line it puts into failed, when the budget has ended, and when
// the shades left are a solution, which it puts into picture. touched has the lines solved.
func (c *canvas[L]) propagate() finding {
	found := consistent
	c.picture = nil
	next := 0
	for ; next < len(c.queue); next++ {
		if c.budget.spent(c.budget.total - c.open) {
			found = interrupted
			break
		}
		line := int(c.queue[next])
		c.queued[line] = false
		solve := c.solver.Arrange
		if c.probed { // nothing comes twice before the first probe
			solve = c.remembered
		}
		out, ok := solve(line, c.possible[line*c.shades:(line+1)*c.shades])
		if !ok {
			c.failed, found = line, contradiction
			next++
			break
		}
		before := c.open
		c.keepOnly(line, out)
		if c.open == 0 && before > 0 { // the lines still queued could only check the picture, which checkPicture does sooner
			if c.picture = c.sets(); checkPicture(c.puzzle, c.picture) == nil {
				next++
				break
			}
			c.picture = nil
		}
	}
	c.solved += next
	for _, line := range c.queue[next:] {
		c.queued[line] = false
	}
	c.queue, c.touched = c.touched[:0], c.queue[:next]
	return found
}

// solution returns the picture that is left when no shade is open.
func (c *canvas[L]) solution() []puzzle.Cell {
	if c.picture == nil {
		c.picture = c.sets()
		MustSolve(c.puzzle, c.picture)
	}
	return c.picture
}

// name returns a line as answers name it.
func (c *canvas[L]) name(line int) puzzle.Line {
	if line < c.rows {
		return puzzle.Line{Index: line}
	}
	return puzzle.Line{Column: true, Index: line - c.rows}
}

// survey sets known to the cells of each row that have one shade left.
func (c *canvas[L]) survey() {
	if len(c.known) != c.rows {
		c.known = line.Renew(c.known, c.rows)
	}
	for row := range c.known {
		var once, twice L
		for shade := range c.shades {
			of := &c.possible[row*c.shades+shade]
			for i := range len(once) {
				twice[i] |= once[i] & (*of)[i]
				once[i] |= (*of)[i]
			}
		}
		for i := range len(once) {
			c.known[row][i] = once[i] &^ twice[i]
		}
	}
}

// openCells returns the open cells in word i of a row that have at least a number of known
// neighbours. Cells beyond the frame count as known.
func (c *canvas[L]) openCells(row, i, neighbours int) uint64 {
	width := min(64, c.cols-64*i)
	frame := ^(^uint64(0) >> (64 - width)) // the bits beyond the last column
	here := c.known[row][i] | frame
	open := ^here
	if open == 0 || neighbours == 0 {
		return open
	}
	left, right := here<<1|1, here>>1|1<<63
	if i > 0 {
		left = here<<1 | c.known[row][i-1]>>63
	}
	if i+1 < len(c.known[row]) && c.cols > 64*(i+1) {
		right = here>>1 | c.known[row][i+1]<<63
	}
	above, below := ^uint64(0), ^uint64(0)
	if row > 0 {
		above = c.known[row-1][i]
	}
	if row+1 < c.rows {
		below = c.known[row+1][i]
	}
	// as in grid.candidates: cells with one known neighbour of a pair, and with both
	beside, between := left^right, left&right
	along, within := above^below, above&below
	switch neighbours {
	case 1:
		return open & (beside | between | along | within)
	case 2:
		return open & (between | within | beside&along)
	}
	return open & (between&(along|within) | beside&within)
}
