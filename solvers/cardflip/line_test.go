package cardflip_test

import (
	"slices"
	"testing"

	"kibitz/solvers/cardflip"
)

// TestLine: in a game played out, whoever is to win moves last (in misère play, the other),
// nobody who can win moves so that the other can, and every card is turned at most once.
func TestLine(t *testing.T) {
	for _, c := range []struct {
		row, game string
		misere    bool
	}{
		{"1111011", "", false}, {"11011", "", false}, {"11111111011111110111111", "", false},
		{"111111", "0.77", false}, {"111111", "4.07", false}, {"1111", "", true}, {"11", "", true},
		{"1111110111", "", true}, {"101", "", false}, {"101", "", true},
	} {
		rules := cardflip.Rules{Misere: c.misere}
		if c.game != "" {
			game, err := cardflip.ParseGame(c.game)
			if err != nil {
				t.Fatal(err)
			}
			rules.Game = game
		}
		start, err := rules.Parse(c.row)
		if err != nil {
			t.Fatal(err)
		}
		moves, rows, ok := start.Line(t.Context())
		if !ok || len(rows) != len(moves)+1 || len(slices.Collect(rows[len(moves)].Moves())) > 0 {
			t.Fatalf("%+v: %d moves, %d rows", c, len(moves), len(rows))
		}
		wins := make([]bool, len(rows)) // whoever is to move there
		for i, r := range rows {
			a, err := r.Solve(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if wins[i] = a.First; i > 0 && wins[i-1] && wins[i] {
				t.Errorf("%+v: move %d throws the game away", c, i)
			}
		}
		if first := len(moves)%2 == 1; wins[0] != (first != c.misere) {
			t.Errorf("%+v: the first player wins: %v, and there are %d moves", c, wins[0], len(moves))
		}
		turned := map[int]int{}
		for _, n := range start.Turned(moves) {
			turned[n]++
		}
		for i, m := range moves {
			if turned[i+1] != m.Take {
				t.Errorf("%+v: move %d turns %d cards on the picture, not %d", c, i+1, turned[i+1], m.Take)
			}
		}
	}
}
