package lightsout

import (
	"context"
	"crypto/subtle"
	"iter"
	"math/big"
	"slices"

	"kibitz/solvers"
)

// A space is the set of all solutions of a board: presses plus any sum of quiet patterns.
type space struct {
	presses     []uint8 // one solution; nil if there is none
	quiet       []Quiet
	certificate []uint8 // if there is none: see Answer
}

// solutions solves the board by the method that it calls for, and returns the solutions in reduced
// form or, if there is none, a certificate. It replays the solution or recounts the certificate; if
// that fails, the space beside the error must not be used. The other errors are those of Check and
// of ctx, ErrQuiet, and that of solvers.Take. It gives back the memory that it takes, except for the
// quiet patterns: see takeQuiet.
func (p *Puzzle) solutions(ctx context.Context) (*space, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	want, q := p.lacks(), p.states()
	lattice, isLattice := p.lattice()
	if !isLattice {
		bytes := p.elimination()
		if err := solvers.Take(ctx, bytes); err != nil {
			return nil, err
		}
		defer solvers.Give(ctx, bytes)
	}
	var s *space
	var err error
	switch {
	case isLattice && q == 2:
		s, err = lattice.space(ctx, want)
	case isLattice:
		s, err = lattice.solveMod(ctx, want, q)
	case q == 2:
		s, err = p.solveBits(ctx, want)
	default:
		s, err = p.solveRing(ctx, want, q)
	}
	if err != nil {
		return nil, err
	}
	p.withoutIdle(s)
	if err := s.reduce(ctx, q); err != nil {
		return nil, err
	}
	if s.presses != nil {
		return s, p.replay(s.presses)
	}
	if s.certificate, err = p.certificate(ctx, s, want); err != nil {
		return nil, err
	}
	return s, p.recount(s.certificate)
}

// elimination bounds the bytes of Gaussian elimination: see solveBits.
func (p *Puzzle) elimination() int64 {
	length := 3 * min(p.Rows, p.Cols) // of an equation, in coefficients of a byte
	if p.Wrap != Flat {
		length *= 2
	}
	if p.matrix != nil {
		length = len(p.Lamps)
	}
	if p.states() == 2 {
		length /= 8
	}
	const head = 200 // bytes of an equation beside its coefficients
	return int64(len(p.Lamps)) * int64(length+head)
}

// takeQuiet takes memory for n quiet patterns, packed and not. The caller keeps it until its
// request ends.
func takeQuiet(ctx context.Context, patterns, cells int) error {
	return solvers.Take(ctx, int64(patterns)*int64(cells)/8*9) // a byte and a bit for each cell
}

// lattice returns the board as a lattice, and whether it is one.
func (p *Puzzle) lattice() (l lattice, ok bool) {
	ok = p.matrix == nil && !p.hex && !slices.Contains(p.Holes, true) && (p.Neighbours == Plus || p.Neighbours == Hollow)
	return lattice{
		rows: p.Rows, cols: p.Cols,
		wrapRows: p.Wrap == Torus, wrapCols: p.Wrap != Flat,
		centre: p.Neighbours == Plus,
	}, ok
}

// space returns all solutions of a lattice with two states.
func (l lattice) space(ctx context.Context, want []uint8) (*space, error) {
	found, err := l.solve(ctx, packLamps(l.rows, l.cols, want))
	if err != nil {
		return nil, err
	}
	if err := takeQuiet(ctx, found.nullity, len(want)); err != nil {
		return nil, err
	}
	quiet, err := found.quiet(ctx)
	if err != nil {
		return nil, err
	}
	s := &space{}
	for _, q := range quiet {
		s.quiet = append(s.quiet, Quiet{q.unpack(), 2})
	}
	if found.solvable {
		s.presses = found.presses.unpack()
	}
	return s, nil
}

