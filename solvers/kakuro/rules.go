package kakuro

// The paper's pass (MRCDA, "magic rule-based candidate clue decision
// algorithm"): all digits are marked in every cell; the magic rule of each entry
// strikes those that no combination of its length and sum has (one side of the
// range, as a rule: the least or the greatest); then, again and again, those that
// no combination has which fits the marks of the entry's cells (both sides);
// whenever one digit is left in a cell (naked single), or one cell for a digit
// that every fitting combination has (hidden single), it is decided and leaves
// the other cells of its entries.
//
// The paper goes once over the entries. Here the pass goes on until it changes
// nothing: each rule strikes no less when it knows more, so that the order of
// entries does not matter for what is left in the end.

// rules runs the paper's pass.
func (g *grid) rules() outcome {
	if !g.magic() {
		return noneLeft
	}
	return g.pass()
}

// pass runs all rules except the magic rule until nothing changes. It returns someLeft then, noneLeft
// for a contradiction, and otherwise what tick returned.
func (g *grid) pass() outcome {
	for {
		e, waiting := g.toPass.pop()
		if !waiting {
			return someLeft
		}
		if o := g.tick(); o != someLeft {
			return o
		}
		if !g.nakedSingles(e) || !g.combine(e) {
			return noneLeft
		}
	}
}

// magic applies the magic rule once to every entry. As with all that follows here,
// false is a contradiction.
func (g *grid) magic() bool {
	for e := range g.entries {
		if !g.strikeAll(int32(e), allDigits&^g.entries[e].union) {
			return false
		}
	}
	return true
}

// strikeAll takes digits from every cell of entry e.
func (g *grid) strikeAll(e int32, digits uint16) bool {
	for _, cell := range g.entries[e].cells {
		if _, ok := g.strike(cell, digits); !ok {
			return false
		}
	}
	return true
}

// nakedSingles strikes the digit of each decided cell of entry e from the rest of that cell's two
// entries, unless settle has done so before.
func (g *grid) nakedSingles(e int32) bool {
	for _, cell := range g.entries[e].cells {
		if single(g.cand[cell]) && !g.settled[cell] && !g.settle(cell) {
			return false
		}
	}
	return true
}

// settle strikes the digit of a decided cell from the rest of its two entries.
func (g *grid) settle(cell int32) bool {
	g.settled[cell] = true
	for _, e := range [2]int32{g.across[cell], g.down[cell]} {
		for _, other := range g.entries[e].cells {
			if other == cell {
				continue
			}
			if _, ok := g.strike(other, g.cand[cell]); !ok {
				return false
			}
		}
	}
	return true
}

// combine strikes from entry e the digits that no combination has which its
// marks still allow, and decides hidden singles.
func (g *grid) combine(e int32) bool {
	run := &g.entries[e]
	var marks [maxLen]uint16
	for i, cell := range run.cells {
		marks[i] = g.cand[cell]
	}
	some, every, n := run.allowed(marks[:len(run.cells)])
	if n == 0 {
		return g.fail(e)
	}
	if !g.strikeAll(e, allDigits&^some) {
		return false
	}
	for d := range digits(every) {
		if !g.hiddenSingle(e, d) {
			return false
		}
	}
	return true
}

// allowed returns the digits in some and in every combination that has a digit
// for each cell, by the marks of the cells, and a cell for each digit, and how
// many such combinations there are. Whether the cells can share the digits out
// is left to full consistency.
func (c *combos) allowed(marks []uint16) (some, every uint16, n int) {
	var possible uint16
	for _, m := range marks {
		possible |= m
	}
	every = allDigits
sets:
	for _, set := range c.sets {
		if set&^possible != 0 {
			continue
		}
		for _, m := range marks {
			if m&set == 0 {
				continue sets
			}
		}
		some |= set
		every &= set
		n++
	}
	return some, every, n
}

// hiddenSingle decides d, which entry e needs, if one cell only can take it, and settles that cell.
// If several can, it does nothing; if none can, that is a contradiction.
func (g *grid) hiddenSingle(e int32, d int) bool {
	place, bit := int32(-1), uint16(1)<<d
	for _, cell := range g.entries[e].cells {
		if g.cand[cell]&bit == 0 {
			continue
		}
		if place >= 0 {
			return true
		}
		place = cell
	}
	if place < 0 {
		return g.fail(e)
	}
	if g.settled[place] {
		return true
	}
	g.strike(place, g.cand[place]&^bit)
	return g.settle(place)
}
