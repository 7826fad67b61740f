package deduce

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
)

// The longest puzzle with its marks, in characters: to stand in a reply, and the longest marks for
// a puzzle in a file.
const (
	longestGame   = ask.LongestGame
	longestInFile = 1 << 16
)

// A session is a game at one of its turns.
type session struct {
	Game
	*Notation
	ask        *ask.Ask
	rows, cols int
	printed    []byte
	key        []byte // the solution's sheet
	room       int    // longest history, in characters

	history
	sheet []byte

	at        spot // the picked cell, on its line
	lineMenus int  // number of menus of lines

	told, caption string // result of the turn: in words, and below the picture
	marked        []int  // cells with the mark
	hinted        *Step  // the step of the hint on show; nil for none
	degree        int    // degree of the hint
	mark          render.Mark
	refused       string // moves that were typed and not understood; "" for none
	asked, gaveUp bool   // whether to give up; the answer was yes
}

// replay sets the sheet to the state after all turns: the printed signs, the signs of the snapshot,
// and the turns since then. It returns false if the snapshot or a turn does not fit this puzzle.
func (s *session) replay() bool {
	s.sheet = slices.Clone(s.printed)
	if s.snapshot != "" {
		cells := strings.ReplaceAll(strings.TrimPrefix(s.snapshot, snapshotSign), "/", "")
		if len(cells) != len(s.sheet) || strings.Trim(cells, s.Signs+string(Unmarked)) != "" {
			return false
		}
		for i, sign := range []byte(cells) {
			if s.printed[i] == Unmarked {
				s.sheet[i] = sign
			}
		}
	}
	for _, turn := range s.turns {
		if turn == hinted {
			continue
		}
		moves, err := s.read(turn)
		if err != nil {
			return false
		}
		for _, m := range moves {
			m.make(s.sheet, s.cols)
		}
	}
	return true
}

// read reads typed moves.
func (s *session) read(moves string) ([]move, error) {
	return (&moveReader{Notation: s.Notation, text: moves, rows: s.rows, cols: s.cols, printed: s.printed}).moves()
}

// play answers a turn of a game, which was tapped or typed. It tells whether moves are right only
// on request. A puzzle that does not have exactly one solution, or whose time ended, gets the
// answer to a check instead, and a board too large to draw a notice. If the sheet alone takes more
// room than a reply has, the game is carried in a file.
func play(ctx context.Context, a *ask.Ask, g Game) *ask.Answer {
	rows, cols := g.Size()
	saved := a.Saved
	if a.Turn == "" && g.Marks != nil {
		saved = snapshot(g.Marks, g.Printed(), cols)
	}
	s := &session{
		Game: g, Notation: g.Notation(), ask: a, rows: rows, cols: cols, printed: g.Printed(),
		room: longestGame - utf8.RuneCountInString(a.Carry(g.Puzzle.String())) - len("\n") - a.MadeRoom(), history: readHistory(saved), mark: render.New,
	}
	if !ask.Drawn(rows, cols) {
		return a.TooLargeToDraw()
	}
	if len(snapshot(s.printed, s.printed, cols)) > s.room {
		s.room = longestInFile
	}
	solved, err := g.Puzzle.Solve(ctx, true)
	if err != nil || solved.Verdict != solvers.Unique { // tell why it cannot be played, and what can be done
		r := check(ctx, a.WithAction(ask.Check), g)
		r.Text = ask.Join("\n", a.Say.Text(words.If(err == nil && solved.Verdict == solvers.Multiple, "play.several", "play.not-unique")), r.Text)
		return r
	}
	if s.key = solved.Solutions[0]; !s.replay() {
		return a.Notice("unknown")
	}
	s.findSpot()
	s.turn(ctx)
	r := s.show()
	if s.hinted != nil && s.degree >= ask.HintWhat {
		r.Offer(a.LessonButtons(s.hinted.Stage)...)
	}
	return r
}

