package kakuro

// forceAll forces until no candidate alone leads to a contradiction (singleton
// consistency).
//
// It goes round the open cells, and is done after a whole round without news. It
// passes over a cell whose candidates have all held until one of the entries changes
// that were looked at on the way: nothing else can make the tries end differently.
func (g *grid) forceAll() outcome {
	g.tries = newTries(len(g.cand), len(g.entries))
	defer func() { g.tries = nil }()
	for cell, idle := 0, 0; idle < len(g.cand); cell, idle = cell+1, idle+1 {
		if cell == len(g.cand) {
			cell = 0
		}
		if single(g.cand[cell]) || g.tries.hold(cell) {
			continue
		}
		struck, o := g.try(int32(cell))
		if o != someLeft {
			return o
		}
		if struck {
			idle = -1
		}
	}
	return someLeft
}

// try assumes the candidates of a cell, one at a time, and strikes for good those that lead to a
// contradiction, with all that follows. It reports whether it struck any. o is noneLeft if the
// grid contradicts itself without a candidate, outOfTime or outOfLooks if a try was cut short,
// else someLeft. If all candidates hold, it notes that in g.tries.
func (g *grid) try(cell int32) (struck bool, o outcome) {
	g.tries.begin()
	for d := range digits(g.cand[cell]) {
		if g.cand[cell]>>d&1 == 0 { // struck since the loop began
			continue
		}
		mark := len(g.trail)
		o := g.assume(cell, d)
		g.undo(mark)
		if o == noneLeft {
			o = g.exclude(cell, d)
			g.commit()
			struck = true
		}
		if o != someLeft {
			return struck, o
		}
	}
	if !struck {
		g.tries.keep(int(cell))
	}
	return struck, someLeft
}

// tries remembers what the tries of each cell looked at.
type tries struct {
	now     int32   // number of tries of whole cells so far
	cells   []tried // for each cell, its last try that struck nothing
	looks   []int32 // the entries looked at in those tries, and in some forgotten ones
	begun   int     // index in looks where this try starts
	last    []int32 // for each entry, the last try that looked at it
	changed []int32 // for each entry, the last try that changed it
}

// tried holds the number of the try of a cell, 0 for never, and its part of looks.
type tried struct{ at, from, to int32 }

// mostLooks bounds tries.looks, to 16 MB. When it is full all tries are forgotten.
const mostLooks = 4 << 20

// newTries returns tries for a grid of that size, with none made.
func newTries(cells, entries int) *tries {
	return &tries{
		cells:   make([]tried, cells),
		last:    make([]int32, entries),
		changed: make([]int32, entries),
	}
}

// begin starts to try a cell. If there are more than mostLooks looks, it forgets all tries before.
func (t *tries) begin() {
	t.now++
	if len(t.looks) > mostLooks {
		t.looks = t.looks[:0]
		clear(t.cells)
	}
	t.begun = len(t.looks)
}

// look notes that an entry is looked at, once for each try of a cell.
func (t *tries) look(e int32) {
	if t.last[e] != t.now {
		t.last[e] = t.now
		t.looks = append(t.looks, e)
	}
}

// change notes that an entry has changed for good.
func (t *tries) change(e int32) { t.changed[e] = t.now }

// keep notes that the candidates of the cell tried have held.
func (t *tries) keep(cell int) {
	t.cells[cell] = tried{t.now, int32(t.begun), int32(len(t.looks))}
}

// hold reports whether the candidates of a cell would hold if they were tried again.
func (t *tries) hold(cell int) bool {
	last := t.cells[cell]
	if last.at == 0 {
		return false
	}
	for _, e := range t.looks[last.from:last.to] {
		if t.changed[e] > last.at {
			return false
		}
	}
	return true
}
