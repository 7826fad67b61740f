package gf2

// karatsuba is the number of words from which three products of half the
// length are faster than the comb.
const karatsuba = 24

// Mul returns p·q: O(n²/16) words by the comb, O(n^1.6) above.
func Mul(p, q Poly) Poly {
	p, q = p.trim(), q.trim()
	if len(p) < len(q) {
		p, q = q, p
	}
	if len(q) == 0 {
		return nil
	}
	product := make(Poly, len(p)+len(q))
	if len(q) < karatsuba {
		comb(product, p, q)
		return product.trim()
	}
	// Cut the longer factor into pieces as long as the shorter one.
	n := len(q)
	piece := make(Poly, 2*n)
	scratch := make(Poly, 6*n+128)
	for at := 0; at < len(p); at += n {
		part := p[at:min(at+n, len(p))]
		if len(part) < n {
			product[at:].add(Mul(part, q))
			break
		}
		multiply(piece, part, q, scratch)
		product[at:].add(piece)
	}
	return product.trim()
}

// multiply sets dst to p·q by Karatsuba's method, or by the comb for short factors. Both factors
// have n words, dst has 2n and scratch 6n+128. With p = a + tʰ·b and q = c + tʰ·d, h in words, the
// middle of the product is (a+b)·(c+d) + a·c + b·d. The upper halves b and d may be a word shorter.
func multiply(dst, p, q, scratch Poly) {
	n := len(p)
	if n < karatsuba {
		clear(dst)
		comb(dst, p, q)
		return
	}
	h := (n + 1) / 2
	middle, sums, rest := scratch[:2*h], scratch[2*h:4*h], scratch[4*h:]
	multiply(dst[:2*h], p[:h], q[:h], rest)
	multiply(dst[2*h:], p[h:], q[h:], rest)
	copy(sums, p[:h])
	sums.add(p[h:])
	copy(sums[h:], q[:h])
	sums[h:].add(q[h:])
	multiply(middle, sums[:h], sums[h:], rest)
	middle.add(dst[:2*h])
	middle.add(dst[2*h:])
	dst[h:].add(middle)
}

// comb adds p·q to dst, which has len(p)+len(q) words that are zero; q has fewer than karatsuba.
// It adds the multiple of q for the highest 4 bits of each word of p, moves dst up by 4 bits,
// and goes on with the next 4 bits.
func comb(dst, p, q Poly) {
	// rows of 16 multiples of q, each a word longer than q
	var space [16 * (karatsuba + 1)]uint64
	n := len(q) + 1
	table := space[:16*n]
	copy(table[n:], q)
	for i := 2; i < 16; i += 2 {
		row, half := table[i*n:(i+1)*n], table[i/2*n:(i/2+1)*n]
		var carry uint64
		for j, w := range half {
			row[j] = w<<1 | carry
			carry = w >> 63
		}
		next := table[(i+1)*n : (i+2)*n]
		for j, w := range row {
			next[j] = w ^ table[n+j]
		}
	}
	for shift := 60; ; shift -= 4 {
		for i, w := range p {
			if digit := int(w >> uint(shift) & 15); digit != 0 {
				Poly(dst[i:]).add(table[digit*n : digit*n+n])
			}
		}
		if shift == 0 {
			return
		}
		var carry uint64
		for i, w := range dst {
			dst[i] = w<<4 | carry
			carry = w >> 60
		}
	}
}

// Square returns p².
func Square(p Poly) Poly {
	square := make(Poly, 2*len(p))
	for i, w := range p {
		square[2*i] = spread(uint32(w))
		square[2*i+1] = spread(uint32(w >> 32))
	}
	return square.trim()
}

// spread puts a zero behind each bit.
func spread(half uint32) uint64 {
	w := uint64(half)
	w = (w | w<<16) & lower[4]
	w = (w | w<<8) & lower[3]
	w = (w | w<<4) & lower[2]
	w = (w | w<<2) & lower[1]
	return (w | w<<1) & lower[0]
}
