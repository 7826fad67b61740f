package kakuro

import (
	"math/bits"
	"slices"
	"testing"
)

// digitSet returns the mask of the digits written in s.
func digitSet(s string) (mask uint16) {
	for _, d := range s {
		mask |= 1 << (d - '0')
	}
	return mask
}

func TestCombinationsOfThePaper(t *testing.T) {
	total := 0
	for length := 2; length <= 9; length++ {
		for sum := range 60 {
			total += len(Combinations(length, sum))
		}
	}
	if total != 502 {
		t.Errorf("%d combinations in all, the paper counts 502", total)
	}
	pairs := 0
	for sum := 3; sum <= 17; sum++ {
		n := len(Combinations(2, sum))
		if n == 0 {
			t.Errorf("no pair for %d", sum)
		}
		pairs += n
	}
	if pairs != 36 {
		t.Errorf("%d pairs, the paper counts 36", pairs)
	}
	if got := Combinations(2, 16); !slices.Equal(got, []uint16{digitSet("79")}) {
		t.Errorf("16 in 2: %b, the paper has 79 only", got)
	}
	if got := len(Combinations(5, 25)); got != 12 {
		t.Errorf("25 in 5: %d sets, the paper has 12", got)
	}
}

func TestSumRanges(t *testing.T) {
	ranges := map[int][2]int{
		1: {1, 9}, 2: {3, 17}, 3: {6, 24}, 4: {10, 30}, 5: {15, 35},
		6: {21, 39}, 7: {28, 42}, 8: {36, 44}, 9: {45, 45},
	}
	for length := -1; length <= 11; length++ {
		for sum := -1; sum <= 60; sum++ {
			r, ok := ranges[length]
			possible := ok && sum >= r[0] && sum <= r[1]
			if got := Combinations(length, sum) != nil; got != possible {
				t.Errorf("%d in %d: has combinations %v, want %v", sum, length, got, possible)
			}
			if got := magicRule(length, sum) == allDigits; got == possible {
				t.Errorf("%d in %d: magic rule strikes everything %v", sum, length, got)
			}
		}
	}
}

// magicRule returns the digits that no set of length digits with the given sum
// uses, as a bit mask: what the table of magic rules in the MRCDA paper strikes.
func magicRule(length, sum int) uint16 {
	if sum < 1 {
		return allDigits
	}
	return allDigits &^ combosOf(length, sum).union
}

func TestMagicRule(t *testing.T) {
	for _, rule := range []struct {
		length, sum int
		struck      string
	}{
		{2, 3, "3456789"}, {2, 4, "2456789"}, {2, 10, "5"}, {2, 17, "1234567"},
		{3, 6, "456789"}, {3, 7, "356789"}, {3, 23, "123457"},
		{4, 12, "789"}, {4, 28, "123"}, {5, 15, "6789"}, {5, 25, ""},
		{8, 37, "8"}, {8, 44, "1"}, {9, 45, ""},
	} {
		if got := magicRule(rule.length, rule.sum); got != digitSet(rule.struck) {
			t.Errorf("%d in %d: strikes %010b, want the digits %q", rule.sum, rule.length, got, rule.struck)
		}
	}
}

// Ten minus each digit turns the sets for a sum into those for the sum's
// complement.
func TestCombinationsComplement(t *testing.T) {
	for length := 1; length <= 9; length++ {
		for sum := 1; sum <= 45; sum++ {
			var mirrored []uint16
			for _, set := range Combinations(length, 10*length-sum) {
				mirrored = append(mirrored, bits.Reverse16(set)>>5)
			}
			slices.Sort(mirrored)
			if got := Combinations(length, sum); !slices.Equal(got, mirrored) {
				t.Errorf("%d in %d: %v, mirrored %v", sum, length, got, mirrored)
			}
		}
	}
}

func TestCombinationsAreTheCallers(t *testing.T) {
	Combinations(2, 16)[0] = 0
	if Combinations(2, 16)[0] == 0 {
		t.Error("writing to the result changed the table")
	}
}
