package kakuro

// propagate makes every entry fully consistent. It returns false on a
// contradiction, or when it has to stop.
func (b *board) propagate() bool {
	for {
		e, waiting := b.toFill.pop()
		if !waiting {
			return true
		}
		if b.tries != nil {
			b.tries.look(e)
		}
		if !b.tick() || !b.fill(e) {
			return false
		}
	}
}

// fill strikes from the cells of entry e the digits that no filling of the
// whole entry has there.
func (b *board) fill(e int32) bool {
	run := &b.entries[e]
	var open [maxLen]int32
	var cand [maxLen]uint16
	n, used := 0, uint16(0)
	for _, cell := range run.cells {
		mask := b.cand[cell]
		switch {
		case !single(mask):
			open[n], cand[n] = cell, mask
			n++
		case used&mask != 0:
			return b.fail(e) // a digit twice
		default:
			used |= mask
		}
	}
	if !run.narrow(used, cand[:n]) {
		return b.fail(e)
	}
	for i, cell := range open[:n] {
		b.strike(cell, b.cand[cell]&^cand[i])
	}
	return true
}

// assume puts d into cell and propagates.
func (b *board) assume(cell int32, d int) bool {
	_, ok := b.strike(cell, allDigits&^(1<<d))
	return ok && b.propagate()
}

// exclude takes d out of cell and propagates.
func (b *board) exclude(cell int32, d int) bool {
	_, ok := b.strike(cell, 1<<d)
	return ok && b.propagate()
}
