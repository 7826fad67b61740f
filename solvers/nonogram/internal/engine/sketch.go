package engine

import (
	"math/bits"
	"slices"

	"kibitz/solvers"
	"kibitz/solvers/internal/cdcl"
	"kibitz/solvers/nonogram/internal/line"
)

// sketch is a theory for a page without clauses of lines: the exact line solver says which cells
// follow in each line, and gives its reasons only when a conflict asks for them (lazy clause
// generation). Clauses imply fewer cells than the line solver, the more so the more of the line is
// known: when a quick guess has come to its last cells, a sketch needs a tenth of the conflicts of
// a page. It takes no time to write. A page's clauses speak of ranges of places, which a sketch has
// no literals for, so that a sketch is no better in the long run, and worse at proofs.
//
// It works in black and white only, on lines of at most 64 cells.
type sketch struct {
	clues      [][]int
	rows, cols int
	lines      []sketchedLine
	solver     line.WordSolver
	literals   []cdcl.Lit // literal of each cell
	cells      []int32    // cell of each variable, or -1

	queue  []int32 // lines in which a cell has changed
	queued []bool

	line    []int32    // for each implied cell, the line that implied it
	looked  []uint8    // for each implied cell, how many cells of that line were pushed then
	literal []cdcl.Lit // buffer of the results of Imply and Why
}

// sketchedLine holds the known cells of a line. pushed has the positions of the first many ones in
// their order; the first good of these are never taken back.
type sketchedLine struct {
	line.Known[[1]uint64]
	pushed     [64]uint8
	many, good uint8
}

// sketchable returns g if sketches of it can be made, otherwise nil.
func (g *grid[M]) sketchable() *grid[[1]uint64] {
	black, _ := any(g).(*grid[[1]uint64])
	if g.paint != nil || g.proof != nil || g.total > g.mostClauses {
		return nil
	}
	return black
}

// newSketch returns a page whose lines are a sketch; nil if g is nil or there is no memory for it.
func newSketch(g *grid[[1]uint64]) *page {
	if g == nil {
		return nil
	}
	if solvers.Take(g.budget.ctx, firstWords*cdcl.WordBytes) != nil {
		return nil
	}
	p := g.blank(firstWords, sketchWords)
	s := &sketch{
		clues:    g.clues,
		rows:     g.rows,
		cols:     g.cols,
		lines:    make([]sketchedLine, len(g.clues)),
		literals: p.cells,
		cells:    slices.Repeat([]int32{-1}, p.sat.Vars()),
		queued:   make([]bool, len(g.clues)),
		line:     make([]int32, len(p.cells)),
		looked:   make([]uint8, len(p.cells)),
	}
	for line, k := range g.lines {
		s.lines[line].Known = k
	}
	for c, l := range p.cells {
		if p.open(l) {
			s.cells[l.Var()] = int32(c)
		}
	}
	p.sat.Theory = s
	return p
}

// sketchWords bounds the memory of a sketch in a hasty guess, in words, reasons included.
const sketchWords = 1 << 20

// at returns the cell at position i of a line.
func (s *sketch) at(line, i int) int {
	if line < s.rows {
		return line*s.cols + i
	}
	return i*s.cols + line - s.rows
}

// size returns the number of cells in a line.
func (s *sketch) size(line int) int {
	if line < s.rows {
		return s.cols
	}
	return s.rows
}

// Push implements cdcl.Theory.
func (s *sketch) Push(literals []cdcl.Lit, root bool) {
	for _, l := range literals {
		if c := s.cells[l.Var()]; c >= 0 {
			row, column := int(c)/s.cols, int(c)%s.cols
			s.put(row, column, l, root)
			s.put(s.rows+column, row, l, root)
		}
	}
}

// put notes the value of position i of a line, and queues the line.
func (s *sketch) put(line, i int, l cdcl.Lit, root bool) {
	k := &s.lines[line]
	if l.Negative() {
		k.Empty[0] |= 1 << i
	} else {
		k.Filled[0] |= 1 << i
	}
	k.pushed[k.many] = uint8(i)
	k.many++
	if root {
		k.good = k.many
	}
	if !s.queued[line] {
		s.queued[line] = true
		s.queue = append(s.queue, int32(line))
	}
}

// Pop implements cdcl.Theory.
func (s *sketch) Pop(literals []cdcl.Lit) {
	for _, l := range literals {
		if c := s.cells[l.Var()]; c >= 0 {
			row, column := int(c)/s.cols, int(c)%s.cols
			s.lines[row].take(column)
			s.lines[s.rows+column].take(row)
		}
	}
}

// take forgets position i. Positions are taken in the reverse order of pushing.
func (k *sketchedLine) take(i int) {
	k.Clear(i)
	k.many--
}

// Imply implements cdcl.Theory. It looks at one line at a time, the line that changed last first.
func (s *sketch) Imply() ([]cdcl.Lit, bool) {
	s.literal = s.literal[:0]
	for len(s.queue) > 0 && len(s.literal) == 0 {
		line := int(s.queue[len(s.queue)-1])
		s.queue = s.queue[:len(s.queue)-1]
		s.queued[line] = false
		here := &s.lines[line]
		filled, empty, ok := s.solver.Arrange(s.clues[line], s.size(line), here.Filled[0], here.Empty[0])
		if !ok {
			return s.cause(line, here.Known, here.many, -1), false
		}
		s.imply(line, filled&^here.Filled[0], 0)
		s.imply(line, empty&^here.Empty[0], 1)
	}
	return s.literal, true
}

// imply adds the literals of cells of a line, with sign 1 for empty ones, and notes the line as
// their reason.
func (s *sketch) imply(line int, cells uint64, sign cdcl.Lit) {
	for ; cells != 0; cells &= cells - 1 {
		c := s.at(line, bits.TrailingZeros64(cells))
		s.looked[c], s.line[c] = s.lines[line].many, int32(line)
		s.literal = append(s.literal, s.literals[c]^sign)
	}
}

// Why implements cdcl.Theory. It gives the cell of l the other value in the line that implied l, and
// returns the cells that leave this line no arrangement.
func (s *sketch) Why(l cdcl.Lit) []cdcl.Lit {
	c := int(s.cells[l.Var()])
	line, i := int(s.line[c]), c%s.cols
	if line >= s.rows {
		i = c / s.cols
	}
	here := s.lines[line].Known
	here.Clear(i)
	if l.Negative() {
		here.Filled[0] |= 1 << i
	} else {
		here.Empty[0] |= 1 << i
	}
	return s.cause(line, here, s.looked[c], i)
}

// cause returns the literals of cells that leave a line no arrangement, together with the cells known
// for good and the one at position supposed (-1 for none). here has the line's known cells, and the
// value supposed. Only the first many positions pushed may be returned. From the last to the first,
// it drops each cell without which the line still has no arrangement. The result is valid until the
// next call of cause or Imply.
func (s *sketch) cause(line int, here line.Known[[1]uint64], many uint8, supposed int) []cdcl.Lit {
	s.literal = s.literal[:0]
	k := &s.lines[line]
	for at := int(k.many) - 1; at >= int(k.good); at-- {
		i := int(k.pushed[at])
		if i == supposed {
			continue
		}
		without := here
		without.Clear(i)
		if at >= int(many) || !s.solver.Fits(s.clues[line], s.size(line), without.Filled[0], without.Empty[0]) {
			here = without
			continue
		}
		l := s.literals[s.at(line, i)]
		if here.Empty[0]>>i&1 == 1 {
			l = l.Not()
		}
		s.literal = append(s.literal, l)
	}
	return s.literal
}
