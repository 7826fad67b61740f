package nonogram

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"kibitz/solvers/internal/cdcl"
)

// Guesses made ahead on a second core change when a solution comes, and not which. They are cut
// so short here that many fail. A solution found is one, and what is said to have none, or
// one, is no other than by the clauses alone.
func TestGuessesAhead(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	r := rand.New(rand.NewPCG(22, 26))
	seen, several := map[cdcl.Status]int{}, 0
	for n := range 60 {
		p := sparse(r, 8+r.IntN(8))
		if n%3 == 0 { // mostly without a solution
			r.Shuffle(len(p.Cols), func(i, j int) { p.Cols[i], p.Cols[j] = p.Cols[j], p.Cols[i] })
		}
		first := func(cores, conflicts int) ([]Cell, cdcl.Status) {
			runtime.GOMAXPROCS(cores)
			g := bare(t, p)
			busy.Add(1) // as in decide
			defer busy.Add(-1)
			defer func() { g.page.close() }()
			g.conflicts = conflicts
			if conflicts == 0 {
				return g.firstByPage()
			}
			picture, status := g.firstSolution()
			if learnedSoFar(g) >= int64(conflicts) {
				several++
			}
			return picture, status
		}
		want, status := first(1, 3)
		got, ahead := first(2, 3)
		if ahead != status || !slices.Equal(got, want) {
			t.Errorf("%s: on one core %v %v, on two %v %v", p, status, want, ahead, got)
		}
		if status == cdcl.Sat {
			p.mustSolve(want)
		}
		if _, byPage := first(1, 0); byPage != status {
			t.Errorf("%s: %v, but %v by clauses alone", p, status, byPage)
		}
		seen[status]++
	}
	if seen[cdcl.Sat] < 10 || seen[cdcl.Unsat] < 1 || several < 10 {
		t.Errorf("%v, %d with more than a guess", seen, several)
	}
	if n := busy.Load(); n != 0 {
		t.Errorf("%d cores are still at work", n)
	}
}

// What a guess has proved is followed along the lines before the next one, which takes it for
// granted that no line decides more. A guess of one conflict proves little, and ends there.
func TestGuessesLeaveLinesSettled(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 63))
	puzzles := []*Puzzle{mustParse(t, "1 1;1;1 1;2|1;1 1;2;1 1")} // its third guess began at a line without an arrangement
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
			for line := range g.clues {
				cells, ok := g.newCells(line)
				if !ok || cells != (known[[1]uint64]{}) {
					t.Fatalf("%s, before guess %d: line %d has %v to decide, arrangement %v", p, seed, line, cells, ok)
				}
			}
			_, status = g.quickGuess(seed, hasty)
		}
		if status == cdcl.Unsat {
			unsolvable++
			if all := solutions(p); len(all) > 0 {
				t.Fatalf("%s: there are %d", p, len(all))
			}
		}
		g.page.close()
	}
	if unsolvable < 50 {
		t.Errorf("only %d without a solution", unsolvable)
	}
}
