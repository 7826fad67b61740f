package cardflip

import "math/bits"

// mexer computes one value after the other by the sparse space phenomenon.
//
// Let a mask divide the numbers in two: x is rare if x and the mask have an even
// number of bits in common, and common if an odd number. The xor of two numbers
// of the same kind is then rare, that of two of different kinds common. In most
// octal games some mask makes nearly all values common, hence the names. So few
// options of a run are common numbers: one of the two runs that such a move leaves
// has a rare value, and runs with rare values are listed.
//
// The value of a run is the least number that is not an option. mexer looks at all
// common options, which yields the least common number c that is not an option.
// Then it looks at pairs of runs until it has seen that every rare number below c is
// an option; the value is then c. That is soon, as most pairs are of common values.
// If it has looked at all pairs before, the value is the least rare number not seen.
// The mask decides only how long this takes: no value rests on a guess.
type mexer struct {
	game Game
	*Values

	mask   uint32
	rare   []int32     // all n ≥ 1 for which G(n) is rare
	values []uint32    // G(n) for each n in rare
	kinds  [2][]uint32 // the rare numbers and the common ones below len(seen)
	seen   []uint32    // seen[v] is the last n for which option v was seen
	looked int         // number of options looked at so far
}

// kind returns 0 for a rare number, 1 for a common one.
func (m *mexer) kind(v uint32) int { return bits.OnesCount32(v&m.mask) & 1 }

// next computes the value of the shortest run that has none yet, and adds it to the values. The
// comment on mexer gives the argument.
func (m *mexer) next() {
	n := len(m.g)
	if n == 0 {
		m.append(0)
		return
	}
	m.single(n)
	m.withRare(n)
	common := uint32(len(m.seen)) // more than any option
	for _, v := range m.kinds[1] {
		if m.seen[v] != uint32(n) {
			common = v
			break
		}
	}
	const block = 32 // lengths of the shorter run that are looked at before the next check
	k, rare := 0, m.kinds[0]
	for from := 1; ; from += block {
		// All rare numbers before rare[k] are options.
		for k < len(rare) && rare[k] < common && m.seen[rare[k]] == uint32(n) {
			k++
		}
		if k == len(rare) || rare[k] > common {
			m.append(common)
			return
		}
		if from > n/2 { // all pairs were looked at
			m.append(rare[k])
			return
		}
		m.pairs(n, from, from+block)
	}
}

// single marks as seen the options that leave no run or one run of a run of n.
func (m *mexer) single(n int) {
	for take, digit := range m.game {
		switch rest := n - take; {
		case rest == 0 && digit&leavesNone != 0:
			m.seen[0] = uint32(n)
		case rest > 0 && digit&leavesOne != 0:
			m.seen[m.g[rest]] = uint32(n)
		}
	}
}

// withRare marks as seen the options that leave two runs of a run of n, at least one of
// them of rare value. It adds their number to looked.
func (m *mexer) withRare(n int) {
	seen := m.seen
	for take, digit := range m.game {
		rest := n - take
		if digit&leavesTwo == 0 || rest < 2 {
			continue
		}
		g := m.g[:rest] // the other run is not empty, so each of the two is shorter than rest
		rare := m.rare
		for len(rare) > 0 && int(rare[len(rare)-1]) >= rest {
			rare = rare[:len(rare)-1]
		}
		values := m.values[:len(rare)]
		for i, r := range rare {
			seen[values[i]^g[rest-int(r)]] = uint32(n)
		}
		m.looked += len(rare)
	}
}

// pairs marks as seen the options that leave two runs of a run of n, the shorter one with
// at least from and less than to cards. It adds their number to looked.
func (m *mexer) pairs(n, from, to int) {
	seen := m.seen
	for take, digit := range m.game {
		rest := n - take
		to := min(to, rest/2+1)
		if digit&leavesTwo == 0 || from >= to {
			continue
		}
		g := m.g[:rest]
		for left := from; left < to; left++ {
			seen[g[left]^g[rest-left]] = uint32(n)
		}
		m.looked += to - from
	}
}

// append adds the value of the next run. It lists the run if the value is rare, and makes seen
// and kinds longer if the value needs that.
func (m *mexer) append(value uint32) {
	m.g = append(m.g, value)
	m.listIfRare(len(m.g) - 1)
	// The xor of any two values is in the lower half of the numbers below len(seen).
	// Unless all numbers are rare, the upper half has common ones that are not options.
	for len(m.seen) < 2<<bits.Len32(value) {
		v := uint32(len(m.seen))
		m.kinds[m.kind(v)] = append(m.kinds[m.kind(v)], v)
		m.seen = append(m.seen, 0)
	}
}

// listIfRare adds n to the list of rare runs if its value is rare.
func (m *mexer) listIfRare(n int) {
	if v := m.g[n]; n > 0 && m.kind(v) == 0 {
		m.rare, m.values = append(m.rare, int32(n)), append(m.values, v)
	}
}

// chooseMask changes to the mask that makes the fewest of the values rare, and lists the rare
// runs and the kinds of numbers anew. It keeps the present mask if no other is better. Term
// number x of the Walsh-Hadamard transform of the values' frequencies is the number of rare
// values less that of common ones under mask x, so the mask to take has the least term.
func (m *mexer) chooseMask() {
	more := make([]int32, len(m.seen)) // by value, its frequency; in the end by mask, how many more values are rare than common
	for _, v := range m.g {
		more[v]++
	}
	for half := 1; half < len(more); half *= 2 {
		for i := range more {
			if i&half == 0 {
				more[i], more[i|half] = more[i]+more[i|half], more[i]-more[i|half]
			}
		}
	}
	best := m.mask
	for mask, n := range more {
		if n < more[best] {
			best = uint32(mask)
		}
	}
	if best == m.mask {
		return
	}
	m.mask, m.rare, m.values = best, m.rare[:0], m.values[:0]
	for n := range m.g {
		m.listIfRare(n)
	}
	m.kinds = [2][]uint32{}
	for v := range uint32(len(m.seen)) {
		m.kinds[m.kind(v)] = append(m.kinds[m.kind(v)], v)
	}
}
