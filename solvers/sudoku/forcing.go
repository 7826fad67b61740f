package sudoku

import (
	"math/bits"
	"slices"
)

// An assumption follows a digit that is assumed, by singles alone, until a cell has no digit or a house
// no place for one.
type assumption struct {
	*board
	first  *board       // before it
	queue  []Link       // digits placed, in order; the first one is assumed
	queued set          // their cells
	cause  [nodes]int16 // for each struck candidate the number of the digit that struck it, from 1
	fails  *Link        // the contradiction; nil for none
}

// forcings yields the assumption that takes the fewest digits to refute: it is wrong.
func forcings(b *board, yield func(Step) bool) {
	var best Step
	for i := range b.open.cells() {
		for _, d := range digitsOf(b.marks[i]) {
			if links, fails := b.assume(i, d); fails != nil && (best.Cells == nil || len(links) < len(best.Links)) {
				best = Step{Digits: 1 << d, Seen: []int{i}, Links: links, Fails: *fails, Cells: b.striking(setOf(i), 1<<d)}
			}
		}
	}
	if best.Cells != nil {
		yield(best)
	}
}

// assume returns the digits that refute the digit d in a cell, in order and the assumed one first, and
// the contradiction; nil if singles do not refute it.
func (b *board) assume(i, d int) (links []Link, fails *Link) {
	now := *b
	a := &assumption{board: &now, first: b}
	a.add(Link{Cell: i, Digit: d, On: true})
	for k := 0; k < len(a.queue) && a.fails == nil; k++ {
		a.follow(k)
	}
	if a.fails == nil {
		return nil, nil
	}
	needed := make([]bool, len(a.queue))
	needed[0] = true
	a.mark(needed, *a.fails)
	for k := len(a.queue) - 1; k > 0; k-- {
		if needed[k] {
			a.mark(needed, a.queue[k])
		}
	}
	for k, l := range a.queue {
		if needed[k] {
			links = append(links, l)
		}
	}
	return links, a.fails
}

// add queues a digit to be placed.
func (a *assumption) add(l Link) {
	if !a.queued.has(l.Cell) {
		a.queue, a.queued = append(a.queue, l), a.queued.or(setOf(l.Cell))
	}
}

// follow places digit k of the queue, and queues the singles that follow.
func (a *assumption) follow(k int) {
	i, d := a.queue[k].Cell, a.queue[k].Digit
	struck := a.striking(a.peers[i], 1<<d)
	struck = append(struck, a.striking(setOf(i), ^(1<<d))...)
	for _, c := range struck {
		for _, e := range digitsOf(c.Removed) {
			a.cause[c.Cell*10+e] = int16(k + 1)
		}
		a.strike(c.Cell, c.Removed)
	}
	for _, c := range struck {
		a.look(c)
	}
}

// look queues the singles around a cell with struck candidates, and notes a contradiction.
func (a *assumption) look(c Placed) {
	switch m := a.marks[c.Cell]; {
	case a.fails != nil:
		return
	case m == 0:
		a.fails = &Link{Cell: c.Cell}
		return
	case m&(m-1) == 0:
		a.add(Link{Cell: c.Cell, Digit: bits.TrailingZeros16(m), On: true})
	}
	for _, e := range digitsOf(c.Removed) {
		for _, h := range a.with[c.Cell] {
			here := a.houses[h].and(a.places[e])
			l := Link{Digit: e, On: true, House: &a.names[h]}
			switch {
			case here.empty():
				a.fails = &l
				return
			case here.single():
				l.Cell = here.first()
				a.add(l)
			}
		}
	}
}

// mark marks the digits of the queue by which a link came about: those that struck the other candidates
// of its cell, or the other places in its house.
func (a *assumption) mark(needed []bool, l Link) {
	note := func(n node) {
		if k := a.cause[n]; k > 0 {
			needed[k-1] = true
		}
	}
	if l.House == nil {
		for _, e := range digitsOf(a.first.marks[l.Cell]) {
			if e != l.Digit {
				note(l.Cell*10 + e)
			}
		}
		return
	}
	house := a.houses[slices.Index(a.names, *l.House)]
	for i := range house.and(a.first.places[l.Digit]).cells() {
		if i != l.Cell || a.fails != nil && l == *a.fails {
			note(i*10 + l.Digit)
		}
	}
}
