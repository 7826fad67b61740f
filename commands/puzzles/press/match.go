package press

import (
	"context"
	"iter"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
)

// A Match is a game for two that ends when a player cannot move. That player has lost, or in some
// games won. The reply carries the match as it stands, and below it how it began and the moves.
// Each move is its index in Moves, with a sign before it if a hint was asked for first. Moves are
// of type M.
type Match[M comparable] interface {
	ask.Game
	Moves() iter.Seq[M]
	After(move M) Match[M]
	Best(ctx context.Context) *M                      // returns the bot's move; nil if there is no move
	Winning(ctx context.Context) (all []M, sure bool) // returns all winning moves; not sure if the time ended first
	LastWins() bool                                   // reports whether the player with the last move wins

	Name(move M) string                                                    // names a move on a button
	Cells(move M) []int                                                    // returns the cells of the Scene that a move is about
	Tell(phrase string, move M, say words.Phrases, with words.With) string // tells a move in a sentence
	Hint(ctx context.Context, say words.Phrases) ask.Stage                 // explains the move that Best plays
	Task(say words.Phrases) string                                         // tells the player what to do
	Rules(say words.Phrases) string                                        // tells the rules, in small print
	Scene(last *M) *render.Board                                           // draws the match with the last move marked; last is nil before the first move
}

// MatchSays returns the ids of the phrases that a match needs of a kind. Tell is asked for theirs,
// mine and label.
func MatchSays(kind string) []string {
	return words.IDs(kind+".match.", "title", "begin", "theirs", "mine", "label", "won", "lost", "lost-misere", "missed", "no-chance", "nothing", "too-long")
}

// Up to mostButtons moves stand on buttons, and up to mostMoves in menus.
const (
	mostButtons = 20
	mostMoves   = mostMenus * MenuRow
)

// botFirst is the turn that lets the bot move first, and its sign before the moves.
const botFirst = "begin"

// asItStands is the turn of a question about the match that is not a move.
const asItStands = "now"

// carriedBy returns what a click carries of a match: the match as it began, and the words behind
// it, which are signs and moves. If the match is to begin with this click, it returns `now`, the
// match asked for, and no words. ok is false if read cannot read the match.
func carriedBy[M comparable](a *ask.Ask, now Match[M], read func(text string) (Match[M], bool)) (start Match[M], rest []string, ok bool) {
	saved := strings.Fields(a.Saved)
	if a.Turn == "" || a.Turn == ask.Another || len(saved) == 0 {
		return now, nil, true
	}
	start, ok = read(saved[0])
	return start, saved[1:], ok
}

// A contest is a match against the bot at one of its turns.
type contest[M comparable] struct {
	score[M]
	ask      *ask.Ask
	botBegan bool
}

// PlayMatch answers a turn of a match against the bot: it replays what the reply carries, carries
// out the click, and shows the result. Now is the match on show, and read reads the text of the
// match as it began. It answers with a notice if the click or what the reply carries makes no
// sense, and with another answer if the match has more moves than mostMoves.
func PlayMatch[M comparable](ctx context.Context, a *ask.Ask, now Match[M], read func(text string) (Match[M], bool)) *ask.Answer {
	start, saved, ok := carriedBy(a, now, read)
	switch {
	case !ok:
		return a.Notice("unknown")
	case len(fewMoves(start)) > mostMoves:
		return tooLong(a)
	case a.Turn == ask.Again:
		saved = nil
	}
	c := &contest[M]{ask: a, botBegan: len(saved) > 0 && saved[0] == botFirst}
	if c.botBegan {
		saved = saved[1:]
	}
	if c.score, ok = replay(start, saved); !ok || !c.turn(ctx) {
		return a.Notice("unknown")
	}
	return c.show(ctx)
}

// tooLong returns the answer for a match with more moves than mostMoves.
func tooLong(a *ask.Ask) *ask.Answer {
	r := a.New(chat.Mixed, a.Say.Text(a.Kind.Name+".match.title"))
	r.Text = a.Say.Text(a.Kind.Name+".match.too-long", words.With{"Most": mostMoves})
	return r
}

// turn carries out what was clicked, and then the bot's reply if the asker has moved. A late click
// changes nothing. It returns false for a click that names no turn or no possible move.
func (c *contest[M]) turn(ctx context.Context) bool {
	switch c.ask.Turn {
	case "", asItStands, ask.Again, ask.Another, ask.Share, ask.Prove: // no move: PlayMatch has set the match already
	case hint:
		c.hinted = c.hinted || !c.over()
	case botFirst:
		if len(c.plies) == 0 {
			c.botBegan = true
			c.answer(ctx)
		}
	case undo:
		if mine := c.undoable(); mine > 0 {
			c.takeBack(mine)
		}
	case doIt:
		c.answer(ctx) // plays for the asker the move that the hint names, which is also the bot's choice
		c.answer(ctx) // the bot's reply
	default:
		n, timely, ok := c.chosen(c.ask)
		switch {
		case !ok:
			return false
		case !timely: // the second of two quick taps
		case !c.play(n):
			return false
		default:
			c.answer(ctx)
		}
	}
	return true
}

// first returns the index of the asker's first move: 0, or 1 if the bot began.
func (c *contest[M]) first() int { return words.If(c.botBegan, 1, 0) }

// undoable returns the number of moves to take back, from the asker's last one on: 2 if the bot has
// replied to it, 1 if not, 0 if the asker has not moved.
func (c *contest[M]) undoable() int {
	if len(c.plies) <= c.first() {
		return 0
	}
	return 1 + (len(c.plies)-1-c.first())%2
}

