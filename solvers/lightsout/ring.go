package lightsout

import (
	"context"
	"slices"
)

// solveRing solves the board modulo q.
func (p *Puzzle) solveRing(ctx context.Context, want []uint8, q int) (*space, error) {
	return byPrimePowers(ctx, len(p.Lamps), q, func(power primePower) (*space, error) {
		return p.solvePrimePower(ctx, want, power.prime, power.size)
	})
}

// A congruence is an equation: presses, each times its coefficient, add up to a sum. The first
// coefficient is not 0, and is for press number from.
type congruence struct {
	from         int
	coefficients []uint8
	sum          uint8
}

// trim drops the coefficients that are 0 before the first other one. It returns false, and drops
// nothing, if all are 0.
func (e *congruence) trim() (ok bool) {
	n := slices.IndexFunc(e.coefficients, func(v uint8) bool { return v != 0 })
	if n < 0 {
		return false
	}
	e.coefficients, e.from = e.coefficients[n:], e.from+n
	return true
}

// times returns the congruence multiplied by n, modulo m, and leaves e as it is. The first
// coefficient may be 0 then.
func (e *congruence) times(n, m int) *congruence {
	f := &congruence{e.from, make([]uint8, len(e.coefficients)), uint8(int(e.sum) * n % m)}
	for i, v := range e.coefficients {
		f.coefficients[i] = uint8(int(v) * n % m)
	}
	return f
}

// add adds n times the congruence f, whose first press is the same, to e, modulo m. It lengthens e if
// f is longer.
func (e *congruence) add(f *congruence, n, m int) {
	if more := len(f.coefficients) - len(e.coefficients); more > 0 {
		e.coefficients = append(e.coefficients, make([]uint8, more)...)
	}
	for i, v := range f.coefficients {
		e.coefficients[i] = uint8((int(e.coefficients[i]) + n*int(v)) % m)
	}
	e.sum = uint8((int(e.sum) + n*int(f.sum)) % m)
}

// rest returns, from 0 to m-1, what is left for the first press of the congruence: its sum less
// what the later presses in x add up to.
func (e *congruence) rest(x []uint8, m int) int {
	sum := 0
	for i, v := range e.coefficients[1:] {
		sum += int(v) * int(x[e.from+1+i])
	}
	return ((int(e.sum)-sum)%m + m) % m
}

// solvePrimePower solves the board modulo m, a power of a prime. It eliminates as solveBits does,
// but a coefficient may not be a unit. Of the congruences with the same first press, one whose
// coefficient d has the fewest factors of the prime divides all others. m/d times that congruence
// no longer has the press, and must hold for the others by itself. Then the press has d values.
func (p *Puzzle) solvePrimePower(ctx context.Context, want []uint8, prime, m int) (*space, error) {
	s := &ringSystem{order: p.order(), cells: len(p.Lamps), m: m, solvable: true}
	s.gather(p.toggles(s.order), want)
	if err := s.eliminate(ctx); err != nil {
		return nil, err
	}
	quiet, err := s.quiet(ctx)
	if err != nil || !s.solvable {
		return &space{quiet: quiet}, err
	}
	x := make([]uint8, len(s.order))
	s.substituteBack(x, len(s.order), false)
	return &space{presses: s.pattern(x), quiet: quiet}, nil
}

// A ringSystem is a board modulo m as equations, a congruence for each lamp.
type ringSystem struct {
	order   []int // the cell at each place
	cells   int
	m       int
	waiting [][]*congruence // congruences not yet used, by their first press
	// The congruence that decides each press from the presses after it; its first coefficient divides m;
	// nil for a free press.
	pivots   []*congruence
	solvable bool // no two congruences contradict each other so far
}

// wait puts a congruence with those of the same first press. One without presses is dropped; if
// its sum is not 0, nothing solves the board.
func (s *ringSystem) wait(e *congruence) {
	if e.trim() {
		s.waiting[e.from] = append(s.waiting[e.from], e)
	} else if e.sum != 0 {
		s.solvable = false
	}
}

