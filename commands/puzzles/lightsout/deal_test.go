package lightsout

import (
	"context"
	"testing"

	"kibitz/solvers/lightsout"
)

// TestBands: whatever the dice, a 5×5 board of each band is dealt, under an order that makes the
// same board when it is typed.
func TestBands(t *testing.T) {
	for band, limits := range bands {
		for dice := range uint64(100) {
			open, err := lightsout.ParseOrder("5x5 random")
			if err != nil {
				t.Fatal(err)
			}
			typed, err := lightsout.ParseOrder(inBand(open, band, dice*9973).String())
			if err != nil {
				t.Fatal(err)
			}
			p, err := typed.Make(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if s, err := p.Solve(context.Background()); err != nil || s.Min < limits.least || s.Min > limits.most || bandOf(s.Min) != band {
				t.Errorf("band %d, dice %d: %s takes %v presses, %v", band, dice, typed, s.Min, err)
			}
		}
	}
}

// TestSharesOfBands counts the bands of random boards, as the comment on bands does.
func TestSharesOfBands(t *testing.T) {
	var counts [len(bands)]int
	const boards = 2000
	for number := range uint64(boards) {
		o, _ := lightsout.ParseOrder("5x5 random")
		p, err := o.Drawn(number).Make(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		s, err := p.Solve(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		counts[bandOf(s.Min)]++
	}
	t.Log(counts)
	for band, percent := range [...]int{3, 35, 62} {
		if got := counts[band] * 100 / boards; got < percent-3 || got > percent+3 {
			t.Errorf("band %d: %d in 100 boards, not about %d", band, got, percent)
		}
	}
}
