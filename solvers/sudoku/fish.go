package sudoku

// lines returns the rows, or the columns.
func (b *board) lines(side Side) (houses []int) {
	for h, name := range b.names {
		if name.Side == side {
			houses = append(houses, h)
		}
	}
	return houses
}

// across returns the other side of a row or a column.
func across(side Side) Side { return Row + Column - side }

// fish returns the rule of k lines on which the places of a digit stand on k lines across.
func fish(k int) rule {
	return func(b *board, yield func(Step) bool) {
		for d := 1; d <= b.size; d++ {
			for _, side := range []Side{Row, Column} {
				var bases []int
				for _, h := range b.lines(side) {
					if n := b.houses[h].and(b.places[d]).count(); n >= 2 && n <= k {
						bases = append(bases, h)
					}
				}
				if !choices(len(bases), k, func(chosen []int) bool { return b.fishOn(d, side, bases, chosen, yield) }) {
					return
				}
			}
		}
	}
}

// fishOn yields the fish of digit d on the chosen bases, if they make one.
func (b *board) fishOn(d int, side Side, bases, chosen []int, yield func(Step) bool) bool {
	var seen, covered, base set
	s := Step{Digits: 1 << d}
	for _, c := range chosen {
		h := bases[c]
		base, seen = base.or(b.houses[h]), seen.or(b.houses[h].and(b.places[d]))
		s.Houses = append(s.Houses, b.names[h])
	}
	for _, h := range b.lines(across(side)) {
		if !b.houses[h].and(seen).empty() {
			covered = covered.or(b.houses[h])
			s.Covers = append(s.Covers, b.names[h])
		}
	}
	if len(s.Covers) != len(chosen) {
		return true
	}
	s.Seen, s.Cells = seen.list(), b.striking(covered.without(base), 1<<d)
	return s.Cells == nil || yield(s)
}

// A strong link is a house with two places for a digit: one of them is right.
type strong struct{ house, one, other int }

// strongLinks returns the houses of some sides with two places for digit d.
func (b *board) strongLinks(d int, sides ...Side) (links []strong) {
	for h, name := range b.names {
		here := b.houses[h].and(b.places[d])
		for _, side := range sides {
			if name.Side == side && here.count() == 2 {
				one := here.first()
				links = append(links, strong{h, one, here.without(setOf(one)).first()})
			}
		}
	}
	return links
}

// joined yields the steps of two strong links with an end each that joined reports to stand in one
// house: one of the other two ends is right.
func (b *board) joined(d int, first, second []strong, join func(i, j int) (House, bool), yield func(Step) bool) bool {
	for _, x := range first {
		for _, y := range second {
			if x.house == y.house {
				continue
			}
			for k := range 4 {
				a, end := x.one, x.other
				if k&1 != 0 {
					a, end = end, a
				}
				c, tail := y.one, y.other
				if k&2 != 0 {
					c, tail = tail, c
				}
				house, ok := join(a, c)
				if a == c || end == tail || a == tail || c == end || !ok {
					continue
				}
				cells := b.striking(b.peers[end].and(b.peers[tail]), 1<<d)
				s := Step{Digits: 1 << d, Seen: []int{end, a, c, tail}, Houses: []House{b.names[x.house], b.names[y.house]}, Covers: []House{house}, Cells: cells}
				if cells != nil && !yield(s) {
					return false
				}
			}
		}
	}
	return true
}

// skyscrapers yields two rows, or two columns, with two places each for a digit. One place of each stands
// on the same line across.
func skyscrapers(b *board, yield func(Step) bool) {
	for d := 1; d <= b.size; d++ {
		for _, side := range []Side{Row, Column} {
			links := b.strongLinks(d, side)
			if !b.joined(d, links, links, func(i, j int) (House, bool) { return b.common(i, j, across(side)) }, yield) {
				return
			}
		}
	}
}

// kites yields a row and a column with two places each for a digit. One place of each stands in the same box.
func kites(b *board, yield func(Step) bool) {
	for d := 1; d <= b.size; d++ {
		rows, columns := b.strongLinks(d, Row), b.strongLinks(d, Column)
		if !b.joined(d, rows, columns, func(i, j int) (House, bool) { return b.common(i, j, Box) }, yield) {
			return
		}
	}
}

// common returns the house of a side that two cells share; false if they share none.
func (b *board) common(i, j int, side Side) (House, bool) {
	for _, h := range b.with[i] {
		if b.names[h].Side == side && b.houses[h].has(j) {
			return b.names[h], true
		}
	}
	return House{}, false
}
