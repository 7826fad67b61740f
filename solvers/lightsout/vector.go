package lightsout

import "math/bits"

// vector is a vector over GF(2), with 64 coordinates in a word.
type vector []uint64

func newVector(n int) vector { return make(vector, (n+63)/64) }

func (v vector) flip(i int) { v[i/64] ^= 1 << (i % 64) }

// set makes coordinate i one, or zero.
func (v vector) set(i int, one bool) {
	if v[i/64] &^= 1 << (i % 64); one {
		v.flip(i)
	}
}

// ones yields the coordinates that are one.
func (v vector) ones(yield func(int) bool) {
	for i, word := range v {
		for ; word != 0; word &= word - 1 {
			if !yield(64*i + bits.TrailingZeros64(word)) {
				return
			}
		}
	}
}
