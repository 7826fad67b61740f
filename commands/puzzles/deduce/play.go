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

// A history is a game so far, as the reply carries it below the puzzle: the turns, a line
// each. Where they grow too long the early ones give way to a snapshot, a line with the
// sheet as they left it; those cannot be undone.
type history struct {
	snapshot string // "" for none
	turns    []string
}

// snapshotSign starts the line with the sheet.
const snapshotSign = ask.SnapshotSign

// longestGame is how long a puzzle with its marks may be, in characters, to stand in a reply
// beside what is said of it.
const longestGame = ask.LongestGame

func readHistory(text string) (h history) {
	for line := range strings.Lines(text) {
		switch line = strings.TrimSpace(line); {
		case line == "":
		case strings.HasPrefix(line, snapshotSign):
			h.snapshot = line
		default:
			h.turns = append(h.turns, line)
		}
	}
	return h
}

func (h history) String() string {
	return ask.Join("\n", append([]string{h.snapshot}, h.turns...)...)
}

// snapshot is a sheet as the line that stands for the turns that led to it.
func snapshot(sheet, printed []byte, cols int) string {
	own := slices.Clone(sheet)
	for i, sign := range printed {
		if sign != Unmarked {
			own[i] = Unmarked // it is in the puzzle
		}
	}
	return snapshotSign + strings.Join(ask.Lines(own, cols, func(sign byte) byte { return sign }), "/")
}

// A session is a game with typed moves at one of its turns.
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

	told, caption string // what comes of the turn
	marked        []int  // cells
	mark          render.Mark
	refused       bool // what was typed
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

// play is the answer to a turn of a game with typed moves: too large for buttons, it is
// played as on paper. Whether the moves are right is said on request.
func play(ctx context.Context, a *ask.Ask, g Game) *ask.Answer {
	rows, cols := g.Size()
	saved := a.Saved
	if a.Turn == "" && g.Marks != nil {
		saved = snapshot(g.Marks, g.Printed(), cols)
	}
	s := &session{
		Game: g, Notation: g.Notation(), ask: a, rows: rows, cols: cols, printed: g.Printed(),
		room: longestGame - utf8.RuneCountInString(g.Puzzle.String()) - len("\n"), history: readHistory(saved), mark: render.New,
	}
	if len(snapshot(s.printed, s.printed, cols)) > s.room || !ask.Drawn(rows, cols) {
		return s.tooLarge()
	}
	solved, err := g.Puzzle.Solve(ctx, true)
	if err != nil || solved.Verdict != solvers.Unique { // why not, and the ways on from that
		r := check(ctx, a.About(ask.Check), g)
		r.Text = ask.Join("\n", a.Say.Text("play.not-unique"), r.Text)
		return r
	}
	if s.key = solved.Solutions[0]; !s.replay() {
		return a.Notice("unknown")
	}
	s.turn(ctx)
	return s.show()
}

// tooLarge shows the empty board, to be played on paper.
func (s *session) tooLarge() *ask.Answer {
	r := s.ask.Notice("too-large-to-pencil", ask.Size(s.rows, s.cols, s.ask.Say))
	if ask.Drawn(s.rows, s.cols) {
		r.Show(s.Board(s.printed), "")
		r.Picture, r.Tone, r.Private = true, chat.Mixed, false
	}
	return r
}

// turn does what was clicked.
func (s *session) turn(ctx context.Context) {
	say := s.ask.Say
	switch s.ask.Turn {
	case ask.Enter:
		s.enter(s.ask.Entered)
	case "undo":
		s.turns = s.turns[:max(len(s.turns)-1, 0)]
		s.replay()
	case "check":
		s.marked, s.mark = s.mistakes(s.sheet, s.key), render.Proof
		if s.told = s.mistakesTold("play.mistakes", s.marked, say); s.told == "" {
			s.told = say.Text("play.no-mistakes")
		}
		s.caption = s.told
	case "hint":
		if len(s.mistakes(s.sheet, s.key)) > 0 {
			s.told = say.Text("play.mistaken")
			return
		}
		if s.told, s.marked = s.hint(ctx); s.told == "" {
			s.told = say.Text("play.no-hint")
		}
		s.caption = s.told
	case "give-up":
		s.gaveUp = true
	}
}

