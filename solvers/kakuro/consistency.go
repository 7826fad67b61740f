package kakuro

// propagate fills the entries that wait in toFill, and those that change by that, until every
// entry is fully consistent. It returns someLeft then, noneLeft for a contradiction, and
// otherwise what tick returned. While forcing it notes the entries looked at.
func (g *grid) propagate() outcome {
	for {
		e, waiting := g.toFill.pop()
		if !waiting {
			return someLeft
		}
		if g.tries != nil {
			g.tries.look(e)
		}
		if o := g.tick(); o != someLeft {
			return o
		}
		if !g.fill(e) {
			return noneLeft
		}
	}
}

// fill strikes from the cells of entry e the digits that no filling of the
// whole entry has there. It returns false if there is no filling.
func (g *grid) fill(e int32) bool {
	run := &g.entries[e]
	var open [maxLen]int32
	var cand [maxLen]uint16
	n, used := 0, uint16(0)
	for _, cell := range run.cells {
		mask := g.cand[cell]
		switch {
		case !single(mask):
			open[n], cand[n] = cell, mask
			n++
		case used&mask != 0:
			return g.fail(e) // a digit twice
		default:
			used |= mask
		}
	}
	if !run.narrow(used, cand[:n]) {
		return g.fail(e)
	}
	for i, cell := range open[:n] {
		g.strike(cell, g.cand[cell]&^cand[i])
	}
	return true
}

// assume puts d into cell and propagates.
func (g *grid) assume(cell int32, d int) outcome { return g.without(cell, allDigits&^(1<<d)) }

// exclude takes d out of cell and propagates.
func (g *grid) exclude(cell int32, d int) outcome { return g.without(cell, 1<<d) }

// without takes digits out of cell and propagates.
func (g *grid) without(cell int32, digits uint16) outcome {
	if _, ok := g.strike(cell, digits); !ok {
		return noneLeft
	}
	return g.propagate()
}
