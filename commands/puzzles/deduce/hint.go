package deduce

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/words"
	"kibitz/render"
)

// longestHint is the longest text of reasons that is told before a hint, in bytes.
const longestHint = 1500

// hint looks for the next hint in a game. Then it shows it in the degree asked for, or carries it
// out, and notes in the history that a hint was given. While a mark is wrong it tells only that.
func (s *session) hint(ctx context.Context) {
	say := s.ask.Say
	if len(s.mistakes(s.sheet, s.key)) > 0 {
		s.told, s.mistaken = say.Text("play.mistaken"), true
		return
	}
	step := s.nextHint(ctx)
	switch {
	case step == nil:
		s.told = say.Text("play.no-hint")
	case s.ask.Turn == "carry":
		s.history.hint()
		before := slices.Clone(s.sheet)
		s.mark(step.Decides, step.Signs)
		s.told, s.marked, s.look = step.Why, changedCells(before, s.sheet), render.New
		s.goToHint(step.Decides)
		if s.ask.Spoken() && s.inLine(step.Decides) { // the line itself tells what is new
			s.told = ""
		}
	default:
		s.history.hint()
		s.hinted = step
		s.told, s.degree = step.Hint(s.ask.Degree, say)
		if number := s.leg(); number > 0 {
			s.told = s.tellLeg(number)
		}
		if s.degree == ask.HintWhy || !s.looksAbout() { // else the spot would betray the cell
			s.goToHint(step.Decides)
		}
	}
	s.caption = s.told
}

// Numbered writes each sentence on a line, numbered if there are several.
func Numbered(sentences []string) string {
	if len(sentences) == 1 {
		return sentences[0]
	}
	var lines []string
	for i, sentence := range sentences {
		lines = append(lines, fmt.Sprintf("%d. %s", i+1, sentence))
	}
	return strings.Join(lines, "\n")
}

// Together returns several steps as one hint, which begins where the first of them does.
func Together(steps []Step, say words.Phrases) Step {
	all := steps[0]
	var reasons, names []string
	var techniques []string
	all.Legs = nil
	for _, s := range steps {
		all.Legs = append(all.Legs, s.Legs...)
		reasons, names, techniques = append(reasons, s.Why), append(names, s.Technique()), append(techniques, s.Techniques...)
	}
	last := steps[len(steps)-1]
	all.Decides, all.Signs = last.Decides, last.Signs
	all.Why, all.Techniques = Numbered(reasons), words.Distinct(techniques)
	if names = words.Distinct(names); len(names) > 1 {
		all.What = say.Text("hint.what", words.With{"What": say.Series(names)})
	}
	all.Draw = func(b *render.Board, mark render.Mark) {
		for _, s := range steps {
			s.Draw(b, mark)
		}
	}
	return all
}

// looksAbout reports whether the hint on show leads to a digit by several cells to look at.
func (s *session) looksAbout() bool { return s.Digits && s.hinted != nil && len(s.hinted.Look) > 1 }

// inLine reports whether all cells stand on the picked line.
func (s *session) inLine(cells []int) bool {
	return !slices.ContainsFunc(cells, func(i int) bool { return words.If(s.at.column, i%s.cols, i/s.cols) != s.at.line })
}

// drop takes the marks out that are mistakes, as one turn.
func (s *session) drop() {
	wrong := s.mistakes(s.sheet, s.key)
	s.enterMoves(s.written(wrong, strings.Repeat(string(Unmarked), len(wrong))))
}

// nextHint returns the first hint from here that decides cells; nil if the time ended first. Its
// reason begins with those of the hints before it, which decide none and are kept (s.before). If they
// are longer than longestHint, their number is told instead.
func (s *session) nextHint(ctx context.Context) *Step {
	before, n := "", 0
	for step := range hints(ctx, Game{s.Puzzle, s.sheet}.Now(), nil, s.lastCells(), s.ask.Say) {
		if len(step.Decides) == 0 {
			before, n = ask.Join("\n", before, step.Why), n+1
			s.before = append(s.before, step)
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

// showHint marks on the board where to look for the hint on show and, in the last degree, the cells
// to mark. It offers the next degree or, behind the last one, to walk through a contradiction, and to
// carry the hint out. It does nothing without a hint.
func (s *session) showHint(r *ask.Answer) {
	if s.hinted == nil {
		return
	}
	if number := s.leg(); number > 0 {
		s.showLeg(r, number)
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
	more, carry := s.hintButton("button.more", s.degree+1, 0), s.button("button.carry", "carry")
	more.Disabled = told
	switch {
	case len(s.walks()) > 0:
		r.Offer(s.hintButton("button.walk", s.degree, 1), carry)
	case told && s.crowded(): // the button for more gives its place to the lesson
		r.Offer(carry)
	default:
		r.Offer(more, carry)
	}
}
