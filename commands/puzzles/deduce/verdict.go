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

// What is said beside the verdict may take this long, and solutions are counted this far.
const (
	asideTime = 2 * time.Second
	Countable = 10_000
)

var tones = map[solvers.Verdict]chat.Tone{
	solvers.Unique: chat.Good, solvers.Multiple: chat.Mixed, solvers.Undecided: chat.Mixed, solvers.None: chat.Bad,
}

// A study is what was solved, with what else is worth saying.
type study struct {
	*Solved
	cramped  bool // Undecided for lack of memory: there was time left
	count    int  // of the solutions, for Multiple
	exact    bool
	conflict Conflict // for None

	rating *solvers.Rating // for Unique; nil where there was no time to tell
}

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
	case solvers.None:
		s.conflict = g.Conflict(ctx, solved, a.Say)
	}
	return s, nil
}

// graded is how hard the puzzle is for a person; nil where the time ends first.
func (s *Solved) graded(ctx context.Context) *solvers.Rating {
	d, err := s.Grade(ctx)
	if err != nil {
		return nil
	}
	return &d
}

// verdict is the answer in words: how many solutions, and how that was decided.
func (g Game) verdict(a *ask.Ask, s *study) *ask.Answer {
	say, name, all := a.Say, a.Kind.Name, g.cells()
	rows, cols := g.Size()
	r := a.New(tones[s.Verdict], say.Text(name+"."+words.If(s.cramped, "cramped", s.Verdict.String()), ask.Size(rows, cols, say)))
	undecided := len(open(s.Key))
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
	if remark := g.Remark(s.Solved, say); a.Spoiler {
		r.Secret = remark
	} else {
		r.Text = ask.Join("\n", r.Text, remark)
	}
	return r
}

// unique says that there is one solution, and how hard it is to find; where that is not known,
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

// Unique says the same of a puzzle that is known to have one solution, and was decided so.
func Unique(ctx context.Context, a *ask.Ask, level string, grade func(context.Context) (solvers.Rating, error)) string {
	ctx, cancel := context.WithTimeout(ctx, asideTime)
	defer cancel()
	s := &Solved{Level: level, Grade: grade}
	return (&study{Solved: s, rating: s.graded(ctx)}).unique(a)
}

// differing says how many cells of all differ between solutions, or may where that is not
// proved.
func differing(say words.Phrases, proved bool, cells, all int) string {
	id := words.If(proved, "cells.differ", "cells.may-differ")
	if cells == all {
		id = words.If(proved, "cells.all-differ", "cells.all-may-differ")
	}
	return say.Count(id, cells, words.With{"Total": all})
}

// draw adds the board of what was solved, or a file where nobody could read it.
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
	if s.conflict.Draw != nil {
		s.conflict.Draw(b)
		r.Clued = true
	}
	r.Show(b, r.Text)
	r.Picture = true // emoji have no clues
}

// shown is the verdict with its board, and what may be asked next where there is not one
// solution.
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

// waysOn adds what may be asked next where there is not one solution.
func (g Game) waysOn(r *ask.Answer, v solvers.Verdict) {
	if v == solvers.Multiple {
		r.Offer(r.Ask.Button("button.pair", ask.Change{"do": "pair"}))
	}
	r.Game = g
	g.GoOn(r, v)
}

func solve(ctx context.Context, a *ask.Ask, g Game) *ask.Answer {
	s, err := g.study(ctx, a)
	if err != nil {
		return a.Unanswered(err)
	}
	return g.shown(a, s)
}

func check(ctx context.Context, a *ask.Ask, g Game) *ask.Answer {
	s, err := g.study(ctx, a)
	switch {
	case err != nil:
		return a.Unanswered(err)
	case g.Marks != nil && s.Verdict != solvers.None:
		return g.checkMarks(ctx, a, s)
	case s.Verdict == solvers.Unique: // the board stays hidden: a maker asks, a solver reads along
		return g.verdict(a, s)
	}
	return g.shown(a, s)
}

// pair is one of two solutions, with a way to the other.
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
	ask.NumberCells(b) // as where there are several: the two are compared, cell by cell
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

// blank is the puzzle as it is set to others.
func blank(_ context.Context, a *ask.Ask, g Game) *ask.Answer {
	rows, cols := g.Size()
	if !ask.Drawn(rows, cols) {
		return a.TooLargeToDraw()
	}
	r := a.New(chat.Plain, a.Say.Text(a.Kind.Name+".blank", ask.Size(rows, cols, a.Say)))
	r.Text = a.Say.Text(g.Notation().phrase(a.Kind.Name, "blank-how"))
	g.empty(r)
	return r
}

// empty shows the puzzle with nothing in it but what is given.
func (g Game) empty(r *ask.Answer) {
	r.Show(g.Blank(), r.Text)
	r.Clued = true
}

// Verdict is the answer to what a puzzle is like, with its board.
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
