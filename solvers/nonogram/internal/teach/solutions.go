package teach

import (
	"context"
	"iter"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// Solutions yields every solution of the puzzle that a answers, each once, in an order that
// depends on p and a alone; the slices are the caller's to keep. It ends early when ctx does,
// so where ctx has an error afterwards there may be more.
//
// It searches the cells that a leaves open, those that lines link together one group after the
// other: what one group cannot be is not found anew for each way to fill another. Beyond the
// verdict it learns nothing, and of a puzzle that took learning it may take long to the first.
func Solutions(ctx context.Context, p *puzzle.Puzzle, a *puzzle.Answer) iter.Seq[[]puzzle.Cell] {
	return func(yield func([]puzzle.Cell) bool) {
		if a.Verdict == solvers.None || p.Check() != nil {
			return
		}
		NewStudy(ctx, p, false).enumerate(p.Literals(a.Grid), func(picture []puzzle.Cell) bool { return yield(p.Shades(picture)) })
	}
}

func (b *bench[M]) enumerate(known []puzzle.Cell, yield func([]puzzle.Cell) bool) {
	var open []int
	for cell, value := range known {
		if value == puzzle.Unknown {
			open = append(open, cell)
		} else if b.at(cell) == puzzle.Unknown { // not given
			b.set(cell, value)
		}
	}
	if b.propagate() {
		b.fillGroups(b.groups(open), func() bool {
			picture := make([]puzzle.Cell, b.rows*b.cols)
			for cell := range picture {
				picture[cell] = b.at(cell)
			}
			return yield(picture)
		})
	}
}

// fillGroups visits every way to fill the groups of cells, which share no line, as long as
// visit wants more. Lines have no news. It reports false when it is to go on no more.
func (b *bench[M]) fillGroups(groups [][]int, visit func() bool) bool {
	if len(groups) == 0 {
		return visit()
	}
	mark := len(b.trail)
	defer func() { b.undo(mark) }()
	group, rest := groups[0], groups[1:]
	cell, ok := b.branch(group)
	switch {
	case !ok:
		return !b.over
	case cell < 0:
		return b.fillGroups(rest, visit)
	case len(b.trail) > mark: // it may have fallen apart
		return b.fillGroups(append(b.groups(group), rest...), visit)
	}
	for _, value := range []puzzle.Cell{puzzle.Filled, puzzle.Empty} {
		mark := len(b.trail)
		more := true
		if b.assume(cell, value) {
			more = b.fillGroups(append(b.groups(group), rest...), visit)
		}
		b.undo(mark)
		if !more || b.over {
			return false
		}
	}
	return true
}
