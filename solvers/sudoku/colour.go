package sudoku

// colourings yields what two colours strike. The places of a digit that are joined by houses with two
// places each take two colours in turn: one of the colours is right. A colour with two places in one
// house is wrong, and a place that both colours see is wrong.
func colourings(b *board, yield func(Step) bool) {
	for d := 1; d <= b.size; d++ {
		links := b.strongLinks(d, Row, Column, Box, Diagonal)
		var seen set
		for _, l := range links {
			if seen.has(l.one) {
				continue
			}
			colours := coloured(links, l.one)
			seen = seen.or(colours[0]).or(colours[1])
			for k, colour := range colours {
				s := Step{Digits: 1 << d, Seen: colour.list()}
				if b.twice(colour) {
					if s.Cells = b.striking(colour, 1<<d); !yield(s) {
						return
					}
				}
				if k == 1 {
					continue
				}
				s.Seen = colours[0].or(colours[1]).list()
				s.Cells = b.striking(b.sees(colours[0]).and(b.sees(colours[1])).without(setOf(s.Seen...)), 1<<d)
				if s.Cells != nil && !yield(s) {
					return
				}
			}
		}
	}
}

// coloured returns the places that strong links join to a cell, in two colours.
func coloured(links []strong, from int) (colours [2]set) {
	colours[0] = setOf(from)
	for grown := true; grown; {
		grown = false
		for _, l := range links {
			for k := range colours {
				for _, ends := range [][2]int{{l.one, l.other}, {l.other, l.one}} {
					if colours[k].has(ends[0]) && !colours[1-k].has(ends[1]) {
						colours[1-k], grown = colours[1-k].or(setOf(ends[1])), true
					}
				}
			}
		}
	}
	return colours
}

// sees returns the cells that share a house with any of a set.
func (b *board) sees(from set) (all set) {
	for i := range from.cells() {
		all = all.or(b.peers[i])
	}
	return all
}

// twice reports whether two cells of a set share a house.
func (b *board) twice(cells set) bool { return !b.sees(cells).and(cells).empty() }
