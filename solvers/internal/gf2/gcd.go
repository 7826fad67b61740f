package gf2

import "slices"

// DivMod returns the quotient and the remainder of p by d, which is not zero:
// O(n·m/64) words for a quotient of degree n and a divisor of degree m.
func DivMod(p, d Poly) (quotient, remainder Poly) {
	d = d.trim()
	degree, top := d.Deg(), p.Deg()
	if top < degree {
		return nil, slices.Clone(p).trim()
	}
	quotient = make(Poly, (top-degree)/64+1)
	if degree == 0 {
		return slices.Clone(p).trim(), nil
	}
	remainder = slices.Clone(p)
	for ; top >= degree; top = remainder[:top/64+1].Deg() {
		k := top - degree
		remainder.addShifted(d, k)
		quotient[k/64] |= 1 << (k % 64)
	}
	return quotient.trim(), remainder.trim()
}

// Cofactor returns the greatest common divisor g of p and the modulus f, and a u of
// degree below that of f/g with
//
//	u·p ≡ g  (mod f).
//
// It is Euclid's algorithm, coefficient by coefficient: O(n²/64) words. Each step
// shortens the longer of two remainders by adding t^k times the other, and does the
// same with its cofactor.
func Cofactor(p, f Poly) (g, u Poly) {
	n := max(len(f), len(p)) + 1 // a word more for what addShifted carries
	space := make(Poly, 4*n)
	r0, r1, u0, u1 := space[:n:n], space[n:2*n:2*n], space[2*n:3*n:3*n], space[3*n:] // u·p ≡ r (mod f)
	copy(r0, f)
	copy(r1, p)
	u1[0] = 1
	d0, d1 := f.Deg(), p.Deg() // of r0 and r1
	n0, n1 := 0, 1             // words of u0 and u1 in use; u0 is 0, as 0·p ≡ f
	for {
		if d0 < d1 {
			r0, r1, u0, u1 = r1, r0, u1, u0
			d0, d1, n0, n1 = d1, d0, n1, n0
		}
		if d1 < 0 {
			return r0.trim(), u0.trim()
		}
		k := d0 - d1
		r0.addShifted(r1[:d1/64+1], k)
		u0.addShifted(u1[:n1], k)
		n0 = max(n0, n1+k/64)
		if u0[n0] != 0 { // carried
			n0++
		}
		d0 = r0[:d0/64+1].Deg()
	}
}
