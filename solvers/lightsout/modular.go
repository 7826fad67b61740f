package lightsout

import (
	"context"
	"slices"

	"kibitz/solvers/internal/zmod"
)

// solveMod finds how often to press each lamp, modulo q, to raise the lamps by want, row-major; q
// is from 2 to 255.
//
// Light chasing leaves an equation for each lamp of one row or, if rows wrap, of two. Modulo a prime
// power other than 2 they are brought into Smith's normal form:
// O(m·n² + n³), with n the shorter side. Every other q is put together from its prime powers by the
// Chinese remainder theorem. The only error is that of ctx.
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
	if power.size == 2 {
		return l.space(ctx, b.want)
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

// chase returns the state after count rows of light chasing from the state s on, above row first. If
// wanted is false, the rows want nothing.
func (b *modular) chase(ctx context.Context, s state, first, count int, wanted bool) (state, error) {
	for r := first; r < first+count; r++ {
		if r%64 == 0 && ctx.Err() != nil {
			return s, ctx.Err()
		}
		var want []uint8
		if wanted {
			want = b.row(r)
		}
		s = state{s[1], b.next(s[0], want, s[1])}
	}
	return s, nil
}

// gap returns the error at the end of a chase that begins with a state. On a rectangle it is the
// remainder below the last row, and on a torus the difference of the last state from the first.
func (b *modular) gap(ctx context.Context, s state, wanted bool) (state, error) {
	end, err := b.chase(ctx, s, 0, b.rows, wanted)
	if err != nil || !b.wrapRows {
		return end, err
	}
	return state{b.less(end[0], s[0]), b.less(end[1], s[1])}, nil
}

// less returns v - w.
func (b *modular) less(v, w []uint8) []uint8 {
	rest := make([]uint8, len(v))
	for i := range v {
		rest[i] = uint8((int(v[i]) + b.q - int(w[i])) % b.q)
	}
	return rest
}

// fill returns the presses of all rows, row-major, that light chasing makes from the state s on,
// whose second row is row 0. If wanted is false, it makes a quiet pattern.
func (b *modular) fill(ctx context.Context, s state, wanted bool) ([]uint8, error) {
	presses := slices.Clone(s[1])
	for r := range b.rows - 1 {
		var err error
		if s, err = b.chase(ctx, s, r, 1, wanted); err != nil {
			return nil, err
		}
		presses = append(presses, s[1]...)
	}
	return presses, nil
}

// eliminate solves a board modulo a prime power. The unknowns are the presses of the first row and,
// on a torus, of the last; column j of the matrix is the gap that a press of unknown j alone
// leaves on a dark board. The presses must make up for the gap that no presses there leave. The errors
// are those of ctx and, for memory, of takeQuiet.
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
		s, err := b.gap(ctx, begin(unit), false)
		if err != nil {
			return nil, err
		}
		for i, c := range ends(s) {
			matrix[i][j] = c
		}
	}
	none := make([]uint8, unknowns)
	c, err := b.gap(ctx, begin(none), true)
	if err != nil {
		return nil, err
	}
	x, ok, kernel, err := ring.Solve(ctx, matrix, b.less(none, ends(c)), unknowns)
	if err != nil {
		return nil, err
	}
	answer := &space{}
	if err := takeQuiet(ctx, len(kernel), len(b.want)); err != nil {
		return nil, err
	}
	if ok {
		if answer.presses, err = b.fill(ctx, begin(x), true); err != nil {
			return nil, err
		}
	}
	for _, g := range kernel {
		pattern, err := b.fill(ctx, begin(g.Vector), false)
		if err != nil {
			return nil, err
		}
		answer.quiet = append(answer.quiet, Quiet{pattern, g.Order})
	}
	return answer, nil
}