// turn carries out what was clicked. It sets what the reply tells of it (told, caption) and the
// cells that it marks. A turn with any other name is a tap.
func (s *session) turn(ctx context.Context) {
	say, turn := s.ask.Say, s.ask.Turn
	if turn == otherTurn && slices.Contains(otherTurns, s.ask.Picked) {
		turn = s.ask.Picked
	}
	switch turn {
	case ask.Enter:
		s.enter(s.ask.Entered)
		if s.done(s.at) || s.Digits && !s.isOpen(s.at) {
			s.advance()
		}
	case "undo":
		s.undo()
		s.replay()
	case ask.Again:
		s.history = history{spoiled: s.spoiled}
		s.replay()
	case "check":
		s.marked, s.mark = s.mistakes(s.sheet, s.key), render.Proof
		if s.told = s.mistakesTold("play.mistakes", s.marked, say); s.told == "" {
			s.told = say.Text("play.no-mistakes")
		}
		s.caption = s.told
	case "hint", "carry":
		s.hint(ctx)
	case giveUp:
		s.asked, s.told = true, say.Text("play.sure")
	case giveUpNow:
		s.gaveUp, s.spoiled = true, true
	default:
		s.tap()
	}
}

// enter makes the moves of a text, as one turn: all of them, or none if one cannot be read. Then it
// sets what to tell (told) and the text to mend (refused). If the history grows too long for the
// reply, a snapshot replaces all turns before this one or, if that is not enough, this one too.
func (s *session) enter(text string) {
	moves, err := s.read(text)
	if syntax, ok := errors.AsType[*solvers.SyntaxError](err); ok {
		s.told, s.refused = s.refusal(syntax), text
		return
	}
	before := slices.Clone(s.sheet)
	var turn []string
	for _, m := range moves {
		m.make(s.sheet, s.cols)
		turn = append(turn, m.String())
	}
	s.turns = append(s.turns, strings.Join(turn, " "))
	if s.ask.Spoken() { // a player who sees the board sees the change
		s.marked = changedCells(before, s.sheet)
	}
	if len(s.history.String()) > s.room {
		s.pasted = s.isPasted()
		s.giveWay(snapshot(before, s.printed, s.cols), 1)
	}
	if len(s.history.String()) > s.room {
		s.giveWay(snapshot(s.sheet, s.printed, s.cols), 0)
	}
}

// changedCells returns the cells that differ between two sheets.
func changedCells(before, now []byte) (cells []int) {
	for i := range now {
		if now[i] != before[i] {
			cells = append(cells, i)
		}
	}
	return cells
}

// refusal quotes the move that was not understood, and tells how to write it or what was expected.
func (s *session) refusal(e *solvers.SyntaxError) string {
	say := s.ask.Say
	quoted, _ := e.Args["Quoted"].(string)
	if quoted == "" {
		quoted = e.Source
	}
	move, _ := e.Args["Write"].(string)
	return say.Text("play.refused", words.With{"Found": words.Visible(quoted), "Write": move, "Expected": say.Expected(e)})
}

// show returns the message that shows the game as it stands after the turn: the result of the turn,
// the board, the hint that was asked for, the number of marks, and the buttons. At the end, be it
// won or given up, the board is the solution, and after a win it has no clues. The first message of
// a game also explains how to play.
func (s *session) show() *ask.Answer {
	a, say, name := s.ask, s.ask.Say, s.ask.Kind.Name
	about := words.With{"Puzzle": say.Text(name+".blank", ask.Size(s.rows, s.cols, say))}
	r := a.New(chat.Plain, say.Text("play.title", about))
	if s.refused != "" {
		r.Tone = chat.Mixed
	}
	r.Clued, r.Picture = true, true
	r.Legend = map[string]string{"new": "legend.entered", "proof": "legend.mistake"}
	told := s.told
	if (s.history.String() == "" || a.Turn == "") && told == "" {
		one, some := s.sampleMoves()
		told = ask.Join("\n", s.howToTap(), say.Text(s.phrase(name, "play"), words.Merge(words.With{"Move": one, "Moves": some}, s.letters())))
	}
	made, all := s.tally(s.sheet, s.printed, s.key)
	over := s.gaveUp || s.solved(s.sheet, s.key)
	switch {
	case s.gaveUp:
		r.Tone, r.Title = chat.Mixed, say.Text("play.given-up", about)
		told, s.sheet = ask.Join("\n", s.Reveals(s.key, say), say.Text("play.solution")), s.key
	case over:
		told = s.won(r, about)
	case made >= all && told == "":
		told = say.Text("play.none-left")
	case made < all:
		told = ask.Join("\n", told, say.Text(name+".so-far", words.With{"Made": made, "All": all}))
	}
	r.Text = told
	b := s.Board(s.sheet)
	if over { // show the result, without the marks on the way
		b = s.Filled(s.key, nil)
	}
	if over && !s.gaveUp { // show it large: the clues have done their part
		b.Left, b.Top = nil, nil
	}
	r.Show(b, s.caption)
	for _, i := range words.If(over, nil, s.marked) {
		r.Board.Cells[i].Mark = s.mark
	}
	s.showHint(r)
	if s.spoiled {
		r.Remark(say.Text("play.spoiled"))
	}
	r.Puzzle = ask.Join("\n", s.Puzzle.String(), s.history.String(), draft(s.refused))
	if !over {
		s.controls(r)
	}
	s.buttons(r, over)
	return r
}

