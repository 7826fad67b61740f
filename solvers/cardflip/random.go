package cardflip

import (
	"context"
	"math/rand/v2"
)

// Random is a row of as many cards, by the same rules, with a move that wins for
// the player to move; false where none was found, as where no move takes so few
// cards. Three cards in four are face up. The generator is part of the notation: a
// number means the same row for good.
//
// Misère play is searched here, too: keep the row short.
func (p *Puzzle) Random(number uint64) (*Puzzle, bool) {
	const tries = 100 // of which one in two to five wins
	rng := rand.NewPCG(number, 0)
	for range tries {
		d := deal{}
		for range p.Cards {
			d.card(rng.Uint64()%4 > 0)
		}
		d.close()
		q := &Puzzle{Cards: d.cards, Runs: d.laid, Game: p.Game, Misere: p.Misere}
		if a, err := q.Solve(context.Background()); err == nil && len(a.Moves) > 0 {
			q.Work = p.Work
			return q, true
		}
	}
	return nil, false
}
