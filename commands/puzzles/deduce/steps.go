package deduce

import (
	"context"
	"iter"
	"math"
	"slices"

	"kibitz/commands/ask"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
)

// steps leads through the deductions in order, from the marks if there are any.
func steps(ctx context.Context, a *ask.Ask, g Game) *ask.Answer {
	r, _, way := g.lead(ctx, a)
	late(ctx, r, way)
	return r
}

// late says that there may be more steps, where the time has ended.
func late(ctx context.Context, r *ask.Answer, way []Step) {
	if way != nil && ctx.Err() != nil {
		r.Remark(r.Ask.Say.Text("steps-late"))
	}
}

// animate shows them as a film, beside the solution.
func animate(ctx context.Context, a *ask.Ask, g Game) *ask.Answer {
	r, s, way := g.lead(ctx, a)
	if way == nil {
		return r
	}
	if s.Verdict == solvers.Unique {
		r.Reveal(g.Reveals(s.Key, a.Say))
	}
	g.draw(r, s)
	if r.Board != nil { // as in all pictures of the film
		ask.NumberCells(r.Board)
	}
	r.Animate(len(way), r.After, r.Board)
	late(ctx, r, way)
	return r
}

// lead is the answer with the steps, or what has to be said instead: that there is no
// solution, or what is wrong with the marks; the way is nil then.
func (g Game) lead(ctx context.Context, a *ask.Ask) (*ask.Answer, *study, []Step) {
	s, err := g.study(ctx, a)
	switch {
	case err != nil:
		return a.Unanswered(err), nil, nil
	case s.Verdict == solvers.None && a.Action.OneStage:
		return g.shown(a.WithAction(ask.Check), s), s, nil
	case s.Verdict == solvers.None:
		return g.shown(a, s), s, nil
	case a.Drop && g.Marks != nil:
		g = g.withoutMistakes(ctx, s)
	}
	if g.Marks != nil {
		if r := g.offTrack(ctx, a, s); r != nil {
			return r, s, nil
		}
	}
	page := max(a.Page, 1)
	way, stages := g.walk(ctx, a, s, page)
	if ctx.Err() != nil && (len(way) == 0 || a.Action.OneStage && len(way) < page) {
		return a.OutOfTime(), s, nil
	}
	if a.Action.OneStage && len(way) == 0 && s.Verdict != solvers.Unique {
		r := g.shown(a.WithAction(ask.Check), s)
		r.Note, r.Clued = a.Say.Text("no-steps"), true
		return r, s, nil
	}
	r := g.verdict(a, s)
	r.Game = g
	if ctx.Err() == nil && s.Verdict == solvers.Unique {
		if last := len(stages) - 1; last >= 0 {
			stages[last].Why = ask.Join(" ", stages[last].Why, g.Reveals(s.Key, a.Say))
		}
	}
	r.Clued, r.Late = true, ctx.Err() != nil
	if a.Action.OneStage && a.DoIt {
		r.Game = g.with(way[:min(page, len(way))])
	}
	r.Teach(stages, func(done int) *render.Board { return g.after(way[:done]) })
	r.Look = func(b *render.Board, next int, done bool) { look(b, way[next], done) }
	return r, s, way
}

// walk goes the way, of hints up to the page and one more: whether there is a next.
func (g Game) walk(ctx context.Context, a *ask.Ask, s *study, page int) (way []Step, stages []ask.Stage) {
	all, most := g.Now().Steps(ctx, s.Solved, a.Say), math.MaxInt
	if a.Action.OneStage {
		all, most = hints(ctx, g.Now(), s.Solved, nil, a.Say), page+1
	}
	way = []Step{}
	for step := range all {
		step.Does = len(step.Decides) > 0
		way, stages = append(way, step), append(stages, step.Stage)
		if len(way) == most {
			break
		}
	}
	return way, stages
}

// with is the game with what these steps decide marked.
func (g Game) with(way []Step) Game {
	g.Marks = slices.Clone(g.sheet())
	for _, step := range way {
		for i, cell := range step.Decides {
			g.Marks[cell] = step.Signs[i]
		}
	}
	return g
}

// hints are the steps that are told one at a time: the puzzle's own hints, if it has such.
func hints(ctx context.Context, p Puzzle, of *Solved, last []int, say words.Phrases) iter.Seq[Step] {
	if own, ok := p.(Hinted); ok {
		return own.Hints(ctx, of, last, say)
	}
	return p.Steps(ctx, of, say)
}

// look marks where to look for a step, alone, or around what it has placed: a line as one.
// Then what was not needed steps back.
func look(b *render.Board, step Step, done bool) {
	if done && step.Subdue != nil {
		step.Subdue(b)
	}
	if done && !step.LookOn {
		return
	}
	if area, ok := line(step.Look, b.Cols); ok {
		b.Framed = append(b.Framed, area)
		return
	}
	for _, i := range step.Look {
		if b.Cells[i].Mark == render.NoMark {
			b.Cells[i].Mark = render.Pick
		}
	}
}

// line is the area of cells that follow each other in a row or a column of a board with so
// many columns; false for others.
func line(cells []int, cols int) (render.Area, bool) {
	if len(cells) < 2 {
		return render.Area{}, false
	}
	step := cells[1] - cells[0]
	for k, cell := range cells {
		if cell != cells[0]+k*step {
			return render.Area{}, false
		}
	}
	area := render.Area{Row: cells[0] / cols, Col: cells[0] % cols, Rows: 1, Cols: 1, Mark: render.Pick}
	switch last := cells[len(cells)-1]; {
	case step == 1 && last/cols == area.Row:
		area.Cols = len(cells)
	case step == cols:
		area.Rows = len(cells)
	default:
		return render.Area{}, false
	}
	return area, true
}

// after is the board when the steps are done, with what the last one did marked; nil where
// it is too large to be drawn.
func (g Game) after(way []Step) *render.Board {
	if !ask.Drawn(g.Size()) {
		return nil
	}
	b := g.Board(g.sheet())
	for i, step := range way {
		step.Draw(b, words.If(i == len(way)-1, render.New, render.NoMark))
	}
	return b
}
