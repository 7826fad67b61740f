package sudoku

import (
	"strings"
	"testing"

	"kibitz/solvers"
)

// Puzzles made to order have one solution, symmetric givens without a pair that can be left out, and the
// difficulty that was asked for. The same order makes the same puzzle.
func TestGenerate(t *testing.T) {
	for _, text := range []string{"4x4 7", "6x6 1", "8x8 medium 2", "9x9 easy 3", "9x9 medium 1", "9x9 hard 1", "9x9 expert 1", "x:9x9 hard 2"} {
		o, err := ParseOrder(text, false)
		if o == nil || err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		p, err := o.Make(t.Context())
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if again, err := o.Make(t.Context()); err != nil || again.String() != p.String() {
			t.Errorf("%s: %v, then %v, %v", text, p, again, err)
		}
		if d, err := p.Difficulty(t.Context()); err != nil || d.String() != o.Grade || p.Diagonals != strings.HasPrefix(text, "x:") {
			t.Errorf("%s: %v, %v", text, d, err)
		}
		if !p.sole() {
			t.Errorf("%s: %v has not one solution", text, p)
		}
		last := len(p.Givens) - 1
		for _, i := range p.given() {
			if p.Givens[last-i] == 0 {
				t.Errorf("%s: %v is not symmetric", text, p)
			}
			if p.Changed(Change{Cell: i}, Change{Cell: last - i}).sole() {
				t.Errorf("%s: %v does not need cell %d", text, p, i)
			}
		}
	}
}

func TestParseOrder(t *testing.T) {
	for text, want := range map[string]string{
		"9x9 hard 42": "9x9 hard 42", "x:9x9 easy": "x:9x9 easy", "6x6 expert 3": "6x6 easy 3", "new 9x9 sudoku": "9x9 medium",
		"9x9": "9x9 medium", "8x8 매우 어려움": "8x8 expert",
	} {
		if o, err := ParseOrder(strings.ReplaceAll(text, "sudoku", "puzzle"), false); err != nil || o == nil || o.String() != want {
			t.Errorf("%s: %v, %v, want %s", text, o, err, want)
		}
	}
	for _, text := range []string{"5x5 easy", "9x8 easy", "x:4x4", "16x16"} {
		if o, err := ParseOrder(text, false); err == nil {
			t.Errorf("%s: %v", text, o)
		}
	}
	if o, err := ParseOrder(plain, false); o != nil || err != nil {
		t.Errorf("a puzzle: %v, %v", o, err)
	}
	if Demands()[0] != solvers.Easy {
		t.Error("the demands do not begin with easy")
	}
}
