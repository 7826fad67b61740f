package lightsout

import (
	"bytes"
	"context"
	"slices"
	"testing"
)

// TestApproach: where the fewest presses are proved the search finds them, and finds a solution.
func TestApproach(t *testing.T) {
	for _, p := range []*Puzzle{
		{Rows: 19, Cols: 19}, {Rows: 30, Cols: 30}, {Rows: 16, Cols: 33},
		{Rows: 12, Cols: 12, Rules: Rules{Wrap: Torus}}, {Rows: 17, Cols: 17, Rules: Rules{Wrap: Torus}},
	} {
		p.Lamps = make([]uint8, p.Rows*p.Cols)
		for i := range p.Lamps {
			p.Lamps[i] = 1
		}
		s, err := p.solutions(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		fewest, proved := lightest(context.Background(), s, 2, solveWork, p.symmetries())
		if !proved {
			t.Fatalf("%d × %d: not proved", p.Rows, p.Cols)
		}
		got := approach(context.Background(), s, 1<<28)
		for i, lamp := range p.after(got) {
			if lamp != 0 {
				t.Fatalf("%d × %d: lamp %d is lit", p.Rows, p.Cols, i)
			}
		}
		if weight(got) != weight(fewest) {
			t.Errorf("%d × %d: %d presses, want %d", p.Rows, p.Cols, weight(got), weight(fewest))
		}
	}
}

// TestApproachEnds: where the time has ended no sums are made, and of many quiet patterns not all.
func TestApproachEnds(t *testing.T) {
	s := &space{presses: make([]uint8, 2*paired)}
	for i := range 2 * paired {
		pattern := make([]uint8, 2*paired)
		pattern[i] = 1
		s.quiet = append(s.quiet, Quiet{Pattern: pattern, Order: 2})
	}
	if n, most := len(lightMoves(context.Background(), s)), movesEach*2*paired; n == 0 || n > most {
		t.Errorf("%d moves, want 1 to %d", n, most)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if n := len(lightMoves(ended, s)); n > 0 {
		t.Errorf("%d moves when the time had ended", n)
	}
	if got := approach(ended, s, 1<<30); weight(got) > 0 {
		t.Errorf("%d presses of a dark board", weight(got))
	}
}

// TestApproachDescends: where there is time for a few steps only, on the largest board, it is no
// worse than the descent.
func TestApproachDescends(t *testing.T) {
	p := &Puzzle{Rows: 256, Cols: 256, Lamps: bytes.Repeat([]byte{1}, 256*256)}
	s, err := p.solutions(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	descent := slices.Clone(s.presses)
	least := descend(context.Background(), descent, s.quiet, 2)
	for _, work := range []int{1, 1 << 26} {
		got := approach(context.Background(), s, work)
		if n := weight(got); n > least {
			t.Errorf("%d presses after %d bytes of moves, want at most the %d of the descent", n, work, least)
		}
		if slices.Contains(p.after(got), 1) {
			t.Error("a lamp is lit")
		}
	}
}

// TestApproachLarge: on boards with more solutions than can be weighed it comes as low as what
// was proved elsewhere, or found.
func TestApproachLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	for _, c := range []struct {
		p    Puzzle
		most int
	}{
		{Puzzle{Rows: 61, Cols: 61}, 1661}, // 1,629 are proved: TestNullityForty
		{Puzzle{Rows: 60, Cols: 60, Rules: Rules{Wrap: Torus}}, 720},
	} {
		p := &c.p
		p.Lamps = make([]uint8, p.Rows*p.Cols)
		for i := range p.Lamps {
			p.Lamps[i] = 1
		}
		s, err := p.solutions(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		got := approach(context.Background(), s, 1<<30)
		for i, lamp := range p.after(got) {
			if lamp != 0 {
				t.Fatalf("%d × %d: lamp %d is lit", p.Rows, p.Cols, i)
			}
		}
		if n := weight(got); n > c.most {
			t.Errorf("%d × %d: %d presses, want at most %d", p.Rows, p.Cols, n, c.most)
		}
	}
}
