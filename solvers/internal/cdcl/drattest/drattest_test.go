package drattest

import (
	"strings"
	"testing"
)

// Of two variables each of the four clauses rules out one assignment.
const square = "1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"

func TestRefutes(t *testing.T) {
	for _, c := range []struct {
		about, formula, proof string
		right                 bool
	}{
		{"a proof", square, "1 0\n0\n", true},
		{"longer than it need be", square, "1 2 0\n1 0\nd 1 2 0\nd 1 2 0\n0\n", true},
		{"an empty clause to begin with", "0\n", "0\n", true},
		{"units that contradict", "1 0\n-1 0\n", "0\n", true},
		{"nothing", square, "", false},
		{"no empty clause", square, "1 0\n", false},
		{"a leap", square, "0\n", false},
		{"a clause that does not follow", "1 2 0\n", "1 0\n0\n", false},
		{"one of a new variable", "1 2 0\n", "3 0\n0\n", false},
		{"a formula with a model", "1 2 0\n1 -2 0\n-1 2 0\n", "1 0\n2 0\n0\n", false},
		{"a clause that is gone is needed", square, "d 1 2 0\n1 0\n0\n", false},
		{"a clause deleted that never was", square, "d 1 3 0\n1 0\n0\n", false},
		{"a clause deleted twice", square, "1 0\nd -2 1 0\nd 1 -2 0\n0\n", false},
		{"no literal", square, "x 0\n0\n", false},
		{"no end", square, "10\n1 0\n0\n", false},
	} {
		if err := Refutes(strings.NewReader(c.formula), strings.NewReader(c.proof)); (err == nil) != c.right {
			t.Errorf("%s: %v", c.about, err)
		}
	}
}
