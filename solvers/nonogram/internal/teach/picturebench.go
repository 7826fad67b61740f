package teach

import (
	"context"
	"math/bits"
	"slices"

	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// Wide is a mask for lines of up to MaxMade cells.
type Wide = [puzzle.MaxMade / 64]uint64

// PictureBench holds a picture while it is being made: cells are flipped, the clues follow, and the
// methods tell how far the clues alone lead. Each look starts with no cell known. Lines are
// numbered rows first.
//
// The cells found by lines, and by lines and contradictions, do not depend on the order of the
// search: more known cells never lead to fewer. So the numbers returned are facts about the puzzle.
type PictureBench struct {
	Rows, Cols int
	Ink        []Wide  // for each line, the filled cells of the picture
	Clues      [][]int // for each line, the clue of the picture

	Lines  []line.Known[Wide] // cells known in the current look
	solver line.LineSolver[Wide]
	queue  []int
	queued []bool
	base   []line.Known[Wide] // lines before an assumption
}

// NewPictureBench returns a bench for a picture, row-major.
func NewPictureBench(picture []puzzle.Cell, rows, cols int) *PictureBench {
	s := &PictureBench{
		Rows: rows, Cols: cols,
		Ink:    make([]Wide, rows+cols),
		Clues:  make([][]int, rows+cols),
		Lines:  make([]line.Known[Wide], rows+cols),
		base:   make([]line.Known[Wide], rows+cols),
		solver: line.NewLineSolver[Wide]((max(rows, cols) + 1) / 2),
		queued: make([]bool, rows+cols),
	}
	for cell, value := range picture {
		if value == puzzle.Filled {
			r, c := cell/cols, cell%cols
			Toggle(&s.Ink[r], c)
			Toggle(&s.Ink[rows+c], r)
		}
	}
	for line := range s.Clues {
		s.clue(line)
	}
	return s
}

// Toggle flips bit i, Has reports it; Is reports whether cell c of the picture is filled.
func Toggle(m *Wide, i int)           { m[i/64] ^= 1 << (i % 64) }
func Has(m *Wide, i int) bool         { return m[i/64]>>(i%64)&1 == 1 }
func (s *PictureBench) Cells() int    { return s.Rows * s.Cols }
func (s *PictureBench) Is(c int) bool { return Has(&s.Ink[c/s.Cols], c%s.Cols) }

// Flip changes a cell of the picture, and the clues of its lines.
func (s *PictureBench) Flip(cell int) {
	r, c := cell/s.Cols, cell%s.Cols
	Toggle(&s.Ink[r], c)
	Toggle(&s.Ink[s.Rows+c], r)
	s.clue(r)
	s.clue(s.Rows + c)
}

// clue updates a line's clue from the picture.
func (s *PictureBench) clue(line int) { s.Clues[line] = InkRuns(s.Clues[line][:0], &s.Ink[line]) }

// InkRuns appends the lengths of the runs of a mask, in order.
func InkRuns(runs []int, m *Wide) []int {
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
func (s *PictureBench) picture() []puzzle.Cell {
	cells := make([]puzzle.Cell, s.Cells())
	for i := range cells {
		cells[i] = puzzle.Empty
		if s.Is(i) {
			cells[i] = puzzle.Filled
		}
	}
	return cells
}

// Length returns the number of cells in a line.
func (s *PictureBench) Length(line int) int {
	if line < s.Rows {
		return s.Cols
	}
	return s.Rows
}

// restart forgets all cells known, and queues all lines.
func (s *PictureBench) restart() {
	clear(s.Lines)
	for line := range s.Lines {
		s.enqueue(line)
	}
}

// enqueue adds a line to the queue unless it is there already.
func (s *PictureBench) enqueue(line int) {
	if !s.queued[line] {
		s.queued[line] = true
		s.queue = append(s.queue, line)
	}
}

// arrange solves a line, enters the new cells in the lines that cross it, and queues these. It
// reports false if the line has no arrangement.
func (s *PictureBench) arrange(which int) bool {
	before := s.Lines[which]
	after, ok := s.solver.Arrange(s.Clues[which], s.Length(which), before)
	if !ok {
		return false
	}
	crossing, index := s.Rows, which
	if which >= s.Rows {
		crossing, index = 0, which-s.Rows
	}
	s.Lines[which] = after
	line.Each(line.Without(after.Filled, before.Filled), func(i int) {
		Toggle(&s.Lines[crossing+i].Filled, index)
		s.enqueue(crossing + i)
	})
	line.Each(line.Without(after.Empty, before.Empty), func(i int) {
		Toggle(&s.Lines[crossing+i].Empty, index)
		s.enqueue(crossing + i)
	})
	return true
}

// follow solves the queued lines until none decides another cell. It reports false at a
// contradiction; only a wrong assumption can lead to one.
func (s *PictureBench) follow() bool {
	ok := true
	for next := 0; next < len(s.queue); next++ {
		line := s.queue[next]
		s.queued[line] = false
		ok = ok && s.arrange(line)
	}
	s.queue = s.queue[:0]
	return ok
}

// ByLine starts anew, solves lines alone, and returns how many cells stay open.
func (s *PictureBench) ByLine() int {
	s.restart()
	s.follow()
	return s.open()
}

// Rounds returns how often a person has to go over all rows or all columns, in turn, until lines
// decide no more. It ends with the same open cells as ByLine.
func (s *PictureBench) Rounds() (n int) {
	clear(s.Lines)
	for quiet := 0; quiet < 2; n++ {
		lo, hi := 0, s.Rows
		if n%2 == 1 {
			lo, hi = s.Rows, s.Rows+s.Cols
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

// ByContradiction goes on from ByLine: if the wrong value of a cell leaves some line without an
// arrangement, the cell is certain. It returns how many cells stay open at the end, or when ctx
// ends.
func (s *PictureBench) ByContradiction(ctx context.Context) int {
	cells := s.Cells()
	for cell, quiet := 0, 0; quiet < cells; cell = (cell + 1) % cells {
		quiet++
		if s.Known(cell) {
			continue
		}
		if ctx.Err() != nil {
			break
		}
		if s.tenable(cell) {
			continue
		}
		s.set(cell, s.Is(cell))
		s.follow()
		quiet = 0
	}
	return s.open()
}

// tenable reports whether lines alone find no contradiction to the wrong value of a cell.
func (s *PictureBench) tenable(cell int) bool {
	copy(s.base, s.Lines)
	s.set(cell, !s.Is(cell))
	ok := s.follow()
	copy(s.Lines, s.base)
	return ok
}

// set decides an open cell, and queues both its lines.
func (s *PictureBench) set(cell int, filled bool) {
	r, c := cell/s.Cols, cell%s.Cols
	if row, col := &s.Lines[r], &s.Lines[s.Rows+c]; filled {
		Toggle(&row.Filled, c)
		Toggle(&col.Filled, r)
	} else {
		Toggle(&row.Empty, c)
		Toggle(&col.Empty, r)
	}
	s.enqueue(r)
	s.enqueue(s.Rows + c)
}

// Known reports whether a cell is known in the current look.
func (s *PictureBench) Known(cell int) bool {
	row := &s.Lines[cell/s.Cols]
	return Has(&row.Filled, cell%s.Cols) || Has(&row.Empty, cell%s.Cols)
}

// open returns how many cells are not known.
func (s *PictureBench) open() int {
	n := s.Cells()
	for r := range s.Rows {
		n -= line.Size(&s.Lines[r].Filled) + line.Size(&s.Lines[r].Empty)
	}
	return n
}

// OpenCells returns the cells that are not known, row-major.
func (s *PictureBench) OpenCells() (cells []int) {
	all := line.Prefix[Wide](s.Cols)
	for r := range s.Rows {
		row := &s.Lines[r]
		line.Each(line.Without(line.Without(all, row.Filled), row.Empty), func(c int) {
			cells = append(cells, r*s.Cols+c)
		})
	}
	return cells
}

// Puzzle returns the puzzle of the picture, with a copy of it.
func (s *PictureBench) Puzzle() *puzzle.Puzzle { return puzzle.FromPicture(s.picture(), s.Cols) }

// Clued returns the puzzle of the picture's clues alone.
func (s *PictureBench) Clued() *puzzle.Puzzle { return puzzle.New(s.Clues[:s.Rows], s.Clues[s.Rows:]) }

// Restore goes back to an earlier picture; see Saved.
func (s *PictureBench) Restore(ink []Wide) {
	copy(s.Ink, ink)
	for line := range s.Clues {
		s.clue(line)
	}
}

// Saved returns a copy of the picture for Restore.
func (s *PictureBench) Saved() []Wide { return slices.Clone(s.Ink) }
