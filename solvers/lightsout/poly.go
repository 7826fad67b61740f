package lightsout

import (
	"context"
	"math/bits"

	"kibitz/solvers/internal/gf2"
)

// linear holds the solution of a board of two states by linear algebra alone: one solution, and the
// quiet patterns.
type linear struct {
	solvable bool
	presses  packed // one solution; none if unsolvable
	nullity  int

	lattice   *lattice
	ring      ring
	equations []*equation
	residue   [2][]uint64
}

// equation is the equation q·z = c modulo f. With g the greatest common divisor of q and f, and u·q
// ≡ g, it has solutions exactly if g divides c. One is z = u·c/g, and they differ by the multiples
// of f/g.
//
// If q is short against f, as on a board with few rows, u would still be long. Then q·z = c + w·f
// is read modulo q, which is a shorter equation for w, and z is the quotient of a division by q.
type equation struct {
	q, f, g, u gf2.Poly
	shorter    *equation // the equation f·w = c modulo q, in place of u
}

// newEquation returns the equation q·z = c modulo f, for any c. If q has less than half the degree
// of f, the equation gets a shorter one, modulo q, which newEquation may shorten again.
func newEquation(q, f gf2.Poly) *equation {
	e := &equation{q: q, f: f}
	if d := q.Deg(); d >= 0 && 2*d < f.Deg() {
		_, rest := gf2.DivMod(f, q)
		e.shorter = newEquation(rest, q)
		e.g = e.shorter.g
		return e
	}
	e.g, e.u = gf2.Cofactor(q, f)
	return e
}

func (e *equation) nullity() int { return e.g.Deg() }

// solve returns a z with q·z = c modulo f, of degree below that of q·f. It reports false if g does
// not divide c: then there is none.
func (e *equation) solve(c gf2.Poly) (z gf2.Poly, ok bool) {
	if e.shorter != nil {
		_, rest := gf2.DivMod(c, e.q)
		w, ok := e.shorter.solve(rest)
		if !ok {
			return nil, false
		}
		_, w = gf2.DivMod(w, e.q)
		z, _ = gf2.DivMod(gf2.Add(c, gf2.Mul(w, e.f)), e.q)
		return z, true
	}
	if e.nullity() > 0 {
		var rest gf2.Poly
		if c, rest = gf2.DivMod(c, e.g); rest.Deg() >= 0 {
			return nil, false
		}
	}
	return gf2.Mul(e.u, c), true
}

// quiet returns f/g, whose multiples are the solutions of q·z = 0.
func (e *equation) quiet() gf2.Poly {
	quotient, _ := gf2.DivMod(e.f, e.g)
	return quotient
}

// equations returns the equations for the rows with which light chasing starts. Chasing is
// linear: if x(k) are the presses of row k, x(k+1) = T·x(k) + x(k-1) + lit(k),
// and without lit, M = (0 1 / 1 T) takes the state (x(k-1), x(k)) to the next.
// The powers of M are M^k = f(k-1)(T)·M + f(k-2)(T).
//
// A rectangle begins in the state (0, z) and must end in (·, 0) after m rows:
// f(m)(T)·z = c. The nullity is thus the degree of a greatest common divisor
// (J. Goldwasser, W. Klostermeyer and G. Trapp, Characterizing Switch-Setting
// Problems, 1997; K. Sutner, σ-Automata and Chebyshev-Polynomials, 2000).
//
// A torus must come back to the state v = (a, b) it began in. Chased m/2 rows
// to either side of it, (M^j - M^-j)·v = d for m = 2j. By Cayley and Hamilton
// M + 1/M = T, so that the matrix is f(j-1)(T)·T: the same equation for a and
// for b. For m = 2j+1 it is M^(j+1) - M^-j = h·(M+1) with h = (f(j) + f(j-1))(T),
// and adding its two lines leaves h·(a+b) = d(0) and h·T·b = d(0) + d(1).
func (l *lattice) equations(r ring) []*equation {
	if !l.wrapRows {
		return []*equation{newEquation(r.turned(r.fibonacci(l.rows)), r.modulus)}
	}
	j := l.rows / 2
	if l.rows%2 == 0 {
		return []*equation{newEquation(r.turned(r.timesT(r.fibonacci(j-1))), r.modulus)}
	}
	h := gf2.Add(r.fibonacci(j), r.fibonacci(j-1))
	return []*equation{newEquation(r.turned(h), r.modulus), newEquation(r.turned(r.timesT(h)), r.modulus)}
}

// nullityOf returns the dimension of the space of quiet patterns.
func (l *lattice) nullityOf(equations []*equation) int {
	n := 0
	for _, e := range equations {
		n += e.nullity()
	}
	if l.wrapRows && l.rows%2 == 0 { // one equation for both rows
		n *= 2
	}
	return n
}

// solve finds a set of presses that toggles exactly the lamps lit, in O(m·n/64) words. The only
// error is that of ctx.
func (l lattice) solve(ctx context.Context, lit packed) (*linear, error) {
	s := &linear{lattice: &l, ring: l.ring()}
	var err error
	if s.residue, err = l.residue(ctx, lit); err != nil {
		return nil, err
	}
	s.equations = l.equations(s.ring)
	s.nullity = l.nullityOf(s.equations)
	state, ok := s.start()
	if !ok {
		return s, nil
	}
	s.solvable = true
	s.presses, err = l.fill(ctx, state, lit)
	return s, err
}

