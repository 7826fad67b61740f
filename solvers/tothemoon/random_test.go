package tothemoon

import (
	"context"
	"fmt"
	"testing"
)

// Every random grid can be cleared and is not clear yet, and its number means it
// for good.
func TestRandom(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {1, 2}, {2, 1}, {2, 2}, {3, 5}, {5, 3}, {4, 4}, {7, 70}, {70, 7}} {
		seen := map[string]bool{}
		for number := range uint64(200) {
			p := Random(size[0], size[1], number)
			a, err := p.Solve(context.Background())
			if err != nil || !a.Solvable || a.Min == 0 || p.Rows != size[0] || p.Cols != size[1] {
				t.Fatalf("%v, number %d: %s: %+v %v", size, number, p, a, err)
			}
			ordered, err := Parse(fmt.Sprintf(" %d X %d, Random %d\n", size[0], size[1], number))
			if err != nil || ordered.String() != p.String() {
				t.Fatalf("%v, number %d: %v, %v, want %v", size, number, ordered, err, p)
			}
			seen[p.String()] = true
		}

		if size == [2]int{4, 4} && len(seen) < 100 {
			t.Errorf("%v: 200 numbers give %d grids", size, len(seen))
		}
	}
	for text, want := range map[string]string{"2x2 random": Random(2, 2, 1).String(), "256x256 random 3": Random(256, 256, 3).String(), "4x4 random 42": "0101/0110/1111/0011"} {
		if p, err := Parse(text); err != nil || p.String() != want {
			t.Errorf("%s: %v, %v; want %s", text, p, err, want)
		}
	}
}

func TestParseRandomErrors(t *testing.T) {
	for _, text := range []string{"4x5", "4x5 all", "4x5 random -1", "4x5 random 1 2", "0x5 random", "5x0 random 1", "9999999x9999999 random", "65537x1 random", "1x65537 random", "257x256 random", "4x5: random"} {
		if p, err := Parse(text); err == nil {
			t.Errorf("%q reads as %v", text, p)
		}
	}
}
