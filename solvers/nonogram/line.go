package nonogram

// known is what is known of a line's cells. No cell is in both sets, and none
// is beyond the end of the line.
type known[M mask] struct{ filled, empty M }

// clear forgets position i.
func (k *known[M]) clear(i int) {
	k.filled[i/64] &^= 1 << (i % 64)
	k.empty[i/64] &^= 1 << (i % 64)
}

// sweep is one pass over a line, from its first cell to its last. It depends on
// nothing to the right, so that a pass over the mirrored line completes it.
type sweep[M mask] struct {
	starts []M // starts[j]: where run j may start, runs before it in place
	gaps   []M // gaps[j]: cells that may be empty with exactly j runs before them
}

func newSweep[M mask](runs int) sweep[M] {
	return sweep[M]{starts: make([]M, runs), gaps: make([]M, runs+1)}
}

// over fills in s for runs in a line of n cells. It reports false when some
// run finds no place.
func (s sweep[M]) over(runs []int, n int, line *known[M]) bool {
	mayFill, mayEmpty := prefix[M](n), prefix[M](n)
	drop(&mayFill, &line.empty)
	drop(&mayEmpty, &line.filled)

	gap := &s.gaps[0]
	*gap = prefix[M](1)
	keep(gap, &mayEmpty)
	flood(gap, &mayEmpty)
	first := uint64(1) // the first run may start without a gap before it
	for j, run := range runs {
		starts := &s.starts[j]
		*starts = mayFill
		narrow(starts, uint(run))
		some := uint64(0)
		for i := range len(*starts) {
			after := lower(&line.filled, i, uint(run)) // no run ends before a filled cell
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

// lineSolver has the working memory to solve lines with up to some number of runs.
type lineSolver[M mask] struct {
	word        *wordSolver
	pair        *pairSolver
	left, right sweep[M]
	back        []int
}

func newLineSolver[M mask](runs int) lineSolver[M] {
	s := lineSolver[M]{word: new(wordSolver)}
	if len(*new(M)) > 1 {
		s.pair = new(pairSolver)
	}
	if len(*new(M)) > 2 {
		s.left, s.right, s.back = newSweep[M](runs), newSweep[M](runs), make([]int, runs)
	}
	return s
}

// newSweeps is a line solver for sweep.
func newSweeps[M mask](clues [][]int) lineSolver[M] {
	most := mostRuns(clues)
	return lineSolver[M]{left: newSweep[M](most), right: newSweep[M](most), back: make([]int, most)}
}

// mostRuns is the number of runs in the line that has most.
func mostRuns(clues [][]int) (most int) {
	for _, runs := range clues {
		most = max(most, len(runs))
	}
	return most
}

// arrange returns what all arrangements of runs in a line of n cells have in
// common, out of those that fit the cells known, and whether there is one. It is
// exact: what it leaves open takes both values. It costs O(runs · log run) mask
// operations.
func (s *lineSolver[M]) arrange(runs []int, n int, line known[M]) (_ known[M], ok bool) {
	switch {
	case n <= 64:
		line.filled[0], line.empty[0], ok = s.word.arrange(runs, n, line.filled[0], line.empty[0])
		return line, ok
	case n <= 128:
		second := min(1, len(line.filled)-1) // as a constant it would not compile for masks of one word
		filled, empty, ok := s.pair.arrange(runs, n, pair{line.filled[0], line.filled[second]}, pair{line.empty[0], line.empty[second]})
		line.filled[0], line.filled[second] = filled.lo, filled.hi
		line.empty[0], line.empty[second] = empty.lo, empty.hi
		return line, ok
	}
	return s.wide(runs, n, line)
}

// wide is arrange for lines of any length, and for solvers of more than 128 cells.
//
// A run may start where the pass from the left lets it, if the pass from the right
// allows a gap after it. A cell may be filled where such a run covers it, and may be
// empty where both passes allow a gap with j runs to the left and the others to the
// right.
func (s *lineSolver[M]) wide(runs []int, n int, line known[M]) (_ known[M], ok bool) {
	k := len(runs)
	if !s.sweep(runs, n, line) {
		return line, false
	}

	var mayFill M
	after := mirrored(&s.right.gaps[0], n)
	mayEmpty := after
	keep(&mayEmpty, &s.left.gaps[k])
	for j := k - 1; j >= 0; j-- {
		run := runs[j]
		down(&after, uint(run))
		if end := n - run; j == k-1 { // the last run may end with the line
			after[end/64] |= 1 << (end % 64)
		}
		keep(&after, &s.left.starts[j])
		widen(&after, uint(run))
		add(&mayFill, &after)
		after = mirrored(&s.right.gaps[k-j], n)
		gap := after
		keep(&gap, &s.left.gaps[j])
		add(&mayEmpty, &gap)
	}
	all := prefix[M](n)
	missing := without(without(all, mayFill), mayEmpty)
	if missing != *new(M) {
		return line, false
	}
	return known[M]{filled: without(all, mayEmpty), empty: without(all, mayFill)}, true
}

// sweep fills in left and right. It reports false when some run finds no place.
func (s *lineSolver[M]) sweep(runs []int, n int, line known[M]) bool {
	k := len(runs)
	back := s.back[:k]
	for j, run := range runs {
		back[k-1-j] = run
	}
	reversed := known[M]{mirrored(&line.filled, n), mirrored(&line.empty, n)}
	return s.left.over(runs, n, &line) && s.right.over(back, n, &reversed)
}

// extent is where a run may start.
type extent struct{ first, last int }

// extents tells where each run may start at first with those before it in place, and at
// last with those after it. It reports false when some run finds no place.
func (s *lineSolver[M]) extents(runs []int, n int, line known[M], extents []extent) bool {
	if !s.sweep(runs, n, line) {
		return false
	}
	for j, run := range runs {
		last := n - run - lowest(&s.right.starts[len(runs)-1-j])
		extents[j] = extent{lowest(&s.left.starts[j]), last}
	}
	return true
}