// residue returns the remainder of a chase that begins with the state (0, 0): on a rectangle the
// row below the last, on a torus the sum of the states in which both chases end.
func (l *lattice) residue(ctx context.Context, lit packed) (d [2][]uint64, err error) {
	down, up := l.rows, 0
	if l.wrapRows {
		up = l.rows / 2
		down -= up
	}
	if d, err = l.chase(ctx, lit, 0, down, 1); err != nil || up == 0 {
		return d, err
	}
	back, err := l.chase(ctx, lit, l.rows-1, up, -1)
	if err != nil {
		return d, err
	}
	for i := range d[0] {
		d[0][i] ^= back[1][i] // backwards the states are mirrored
		d[1][i] ^= back[0][i]
	}
	return d, nil
}

// chase returns the last state of light chasing for count rows, from the row `first` on and then by
// step.
func (l *lattice) chase(ctx context.Context, lit packed, first, count, step int) (state [2][]uint64, err error) {
	prev, here := make([]uint64, lit.stride), make([]uint64, lit.stride)
	look := glance(lit.stride)
	for i := range count {
		if i&look == 0 && ctx.Err() != nil {
			return state, ctx.Err()
		}
		l.next(prev, prev, lit.row(first+i*step), here)
		prev, here = here, prev
	}
	return [2][]uint64{prev, here}, nil
}

// glance returns the mask of the row numbers at which a chase checks its context, about every 2^17
// words or 0.1 ms.
func glance(stride int) int { return 1<<max(0, 17-bits.Len(uint(stride))) - 1 }

// start solves the equations for the state that a solution begins with. It reports false if one of
// them has no solution: nothing solves the board then, and begin means nothing.
func (s *linear) start() (begin [2][]uint64, ok bool) {
	r := s.ring
	c1 := r.turned(r.poly(s.residue[1]))
	if !s.lattice.wrapRows {
		z, ok := s.equations[0].solve(c1)
		return [2][]uint64{make([]uint64, len(s.residue[1])), r.row(z)}, ok
	}
	c0 := r.turned(r.poly(s.residue[0]))
	if s.lattice.rows%2 == 0 {
		a, ok0 := s.equations[0].solve(c0)
		b, ok1 := s.equations[0].solve(c1)
		return [2][]uint64{r.row(a), r.row(b)}, ok0 && ok1
	}
	sum, ok0 := s.equations[0].solve(c0)
	b, ok1 := s.equations[1].solve(gf2.Add(c0, c1))
	return [2][]uint64{r.row(gf2.Add(sum, b)), r.row(b)}, ok0 && ok1
}

// fill returns the presses of the whole board: those of row 0 are state[1], and each row below
// follows by light chasing from the two above it, state[0] being above row 0. lit are the lamps
// that the presses must toggle; none if its words are nil, which gives a quiet pattern. The only
// error is that of ctx.
func (l *lattice) fill(ctx context.Context, state [2][]uint64, lit packed) (packed, error) {
	presses := newPacked(l.rows, l.cols)
	none := make([]uint64, presses.stride)
	prev, here := state[0], presses.row(0)
	copy(here, state[1])
	look := glance(presses.stride)
	for i := 1; i < l.rows; i++ {
		if i&look == 0 && ctx.Err() != nil {
			return packed{}, ctx.Err()
		}
		row := none
		if lit.words != nil {
			row = lit.row(i - 1)
		}
		below := presses.row(i)
		l.next(below, prev, row, here)
		prev, here = here, below
	}
	return presses, nil
}

// states yields a basis of the states that quiet patterns begin with: for each equation the
// multiples of its quiet polynomial by 1, t, t², … up to its nullity (s in the place of t on a
// cycle). On a torus each is put into one or both rows of the state.
func (s *linear) states(yield func([2][]uint64) bool) {
	l := s.lattice
	none := make([]uint64, len(s.residue[0]))
	for part, e := range s.equations {
		quiet := e.quiet()
		for i := range e.nullity() {
			z := s.ring.row(gf2.Shift(quiet, i))
			var both [][2][]uint64
			switch {
			case !l.wrapRows:
				both = [][2][]uint64{{none, z}}
			case l.rows%2 == 0:
				both = [][2][]uint64{{none, z}, {z, none}}
			case part == 0: // a+b = z, b = 0
				both = [][2][]uint64{{z, none}}
			default: // a+b = 0, b = z
				both = [][2][]uint64{{z, z}}
			}
			for _, state := range both {
				if !yield(state) {
					return
				}
			}
		}
	}
}

// quiet returns a basis of the quiet patterns, in O(nullity·m·n/64) words for m rows of n lamps. The
// only error is that of ctx.
func (s *linear) quiet(ctx context.Context) ([]packed, error) {
	patterns := make([]packed, 0, s.nullity)
	for state := range s.states {
		p, err := s.lattice.fill(ctx, state, packed{})
		if err != nil {
			return nil, err
		}
		patterns = append(patterns, p)
	}
	return patterns, nil
}
