package kakuro

import (
	"context"
	"math/bits"
)

// sheet is a puzzle on paper: white cells with pencil marks, numbered in
// reading order. What teaches and makes puzzles works on it, one entry at a
// time; Solve has a board of its own, built for speed.
type sheet struct {
	puzzle  *Puzzle
	places  []int32  // index in Puzzle.Cells of each cell
	across  []int32  // the entry across each cell
	down    []int32  // the entry down each cell
	entries []paper  // in the order of Puzzle.Entries
	marks   []uint16 // of each cell: bit d is set while digit d is possible
	open    int      // cells with several marks
	trail   []struck // what to put back, oldest first
	queue   []int32  // entries with news, in the order in which they got them
	queued  []bool
	silent  []bool // entries that say nothing; nil for none
	used    []bool // entries that struck something since it was cleared; nil where nobody asks

	ctx  context.Context
	over bool
}

// paper is an entry on a sheet.
type paper struct {
	Entry
	*combos
	cells []int32
}

func newSheet(ctx context.Context, p *Puzzle) *sheet {
	s := &sheet{puzzle: p, ctx: ctx}
	number := make([]int32, len(p.Cells))
	for i, cell := range p.Cells {
		if cell.White {
			number[i] = int32(len(s.places))
			s.places = append(s.places, int32(i))
		}
	}
	white := len(s.places)
	s.across, s.down, s.marks = make([]int32, white), make([]int32, white), make([]uint16, white)
	all := p.entries()
	s.entries, s.queued = make([]paper, len(all)), make([]bool, len(all))
	cells := make([]int32, 0, 2*white)
	for i, e := range all {
		for place := range p.within(e) {
			cell := number[place]
			cells = append(cells, cell)
			if e.Across {
				s.across[cell] = int32(i)
			} else {
				s.down[cell] = int32(i)
			}
		}
		s.entries[i] = paper{e, combosOf(e.Len, e.Sum), cells[len(cells)-e.Len:]}
	}
	s.erase()
	return s
}

// within yields the places of an entry's cells in Puzzle.Cells.
func (p *Puzzle) within(e Entry) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		dr, dc := e.step()
		for k := range e.Len {
			if !yield((e.Row+k*dr)*p.Cols + e.Col + k*dc) {
				return
			}
		}
	}
}

// erase brings the sheet back to the start: all digits in every cell but the
// given ones, every entry news.
func (s *sheet) erase() {
	s.trail, s.open = s.trail[:0], 0
	for cell, place := range s.places {
		s.marks[cell] = allDigits
		if given := s.puzzle.Cells[place].Given; given != 0 {
			s.marks[cell] = 1 << given
		} else {
			s.open++
		}
	}
	s.calm()
	for e := range s.entries {
		s.push(int32(e))
	}
}

func (s *sheet) push(e int32) {
	if !s.queued[e] {
		s.queued[e] = true
		s.queue = append(s.queue, e)
	}
}

// calm forgets what entries have news.
func (s *sheet) calm() {
	for _, e := range s.queue {
		s.queued[e] = false
	}
	s.queue = s.queue[:0]
}

// strike takes digits from the marks of a cell, and returns those that were
// there to take. The cell may be left without any.
func (s *sheet) strike(cell int32, digits uint16) (removed uint16) {
	before := s.marks[cell]
	if removed = before & digits; removed == 0 {
		return 0
	}
	s.trail = append(s.trail, struck{cell, before})
	s.marks[cell] = before &^ digits
	if !single(before) && bits.OnesCount16(before&^digits) <= 1 {
		s.open--
	}
	s.push(s.across[cell])
	s.push(s.down[cell])
	return removed
}

// undo puts back what was struck since the trail was mark long, and calms.
func (s *sheet) undo(mark int) {
	for i := len(s.trail) - 1; i >= mark; i-- {
		was := s.trail[i]
		if !single(was.cand) && bits.OnesCount16(s.marks[was.cell]) <= 1 {
			s.open++
		}
		s.marks[was.cell] = was.cand
	}
	s.trail = s.trail[:mark]
	s.calm()
}

// arrange strikes from the cells of an entry what no filling of it has there,
// and says whether it struck anything, and whether there is a filling at all.
func (s *sheet) arrange(e int32) (led, ok bool) {
	if s.silent != nil && s.silent[e] {
		return false, true
	}
	run := &s.entries[e]
	var left [maxLen]uint16
	for i, cell := range run.cells {
		left[i] = s.marks[cell]
	}
	ok = run.narrow(0, left[:run.Len])
	for i, cell := range run.cells {
		if ok && s.strike(cell, allDigits&^left[i]) != 0 {
			led = true
		}
	}
	if s.used != nil && (led || !ok) {
		s.used[e] = true
	}
	return led, ok
}

// follow arranges the entries with news until none has any. It returns false
// at a contradiction, or when time is over.
func (s *sheet) follow() bool {
	for next := 0; next < len(s.queue); next++ {
		e := s.queue[next]
		if next&63 == 63 && s.spent() {
			return false
		}
		if _, ok := s.arrange(e); !ok {
			return false
		}
		s.queued[e] = false // now: what an entry itself strikes is no news to it
	}
	s.queue = s.queue[:0]
	return true
}

// spent says whether time is over.
func (s *sheet) spent() bool {
	s.over = s.over || s.ctx.Err() != nil
	return s.over
}

// placed is where a cell is.
func (s *sheet) placed(cell int32) Placed {
	place := int(s.places[cell])
	return Placed{Row: place / s.puzzle.Cols, Col: place % s.puzzle.Cols}
}

// force puts one digit after the other into each open cell, on trial, and
// strikes those that lead to a contradiction, until none does. It returns how
// many cells are open then; all if even that contradicts itself or time ends.
func (s *sheet) force() int {
	for again := true; again && s.open > 0; {
		again = false
		for cell := range int32(len(s.marks)) {
			if bits.OnesCount16(s.marks[cell]) < 2 {
				continue
			}
			for d := range digits(s.marks[cell]) {
				mark := len(s.trail)
				s.strike(cell, allDigits&^(1<<d))
				fits := s.follow()
				if s.undo(mark); s.over {
					return len(s.marks)
				}
				if fits {
					continue
				}
				again = true
				if s.strike(cell, 1<<d); s.marks[cell] == 0 || !s.follow() {
					return len(s.marks)
				}
				if single(s.marks[cell]) {
					break
				}
			}
		}
	}
	return s.open
}
