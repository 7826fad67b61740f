package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"kibitz/solvers"
	"kibitz/solvers/internal/cdcl"
	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
)

// byLearning solves without a single guess of the search.
func byLearning(p *puzzle.Puzzle) *puzzle.Answer {
	g := newGrid[[1]uint64](p)
	g.searchProbes = 0
	a, _ := g.Solve(context.Background(), true)
	return a
}

// randomPuzzle has a solution, or clues of two pictures that need not go together.
func randomPuzzle(r *rand.Rand, side int) *puzzle.Puzzle {
	h, w := 1+r.IntN(side), 1+r.IntN(side)
	picture := func() []puzzle.Cell {
		cells := make([]puzzle.Cell, h*w)
		for i := range cells {
			cells[i] = puzzle.Empty + puzzle.Cell(r.IntN(2))
		}
		return cells
	}
	p := puzzle.FromPicture(picture(), w)
	if r.IntN(3) == 0 {
		p.Cols = puzzle.FromPicture(picture(), w).Cols
	}
	return p
}

// Learning alone agrees with all pictures tried: verdict, solutions, backbone, and
// lines that contradict each other.
func TestLearningAgainstAllPictures(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	rounds, side := 3000, 4
	if n, err := strconv.Atoi(os.Getenv("NONOGRAM_ROUNDS")); err == nil {
		rounds, side = n, 5
	}
	for range rounds {
		p := randomPuzzle(r, side)
		all := puzzletest.Solutions(p)
		a := byLearning(p)
		want := [...]solvers.Verdict{solvers.None, solvers.Unique, solvers.Multiple}[min(len(all), 2)]
		if a.Verdict != want {
			t.Fatalf("%s: %v, but there are %d", p, a.Verdict, len(all))
		}
		for _, s := range a.Solutions {
			if !slices.ContainsFunc(all, func(x []puzzle.Cell) bool { return slices.Equal(x, s) }) {
				t.Fatalf("%s: %v is no solution", p, s)
			}
		}
		if quick, _ := Decide(context.Background(), p); quick.Verdict != want {
			t.Fatalf("%s: %v, but to decide %v", p, want, quick.Verdict)
		}
		if want == solvers.None {
			checkContradiction(t, p, a)
			continue
		}
		if !a.BackboneProved || !slices.Equal(a.Grid, puzzletest.Common(all)) {
			t.Fatalf("%s: grid %v, backbone %v", p, a.Grid, puzzletest.Common(all))
		}
		if want == solvers.Multiple && slices.Equal(a.Solutions[0], a.Solutions[1]) {
			t.Fatalf("%s: the same solution twice", p)
		}
	}
}

// A slow guess alone never errs: what it finds is a solution, and what it rules out has none.
func TestSlowGuessAgainstAllPictures(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 7))
	rounds := 500
	if n, err := strconv.Atoi(os.Getenv("NONOGRAM_ROUNDS")); err == nil {
		rounds = n / 20
	}
	for i := range rounds {
		p := randomPuzzle(r, 4)
		all := puzzletest.Solutions(p)
		g := newGrid[[1]uint64](p)
		g.begin(context.Background())
		switch picture, status := g.slowGuess(uint64(i % 3)); status {
		case cdcl.Sat:
			if !slices.ContainsFunc(all, func(x []puzzle.Cell) bool { return slices.Equal(x, picture) }) {
				t.Fatalf("%s: %v is no solution", p, picture)
			}
		case cdcl.Unsat:
			if len(all) > 0 {
				t.Fatalf("%s: there are %d", p, len(all))
			}
		}
	}
}

// checkContradiction tries all pictures for the lines of a conflict that took learning.
func checkContradiction(t *testing.T, p *puzzle.Puzzle, a *puzzle.Answer) {
	cells := len(p.Rows) * len(p.Cols)
	if a.Level < puzzle.BySearch || cells > 16 {
		return
	}
	pictures := puzzletest.AllLines(cells)
	if puzzletest.SolvableBy(p, a.Conflict, pictures) {
		t.Fatalf("%s: %v have a solution", p, a.Conflict)
	}
	if !a.ConflictMinimal { // there is no end of time in so small a puzzle
		t.Fatalf("%s: %v may not be minimal", p, a.Conflict)
	}
	for i := range a.Conflict {
		if !puzzletest.SolvableBy(p, slices.Concat(a.Conflict[:i], a.Conflict[i+1:]), pictures) {
			t.Fatalf("%s: %v do without %v", p, a.Conflict, a.Conflict[i])
		}
	}
}

// badlyShuffled is a square of 24 cells a side whose verdict of none takes hundreds of
// conflicts, and its lines in conflict as many thousands.
func badlyShuffled() *puzzle.Puzzle {
	const side = 24
	p := sparse(rand.New(rand.NewPCG(24, 142)), side)
	p.Cols[0], p.Cols[1] = p.Cols[1], p.Cols[0]
	return p
}

// Lines in conflict take no more than they are allowed, and are called minimal only where
// each was seen to be needed. Decide does without.
func TestConflictWithinBounds(t *testing.T) {
	puzzletest.OneGoroutine(t)
	p := badlyShuffled()
	bare := newGrid[[1]uint64](p)
	bare.begin(t.Context())
	for _, most := range []int64{1, 100, 1000} {
		page, _ := newPage(bare, true)
		core, minimal := page.smallestCore(t.Context(), most)
		if page.sat.Conflicts > most || minimal && core == nil {
			t.Errorf("%d conflicts of %d, %d lines, minimal %v", page.sat.Conflicts, most, len(core), minimal)
		}
	}
	for _, thorough := range []bool{false, true} {
		g := newGrid[[1]uint64](p)
		a, _ := g.Solve(t.Context(), thorough)
		if a.Verdict != solvers.None || !g.byLearning || (a.Conflict != nil) != thorough {
			t.Errorf("%v with %d lines in conflict", a.Verdict, len(a.Conflict))
		}
	}
}

// A line's odds are the sums over its arrangements, one by one.
func TestLineOddsAreExact(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 2000 {
		n := 1 + r.IntN(9)
		all := puzzletest.AllLines(n)
		runs := puzzletest.LengthsOf(all[1+r.IntN(len(all)-1)])
		var l lineOdds
		l.reset(n)
		extents := make([]line.Extent, len(runs))
		solver := line.NewSweeps[[1]uint64]([][]int{runs})
		solver.Extents(runs, n, line.Known[[1]uint64]{}, extents)
		for i := range n {
			l.fill[i], l.empty[i] = r.Float64(), r.Float64()
		}
		total, filled := 0.0, make([]float64, n)
		for _, line := range all {
			if !slices.Equal(puzzletest.LengthsOf(line), runs) {
				continue
			}
			weight := 1.0
			for i, c := range line {
				if c == puzzle.Filled {
					weight *= l.fill[i]
				} else {
					weight *= l.empty[i]
				}
			}
			total += weight
			for i, c := range line {
				if c == puzzle.Filled {
					filled[i] += weight
				}
			}
		}
		if !l.sum(runs, extents) || math.Abs(l.total-total) > 1e-9 {
			t.Fatalf("%v in %d cells: total %g, should be %g", runs, n, l.total, total)
		}
		for i := range n {
			if math.Abs(l.filled[i]-filled[i]) > 1e-9 {
				t.Fatalf("%v in %d cells: cell %d %g, should be %g", runs, n, i, l.filled[i], filled[i])
			}
		}
	}
}
