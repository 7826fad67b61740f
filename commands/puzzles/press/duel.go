package press

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// DuelAction is the name of the action that plays a match against another person, in one message.
const DuelAction = "duel"

// Turns of a duel that are not moves.
const (
	openDuel = "open"
	sit      = "sit"
	resign   = "resign"     // asks whether the player means it
	resigns  = "resign-now" // the answer is yes
	rematch  = "rematch"    // with another row; the second player begins
)

// A duel is a match of two people in one message. The reply carries their seats before the moves:
// the ids of the two people in base 36, the one who moves first before the other. Only the player
// whose turn it is can move. The person who opens the duel moves second. The first seat is open
// until an opponent takes it.
type duel[M comparable] struct {
	score[M]
	ask      *ask.Ask
	seats    [2]string
	resigned bool
	asked    bool // whether the player to move gives up
}

// Signs in the line that carries a duel below its puzzle. After the match as it began come the two
// seats, the moves, and resignedSign if the player to move has resigned.
const (
	openSeat     = "?"
	resignedSign = "resigned"
)

// Duel answers a turn of a duel: it replays what the reply carries, carries out the click, and
// shows the result. Now is the match on show, and read reads the text of the match as it began. It
// answers with a notice if the duel is asked for in private, the click has no user, the match has
// more than mostMoves moves, or the click cannot be carried out.
func Duel[M comparable](ctx context.Context, a *ask.Ask, now Match[M], read func(text string) (Match[M], bool)) *ask.Answer {
	switch {
	case a.WantsPrivate():
		return a.Notice("duel-private")
	case a.User == "":
		return a.Notice("unknown")
	case len(fewMoves(now)) > mostMoves:
		return tooLong(a)
	}
	d := &duel[M]{ask: a}
	if !d.read(now, read) {
		return a.Notice("unknown")
	}
	if refusal := d.turn(ctx); refusal != nil {
		return refusal
	}
	return d.show(ctx)
}

// DuelSays returns the ids of the phrases that a duel needs of a kind.
func DuelSays(kind string) []string { return words.IDs(kind+".match.", "told", "duel", "duel-over") }

// read sets the duel to the state that its reply carries, or to a new duel with an open seat if the
// click begins one. Now and read are as for Duel. It returns false if the reply carries no duel, a
// move is not possible, or a seat is not a person's id.
func (d *duel[M]) read(now Match[M], read func(text string) (Match[M], bool)) bool {
	start, saved, ok := carriedBy(d.ask, now, read)
	if d.begins() {
		start, saved = now, []string{openSeat, seat(d.ask.User)}
	}
	if !ok || len(saved) < 2 {
		return false
	}
	copy(d.seats[:], saved)
	saved = saved[2:]
	if n := len(saved); n > 0 && saved[n-1] == resignedSign {
		d.resigned, saved = true, saved[:n-1]
	}
	d.score, ok = replay(start, saved)
	return ok && mention(d.seats[1]) != "" && (d.waits() || mention(d.seats[0]) != "")
}

// begins reports whether the click opens a new duel.
func (d *duel[M]) begins() bool { return d.ask.Turn == "" || d.ask.Turn == openDuel }

// waits reports whether the opponent's seat is still open.
func (d *duel[M]) waits() bool { return d.seats[0] == openSeat }

// toMove returns the index of the seat of the player to move.
func (d *duel[M]) toMove() int { return len(d.plies) % 2 }

// ended reports whether somebody has won or resigned.
func (d *duel[M]) ended() bool { return d.resigned || d.over() }

// turn carries out what was clicked, or returns the notice that refuses it: to a stranger, to a
// player who would sit down opposite themselves, or to the player whose turn it is not. A late
// click (a seat already taken, a match already over, a move of an earlier state) changes nothing
// and is not refused.
func (d *duel[M]) turn(ctx context.Context) (refusal *ask.Answer) {
	a, me := d.ask, seat(d.ask.User)
	mine := slices.Index(d.seats[:], me)
	switch {
	case d.begins():
		return nil
	case d.waits() && mine >= 0:
		return a.Notice("duel-alone")
	case d.waits() && a.Turn == sit:
		d.seats[0] = me
		return nil
	case mine < 0:
		return a.Notice("duel-stranger")
	case d.ended() && a.Turn == rematch:
		return d.again(ctx)
	case d.ended(), a.Turn == sit, a.Turn == rematch:
		return nil
	case mine != d.toMove():
		return a.Notice("duel-turn")
	case a.Turn == resign:
		d.asked = true
		return nil
	case a.Turn == resigns:
		d.resigned = true
		return nil
	}
	n, timely, ok := d.chosen(a)
	if !ok || timely && !d.play(n) {
		return a.Notice("unknown")
	}
	return nil
}

