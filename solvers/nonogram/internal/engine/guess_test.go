package engine

import (
	"math/rand/v2"
	"testing"

	"kibitz/solvers/internal/cdcl"
	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
)

// However soon guesses end, what they come to is the same: a solution, or that there is none.
// They are cut so short here that many fail, on sketches and on the page.
func TestFirstSolution(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 26))
	seen, several := map[cdcl.Status]int{}, 0
	for n := range 60 {
		p := sparse(r, 10+r.IntN(9))
		if n%3 == 0 { // mostly without a solution
			r.Shuffle(len(p.Cols), func(i, j int) { p.Cols[i], p.Cols[j] = p.Cols[j], p.Cols[i] })
		}
		first := func(conflicts int) cdcl.Status {
			g := bare(t, p)
			defer func() { g.page.close() }()
			if g.propagate() != consistent {
				return cdcl.Unsat
			}
			g.secure(true)
			g.conflicts = conflicts
			picture, status := g.firstSolution()
			if status == cdcl.Sat {
				MustSolve(p, picture)
			}
			if g.pageConflicts() > 0 {
				several++
			}
			return status
		}
		want := first(reportConflicts)
		if got := first(1); got != want {
			t.Errorf("%s: %v, but %v with short guesses", p, want, got)
		}
		seen[want]++
	}
	if seen[cdcl.Sat] < 10 || seen[cdcl.Unsat] < 1 || several < 10 {
		t.Errorf("%v, %d with more than a guess", seen, several)
	}
}

// What a guess has proved is followed along the lines before the next one, which takes it for
// granted that no line decides more. A guess of one conflict proves little, and ends there.
func TestGuessesLeaveLinesSettled(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 63))
	puzzles := []*puzzle.Puzzle{puzzletest.MustParse(t, "1 1;1;1 1;2|1;1 1;2;1 1")} // its third guess began at a line without an arrangement
	for range 20000 {
		puzzles = append(puzzles, randomPuzzle(r, 5))
	}
	unsolvable := 0
	for _, p := range puzzles {
		g := bare(t, p)
		g.conflicts = 1
		if g.propagate() != consistent || g.complete() {
			continue
		}
		g.secure(true)
		status := cdcl.OutOfPatience
		for seed := uint64(0); status == cdcl.OutOfPatience; seed++ {
			for which := range g.clues {
				cells, ok := g.newCells(which)
				if !ok || cells != (line.Known[[1]uint64]{}) {
					t.Fatalf("%s, before guess %d: line %d has %v to decide, arrangement %v", p, seed, which, cells, ok)
				}
			}
			_, status = sketchedGuess(g, seed)
		}
		if status == cdcl.Unsat {
			unsolvable++
			if all := puzzletest.Solutions(p); len(all) > 0 {
				t.Fatalf("%s: there are %d", p, len(all))
			}
		}
		g.page.close()
	}
	if unsolvable < 50 {
		t.Errorf("only %d without a solution", unsolvable)
	}
}
