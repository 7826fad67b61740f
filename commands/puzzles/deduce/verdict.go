package deduce

import (
	"context"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
)

// asideTime limits the work on anything beside the verdict. Solutions are counted up to Countable.
const (
	asideTime = 2 * time.Second
	Countable = 10_000
)

// tones gives the tone of the answer for each verdict.
var tones = map[solvers.Verdict]chat.Tone{
	solvers.Unique: chat.Good, solvers.Multiple: chat.Mixed, solvers.Undecided: chat.Mixed, solvers.None: chat.Bad,
}

// A study is a solved puzzle, with the facts worth telling beside the verdict.
type study struct {
	*Solved
	cramped  bool // undecided for lack of memory, with time left
	count    int  // number of solutions, for Multiple
	exact    bool
	swapped  bool     // the swaps make all solutions
	ends     string   // how to end the ambiguity, for a maker; "" for nothing to tell
	conflict Conflict // for None

	rating *solvers.Rating // for Unique; nil if the time ended first
}

// study solves the puzzle, and in asideTime finds the facts that its verdict asks for: the rating
// of a unique solution (except for a hint, which does not tell it), the number of several, or the
// reason why there is none. Its error is that of Solve.
func (g Game) study(ctx context.Context, a *ask.Ask) (*study, error) {
	solved, err := g.Solve(ctx, false)
	if err != nil {
		return nil, err
	}
	s := &study{Solved: solved, cramped: solved.Verdict == solvers.Undecided && ctx.Err() == nil}
	ctx, cancel := context.WithTimeout(ctx, asideTime)
	defer cancel()
	switch s.Verdict {
	case solvers.Unique:
		if !a.Action.OneStage {
			s.rating = solved.graded(ctx)
		}
	case solvers.Multiple:
		s.count, s.exact = s.Count(ctx)
		s.explain(ctx, g, a)
	case solvers.None:
		s.conflict = g.Conflict(ctx, solved, a.Say)
	}
	return s, nil
}

// graded returns how hard the puzzle is for a person; nil if the time ends first.
func (s *Solved) graded(ctx context.Context) *solvers.Rating {
	d, err := s.Grade(ctx)
	if err != nil {
		return nil
	}
	return &d
}

// verdict returns the answer in words: how many solutions there are, how that was decided, and how
// many cells are certain or differ, and why. What tells of single cells goes behind the spoiler, if
// one was asked for.
func (g Game) verdict(a *ask.Ask, s *study) *ask.Answer {
	say, name, all := a.Say, a.Kind.Name, g.cells()
	rows, cols := g.Size()
	r := a.New(tones[s.Verdict], say.Text(name+"."+words.If(s.cramped, "cramped", s.Verdict.String()), ask.Size(rows, cols, say)))
	undecided := len(openCells(s.Key))
	switch s.Verdict {
	case solvers.Unique:
		r.Text = s.unique(a)
	case solvers.Multiple:
		r.Text = ask.Join("\n", say.Count(name+words.If(s.exact, ".solutions", ".more-solutions"), s.count), differing(say, s.Proved, undecided, all))
	case solvers.None:
		r.Text = s.conflict.Text
	case solvers.Undecided:
		r.Text = say.Count("cells.certain", all-undecided, words.With{"Total": all})
		if s.cramped {
			r.Text = ask.Join("\n", r.Text, say.Text("notice.memory.text"))
		}
	}
	if aside := ask.Join("\n", s.why(say), g.Remark(s.Solved, say)); a.Spoiler {
		r.Secret = aside
	} else {
		r.Text = ask.Join("\n", r.Text, aside)
	}
	return r
}

// unique tells that there is one solution, and how hard it is to find. If that is unknown, it tells
// how hard it was to decide.
func (s *study) unique(a *ask.Ask) string {
	if s.rating == nil {
		return a.Say.Text(a.Kind.Name + ".level." + s.Level)
	}
	d := s.rating.Difficulty
	hard := a.Say.Text(a.Kind.Name+".difficulty."+d.String(), words.With{"Stars": d.Stars()})
	told := a.Say.Text("unique-proved", words.With{"Difficulty": hard})
	if a.Action.Name == ask.Check {
		told += "\n" + a.Say.Count("effort", s.rating.AllSteps(), words.With{"Effort": s.rating.Effort})
	}
	return told
}

// Unique tells that a puzzle has one solution, which the caller knows, and how hard it is to find
// by grade. If grading takes longer than asideTime, it tells `level` instead: how hard it was to
// decide, as the solver names it.
func Unique(ctx context.Context, a *ask.Ask, level string, grade func(context.Context) (solvers.Rating, error)) string {
	ctx, cancel := context.WithTimeout(ctx, asideTime)
	defer cancel()
	s := &Solved{Level: level, Grade: grade}
	return (&study{Solved: s, rating: s.graded(ctx)}).unique(a)
}

// differing tells that `cells` of `all` cells differ between solutions, or, unless proved, that
// they may differ.
func differing(say words.Phrases, proved bool, cells, all int) string {
	id := words.If(proved, "cells.differ", "cells.may-differ")
	if cells == all {
		id = words.If(proved, "cells.all-differ", "cells.all-may-differ")
	}
	return say.Count(id, cells, words.With{"Total": all})
}

