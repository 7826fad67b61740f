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

	told, caption string      // result of the turn: in words, and below the picture
	followed      string      // lines that were finished along with the turn; "" for none
	marked        []int       // cells that the turn marks on the board
	hinted        *Step       // the step of the hint on show; nil for none
	before        []Step      // hints before that one, which decide no cell
	degree        int         // degree of the hint
	look          render.Mark // the mark of the cells in marked
	refused       string      // moves that were typed and not understood; "" for none
	asked, gaveUp bool        // the person is asked whether to give up; the person gave up
	mistaken      bool        // a hint was asked for, and a mark is wrong
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
	s := newSession(a, g, saved)
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
	if r.Won != nil && !s.spoiled {
		s.grade(ctx, solved, r)
	}
	if s.hinted != nil && s.degree >= ask.HintWhat && s.leg() == 0 && !(s.crowded() && len(s.walks()) > 0) {
		r.Offer(a.LessonButtons(s.hinted.Stage)...)
	}
	return r
}

// newSession returns the session of a game that carries these lines below its puzzle.
func newSession(a *ask.Ask, g Game, saved string) *session {
	rows, cols := g.Size()
	return &session{
		Game: g, Notation: g.Notation(), ask: a, rows: rows, cols: cols, printed: g.Printed(),
		room: longestGame - utf8.RuneCountInString(a.Carry(g.Puzzle.String())) - len("\n") - a.MadeRoom(), history: readHistory(saved), look: render.New,
	}
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
		if moves := s.fromForm(); moves != "" || len(s.ask.Fields) < 2 { // a form of menus may come back as it was
			s.enter(moves)
		}
		if s.done(s.at) || s.Digits && !s.isOpen(s.at) {
			s.advance()
		}
	case "undo":
		s.undo()
		s.replay()
	case ask.Again:
		s.history = history{spoiled: s.spoiled, views: s.views}
		s.replay()
	case "check":
		s.marked, s.look = s.mistakes(s.sheet, s.key), render.Proof
		if s.told = s.mistakesTold("play.mistakes", s.marked, say); s.told == "" {
			s.told = say.Text("play.no-mistakes")
		}
		s.caption = s.told
	case "hint", "carry":
		s.hint(ctx)
	case dropWrong:
		s.drop()
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
	signs := words.If(len(s.Signs) == 9, "91286", words.If(s.Digits, s.Signs, s.Signs[:1]))
	single := longest
	single.cols, single.signs = 1, signs[:1]
	longest.signs = signs[:min(len(signs), longest.cols)]
	return single.String(), longest.String()
}

// MovesForm returns the form that asks for moves. It is filled in with a draft to mend, if moves
// were refused. In a game of digits it also has menus for the open cells of the picked run.
func MovesForm(a *ask.Ask) *chat.Form {
	s, typed := &session{ask: a, Notation: new(Notation)}, ""
	if a.Draft {
		typed = readDraft(a.Request.Puzzle)
	}
	first, saved, _ := strings.Cut(a.Request.Puzzle, "\n")
	var cells []chat.Field
	if game, err := a.Kind.Read(first, a.Options); err == nil {
		if g, ok := game.(Game); ok {
			s = newSession(a, g, ask.WithoutMade(saved))
			if g.Notation().Digits && s.replay() && s.goTo(a.At) {
				cells = s.runFields()
			}
		}
	}
	moves := s.movesField(typed)
	moves.Optional = cells != nil
	return &chat.Form{
		Mends:  a.Draft || cells != nil,
		Title:  a.Say.Text("form.moves", words.With{"Puzzle": a.Say.Text(a.Kind.Name + ".name")}),
		Path:   a.Link(ask.Change{"do": ask.Play, "turn": ask.Enter, "at": a.At}),
		Mode:   chat.EditByOwner,
		Fields: append([]chat.Field{moves}, cells...),
	}
}

// movesField returns the field for typed moves, filled in with some.
func (s *session) movesField(typed string) chat.Field {
	say, name := s.ask.Say, s.ask.Kind.Name
	return chat.Field{
		Name: ask.MovesField, Label: say.Text("form.moves-label"),
		Detail: say.Text(s.phrase(name, "moves")), Sample: say.Text(s.phrase(name, "moves-sample")), Value: typed,
	}
}
