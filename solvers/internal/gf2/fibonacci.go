package gf2

import "slices"

// Fibonacci returns the polynomial f(n), of degree n.
func Fibonacci(n int) Poly { return FromFibonacci(Power(n)) }

// FromFibonacci returns the sum of those f(k) whose bit k is set in v.
//
// By the doubling laws Σ v(k)·f(k) is E² + t·O², where O is the sum of
// v(2k+1)·f(k) and E that of (v(2k)+v(2k+2))·f(k). So the even coefficients
// take those two places on, then even and odd ones are treated alike among
// themselves, four places on, and so forth. The first loop goes up to distances of 32 within
// words and from the word above, the second is distance 64, the third 128 and more.
func FromFibonacci(v Poly) Poly {
	p := slices.Clone(v)
	last := len(p) - 1
	if last < 0 {
		return nil
	}
	for level, mask := range lower[:5] {
		s := uint(2) << level
		for i := range last {
			p[i] ^= (p[i]>>s | p[i+1]<<(64-s)) & mask
		}
		p[last] ^= p[last] >> s & mask
	}
	for i := range last {
		p[i] ^= p[i+1] & lower[5]
	}
	for d := 1; 2*d <= last; d *= 2 {
		for i := range last - 2*d + 1 {
			if i&d == 0 {
				p[i] ^= p[i+2*d]
			}
		}
	}
	return p.trim()
}

// ToFibonacci inverts FromFibonacci: bit k of the result is set if f(k) is part of
// the sum that makes p. It undoes the steps of FromFibonacci in reverse order, the longest
// distance first. A step adds to a coefficient the old value of one further up; to undo that, the
// coefficients are made right from the highest down, so that each word needs the one above it.
func ToFibonacci(p Poly) Poly {
	v := slices.Clone(p).trim()
	last := len(v) - 1
	if last < 0 {
		return nil
	}
	d := 1
	for 2*d <= last {
		d *= 2
	}
	for ; d > 0; d /= 2 {
		for i := last - 2*d; i >= 0; i-- {
			if i&d == 0 {
				v[i] ^= v[i+2*d]
			}
		}
	}
	for i := last - 1; i >= 0; i-- {
		v[i] ^= v[i+1] & lower[5]
	}
	for level := 4; level >= 0; level-- {
		mask := lower[level]
		first := uint(2) << level             // the distance, and also the number of bits that the word above hands down
		copies := ^uint64(0) / (1<<first - 1) // times this, first bits are repeated all over a word
		var above uint64
		for i := last; i >= 0; i-- {
			w := v[i] & mask
			for s := first; s < 64; s *= 2 { // each bit becomes the sum of itself and all bits a multiple of first above it
				w ^= w >> s
			}
			w ^= above * copies
			v[i] = w | v[i]&^mask
			above = w & (1<<first - 1)
		}
	}
	return v.trim()
}
