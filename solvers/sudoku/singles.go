package sudoku

import "math/bits"

// places returns a step that places a digit, for a reason that stands in a house.
func (b *board) placing(i, digit int, h int) Step {
	s := Step{Digits: 1 << digit, Seen: []int{i}, Cells: []Placed{{Cell: i, Digit: digit}}}
	if h >= 0 {
		s.Houses = []House{b.names[h]}
	}
	return s
}

// byEye yields the houses in the order in which people look: boxes first.
func (b *board) byEye(yield func(int) bool) {
	for _, first := range []bool{true, false} {
		for h, name := range b.names {
			if (name.Side == Box) == first && !yield(h) {
				return
			}
		}
	}
}

// fullHouses yields the last open cell of each house.
func fullHouses(b *board, yield func(Step) bool) {
	for h := range b.byEye {
		if open := b.houses[h].and(b.open); open.single() {
			i := open.first()
			if m := b.marks[i]; m&(m-1) == 0 && m != 0 && !yield(b.placing(i, bits.TrailingZeros16(m), h)) {
				return
			}
		}
	}
}

// hiddenSingles yields the digits with one place left in a house.
func hiddenSingles(b *board, yield func(Step) bool) {
	for h := range b.byEye {
		for d := 1; d <= b.size; d++ {
			if here := b.houses[h].and(b.places[d]); here.single() && !yield(b.placing(here.first(), d, h)) {
				return
			}
		}
	}
}

// nakedSingles yields the cells with one candidate left.
func nakedSingles(b *board, yield func(Step) bool) {
	for i := range b.open.cells() {
		if m := b.marks[i]; m&(m-1) == 0 && !yield(b.placing(i, bits.TrailingZeros16(m), -1)) {
			return
		}
	}
}

// locked returns the rule of Pointing, whose first house is a box, or else that of Claiming.
func locked(pointing bool) rule {
	return func(b *board, yield func(Step) bool) {
		for h, name := range b.names {
			if (name.Side == Box) != pointing {
				continue
			}
			for d := 1; d <= b.size; d++ {
				here := b.houses[h].and(b.places[d])
				if here.count() < 2 {
					continue
				}
				for _, other := range b.with[here.first()] {
					if other == h || !here.within(b.houses[other]) {
						continue
					}
					if cells := b.striking(b.houses[other].without(b.houses[h]), 1<<d); cells != nil {
						s := Step{Digits: 1 << d, Seen: here.list(), Houses: []House{name}, Covers: []House{b.names[other]}, Cells: cells}
						if !yield(s) {
							return
						}
					}
				}
			}
		}
	}
}

// choices calls try with each set of k of the numbers below n, in lexical order, until try returns false.
func choices(n, k int, try func([]int) bool) bool {
	chosen := make([]int, 0, k)
	var extend func(from int) bool
	extend = func(from int) bool {
		if len(chosen) == k {
			return try(chosen)
		}
		for i := from; i <= n-(k-len(chosen)); i++ {
			chosen = append(chosen, i)
			if !extend(i + 1) {
				return false
			}
			chosen = chosen[:len(chosen)-1]
		}
		return true
	}
	return extend(0)
}

// naked returns the rule of k cells of a house with k digits between them.
func naked(k int) rule {
	return func(b *board, yield func(Step) bool) {
		for h := range b.byEye {
			var cells []int
			open := b.houses[h].and(b.open)
			for i := range open.cells() {
				if bits.OnesCount16(b.marks[i]) <= k {
					cells = append(cells, i)
				}
			}
			if open.count() <= k {
				continue
			}
			more := choices(len(cells), k, func(chosen []int) bool {
				var digits uint16
				var seen set
				for _, c := range chosen {
					digits |= b.marks[cells[c]]
					seen = seen.or(setOf(cells[c]))
				}
				if bits.OnesCount16(digits) != k {
					return true
				}
				changes := b.striking(b.houses[h].without(seen), digits)
				return changes == nil || yield(Step{Digits: digits, Seen: seen.list(), Houses: []House{b.names[h]}, Cells: changes})
			})
			if !more {
				return
			}
		}
	}
}

// hidden returns the rule of k digits of a house with k places between them.
func hidden(k int) rule {
	return func(b *board, yield func(Step) bool) {
		for h := range b.byEye {
			var digits []int
			for d := 1; d <= b.size; d++ {
				if n := b.houses[h].and(b.places[d]).count(); n > 0 && n <= k {
					digits = append(digits, d)
				}
			}
			more := choices(len(digits), k, func(chosen []int) bool {
				var keep uint16
				var seen set
				for _, c := range chosen {
					keep |= 1 << digits[c]
					seen = seen.or(b.houses[h].and(b.places[digits[c]]))
				}
				if seen.count() != k {
					return true
				}
				changes := b.striking(seen, ^keep)
				return changes == nil || yield(Step{Digits: keep, Seen: seen.list(), Houses: []House{b.names[h]}, Cells: changes})
			})
			if !more {
				return
			}
		}
	}
}
