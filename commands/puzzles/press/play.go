package press

import (
	"context"
	"slices"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
)

// A Game is played alone: by pressing pads until nothing is left to do. Where the order of the
// presses matters, pads that cannot be pressed now are gaps, and the way to the end can be lost.
type Game interface {
	ask.Game
	// Pads are what can be pressed, in rows.
	Pads() [][]Pad
	// Group is what a row of pads is called in a menu.
	Group(row int, say words.Phrases) string
	// Press is the puzzle after a press; false for a pad that it does not have.
	Press(pad string) (Game, bool)
	// Left is what is left to press. The error is that of ctx, where there was no time to
	// tell.
	Left(ctx context.Context) (Way, error)
	// Hint tells of the first press of a way, with a board that shows why; nil where there is
	// nothing to show.
	Hint(ctx context.Context, w Way, say words.Phrases) (ask.Stage, *render.Board)
	// Scene is the board beside the pads; nil where the pads show all, but to whoever has
	// the board spoken.
	Scene(spoken bool) *render.Board
	Task(say words.Phrases, spoken bool) string // what is to be done
	Rules(say words.Phrases) string             // in small print; "" for the usual ones
}

// A Way is presses that end a game.
type Way struct {
	Pads     []string // with more than two states perhaps one of them several times
	Solvable bool
	Proved   bool // there is none with fewer
}

// maxTurns is how long a game may last, for its turns to stand in a reply.
const maxTurns = 150

// Turns that are no pads, beside those of every game.
const (
	undo = "undo"
	hint = "hint"
	doIt = "do" // what the hint says
)

// CanPlay tells whether a game about what an answer shows can be offered.
func CanPlay(r *ask.Answer) bool {
	g, ok := r.Game.(Game)
	return ok && r.Tone != chat.Bad && fits(g.Pads())
}

// A session is a game at one of its turns.
type session struct {
	ask        *ask.Ask
	start, now Game
	history
	best, left Way // from the start, and from now on
}

// Play is the answer to a turn.
func Play(ctx context.Context, a *ask.Ask, start Game) *ask.Answer {
	best, err := start.Left(ctx)
	switch {
	case err != nil:
		return a.Unanswered(err)
	case !best.Solvable:
		return a.Notice("unplayable")
	case len(best.Pads) == 0:
		return a.Notice("played-out")
	case !fits(start.Pads()):
		return a.Notice("too-large-to-play", words.With{"Most": MenuRow})
	}
	s := &session{ask: a, start: start, history: readHistory(a.Saved), best: best}
	before := s.history
	s.turn()
	if !s.replay() {
		if s.history = before; !s.replay() || !known(start, s.ask.Turn) {
			return a.Notice("unknown")
		}
	}
	if s.left, err = s.now.Left(ctx); err != nil {
		return a.Unanswered(err)
	}
	if a.Turn == doIt && len(s.left.Pads) > 0 {
		s.press(s.left.Pads[0])
		s.replay()
		if s.left, err = s.now.Left(ctx); err != nil {
			return a.Unanswered(err)
		}
	}
	return s.show(ctx)
}

// known tells whether a game has a pad of that name, though it may be none to press by now: who
// taps twice means nothing by it.
func known(g Game, name string) bool {
	return slices.ContainsFunc(g.Pads(), func(row []Pad) bool {
		return slices.ContainsFunc(row, func(p Pad) bool { return p.Name == name })
	})
}

// turn does what was clicked.
func (s *session) turn() {
	switch s.ask.Turn {
	case "", ask.Another:
		s.history = history{}
	case ask.Again:
		s.history, s.ask.Began = history{}, int(s.ask.Age.Seconds())
	case pickRow, ask.Share, doIt:
	case hint:
		s.hinted = true
	case undo:
		s.takeBack()
	default:
		for _, pad := range picked(s.ask, s.ask.Turn) {
			s.press(pad)
		}
	}
}

// replay makes the presses; false where one of them is none of this puzzle's.
func (s *session) replay() (ok bool) {
	s.now = s.start
	for _, p := range s.presses {
		if s.now, ok = s.now.Press(p.pad); !ok {
			return false
		}
	}
	return true
}

// show is the answer that the game stands so.
func (s *session) show(ctx context.Context) *ask.Answer {
	if s.left.Solvable && len(s.left.Pads) == 0 {
		return s.won()
	}
	a, say, n := s.ask, s.ask.Say, len(s.presses)
	r := a.New(chat.Plain, say.Text("play.title", s.about()))
	stuck := n >= maxTurns || !s.left.Solvable
	lines := []string{s.start.Task(say, s.ask.Spoken()), s.par()}
	switch {
	case n >= maxTurns:
		r.Tone, lines = chat.Mixed, []string{say.Count("play.too-long", n)}
	case stuck:
		r.Tone, lines = chat.Mixed, []string{say.Text("play.lost")}
	}
	told, pad := "", ""
	if a.Turn == hint && !stuck {
		told, pad = s.hint(ctx, r)
	}
	r.Text, r.Note = ask.Join("\n", append(lines, told)...), s.start.Rules(say)
	r.Puzzle = ask.Join("\n", s.start.String(), s.history.String())
	if r.Board == nil {
		r.Show(s.now.Scene(s.ask.Spoken()), "")
	}
	s.layout(pad, stuck).add(r, say)
	s.offer(r, pad, stuck)
	return r
}