// again begins another match of the same two people with a new random puzzle. They change seats. It
// returns the notice to show if no puzzle could be made; nil if it worked.
func (d *duel[M]) again(ctx context.Context) (refusal *ask.Answer) {
	game, err := deal(ctx, d.ask)
	start, ok := game.(Match[M])
	switch {
	case err != nil:
		return d.ask.Unanswered(err)
	case !ok:
		return d.ask.Notice("unknown")
	}
	d.seats[0], d.seats[1] = d.seats[1], d.seats[0]
	d.score, d.resigned = score[M]{rows: []Match[M]{start}}, false
	return nil
}

// deal returns a random puzzle of the ask's kind, by its options. The modulus keeps the puzzle's
// number, which people type, to six digits.
func deal(ctx context.Context, a *ask.Ask) (ask.Game, error) {
	game, err := a.Kind.Read(a.Kind.Deal(a, a.Chance%1_000_000), a.Options)
	if order, ok := game.(ask.Order); ok {
		return order.Make(ctx)
	}
	return game, err
}

// show returns the message that shows the duel as it stands: the last move, whose turn it is, the
// board, and the buttons of the moves. While a seat is open it has the button to sit down instead,
// and after the end the result and the button to a rematch.
func (d *duel[M]) show(ctx context.Context) *ask.Answer {
	a, say, name, now := d.ask, d.ask.Say, d.ask.Kind.Name, d.now()
	r := a.New(chat.Plain, say.Text(name+".match.duel"))
	r.Note, r.Game = now.Rules(say), now
	r.Puzzle = d.carried(d.seats[0]+" "+d.seats[1], words.If(d.resigned, resignedSign, ""))
	link := func(turn string) string { return a.Link(ask.Change{"do": DuelAction, "turn": turn}) }
	offer := func(label, turn string, strong bool) {
		r.Offer(chat.Button{Label: say.Text(label), Path: link(turn), Mode: chat.EditByAnyone, Strong: strong})
	}
	if last := d.last(); last != nil {
		r.Text = now.Tell(name+".match.told", *last, say, words.With{"Player": mention(d.seats[1-d.toMove()])})
	}
	switch {
	case d.waits():
		r.Text = say.Text("duel.waits", words.With{"Player": mention(d.seats[1])})
		offer("button.sit", sit, true)
	case d.ended():
		r.Tone, r.Title = chat.Good, say.Text(name+".match.duel-over")
		r.Text = ask.Join("\n", r.Text, d.result(ctx))
		r.Won, r.Game = d.feat(ctx), d.rows[0] // as after a match against the bot: the row as dealt is what was played, and the last row has no moves
		offer("button.rematch", rematch, true)
	default:
		r.Text = ask.Join("\n", r.Text, say.Text("duel.turn", words.With{"Player": mention(d.seats[d.toMove()])}))
		d.offerMoves(r, chat.EditByAnyone, link)
		d.offerResign(r, offer)
	}
	r.Legend = map[string]string{"new": "legend.turned"}
	r.Show(now.Scene(d.last()), "")
	return r
}

// offerResign adds the button to give up or, once it was clicked, the question whether that is meant
// and the button that says so.
func (d *duel[M]) offerResign(r *ask.Answer, offer func(label, turn string, strong bool)) {
	if !d.asked {
		offer("button.give-up", resign, false)
		return
	}
	r.Text = ask.Join("\n", r.Text, d.ask.Say.Text("duel.sure", words.With{"Player": mention(d.seats[d.toMove()])}))
	offer("button.give-up-now", resigns, false)
}

// loser returns the seat of the player who lost a match that has ended. A player who resigned has
// lost. A player who cannot move has lost if the last move wins, and has won otherwise.
func (d *duel[M]) loser() int {
	if !d.resigned && !d.now().LastWins() {
		return 1 - d.toMove()
	}
	return d.toMove()
}

// result tells who has won, and which move of the loser gave the match away. It tells of no move if
// none did, or if the time ended first.
func (d *duel[M]) result(ctx context.Context) string {
	say, loser := d.ask.Say, d.loser()
	about := words.With{"Winner": mention(d.seats[1-loser]), "Loser": mention(d.seats[loser])}
	told := say.Text("duel.won", about)
	if d.resigned {
		told = say.Text("duel.resigned", about)
	}
	if made, better, _ := d.missed(ctx, loser); made != nil {
		return ask.Join("\n", told, say.Text("duel.missed", words.With{"Player": about["Loser"], "Made": d.now().Name(*made), "Better": d.now().Name(*better)}))
	}
	return told
}

// seat writes a person's id as the reply carries it: in base 36, which is shorter. It returns ""
// for a text that is not a number.
func seat(user string) string {
	n, err := strconv.ParseUint(user, 10, 64)
	if err != nil {
		return ""
	}
	return strconv.FormatUint(n, 36)
}

// mention names the person of a seat as Discord writes a mention; "" for an open seat or a text
// that is no seat. It notifies nobody, because the bot sends its messages with all mentions
// disallowed.
func mention(seat string) string {
	n, err := strconv.ParseUint(seat, 36, 64)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("<@%d>", n)
}
