package teach

import (
	"context"
	"iter"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// Solutions yields every solution of the puzzle that a answers, each once, in an order that depends
// on p and a alone. The caller may keep the slices. It ends early when ctx does; if ctx has an
// error afterwards, there may be more solutions.
//
// It searches the cells that a leaves open. Cells that lines link form a group, and one group is
// filled after another, so that a dead end in one group is not found anew for each filling of the
// others. It does not learn; for a puzzle whose verdict took learning, the first solution may take
// long.
func Solutions(ctx context.Context, p *puzzle.Puzzle, a *puzzle.Answer) iter.Seq[[]puzzle.Cell] {
	return func(yield func([]puzzle.Cell) bool) {
		if a.Verdict == solvers.None || p.Check() != nil {
			return
		}
		NewStudy(ctx, p, false).enumerate(p.Literals(a.Grid), func(picture []puzzle.Cell) bool { return yield(p.Shades(picture)) })
	}
}

// enumerate yields every solution that has the known cells, until yield returns false or the budget
// ends.
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

// fillGroups calls visit for every way to fill the groups of cells, which share no line. It reports
// false when visit does or the budget has ended. No line may be queued.
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
	case len(b.trail) > mark: // the group may have fallen apart
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
