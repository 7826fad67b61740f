package cardflip

import (
	"context"
	"testing"
)

// Whoever moves first wins a random row by a move, in every game; its number means
// it for good.
func TestRandom(t *testing.T) {
	for _, code := range []string{"0.07", "0.77", "0.137", "4.07", "0.3"} {
		game, err := ParseGame(code)
		if err != nil {
			t.Fatal(err)
		}
		for _, misere := range []bool{false, true} {
			for cards := 7; cards <= 25; cards += 6 {
				rules := &Puzzle{Cards: cards, Game: game, Misere: misere}
				for number := range uint64(20) {
					p, ok := rules.Random(number)
					if !ok || p.Cards != cards {
						t.Fatalf("%s, misère %v, %d cards, number %d: %v", code, misere, cards, number, p)
					}
					if a, _ := p.Solve(context.Background()); !a.First || len(a.Moves) == 0 {
						t.Errorf("%s, misère %v: %s is lost", code, misere, p)
					}
					if again, _ := rules.Random(number); again.String() != p.String() {
						t.Errorf("%s and %s are both number %d", p, again, number)
					}
				}
			}
		}
	}
	if p, ok := (&Puzzle{Cards: 1}).Random(1); ok {
		t.Errorf("one card alone cannot be turned, and %s is won", p)
	}
	if p, _ := (&Puzzle{Cards: 9}).Random(42); p.String() != "101111011" {
		t.Errorf("number 42 of 9 cards is %s", p)
	}
}
