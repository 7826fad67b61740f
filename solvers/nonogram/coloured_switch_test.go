package nonogram_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"kibitz/solvers/nonogram"
)

// In colours every choice of the switches is a solution, no two choices are the same, and cells that
// are given stay. A solution that differs from another by an exchange in two rows has a switch.
func TestColouredSwitches(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 9))
	several, all := 0, 0
	for range 3000 {
		p := smallColoured(r)
		var solutions [][]nonogram.Cell
		everyColouring(p, func(picture []nonogram.Cell) bool {
			solutions = append(solutions, picture)
			return len(solutions) < 300
		})
		if len(solutions) < 2 || len(solutions) == 300 {
			continue
		}
		first := solutions[0]
		switches := p.Switches(context.Background(), first)
		for choice := range 1 << len(switches) {
			other := slices.Clone(first)
			for i, cells := range switches {
				if choice>>i&1 == 1 {
					for k, cell := range cells {
						other[cell] = first[cells[(k+1)%2]]
					}
				}
			}
			if n := occurrences(solutions, other); n != 1 {
				t.Fatalf("%v given %v: %b of %v in %v is %d solutions", p, p.Given, choice, switches, first, n)
			}
		}
		if len(switches) == 0 && slices.ContainsFunc(solutions[1:], func(s []nonogram.Cell) bool { return exchanged(first, s, len(p.Cols)) }) {
			t.Fatalf("%v given %v: no switch of %v", p, p.Given, first)
		}
		if len(switches) > 1 {
			several++
		}
		if len(solutions) == 1<<len(switches) {
			all++
		}
	}
	if several < 10 || all < 100 {
		t.Errorf("%d boards with several switches, %d with no other solution", several, all)
	}
}

// occurrences returns how often a picture is among others.
func occurrences(all [][]nonogram.Cell, picture []nonogram.Cell) (n int) {
	for _, other := range all {
		if slices.Equal(other, picture) {
			n++
		}
	}
	return n
}

// exchanged reports whether two pictures differ in the corners of a rectangle alone.
func exchanged(one, other []nonogram.Cell, cols int) bool {
	var differ []int
	for i := range one {
		if one[i] != other[i] {
			differ = append(differ, i)
		}
	}
	return len(differ) == 4 && differ[0]/cols == differ[1]/cols && differ[2]/cols == differ[3]/cols &&
		differ[0]%cols == differ[2]%cols && differ[1]%cols == differ[3]%cols
}
