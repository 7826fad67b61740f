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
	count    int // of the solutions, for Multiple
	exact    bool
	conflict Conflict // for None
}

func (g Game) study(ctx context.Context, a *ask.Ask) (*study, error) {
	solved, err := g.Solve(ctx, false)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, asideTime)
	defer cancel()
	s := &study{Solved: solved}
	switch s.Verdict {
	case solvers.Multiple:
		s.count, s.exact = s.Count(ctx)
	case solvers.None:
		s.conflict = g.Conflict(ctx, solved, a.Say)
	}
	return s, nil
}

// verdict is the answer in words: how many solutions, and how that was decided.
func (g Game) verdict(a *ask.Ask, s *study) *ask.Answer {
	say, name, all := a.Say, a.Kind.Name, g.cells()
	rows, cols := g.Size()
	r := a.New(tones[s.Verdict], say.Text(name+"."+s.Verdict.String(), ask.Size(rows, cols, say)))
	undecided := len(open(s.Key))
	switch s.Verdict {
	case solvers.Unique:
		r.Text = say.Text(name + ".level." + s.Level)
	case solvers.Multiple:
		r.Text = ask.Join("\n", say.Count(name+words.If(s.exact, ".solutions", ".more-solutions"), s.count), differing(say, s.Proved, undecided, all))
	case solvers.None:
		r.Text = s.conflict.Text
	case solvers.Undecided:
		r.Text = say.Count("cells.certain", all-undecided, words.With{"Total": all})
	}
	r.Text = ask.Join("\n", r.Text, g.Remark(s.Solved, say))
	return r
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
	}
	r.Show(b, r.Text)
}

// shown is the verdict with its board, and what may be asked next where there is not one
// solution.
func (g Game) shown(a *ask.Ask, s *study) *ask.Answer {
	r := g.verdict(a, s)
	g.draw(r, s)
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
		return g.shown(a.About(ask.Solve), s)
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
	for i, sign := range shown {
		if sign != other[i] {
			b.Cells[i].Mark = render.New
			differ++
		}
	}
	r.Text = a.Say.Count(words.If(differ == g.cells(), "cells.all-pair-differ", "cells.pair-differ"), differ, words.With{"Total": g.cells()})
	if ask.Drawn(rows, cols) {
		r.Show(b, r.Text)
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
	r.Text = a.Say.Text(a.Kind.Name + ".blank-how")
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
