package lightsout

import (
	"context"
	"slices"

	"kibitz/solvers/internal/zmod"
)

// solveMod finds how often to press each lamp, modulo q, to raise the lamps by want, row-major; q
// is from 2 to 255.
//
// If q is prime, the polynomials of solve work over GF(q), with the signs that 1 = -1 hides over
// GF(2): O(m·n + n²) steps. Modulo a prime power there is no Euclidean algorithm. Light chasing
// leaves an equation for each lamp of one row or, if rows wrap, of two. They are brought into
// Smith's normal form: O(m·n² + n³), with n the shorter side. Every other q is put together from
// its prime powers by the Chinese remainder theorem. The only error is that of ctx.
func (l lattice) solveMod(ctx context.Context, want []uint8, q int) (*space, error) {
	if l.cols > l.rows { // the equations lie along the shorter side
		turned := lattice{l.cols, l.rows, l.wrapCols, l.wrapRows, l.centre}
		s, err := turned.solveMod(ctx, l.transpose(want), q)
		if err != nil {
			return nil, err
		}
		s.presses = turned.transpose(s.presses)
		for i, y := range s.quiet {
			s.quiet[i].Pattern = turned.transpose(y.Pattern)
		}
		return s, nil
	}
	return byPrimePowers(ctx, len(want), q, func(power primePower) (*space, error) {
		return l.solvePower(ctx, want, power)
	})
}

// transpose mirrors a board, row-major, in the main diagonal; nil stays nil.
func (l lattice) transpose(board []uint8) []uint8 {
	if board == nil {
		return nil
	}
	mirrored := make([]uint8, 0, len(board))
	for c := range l.cols {
		for r := range l.rows {
			mirrored = append(mirrored, board[r*l.cols+c])
		}
	}
	return mirrored
}

// solvePower does what solveMod does, modulo a power of a prime.
func (l lattice) solvePower(ctx context.Context, want []uint8, power primePower) (*space, error) {
	b := &modular{lattice: l, q: power.size, want: make([]uint8, len(want))}
	for i, x := range want {
		b.want[i] = uint8(int(x) % power.size)
	}
	switch {
	case power.size == 2:
		return l.space(ctx, b.want)
	case power.exponent == 1:
		return b.polynomials(ctx)
	}
	return b.eliminate(ctx, zmod.Ring{P: power.prime, E: power.exponent})
}

// modular is a board modulo a prime power q.
type modular struct {
	lattice
	q    int
	want []uint8
}

// state is two rows of presses, one above the other.
type state [2][]uint8

// row returns row r of want.
func (b *modular) row(r int) []uint8 { return b.want[r*b.cols : (r+1)*b.cols] }

// next returns the row of presses below x. Prev is the row above x. It is want + T·x - prev, where
// T·x is the states that the presses x take away in their own row. want may be nil.
func (b *modular) next(prev, want, x []uint8) []uint8 {
	n := len(x)
	below := make([]uint8, n)
	for i := range below {
		sum := int(prev[i]) // sum of all terms to subtract
		if b.centre {
			sum += int(x[i])
		}
		if i > 0 {
			sum += int(x[i-1])
		} else if b.wrapCols {
			sum += int(x[n-1])
		}
		if i < n-1 {
			sum += int(x[i+1])
		} else if b.wrapCols {
			sum += int(x[0])
		}
		sum = 4*b.q - sum // at least 0: the four or fewer terms are each below q
		if want != nil {
			sum += int(want[i])
		}
		below[i] = uint8(sum % b.q)
	}
	return below
}

// timesT returns T·x: what the presses x add in their own row, with the sign turned.
func (b *modular) timesT(x []uint8) []uint8 { return b.next(make([]uint8, len(x)), nil, x) }

// chase returns the state after count rows of light chasing from a state on. The rows begin at
// `first` and go on by step. With step 0 nothing is wanted.
func (b *modular) chase(ctx context.Context, s state, first, count, step int) (state, error) {
	for i := range count {
		if i%64 == 0 && ctx.Err() != nil {
			return s, ctx.Err()
		}
		var want []uint8
		if step != 0 {
			want = b.row(first + i*step)
		}
		s = state{s[1], b.next(s[0], want, s[1])}
	}
	return s, nil
}

// dark returns the state of two rows without presses, which are the caller's to change.
func (b *modular) dark() state { return state{make([]uint8, b.cols), make([]uint8, b.cols)} }

