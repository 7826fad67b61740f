package kakuro

import (
	"math/bits"
	"slices"
	"sync"
)

// allDigits has the bits 1 to 9: every digit a white cell can hold.
const allDigits uint16 = 0x3fe

const (
	maxLen = 9  // digits differ within an entry
	maxSum = 45 // 1 + 2 + … + 9
)

// Combinations returns the sets of length different digits that add up to sum,
// as bit masks (bit d is digit d), in ascending order of the masks; nil where
// there is none. The lengths 2 to 9 have 502 sets in all, as the paper counts.
// The caller owns the slice.
func Combinations(length, sum int) []uint16 {
	if sum < 1 {
		return nil
	}
	return slices.Clone(combosOf(length, sum).sets)
}

// sumRange returns the least and the greatest sum of length different digits.
func sumRange(length int) (least, most int) {
	return length * (length + 1) / 2, length * (19 - length) / 2
}

// combos holds all that the length and the sum of an entry say by themselves.
type combos struct {
	sum   int      // 0 for any
	sets  []uint16 // ascending
	union uint16
}

// combosOf returns the combinations of a length and a sum; a sum of 0 stands
// for no clue, where any different digits do.
func combosOf(length, sum int) *combos {
	if length < 1 || length > maxLen || sum < 0 || sum > maxSum {
		return &combos{}
	}
	return &comboTable()[length][sum]
}

var comboTable = sync.OnceValue(tabulate)

// tabulate returns the combinations of all lengths and sums.
func tabulate() *[maxLen + 1][maxSum + 1]combos {
	var table [maxLen + 1][maxSum + 1]combos
	for length := range table {
		for sum := range table[length] {
			table[length][sum].sum = sum
		}
	}
	for set := uint16(2); set <= allDigits; set += 2 { // all masks with a digit, and bit 0 clear
		length, sum := bits.OnesCount16(set), 0
		for d := range digits(set) {
			sum += d
		}
		table[length][0].add(set)
		table[length][sum].add(set)
	}
	return &table
}

// add adds a set of digits to the combinations.
func (c *combos) add(set uint16) {
	c.sets = append(c.sets, set)
	c.union |= set
}

// digits yields the digits of a mask in ascending order.
func digits(mask uint16) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for ; mask != 0; mask &= mask - 1 {
			if !yield(bits.TrailingZeros16(mask)) {
				return
			}
		}
	}
}

// single reports whether a mask holds exactly one digit.
func single(mask uint16) bool { return mask != 0 && mask&(mask-1) == 0 }
