package deduce

import (
	"errors"
	"slices"
	"testing"

	"kibitz/solvers"
)

// TestCells: of a grid of 3 rows and 4 columns.
func TestCells(t *testing.T) {
	for text, want := range map[string][]int{
		"":               nil,
		"r1c2":           {1},
		"r1c2-4, r3":     {1, 2, 3, 8, 9, 10, 11},
		"C1; r2-3c4-3":   {0, 4, 8, 6, 7, 10, 11},
		"r1c1 r1c1 r1c1": {0},
	} {
		if got, err := Cells(text, 3, 4); !slices.Equal(got, want) || err != nil {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for text, at := range map[string]int{"r4": 2, "r1c5": 4, "x": 1, "r1c1 a": 6, "r": 2, "r1c1-": 5, "rA2-5,": 1, "é": 1} {
		_, err := Cells(text, 3, 4)
		if wrong, ok := columnOf(err); !ok || wrong != at {
			t.Errorf("%q: %v, want column %d", text, err, at)
		}
	}
}

// FuzzCells: what is named is in the grid, each cell once; what is not read has its place.
func FuzzCells(f *testing.F) {
	f.Add("r1c2-5, r7")
	f.Add("c3;r2-3c4-3")
	f.Fuzz(func(t *testing.T, text string) {
		cells, err := Cells(text, 6, 7)
		if err != nil {
			if at, ok := columnOf(err); !ok || at < 1 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		slices.Sort(cells)
		if len(slices.Compact(slices.Clone(cells))) != len(cells) || len(cells) > 0 && (cells[0] < 0 || cells[len(cells)-1] >= 42) {
			t.Fatalf("%q: %v", text, cells)
		}
	})
}

// columnOf is where an error says that a text went wrong.
func columnOf(err error) (column int, ok bool) {
	syntax, ok := errors.AsType[*solvers.SyntaxError](err)
	if !ok {
		return 0, false
	}
	return syntax.Column, true
}
