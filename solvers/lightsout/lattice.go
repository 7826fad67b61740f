package lightsout

import (
	"math/bits"
	"slices"

	"kibitz/solvers/internal/gf2"
)

// A lattice is a board without holes whose rows and columns are paths or, if wrapped, cycles: a
// rectangle, a cylinder or a torus. A press changes the neighbours in the row and in the column,
// and if centre is set the lamp itself. On a cycle of one or two lamps a neighbour lies in both
// directions and counts twice.
type lattice struct {
	rows, cols         int
	wrapRows, wrapCols bool // the last row, or column, borders on the first
	centre             bool
}

// next sets dst to the presses of the row below x that light chasing calls for: to
// prev + lit + T·x. prev are the presses of the row above x, lit the lamps that are lit in the row
// of x, and T·x the lamps that the presses x toggle in their own row. A bit is a column. All have
// the length of x; dst may be prev, but not x.
func (l *lattice) next(dst, prev, lit, x []uint64) {
	last := len(x) - 1
	dst, prev, lit = dst[:last+1], prev[:last+1], lit[:last+1]
	var keep uint64 // all ones if a press toggles its own lamp
	if l.centre {
		keep = ^keep
	}
	left, here := uint64(0), x[0] // the words before and at i
	for i, right := range x[1:] {
		// A shift by one moves each press to its neighbour, a shift by 63 over the end of a word.
		dst[i] = prev[i] ^ lit[i] ^ here&keep ^ here<<1 ^ here>>1 ^ left>>63 ^ right<<63
		left, here = here, right
	}
	dst[last] = prev[last] ^ lit[last] ^ here&keep ^ here<<1 ^ here>>1 ^ left>>63
	if l.wrapCols { // here is the last word, and end the last column's bit in it
		end := uint(l.cols-1) % 64
		dst[0] ^= here >> end
		dst[last] ^= x[0] & 1 << end
	}
	dst[last] &= ^uint64(0) >> (-uint(l.cols) % 64) // no bits beyond the last column
}

// ring is the ring in which the rows of a lattice are calculated: polynomials modulo f(cols) for a
// path, or sⁿ-1 for a cycle. A row is an element of it: lamp k of a path stands for f(k), lamp k of
// a cycle for sᵏ. Multiplication by t exchanges each lamp for its neighbours; on a cycle t is s +
// 1/s.
type ring struct {
	*lattice
	modulus gf2.Poly
}

// ring returns the ring in which the rows of the lattice calculate; n = cols. On a cycle the
// lamp after the last is the first again, so sⁿ = 1 and the modulus is sⁿ-1, which modulo 2 is
// sⁿ+1. On a path f(k-1) + f(k+1) = t·f(k), as a lamp's neighbours are the lamps before and after
// it, so the f are the Fibonacci polynomials; there is no lamp n, so f(n) = 0 is the modulus.
func (l *lattice) ring() ring {
	if l.wrapCols {
		return ring{l, gf2.Add(gf2.Power(l.cols), gf2.Power(0))}
	}
	return ring{l, gf2.Fibonacci(l.cols)}
}

// poly returns the element that a row stands for, as a polynomial in s on a cycle, in t on a path.
// The caller may change it.
func (r ring) poly(row []uint64) gf2.Poly {
	if r.wrapCols {
		return slices.Clone(gf2.Poly(row))
	}
	return gf2.FromFibonacci(row)
}

// row returns the row that stands for p modulo the modulus. On a path p is of degree 2·cols at
// most. As f(n+j) ≡ f(n-j) modulo f(n), and sⁿ⁺ʲ ≡ sʲ modulo sⁿ-1, the terms beyond the end of
// the row are added to lamps of the row: mirrored on a path, from its start on a cycle.
func (r ring) row(p gf2.Poly) []uint64 {
	n := r.cols
	row := make([]uint64, (n+63)/64)
	if r.wrapCols {
		copy(row, p.Low(n))
		for beyond := gf2.Shift(p, -n); len(beyond) > 0; beyond = gf2.Shift(beyond, -n) {
			for i, w := range beyond.Low(n) {
				row[i] ^= w
			}
		}
		return row
	}
	v := gf2.ToFibonacci(p)
	copy(row, v.Low(n))
	if beyond := gf2.Shift(v, -n-1); len(beyond) > 0 { // from f(n+1) on, as f(n) is 0
		for i, w := range gf2.Reverse(beyond, n) {
			row[i] ^= w
		}
	}
	return row
}

// reduce returns the element equal to p that is of degree below cols: p itself if it is.
func (r ring) reduce(p gf2.Poly) gf2.Poly {
	if p.Deg() < r.cols {
		return p
	}
	return r.poly(r.row(p))
}

// turned returns p or, on a cycle of more than four lamps for each of the m rows, sᵐ·p. There
// the factors of the equations are polynomials in s and 1/s of degree m at most. If both sides of
// an equation are multiplied by sᵐ, its factor is a polynomial in s alone, of degree 2m at most:
// less than half the modulus's, so that newEquation finds a shorter equation for it.
func (r ring) turned(p gf2.Poly) gf2.Poly {
	if r.wrapCols && 4*r.rows < r.cols {
		return r.reduce(gf2.Shift(p, r.rows))
	}
	return p
}

// timesT returns T·p, where T is t or, with the centre, t+1: the lamps that the presses p toggle
// in their own row.
func (r ring) timesT(p gf2.Poly) gf2.Poly {
	if r.wrapCols {
		row, none := r.row(p), make([]uint64, (r.cols+63)/64)
		product := make(gf2.Poly, len(row))
		r.next(product, none, none, row)
		return product
	}
	product := gf2.Shift(p, 1)
	if r.centre {
		product = gf2.Add(product, p)
	}
	return r.reduce(product)
}

// fibonacci returns f(k) of the argument T, for k ≥ -1. On a dark board whose row 0 is pressed as
// z, light chasing presses row k as f(k)(T)·z.
func (r ring) fibonacci(k int) gf2.Poly {
	if k >= 0 && k <= r.cols && !r.wrapCols {
		f := gf2.Fibonacci(k)
		if r.centre { // t+1 in the place of t
			f = gf2.Translate(f)
		}
		return r.reduce(f)
	}
	// f(2k) = f(k)² + f(k-1)² and f(2k+1) = T·f(k)², binary digit by digit.
	f, before := r.reduce(gf2.Power(0)), gf2.Poly(nil)
	if k < 0 {
		return before
	}
	for digit := bits.Len(uint(k)) - 1; digit >= 0; digit-- {
		square, below := r.reduce(gf2.Square(f)), r.reduce(gf2.Square(before))
		f, before = gf2.Add(square, below), r.timesT(below)
		if k>>digit&1 == 1 {
			f, before = r.timesT(square), f
		}
	}
	return f
}
