package zmod

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSolve finds all solutions of small systems by trying all vectors.
func TestSolve(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for range 20_000 {
		r := []Ring{{2, 1}, {3, 1}, {2, 2}, {2, 3}, {3, 2}, {5, 1}}[rng.IntN(6)]
		q := r.size()
		rows, unknowns := 1+rng.IntN(4), 1+rng.IntN(3)
		a := make([][]uint8, rows)
		for i := range a {
			a[i] = make([]uint8, unknowns)
			for j := range a[i] {
				a[i][j] = uint8(rng.IntN(q) * []int{1, 1, r.P, 0}[rng.IntN(4)] % q)
			}
		}
		times := func(x []uint8) []uint8 {
			b := make([]uint8, rows)
			for i := range b {
				sum := 0
				for j, c := range a[i] {
					sum += int(c) * int(x[j])
				}
				b[i] = uint8(sum % q)
			}
			return b
		}
		all := func(yield func([]uint8) bool) {
			x := make([]uint8, unknowns)
			for {
				if !yield(x) {
					return
				}
				i := 0
				for ; i < unknowns; i++ {
					if x[i]++; int(x[i]) < q {
						break
					}
					x[i] = 0
				}
				if i == unknowns {
					return
				}
			}
		}
		b := make([]uint8, rows)
		for i := range b {
			b[i] = uint8(rng.IntN(q))
		}
		if rng.IntN(2) > 0 {
			x := make([]uint8, unknowns)
			for i := range x {
				x[i] = uint8(rng.IntN(q))
			}
			b = times(x)
		}
		solutions, quiet := 0, map[string]bool{}
		for x := range all {
			got := times(x)
			if slices.Equal(got, b) {
				solutions++
			}
			if slices.Max(got) == 0 {
				quiet[string(x)] = true
			}
		}
		copies := make([][]uint8, rows)
		for i := range a {
			copies[i] = slices.Clone(a[i])
		}
		x, ok, kernel, err := r.Solve(context.Background(), copies, slices.Clone(b), unknowns)
		if err != nil || ok != (solutions > 0) || ok && !slices.Equal(times(x), b) {
			t.Fatalf("modulo %d: %v·x = %v: %v, %v, %v; %d solutions", q, a, b, x, ok, err, solutions)
		}
		// the sums of the generators are the kernel, each once
		sums := [][]uint8{make([]uint8, unknowns)}
		for _, g := range kernel {
			var more [][]uint8
			for c := range g.Order {
				for _, s := range sums {
					v := slices.Clone(s)
					subtract(v, uint8((q-c)%q), g.Vector, q)
					more = append(more, v)
				}
			}
			sums = more
		}
		if len(sums) != len(quiet) {
			t.Fatalf("modulo %d: %v has %d in its kernel, want %d", q, a, len(sums), len(quiet))
		}
		for _, v := range sums {
			if !quiet[string(v)] {
				t.Fatalf("modulo %d: %v does not take %v to zero, or twice", q, a, v)
			}
			delete(quiet, string(v))
		}
	}
}
