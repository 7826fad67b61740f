package tothemoon

import (
	"context"
	"fmt"
	"testing"

	"kibitz/solvers/internal/order"
)

func ordered(t *testing.T, rows, cols int, number uint64) *Puzzle {
	t.Helper()
	p, err := (&Order{rows, cols, order.Choice{Number: number}}).Make(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Every random grid can be cleared and is not clear yet, and its number means it
// for good.
func TestRandom(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {1, 2}, {2, 1}, {2, 2}, {3, 5}, {5, 3}, {4, 4}, {7, 70}, {70, 7}} {
		seen := map[string]bool{}
		for number := range uint64(200) {
			p := ordered(t, size[0], size[1], number)
			a, err := p.Solve(context.Background())
			if err != nil || !a.Solvable || a.Min == 0 || p.Rows != size[0] || p.Cols != size[1] {
				t.Fatalf("%v, number %d: %s: %+v %v", size, number, p, a, err)
			}
			again, err := Parse(fmt.Sprintf(" %d X %d, Random %d\n", size[0], size[1], number))
			if err != nil || again.String() != p.String() {
				t.Fatalf("%v, number %d: %v, %v, want %v", size, number, again, err, p)
			}
			seen[p.String()] = true
		}
		if size == [2]int{4, 4} && len(seen) < 100 {
			t.Errorf("%v: 200 numbers give %d grids", size, len(seen))
		}
	}
	for text, want := range map[string]string{"2x2 random": ordered(t, 2, 2, 1).String(), "256x256 random 3": ordered(t, 256, 256, 3).String(), "4x4 random 42": "0101/0110/1111/0011"} {
		if p, err := Parse(text); err != nil || p.String() != want {
			t.Errorf("%s: %v, %v; want %s", text, p, err, want)
		}
	}
}

// An order is written as it is read, and the next one has the next number.
func TestOrderText(t *testing.T) {
	for text, want := range map[string]string{"4x5 random": "4x5 random", " 4 X\n5, RANDOM 007": "4x5 random 7", "1x65536 random 0": "1x65536 random 0"} {
		o, err := ParseOrder(text)
		if err != nil || o == nil || o.String() != want {
			t.Errorf("%q: %v %v, want %q", text, o, err, want)
		}
	}
	if o, _ := ParseOrder("4x5 random 41"); o.Drawn(6) == nil || *o.Drawn(6) != *o || o.Any().Drawn(6).String() != "4x5 random 7" {
		t.Errorf("of %s are drawn %s and %s", o, o.Drawn(6), o.Any().Drawn(6))
	}
	for _, text := range []string{"", "1011/0111", "4x5 42", "4x5 all"} {
		if o, err := ParseOrder(text); o != nil || err != nil {
			t.Errorf("%q is no order: %v %v", text, o, err)
		}
	}
}

// Whatever is out of bounds is refused before anything is made, and the end of the
// time ends the making.
func TestOrderBounds(t *testing.T) {
	for _, o := range []Order{{0, 5, order.Unsaid}, {5, 0, order.Unsaid}, {-3, -3, order.Unsaid}, {1, MaxRandom + 1, order.Unsaid}, {1 << 40, 1 << 40, order.Unsaid}} {
		if p, err := o.Make(context.Background()); err == nil {
			t.Errorf("%v makes %v", o, p)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if p, err := (&Order{4, 4, order.Unsaid}).Make(ctx); err != context.Canceled {
		t.Errorf("%v %v", p, err)
	}
}

func TestParseRandomErrors(t *testing.T) {
	for _, text := range []string{"4x5 42", "4x5 all", "4x5 random -1", "4x5 random 1 2", "0x5 random", "5x0 random 1", "9999999x9999999 random", "65537x1 random", "1x65537 random", "257x256 random", "4x5: random"} {
		if p, err := Parse(text); err == nil {
			t.Errorf("%q reads as %v", text, p)
		}
	}
}
