package press

import (
	"fmt"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// won returns the answer to a game that was played to its end: the number of presses, how it
// compares with the fewest possible if that number is proved, and buttons to play again. It praises
// the best play only if no hint was asked for.
func (s *session) won() *ask.Answer {
	a, say, n, hints := s.ask, s.ask.Say, len(s.presses), s.hints()
	r := a.New(chat.Good, say.Count("play.won", n, s.about()))
	switch {
	case n > len(s.best.Pads) && s.best.Proved:
		r.Text = say.Count("play.fewest", len(s.best.Pads))
	case hints == 0 && s.best.Proved:
		r.Text = say.Count("play.best", n)
	}
	r.Puzzle = ask.Join("\n", s.start.String(), s.history.String())
	r.Show(s.now.Scene(a.Spoken() || a.Touch), "")
	r.Won, r.Brief = s.feat(), a.Touch
	if a.Kind.Deal != nil {
		r.Offer(a.AnotherGame(true))
	}
	if s.canBeHarder() {
		r.Offer(a.HarderGame(true))
	}
	r.Offer(Button(a, "button.again", ask.Again, false))
	return r
}

// feat describes how the game was won. It does not tell which pads were pressed.
func (s *session) feat() *ask.Feat {
	say, n := s.ask.Say, len(s.presses)
	rows, cols := s.start.Size()
	effort := say.Count("share.presses", n)
	if s.best.Proved {
		effort = ask.Join(say.Text("comma"), effort, say.Text("share.par", words.With{"Par": len(s.best.Pads)}))
	}
	var turns []ask.Turn
	for _, p := range s.presses {
		turns = append(turns, ask.TurnAfter(p.hinted))
	}
	return &ask.Feat{
		Puzzle: say.Text("seen.board", s.about(), words.With{"Size": fmt.Sprintf("%d×%d", rows, cols)}),
		Effort: effort, Hints: s.hints(), Squares: ask.Squares(turns),
	}
}