func (s *session) about() words.With {
	return words.With{"Puzzle": s.ask.Say.Text(s.ask.Kind.Name + ".name")}
}

// par says how many presses are enough, how many there were, and, after one too many, how
// many it takes by now.
func (s *session) par() string {
	n, par := len(s.presses), len(s.best.Pads)
	id := words.If(s.best.Proved, "play.par", "play.par-found")
	told := s.ask.Say.Text(id, words.With{"Par": par, "Pressed": n})
	if now := n + len(s.left.Pads); now > par {
		told += s.ask.Say.Text("play.par-now", words.With{"Now": now})
	}
	return told
}

// layout is the pads of the game as it stands.
func (s *session) layout(strong string, disabled bool) layout {
	pads, last := s.now.Pads(), strong
	if n := len(s.presses); last == "" && n > 0 {
		last = s.presses[n-1].pad
	}
	return layout{
		rows: pads, called: func(row int) string { return s.now.Group(row, s.ask.Say) },
		open: openRow(s.ask, s.ask.Turn, pads, last), strong: strong, disabled: disabled,
		link: func(what string) string { return Turn(s.ask, what) },
	}
}

// offer adds the buttons below the pads. A hint that has more to tell says so in its place.
func (s *session) offer(r *ask.Answer, hinted string, stuck bool) {
	a, n := s.ask, len(s.presses)
	if a.Turn == hint && !stuck {
		do := Button(a, "button.carry", doIt, false)
		do.Strong = hinted != ""
		r.Offer(do)
	}
	more := Button(a, "button.hint", hint, stuck)
	if a.Turn == hint && a.Degree < ask.HintWhy {
		more = chat.Button{
			Label: a.Say.Text("button.more"), Mode: chat.EditByOwner,
			Path: a.Link(ask.Change{"do": ask.Play, "turn": hint, "more": a.Degree + 1}),
		}
	}
	r.Offer(Button(a, "button.undo", undo, n == 0), more, Button(a, "button.again", ask.Again, n == 0))
	if a.Kind.Deal != nil {
		r.Offer(Button(a, "button.another", ask.Another, false))
	}
}

// hint is what a hint says in the degree that was asked for, and the pad that it names.
func (s *session) hint(ctx context.Context, r *ask.Answer) (told, pad string) {
	say := s.ask.Say
	stage, board := s.now.Hint(ctx, s.left, say)
	switch s.ask.Degree {
	case ask.HintWhere:
		return say.Text("play.hint", words.With{"Hint": stage.Nudge}), ""
	case ask.HintWhat:
		return say.Text("play.hint", words.With{"Hint": stage.What}), s.left.Pads[0]
	}
	if board != nil {
		r.Show(board, stage.Why)
		r.Picture = true // marks as emoji would hide what is under them
		r.Legend = map[string]string{"proof": "legend.counted"}
	}
	return say.Text("play.hint", words.With{"Hint": say.Sentences(stage.What, stage.Why)}), s.left.Pads[0]
}

// Turn is where a click leads that goes on with a game.
func Turn(a *ask.Ask, turn string) string { return a.Link(ask.Change{"do": ask.Play, "turn": turn}) }

// Button is a button that goes on with a game, in its reply's place.
func Button(a *ask.Ask, label, turn string, disabled bool) chat.Button {
	return chat.Button{Label: a.Say.Text(label), Path: Turn(a, turn), Mode: chat.EditByOwner, Disabled: disabled}
}

// Lead has an answer lead through a way by hints, the first press of what is left at each:
// why is said of the one that is asked for alone, as it may take long to find out. After is
// the board after so many presses.
func Lead(ctx context.Context, r *ask.Answer, g Game, w Way, after func(g Game, last string) *render.Board) {
	a := r.Ask
	asked := min(max(a.Page, 1), len(w.Pads))
	games, stages := []Game{g}, []ask.Stage(nil)
	for i, pad := range w.Pads {
		left := Way{Pads: w.Pads[i:], Solvable: true, Proved: w.Proved}
		stage := ask.Stage{Why: pad}
		if i+1 == asked {
			stage, _ = g.Hint(ctx, left, a.Say)
			stage.Why = a.Say.Sentences(stage.What, stage.Why)
		}
		stages = append(stages, stage)
		g, _ = g.Press(pad)
		games = append(games, g)
	}
	r.Teach(stages, func(done int) *render.Board {
		last := ""
		if done > 0 {
			last = w.Pads[done-1]
		}
		return after(games[done], last)
	})
}
