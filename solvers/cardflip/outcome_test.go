package cardflip

import (
	"context"
	"math/rand/v2"
	"testing"

	"kibitz/solvers"
)

// Both long searches report how far they have come; here the first report ends them.
func TestProgress(t *testing.T) {
	for name, search := range map[string]func(context.Context){
		"octal":  func(ctx context.Context) { game(t, "0.06").Values(ctx, 100, PeriodWork) },
		"misère": func(ctx context.Context) { row(400, true).Solve(ctx) },
	} {
		ctx, cancel := context.WithCancel(context.Background())
		reports := 0
		search(solvers.WithProgress(ctx, func(p solvers.Progress) {
			if reports++; p.Done < 0 || p.Done > p.Total || p.Total == 0 {
				t.Errorf("%s: %+v", name, p)
			}
			cancel()
		}))
		if reports == 0 {
			t.Errorf("%s: no progress to the end", name)
		}
	}
}

// Whenever time ends, a misère answer is right as far as it goes.
func TestMisereWheneverTimeEnds(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 28))
	decided := map[bool]int{}
	for range 300 {
		d := deal{}
		for range 20 + random.IntN(40) {
			d.card(random.IntN(16) > 0)
		}
		d.close()
		p := &Puzzle{Cards: d.cards, Runs: d.laid, Rules: Rules{Misere: true}}
		whole := solve(t, p)
		a, err := p.Solve(&lapse{context.Background(), random.IntN(20)})
		if err != nil {
			t.Fatal(err)
		}
		winning := map[Move]bool{}
		for _, m := range whole.Moves {
			winning[m] = true
		}
		for _, m := range a.Moves {
			if !winning[m] {
				t.Fatalf("%s: %+v wins, it is said", p, m)
			}
		}
		if decided[a.Decided]++; a.First && !whole.First || a.Decided && (a.First != whole.First || a.Winning != whole.Winning) {
			t.Fatalf("%s: %+v, and %+v in the end", p, a, whole)
		}
	}
	if decided[false] < 20 || decided[true] < 20 {
		t.Errorf("decided or not: %v", decided)
	}
}
