package line

import "math/bits"

// Mask is a set of positions of one line, bit i for position i, in as many words as the longest
// line of the puzzle needs. Every size is compiled from this one source. The positions are the
// line's cells; in colours they are the cells of one shade after those of another.
//
// Functions work on masks in place: otherwise arrays of several words would be copied at every
// step, which costs four times the work itself.
type Mask interface {
	[1]uint64 | [2]uint64 | [4]uint64 | [8]uint64 | [16]uint64 | [64]uint64
}

// Prefix returns the set of the first n cells.
func Prefix[M Mask](n int) (m M) {
	for i := range n / 64 {
		m[i] = ^uint64(0)
	}
	if n%64 > 0 {
		m[n/64] = 1<<(n%64) - 1
	}
	return m
}

// Keep removes from a all cells that are not in b.
func Keep[M Mask](a, b *M) {
	for i := range len(*a) {
		(*a)[i] &= (*b)[i]
	}
}

// Add adds all cells of b to a.
func Add[M Mask](a, b *M) {
	for i := range len(*a) {
		(*a)[i] |= (*b)[i]
	}
}

// Drop removes all cells of b from a.
func Drop[M Mask](a, b *M) {
	for i := range len(*a) {
		(*a)[i] &^= (*b)[i]
	}
}

// Without returns the cells of a that are not in b.
func Without[M Mask](a, b M) M {
	Drop(&a, &b)
	return a
}

// upper returns word i of m moved n cells towards the end of the line.
func upper[M Mask](m *M, i int, n uint) (word uint64) {
	i -= int(n / 64)
	if i >= 0 {
		word = (*m)[i] << (n % 64)
	}
	if i >= 1 {
		word |= (*m)[i-1] >> 1 >> (63 - n%64) // nothing if n%64 is 0
	}
	return word
}

// lower returns word i of m moved n cells towards the start of the line.
func lower[M Mask](m *M, i int, n uint) (word uint64) {
	i += int(n / 64)
	if i < len(*m) {
		word = (*m)[i] >> (n % 64)
	}
	if i+1 < len(*m) {
		word |= (*m)[i+1] << 1 << (63 - n%64)
	}
	return word
}

// Down moves every cell of m n places towards the start of the line.
func Down[M Mask](m *M, n uint) {
	for i := range len(*m) {
		(*m)[i] = lower(m, i, n)
	}
}

// Mirrored returns a with cell i and cell n-1-i of a line of n cells exchanged.
func Mirrored[M Mask](a *M, n int) (m M) {
	for i := range len(*a) {
		m[len(*a)-1-i] = bits.Reverse64((*a)[i])
	}
	Down(&m, uint(64*len(m)-n))
	return m
}

// flood adds to seeds the open cells that can be reached from a seed by walking up through open
// cells. All seeds are open. One addition does it: added to the open cells, a seed carries through
// the rest of its stretch and flips it.
func flood[M Mask](seeds, open *M) {
	var carry, sum uint64
	for i := range len(*seeds) {
		sum, carry = bits.Add64((*open)[i], (*seeds)[i], carry)
		(*seeds)[i] |= (sum ^ (*open)[i]) & (*open)[i]
	}
}

// narrow leaves in a the cells where n consecutive cells of a start.
func narrow[M Mask](a *M, n uint) {
	for have := uint(1); have < n; {
		step := min(have, n-have)
		for i := range len(*a) {
			(*a)[i] &= lower(a, i, step)
		}
		have += step
	}
}

// widen adds to a the n-1 cells after each cell of a.
func widen[M Mask](a *M, n uint) {
	for have := uint(1); have < n; {
		step := min(have, n-have)
		for i := len(*a) - 1; i >= 0; i-- {
			(*a)[i] |= upper(a, i, step)
		}
		have += step
	}
}

// lowest returns the first cell of a set that is not empty.
func lowest[M Mask](a *M) int {
	i := 0
	for (*a)[i] == 0 {
		i++
	}
	return 64*i + bits.TrailingZeros64((*a)[i])
}

// Each calls f with every cell of a, in order.
func Each[M Mask](a M, f func(cell int)) {
	for i := range len(a) {
		for w := a[i]; w != 0; w &= w - 1 {
			f(64*i + bits.TrailingZeros64(w))
		}
	}
}

// Size returns the number of cells in a.
func Size[M Mask](a *M) (n int) {
	for i := range len(*a) {
		n += bits.OnesCount64((*a)[i])
	}
	return n
}
