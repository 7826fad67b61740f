package lightsout

import "context"

// equations hold the factors of the equations for a first state, as rows, the results that they
// must give, and how their unknowns w and v make that state.
type equations struct {
	factors, results [][]uint8
	begin            func(w, v []uint8) state
}

// factored returns the equations of a first state that makes up for the difference d. A flat board
// has one equation, a torus two.
func (b *modular) factored(ctx context.Context, d state) (eq equations, err error) {
	j := b.rows / 2
	half := b.q/2 + 1
	none := b.dark()[0]
	switch {
	case !b.wrapRows:
		f, err := b.fibonacci(ctx, b.rows)
		if err != nil {
			return eq, err
		}
		eq.factors, eq.results = [][]uint8{f}, [][]uint8{d[1]}
		eq.begin = func(w, _ []uint8) state { return state{none, w} }
	case b.rows%2 == 0:
		f, err := b.fibonacci(ctx, j-1)
		if err != nil {
			return eq, err
		}
		eq.factors = [][]uint8{f, b.sum(b.timesT(b.timesT(f)), 4*(b.q-1), f)}
		eq.results = [][]uint8{d[0], b.sum(b.sum(none, 2, d[1]), b.q-1, b.timesT(d[0]))}
		eq.begin = func(w, a []uint8) state {
			return state{a, b.sum(none, half, b.sum(w, 1, b.timesT(a)))}
		}
	default:
		f, err := b.fibonacci(ctx, j)
		if err != nil {
			return eq, err
		}
		below, err := b.fibonacci(ctx, j-1)
		if err != nil {
			return eq, err
		}
		h := b.sum(f, 1, below)
		eq.factors = [][]uint8{h, b.sum(b.timesT(h), 2*(b.q-1), h)}
		eq.results = [][]uint8{d[0], b.sum(d[1], b.q-1, d[0])}
		eq.begin = func(w, v []uint8) state { return state{b.sum(v, b.q-1, w), v} }
	}
	return eq, nil
}
