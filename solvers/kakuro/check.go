package kakuro

import "fmt"

// A fault is something that no Kakuro can have, and the cell where it shows.
type fault struct {
	place    int // in Puzzle.Cells
	found    string
	expected string

	// The parts of a solvers.SyntaxError, for a puzzle read from a text.
	code string
	args map[string]any
}

// Check returns an error for a puzzle that Parse cannot make: cells that are not
// Rows × Cols, a digit or a sum that cannot be, a sum without an entry, an entry that
// is too long, no white cell at all. O(Rows·Cols). Each function of Puzzle calls it
// first; one without an error returns nothing for such a puzzle.
func (p *Puzzle) Check() error {
	switch {
	case p.Rows < 1 || p.Cols < 1 || p.Rows > MaxCells/p.Cols:
		return fmt.Errorf("kakuro: found %d rows and %d columns, expected 1 to %d cells", p.Rows, p.Cols, MaxCells)
	case len(p.Cells) != p.Rows*p.Cols:
		return fmt.Errorf("kakuro: found %d cells, expected %d for %d rows and %d columns", len(p.Cells), p.Rows*p.Cols, p.Rows, p.Cols)
	}
	if f := p.wrongCell(); f != nil {
		return p.failure(f)
	}
	if f := p.wrongClue(); f != nil {
		return p.failure(f)
	}
	return nil
}

// failure returns the error for a fault, with its cell.
func (p *Puzzle) failure(f *fault) error {
	return fmt.Errorf("kakuro: r%dc%d: found %s, expected %s", f.place/p.Cols+1, f.place%p.Cols+1, f.found, f.expected)
}

// wrongCell returns the fault of the first cell that is wrong by itself, or nil.
func (p *Puzzle) wrongCell() *fault {
	for i, cell := range p.Cells {
		switch {
		case cell.White && (cell.Given < 0 || cell.Given > 9):
			return &fault{place: i, found: fmt.Sprintf("the given digit %d", cell.Given), expected: "1 to 9, or 0 for none"}
		case cell.White && (cell.Down != 0 || cell.Across != 0):
			return &fault{place: i, found: "sums in a white cell", expected: "sums in blocks alone"}
		case !cell.White && cell.Given != 0:
			return &fault{place: i, found: fmt.Sprintf("the digit %d in a block", cell.Given), expected: "digits in white cells alone"}
		case min(cell.Down, cell.Across) < 0:
			return &fault{place: i, found: fmt.Sprintf("the sum %d", min(cell.Down, cell.Across)), expected: "a sum of 1 or more, or 0 for none"}
		}
	}
	return nil
}

// wrongClue returns a fault for a grid without white cells, a clue without an entry, or an
// entry that is wrong; nil for none.
func (p *Puzzle) wrongClue() *fault {
	entries := p.entries()
	if len(entries) == 0 {
		return &fault{place: len(p.Cells) - 1, found: "no white cell in the whole grid", expected: `a white cell: "." or a digit`, code: "white"}
	}
	for i, cell := range p.Cells {
		r, c := i/p.Cols, i%p.Cols
		if cell.Across > 0 && !p.white(r, c+1) {
			return &fault{place: i, found: "none", expected: fmt.Sprintf("a white cell to the right of the clue for its sum of %d", cell.Across), code: "across"}
		}
		if cell.Down > 0 && !p.white(r+1, c) {
			return &fault{place: i, found: "none", expected: fmt.Sprintf("a white cell below the clue for its sum of %d", cell.Down), code: "down"}
		}
	}
	for _, e := range entries {
		if f := p.wrongEntry(e); f != nil {
			return f
		}
	}
	return nil
}

// wrongEntry returns the fault of e if it has more than 9 cells or a sum out of range for its
// length, or nil.
func (p *Puzzle) wrongEntry(e Entry) *fault {
	dr, dc := e.step()
	place := func(k int) int { return (e.Row+k*dr)*p.Cols + e.Col + k*dc } // of cell k of the entry; -1 is the block before it
	if e.Len > maxLen {
		return &fault{place: place(maxLen), found: "one more white cell", code: "long", args: map[string]any{"Cells": e.Len},
			expected: fmt.Sprintf("a block: an entry has at most 9 cells, this one has %d", e.Len)}
	}
	least, most := sumRange(e.Len)
	if e.Sum == 0 || e.Sum >= least && e.Sum <= most {
		return nil
	}
	f := &fault{place: place(-1), found: fmt.Sprintf("the sum %d", e.Sum), code: "sum",
		args: map[string]any{"Min": least, "Max": most, "Cells": e.Len}}
	f.expected = fmt.Sprintf("a sum from %d to %d for %d cells", least, most, e.Len)
	if e.Len == 1 {
		f.expected = "a sum from 1 to 9 for 1 cell"
	}
	return f
}
