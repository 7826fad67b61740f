package engine

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
)

// Each switch leads to another picture with the same clues, and leaves given cells alone.
func TestSwitchesKeepClues(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	found := 0
	for range 3000 {
		rows, cols, density := 1+r.IntN(9), 1+r.IntN(9), .2+.6*r.Float64()
		picture, given := make([]puzzle.Cell, rows*cols), make([]puzzle.Cell, rows*cols)
		for c := range picture {
			picture[c] = puzzle.Empty
			if r.Float64() < density {
				picture[c] = puzzle.Filled
			}
			if r.IntN(20) == 0 {
				given[c] = picture[c]
			}
		}
		p := puzzle.FromPicture(picture, cols)
		s := switching{rows: rows, cols: cols, picture: picture, given: given, most: 2 + r.IntN(longestSwitch-1), steps: commonSteps}
		s.each(func(lost, gained int) bool { return false }, func(cells []int) bool {
			found++
			other := slices.Clone(picture)
			for _, c := range cells {
				if given[c] != puzzle.Unknown {
					t.Errorf("%s: cell %d of %v is given", p, c, cells)
				}
				other[c] = puzzle.Opposite(other[c])
			}
			if slices.Equal(other, picture) || puzzle.FromPicture(other, cols).String() != p.String() {
				t.Errorf("%s: %v is no switch of %s", p, cells, puzzletest.RowsOf(picture, cols))
			}
			return true
		})
	}
	if found == 0 {
		t.Error("no switch found")
	}
}

// The smallest puzzle with two solutions is one switch.
func TestSwitchOfFour(t *testing.T) {
	s := switching{rows: 2, cols: 2, picture: []puzzle.Cell{puzzle.Filled, puzzle.Empty, puzzle.Empty, puzzle.Filled}, most: 2, steps: commonSteps}
	if !s.closeFrom(0, 1) {
		t.Fatal("none found")
	}
	slices.Sort(s.path)
	if !slices.Equal(s.path, []int{0, 1, 2, 3}) {
		t.Error(s.path)
	}
}

// Every choice of the switches is a solution, and no two choices are the same: brute force agrees,
// and on boards of switches alone they make all solutions.
func TestSwitchesAreIndependent(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	several, all := 0, 0
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for range 150 {
		rows, cols := 3+r.IntN(4), 3+r.IntN(4)
		picture := make([]puzzle.Cell, rows*cols)
		for c := range picture {
			picture[c] = puzzle.Empty
			if r.IntN(4) == 0 {
				picture[c] = puzzle.Filled
			}
		}
		p := puzzle.FromPicture(picture, cols)
		switches := Switches(t.Context(), p, picture)
		if early := Switches(ended, p, picture); len(early) > 0 {
			t.Fatalf("%v after the end of the time", early)
		}
		seen := map[string]bool{}
		for choice := range 1 << len(switches) {
			other := slices.Clone(picture)
			flip(other, switches, choice)
			if puzzle.FromPicture(other, cols).String() != p.String() {
				t.Fatalf("%s: %b of %v is no solution", p, choice, switches)
			}
			seen[puzzletest.TextOf(other)] = true
		}
		n := len(puzzletest.Solutions(p))
		if len(seen) != 1<<len(switches) || n < len(seen) {
			t.Fatalf("%s: %v make %d solutions of %d", p, switches, len(seen), n)
		}
		if len(switches) > 1 {
			several++
			if n == len(seen) {
				all++
			}
		}
	}
	if several < 10 || all < 3 {
		t.Errorf("%d boards with several switches, %d with no other solution", several, all)
	}
}