// gap returns the error at the end of a chase that begins with a state. On a rectangle it is the
// remainder below the last row, and on a torus the difference between the states in which the
// chases down and up meet. With step 0 nothing is wanted.
func (b *modular) gap(ctx context.Context, s state, step int) (state, error) {
	up := 0
	if b.wrapRows {
		up = b.rows / 2
	}
	down, err := b.chase(ctx, s, 0, b.rows-up, step)
	if err != nil || !b.wrapRows {
		return down, err
	}
	back, err := b.chase(ctx, state{s[1], s[0]}, b.rows-1, up, -step)
	return state{b.sum(down[0], b.q-1, back[1]), b.sum(down[1], b.q-1, back[0])}, err
}

// sum returns v + c·w.
func (b *modular) sum(v []uint8, c int, w []uint8) []uint8 {
	sum := make([]uint8, len(v))
	for i := range v {
		sum[i] = uint8((int(v[i]) + c*int(w[i])) % b.q)
	}
	return sum
}

// fill returns the presses of all rows, row-major, that light chasing makes from the state s on,
// whose second row is row 0. With step 0 nothing is wanted, which makes a quiet pattern.
func (b *modular) fill(ctx context.Context, s state, step int) ([]uint8, error) {
	presses := slices.Clone(s[1])
	for r := range b.rows - 1 {
		var err error
		if s, err = b.chase(ctx, s, r, 1, step); err != nil {
			return nil, err
		}
		presses = append(presses, s[1]...)
	}
	return presses, nil
}

// answer returns the space of the solution that begins in the state start, if solvable, and of the
// quiet patterns that begin in the states quiet; orders[i] is the order of pattern i. The errors
// are those of ctx and, for memory, of takeQuiet.
func (b *modular) answer(ctx context.Context, solvable bool, start state, quiet []state, orders []int) (*space, error) {
	answer, err := &space{}, takeQuiet(ctx, len(quiet), len(b.want))
	if err != nil {
		return nil, err
	}
	if solvable {
		if answer.presses, err = b.fill(ctx, start, 1); err != nil {
			return nil, err
		}
	}
	for i, s := range quiet {
		pattern, err := b.fill(ctx, s, 0)
		if err != nil {
			return nil, err
		}
		answer.quiet = append(answer.quiet, Quiet{pattern, orders[i]})
	}
	return answer, nil
}

// eliminate solves a board modulo a prime power. The unknowns are the presses of the first row and,
// on a torus, of the last; column j of the matrix is the gap that a press of unknown j alone
// leaves on a dark board. The presses must make up for the gap that no presses there leave.
func (b *modular) eliminate(ctx context.Context, ring zmod.Ring) (*space, error) {
	n := b.cols
	unknowns := n // presses of the first row; on a torus those of the last row come before them
	if b.wrapRows {
		unknowns *= 2
	}
	ends := func(s state) []uint8 { // what must become 0
		if b.wrapRows {
			return slices.Concat(s[0], s[1])
		}
		return s[1]
	}
	begin := func(x []uint8) state { // the first state that has the unknowns x
		if b.wrapRows {
			return state{x[:n], x[n:]}
		}
		return state{make([]uint8, n), x}
	}
	matrix := make([][]uint8, unknowns)
	for i := range matrix {
		matrix[i] = make([]uint8, unknowns)
	}
	for j := range unknowns {
		unit := make([]uint8, unknowns)
		unit[j] = 1
		s, err := b.gap(ctx, begin(unit), 0)
		if err != nil {
			return nil, err
		}
		for i, c := range ends(s) {
			matrix[i][j] = c
		}
	}
	c, err := b.gap(ctx, b.dark(), 1)
	if err != nil {
		return nil, err
	}
	x, ok, kernel, err := ring.Solve(ctx, matrix, b.sum(make([]uint8, unknowns), b.q-1, ends(c)), unknowns)
	if err != nil {
		return nil, err
	}
	var start state
	if ok {
		start = begin(x)
	}
	var quiet []state
	var orders []int
	for _, g := range kernel {
		quiet, orders = append(quiet, begin(g.Vector)), append(orders, g.Order)
	}
	return b.answer(ctx, ok, start, quiet, orders)
}

