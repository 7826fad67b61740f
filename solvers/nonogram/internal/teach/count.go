package teach

import (
	"cmp"
	"context"
	"slices"

	"kibitz/solvers/internal/tally"
	"kibitz/solvers/nonogram/internal/engine"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// MaxCount is the highest limit of Count.
const MaxCount = tally.Max

// Count returns the number of solutions, up to limit. If exact, n is the number of all solutions;
// otherwise there are at least n, because there are more than limit or ctx has ended.
//
// The cells that Solve left open are counted by search. They fall into groups that share no line;
// each group is counted alone, and the counts are multiplied. So a count of a million is not a
// million steps in a puzzle with twenty separate choices.
func Count(ctx context.Context, p *puzzle.Puzzle, limit int) (n int, exact bool) {
	a, err := engine.Solve(ctx, p)
	if err != nil {
		return 0, false
	}
	return CountFrom(ctx, p, a, limit)
}

// CountFrom returns the same as Count without solving p again: a is its Answer. n is never below the
// number of solutions in a.
func CountFrom(ctx context.Context, p *puzzle.Puzzle, a *puzzle.Answer, limit int) (n int, exact bool) {
	limit = tally.Limit(limit)
	if p.Check() != nil {
		return 0, false
	}
	if n, exact, ok := tally.Known(a.Verdict, len(a.Solutions), limit); ok {
		return n, exact
	}
	n, exact = NewStudy(ctx, p, false).count(p.Literals(a.Grid), limit)
	return max(n, min(len(a.Solutions), limit)), exact
}

// count counts the solutions that have the known cells, up to limit; exact reports that n is the
// number of all of them. It looks for one more than limit, to tell the two apart.
func (b *bench[M]) count(known []puzzle.Cell, limit int) (n int, exact bool) {
	var open []int
	for cell, value := range known {
		if value == puzzle.Unknown {
			open = append(open, cell)
		} else if b.at(cell) == puzzle.Unknown { // not given
			b.set(cell, value)
		}
	}
	if b.propagate() {
		n = b.countGroups(open, limit+1)
	}
	return min(n, limit), n <= limit && !b.over
}

// countGroups counts the ways to fill cells, and stops at enough. No line may be queued.
func (b *bench[M]) countGroups(cells []int, enough int) int {
	product := 1
	for _, group := range b.groups(cells) {
		n := b.countGroup(group, enough)
		if n == 0 {
			return 0
		}
		product = tally.Times(product, n, enough)
	}
	return product
}

// countGroup counts the ways to fill a group, and stops at enough: it branches on one cell and counts
// below each value. Cells that it decides are taken back. When the budget ends, n is what was found.
func (b *bench[M]) countGroup(group []int, enough int) (n int) {
	mark := len(b.trail)
	defer func() { b.undo(mark) }()
	cell, ok := b.branch(group)
	if !ok {
		return 0
	}
	if cell < 0 {
		return 1
	}
	if len(b.trail) > mark { // the group may have fallen apart
		return b.countGroups(group, enough)
	}
	for _, value := range []puzzle.Cell{puzzle.Filled, puzzle.Empty} {
		if b.assume(cell, value) {
			n = min(n+b.countGroups(group, enough-n), enough)
		}
		b.undo(mark)
		if b.over || n == enough {
			break
		}
	}
	return n
}

// groups returns the Unknown ones of some cells, divided into groups that lines link. Small groups
// come first, since one without a solution ends the count.
func (b *bench[M]) groups(cells []int) [][]int {
	leader := make([]int, len(b.clues)) // a forest of lines
	for line := range leader {
		leader[line] = line
	}
	find := func(line int) int {
		for leader[line] != line {
			leader[line] = leader[leader[line]]
			line = leader[line]
		}
		return line
	}
	for _, cell := range cells {
		if b.at(cell) == puzzle.Unknown {
			row, column := b.through(cell)
			leader[find(row)] = find(column)
		}
	}
	byLine := make([][]int, len(b.clues))
	for _, cell := range cells {
		if b.at(cell) == puzzle.Unknown {
			row, _ := b.through(cell)
			byLine[find(row)] = append(byLine[find(row)], cell)
		}
	}
	groups := slices.DeleteFunc(byLine, func(group []int) bool { return group == nil })
	slices.SortStableFunc(groups, func(x, y []int) int { return cmp.Compare(len(x), len(y)) })
	return groups
}
