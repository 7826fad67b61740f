package nonogram

import (
	"context"
	"math/bits"
	"slices"
)

// wide is a mask for lines up to MaxMade.
type wide = [MaxMade / 64]uint64

// pictureBench is a picture under its maker's hands: cells are flipped, the clues
// follow, and a look from the solver's side tells what the clues alone give
// away. Each look starts from nothing known. Lines are numbered rows first.
//
// What lines give, and what lines and contradictions give, does not depend on
// the order in which one looks: more known cells never lead to less. So the
// numbers that come from it are facts about the puzzle.
type pictureBench struct {
	rows, cols int
	ink        []wide  // by line, the filled cells of the picture
	clues      [][]int // by line, of the picture

	lines  []known[wide] // what is known in the current look
	solver lineSolver[wide]
	queue  []int
	queued []bool
	base   []known[wide] // lines before an assumption
}

func newPictureBench(picture []Cell, rows, cols int) *pictureBench {
	s := &pictureBench{
		rows: rows, cols: cols,
		ink:    make([]wide, rows+cols),
		clues:  make([][]int, rows+cols),
		lines:  make([]known[wide], rows+cols),
		base:   make([]known[wide], rows+cols),
		solver: newLineSolver[wide]((max(rows, cols) + 1) / 2),
		queued: make([]bool, rows+cols),
	}
	for cell, value := range picture {
		if value == Filled {
			r, c := cell/cols, cell%cols
			toggle(&s.ink[r], c)
			toggle(&s.ink[rows+c], r)
		}
	}
	for line := range s.clues {
		s.clue(line)
	}
	return s
}

func toggle(m *wide, i int)           { m[i/64] ^= 1 << (i % 64) }
func has(m *wide, i int) bool         { return m[i/64]>>(i%64)&1 == 1 }
func (s *pictureBench) cells() int    { return s.rows * s.cols }
func (s *pictureBench) is(c int) bool { return has(&s.ink[c/s.cols], c%s.cols) }

// flip changes a cell of the picture.
func (s *pictureBench) flip(cell int) {
	r, c := cell/s.cols, cell%s.cols
	toggle(&s.ink[r], c)
	toggle(&s.ink[s.rows+c], r)
	s.clue(r)
	s.clue(s.rows + c)
}

// clue reads a line's clue off the picture.
func (s *pictureBench) clue(line int) { s.clues[line] = inkRuns(s.clues[line][:0], &s.ink[line]) }

// inkRuns appends the lengths of the runs of a mask, in order.
func inkRuns(runs []int, m *wide) []int {
	open := false // the last run may go on in the next word
	for _, word := range m {
		for at := 0; at < 64; {
			rest := word >> at
			run := min(bits.TrailingZeros64(^rest), 64-at)
			switch {
			case run > 0 && open:
				runs[len(runs)-1] += run
			case run > 0:
				runs = append(runs, run)
			}
			at += run
			open = at == 64
			if at < 64 {
				at += min(bits.TrailingZeros64(word>>at), 64-at)
			}
		}
	}
	return runs
}

// picture returns a copy of the picture, row-major.
func (s *pictureBench) picture() []Cell {
	cells := make([]Cell, s.cells())
	for i := range cells {
		cells[i] = Empty
		if s.is(i) {
			cells[i] = Filled
		}
	}
	return cells
}

func (s *pictureBench) length(line int) int {
	if line < s.rows {
		return s.cols
	}
	return s.rows
}

// look begins anew with all lines to be looked at.
func (s *pictureBench) look() {
	clear(s.lines)
	for line := range s.lines {
		s.enqueue(line)
	}
}

func (s *pictureBench) enqueue(line int) {
	if !s.queued[line] {
		s.queued[line] = true
		s.queue = append(s.queue, line)
	}
}

// arrange solves a line, notes in the lines that cross it what is new, and
// queues them. It reports false where the line has no arrangement.
func (s *pictureBench) arrange(line int) bool {
	before := s.lines[line]
	after, ok := s.solver.arrange(s.clues[line], s.length(line), before)
	if !ok {
		return false
	}
	crossing, index := s.rows, line
	if line >= s.rows {
		crossing, index = 0, line-s.rows
	}
	s.lines[line] = after
	each(without(after.filled, before.filled), func(i int) {
		toggle(&s.lines[crossing+i].filled, index)
		s.enqueue(crossing + i)
	})
	each(without(after.empty, before.empty), func(i int) {
		toggle(&s.lines[crossing+i].empty, index)
		s.enqueue(crossing + i)
	})
	return true
}