// polynomials solves a board modulo an odd prime.
//
// What differs from two states: M = (0 1 / -1 T), M + 1/M = T, and so for a
// torus M - 1/M = 2M - T is not a multiple of the unit matrix. For m = 2j the
// equations f(j-1)·(2M - T)·(a, b) = d become
//
//	q·w = d(0)    q·(T²-4)·a = 2·d(1) - T·d(0)
//
// with q = f(j-1) and w = 2b - T·a, and for m = 2j+1, h·(M - 1)·(a, b) = d
// becomes, with h = f(j) + f(j-1) and w = b - a,
//
//	h·w = d(0)    h·(T-2)·b = d(1) - d(0).
func (b *modular) polynomials(ctx context.Context) (*space, error) {
	field := zmod.Field(b.q)
	gap, err := b.gap(ctx, b.dark(), 1)
	if err != nil {
		return nil, err
	}
	d := state{b.sum(b.dark()[0], b.q-1, gap[0]), b.sum(b.dark()[0], b.q-1, gap[1])}

	eq, err := b.factored(ctx, d)
	if err != nil {
		return nil, err
	}
	modulus := b.modulus(field)
	solvable := true
	var found [2][]uint8
	var quiet []state
	none := b.dark()[0]
	for i, factor := range eq.factors {
		g, u := field.Cofactor(b.poly(field, factor), modulus)
		c, rest := field.DivMod(b.poly(field, eq.results[i]), g)
		solvable = solvable && len(rest) == 0
		_, z := field.DivMod(field.Mul(u, c), modulus)
		found[i] = b.element(z)
		step, _ := field.DivMod(modulus, g)
		for range g.Deg() {
			parts := [2][]uint8{none, none}
			parts[i] = b.element(step)
			quiet = append(quiet, eq.begin(parts[0], parts[1]))
			step = append(zmod.Poly{0}, step...) // times t or, on a cycle, s
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return b.answer(ctx, solvable, eq.begin(found[0], found[1]), quiet, slices.Repeat([]int{b.q}, len(quiet)))
}

// fibonacci returns the row f(k)(T)·e, where e has only the first lamp: the element f(k)(T) of the
// ring.
func (b *modular) fibonacci(ctx context.Context, k int) ([]uint8, error) {
	s := b.dark()
	s[1][0] = 1 // f(-1) = 0, f(0) = 1
	if k < 0 {
		return s[0], nil
	}
	s, err := b.chase(ctx, s, 0, k, 0)
	return s[1], err
}

// modulus returns sⁿ-1 or, for a path, the polynomial f(n) of f(k+1) = t·f(k) - f(k-1).
func (b *modular) modulus(field zmod.Field) zmod.Poly {
	if b.wrapCols {
		f := make(zmod.Poly, b.cols+1)
		f[0], f[b.cols] = uint8(b.q-1), 1
		return f
	}
	before, f := zmod.Poly(nil), zmod.Poly{1}
	for range b.cols {
		before, f = f, field.Add(append(zmod.Poly{0}, f...), uint8(b.q-1), before)
	}
	return f
}

// poly returns the polynomial of a row. On a cycle, the lamps are its coefficients. On a path they
// are those of the polynomials f(k), summed by C. W. Clenshaw's recurrence.
func (b *modular) poly(field zmod.Field, row []uint8) zmod.Poly {
	if b.wrapCols {
		return row
	}
	var sum, before zmod.Poly
	for _, c := range slices.Backward(row) {
		more := field.Add(append(zmod.Poly{c}, sum...), uint8(b.q-1), before)
		sum, before = more, sum
	}
	return sum
}

// element returns the row of a polynomial of degree below cols. On a path it uses Horner's rule, in
// which t exchanges each lamp for its neighbours.
func (b *modular) element(p zmod.Poly) []uint8 {
	row := make([]uint8, b.cols)
	if b.wrapCols {
		copy(row, p)
		return row
	}
	for _, c := range slices.Backward(p) {
		moved := make([]uint8, b.cols)
		for i, x := range row {
			if i > 0 {
				moved[i-1] = uint8((int(moved[i-1]) + int(x)) % b.q)
			}
			if i+1 < b.cols {
				moved[i+1] = uint8((int(moved[i+1]) + int(x)) % b.q)
			}
		}
		moved[0] = uint8((int(moved[0]) + int(c)) % b.q)
		row = moved
	}
	return row
}
