package lightsout

import (
	"context"
	"math/bits"
	"slices"
)

// order returns the cells that have a lamp, in an order that keeps neighbours close: line by line
// along the longer side. If the lines wrap, the ring is laid flat, with its two halves side by
// side.
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

// toggles lists, for each place in that order, the places of the presses that change the lamp
// there, each as often as it does.
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

// A sum is an equation: the presses whose bits are set add up to 0, or to 1 if odd is set. The
// first word of bits has number from.
type sum struct {
	from int
	bits []uint64
	odd  bool
}

// lead returns the first press of the sum; ok is false for a sum without presses. It drops
// the words before that press.
func (e *sum) lead() (press int, ok bool) {
	for len(e.bits) > 0 && e.bits[0] == 0 {
		e.bits, e.from = e.bits[1:], e.from+1
	}
	if len(e.bits) == 0 {
		return 0, false
	}
	return 64*e.from + bits.TrailingZeros64(e.bits[0]), true
}

// add adds the sum f, whose lead is the same, to e, modulo 2. It lengthens e if f is longer.
func (e *sum) add(f *sum) {
	if n := len(f.bits); n > len(e.bits) {
		e.bits = append(e.bits, make([]uint64, n-len(e.bits))...)
	}
	for i, word := range f.bits {
		e.bits[i] ^= word
	}
	e.odd = e.odd != f.odd
}

// of reports whether the sum has an odd number of the presses x.
func (e *sum) of(x vector) bool {
	var both uint64
	for i, word := range e.bits {
		both ^= word & x[e.from+i]
	}
	return bits.OnesCount64(both)%2 == 1
}

// solveBits solves the board with two states by Gaussian elimination. An equation is only as long
// as the presses that it touches. With lines of n lamps at most some 2n equations are in use at a
// time, and none is longer than some 3n bits; on a ring twice that.
func (p *Puzzle) solveBits(ctx context.Context, want []uint8) (*space, error) {
	s := &bitSystem{order: p.order(), cells: len(p.Lamps), solvable: true}
	s.gather(p.toggles(s.order), want)
	if err := s.eliminate(ctx); err != nil {
		return nil, err
	}
	quiet, err := s.quiet(ctx)
	if err != nil || !s.solvable {
		return &space{quiet: quiet}, err
	}
	x := newVector(len(s.order))
	s.substituteBack(x, len(s.order), false)
	return &space{presses: s.pattern(x), quiet: quiet}, nil
}

// A bitSystem is a board with two states as equations, a sum for each lamp.
type bitSystem struct {
	order    []int // the cell at each place
	cells    int
	waiting  [][]*sum // sums not yet used, by their lead
	pivots   []*sum   // the equation that decides each press from the presses after it; nil for a free press
	solvable bool     // no two sums contradict each other so far
}

// wait puts a sum with those of the same lead. One without presses is dropped; if it must be odd,
// nothing solves the board.
func (s *bitSystem) wait(e *sum) {
	if press, ok := e.lead(); ok {
		s.waiting[press] = append(s.waiting[press], e)
	} else if e.odd {
		s.solvable = false
	}
}

// gather writes down the sum for each lamp.
func (s *bitSystem) gather(toggles [][]int32, want []uint8) {
	s.waiting = make([][]*sum, len(s.order))
	for i, presses := range toggles {
		e := &sum{odd: want[s.order[i]] == 1}
		if len(presses) > 0 {
			e.from = int(presses[0] / 64)
			e.bits = make([]uint64, int(presses[len(presses)-1]/64)-e.from+1)
			for _, press := range presses {
				e.bits[int(press/64)-e.from] ^= 1 << (press % 64)
			}
		}
		s.wait(e)
	}
}

// eliminate chooses for each press the shortest sum that leads with it as its pivot, and takes the
// press out of the others that lead with it. They wait again under a later press. A press that
// leads no sum has no pivot: it is free. The only error is that of ctx.
func (s *bitSystem) eliminate(ctx context.Context) error {
	s.pivots = make([]*sum, len(s.order))
	for press, sums := range s.waiting {
		if err := ctx.Err(); err != nil {
			return err
		}
		if len(sums) == 0 {
			continue
		}
		pivot := slices.MinFunc(sums, func(e, f *sum) int { return len(e.bits) - len(f.bits) })
		for _, e := range sums {
			if e != pivot {
				e.add(pivot)
				s.wait(e)
			}
		}
		s.pivots[press], s.waiting[press] = pivot, nil
	}
	return nil
}

// substituteBack sets the presses in x at the places before end, which are all 0 before, as the
// presses from end on ask; free presses stay 0. If homogeneous, it takes all sums as even: so it
// makes a quiet pattern.
func (s *bitSystem) substituteBack(x vector, end int, homogeneous bool) {
	for i := end - 1; i >= 0; i-- {
		if e := s.pivots[i]; e != nil && e.of(x) != (e.odd && !homogeneous) {
			x.flip(i)
		}
	}
}

// quiet returns a quiet pattern for each free press: that press, no other free one, and what they
// call for. The error is ErrQuiet for more than maxQuiet bytes of them, that of takeQuiet, or that
// of ctx.
func (s *bitSystem) quiet(ctx context.Context) (quiet []Quiet, err error) {
	free := 0
	for _, e := range s.pivots {
		if e == nil {
			free++
		}
	}
	if free*s.cells > maxQuiet {
		return nil, ErrQuiet
	}
	if err := takeQuiet(ctx, free, s.cells); err != nil {
		return nil, err
	}
	for press, e := range s.pivots {
		if e != nil {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x := newVector(len(s.order))
		x.flip(press)
		s.substituteBack(x, press, true)
		quiet = append(quiet, Quiet{s.pattern(x), 2})
	}
	return quiet, nil
}

// pattern returns x as a pattern of cells.
func (s *bitSystem) pattern(x vector) []uint8 {
	cells := make([]uint8, s.cells)
	for place := range x.ones {
		cells[s.order[place]] = 1
	}
	return cells
}
