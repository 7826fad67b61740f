package press

import (
	"context"
	"slices"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
)

// A Game is played alone: by pressing pads until nothing is left to do. If the order of presses
// matters, pads that cannot be pressed now are gaps, and a player may lose the way to the end.
type Game interface {
	ask.Game
	// Pads returns the pads of the board, in rows.
	Pads() [][]Pad
	// Group names a row of pads, in a menu.
	Group(row int, say words.Phrases) string
	// Press returns the puzzle after a press; false for a pad that it does not have.
	Press(pad string) (Game, bool)
	// Left returns presses that end the game. Its error is the context's, if the time ended first.
	Left(ctx context.Context) (Way, error)
	// Hint explains the first press of a way, with a board that shows why; the board is nil if
	// there is nothing to show.
	Hint(ctx context.Context, w Way, say words.Phrases) (ask.Stage, *render.Board)
	// Scene draws the board beside the pads; nil if the pads show it all, unless the board is read
	// aloud.
	Scene(spoken bool) *render.Board
	Task(say words.Phrases, spoken bool) string // tells a beginner what to do
	Rules(say words.Phrases) string             // tells a beginner the rules, in small print; "" for the usual ones
	Goal(say words.Phrases) string              // tells what to keep in mind all along; "" for the usual goal
}

// A Leveled game has puzzles of several degrees.
type Leveled interface {
	Game
	Harder(presses int) bool // whether there are harder ones than this one, which takes that number of presses
}

// A Way is a list of presses that end a game.
type Way struct {
	Pads     []string // a pad may come more than once if its cells have more than two states
	Solvable bool
	Proved   bool // no way has fewer presses
}

// maxTurns is the longest game, in presses, whose history stands in a reply.
const maxTurns = 150

// Turns that are not pads, beside those of every game.
const (
	undo = "undo"
	hint = "hint"
	doIt = "do" // presses the pad that the hint names
)

// CanPlay reports whether the puzzle of an answer can be played.
func CanPlay(r *ask.Answer) bool {
	g, ok := r.Game.(Game)
	return ok && r.Tone != chat.Bad && fits(g.Pads())
}

// A session is a game at one of its turns.
type session struct {
	ask        *ask.Ask
	start, now Game
	history
	best, left Way // the way from the start, and from now on
}

