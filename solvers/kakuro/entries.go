package kakuro

// Entries returns all entries, those across before those down, each kind in
// reading order of its first cell. Every white cell is in one entry across and
// one down, if only of length 1. It is nil for a puzzle that Check refuses.
func (p *Puzzle) Entries() []Entry {
	if p.Check() != nil {
		return nil
	}
	return p.entries()
}

// entries returns the Entries of a puzzle that is known to pass Check.
func (p *Puzzle) entries() []Entry {
	var all []Entry
	for i, cell := range p.Cells {
		if r, c := i/p.Cols, i%p.Cols; cell.White && !p.white(r, c-1) {
			all = append(all, p.entry(r, c, true))
		}
	}
	for i, cell := range p.Cells {
		if r, c := i/p.Cols, i%p.Cols; cell.White && !p.white(r-1, c) {
			all = append(all, p.entry(r, c, false))
		}
	}
	return all
}

// entry returns the entry that starts at the white cell in row r, column c. Its Sum is 0 if there is
// no block before that cell, or no clue in it.
func (p *Puzzle) entry(r, c int, across bool) Entry {
	e := Entry{Across: across, Row: r, Col: c}
	dr, dc := e.step()
	for p.white(r+e.Len*dr, c+e.Len*dc) {
		e.Len++
	}
	if r -= dr; r < 0 {
		return e
	}
	if c -= dc; c < 0 {
		return e
	}
	e.Sum = p.at(r, c).clue(across)
	return e
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

// step returns the rows and columns from a cell of e to the next.
func (e Entry) step() (rows, cols int) {
	if e.Across {
		return 0, 1
	}
	return 1, 0
}

// white reports whether there is a cell in row r, column c, and it is white.
func (p *Puzzle) white(r, c int) bool {
	return r >= 0 && c >= 0 && r < p.Rows && c < p.Cols && p.at(r, c).White
}

// clue returns the sum that a block gives for the entry across or down from it.
func (c *Cell) clue(across bool) int {
	if across {
		return c.Across
	}
	return c.Down
}

// setSum writes a clue for an entry into the block before it, 0 for none. There must be that block.
func (p *Puzzle) setSum(e Entry, sum int) {
	if e.Across {
		p.at(e.Row, e.Col-1).Across = sum
	} else {
		p.at(e.Row-1, e.Col).Down = sum
	}
}

// A sheet is what a puzzle looks like before anything is known: its white cells, numbered in reading
// order, and its entries.
type sheet struct {
	puzzle  *Puzzle
	places  []int32 // index in Puzzle.Cells of each white cell
	entries []run   // in the order of Puzzle.Entries
	across  []int32 // the entry across each white cell
	down    []int32 // the entry down each white cell
}

// run is an entry and its cells.
type run struct {
	*combos
	Entry
	cells []int32
}

// newSheet returns the sheet of a puzzle that is known to pass Check.
func newSheet(p *Puzzle) sheet {
	s := sheet{puzzle: p}
	number := make([]int32, len(p.Cells))
	for i, cell := range p.Cells {
		if cell.White {
			number[i] = int32(len(s.places))
			s.places = append(s.places, int32(i))
		}
	}
	white := len(s.places)
	s.across, s.down = make([]int32, white), make([]int32, white)
	all := p.entries()
	s.entries = make([]run, len(all))
	cells := make([]int32, 0, 2*white)
	for i, e := range all {
		member := s.down
		if e.Across {
			member = s.across
		}
		for place := range p.within(e) {
			cells = append(cells, number[place])
			member[number[place]] = int32(i)
		}
		s.entries[i] = run{combosOf(e.Len, e.Sum), e, cells[len(cells)-e.Len:]}
	}
	return s
}