// draw adds the board of the solved puzzle, with the conflict marked if there is no solution. A
// board too large to read as a picture comes as a file. It adds nothing to a conflict that is told
// by text only.
func (g Game) draw(r *ask.Answer, s *study) {
	rows, cols := g.Size()
	switch {
	case s.conflict.TextOnly:
		return
	case !ask.Drawn(rows, cols):
		r.Attach("solution", g.written(s.Key))
		return
	}
	b := g.Filled(s.Key, s.Solved)
	s.drawSwaps(b)
	if s.conflict.Draw != nil {
		s.conflict.Draw(b)
		r.Clued = true
	}
	r.Show(b, r.Text)
	r.Picture = true // emoji have no clues
}

// shown returns the verdict with its board, and offers what may be asked next.
func (g Game) shown(a *ask.Ask, s *study) *ask.Answer {
	r := g.verdict(a, s)
	if s.Verdict == solvers.Unique {
		r.Reveal(g.Reveals(s.Key, a.Say))
	}
	r.Gives = s.Verdict != solvers.None
	g.draw(r, s)
	offerTypos(r, s.conflict.Typos)
	g.waysOn(r, s.Verdict)
	return r
}

// waysOn sets the game of the answer's buttons, and offers what may be asked next: two solutions to
// compare if there are several, and the kind's own buttons.
func (g Game) waysOn(r *ask.Answer, v solvers.Verdict) {
	if v == solvers.Multiple {
		r.Offer(r.Ask.Button("button.pair", ask.Change{"do": "pair"}))
	}
	r.Game = g
	g.OfferMore(r, v)
}

// solve answers with the verdict and the board.
func solve(ctx context.Context, a *ask.Ask, g Game) *ask.Answer {
	s, err := g.study(ctx, a)
	if err != nil {
		return a.Unanswered(err)
	}
	return g.shown(a, s)
}

// check answers with the verdict or, for a puzzle with marks that has a solution, with how the
// marks stand. The answer shows the board unless the solution is the only one.
func check(ctx context.Context, a *ask.Ask, g Game) *ask.Answer {
	s, err := g.study(ctx, a)
	switch {
	case err != nil:
		return a.Unanswered(err)
	case g.Marks != nil && s.Verdict != solvers.None:
		return g.checkMarks(ctx, a, s)
	case s.Verdict == solvers.Unique: // the board stays hidden: a maker asks, and solvers may read along
		return g.verdict(a, s)
	}
	return g.shown(a, s)
}

// pair shows one of two solutions, with the cells marked in which they differ, and a button to the
// other one. A puzzle without several solutions gets the answer to solve.
func pair(ctx context.Context, a *ask.Ask, g Game) *ask.Answer {
	s, err := g.study(ctx, a)
	switch {
	case err != nil:
		return a.Unanswered(err)
	case s.Verdict != solvers.Multiple:
		return g.shown(a.WithAction(ask.Solve), s)
	}
	rows, cols := g.Size()
	shown, other, change := s.Solutions[0], s.Solutions[1], ask.Change{"do": "pair", "second": true}
	if a.Second {
		shown, other, change = other, shown, ask.Change{"do": "pair"}
	}
	r := a.New(chat.Mixed, a.Say.Text(a.Kind.Name+".pair", ask.Size(rows, cols, a.Say)))
	r.Offer(a.Button("button.other-one", change))
	r.Legend = map[string]string{"new": "legend.other-one"}
	b, differ := g.Filled(shown, nil), 0
	ask.NumberCells(b) // with coordinates: people compare the two cell by cell
	for i, sign := range shown {
		if sign != other[i] {
			b.Cells[i].Mark = render.New
			differ++
		}
	}
	r.Text = a.Say.Count(words.If(differ == g.cells(), "cells.all-pair-differ", "cells.pair-differ"), differ, words.With{"Total": g.cells()})
	if ask.Drawn(rows, cols) {
		r.Show(b, r.Text)
		r.Picture = true
	} else {
		r.Attach("solution", g.written(shown))
	}
	return r
}

// blank shows the puzzle as it is set to others, with only its given cells; a notice if it is too
// large to draw.
func blank(_ context.Context, a *ask.Ask, g Game) *ask.Answer {
	rows, cols := g.Size()
	if !ask.Drawn(rows, cols) {
		return a.TooLargeToDraw()
	}
	r := a.New(chat.Plain, a.Say.Text(a.Kind.Name+".blank", ask.Size(rows, cols, a.Say)))
	r.Text = a.Say.Text(g.Notation().phrase(a.Kind.Name, "blank-how"))
	g.showBlank(r)
	return r
}

// showBlank shows the puzzle with only its given cells.
func (g Game) showBlank(r *ask.Answer) {
	r.Show(g.Blank(), r.Text)
	r.Clued = true
}

// Verdict returns the verdict on a puzzle, with its board and without the buttons that an answer to
// solve has.
func Verdict(ctx context.Context, a *ask.Ask, p Puzzle) *ask.Answer {
	g := Game{Puzzle: p}
	s, err := g.study(ctx, a)
	if err != nil {
		return a.Unanswered(err)
	}
	r := g.verdict(a, s)
	g.draw(r, s)
	return r
}
