package teach

import (
	"slices"

	"kibitz/solvers/nonogram/internal/puzzle"
)

// view is a line as rules look at it. The line has an arrangement.
type view struct {
	runs        []int
	cells       []puzzle.Cell
	first, last []int // where each run starts at the earliest and at the latest

	painted *paintedView // in colours, where the cells are positions of a line
}

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

// earliest returns the starts of runs, each as early as it can be in any arrangement that
// fits. They fit together: of two arrangements, the earlier place of every run is
// one as well.
func earliest(runs []int, cells []puzzle.Cell) []int {
	n, k := len(cells), len(runs)
	// fits[j][i]: runs from j on fit in the cells from i on.
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

// roomAt reports whether a run may start at cell i, as far as its own cells and the next say.
func roomAt(run int, cells []puzzle.Cell, i int) bool {
	end := i + run
	return end <= len(cells) && !slices.Contains(cells[i:end], puzzle.Empty) && (end == len(cells) || cells[end] != puzzle.Filled)
}

// latest is like earliest, in the mirror.
func latest(runs []int, cells []puzzle.Cell) []int {
	runs, cells = backwards(runs), backwards(cells)
	starts := backwards(earliest(runs, cells))
	for j := range starts {
		starts[j] = len(cells) - starts[j] - runs[len(runs)-1-j]
	}
	return starts
}

func backwards[T any](s []T) []T {
	s = slices.Clone(s)
	slices.Reverse(s)
	return s
}

// block is a stretch of filled cells with none beside it, from lo up to hi.
type block struct{ lo, hi int }

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

// within reports whether run j can lie within cells lo to hi.
func (v *view) within(j, lo, hi int) bool {
	return max(v.first[j], lo) <= min(v.last[j], hi-v.runs[j])
}

// covers reports whether run j can cover the block.
func (v *view) covers(j int, b block) bool {
	return max(v.first[j], b.hi-v.runs[j]) <= min(v.last[j], b.lo)
}

// shortest and longest are the runs of that kind that can cover the block, or -1.
func (v *view) shortest(b block) (run int) {
	run = -1
	for j, length := range v.runs {
		if v.covers(j, b) && (run < 0 || length < v.runs[run]) {
			run = j
		}
	}
	return run
}

func (v *view) longest(b block) (run int) {
	run = -1
	for j, length := range v.runs {
		if v.covers(j, b) && (run < 0 || length > v.runs[run]) {
			run = j
		}
	}
	return run
}

// room returns how far a block may spread: to the next spaces or the borders.
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
