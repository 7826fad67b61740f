package sudoku

import "math/bits"

// pairs returns the open cells with two candidates.
func (b *board) pairs() (cells []int) {
	for i := range b.open.cells() {
		if bits.OnesCount16(b.marks[i]) == 2 {
			cells = append(cells, i)
		}
	}
	return cells
}

// xyWings yields a cell with the candidates x and y and two of its peers with x and z, y and z: one of
// these is z.
func xyWings(b *board, yield func(Step) bool) { wings(b, 2, yield) }

// xyzWings yields a cell with the candidates x, y and z and two of its peers with x and z, y and z: one
// of the three is z.
func xyzWings(b *board, yield func(Step) bool) { wings(b, 3, yield) }

// wings yields the wings whose pivot has n candidates.
func wings(b *board, n int, yield func(Step) bool) {
	pairs := setOf(b.pairs()...)
	for pivot := range b.open.cells() {
		if bits.OnesCount16(b.marks[pivot]) != n {
			continue
		}
		near := pairs.and(b.peers[pivot])
		for one := range near.cells() {
			for other := range near.cells() {
				z := b.marks[one] & b.marks[other]
				all := b.marks[one] | b.marks[other] | b.marks[pivot]
				fits := bits.OnesCount16(z) == 1 && bits.OnesCount16(all) == 3 && b.marks[pivot] == all&^z
				from := b.peers[one].and(b.peers[other])
				if n == 3 {
					fits = bits.OnesCount16(z) == 1 && b.marks[pivot] == all
					from = from.and(b.peers[pivot])
				}
				if one >= other || !fits {
					continue
				}
				cells := b.striking(from, z)
				if cells != nil && !yield(Step{Digits: z, Seen: []int{pivot, one, other}, Cells: cells}) {
					return
				}
			}
		}
	}
}

// wWings yields two cells with the same two candidates x and y, and a house with two places for x, one
// beside each of them: one of the cells is y.
func wWings(b *board, yield func(Step) bool) {
	pairs := b.pairs()
	for k, one := range pairs {
		for _, other := range pairs[k+1:] {
			if b.marks[one] != b.marks[other] || b.peers[one].has(other) {
				continue
			}
			for m := b.marks[one]; m != 0; m &= m - 1 {
				x := bits.TrailingZeros16(m)
				y := b.marks[one] &^ (1 << x)
				for _, link := range b.strongLinks(x, Row, Column, Box, Diagonal) {
					i, j := link.one, link.other
					if !b.peers[one].has(i) || !b.peers[other].has(j) {
						i, j = j, i
					}
					if !b.peers[one].has(i) || !b.peers[other].has(j) {
						continue
					}
					cells := b.striking(b.peers[one].and(b.peers[other]), y)
					if cells != nil && !yield(Step{Digits: y, Seen: []int{one, i, j, other}, Houses: []House{b.names[link.house]}, Cells: cells}) {
						return
					}
				}
			}
		}
	}
}

// rectangles yields unique rectangles: four open cells in two rows, two columns and two boxes that could
// exchange two digits if nothing else stood in them. There would be two solutions. None of the cells
// stands on a diagonal that counts. It yields nothing if the puzzle may have several solutions.
func rectangles(b *board, yield func(Step) bool) {
	if !b.unique {
		return
	}
	n := b.size
	choices(n, 2, func(r []int) bool {
		rows := [2]int{r[0], r[1]}
		return choices(n, 2, func(c []int) bool {
			corners := [4]int{rows[0]*n + c[0], rows[0]*n + c[1], rows[1]*n + c[0], rows[1]*n + c[1]}
			both, spanned := uint16(1<<(n+1)-2), map[int]bool{}
			for _, i := range corners {
				both &= b.marks[i]
				spanned[b.with[i][2]] = true
				if len(b.with[i]) > 3 {
					return true
				}
			}
			if len(spanned) != 2 || bits.OnesCount16(both) < 2 {
				return true
			}
			digits := digitsOf(both)
			return choices(len(digits), 2, func(d []int) bool {
				return b.rectangle(corners, 1<<digits[d[0]]|1<<digits[d[1]], yield)
			})
		})
	})
}

// digitsOf returns the digits of a mask.
func digitsOf(mask uint16) (digits []int) {
	for ; mask != 0; mask &= mask - 1 {
		digits = append(digits, bits.TrailingZeros16(mask))
	}
	return digits
}

// rectangle yields what a unique rectangle with the digits xy strikes. Roof are the corners with other
// candidates. A single one has neither digit. Two with the same third candidate have that in one of
// them. If one of the digits has no other place in a house of both, they do not have the other digit.
func (b *board) rectangle(corners [4]int, xy uint16, yield func(Step) bool) bool {
	var roof []int
	for _, i := range corners {
		if b.marks[i] != xy {
			roof = append(roof, i)
		}
	}
	s := Step{Digits: xy, Seen: corners[:]}
	try := func(cells []Placed) bool {
		s.Cells = cells
		return cells == nil || yield(s)
	}
	switch {
	case len(roof) == 1:
		return try(b.striking(setOf(roof[0]), xy))
	case len(roof) != 2 || !b.peers[roof[0]].has(roof[1]):
		return true
	}
	if more := b.marks[roof[0]] &^ xy; bits.OnesCount16(more) == 1 && b.marks[roof[1]]&^xy == more {
		if !try(b.striking(b.peers[roof[0]].and(b.peers[roof[1]]), more)) {
			return false
		}
	}
	for _, h := range b.with[roof[0]] {
		if !b.houses[h].has(roof[1]) {
			continue
		}
		for _, d := range digitsOf(xy) {
			if b.houses[h].and(b.places[d]).count() == 2 {
				s.Houses = []House{b.names[h]}
				if !try(b.striking(setOf(roof...), xy&^(1<<d))) {
					return false
				}
				s.Houses = nil
			}
		}
	}
	return true
}