// certificate returns a pattern that proves that an unsolvable board has no solution: one of the
// left kernel of the matrix that is not orthogonal to want. If the kernel has such a pattern, so has
// each basis of it. The quiet patterns are a basis if the matrix is symmetric; for the matrix of a
// Flip ID or a net it solves the transposed board to get one. It returns nil if it finds none,
// which recount then refuses.
func (p *Puzzle) certificate(ctx context.Context, s *space, want []uint8) ([]uint8, error) {
	left := s
	if p.matrix != nil {
		var err error
		if left, err = p.transposed().solutions(ctx); err != nil {
			return nil, err
		}
	}
	i := slices.IndexFunc(left.quiet, func(y Quiet) bool { return dot(y.Pattern, want, p.states()) != 0 })
	if i < 0 {
		return nil, nil // recount will refuse this
	}
	return left.quiet[i].Pattern, nil
}

// transposed returns a board, with all lamps at their targets, whose matrix is this one's
// transposed.
func (p *Puzzle) transposed() *Puzzle {
	n := len(p.Lamps)
	t := &Puzzle{Rows: p.Rows, Cols: p.Cols, Lamps: make([]uint8, n), Rules: p.Rules, matrix: make([]vector, n), net: p.net.transposed()}
	for i := range t.matrix {
		t.matrix[i] = newVector(n)
	}
	for i, row := range p.matrix {
		for j := range row.ones {
			t.matrix[j].flip(i)
		}
	}
	return t
}

// dot returns the scalar product of x and y modulo the states.
func dot(x, y []uint8, states int) int {
	sum := 0
	for i, v := range x {
		sum += int(v) * int(y[i])
	}
	return sum % states
}

// add adds `times` times the pattern y to x in place, modulo the states.
func add(x, y []uint8, times, states int) {
	switch {
	case times%states == 0:
	case states == 2: // many bytes at once
		subtle.XORBytes(x, x, y)
	default:
		for i, v := range y {
			x[i] = uint8((int(x[i]) + times*int(v)) % states)
		}
	}
}

// weight returns the number of presses of a pattern.
func weight(pattern []uint8) int {
	n := 0
	for _, times := range pattern {
		n += int(times)
	}
	return n
}

// Count returns the number of solutions of a solvable board: the product of the
// orders of the quiet patterns, 2^Nullity with two states.
func (a *Answer) Count() *big.Int { return (&space{quiet: a.Quiet}).count() }

// count returns the number of solutions of a board that has one.
func (s *space) count() *big.Int {
	n := big.NewInt(1)
	for _, q := range s.quiet {
		n.Mul(n, big.NewInt(int64(q.Order)))
	}
	return n
}

// A Power is Base^Exponent.
type Power struct{ Base, Exponent int }

// Powers returns Count as a product of powers of primes; none if there is one solution.
func (a *Answer) Powers() []Power {
	var powers []Power
	for _, power := range primePowers(max(a.states, 2)) { // 0 states are 2
		n := 0
		for _, q := range a.Quiet {
			for order := q.Order; order%power.prime == 0; order /= power.prime {
				n++
			}
		}
		if n > 0 {
			powers = append(powers, Power{power.prime, n})
		}
	}
	return powers
}

// Solutions yields every solution of the board that a answers, a.Presses
// first, in an order that depends on a alone. The slices are the caller's to
// keep. It yields nothing if the board is unsolvable.
func (p *Puzzle) Solutions(a *Answer) iter.Seq[[]uint8] {
	return func(yield func([]uint8) bool) {
		if !a.Solvable {
			return
		}
		for x := range (&space{presses: a.Presses, quiet: a.Quiet}).all(a.states) {
			if !yield(slices.Clone(x)) {
				return
			}
		}
	}
}

// all yields every solution, each in the memory of the one before. They pass like the numbers on an
// odometer, so that most differ from the one before by a single quiet pattern.
func (s *space) all(states int) iter.Seq[[]uint8] {
	return func(yield func([]uint8) bool) {
		x, taken := slices.Clone(s.presses), make([]int, len(s.quiet))
		for yield(x) {
			carry := true
			for i := 0; carry && i < len(taken); i++ {
				var times int
				times, carry = s.quiet[i].next(&taken[i], states)
				add(x, s.quiet[i].Pattern, times, states)
			}
			if carry {
				return
			}
		}
	}
}

// next adds one to taken, how often the pattern is in a sum, modulo Order: a digit of an odometer. It
// returns how many times to add the pattern to the sum: once or, when taken goes back to 0, as many
// times as take it out of the sum. carry reports the latter: the next digit has to go on, too.
func (q Quiet) next(taken *int, states int) (times int, carry bool) {
	if *taken+1 < q.Order {
		*taken++
		return 1, false
	}
	*taken = 0
	return states - q.Order + 1, true // added modulo the states, it takes off Order-1
}