// Play answers a turn of a game: it makes the presses that the reply carries, carries out the
// click, and shows the game. Start is the puzzle before the first press. It answers with a notice
// if the puzzle has no solution, has nothing left to press, or is too large for the buttons and
// menus of a reply, or if the click names no pad.
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
		// A press that is no longer possible is undone, and the game shown as it was.
		if s.history = before; !s.replay() || !hasPad(start, s.ask.Turn) {
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

// hasPad reports whether a game has a pad of this name, be it one that cannot be pressed now. The
// second of two quick taps may name such a pad, and is no mistake.
func hasPad(g Game, name string) bool {
	return slices.ContainsFunc(g.Pads(), func(row []Pad) bool {
		return slices.ContainsFunc(row, func(p Pad) bool { return p.Name == name })
	})
}

// turn changes the history as was clicked. The press of a hint (doIt) is left to Play, which makes
// it once it knows the way from here.
func (s *session) turn() {
	switch s.ask.Turn {
	case "", ask.Another, ask.Harder:
		s.history = history{}
	case ask.Again:
		s.history = history{}
		if !s.ask.Races() { // the clock of a race runs on
			s.ask.Began = int(s.ask.Age.Seconds())
		}
	case pickRow, ask.Share, ask.Prove, doIt: // no press yet
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

// replay sets s.now to the game after all presses of the history. It returns false if one of them
// is not possible; s.now is then undefined.
func (s *session) replay() (ok bool) {
	s.now = s.start
	for _, p := range s.presses {
		if s.now, ok = s.now.Press(p.pad); !ok {
			return false
		}
	}
	return true
}

// show returns the message that shows the game as it stands. It is short, as board and controls have to
// fit a phone's screen: the number of presses in the title, the result of the turn, the board and the pads.
// The first message also says how to play. It returns the result if nothing is left to press. A game of
// maxTurns presses, or without a way to the end any more, is stuck: its pads are disabled.
func (s *session) show(ctx context.Context) *ask.Answer {
	if s.left.Solvable && len(s.left.Pads) == 0 {
		return s.won()
	}
	a, say, n := s.ask, s.ask.Say, len(s.presses)
	stuck := n >= maxTurns || !s.left.Solvable
	r := a.New(chat.Plain, s.state())
	r.Puzzle, r.Tucked, r.Brief = ask.Join("\n", s.start.String(), s.history.String()), true, true
	told, pad := "", ""
	switch {
	case n >= maxTurns:
		r.Tone, told = chat.Mixed, say.Count("play.too-long", n)
	case stuck:
		r.Tone, told = chat.Mixed, say.Text("play.lost")
	case a.Turn == hint:
		told, pad = s.hint(ctx, r)
	case s.history.String() == "":
		told, r.Note, r.Brief = s.start.Task(say, a.Spoken() || a.Touch), s.start.Rules(say), a.Touch
	}
	r.Text = ask.Join("\n", s.start.Goal(say), told)
	if a.Touch {
		s.touch(r, pad, stuck)
		return r
	}
	if r.Board == nil {
		r.Show(s.now.Scene(a.Spoken()), "")
	}
	s.layout(pad, stuck).add(r, say)
	s.offer(r, pad, stuck)
	return r
}

// about returns the puzzle's name as the value Puzzle of a phrase.
func (s *session) about() words.With {
	return words.With{"Puzzle": s.ask.Say.Text(s.ask.Kind.Name + ".name")}
}

// state tells how many presses were made, and how many the whole game takes at best. If that is more than
// it took from the start, it tells that number too.
func (s *session) state() string {
	n, par := len(s.presses), len(s.best.Pads)
	all := max(par, words.If(s.left.Solvable, n+len(s.left.Pads), 0))
	return s.ask.Say.Count("play.presses", all, words.Merge(s.about(), words.With{"Pressed": n, "Par": par, "Over": all > par, "Found": !s.best.Proved}))
}

// layout returns the pads of the game as it stands. Strong is the pad that a hint names; "" for
// none. In menus the row of that pad is open, or else that of the last press.
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

// offer adds the buttons below the pads, in two rows that fit a phone. Under a hint they are the button
// that makes the hinted press and, if there is one, that for the next degree of the hint; below them the
// usual ones. Hinted is the pad that the hint names; "" for none. In a stuck game there are no hints.
func (s *session) offer(r *ask.Answer, hinted string, stuck bool) {
	a, n := s.ask, len(s.presses)
	helped := a.Turn == hint && !stuck
	more := Button(a, "button.hint", hint, stuck)
	if a.Turn == hint && a.Degree < ask.HintWhy {
		more = chat.Button{
			Label: a.Say.Text("button.more"), Mode: chat.EditByOwner,
			Path: a.Link(ask.Change{"do": ask.Play, "turn": hint, "more": a.Degree + 1}),
		}
	}
	back, again := Button(a, "button.undo", undo, n == 0), Button(a, "button.again", ask.Again, n == 0)
	if helped {
		do := Button(a, "button.carry", doIt, false)
		do.Strong, back.NewRow = hinted != "", true
		r.Offer(do, more, back, again)
	} else {
		r.Offer(back, more, again)
	}
	if a.Kind.Deal != nil {
		another := a.AnotherGame(n > 0 || s.hinted)
		another.NewRow = !helped
		r.Offer(another)
	}
	if a.Turn != hint && s.canBeHarder() { // a hint needs the room
		r.Offer(a.HarderGame(n > 0 || s.hinted))
	}
}

// canBeHarder reports whether the puzzle was made to order, and can be followed by a harder one.
func (s *session) canBeHarder() bool {
	g, ok := s.start.(Leveled)
	return ok && s.ask.Made != "" && !s.ask.Races() && g.Harder(len(s.best.Pads))
}

// hint returns the text of a hint in the degree asked for, and the pad that it names: "" in the
// first degree. In the last degree it gives r the board that shows why, if there is one.
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
	}
	return say.Text("play.hint", words.With{"Hint": say.Sentences(stage.What, stage.Why)}), s.left.Pads[0]
}

// Turn returns the link of a click that goes on with a game.
func Turn(a *ask.Ask, turn string) string { return a.Link(ask.Change{"do": ask.Play, "turn": turn}) }

// Button returns a button that goes on with a game, in its reply's place.
func Button(a *ask.Ask, label, turn string, disabled bool) chat.Button {
	return chat.Button{Label: a.Say.Text(label), Path: Turn(a, turn), Mode: chat.EditByOwner, Disabled: disabled}
}

// Lead gives r one stage for each press of the way w from g, to be shown one at a time as a hint.
// Only the stage asked for (a.Page) is explained, as its reason may take long to find. The others
// have the pad's name in place of a reason. After draws the game after a press; last is the pad
// pressed, "" for the board before the first press.
func Lead(ctx context.Context, r *ask.Answer, g Game, w Way, after func(g Game, last string) *render.Board) {
	a := r.Ask
	asked := min(max(a.Page, 1), len(w.Pads))
	games, stages := []Game{g}, []ask.Stage(nil)
	for i, pad := range w.Pads {
		left := Way{Pads: w.Pads[i:], Solvable: true, Proved: w.Proved}
		stage := ask.Stage{Why: pad} // a stage that was not asked for is not shown
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
