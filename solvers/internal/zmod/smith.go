// Package zmod solves linear equations modulo a power of a prime, below 256.
//
// There is no division modulo a prime power, but of any two numbers one divides the other: each is a
// power of p times a unit. Elimination that always takes the pivot with the fewest factors p therefore
// can always divide, and ends in Smith's normal form (H. J. S. Smith, On Systems of Linear
// Indeterminate Equations and Congruences, 1861).
package zmod

import "context"

// Ring is Z/pᵉ, with pᵉ below 256.
type Ring struct{ P, E int }

// size returns pᵉ.
func (r Ring) size() int {
	q := 1
	for range r.E {
		q *= r.P
	}
	return q
}

// Generator is an element of a kernel. Order is the least number above 0 by which
// it must be multiplied to give zero.
type Generator struct {
	Vector []uint8
	Order  int
}

// Solve solves A·x = b, where each row of A is an equation in that many unknowns.
// It overwrites A and b. ok is false if there is no solution; x is then nil, and the
// kernel is there all the same. The kernel's generators make each of its elements in just
// one way as a sum of cᵢ times generator i, 0 ≤ cᵢ < order i. The only error is
// that of ctx. O(rows·unknowns·min(rows, unknowns)).
//
// It makes A diagonal by row and column operations, D = L·A·R. Then D·y = L·b
// is solved coefficient by coefficient, and x = R·y.
func (r Ring) Solve(ctx context.Context, a [][]uint8, b []uint8, unknowns int) (x []uint8, ok bool, kernel []Generator, err error) {
	q := r.size()
	// columns[i] is column i of R.
	columns := make([][]uint8, unknowns)
	for i := range columns {
		columns[i] = make([]uint8, unknowns)
		columns[i][i] = 1
	}
	y := make([]uint8, unknowns)
	rank, ok := 0, true
	for ; rank < min(len(a), unknowns); rank++ {
		if err := ctx.Err(); err != nil {
			return nil, false, nil, err
		}
		row, column, pivot := r.findPivot(a, rank)
		if pivot == 0 { // all that is left is zero
			break
		}
		a[rank], a[row] = a[row], a[rank]
		b[rank], b[row] = b[row], b[rank]
		for _, equation := range a {
			equation[rank], equation[column] = equation[column], equation[rank]
		}
		columns[rank], columns[column] = columns[column], columns[rank]

		r.eliminate(a, b, rank, pivot)
		for j := rank + 1; j < unknowns; j++ { // the rest of the pivot's row becomes zero; only R needs to know
			if c := a[rank][j] / pivot; c != 0 {
				subtract(columns[j], c, columns[rank], q)
			}
		}
		if b[rank]%pivot != 0 {
			ok = false
		}
		y[rank] = b[rank] / pivot
		if pivot > 1 {
			kernel = append(kernel, multiple(columns[rank], q/int(pivot), q, int(pivot))) // pivot·(q/pivot) is zero
		}
	}
	for _, rest := range b[rank:] {
		ok = ok && rest == 0
	}
	for _, column := range columns[rank:] {
		kernel = append(kernel, multiple(column, 1, q, q))
	}
	if !ok {
		return nil, false, kernel, nil
	}
	x = make([]uint8, unknowns)
	for i, c := range y {
		subtract(x, uint8((q-int(c))%q), columns[i], q)
	}
	return x, true, kernel, nil
}

// eliminate multiplies row rank of a, the pivot's, by a unit, so that its entry in column rank is
// pivot, a power of p, and makes the entries below it zero. It does the same to b.
func (r Ring) eliminate(a [][]uint8, b []uint8, rank int, pivot uint8) {
	q := r.size()
	unit := power(a[rank][rank]/pivot, q-q/r.P-1, q) // Euler: there are q - q/p units, so this is 1/a
	scale(a[rank], unit, q)
	b[rank] = uint8(int(b[rank]) * int(unit) % q)
	for i := rank + 1; i < len(a); i++ {
		if c := a[i][rank] / pivot; c != 0 {
			subtract(a[i][rank:], c, a[rank][rank:], q)
			b[i] = uint8((int(b[i]) + (q-int(c))*int(b[rank])) % q)
		}
	}
}

// findPivot finds an entry with the fewest factors p from row and column rank on.
// It returns the power of p in that entry too, which is 0 if all entries are zero.
func (r Ring) findPivot(a [][]uint8, rank int) (row, column int, power uint8) {
	least := r.size()
	for i := rank; i < len(a) && least > 1; i++ {
		for j := rank; j < len(a[i]) && least > 1; j++ {
			if a[i][j] == 0 {
				continue
			}
			d := 1
			for int(a[i][j])%(d*r.P) == 0 {
				d *= r.P
			}
			if d < least {
				least, row, column = d, i, j
			}
		}
	}
	if least == r.size() {
		return 0, 0, 0
	}
	return row, column, uint8(least)
}

// power returns aⁿ modulo q.
func power(a uint8, n, q int) uint8 {
	x := 1 % q
	for range n {
		x = x * int(a) % q
	}
	return uint8(x)
}

// subtract subtracts c·w from v.
func subtract(v []uint8, c uint8, w []uint8, q int) {
	minus := q - int(c)
	for i, x := range w {
		v[i] = uint8((int(v[i]) + minus*int(x)) % q)
	}
}

// scale multiplies v by c.
func scale(v []uint8, c uint8, q int) {
	for i, x := range v {
		v[i] = uint8(int(c) * int(x) % q)
	}
}

// multiple returns c·v as a generator of that order.
func multiple(v []uint8, c, q, order int) Generator {
	w := make([]uint8, len(v))
	subtract(w, uint8((q-c)%q), v, q)
	return Generator{w, order}
}
