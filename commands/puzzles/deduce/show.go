package deduce

import (
	"context"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
)

// show returns the message that shows the game after the turn. While the game goes on the message is
// short, as board and controls have to fit a phone's screen: the number of marks in the title, the
// result of the turn, the board with the picked line framed, and the controls. The first message also
// says how to begin. When the game is won or given up, the board is the solution; after a win the board
// has no clues.
func (s *session) show() *ask.Answer {
	a, say, name := s.ask, s.ask.Say, s.ask.Kind.Name
	about := words.With{"Puzzle": say.Text(name+".blank", ask.Size(s.rows, s.cols, say))}
	made, all := s.tally(s.sheet, s.printed, s.key)
	over := s.gaveUp || s.solved(s.sheet, s.key)
	r := a.New(words.If(s.refused == "", chat.Plain, chat.Mixed), say.Text("play.state", about, words.With{"Made": made, "All": all}))
	r.Clued, r.Picture, r.Tucked, r.Brief = true, true, !over, !over
	r.Legend = map[string]string{"new": "legend.entered", "proof": "legend.mistake"}
	r.Text = ask.Join("\n", s.told, s.followed)
	switch {
	case s.gaveUp:
		r.Tone, r.Title = chat.Mixed, say.Text("play.given-up", about)
		r.Text, s.sheet = ask.Join("\n", s.Reveals(s.key, say), say.Text("play.solution")), s.key
	case over:
		r.Text = s.won(r, about)
	case !a.Touch && (s.history.String() == "" || a.Turn == "") && r.Text == "":
		r.Text = s.howToPlay()
	case made >= all && r.Text == "":
		r.Text = say.Text("play.none-left")
	}
	s.draw(r, over)
	s.showHint(r)
	if s.spoiled {
		r.Remark(say.Text("play.spoiled"))
	}
	r.Puzzle = ask.Join("\n", s.Puzzle.String(), s.history.String(), draft(s.refused))
	if a.Touch {
		r.Play = s.touch(over, about["Puzzle"].(string), all)
		return r
	}
	if !over {
		s.controls(r)
	}
	s.buttons(r, over)
	if a.Spoken() && !over {
		s.tell(r)
	}
	return r
}

// draw shows the board with the marks of the turn. It frames the picked line unless a hint is on show: a
// hint frames its own lines.
func (s *session) draw(r *ask.Answer, over bool) {
	if over { // show the result, without the marks on the way
		b := s.Filled(s.key, nil)
		if !s.gaveUp { // show it large and clean: the clues have done their part
			b.Left, b.Top = nil, nil
			if g, ok := s.Puzzle.(Pictured); ok {
				b.Prize = g.Prize(s.key)
			}
		}
		r.Show(b, "")
		return
	}
	r.Show(s.Board(s.sheet), s.caption)
	s.pencil(r.Board)
	for _, i := range s.marked {
		r.Board.Cells[i].Mark = s.look
	}
	if s.hasMenus() && !s.Digits && s.hinted == nil && !s.ask.Touch {
		r.Board.Framed, r.Legend["pick"] = append(r.Board.Framed, s.area()), "legend.picked"
	}
}

// A Pictured puzzle has a picture for its solution.
type Pictured interface {
	Puzzle
	Prize(solution []byte) *render.Prize // returns its colours
}

// area returns the picked line, to be framed.
func (s *session) area() render.Area {
	if s.at.column {
		return render.Area{Col: s.at.line, Rows: s.rows, Cols: 1, Mark: render.Pick}
	}
	return render.Area{Row: s.at.line, Rows: 1, Cols: s.cols, Mark: render.Pick}
}

// tell puts what a listener needs in place of the board: what changed, which the text says, and the
// picked line with its cells. The whole board is behind a button.
func (s *session) tell(r *ask.Answer) {
	if s.ask.Turn == wholeBoard || !s.hasMenus() {
		return
	}
	b := *r.Board
	b.Say = s.ask.Say.Board
	r.Text = ask.Join("\n", r.Text, b.Line(s.at.column, s.at.line))
	r.Board = nil
	r.Offer(s.button("button.whole-board", wholeBoard))
}

// button returns a button of the game that comes back to the same spot.
func (s *session) button(label, turn string) chat.Button {
	b := s.ask.Button(label, s.change(turn))
	b.Mode = chat.EditByOwner
	return b
}

