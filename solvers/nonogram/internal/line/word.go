package line

import "math/bits"

// WordSolver is the line solver for lines of at most 64 cells: the passes of sweep and Wide in
// registers. Both passes go through one loop, so that the processor works on the two of them at
// once. That makes a line three times as fast as in masks of any size.
type WordSolver struct {
	starts [33]uint64 // as in sweep, from the left
	gaps   [33]uint64
	right  [33]uint64 // right[j]: cells that may be empty with the runs from j on to their right, mirrored

	room, roomBack widths
}

// Arrange arranges a line of n cells, 1 ≤ n ≤ 64; see LineSolver.Arrange. filled and empty are the
// known cells. mustFill and mustEmpty are the cells common to all arrangements, the known ones
// included; they mean nothing when ok is false.
//
// Here and below, & 63, & 31 and & 7 change no value. They show the compiler that a shift is below
// 64 and an index inside its array, so that it leaves out the checks.
func (s *WordSolver) Arrange(runs []int, n int, filled, empty uint64) (mustFill, mustEmpty uint64, ok bool) {
	all := ^uint64(0) >> (64 - uint(n)&127) // the lowest n bits; &127 changes no n up to 64
	k := len(runs)
	if k == 0 {
		return 0, all, filled == 0
	}
	if k == 1 && runs[0] == n { // the only run that can have 64 cells: every shift below is less than 64
		return all, 0, empty == 0
	}
	if 2*k > n+1 { // k runs need k-1 gaps; also, the arrays have room for 32 runs
		return 0, 0, false
	}

	// Mirrored, cell i is bit 63-i: the last cell of the line, n-1, is bit 64-n.
	mayFill, mayEmpty := all&^empty, all&^filled
	fillBack, emptyBack, filledBack := bits.Reverse64(mayFill), bits.Reverse64(mayEmpty), bits.Reverse64(filled)
	first, last := uint64(1), uint64(1)<<(uint(64-n)&63) // the outermost runs need no gap before them
	s.room.powers(mayFill)
	s.roomBack.powers(fillBack)
	gap := flooded(mayEmpty&first, mayEmpty)
	gapBack := flooded(emptyBack&last, emptyBack)
	s.gaps[0], s.right[k] = gap, gapBack
	for j, run := range runs {
		starts := s.room.narrowed(run) & (gap<<1 | first) &^ (filled >> (uint(run) & 63))
		first = 0
		gap = flooded(starts<<(uint(run)&63)&mayEmpty, mayEmpty)
		s.starts[j&31] = starts
		s.gaps[j+1] = gap

		i := k - 1 - j
		run = runs[i]
		ends := s.roomBack.narrowed(run) & (gapBack<<1 | last) &^ (filledBack >> (uint(run) & 63))
		last = 0
		gapBack = flooded(ends<<(uint(run)&63)&emptyBack, emptyBack)
		s.right[i&31] = gapBack
		if starts == 0 || ends == 0 {
			return 0, 0, false
		}
	}

	after := bits.Reverse64(s.right[k])
	canEmpty := s.gaps[k] & after
	var covered widths
	beyond := uint64(1) << (uint(n-runs[k-1]) & 63) // the last run may end with the line
	for j := k - 1; j >= 0; j-- {
		run := uint(runs[j]) & 63
		starts := s.starts[j&31] & (after>>run | beyond)
		beyond = 0
		covered.add(starts, runs[j])
		after = bits.Reverse64(s.right[j&31])
		canEmpty |= s.gaps[j&31] & after
	}
	canFill := covered.widened()
	return all &^ canEmpty, all &^ canFill, canFill|canEmpty == all
}

// Fits reports whether the runs can be arranged in a line of n cells, 1 ≤ n ≤ 64, so that the cells
// in filled are filled and those in empty are empty. It makes only Arrange's pass from the left.
func (s *WordSolver) Fits(runs []int, n int, filled, empty uint64) bool {
	all := ^uint64(0) >> (64 - uint(n)&127) // the lowest n bits, as in Arrange
	k := len(runs)
	if k == 0 {
		return filled == 0
	}
	if k == 1 && runs[0] == n { // a run of 64 cells would be shifted by 64 & 63, which is 0
		return empty == 0
	}
	mayEmpty := all &^ filled
	s.room.powers(all &^ empty)
	first := uint64(1) // the first run may start without a gap before it
	gap := flooded(mayEmpty&first, mayEmpty)
	starts := uint64(0)
	for _, run := range runs {
		starts = s.room.narrowed(run) & (gap<<1 | first) &^ (filled >> (uint(run) & 63))
		if starts == 0 {
			return false
		}
		first = 0
		gap = flooded(starts<<(uint(run)&63)&mayEmpty, mayEmpty)
	}
	// Either the last cell is in the gap after all runs, or the last run ends with the line.
	return gap>>(uint(n-1)&63)&1 == 1 || starts>>(uint(n-runs[k-1])&63)&1 == 1
}

// flooded returns seeds, and the open cells that can be reached from a seed by walking up through
// open cells; flood of mask.go explains the addition.
func flooded(seeds, open uint64) uint64 { return ((open+seeds)^open)&open | seeds }

// widths holds a set of cells for each of the widths 1, 2, 4 … 32, by the logarithm of the width.
// It replaces the loops of narrow and widen, whose ends the processor cannot foresee. A run of n
// cells is covered by two stretches as long as the greatest power of two up to n, the second moved
// to the run's end. The sets are computed once a line. Places 6 and 7 are not used: with eight
// places an index & 7 needs no check.
type widths [8]uint64

// powers sets w to the cells where 1, 2, 4 … 32 consecutive cells of the set a start.
func (w *widths) powers(a uint64) {
	w[0] = a
	a &= a >> 1
	w[1] = a
	a &= a >> 2
	w[2] = a
	a &= a >> 4
	w[3] = a
	a &= a >> 8
	w[4] = a
	w[5] = a & (a >> 16)
}

// narrowed returns the cells where n consecutive cells of the set given to powers start, 1 ≤ n <
// 64.
func (w *widths) narrowed(n int) uint64 {
	power := uint(bits.Len64(uint64(n))-1) & 7
	fit := w[power]
	return fit & (fit >> ((uint(n) - 1<<power) & 63))
}

// add notes each cell of a with the n-1 cells after it, 1 ≤ n < 64: as two stretches whose length is
// a power of two. widened returns the cells noted. Before the first call w must be zero.
func (w *widths) add(a uint64, n int) {
	power := uint(bits.Len64(uint64(n))-1) & 7
	w[power] |= a | a<<((uint(n)-1<<power)&63)
}

// widened returns all cells that add noted. From the widest stretches down, each stretch becomes
// two of half its width.
func (w *widths) widened() uint64 {
	a := w[5]
	a = w[4] | a | a<<16
	a = w[3] | a | a<<8
	a = w[2] | a | a<<4
	a = w[1] | a | a<<2
	return w[0] | a | a<<1
}
