// Package line solves one line exactly, in black and white and in colours, as words of bits.
package line

// Known holds the known cells of a line. No cell is in both sets, and none is beyond the end of the
// line.
type Known[M Mask] struct{ Filled, Empty M }

// Clear forgets position i.
func (k *Known[M]) Clear(i int) {
	k.Filled[i/64] &^= 1 << (i % 64)
	k.Empty[i/64] &^= 1 << (i % 64)
}

// sweep is one pass over a line, from its first cell to its last. It depends on nothing to the
// right, so that a pass over the mirrored line completes it.
type sweep[M Mask] struct {
	Starts []M // Starts[j]: the cells where run j may start, with the runs before it placed
	gaps   []M // gaps[j]: the cells that may be empty with exactly j runs before them
}

// NewSweep returns a sweep with room for a number of runs.
func NewSweep[M Mask](runs int) sweep[M] {
	return sweep[M]{Starts: make([]M, runs), gaps: make([]M, runs+1)}
}

// fill computes the sweep for runs in a line of n cells. It reports false when some run finds no
// place.
func (s sweep[M]) fill(runs []int, n int, line *Known[M]) bool {
	mayFill, mayEmpty := Prefix[M](n), Prefix[M](n)
	Drop(&mayFill, &line.Empty)
	Drop(&mayEmpty, &line.Filled)

	gap := &s.gaps[0]
	*gap = Prefix[M](1)
	Keep(gap, &mayEmpty)
	flood(gap, &mayEmpty)
	first := uint64(1) // the first run may start without a gap before it
	for j, run := range runs {
		starts := &s.Starts[j]
		*starts = mayFill
		narrow(starts, uint(run))
		some := uint64(0)
		for i := range len(*starts) {
			after := lower(&line.Filled, i, uint(run)) // no run ends before a filled cell
			(*starts)[i] &= (upper(gap, i, 1) | first) &^ after
			first = 0
			some |= (*starts)[i]
		}
		if some == 0 {
			return false
		}
		gap = &s.gaps[j+1]
		for i := range len(*gap) {
			(*gap)[i] = upper(starts, i, uint(run)) & mayEmpty[i]
		}
		flood(gap, &mayEmpty)
	}
	return true
}

// LineSolver solves lines with up to some number of runs. It holds the working memory: word for
// lines of up to 64 cells, pair for up to 128, and the sweeps with Back, the runs backwards, for
// longer ones.
type LineSolver[M Mask] struct {
	word        *WordSolver
	pair        *pairSolver
	Left, Right sweep[M]
	Back        []int
}

// NewLineSolver returns a solver for lines that masks M hold, with up to a number of runs. It makes
// only the parts that lines of that length need.
func NewLineSolver[M Mask](runs int) LineSolver[M] {
	s := LineSolver[M]{word: new(WordSolver)}
	if len(*new(M)) > 1 {
		s.pair = new(pairSolver)
	}
	if len(*new(M)) > 2 {
		s.Left, s.Right, s.Back = NewSweep[M](runs), NewSweep[M](runs), make([]int, runs)
	}
	return s
}

// NewSweeps returns a LineSolver for Wide and Extents alone, for lines of any length.
func NewSweeps[M Mask](clues [][]int) LineSolver[M] {
	most := MostRuns(clues)
	return LineSolver[M]{Left: NewSweep[M](most), Right: NewSweep[M](most), Back: make([]int, most)}
}

// MostRuns returns the number of runs in the line that has most of them.
func MostRuns(clues [][]int) (most int) {
	for _, runs := range clues {
		most = max(most, len(runs))
	}
	return most
}

// Arrange returns the cells common to all arrangements of runs in a line of n cells that fit the
// known cells. It reports false if there is no arrangement. It is exact: each cell left open is
// filled in some arrangement and empty in another. It costs O(runs · log run) mask operations.
func (s *LineSolver[M]) Arrange(runs []int, n int, line Known[M]) (_ Known[M], ok bool) {
	switch {
	case n <= 64:
		line.Filled[0], line.Empty[0], ok = s.word.Arrange(runs, n, line.Filled[0], line.Empty[0])
		return line, ok
	case n <= 128:
		second := min(1, len(line.Filled)-1) // as a constant it would not compile for masks of one word
		filled, empty, ok := s.pair.arrange(runs, n, pair{line.Filled[0], line.Filled[second]}, pair{line.Empty[0], line.Empty[second]})
		line.Filled[0], line.Filled[second] = filled.lo, filled.hi
		line.Empty[0], line.Empty[second] = empty.lo, empty.hi
		return line, ok
	}
	return s.Wide(runs, n, line)
}

// Wide arranges lines of any length; Arrange uses it beyond 128 cells.
//
// A run may start where the pass from the left allows it, if the pass from the right allows a gap
// after it. A cell may be filled if such a run covers it. It may be empty if for some j one pass
// allows a gap there with j runs to the left, and the other with the remaining runs to the right.
func (s *LineSolver[M]) Wide(runs []int, n int, line Known[M]) (_ Known[M], ok bool) {
	k := len(runs)
	if !s.sweep(runs, n, line) {
		return line, false
	}

	var mayFill M
	after := Mirrored(&s.Right.gaps[0], n)
	mayEmpty := after
	Keep(&mayEmpty, &s.Left.gaps[k])
	for j := k - 1; j >= 0; j-- {
		run := runs[j]
		Down(&after, uint(run))
		if end := n - run; j == k-1 { // the last run may end with the line
			after[end/64] |= 1 << (end % 64)
		}
		Keep(&after, &s.Left.Starts[j])
		widen(&after, uint(run))
		Add(&mayFill, &after)
		after = Mirrored(&s.Right.gaps[k-j], n)
		gap := after
		Keep(&gap, &s.Left.gaps[j])
		Add(&mayEmpty, &gap)
	}
	all := Prefix[M](n)
	missing := Without(Without(all, mayFill), mayEmpty)
	if missing != *new(M) {
		return line, false
	}
	return Known[M]{Filled: Without(all, mayEmpty), Empty: Without(all, mayFill)}, true
}

// sweep computes Left and Right. It reports false when some run finds no place.
func (s *LineSolver[M]) sweep(runs []int, n int, line Known[M]) bool {
	k := len(runs)
	back := s.Back[:k]
	for j, run := range runs {
		back[k-1-j] = run
	}
	reversed := Known[M]{Mirrored(&line.Filled, n), Mirrored(&line.Empty, n)}
	return s.Left.fill(runs, n, &line) && s.Right.fill(back, n, &reversed)
}

// Extent holds the first and the last cell where a run may start.
type Extent struct{ First, Last int }

// Extents sets the extent of each run: First with the runs before it placed, Last with those after
// it. It reports false when some run finds no place.
func (s *LineSolver[M]) Extents(runs []int, n int, line Known[M], extents []Extent) bool {
	if !s.sweep(runs, n, line) {
		return false
	}
	for j, run := range runs {
		last := n - run - lowest(&s.Right.Starts[len(runs)-1-j])
		extents[j] = Extent{lowest(&s.Left.Starts[j]), last}
	}
	return true
}
