package kakuro

// forceAll forces until no candidate alone leads to a contradiction (singleton
// consistency). It returns false if a cell has none left, or when time is over.
//
// It goes round the open cells, and is done after a whole round without news. A
// cell whose candidates have all held is passed over until an entry changes that
// was looked at on the way: nothing else can make them end differently.
func (b *board) forceAll() bool {
	b.tries = newTries(len(b.cand), len(b.entries))
	defer func() { b.tries = nil }()
	for cell, idle := 0, 0; idle < len(b.cand); cell, idle = cell+1, idle+1 {
		if cell == len(b.cand) {
			cell = 0
		}
		if single(b.cand[cell]) || b.tries.hold(cell) {
			continue
		}
		struck, ok := b.try(int32(cell))
		if !ok {
			return false
		}
		if struck {
			idle = -1
		}
	}
	return true
}

// try assumes the candidates of a cell, one at a time, and strikes for good those
// that lead to a contradiction. It is not ok if none is left or time is over.
func (b *board) try(cell int32) (struck, ok bool) {
	b.tries.begin()
	for d := range digits(b.cand[cell]) {
		if b.cand[cell]>>d&1 == 0 || !b.refuted(cell, d) {
			continue
		}
		if b.ended || !b.exclude(cell, d) {
			return struck, false
		}
		b.commit()
		struck = true
	}
	if !struck {
		b.tries.keep(int(cell))
	}
	return struck, !b.ended
}

// refuted says whether d in cell leads to a contradiction. It changes nothing.
func (b *board) refuted(cell int32, d int) bool {
	mark := len(b.trail)
	ok := b.assume(cell, d)
	b.undo(mark)
	return !ok
}

// tries remembers what the tries of each cell looked at.
type tries struct {
	now     int32   // tries of whole cells so far
	cells   []tried // of each cell, its last try that struck nothing
	looks   []int32 // the entries looked at in those, and some forgotten
	begun   int     // where the looks of this try start in looks
	last    []int32 // of each entry: the last try that looked at it
	changed []int32 // of each entry: the last try that changed it
}

// tried is when a cell was tried, 0 for never, and its part of looks.
type tried struct{ at, from, to int32 }

// mostLooks bounds the memory of tries: 16 MB. When it is full all is forgotten.
const mostLooks = 4 << 20

func newTries(cells, entries int) *tries {
	return &tries{
		cells:   make([]tried, cells),
		last:    make([]int32, entries),
		changed: make([]int32, entries),
	}
}

// begin starts to try a cell.
func (t *tries) begin() {
	t.now++
	if len(t.looks) > mostLooks {
		t.looks = t.looks[:0]
		clear(t.cells)
	}
	t.begun = len(t.looks)
}

// look notes that an entry is looked at.
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

// hold says whether the candidates of a cell would hold if they were tried again.
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
