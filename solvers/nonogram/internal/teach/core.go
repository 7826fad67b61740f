package teach

import (
	"context"
	"slices"

	"kibitz/solvers/internal/deletion"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// Core returns a set of lines that contradict each other whatever all other lines say. It
// is minimal where dropping any one of them leaves a solution; when ctx ends before
// that is so the set is just what is left. It is nil where p has a solution, where
// ctx ended before p was refuted, or where p is none by Check.
//
// The method is deletion: refute the puzzle, keep the lines that the refutation
// used, then leave out one line after the other and see whether the others still
// contradict. A line that is left out imposes nothing on its cells.
func Core(ctx context.Context, p *puzzle.Puzzle) (lines []puzzle.Line, minimal bool) {
	if ctx.Err() != nil || p.Check() != nil {
		return nil, false
	}
	return NewStudy(ctx, p, true).core()
}

func (b *bench[M]) core() (lines []puzzle.Line, minimal bool) {
	kept := make([]int, len(b.clues))
	for line := range kept {
		kept[line] = line
	}
	kept, o := b.refutation(kept, true)
	if o != deletion.Refuted {
		return nil, false
	}
	// Without search first: that takes no time, and leaves few lines to search.
	kept, _ = deletion.Core(kept, func(lines []int) ([]int, deletion.Outcome) { return b.refutation(lines, false) })
	kept, minimal = deletion.Core(kept, func(lines []int) ([]int, deletion.Outcome) { return b.refutation(lines, true) })
	return b.names(kept), minimal
}

// refutation reports whether the lines are seen to contradict each other, with search to
// the end or else by solving each in turn, and which of them it took, in the same order.
func (b *bench[M]) refutation(lines []int, search bool) (used []int, o deletion.Outcome) {
	if b.tooMany(lines) {
		return lines, deletion.Refuted
	}
	clear(b.used)
	for line := range b.relaxed {
		b.relaxed[line] = true
	}
	for _, line := range lines {
		b.relaxed[line] = false
	}
	b.undo(b.given)
	b.emptyQueue()
	for _, line := range lines {
		b.enqueue(line)
	}
	consistent := b.propagate() && (!search || b.solvable())
	switch {
	case b.over:
		return nil, deletion.Undecided
	case consistent:
		return nil, deletion.Consistent
	}
	return slices.DeleteFunc(slices.Clone(lines), func(line int) bool { return !b.used[line] }), deletion.Refuted
}

// tooMany reports whether one side's clues ask for more filled cells than the other's leave,
// which takes a search through all pictures to see line by line.
func (b *bench[M]) tooMany(lines []int) bool {
	if b.paint != nil {
		return b.tooManyOfAColour(lines)
	}
	free := [2]int{b.rows, b.cols} // lines of a side that say nothing
	var filled [2]int
	for _, line := range lines {
		side := puzzle.RowSide
		if line >= b.rows {
			side = puzzle.ColumnSide
		}
		free[side]--
		filled[side] += sum(b.clues[line])
	}
	for side, length := range [2]int{b.cols, b.rows} {
		if filled[1-side] > filled[side]+free[side]*length {
			return true
		}
	}
	return false
}

// solvable reports whether the lines that count can all be filled, by search. Lines have
// no news.
func (b *bench[M]) solvable() bool {
	mark := len(b.trail)
	defer func() { b.undo(mark) }()
	cell, ok := b.branch(b.openCells())
	if !ok || cell < 0 {
		return ok
	}
	here := len(b.trail)
	for _, value := range []puzzle.Cell{puzzle.Filled, puzzle.Empty} {
		if b.assume(cell, value) && b.solvable() {
			return true
		}
		b.undo(here)
	}
	return false
}

// OpenCells returns the Unknown cells of the lines that count.
func (b *bench[M]) openCells() (cells []int) {
	for cell := range b.rows * b.cols {
		row, column := b.through(cell)
		if b.at(cell) == puzzle.Unknown && !(b.relaxed[row] && b.relaxed[column]) {
			cells = append(cells, cell)
		}
	}
	return cells
}
