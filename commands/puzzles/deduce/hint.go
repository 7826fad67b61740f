package deduce

import (
	"context"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/render"
)

// longestHint is the longest text of reasons that is told before a hint, in bytes.
const longestHint = 1500

// hint looks for the next hint in a game. Then it shows it in the degree asked for, or carries it
// out, and notes in the history that a hint was given. While a mark is wrong it tells only that.
func (s *session) hint(ctx context.Context) {
	say := s.ask.Say
	if len(s.mistakes(s.sheet, s.key)) > 0 {
		s.told = say.Text("play.mistaken")
		return
	}
	step := s.nextHint(ctx)
	switch {
	case step == nil:
		s.told = say.Text("play.no-hint")
	case s.ask.Turn == "carry":
		s.history.hint()
		s.enter(step.moves(s.cols))
		s.told, s.marked, s.mark = step.Why, step.Decides, render.New
		s.goToHint(step.Decides)
	default:
		s.history.hint()
		s.hinted = step
		s.told, s.degree = step.Hint(s.ask.Degree, say)
		s.goToHint(step.Decides)
	}
	s.caption = s.told
}

// nextHint returns the first hint from here that decides cells; nil if the time ended first. Its
// reason begins with those of the hints before it, which decide none. If they are longer than
// longestHint, their number is told instead.
func (s *session) nextHint(ctx context.Context) *Step {
	before, n := "", 0
	for step := range hints(ctx, Game{s.Puzzle, s.sheet}.Now(), nil, s.lastCells(), s.ask.Say) {
		if len(step.Decides) == 0 {
			before, n = ask.Join("\n", before, step.Why), n+1
			continue
		}
		if len(before) > longestHint {
			before = s.ask.Say.Count(s.ask.Kind.Name+".struck-before", n)
		}
		step.Why = ask.Join("\n", before, step.Why)
		return &step
	}
	return nil
}

// lastCells returns the cells of the last turn; nil if there is none.
func (s *session) lastCells() (cells []int) {
	last := s.last()
	if last < 0 {
		return nil
	}
	moves, err := s.read(s.turns[last])
	if err != nil {
		return nil
	}
	for _, m := range moves {
		for i := range m.rows * m.cols {
			cells = append(cells, m.cell(i, s.cols))
		}
	}
	return cells
}

// moves writes a step's decisions as they would be typed. Neighbours in a row or a column with the
// same sign are one move.
func (s *Step) moves(cols int) string {
	var all []string
	for i := 0; i < len(s.Decides); {
		m := move{row: s.Decides[i] / cols, col: s.Decides[i] % cols, rows: 1, cols: 1, signs: string(s.Signs[i])}
		follows := func(by int) (n int) {
			for n = 1; i+n < len(s.Decides) && s.Decides[i+n] == s.Decides[i]+n*by && s.Signs[i+n] == s.Signs[i] && (by > 1 || m.col+n < cols); n++ {
			}
			return n
		}
		if m.cols = follows(1); m.cols == 1 && cols > 1 {
			m.rows = follows(cols)
		}
		all, i = append(all, m.String()), i+m.rows*m.cols
	}
	return strings.Join(all, " ")
}

// showHint marks on the board where to look for the hint on show and, in the last degree, the cells
// to mark. It offers the next degree, and to carry the hint out. It does nothing without a hint.
func (s *session) showHint(r *ask.Answer) {
	if s.hinted == nil {
		return
	}
	told := s.degree == ask.HintWhy
	look(r.Board, *s.hinted, told)
	if told {
		r.Legend["new"] = "legend.to-mark"
		for _, i := range s.hinted.Decides {
			r.Board.Cells[i].Mark = render.New
		}
	}
	more := s.ask.Button("button.more", ask.Change{"do": ask.Play, "turn": "hint", "more": s.degree + 1, "at": s.at})
	more.Disabled = told
	carry := s.ask.Button("button.carry", ask.Change{"do": ask.Play, "turn": "carry", "at": s.at})
	more.Mode, carry.Mode = chat.EditByOwner, chat.EditByOwner
	if told && s.crowded() { // the button for more gives its place to the lesson
		r.Offer(carry)
		return
	}
	r.Offer(more, carry)
}
