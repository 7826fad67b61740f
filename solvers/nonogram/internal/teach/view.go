package teach

import (
	"slices"

	"kibitz/solvers/nonogram/internal/puzzle"
)

// view is one line as the rules see it. The line has at least one arrangement.
type view struct {
	runs        []int
	cells       []puzzle.Cell
	first, last []int // earliest and latest start of each run

	painted *paintedView // in colours, where cells are the positions of a line
}

// newView returns the view of a line in black and white.
func newView(runs []int, cells []puzzle.Cell) *view {
	return &view{runs: runs, cells: cells, first: earliest(runs, cells), last: latest(runs, cells)}
}

// sum returns the number of cells that runs of those lengths fill.
func sum(runs []int) (n int) {
	for _, run := range runs {
		n += run
	}
	return n
}

// earliest returns the start of each run, as early as in any arrangement that fits. These starts
// fit together: if each run takes the earlier of its places in two arrangements, that is an
// arrangement as well.
func earliest(runs []int, cells []puzzle.Cell) []int {
	n, k := len(cells), len(runs)
	// fits[j][i]: the runs from j on fit in the cells from i on. Place n+1 stands for a gap after a
	// run that ends with the line.
	fits := make([][]bool, k+1)
	for j := k; j >= 0; j-- {
		fits[j] = make([]bool, n+2)
		fits[j][n], fits[j][n+1] = j == k, j == k
		for i := n - 1; i >= 0; i-- {
			fits[j][i] = cells[i] != puzzle.Filled && fits[j][i+1] || j < k && roomAt(runs[j], cells, i) && fits[j+1][min(i+runs[j]+1, n+1)]
		}
	}
	starts := make([]int, k)
	i := 0
	for j, run := range runs {
		for i < n && !(roomAt(run, cells, i) && fits[j+1][min(i+run+1, n+1)]) {
			i++
		}
		starts[j] = i
		i += run + 1
	}
	return starts
}

// roomAt reports whether a run may start at cell i, as far as its own cells and the next one tell.
func roomAt(run int, cells []puzzle.Cell, i int) bool {
	end := i + run
	return end <= len(cells) && !slices.Contains(cells[i:end], puzzle.Empty) && (end == len(cells) || cells[end] != puzzle.Filled)
}

// latest returns the latest start of each run; see earliest.
func latest(runs []int, cells []puzzle.Cell) []int {
	runs, cells = backwards(runs), backwards(cells)
	starts := backwards(earliest(runs, cells))
	for j := range starts {
		starts[j] = len(cells) - starts[j] - runs[len(runs)-1-j]
	}
	return starts
}

// backwards returns a reversed copy.
func backwards[T any](s []T) []T {
	s = slices.Clone(s)
	slices.Reverse(s)
	return s
}

// block is a maximal stretch of filled cells, from lo up to but not including hi.
type block struct{ lo, hi int }

// blocks returns all blocks of the line.
func (v *view) blocks() (all []block) {
	for i := 0; i < len(v.cells); i++ {
		if v.cells[i] != puzzle.Filled {
			continue
		}
		lo := i
		for i < len(v.cells) && v.cells[i] == puzzle.Filled {
			i++
		}
		all = append(all, block{lo, i})
	}
	return all
}

// within reports whether run j can lie in the cells from lo up to hi.
func (v *view) within(j, lo, hi int) bool {
	return max(v.first[j], lo) <= min(v.last[j], hi-v.runs[j])
}

// covers reports whether run j can cover the block.
func (v *view) covers(j int, b block) bool {
	return max(v.first[j], b.hi-v.runs[j]) <= min(v.last[j], b.lo)
}

// shortest returns the index of the shortest run that can cover the block, the first of equals; -1
// if no run can. Some run covers each of v's blocks, since the line has an arrangement.
func (v *view) shortest(b block) (run int) {
	run = -1
	for j, length := range v.runs {
		if v.covers(j, b) && (run < 0 || length < v.runs[run]) {
			run = j
		}
	}
	return run
}

// longest returns the index of the longest run that can cover the block, the first of equals; -1 if
// no run can, which is possible only for a block that is not one of v's: see splitting.
func (v *view) longest(b block) (run int) {
	run = -1
	for j, length := range v.runs {
		if v.covers(j, b) && (run < 0 || length > v.runs[run]) {
			run = j
		}
	}
	return run
}

// room returns the stretch in which a block may grow: up to the next spaces or the borders.
func (v *view) room(b block) (lo, hi int) {
	lo, hi = b.lo, b.hi
	for lo > 0 && v.cells[lo-1] != puzzle.Empty {
		lo--
	}
	for hi < len(v.cells) && v.cells[hi] != puzzle.Empty {
		hi++
	}
	return lo, hi
}