// buttons adds the buttons of every game: its turns, or other games after the end.
func (s *session) buttons(r *ask.Answer, over bool) {
	type way struct {
		label string
		to    ask.Change
		off   bool
	}
	ways := []way{
		{"button.mistakes", s.change("check"), false}, {"button.hint", s.change("hint"), false},
		{"button.undo", s.change("undo"), s.last() < 0}, {"button.give-up", s.change(giveUp), false},
	}
	if s.asked {
		ways[len(ways)-1] = way{"button.give-up-now", s.change(giveUpNow), false}
	}
	enter := way{"button.enter", ask.Change{"do": ask.Play, "form": ask.MovesField, "at": s.at}, false}
	if s.refused != "" {
		enter.to["draft"] = true
	}
	switch {
	case !over && s.crowded():
		s.menuOfTurns(r)
		ways = []way{enter}
	case over:
		r.Offer(s.ask.AnotherGame(true))
		ways = []way{{"button.again", ask.Change{"do": ask.Play, "turn": ask.Again}, false}}
	case s.tapped():
		ways = append(ways, enter)
	default:
		ways = append([]way{enter}, ways...)
	}
	for i, w := range ways {
		click := s.ask.Button(w.label, w.to)
		click.Disabled, click.Mode, click.Strong = w.off, chat.EditByOwner, !over && !s.tapped() && i == 0
		r.Offer(click)
	}
}

// won turns the reply into that to a solved game, and returns its text.
func (s *session) won(r *ask.Answer, about words.With) string {
	r.Tone, r.Title = chat.Good, s.ask.Say.Text("play.solved", about)
	r.Won = s.feat(about["Puzzle"].(string))
	return s.Reveals(s.key, s.ask.Say)
}

// feat describes how the game was won. A solution that was seen or pasted is no feat, and has no
// time.
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

// sampleMoves returns a move for one cell, and a move for up to five cells in a row. Both can be
// made on the printed sheet.
func (s *session) sampleMoves() (one, some string) {
	var longest move
	for i, free := 0, 0; i < len(s.printed); i++ {
		if i%s.cols == 0 {
			free = 0
		}
		if s.printed[i] != Unmarked {
			free = 0
			continue
		}
		if free = min(free+1, 5); free > longest.cols {
			longest = move{row: i / s.cols, col: i%s.cols - free + 1, rows: 1, cols: free}
		}
	}
	signs := words.If(s.Digits, "91286", s.Signs[:1])
	single := longest
	single.cols, single.signs = 1, signs[:1]
	longest.signs = signs[:min(len(signs), longest.cols)]
	return single.String(), longest.String()
}

// MovesForm returns the form that asks for moves. It is filled in with a draft to mend, if moves
// were refused.
func MovesForm(a *ask.Ask) *chat.Form {
	name, typed := a.Kind.Name, ""
	if a.Draft {
		typed = readDraft(a.Request.Puzzle)
	}
	n := new(Notation)
	first, _, _ := strings.Cut(a.Request.Puzzle, "\n")
	if game, err := a.Kind.Read(first, a.Options); err == nil {
		if g, ok := game.(Game); ok {
			n = g.Notation()
		}
	}
	return &chat.Form{
		Mends: a.Draft,
		Title: a.Say.Text("form.moves", words.With{"Puzzle": a.Say.Text(name + ".name")}),
		Path:  a.Link(ask.Change{"do": ask.Play, "turn": ask.Enter, "at": a.At}),
		Mode:  chat.EditByOwner,
		Fields: []chat.Field{{
			Name: ask.MovesField, Label: a.Say.Text("form.moves-label"),
			Detail: a.Say.Text(n.phrase(name, "moves")), Sample: a.Say.Text(n.phrase(name, "moves-sample")), Value: typed,
		}},
	}
}