// enter makes the moves that were typed, all of them or none.
func (s *session) enter(text string) {
	moves, err := s.read(text)
	if syntax, ok := errors.AsType[*solvers.SyntaxError](err); ok {
		s.told, s.refused = ask.Join("\n", s.ask.Say.Text("play.refused"), ask.Misstep(syntax, s.ask.Say)), true
		return
	}
	before := slices.Clone(s.sheet)
	var turn []string
	for _, m := range moves {
		m.make(s.sheet, s.cols)
		turn = append(turn, m.String())
	}
	s.turns = append(s.turns, strings.Join(turn, " "))
	if len(s.history.String()) > s.room {
		s.history = history{snapshot(before, s.printed, s.cols), s.turns[len(s.turns)-1:]}
	}
	if len(s.history.String()) > s.room {
		s.history = history{snapshot: snapshot(s.sheet, s.printed, s.cols)}
	}
}

// hint is the easiest deduction from here that decides cells, and those cells. Deductions
// before it, which decide none, are counted. It is "" where there was no time.
func (s *session) hint(ctx context.Context) (why string, cells []int) {
	before := 0
	marked := Game{s.Puzzle, s.sheet}.Now()
	for step := range marked.Steps(ctx, nil, s.ask.Say) {
		if len(step.Decides) == 0 {
			before++
			continue
		}
		if why = step.Why; before > 0 {
			why = ask.Join("\n", s.ask.Say.Count(s.ask.Kind.Name+".struck-before", before), why)
		}
		return why, step.Decides
	}
	return "", nil
}

// show is the game as it stands after the turn.
func (s *session) show() *ask.Answer {
	a, say, name := s.ask, s.ask.Say, s.ask.Kind.Name
	about := words.With{"Puzzle": say.Text(name+".blank", ask.Size(s.rows, s.cols, say))}
	r := a.New(chat.Plain, say.Text("play.title", about))
	if s.refused {
		r.Tone = chat.Mixed
	}
	r.Clued, r.Picture = true, true
	r.Legend = map[string]string{"new": words.If(a.Turn == "hint", "legend.means.pick", "legend.entered"), "proof": "legend.mistake"}
	told := s.told
	if (s.history.String() == "" || a.Turn == "") && told == "" {
		one, some := s.sampleMoves()
		told = say.Text(name+".play", words.With{"Move": one, "Moves": some})
	}
	made, all := s.tally(s.sheet, s.printed, s.key)
	over := s.gaveUp || s.solved(s.sheet, s.key)
	switch {
	case s.gaveUp:
		r.Tone, r.Title = chat.Mixed, say.Text("play.given-up", about)
		told, s.sheet = say.Text("play.solution"), s.key
	case over:
		r.Tone, r.Title = chat.Good, say.Text("play.solved", about)
		if told = ""; s.snapshot == "" {
			told = say.Count("play.entered", len(s.turns))
		}
	case made >= all && told == "":
		told = say.Text("play.none-left")
	case made < all:
		told = ask.Join("\n", told, say.Text(name+".so-far", words.With{"Made": made, "All": all}))
	}
	r.Text = told
	r.Show(s.Board(s.sheet), s.caption)
	for _, i := range s.marked {
		r.Board.Cells[i].Mark = s.mark
	}
	r.Puzzle = ask.Join("\n", s.Puzzle.String(), s.history.String())
	enter := a.Button("button.enter", ask.Change{"do": ask.Play, "form": ask.MovesField})
	enter.Strong, enter.Disabled = true, over
	r.Offer(enter)
	for _, b := range []struct {
		label, turn string
		off         bool
	}{{"button.mistakes", "check", false}, {"button.hint", "hint", false}, {"button.undo", "undo", len(s.turns) == 0}, {"button.give-up", "give-up", false}} {
		click := a.Button(b.label, ask.Change{"do": ask.Play, "turn": b.turn})
		click.Disabled = over || b.off
		r.Offer(click)
	}
	for i := range r.Buttons {
		r.Buttons[i].Mode = chat.EditByOwner
	}
	return r
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

// MovesForm asks for moves.
func MovesForm(a *ask.Ask) *chat.Form {
	name := a.Kind.Name
	return &chat.Form{
		Title: a.Say.Text("form.moves", words.With{"Puzzle": a.Say.Text(name + ".name")}),
		Path:  a.Link(ask.Change{"do": ask.Play, "turn": ask.Enter}),
		Mode:  chat.EditByOwner,
		Fields: []chat.Field{{
			Name: ask.MovesField, Label: a.Say.Text("form.moves-label"),
			Detail: a.Say.Text(name + ".moves"), Sample: a.Say.Text(name + ".moves-sample"),
		}},
	}
}