// buttons adds the buttons that every game has, below its controls and in rows that fit a phone: those
// for turns while the game goes on, those to other games when it is over.
func (s *session) buttons(r *ask.Answer, over bool) {
	if over {
		again := s.ask.Button("button.again", ask.Change{"do": ask.Play, "turn": ask.Again})
		again.Mode = chat.EditByOwner
		r.Offer(s.ask.AnotherGame(true), again)
		return
	}
	if s.crowded() {
		s.menuOfTurns(r)
		r.Offer(s.enterButton())
		return
	}
	hint, check, undo := s.button("button.hint", "hint"), s.button("button.mistakes", "check"), s.button("button.undo", "undo")
	undo.Disabled = s.last() < 0
	quit := s.button(words.If(s.asked, "button.give-up-now", "button.give-up"), words.If(s.asked, giveUpNow, giveUp))
	var rows [][]chat.Button
	if s.mistaken {
		rows = append(rows, []chat.Button{s.button("button.drop", dropWrong)})
	}
	switch _, lined := s.Puzzle.(Lined); {
	case s.hasGrid():
		row := []chat.Button{hint, check, undo, s.enterButton(), quit}
		if s.mistaken { // 25 cells and the way out of the mistake leave no room for all
			row = []chat.Button{hint, check, undo, quit}
		}
		rows = append(rows, row)
	case !s.hasMenus():
		rows = append(rows, []chat.Button{s.enterButton(), hint, check, undo, quit})
	case s.Digits:
		rows = append(rows, []chat.Button{hint, check, undo, quit}, s.digitTools())
	case !lined:
		rows = append(rows, []chat.Button{hint, check, undo, quit}, []chat.Button{s.enterButton()})
	default:
		way := s.button(words.If(s.byCell, "button.by-runs", "button.by-cells"), "cells")
		rows = append(rows, []chat.Button{s.button("button.sure", sure), hint, check, undo}, []chat.Button{way, s.enterButton(), quit})
	}
	for _, row := range rows {
		row[0].NewRow = true
		r.Offer(row...)
	}
}

// enterButton returns the button that opens the form for typed moves; the form is filled in with moves
// that were refused. In a game without menus the button is the main one.
func (s *session) enterButton() chat.Button {
	change := ask.Change{"do": ask.Play, "form": ask.MovesField, "at": s.at}
	if s.refused != "" {
		change["draft"] = true
	}
	b := s.ask.Button("button.enter", change)
	b.Mode, b.Strong = chat.EditByOwner, !s.tapped()
	return b
}

// digitTools returns the buttons to enter moves or a whole run in a form, to write pencil marks, and
// to show the candidates.
func (s *session) digitTools() []chat.Button {
	all := []chat.Button{s.enterButton(), s.button(words.If(s.inPencil, "button.ink", "button.pencil"), "pencil")}
	if _, ok := s.Puzzle.(penciled); ok {
		all = append(all, s.button(words.If(s.candidates, "button.no-candidates", "button.show-candidates"), "candidates"))
	}
	return all
}

// won makes the reply that of a solved game: it sets the reply's title, tone and feat, and returns the
// text, which says what the solution shows.
func (s *session) won(r *ask.Answer, about words.With) string {
	r.Tone, r.Title = chat.Good, s.ask.Say.Text("play.solved", about)
	r.Won = s.feat(about["Puzzle"].(string))
	return s.Reveals(s.key, s.ask.Say)
}

// grade adds to the reply to a solved game, behind the picture's name, the stars that say how hard
// the puzzle is, if that is found in asideTime. A listener would hear the name of every star.
func (s *session) grade(ctx context.Context, of *Solved, r *ask.Answer) {
	if s.ask.Spoken() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, asideTime)
	defer cancel()
	if rating := of.graded(ctx); rating != nil {
		r.Text = s.ask.Say.Sentences(r.Text, rating.Difficulty.Stars())
	}
}

// feat describes how the game was won, for sharing. If the person saw the solution or pasted it, the
// feat says so, and is Untimed.
func (s *session) feat(puzzle string) *ask.Feat {
	turns, hints := s.effort()
	idle := ask.Squares([]ask.Turn{ask.IdleTurn})
	switch {
	case s.spoiled:
		return &ask.Feat{Puzzle: puzzle, Outcome: "share.given-up", Squares: idle, Untimed: true}
	case s.isPasted():
		return &ask.Feat{Puzzle: puzzle, Effort: s.ask.Say.Text("share.pasted"), Hints: hints, Squares: idle, Untimed: true}
	}
	f := &ask.Feat{Puzzle: puzzle, Hints: hints, Squares: ask.Squares(turns)}
	if len(turns) > 0 { // none if the game began with all marks made
		f.Effort = s.ask.Say.Count("share.turns", len(turns))
	}
	return f
}
