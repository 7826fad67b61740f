package cardflip

import (
	"context"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/press"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers/cardflip"
)

// playRow answers a turn of a match against the bot.
func playRow(ctx context.Context, a *ask.Ask, g game) *ask.Answer {
	return press.PlayMatch(ctx, a, press.Match[cardflip.Move](g.withoutPeriod()), matchOf(a))
}

// duelRow answers a turn of a match between two people.
func duelRow(ctx context.Context, a *ask.Ask, g game) *ask.Answer {
	return press.Duel(ctx, a, press.Match[cardflip.Move](g.withoutPeriod()), matchOf(a))
}

// matchOf returns a function that reads a row by the rules of the ask.
func matchOf(a *ask.Ask) func(text string) (press.Match[cardflip.Move], bool) {
	return func(text string) (press.Match[cardflip.Move], bool) {
		asked, err := readRow(text, a.Options)
		g, ok := asked.(game)
		if err != nil || !ok {
			return nil, false
		}
		return g.withoutPeriod(), true
	}
}

// withoutPeriod returns the row without the search for a period, which play does not need.
func (g game) withoutPeriod() game {
	p := *g.Puzzle
	p.Work = 0
	return game{&p}
}

// After returns the row after a move.
func (g game) After(m cardflip.Move) press.Match[cardflip.Move] {
	return game{g.Puzzle.After(m)}
}

// Best returns the move that the bot would make; nil if there is none.
func (g game) Best(ctx context.Context) *cardflip.Move {
	move, _ := g.Puzzle.Best(ctx)
	return move
}

// Winning returns the winning moves that Solve lists. It is not sure if Solve could not decide the
// row, as when the time ended first.
func (g game) Winning(ctx context.Context) (all []cardflip.Move, sure bool) {
	s, err := g.Solve(ctx)
	if err != nil {
		return nil, false
	}
	return s.Moves, s.Decided
}

// LastWins reports whether the player with the last move wins.
func (g game) LastWins() bool { return !g.Misere }

// Name names a move on a button.
func (g game) Name(m cardflip.Move) string { return cards(m) }

// Cells returns the cards that a move turns, or the two cards beside a cut.
func (g game) Cells(m cardflip.Move) (cells []int) {
	from, to := m.Card(), m.Card()+m.Take
	if from == to {
		from, to = from-1, to+1
	}
	for i := from; i < to; i++ {
		cells = append(cells, i)
	}
	return cells
}

// Task tells what a move is, and that the asker may begin.
func (g game) Task(say words.Phrases) string {
	return say.Text(words.If(g.Game.IsPairs(), "cardflip.play", "cardflip.play-octal"))
}

// Rules tells what a move is, and who loses.
func (g game) Rules(say words.Phrases) string {
	if g.Game.IsPairs() {
		return say.Sentences(say.Text("cardflip.pairs"), g.rules(say))
	}
	return g.rules(say)
}

// Tell tells a move in a sentence, by the phrase of this id or, for a move that only cuts a run and
// turns no card, by the one with "-cut" behind it.
func (g game) Tell(phrase string, m cardflip.Move, say words.Phrases, with words.With) string {
	return say.Count(phrase+words.If(m.Take == 0, "-cut", ""), m.Take, words.Merge(with, words.With{"Cards": cards(m)}))
}

// Hint tells who can win and where to play, then the cards, then the reason.
func (g game) Hint(ctx context.Context, say words.Phrases) ask.Stage {
	s, err := g.Solve(ctx)
	move := g.Best(ctx)
	if err != nil || move == nil {
		return ask.Stage{}
	}
	wins := len(s.Moves) > 0
	about := words.With{
		"From": move.Run.Start + 1, "To": move.Run.Start + move.Run.Len, "Left": move.Left, "Right": move.Right,
		"Misere": g.Misere, "Sure": s.Decided,
	}
	stage := ask.Stage{
		Nudge: say.Text(words.If(wins, "cardflip.hint.can-win", "cardflip.hint.lost"), about),
		What:  g.Tell("cardflip.hint.flip", *move, say, nil),
		Why:   say.Text("cardflip.hint.lost-why"),
	}
	if wins {
		stage.Why = say.Sentences(g.values(s, say), say.Text("cardflip.hint.why", about))
	}
	return stage
}

// hints answers with the one hint that a row has: in its degrees who can win, the move, and why.
// The board marks the move's run, or in the last degree, if a move wins, the move's cards. For a
// row without a move the answer tells that instead.
func (g game) hints(ctx context.Context, r *ask.Answer, s *cardflip.Answer) *ask.Answer {
	move := g.Best(ctx)
	switch {
	case !g.movable():
		r.Text = r.Ask.Say.Text(g.noMove())
		return r
	case move == nil:
		return r.Ask.OutOfTime()
	}
	stage := g.Hint(ctx, r.Ask.Say)
	stage.Why = r.Ask.Say.Sentences(stage.What, stage.Why)
	r.Teach([]ask.Stage{stage}, func(int) *render.Board { return g.board() })
	r.Look = func(b *render.Board, _ int, done bool) {
		if done && len(s.Moves) > 0 {
			pick(b, *move)
			return
		}
		for i := range move.Run.Len {
			b.Cells[move.Run.Start+i].Mark = render.New
		}
	}
	r.Legend = map[string]string{"new": "legend.run", "pick": winningSign(s)}
	return r
}

// Scene draws the row, with the cards marked that the last move turned.
func (g game) Scene(last *cardflip.Move) *render.Board {
	b := g.board()
	if b != nil && last != nil {
		for i := range last.Take {
			b.Cells[last.Card()+i].Mark = render.New
		}
	}
	return b
}