// gather writes down the congruence for each lamp.
func (s *ringSystem) gather(toggles [][]int32, want []uint8) {
	s.waiting = make([][]*congruence, len(s.order))
	for i, presses := range toggles {
		e := &congruence{sum: uint8(int(want[s.order[i]]) % s.m)}
		if len(presses) > 0 {
			e.from = int(presses[0])
			e.coefficients = make([]uint8, int(presses[len(presses)-1])-e.from+1)
			for _, press := range presses {
				c := &e.coefficients[int(press)-e.from]
				*c = uint8((int(*c) + 1) % s.m)
			}
		}
		s.wait(e)
	}
}

// eliminate chooses for each press, of the congruences that begin with it, the one whose
// coefficient divides the others', as its pivot, and takes the press out of the others. They wait
// again under a later press. A press that no congruence begins with has no pivot: it is free. The
// only error is that of ctx.
func (s *ringSystem) eliminate(ctx context.Context) error {
	s.pivots = make([]*congruence, len(s.order))
	for press := range s.waiting {
		if err := ctx.Err(); err != nil {
			return err
		}
		if len(s.waiting[press]) == 0 {
			continue
		}
		divisor := func(e *congruence) int { return gcd(int(e.coefficients[0]), s.m) }
		pivot := slices.MinFunc(s.waiting[press], func(e, f *congruence) int { return divisor(e) - divisor(f) })
		d, unit := divisor(pivot), 1
		for unit*int(pivot.coefficients[0])%s.m != d {
			unit++ // the one found is prime to m: a multiple of the prime would put more factors of it into the product than d has
		}
		s.pivots[press] = pivot.times(unit, s.m)
		for _, e := range s.waiting[press] {
			if e != pivot {
				e.add(s.pivots[press], s.m-int(e.coefficients[0])/d, s.m)
				s.wait(e)
			}
		}
		if d > 1 { // m/d times d is 0: without the press, it must hold by itself
			s.wait(s.pivots[press].times(s.m/d, s.m))
		}
		s.waiting[press] = nil
	}
	return nil
}

// values returns the number of values that a press may have, given the presses after it.
func (s *ringSystem) values(press int) int {
	if e := s.pivots[press]; e != nil {
		return int(e.coefficients[0])
	}
	return s.m
}

// substituteBack sets the presses in x at the places before end to the least values that the
// presses from end on allow; free presses keep what x has. If homogeneous, it takes all sums
// as 0: so it makes a quiet pattern.
func (s *ringSystem) substituteBack(x []uint8, end int, homogeneous bool) {
	for i := end - 1; i >= 0; i-- {
		e := s.pivots[i]
		if e == nil {
			continue
		}
		rest := e.rest(x, s.m)
		if homogeneous {
			rest = (rest + s.m - int(e.sum)) % s.m
		}
		x[i] = uint8(rest / int(e.coefficients[0]))
	}
}

// quiet returns a quiet pattern for each press that may have d > 1 values, of order d: the press m/d
// times, and what that calls for of the presses before it. The error is ErrQuiet for more than
// maxQuiet bytes of them, that of takeQuiet, or that of ctx.
func (s *ringSystem) quiet(ctx context.Context) (quiet []Quiet, err error) {
	free := 0
	for press := range s.pivots {
		if s.values(press) > 1 {
			free++
		}
	}
	if free*s.cells > maxQuiet {
		return nil, ErrQuiet
	}
	if err := takeQuiet(ctx, free, s.cells); err != nil {
		return nil, err
	}
	for press := range s.pivots {
		d := s.values(press)
		if d == 1 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x := make([]uint8, len(s.order))
		x[press] = uint8(s.m / d)
		s.substituteBack(x, press, true)
		quiet = append(quiet, Quiet{s.pattern(x), d})
	}
	return quiet, nil
}

// pattern returns x, which is by places, as a pattern of cells. Holes are not pressed.
func (s *ringSystem) pattern(x []uint8) []uint8 {
	cells := make([]uint8, s.cells)
	for i, cell := range s.order {
		cells[cell] = x[i]
	}
	return cells
}