// Solution returns solution number n, from 0, of the board that a answers, in the
// order of a dictionary: by how often the first lamp in reading order is pressed,
// then the second, and so on. It returns nil if n is negative or not below Count.
// O(Nullity·Rows·Cols).
func (a *Answer) Solution(n *big.Int) []uint8 {
	if !a.Solvable || n.Sign() < 0 || n.Cmp(a.Count()) >= 0 {
		return nil
	}
	digits := make([]int, len(a.Quiet))
	rest, digit := new(big.Int).Set(n), new(big.Int)
	for i := len(digits) - 1; i >= 0; i-- {
		rest.DivMod(rest, big.NewInt(int64(a.Quiet[i].Order)), digit)
		digits[i] = int(digit.Int64())
	}
	x := slices.Clone(a.Presses)
	for i, q := range a.Quiet {
		// The patterns that follow leave its first lamp alone, so digits[i] says how it is pressed.
		first := q.first()
		unit, at := int(q.Pattern[first]), int(x[first])
		add(x, q.Pattern, (digits[i]-at/unit+q.Order)%q.Order, a.states)
	}
	return x
}

// first returns the first lamp that the pattern presses; -1 if it presses none.
func (q Quiet) first() int { return slices.IndexFunc(q.Pattern, func(v uint8) bool { return v != 0 }) }

// reduce gives the solutions a form that depends on the board alone, and not on the method. The
// quiet patterns come in Howell form, and presses is the first solution in the order of a
// dictionary. In Howell form each pattern presses its first lamp as seldom as it can, later
// patterns do not press it, and earlier ones press it no more often than they must.
func (s *space) reduce(ctx context.Context, states int) error {
	var pool [][]uint8
	for _, q := range s.quiet {
		pool = append(pool, q.Pattern)
	}
	s.quiet = nil
	for i := 0; len(pool) > 0; i++ {
		pivot, rest, err := bringUp(ctx, pool, i, states)
		switch {
		case err != nil:
			return err
		case pivot == nil:
			continue
		}
		unit := int(pivot[i])
		for _, above := range s.quiet {
			if err := ctx.Err(); err != nil {
				return err
			}
			add(above.Pattern, pivot, states-int(above.Pattern[i])/unit, states)
		}
		if s.presses != nil {
			add(s.presses, pivot, states-int(s.presses[i])/unit, states)
		}
		s.quiet = append(s.quiet, Quiet{pivot, states / unit})
		pool = rest
		if unit > 1 { // states/unit times the pivot leaves lamp i alone, and may still press others
			next := make([]uint8, len(pivot))
			if add(next, pivot, states/unit, states); weight(next) > 0 {
				pool = append(pool, next)
			}
		}
	}
	return nil
}

// bringUp combines the patterns of pool that press lamp i, by Euclid's algorithm, into a pivot,
// which presses it as many times as a divisor of the states says, and others that do not press it.
// rest has those and the patterns that did not press it before; patterns that became 0 are dropped.
// The pivot is nil if no pattern presses lamp i. It changes the patterns of pool. The only error is
// that of ctx.
func bringUp(ctx context.Context, pool [][]uint8, i, states int) (pivot []uint8, rest [][]uint8, err error) {
	for _, x := range pool {
		if x[i] == 0 {
			rest = append(rest, x)
			continue
		}
		if pivot == nil {
			pivot = x
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		for x[i] != 0 {
			add(pivot, x, states-int(pivot[i]/x[i]), states)
			pivot, x = x, pivot
		}
		if weight(x) > 0 {
			rest = append(rest, x)
		}
	}
	if pivot != nil {
		// A unit makes the press of lamp i the divisor it has in common with the states.
		times := 1
		for gcd(times, states) > 1 || times*int(pivot[i])%states != gcd(int(pivot[i]), states) {
			times++
		}
		add(pivot, slices.Clone(pivot), times-1, states)
	}
	return pivot, rest, nil
}

// gcd returns the greatest common divisor, by Euclid's algorithm.
func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
