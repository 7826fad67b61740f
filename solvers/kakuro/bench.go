package kakuro

import (
	"context"
	"math/bits"
	"slices"
)

// bench is a puzzle with pencil marks. Teaching and making puzzles work on it, one entry at a time;
// Solve has a grid of its own, built for speed.
type bench struct {
	sheet
	marks  []uint16 // of each cell: bit d is set while digit d is possible
	open   int      // cells with several marks
	trail  []struck // what to put back, oldest first
	queue  []int32  // entries with news, in the order in which they got them
	queued []bool
	silent []bool  // entries that say nothing; nil for none
	spared []int32 // cells that lose nothing; nil for none
	used   []bool  // entries that struck something since it was cleared; nil if it is not needed

	ctx  context.Context
	over bool
}

// newBench returns p with all digits in every cell except the given ones, and news in every entry.
func newBench(ctx context.Context, p *Puzzle) *bench {
	b := &bench{sheet: newSheet(p), ctx: ctx}
	b.marks, b.queued = make([]uint16, len(b.places)), make([]bool, len(b.entries))
	b.erase()
	return b
}

// erase brings the bench back to the start: all digits in every cell except the
// given ones, and news in every entry.
func (b *bench) erase() {
	b.trail, b.open = b.trail[:0], 0
	for cell, place := range b.places {
		b.marks[cell] = allDigits
		if given := b.puzzle.Cells[place].Given; given != 0 {
			b.marks[cell] = 1 << given
		} else {
			b.open++
		}
	}
	b.clearQueue()
	for e := range b.entries {
		b.push(int32(e))
	}
}

// push notes that an entry has news.
func (b *bench) push(e int32) {
	if !b.queued[e] {
		b.queued[e] = true
		b.queue = append(b.queue, e)
	}
}

// clearQueue forgets which entries have news.
func (b *bench) clearQueue() {
	for _, e := range b.queue {
		b.queued[e] = false
	}
	b.queue = b.queue[:0]
}

// strike takes digits from the marks of a cell, and returns those that were there to take. If
// there were any, both entries of the cell have news. The cell may be left without a mark. A
// spared cell loses nothing.
func (b *bench) strike(cell int32, digits uint16) (removed uint16) {
	before := b.marks[cell]
	if removed = before & digits; removed == 0 || slices.Contains(b.spared, cell) {
		return 0
	}
	b.trail = append(b.trail, struck{cell, before})
	b.marks[cell] = before &^ digits
	if !single(before) && bits.OnesCount16(before&^digits) <= 1 {
		b.open--
	}
	b.push(b.across[cell])
	b.push(b.down[cell])
	return removed
}

// undo puts back what was struck since the trail was mark long, and clears the queue.
func (b *bench) undo(mark int) {
	for i := len(b.trail) - 1; i >= mark; i-- {
		was := b.trail[i]
		if !single(was.cand) && bits.OnesCount16(b.marks[was.cell]) <= 1 {
			b.open++
		}
		b.marks[was.cell] = was.cand
	}
	b.trail = b.trail[:mark]
	b.clearQueue()
}

// arrange strikes from the cells of an entry the digits that no filling of it has
// there. It reports whether it struck anything, and whether there is a filling; without one it
// strikes nothing. A silent entry strikes nothing and has a filling. The entry is noted in used
// if it struck anything or has no filling.
func (b *bench) arrange(e int32) (led, ok bool) {
	if b.silent != nil && b.silent[e] {
		return false, true
	}
	run := &b.entries[e]
	var left [maxLen]uint16
	for i, cell := range run.cells {
		left[i] = b.marks[cell]
	}
	ok = run.narrow(0, left[:run.Len])
	for i, cell := range run.cells {
		if ok && b.strike(cell, allDigits&^left[i]) != 0 {
			led = true
		}
	}
	if b.used != nil && (led || !ok) {
		b.used[e] = true
	}
	return led, ok
}

// follow arranges the entries with news until none has any. It returns someLeft then, noneLeft
// at the first entry without a filling, or outOfTime; in those two cases some entries still have
// news.
func (b *bench) follow() outcome {
	for next := 0; next < len(b.queue); next++ {
		e := b.queue[next]
		if next&63 == 63 && b.timeOver() { // once in 64 entries
			return outOfTime
		}
		if _, ok := b.arrange(e); !ok {
			return noneLeft
		}
		b.queued[e] = false // now: what an entry itself strikes is no news to it
	}
	b.queue = b.queue[:0]
	return someLeft
}

// timeOver reports whether time is over. Once it is, b.over is true.
func (b *bench) timeOver() bool {
	b.over = b.over || b.ctx.Err() != nil
	return b.over
}

// placed returns the place of a cell, as a change that places and strikes nothing yet.
func (b *bench) placed(cell int32) Placed {
	place := int(b.places[cell])
	return Placed{Row: place / b.puzzle.Cols, Col: place % b.puzzle.Cols}
}

// force puts each mark of each open cell into it, on trial, one at a time, and
// strikes those that lead to a contradiction, until none does. It returns how
// many cells are open then, or the number of all cells if the puzzle contradicts
// itself or time ends.
func (b *bench) force() int {
	for again := true; again && b.open > 0; {
		again = false
		for cell := range int32(len(b.marks)) {
			if bits.OnesCount16(b.marks[cell]) < 2 {
				continue
			}
			for d := range digits(b.marks[cell]) {
				mark := len(b.trail)
				b.strike(cell, allDigits&^(1<<d))
				o := b.follow()
				b.undo(mark)
				switch o {
				case someLeft:
					continue
				case noneLeft:
					again = true
					b.strike(cell, 1<<d)
				default:
					return len(b.marks)
				}
				if b.marks[cell] == 0 || b.follow() != someLeft {
					return len(b.marks)
				}
				if single(b.marks[cell]) {
					break
				}
			}
		}
	}
	return b.open
}
