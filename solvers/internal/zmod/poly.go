// Package zmod computes modulo a small number q below 256: with polynomials
// over GF(p), and with linear equations over Z/pᵉ.
//
// Modulo a prime, polynomials have division with remainder, and Euclid's
// algorithm finds an inverse modulo a polynomial, or the common divisor that
// rules one out. Modulo a prime power there is no such division, but of any two
// numbers one divides the other: each is a power of p times a unit. Elimination
// that always takes the pivot with the fewest factors p therefore can always
// divide, and ends in Smith's normal form (H. J. S. Smith, On Systems
// of Linear Indeterminate Equations and Congruences, 1861).
//
// All of it is by the book, O(n²) and O(n³): where speed matters, see gf2.
package zmod

import "slices"

// Field is GF(p), p prime and below 256.
type Field int

// Poly is a polynomial over a field: coefficient i, from 0 to p-1, is that of
// tⁱ. Zeros at the end are allowed in arguments; results have none. Nil is
// zero.
type Poly []uint8

// Deg returns the degree, -1 for zero.
func (a Poly) Deg() int { return len(a.trim()) - 1 }

// trim drops zeros at the end.
func (a Poly) trim() Poly {
	n := len(a)
	for n > 0 && a[n-1] == 0 {
		n--
	}
	return a[:n]
}

// Inverse returns 1/a, which is aᵖ⁻²; a is not zero.
func (p Field) Inverse(a uint8) uint8 { return power(a, int(p)-2, int(p)) }

// power returns aⁿ modulo q.
func power(a uint8, n, q int) uint8 {
	x := 1 % q
	for range n {
		x = x * int(a) % q
	}
	return uint8(x)
}

// Add returns a + c·b.
func (p Field) Add(a Poly, c uint8, b Poly) Poly {
	sum := slices.Clone(a)
	if len(b) > len(a) {
		sum = append(sum, make(Poly, len(b)-len(a))...)
	}
	for i, x := range b {
		sum[i] = uint8((int(sum[i]) + int(c)*int(x)) % int(p))
	}
	return sum.trim()
}

// Mul returns a·b, in O(n²).
func (p Field) Mul(a, b Poly) Poly {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	sums := make([]uint64, len(a)+len(b)-1)
	for i, x := range a {
		if x != 0 {
			for j, y := range b {
				sums[i+j] += uint64(x) * uint64(y)
			}
		}
	}
	product := make(Poly, len(sums))
	for i, sum := range sums {
		product[i] = uint8(sum % uint64(p))
	}
	return product.trim()
}

// DivMod returns the quotient and the remainder of a by d, which is not zero.
func (p Field) DivMod(a, d Poly) (quotient, remainder Poly) {
	d = d.trim()
	remainder = slices.Clone(a).trim()
	if len(remainder) < len(d) {
		return nil, remainder
	}
	quotient = make(Poly, len(remainder)-len(d)+1)
	inverse := int(p.Inverse(d[len(d)-1]))
	for k := len(quotient) - 1; k >= 0; k-- {
		c := int(remainder[k+len(d)-1]) * inverse % int(p)
		if c == 0 {
			continue
		}
		quotient[k] = uint8(c)
		for i, x := range d {
			remainder[k+i] = uint8((int(remainder[k+i]) + (int(p)-c)*int(x)) % int(p))
		}
	}
	return quotient, remainder.trim()
}

// Cofactor returns the greatest common divisor g of a and the modulus f, up to a
// unit, and a u with u·a ≡ g (mod f), of degree below that of f/g or zero. It is Euclid's
// algorithm: u·a ≡ r holds for each remainder r and its cofactor u.
func (p Field) Cofactor(a, f Poly) (g, u Poly) {
	r, before := a.trim(), f.trim()
	u, ubefore := Poly{1}, Poly(nil)
	for len(r) > 0 {
		quotient, rest := p.DivMod(before, r)
		before, r = r, rest
		ubefore, u = u, p.Add(ubefore, uint8(p-1), p.Mul(quotient, u))
	}
	return before, ubefore
}
