package teach

import (
	"context"
	"iter"
	"slices"

	"kibitz/solvers"
	"kibitz/solvers/internal/deletion"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// Core returns a set of lines that contradict each other whatever the other lines say, and what is
// proved about how small the set is; NotMinimal if ctx ended first. The set is nil if p has a solution,
// if ctx ended before p was refuted, or if Check refuses p.
//
// The method is deletion: refute the puzzle, keep the lines that the refutation used, then leave
// out one line after another and see whether the others still contradict each other. A line that is
// left out imposes nothing on its cells. Lines are left out in several orders, and the smallest set
// counts. Then all sets of up to three lines are tried.
func Core(ctx context.Context, p *puzzle.Puzzle) (lines []puzzle.Line, proved solvers.Minimality) {
	if ctx.Err() != nil || p.Check() != nil {
		return nil, solvers.NotMinimal
	}
	return NewStudy(ctx, p, true).core()
}

// core returns a core of all lines; see Core.
func (b *bench[M]) core() (lines []puzzle.Line, proved solvers.Minimality) {
	kept := make([]int, len(b.clues))
	for line := range kept {
		kept[line] = line
	}
	kept, o := b.refutation(kept, true)
	if o != deletion.Refuted {
		return nil, solvers.NotMinimal
	}
	quick := func(lines []int) ([]int, deletion.Outcome) { return b.refutation(lines, false) }
	full := func(lines []int) ([]int, deletion.Outcome) { return b.refutation(lines, true) }
	// Three lines cannot cross each other in a circle. Therefore they have a solution if each two of
	// them that cross agree on the shared cell, and no search is needed to see that.
	few := quick
	if b.paint != nil {
		few = full
	}
	kept, proved = deletion.Smallest(kept, quick, full, few, b.fewLines(), 3)
	slices.Sort(kept)
	return b.names(kept), proved
}

// fewLines yields all single lines, and all sets of two and of three lines in which a row crosses a
// column. Other sets contradict themselves only if a part of them does. The caller must not keep a set.
func (b *bench[M]) fewLines() iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		set, n := make([]int, 3), len(b.clues)
		for line := range n {
			if set[0] = line; !yield(set[:1]) {
				return
			}
		}
		for row := range b.rows {
			for column := b.rows; column < n; column++ {
				if set[0], set[1] = row, column; !yield(set[:2]) {
					return
				}
			}
		}
		for row := range b.rows {
			for column := b.rows; column < n; column++ {
				set[0], set[1] = row, column
				for set[2] = row + 1; set[2] < n; set[2]++ { // a second row, or another column
					if set[2] == b.rows {
						set[2] = column + 1
					}
					if set[2] < n && !yield(set) {
						return
					}
				}
			}
		}
	}
}

// refutation reports whether some lines contradict each other. It solves each line in turn, and if
// search is set searches to the end. If they do, it returns the lines that it needed, in the same
// order; all of them if their totals alone contradict. If they do not, or the budget ends, it returns
// no lines. The other lines stay left out.
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

// tooMany reports whether the clues of one side need more filled cells than those of the other side
// leave. Solving line by line would need a search through all pictures to see that.
func (b *bench[M]) tooMany(lines []int) bool {
	if b.paint != nil {
		return b.tooManyOfAColour(lines)
	}
	free := [2]int{b.rows, b.cols} // for each side, the number of lines left out
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

// solvable reports whether the lines that are not left out can all be filled, by search. No line
// may be queued. It takes back all cells that it decides, and reports false when the budget ends.
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

// openCells returns the Unknown cells of the lines that are not left out.
func (b *bench[M]) openCells() (cells []int) {
	for cell := range b.rows * b.cols {
		row, column := b.through(cell)
		if b.at(cell) == puzzle.Unknown && !(b.relaxed[row] && b.relaxed[column]) {
			cells = append(cells, cell)
		}
	}
	return cells
}
