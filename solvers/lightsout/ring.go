package lightsout

import (
	"context"
	"slices"
)

// solveRing solves the board modulo q. By the Chinese remainder theorem that is
// to solve it modulo each power of a prime in q, and to combine the solutions.
func (p *Puzzle) solveRing(ctx context.Context, want []uint8, q int) (*space, error) {
	s := &space{presses: make([]uint8, len(p.Lamps))}
	for prime := 2; prime <= q; prime++ {
		power := 1
		for rest := q; rest%prime == 0 && isPrime(prime); rest /= prime {
			power *= prime
		}
		if power == 1 {
			continue
		}
		quiet, presses, err := p.solvePrimePower(ctx, want, prime, power)
		if err != nil {
			return nil, err
		}
		// lift is 1 modulo this power and 0 modulo the others.
		lift := q / power
		for lift%power != 1 {
			lift += q / power
		}
		for i := range quiet {
			pattern := make([]uint8, len(p.Lamps))
			add(pattern, quiet[i].Pattern, lift, q)
			s.quiet = append(s.quiet, Quiet{pattern, quiet[i].Order})
		}
		switch {
		case presses == nil:
			s.presses = nil
		case s.presses != nil:
			add(s.presses, presses, lift, q)
		}
	}
	return s, nil
}

func isPrime(n int) bool { return n == 2 || n == 3 || n == 5 || n == 7 }

// A congruence says what presses, each times its coefficient, add up to. The
// first coefficient, which is not 0, is of press number from.
type congruence struct {
	from         int
	coefficients []uint8
	sum          uint8
}

// trim drops zeros in front; nothing remains if ok is false.
func (e *congruence) trim() (ok bool) {
	n := slices.IndexFunc(e.coefficients, func(v uint8) bool { return v != 0 })
	if n < 0 {
		return false
	}
	e.coefficients, e.from = e.coefficients[n:], e.from+n
	return true
}

// times is the congruence multiplied.
func (e *congruence) times(n, m int) *congruence {
	f := &congruence{e.from, make([]uint8, len(e.coefficients)), uint8(int(e.sum) * n % m)}
	for i, v := range e.coefficients {
		f.coefficients[i] = uint8(int(v) * n % m)
	}
	return f
}

// add adds n times an congruence whose first press is the same, modulo m.
func (e *congruence) add(f *congruence, n, m int) {
	if more := len(f.coefficients) - len(e.coefficients); more > 0 {
		e.coefficients = append(e.coefficients, make([]uint8, more)...)
	}
	for i, v := range f.coefficients {
		e.coefficients[i] = uint8((int(e.coefficients[i]) + n*int(v)) % m)
	}
	e.sum = uint8((int(e.sum) + n*int(f.sum)) % m)
}

// rest is the sum less what the presses x, without the first, add up to.
func (e *congruence) rest(x []uint8, m int) int {
	sum := 0
	for i, v := range e.coefficients[1:] {
		sum += int(v) * int(x[e.from+1+i])
	}
	return ((int(e.sum)-sum)%m + m) % m
}

// solvePrimePower solves the board modulo m, a power of a prime: elimination as in
// solveBits, but a coefficient may be no unit. Of the equations with the same first
// press, one whose coefficient there has the fewest factors of the prime divides all
// others. If it is d, m/d times that congruence no longer has the press and must hold
// of the others by itself; then the press has d values.
func (p *Puzzle) solvePrimePower(ctx context.Context, want []uint8, prime, m int) (quiet []Quiet, presses []uint8, err error) {
	order := p.order()
	waiting := make([][]*congruence, len(order)) // by their first press
	solvable := true
	wait := func(e *congruence) {
		if e.trim() {
			waiting[e.from] = append(waiting[e.from], e)
		} else if e.sum != 0 {
			solvable = false
		}
	}
	for i, presses := range p.toggles(order) {
		e := &congruence{sum: uint8(int(want[order[i]]) % m)}
		if len(presses) > 0 {
			e.from = int(presses[0])
			e.coefficients = make([]uint8, int(presses[len(presses)-1])-e.from+1)
			for _, press := range presses {
				c := &e.coefficients[int(press)-e.from]
				*c = uint8((int(*c) + 1) % m)
			}
		}
		wait(e)
	}

	pivots := make([]*congruence, len(order)) // nil where a press is free, else its first coefficient divides m
	for press := range waiting {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if len(waiting[press]) == 0 {
			continue
		}
		pivot := slices.MinFunc(waiting[press], func(e, f *congruence) int {
			return gcd(int(e.coefficients[0]), m) - gcd(int(f.coefficients[0]), m)
		})
		d, unit := gcd(int(pivot.coefficients[0]), m), 1
		for unit*int(pivot.coefficients[0])%m != d {
			unit++ // and no multiple of the prime: see below
		}
		pivots[press] = pivot.times(unit, m)
		for _, e := range waiting[press] {
			if e != pivot {
				e.add(pivots[press], m-int(e.coefficients[0])/d, m)
				wait(e)
			}
		}
		if d > 1 {
			wait(pivots[press].times(m/d, m))
		}
		waiting[press] = nil
	}

	free := 0
	for _, e := range pivots {
		if e == nil || e.coefficients[0] > 1 {
			free++
		}
	}
	if free*len(p.Lamps) > maxQuiet {
		return nil, nil, ErrQuiet
	}

	// value is the least that a press can be, given those after it.
	value := func(x []uint8, press int, homogeneous bool) uint8 {
		e := pivots[press]
		if e == nil {
			return 0
		}
		rest := e.rest(x, m)
		if homogeneous {
			rest = (rest + m - int(e.sum)) % m
		}
		return uint8(rest / int(e.coefficients[0]))
	}
	pattern := func(x []uint8) []uint8 {
		cells := make([]uint8, len(p.Lamps))
		for i, cell := range order {
			cells[cell] = x[i]
		}
		return cells
	}
	for press, e := range pivots {
		d := m // the values that the press may have
		if e != nil {
			d = int(e.coefficients[0])
		}
		if d == 1 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		x := make([]uint8, len(order))
		x[press] = uint8(m / d)
		for i := press - 1; i >= 0; i-- {
			x[i] = value(x, i, true)
		}
		quiet = append(quiet, Quiet{pattern(x), d})
	}
	if !solvable {
		return quiet, nil, nil
	}
	x := make([]uint8, len(order))
	for i := len(order) - 1; i >= 0; i-- {
		x[i] = value(x, i, false)
	}
	return quiet, pattern(x), nil
}
