package press

import (
	"context"
	"iter"
	"strconv"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
)

// A Match is a game for two, the asker and the bot, in which whoever cannot move has lost,
// or has won. Nothing is kept of it: the reply's puzzle is how it stands, and a button
// carries one move, by its number among all. Moves are of type M.
type Match[M any] interface {
	ask.Game
	Moves() iter.Seq[M]
	After(move M) Match[M]
	Best(ctx context.Context) *M // what the bot plays; nil where there is no move
	LastWins() bool              // whoever moves last

	Name(move M) string                                   // as on a button
	Tell(phrase string, move M, say words.Phrases) string // in a sentence
	Rules(say words.Phrases) string
	Scene(last *M) *render.Board // as it lies, with the bot's last move marked; nil for none
}

// MatchSays are the ids of the phrases that a match says of a kind of that name; Tell is
// asked for those of theirs and mine.
func MatchSays(kind string) []string {
	return append(words.IDs(kind+".match.", "title", "begin", "theirs", "mine", "won", "lost", "nothing", "too-long"), kind+".play")
}

// mostMoves is how many moves there may be: a reply holds 25 buttons, and two of them are
// no moves.
const mostMoves = 23

// botFirst is the turn of letting the bot move first.
const botFirst = "begin"

// A round is a match after the asker's move and the bot's.
type round[M any] struct {
	now          Match[M]
	theirs, mine *M
}

// PlayMatch is the answer to a turn.
func PlayMatch[M any](ctx context.Context, a *ask.Ask, g Match[M]) *ask.Answer {
	moves := few(g)
	if len(moves) > mostMoves {
		r := a.New(chat.Mixed, a.Say.Text(a.Kind.Name+".match.title"))
		r.Text = a.Say.Text(a.Kind.Name+".match.too-long", words.With{"Most": mostMoves})
		return r
	}
	m := round[M]{now: g}
	switch a.Turn {
	case "", ask.Again, ask.Another:
	case botFirst:
		m.answer(ctx)
	default:
		chosen, err := strconv.Atoi(a.Turn)
		if err != nil || chosen < 0 || chosen >= len(moves) {
			return a.Notice("unknown")
		}
		m.theirs = &moves[chosen]
		m.now = g.After(moves[chosen])
		m.answer(ctx)
	}
	return m.show(a)
}

// few are the moves of a match, as far as they can be played: one more than that at most.
func few[M any](g Match[M]) (moves []M) {
	for move := range g.Moves() {
		if moves = append(moves, move); len(moves) > mostMoves {
			break
		}
	}
	return moves
}

// answer makes the bot's move, if there is one.
func (m *round[M]) answer(ctx context.Context) {
	if m.mine = m.now.Best(ctx); m.mine != nil {
		m.now = m.now.After(*m.mine)
	}
}

// show is the match as it stands with its moves, or who won.
func (m *round[M]) show(a *ask.Ask) *ask.Answer {
	r := a.New(chat.Plain, a.Say.Text(a.Kind.Name+".match.title"))
	r.Text, r.Note, r.Game = m.told(a), m.now.Rules(a.Say), m.now
	moves, fresh := few(m.now), m.theirs == nil && m.mine == nil
	from := a.From
	if fresh {
		from = strings.ReplaceAll(m.now.String(), " ", "")
	}
	turn := func(label, turn string) {
		to := a.Link(ask.Change{"do": ask.Play, "turn": turn, "from": from})
		if to == "" { // then it can't be played again
			to = Turn(a, turn)
		}
		r.Offer(chat.Button{Label: label, Path: to, Mode: chat.EditByOwner})
	}
	for i, move := range moves {
		turn(m.now.Name(move), strconv.Itoa(i))
	}
	if len(moves) == 0 {
		r.Title, r.Tone = m.end(a)
		if from != "" && !fresh {
			turn(a.Say.Text("button.again"), ask.Again)
		}
	} else {
		if fresh {
			turn(a.Say.Text(a.Kind.Name+".match.begin"), botFirst)
		}
		r.Offer(a.Button("button.solve", ask.Change{"do": ask.Solve}))
	}
	if len(moves) == 0 || fresh && len(moves) < mostMoves {
		turn(a.Say.Text("button.another"), ask.Another)
	}
	r.Legend = map[string]string{"new": "legend.mine"}
	r.Show(m.now.Scene(m.mine), r.Text)
	return r
}

// told are the moves just made.
func (m *round[M]) told(a *ask.Ask) string {
	name := a.Kind.Name
	if m.theirs == nil && m.mine == nil && len(few(m.now)) > 0 {
		return a.Say.Text(name + ".play")
	}
	told := func(phrase string, move *M) string {
		if move == nil {
			return ""
		}
		return m.now.Tell(phrase, *move, a.Say)
	}
	return ask.Join("\n", told(name+".match.theirs", m.theirs), told(name+".match.mine", m.mine))
}

// end says who won.
func (m *round[M]) end(a *ask.Ask) (title string, tone chat.Tone) {
	theyMovedLast := m.theirs != nil && m.mine == nil
	switch {
	case m.theirs == nil && m.mine == nil:
		return a.Say.Text(a.Kind.Name + ".match.nothing"), chat.Mixed
	case theyMovedLast == m.now.LastWins():
		return a.Say.Text(a.Kind.Name + ".match.won"), chat.Good
	}
	return a.Say.Text(a.Kind.Name + ".match.lost"), chat.Bad
}
