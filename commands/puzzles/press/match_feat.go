package press

import (
	"context"
	"slices"

	"kibitz/commands/ask"
	"kibitz/commands/words"
)

// feat describes how a match against the bot went.
func (c *contest[M]) feat(ctx context.Context, won bool) *ask.Feat {
	say, turns := c.ask.Say, c.turns(ctx, c.first())
	hints := 0
	for i, helped := range c.helped {
		if helped && i%2 == c.first() {
			hints++
		}
	}
	return &ask.Feat{
		Puzzle: words.Capital(c.ask.Kind.Seen(c.rows[0], say)), Outcome: words.If(won, "share.won", "share.lost"),
		Effort: say.Count("share.moves", len(turns)), Hints: hints, Squares: ask.Squares(turns),
	}
}

// feat describes how a duel went: the winner's moves, then the loser's; nil if nobody has moved.
func (d *duel[M]) feat(ctx context.Context) *ask.Feat {
	if len(d.plies) == 0 {
		return nil
	}
	say, loser := d.ask.Say, d.loser()
	winner := ask.Squares(d.turns(ctx, 1-loser))
	return &ask.Feat{
		Puzzle: words.Capital(d.ask.Kind.Seen(d.rows[0], say)), Outcome: "share.duel", Shown: true,
		Effort: say.Count("share.moves", len(d.plies)), Squares: ask.Join("\n", "🏆"+winner, ask.Squares(d.turns(ctx, loser))),
	}
}

// turns returns how good every second move was, beginning with move `first`: one player's moves.
func (s *score[M]) turns(ctx context.Context, first int) (all []ask.Turn) {
	for i := first; i < len(s.moves); i += 2 {
		turn := ask.IdleTurn
		switch winning, sure := s.rows[i].Winning(ctx); {
		case !sure, len(winning) == 0:
		case !slices.Contains(winning, s.moves[i]):
			turn = ask.MistakenTurn
		case s.helped[i]:
			turn = ask.HintedTurn
		default:
			turn = ask.PlainTurn
		}
		all = append(all, turn)
	}
	return all
}
