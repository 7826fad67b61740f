package cardflip

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestQuotients has the published ones of wild two- and three-digit games: order, period and
// preperiod (Plambeck and Siegel, Misère quotients for impartial games, 2008).
func TestQuotients(t *testing.T) {
	for code, want := range map[string]Quotient{
		"0.115": {Order: 42, Period: 14, Preperiod: 92},
		"0.123": {Order: 20, Period: 5, Preperiod: 5},
		"0.152": {Order: 34, Period: 48, Preperiod: 25},
		"0.241": {Order: 36, Period: 10, Preperiod: 4},
		"0.34":  {Order: 12, Period: 8, Preperiod: 7},
		"0.53":  {Order: 16, Period: 9, Preperiod: 21},
		"0.71":  {Order: 36, Period: 6, Preperiod: 3},
		"0.72":  {Order: 24, Period: 4, Preperiod: 16},
		"0.75":  {Order: 8, Period: 2, Preperiod: 8},
		"0.77":  {Order: 40, Period: 12, Preperiod: 71},
	} {
		q := game(t, code).quotient(t.Context(), 1000)
		if q == nil {
			t.Errorf("%s: no quotient", code)
		} else if q.Order != want.Order || q.Period != want.Period || q.Preperiod != want.Preperiod {
			t.Errorf("%s: order %d, period %d from %d, want %d, %d from %d", code, q.Order, q.Period, q.Preperiod, want.Order, want.Period, want.Preperiod)
		}
	}
}

// TestQuotientsAgainstSearch holds rows of all kinds of games, solved by their quotient, to the
// search. It also checks that the order is even, except for games without a move.
func TestQuotientsAgainstSearch(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 5))
	finite := 0
	for range 40 {
		g := Game{uint8(4 * random.IntN(2)), uint8(random.IntN(8)), uint8(random.IntN(8)), uint8(random.IntN(8))}
		for len(g) > 1 && g[len(g)-1] == 0 {
			g = g[:len(g)-1]
		}
		const longest = 14
		q := g.quotient(t.Context(), longest)
		if g.Check() != nil || q == nil {
			continue
		}
		if finite++; q.Order%2 != 0 && q.Order > 1 {
			t.Errorf("%v: order %d", g, q.Order)
		}
		for range 4 {
			p := &Puzzle{Rules: Rules{Game: g, Misere: true}}
			for range 1 + random.IntN(4) {
				n := 1 + random.IntN(longest)
				p.Runs = append(p.Runs, Run{int32(p.Cards), int32(n)})
				p.Cards += n + 1
			}
			want := p.searchMisere(t.Context())
			got := p.solveByQuotient(t.Context(), q)
			if !want.Decided {
				continue
			}
			if got.First != want.First || got.Winning != want.Winning || !slices.Equal(got.Moves, want.Moves) {
				t.Fatalf("%v, %v: %v, %d moves, want %v, %d", g, p.Runs, got.First, got.Winning, want.First, want.Winning)
			}
		}
	}
	if finite < 20 {
		t.Errorf("%d games have a quotient", finite)
	}
}

// TestMisereKayles: of a single run in misère Kayles the player to move loses 1, 4, 9, 12 and 20
// cards, and no other number (Winning Ways, chapter 13, after W. L. Sibert and J. H. Conway).
func TestMisereKayles(t *testing.T) {
	var lost []int
	q := game(t, "0.77").quotient(t.Context(), 1000)
	for n := 1; n < 10_000; n++ {
		if q.monoid.lost.has(q.value(n)) {
			lost = append(lost, n)
		}
	}
	if want := []int{1, 4, 9, 12, 20}; !slices.Equal(lost, want) {
		t.Errorf("lost: %v, want %v", lost, want)
	}
}

// TestQuotientWheneverTimeEnds: an answer that was begun in time is right or none.
func TestQuotientWheneverTimeEnds(t *testing.T) {
	p := row(50, true)
	p.Game = game(t, "0.77")
	whole := solve(t, p)
	decided := map[bool]int{}
	for n := 0; n < 120; n += 4 {
		a, err := p.Solve(&lapse{context.Background(), n})
		if err != nil {
			t.Fatal(err)
		}
		if decided[a.Decided]++; a.Decided && (a.First != whole.First || a.Winning != whole.Winning) {
			t.Fatalf("%d looks: %+v, want %+v", n, a, whole)
		}
	}
	if decided[false] == 0 || decided[true] == 0 {
		t.Errorf("decided or not: %v", decided)
	}
}
