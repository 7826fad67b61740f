package deduce

import (
	"context"

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
		return g.shown(a.About(ask.Check), s), s, nil
	case s.Verdict == solvers.None:
		return g.shown(a, s), s, nil
	case g.Marks != nil:
		if r := g.offTrack(ctx, a, s); r != nil {
			return r, s, nil
		}
	}
	way := []Step{}
	var stages []ask.Stage
	var hardest Step
	for step := range g.Now().Steps(ctx, s.Solved, a.Say) {
		way, stages = append(way, step), append(stages, step.Stage)
		if step.Rank > hardest.Rank || hardest.Difficulty == "" {
			hardest = step
		}
	}
	if len(way) == 0 && ctx.Err() != nil {
		return a.OutOfTime(), s, nil
	}
	if a.Action.OneStage && len(way) == 0 && s.Verdict != solvers.Unique {
		r := g.shown(a.About(ask.Check), s)
		r.Note, r.Clued = a.Say.Text("no-steps"), true
		return r, s, nil
	}
	r := g.verdict(a, s)
	if ctx.Err() == nil && s.Verdict == solvers.Unique {
		if hardest.Difficulty == "" {
			hardest.Difficulty = solvers.Easy.String()
		}
		r.Text = ask.Join("\n", r.Text, a.Say.Text(a.Kind.Name+".difficulty."+hardest.Difficulty))
	}
	r.Clued = true
	r.Teach(stages, func(done int) *render.Board { return g.after(way[:done]) })
	r.Look = func(b *render.Board, next int, done bool) { look(b, way[next], done) }
	return r, s, way
}

// look marks where to look for a step, alone, or around what it has placed.
func look(b *render.Board, step Step, done bool) {
	if done && !step.LookOn {
		return
	}
	for _, i := range step.Look {
		if b.Cells[i].Mark == render.NoMark {
			b.Cells[i].Mark = render.Pick
		}
	}
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
