package engine

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
)

// What prices prove is so: no other picture keeps the clues. They do prove some of it.
func TestBalanceAgainstAllPictures(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	proved, unproved := 0, 0
	for range 2000 {
		p := randomPuzzle(r, 4)
		all := puzzletest.Solutions(p)
		if len(all) == 0 {
			continue
		}
		g := bare(t, p)
		switch {
		case !newBalance(g, all[0]).proves():
			unproved++
		case len(all) > 1:
			t.Fatalf("%s: there are %d", p, len(all))
		default:
			proved++
		}
	}
	if proved < 300 || unproved < 300 {
		t.Errorf("%d proved, %d not", proved, unproved)
	}
}

// Dominoes take exponentially many conflicts, but few prices: hardly a conflict is met where prices prove them.
func TestManyDominoes(t *testing.T) {
	puzzletest.OneGoroutine(t)
	for n := 9; n <= 20; n++ {
		g := newGrid[[1]uint64](puzzletest.Dominoes(n))
		a, _ := g.Solve(t.Context(), false)
		if conflicts := g.sketchConflicts + g.pageConflicts(); a.Verdict != solvers.Unique || conflicts > 1000 {
			t.Errorf("%d-Dom: %v after %d conflicts", n, a.Verdict, conflicts)
		}
	}
}

// A line's best arrangement, and the mean over all, against each of them.
func TestPricedLine(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 12))
	for range 500 {
		n := 1 + r.IntN(9)
		all := puzzletest.AllLines(n)
		solution := all[r.IntN(len(all))]
		runs := puzzletest.LengthsOf(solution)
		spans := make([]line.Extent, len(runs))
		solver := line.NewSweeps[[1]uint64]([][]int{runs})
		solver.Extents(runs, n, line.Known[[1]uint64]{}, spans)
		var l line.PricedLine
		l.Reset(n)
		for i, c := range solution {
			l.Filled[i] = c == puzzle.Filled
			l.Price[i] = int64(r.IntN(200) - 100)
			l.Odds[i] = float64(l.Price[i]) / 50
		}
		best, weight, differs := int64(math.MinInt64), 0.0, make([]float64, n)
		for _, line := range all {
			if !slices.Equal(puzzletest.LengthsOf(line), runs) {
				continue
			}
			var earned int64
			for i := range line {
				if line[i] != solution[i] {
					earned += l.Price[i]
				}
			}
			best = max(best, earned)
			w := math.Exp(float64(earned) / 50)
			weight += w
			for i := range line {
				if line[i] != solution[i] {
					differs[i] += w
				}
			}
		}
		if most := l.Most(runs, spans); most != best {
			t.Fatalf("%v in %d cells earns %d, should earn %d", runs, n, most, best)
		}
		if sum := l.Soft(runs, spans); math.Abs(sum-math.Log(weight)) > 1e-9 {
			t.Fatalf("%v in %d cells weighs e to the %g, should %g", runs, n, sum, math.Log(weight))
		}
		for i, d := range l.Differs {
			if math.Abs(d-differs[i]/weight) > 1e-9 {
				t.Fatalf("%v in %d cells: cell %d differs by %g, should by %g", runs, n, i, d, differs[i]/weight)
			}
		}
	}
}

// The least of a quadratic form is where its slope is 0.
func TestQuasiNewton(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 13))
	for range 50 {
		n := 1 + r.IntN(6)
		least, weights := make([]float64, n), make([]float64, n)
		for i := range least {
			least[i], weights[i] = r.NormFloat64(), .1+10*r.Float64()
		}
		m := newQuasiNewton(n, func(x, slope []float64) (value float64) {
			for i := range x {
				d := x[i] - least[i]
				value += weights[i] * d * d
				slope[i] = 2 * weights[i] * d
			}
			return value
		})
		for range 100 {
			m.step()
		}
		for i := range least {
			if math.Abs(m.x[i]-least[i]) > 1e-4 {
				t.Fatalf("%v, should be %v", m.x, least)
			}
		}
	}
}
