package press

import (
	"context"
	"slices"

	"kibitz/commands/ask"
	"kibitz/commands/words"
)

// feat describes how a match against the bot went, which the asker has won or not. Its turns and
// hints are the asker's alone.
func (c *contest[M]) feat(ctx context.Context, won bool) *ask.Feat {
	say, turns := c.ask.Say, c.turns(ctx, c.first())
	hints := 0
	for i, helped := range c.helped {
		if helped && i%2 == c.first() {
			hints++
		}
	}
	return &ask.Feat{
		Puzzle: words.Capital(c.ask.Kind.Seen(c.rows[0], say)), Outcome: words.If(won, "share.won", "share.lost"), Failed: !won,
		Effort: say.Count("share.moves", len(turns)), Hints: hints, Squares: ask.Squares(turns),
	}
}

// feat describes how a duel went. The squares of its first line, behind a cup, are the winner's
// moves, and those of the second line the loser's. It returns nil if nobody has moved.
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

// turns returns how good the moves of one player were: every second move from index `first` on. A
// move counts as IdleTurn if no move could win, or if the time ended before that was known.
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
