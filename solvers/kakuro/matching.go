package kakuro

import "math/bits"

// match narrows the candidates of any number of open cells, one or more, beside cells with the
// digits used. In a filling, the cells are matched with the digits of some combination. So match
// takes the combinations that have all of used in turn, and keeps for each cell the digits that
// any complete matching gives it. It returns false if there is no filling.
func (c *combos) match(used uint16, open []uint16) bool {
	var m matching
	for _, set := range c.sets {
		if used&^set == 0 && m.restrict(open, set&^used) && m.complete() {
			m.keep()
		}
	}
	copy(open, m.kept[:])
	return m.kept[0] != 0
}

// A matching gives each of an entry's open cells a digit of its own.
type matching struct {
	cells  int
	digits uint16         // of one combination, as many as cells
	cand   [maxLen]uint16 // for each cell, its candidates among these digits
	kept   [maxLen]uint16 // for each cell, the digits that some complete matching gave it
	digit  [maxLen]uint16 // for each cell, the mask of its digit
	owner  [16]uint8      // for each digit matched, its cell
	free   uint16         // digits not matched
}

// restrict turns to another combination, whose digits these are without those used. It returns
// false if that leaves a cell or a digit without partner, or offers no digit that is not kept
// already: then there is nothing to find.
func (m *matching) restrict(open []uint16, digits uint16) bool {
	m.cells, m.digits = len(open), digits
	all, news := uint16(0), uint16(0)
	for i, cand := range open {
		cand &= digits
		if cand == 0 {
			return false
		}
		m.cand[i] = cand
		all |= cand
		news |= cand &^ m.kept[i]
	}
	return all == digits && news != 0
}

// complete gives each cell a digit of its own, and reports whether that is possible.
func (m *matching) complete() bool {
	m.free = m.digits
	for i := range m.cand[:m.cells] {
		tried := uint16(0)
		if !m.take(i, m.cand[i]&m.free) && !m.displace(i, &tried) {
			return false
		}
	}
	return true
}

// take matches cell i with the least of some free digits, if there is any.
func (m *matching) take(i int, free uint16) bool {
	if free == 0 {
		return false
	}
	m.free &^= free & -free
	m.give(i, free&-free)
	return true
}

// give matches cell i with a free digit.
func (m *matching) give(i int, digit uint16) {
	m.digit[i] = digit
	m.owner[bits.TrailingZeros16(digit)&15] = uint8(i)
}

// displace matches cell i with a digit of another cell, which finds a new one,
// if need be in the same way (an augmenting path). It leaves alone the digits in tried, and adds
// those that it tries. It reports whether it found a digit for all.
func (m *matching) displace(i int, tried *uint16) bool {
	for {
		digit := m.cand[i] &^ *tried
		if digit == 0 {
			return false
		}
		digit &= -digit
		*tried |= digit
		owner := int(m.owner[bits.TrailingZeros16(digit)&15])
		if m.take(owner, m.cand[owner]&m.free) || m.displace(owner, tried) {
			m.give(i, digit)
			return true
		}
	}
}

// keep keeps all that complete matchings of these digits give to the cells: by
// Régin (1994), the digits of the matching at hand, and those on a cycle of cells
// that may all pass their digit on to the next. Such a cycle is closed if from
// the owner of the new digit the cell's old one can be reached.
func (m *matching) keep() {
	var reach [16]uint16 // for each digit, the digits that its owner may have instead, and their owners, and so on
	for i, digit := range m.digit[:m.cells] {
		reach[bits.TrailingZeros16(digit)&15] = m.cand[i]
	}
	for i, old := range m.digit[:m.cells] {
		m.kept[i] |= old
		for rest := m.cand[i] &^ m.kept[i]; rest != 0; rest &= rest - 1 {
			at := bits.TrailingZeros16(rest) & 15
			r := reach[at]
			for todo := r; r&old == 0 && todo != 0; {
				more := reach[bits.TrailingZeros16(todo)&15] &^ r
				r |= more
				todo = todo&(todo-1) | more
			}
			reach[at] = r
			if r&old != 0 {
				m.kept[i] |= rest & -rest
			}
		}
	}
}
