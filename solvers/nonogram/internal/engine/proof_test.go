package engine

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"kibitz/solvers"
	"kibitz/solvers/internal/cdcl"
	"kibitz/solvers/internal/cdcl/drattest"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
)

// What a page says is proved by another program: that a puzzle has no solution, or none
// beside the first. A page is written from nothing but the clues, or from what lines and
// probes have decided.

// certified has the page's answer checked, and returns it. The first solution is ruled out
// for good at the end, so that one solution is none left.
func certified(t *testing.T, about fmt.Stringer, g *grid[[1]uint64]) solvers.Verdict {
	t.Helper()
	var formula, proof bytes.Buffer
	g.proof = cdcl.DRAT(&formula, &proof)
	p, _ := g.learned()
	r := g.learn()
	MustSolve(g.puzzle, r.solutions...)
	v := r.verdict()
	if v == solvers.Unique {
		p.sat.Add(p.differ)
		p.sat.Patience, p.sat.Stay = 0, false // a verdict by prices has left the page unfinished
		if status := p.sat.Solve(t.Context()); status != cdcl.Unsat {
			t.Fatalf("%s: %v once the only solution is ruled out", about, status)
		}
	}
	if v == solvers.Unique || v == solvers.None {
		if err := drattest.Refutes(&formula, &proof); err != nil {
			t.Errorf("%s: %v, but the proof fails: %v", about, v, err)
		}
	}
	return v
}

// bare knows nothing but the clues of p.
func bare(t *testing.T, p *puzzle.Puzzle) *grid[[1]uint64] {
	g := newGrid[[1]uint64](p)
	g.begin(t.Context())
	return g
}

// deduced returns a grid with the cells that lines and probes decide; nil if these are all.
func deduced(t *testing.T, p *puzzle.Puzzle) *grid[[1]uint64] {
	g := bare(t, p)
	if g.deduce(true) != consistent || g.complete() {
		return nil
	}
	return g
}

func TestProofsOfDominoes(t *testing.T) {
	puzzletest.OneGoroutine(t)
	for n := 5; n <= 9; n++ {
		for _, g := range []*grid[[1]uint64]{bare(t, puzzletest.Dominoes(n)), deduced(t, puzzletest.Dominoes(n))} {
			if v := certified(t, g.puzzle, g); v != solvers.Unique {
				t.Errorf("%d-Dom: %v", n, v)
			}
		}
	}
}

func TestProofOfForever(t *testing.T) {
	puzzletest.OneGoroutine(t)
	text, err := os.ReadFile("../../testdata/survey/06574-forever.non")
	if err != nil {
		t.Fatal(err)
	}
	_, clues, _ := strings.Cut(string(text), "rows\n")
	rows, cols, _ := strings.Cut(clues, "\n\ncolumns\n")
	lines := func(side string) string { return strings.ReplaceAll(strings.TrimSpace(side), "\n", ";") }
	p := puzzletest.MustParse(t, lines(rows)+"|"+lines(cols))
	for _, g := range []*grid[[1]uint64]{bare(t, p), deduced(t, p)} {
		if v := certified(t, g.puzzle, g); v != solvers.Unique {
			t.Error(v)
		}
	}
}

func TestProofsOfRandomPuzzles(t *testing.T) {
	puzzletest.OneGoroutine(t)
	r := rand.New(rand.NewPCG(40, 1))
	var seen [4]int
	for n := range 1000 {
		p := sparse(r, 5+r.IntN(6))
		if n%3 == 0 { // mostly without a solution
			r.Shuffle(len(p.Cols), func(i, j int) { p.Cols[i], p.Cols[j] = p.Cols[j], p.Cols[i] })
		}
		v := certified(t, p, bare(t, p))
		seen[v]++
		if g := deduced(t, p); g != nil {
			if again := certified(t, p, g); again != v {
				t.Errorf("%s: %v from the clues, %v from what probes say", p, v, again)
			}
		}
	}
	if seen[solvers.None] < 100 || seen[solvers.Unique] < 100 || seen[solvers.Undecided] > 0 {
		t.Errorf("%d without a solution, %d with one, %d undecided", seen[solvers.None], seen[solvers.Unique], seen[solvers.Undecided])
	}
}
