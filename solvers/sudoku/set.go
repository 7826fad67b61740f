package sudoku

import (
	"iter"
	"math/bits"
)

// A set holds cells: bit i%64 of word i/64 is cell i.
type set [2]uint64

// setOf returns a set of cells.
func setOf(cells ...int) (s set) {
	for _, i := range cells {
		s[i>>6] |= 1 << (i & 63)
	}
	return s
}

// has reports whether the set has cell i.
func (s set) has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }

// and returns the cells of both sets.
func (s set) and(t set) set { return set{s[0] & t[0], s[1] & t[1]} }

// or returns the cells of either set.
func (s set) or(t set) set { return set{s[0] | t[0], s[1] | t[1]} }

// without returns the cells of s that t lacks.
func (s set) without(t set) set { return set{s[0] &^ t[0], s[1] &^ t[1]} }

// empty reports whether the set has no cell.
func (s set) empty() bool { return s[0]|s[1] == 0 }

// count returns the number of cells.
func (s set) count() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// single reports whether the set has exactly one cell.
func (s set) single() bool {
	return s[0] != 0 && s[0]&(s[0]-1) == 0 && s[1] == 0 || s[0] == 0 && s[1] != 0 && s[1]&(s[1]-1) == 0
}

// first returns the first cell; 128 for an empty set.
func (s set) first() int {
	if s[0] != 0 {
		return bits.TrailingZeros64(s[0])
	}
	return 64 + bits.TrailingZeros64(s[1])
}

// within reports whether all cells of s are cells of t.
func (s set) within(t set) bool { return s.without(t).empty() }

// cells yields the cells in rising order.
func (s set) cells() iter.Seq[int] {
	return func(yield func(int) bool) {
		for k, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(k<<6 + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

// list returns the cells in rising order.
func (s set) list() (all []int) {
	for i := range s.cells() {
		all = append(all, i)
	}
	return all
}