// follow solves the queued lines until none decides another cell. It reports false at a
// contradiction, to which only a wrong assumption can lead.
func (s *pictureBench) follow() bool {
	ok := true
	for next := 0; next < len(s.queue); next++ {
		line := s.queue[next]
		s.queued[line] = false
		ok = ok && s.arrange(line)
	}
	s.queue = s.queue[:0]
	return ok
}

// byLine looks with line solving alone, and returns how many cells stay open.
func (s *pictureBench) byLine() int {
	s.look()
	s.follow()
	return s.open()
}

// rounds returns how often a person has to go over all lines, rows and columns in
// turn, until lines give nothing more. What byLine leaves open stays open.
func (s *pictureBench) rounds() (n int) {
	clear(s.lines)
	for quiet := 0; quiet < 2; n++ {
		lo, hi := 0, s.rows
		if n%2 == 1 {
			lo, hi = s.rows, s.rows+s.cols
		}
		for line := lo; line < hi; line++ {
			s.arrange(line)
		}
		quiet++
		if len(s.queue) > 0 {
			quiet = 0
		}
		for _, line := range s.queue {
			s.queued[line] = false
		}
		s.queue = s.queue[:0]
	}
	return n - 2
}

// byContradiction goes on from byLine: where the wrong value of one cell leaves
// some line without an arrangement, the cell is certain. It returns how many
// cells stay open, at the end or when ctx ends.
func (s *pictureBench) byContradiction(ctx context.Context) int {
	cells := s.cells()
	for cell, quiet := 0, 0; quiet < cells; cell = (cell + 1) % cells {
		quiet++
		if s.known(cell) {
			continue
		}
		if ctx.Err() != nil {
			break
		}
		if s.tenable(cell) {
			continue
		}
		s.set(cell, s.is(cell))
		s.follow()
		quiet = 0
	}
	return s.open()
}

// tenable reports whether lines alone stand the wrong value of a cell.
func (s *pictureBench) tenable(cell int) bool {
	copy(s.base, s.lines)
	s.set(cell, !s.is(cell))
	ok := s.follow()
	copy(s.lines, s.base)
	return ok
}

// set decides an open cell, and queues both its lines.
func (s *pictureBench) set(cell int, filled bool) {
	r, c := cell/s.cols, cell%s.cols
	if row, col := &s.lines[r], &s.lines[s.rows+c]; filled {
		toggle(&row.filled, c)
		toggle(&col.filled, r)
	} else {
		toggle(&row.empty, c)
		toggle(&col.empty, r)
	}
	s.enqueue(r)
	s.enqueue(s.rows + c)
}

func (s *pictureBench) known(cell int) bool {
	row := &s.lines[cell/s.cols]
	return has(&row.filled, cell%s.cols) || has(&row.empty, cell%s.cols)
}

// open returns how many cells are not known.
func (s *pictureBench) open() int {
	n := s.cells()
	for r := range s.rows {
		n -= size(&s.lines[r].filled) + size(&s.lines[r].empty)
	}
	return n
}

// openCells returns those cells.
func (s *pictureBench) openCells() (cells []int) {
	all := prefix[wide](s.cols)
	for r := range s.rows {
		row := &s.lines[r]
		each(without(without(all, row.filled), row.empty), func(c int) {
			cells = append(cells, r*s.cols+c)
		})
	}
	return cells
}

// puzzle returns the puzzle of the picture, with a copy of it.
func (s *pictureBench) puzzle() *Puzzle { return FromPicture(s.picture(), s.cols) }

// clued returns the puzzle of the picture's clues alone.
func (s *pictureBench) clued() *Puzzle { return New(s.clues[:s.rows], s.clues[s.rows:]) }

// restore flips what differs from an earlier picture.
func (s *pictureBench) restore(ink []wide) {
	copy(s.ink, ink)
	for line := range s.clues {
		s.clue(line)
	}
}

func (s *pictureBench) saved() []wide { return slices.Clone(s.ink) }
