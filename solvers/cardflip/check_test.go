package cardflip

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// Whatever Parse does not make is refused before anything is asked of it.
func TestCheckRefuses(t *testing.T) {
	row := func(cards int, runs ...Run) *Puzzle { return &Puzzle{Cards: cards, Runs: runs} }
	for name, test := range map[string]struct {
		puzzle *Puzzle
		says   string
	}{
		"the zero puzzle":    {&Puzzle{}, "a row of 0 cards"},
		"too many cards":     {row(1 << 40), "expected 1 to 20000000"},
		"an empty run":       {row(5, Run{0, 2}, Run{3, 0}), "run 2: found 0 cards"},
		"a run below zero":   {row(5, Run{-1, 2}), "run 1: found its start at card -1"},
		"runs that touch":    {row(5, Run{0, 2}, Run{2, 1}), "run 2: found its start at card 2, expected 3 or more"},
		"runs out of order":  {row(9, Run{5, 2}, Run{0, 2}), "run 2: found its start at card 0"},
		"a run beyond":       {row(5, Run{3, 3}), "run 1: found its end after card 5, expected none after 4"},
		"an empty game":      {&Puzzle{Cards: 1, Rules: Rules{Game: Game{}}}, "a game of 0 digits"},
		"a digit 8":          {&Puzzle{Cards: 1, Rules: Rules{Game: Game{0, 8}}}, "digit 1 of a game: found 8"},
		"7 before the point": {&Puzzle{Cards: 1, Rules: Rules{Game: Game{7}}}, "digit 0 of a game: found 7"},
		"0 at the end":       {&Puzzle{Cards: 1, Rules: Rules{Game: Game{0, 7, 0}}}, "ends in 0"},
		"a long game":        {&Puzzle{Cards: 1, Rules: Rules{Game: append(make(Game, 25), 7)}}, "a game of 26 digits"},
	} {
		for _, misere := range []bool{false, true} {
			p, ctx := *test.puzzle, context.Background()
			p.Misere = misere
			if err := p.Check(); err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("%s: %v, want it to say %q", name, err, test.says)
			}
			if a, err := p.Solve(ctx); err == nil {
				t.Errorf("%s: Solve: %+v", name, a)
			}
			if moves, steps := slices.Collect(p.Moves()), slices.Collect(p.Steps(ctx)); moves != nil || steps != nil {
				t.Errorf("%s: %v %v", name, moves, steps)
			}
		}
	}
	for _, need := range []int{-1, MaxCards + 1} {
		if v, err := Pairs.Values(context.Background(), need, 0); err == nil {
			t.Errorf("values up to %d: %v", need, v)
		}
	}
}