// show returns the message that shows the match as it stands: the last moves, the board, and the
// buttons of the moves and for hint, undo and solution. After the end it has the result instead,
// with buttons to play again. Before the first move it also offers to let the bot begin, or to play
// another person.
func (c *contest[M]) show(ctx context.Context) *ask.Answer {
	a, name, now, fresh := c.ask, c.ask.Kind.Name, c.now(), len(c.plies) == 0
	r := a.New(chat.Plain, a.Say.Text(name+".match.title"))
	r.Text, r.Note, r.Game = c.told(), now.Rules(a.Say), now
	r.Puzzle, r.Tucked = c.carried(words.If(c.botBegan, botFirst, ""), ""), !c.over()
	turn := func(label, turn string) { r.Offer(Button(a, label, turn, false)) }
	c.offerMoves(r, chat.EditByOwner, func(turn string) string { return Turn(a, turn) })
	if c.over() {
		c.end(ctx, r)
		r.Offer(a.AnotherGame(!fresh))
		if !fresh {
			turn("button.again", ask.Again)
			turn("button.undo", undo)
		}
	} else {
		c.offerHint(ctx, r)
		if fresh {
			turn(name+".match.begin", botFirst)
			c.offerDuel(r)
			r.Offer(a.AnotherGame(c.hinted))
		} else {
			r.Offer(Button(a, "button.undo", undo, c.undoable() == 0))
		}
		r.Offer(a.Button("button.solve", ask.Change{"do": ask.Solve, "turn": asItStands}))
	}
	r.Legend = map[string]string{"new": words.If(len(c.plies)%2 == c.first(), "legend.mine", "legend.turned")}
	r.Show(now.Scene(c.last()), r.Text)
	if a.Touch {
		r.Play, r.Brief = c.touch(), true
	}
	return r
}

// offerDuel adds the button to the same match against another person, if the kind has duels. The
// duel is a new message for all to see.
func (c *contest[M]) offerDuel(r *ask.Answer) {
	if c.ask.Kind.Action(DuelAction) == nil {
		return
	}
	b := c.ask.Button("button.duel", ask.Change{"do": DuelAction, "turn": openDuel})
	b.Mode = chat.Publicly
	r.Offer(b)
}

// offerHint adds the hint button. If the click asked for a hint, it adds to r.Text the hint in the
// degree asked for instead, with the buttons to play its move and, below the last degree, to the
// next degree.
func (c *contest[M]) offerHint(ctx context.Context, r *ask.Answer) {
	a, say := c.ask, c.ask.Say
	if a.Turn != hint {
		r.Offer(Button(a, "button.hint", hint, false))
		return
	}
	stage := c.now().Hint(ctx, say)
	told := []string{stage.Nudge, stage.What, say.Sentences(stage.What, stage.Why)}[min(max(a.Degree, ask.HintWhere), ask.HintWhy)]
	r.Text = ask.Join("\n", r.Text, say.Text("play.hint", words.With{"Hint": told}))
	do := Button(a, "button.carry", doIt, false)
	do.Strong = true
	r.Offer(do)
	if a.Degree < ask.HintWhy {
		r.Offer(chat.Button{
			Label: say.Text("button.more"), Mode: chat.EditByOwner,
			Path: a.Link(ask.Change{"do": ask.Play, "turn": hint, "more": a.Degree + 1}),
		})
	}
}

// told tells the last moves: the asker's and the bot's reply to it. Before the first move it tells
// the task, or "" if there is no move to make.
func (c *contest[M]) told() string {
	name, say, n := c.ask.Kind.Name, c.ask.Say, len(c.moves)
	if n == 0 {
		if c.over() {
			return ""
		}
		return c.now().Task(say)
	}
	told := func(phrase string, i int) string { return c.now().Tell(name+phrase, c.moves[i], say, nil) }
	if n%2 != c.first() {
		return told(".match.theirs", n-1)
	}
	if n == 1 {
		return told(".match.mine", 0)
	}
	return say.Sentences(told(".match.theirs", n-2), told(".match.mine", n-1))
}

// end adds the result to an answer: who won and, if the asker lost, which of their moves gave the
// match away, or that they never had a chance. It sets r.Game to the match as it began, which a
// shared result offers others to play. A match without a single move has no winner.
func (c *contest[M]) end(ctx context.Context, r *ask.Answer) {
	name, say := c.ask.Kind.Name, c.ask.Say
	theyMovedLast := len(c.plies)%2 != c.first()
	switch {
	case len(c.plies) == 0:
		r.Title, r.Tone = say.Text(name+".match.nothing"), chat.Mixed
		return
	case theyMovedLast == c.now().LastWins():
		r.Title, r.Tone = say.Text(name+".match.won"), chat.Good
		r.Won, r.Game = c.feat(ctx, true), c.rows[0]
		return
	}
	r.Won, r.Game = c.feat(ctx, false), c.rows[0]
	r.Title, r.Tone = say.Text(words.If(c.now().LastWins(), name+".match.lost", name+".match.lost-misere")), chat.Bad
	switch made, better, sure := c.missed(ctx, c.first()); {
	case made != nil:
		r.Text = ask.Join("\n", r.Text, say.Text(name+".match.missed", words.With{"Made": c.now().Name(*made), "Better": c.now().Name(*better)}))
	case sure:
		r.Text = ask.Join("\n", r.Text, say.Text(name+".match.no-chance"))
	}
}
