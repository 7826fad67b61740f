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

// How long a puzzle with its marks may be, in characters, to stand in a reply beside what is
// said of it, and how long the marks of one in a file.
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
	key        []byte // the solution
	room       int    // for the history, in characters

	history
	sheet []byte

	at        spot // where it is tapped
	lineMenus int  // that it takes to pick any line

	told, caption string // what comes of the turn
	marked        []int  // cells
	hinted        *Step  // what is hinted at; nil for nothing
	degree        int    // of the hint
	mark          render.Mark
	refused       string // what was typed, to be mended; "" for nothing
	gaveUp        bool
}

// replay puts the sheet as the turns so far leave it; false where they are not of this
// puzzle.
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

func (s *session) read(moves string) ([]move, error) {
	return (&moveReader{Notation: s.Notation, text: moves, rows: s.rows, cols: s.cols, printed: s.printed}).moves()
}

// play is the answer to a turn of a game, which is tapped, or typed as moves. Whether they
// are right is said on request.
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
	if err != nil || solved.Verdict != solvers.Unique { // why not, and the ways on from that
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

// turn does what was clicked.
func (s *session) turn(ctx context.Context) {
	say, turn := s.ask.Say, s.ask.Turn
	if turn == otherTurn && slices.Contains(otherTurns, s.ask.Picked) {
		turn = s.ask.Picked
	}
	switch turn {
	case ask.Enter:
		s.enter(s.ask.Entered)
		if s.done(s.at) || s.Digits && !s.open(s.at) {
			s.goOn()
		}
	case "undo":
		s.undo()
		s.replay()
	case ask.Again:
		s.history = history{}
		s.replay()
	case "check":
		s.marked, s.mark = s.mistakes(s.sheet, s.key), render.Proof
		if s.told = s.mistakesTold("play.mistakes", s.marked, say); s.told == "" {
			s.told = say.Text("play.no-mistakes")
		}
		s.caption = s.told
	case "hint", "carry":
		s.hint(ctx)
	case "give-up":
		s.gaveUp = true
	default:
		s.tap()
	}
}

// enter makes the moves that were typed, all of them or none.
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
	if s.ask.Spoken() { // whoever sees the board sees what they did
		s.marked = changed(before, s.sheet)
	}
	if len(s.history.String()) > s.room {
		s.giveWay(snapshot(before, s.printed, s.cols), 1)
	}
	if len(s.history.String()) > s.room {
		s.giveWay(snapshot(s.sheet, s.printed, s.cols), 0)
	}
}

// changed are the cells that are not as before.
func changed(before, now []byte) (cells []int) {
	for i := range now {
		if now[i] != before[i] {
			cells = append(cells, i)
		}
	}
	return cells
}

// refusal says which move was not understood, and how to write it or what was expected.
func (s *session) refusal(e *solvers.SyntaxError) string {
	say := s.ask.Say
	quoted, _ := e.Args["Quoted"].(string)
	if quoted == "" {
		quoted = e.Source
	}
	move, _ := e.Args["Write"].(string)
	return say.Text("play.refused", words.With{"Found": words.Visible(quoted), "Write": move, "Expected": say.Expected(e)})
}

// show is the game as it stands after the turn.
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
	if over { // what came of it, without the marks on the way
		b = s.Filled(s.key, nil)
	}
	if over && !s.gaveUp { // and large: the clues have done their part
		b.Left, b.Top = nil, nil
	}
	r.Show(b, s.caption)
	for _, i := range words.If(over, nil, s.marked) {
		r.Board.Cells[i].Mark = s.mark
	}
	s.showHint(r)
	r.Puzzle = ask.Join("\n", s.Puzzle.String(), s.history.String(), draft(s.refused))
	if !over {
		s.controls(r)
	}
	s.buttons(r, over)
	return r
}

// buttons adds those that every game has: its turns, or, after the end, other games.
func (s *session) buttons(r *ask.Answer, over bool) {
	type way struct {
		label string
		to    ask.Change
		off   bool
	}
	ways := []way{
		{"button.mistakes", s.change("check"), false}, {"button.hint", s.change("hint"), false},
		{"button.undo", s.change("undo"), s.last() < 0}, {"button.give-up", s.change("give-up"), false},
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
		ways = []way{
			{"button.another", ask.Change{"do": ask.Play, "turn": ask.Another}, s.ask.Kind.Deal == nil},
			{"button.again", ask.Change{"do": ask.Play, "turn": ask.Again}, false},
		}
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

// won is the answer to the last move, and what it says.
func (s *session) won(r *ask.Answer, about words.With) string {
	r.Tone, r.Title = chat.Good, s.ask.Say.Text("play.solved", about)
	r.Won = s.feat(about["Puzzle"].(string))
	return s.Reveals(s.key, s.ask.Say)
}

// feat is how the game was won.
func (s *session) feat(puzzle string) *ask.Feat {
	turns, hints := s.effort()
	f := &ask.Feat{Puzzle: puzzle, Hints: hints, Squares: ask.Squares(turns)}
	if len(turns) > 0 { // none where the marks that it began with were all there is
		f.Effort = s.ask.Say.Count("share.turns", len(turns))
	}
	return f
}

// sampleMoves are a move for one cell and a move for some that lie next to each other in a
// row, five at most; as they can be made on the printed sheet.
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

// MovesForm asks for moves, or has those mended that were refused.
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
