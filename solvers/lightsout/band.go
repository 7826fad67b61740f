package lightsout

import (
	"context"
	"math/bits"
)

// order is the cells that have a lamp in an order that keeps neighbours close:
// line by line along the longer side. Where that side is closed to a ring the
// ring is laid flat, its two halves side by side.
func (p *Puzzle) order() []int {
	lines, cols := p.Rows, p.Cols
	step, along, ring := p.Cols, 1, p.Wrap == Torus
	if p.matrix == nil && p.Cols > p.Rows {
		lines, cols = cols, lines
		step, along, ring = along, step, p.Wrap != Flat
	}
	order := make([]int, 0, len(p.Lamps))
	for i := range lines {
		line := i
		if ring {
			line = i / 2
			if i%2 == 1 {
				line = lines - 1 - i/2
			}
		}
		for j := range cols {
			if cell := line*step + j*along; !p.hole(cell) {
				order = append(order, cell)
			}
		}
	}
	return order
}

// toggles lists, for each place in that order, the places of the presses that
// change the lamp there, as often as they do.
func (p *Puzzle) toggles(order []int) [][]int32 {
	place := make([]int32, len(p.Lamps))
	for i, cell := range order {
		place[cell] = int32(i)
	}
	toggles := make([][]int32, len(order))
	for i, cell := range order {
		for lamp := range p.reach(cell) {
			toggles[place[lamp]] = append(toggles[place[lamp]], int32(i))
		}
	}
	return toggles
}

// A sum says that presses, those whose bits are set, add up to odd. The first
// word of bits is number from.
type sum struct {
	from int
	bits []uint64
	odd  bool
}

// lead is the first press of the sum; it has none if ok is false. Words before
// it are dropped.
func (e *sum) lead() (press int, ok bool) {
	for len(e.bits) > 0 && e.bits[0] == 0 {
		e.bits, e.from = e.bits[1:], e.from+1
	}
	if len(e.bits) == 0 {
		return 0, false
	}
	return 64*e.from + bits.TrailingZeros64(e.bits[0]), true
}

// add adds a sum whose lead is the same.
func (e *sum) add(f *sum) {
	if n := len(f.bits); n > len(e.bits) {
		e.bits = append(e.bits, make([]uint64, n-len(e.bits))...)
	}
	for i, word := range f.bits {
		e.bits[i] ^= word
	}
	e.odd = e.odd != f.odd
}

// of is whether the presses x add up to odd there.
func (e *sum) of(x vector) bool {
	var both uint64
	for i, word := range e.bits {
		both ^= word & x[e.from+i]
	}
	return bits.OnesCount64(both)%2 == 1
}

// solveBits solves the board with two states: Gaussian elimination in which an
// equation is no longer than what it touches. With lines of n lamps at most
// some 2n equations are under way at a time and none is longer than some 3n
// bits, twice that on a ring.
func (p *Puzzle) solveBits(ctx context.Context, want []uint8) (*space, error) {
	order := p.order()
	waiting := make([][]*sum, len(order)) // by their lead
	solvable := true
	wait := func(e *sum) {
		if press, ok := e.lead(); ok {
			waiting[press] = append(waiting[press], e)
		} else if e.odd {
			solvable = false
		}
	}
	for i, presses := range p.toggles(order) {
		e := &sum{odd: want[order[i]] == 1}
		if len(presses) > 0 {
			e.from = int(presses[0] / 64)
			e.bits = make([]uint64, int(presses[len(presses)-1]/64)-e.from+1)
			for _, press := range presses {
				e.bits[int(press/64)-e.from] ^= 1 << (press % 64)
			}
		}
		wait(e)
	}

	pivots := make([]*sum, len(order)) // nil where a press is free
	for press, sums := range waiting {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, e := range sums {
			if pivots[press] == nil || len(e.bits) < len(pivots[press].bits) {
				pivots[press] = e
			}
		}
		for _, e := range sums {
			if e != pivots[press] {
				e.add(pivots[press])
				wait(e)
			}
		}
		waiting[press] = nil
	}

	free := 0
	for _, e := range pivots {
		if e == nil {
			free++
		}
	}
	if free*len(p.Lamps) > maxQuiet {
		return nil, ErrQuiet
	}
	s := &space{}
	pattern := func(x vector) []uint8 {
		cells := make([]uint8, len(p.Lamps))
		for place := range x.ones {
			cells[order[place]] = 1
		}
		return cells
	}
	for press, e := range pivots {
		if e != nil {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x := newVector(len(order))
		x.flip(press)
		for i := press - 1; i >= 0; i-- {
			if pivots[i] != nil && pivots[i].of(x) {
				x.flip(i)
			}
		}
		s.quiet = append(s.quiet, Quiet{pattern(x), 2})
	}
	if solvable {
		x := newVector(len(order))
		for i := len(order) - 1; i >= 0; i-- {
			if pivots[i] != nil && pivots[i].of(x) != pivots[i].odd {
				x.flip(i)
			}
		}
		s.presses = pattern(x)
	}
	return s, nil
}
