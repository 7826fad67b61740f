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
	remarkLate(ctx, r, way)
	return r
}

// remarkLate adds that there may be more steps, if the time has ended.
func remarkLate(ctx context.Context, r *ask.Answer, way []Step) {
	if way != nil && ctx.Err() != nil {
		r.Remark(r.Ask.Say.Text("steps-late"))
	}
}

// animate shows the steps as a film, and the solution beside it.
func animate(ctx context.Context, a *ask.Ask, g Game) *ask.Answer {
	r, s, way := g.lead(ctx, a)
	if way == nil {
		return r
	}
	if s.Verdict == solvers.Unique {
		r.Reveal(g.Reveals(s.Key, a.Say))
	}
	g.draw(r, s)
	if r.Board != nil { // the pictures of the film have coordinates, too
		ask.NumberCells(r.Board)
	}
	r.Animate(len(way), r.After, r.Board)
	remarkLate(ctx, r, way)
	return r
}

// lead returns the answer that leads through the steps, the study of the puzzle, and the steps
// themselves. The steps are nil if the answer says something else instead: that there is no
// solution, that marks are wrong or nothing is left to mark, that the time ended, or that no hint
// follows as there are several solutions. A clicked link may first drop wrong marks (a.Drop), or
// mark what the hints up to the page decide (a.DoIt).
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
			stages[last].Why = a.Say.Sentences(stages[last].Why, g.Reveals(s.Key, a.Say))
		}
	}
	r.Clued, r.Late = true, ctx.Err() != nil
	if n := min(page, len(way)); a.Action.OneStage && a.DoIt {
		if n > 0 {
			stages[n-1].Why = ask.Join("\n", stages[n-1].Why, g.finish(way[:n-1:n-1], &way[n-1], a.Say))
		}
		r.Game = g.with(way[:n])
	}
	r.Teach(stages, func(done int) *render.Board { return g.after(way[:done]) })
	r.Look = func(b *render.Board, next int, done bool) { look(b, way[next], done) }
	r.Leg = func(stage, leg int) *render.Board { return g.afterLegs(way[:stage-1], way[stage-1].Legs[:leg]) }
	return r, s, way
}

// walk returns all steps with their stages, or for a hint those up to the page and one more, which
// tells that there is a next page. It returns fewer if the time ends. The steps are never nil.
func (g Game) walk(ctx context.Context, a *ask.Ask, s *study, page int) (way []Step, stages []ask.Stage) {
	all, most := g.Now().Steps(ctx, s.Solved, a.Say), math.MaxInt
	if a.Action.OneStage {
		all, most = hints(ctx, g.Now(), s.Solved, nil, a.Say), page+1
	}
	way = []Step{}
	for step := range all {
		step.Does = len(step.Decides) > 0
		for _, leg := range step.Legs {
			step.Walk = append(step.Walk, leg.Told)
		}
		way, stages = append(way, step), append(stages, step.Stage)
		if len(way) == most {
			break
		}
	}
	return way, stages
}

// with returns the game with the decisions of these steps marked.
func (g Game) with(way []Step) Game {
	g.Marks = slices.Clone(g.sheet())
	for _, step := range way {
		for i, cell := range step.Decides {
			g.Marks[cell] = step.Signs[i]
		}
	}
	return g
}

// hints returns the steps that are told one at a time: the puzzle's own hints if it has them.
func hints(ctx context.Context, p Puzzle, of *Solved, last []int, say words.Phrases) iter.Seq[Step] {
	if own, ok := p.(Hinted); ok {
		return own.Hints(ctx, of, last, say)
	}
	return p.Steps(ctx, of, say)
}

// look marks the cells to look at, before a step or around what it placed. Cells that fill a line or a
// box are framed together. After the step, it fades what the step did not need.
func look(b *render.Board, step Step, done bool) {
	if done && step.Subdue != nil {
		step.Subdue(b)
	}
	if done && !step.LookOn {
		return
	}
	if area, ok := block(step.Look, b.Cols); ok {
		b.Framed = append(b.Framed, area)
		return
	}
	for _, i := range step.Look {
		if b.Cells[i].Mark == render.NoMark {
			b.Cells[i].Mark = render.Pick
		}
	}
}

// block returns the area of two cells or more that fill a rectangle of a board with this many columns, such as a line
// or a box; false if they do not.
func block(cells []int, cols int) (area render.Area, ok bool) {
	if len(cells) < 2 {
		return area, false
	}
	top, left, bottom, right := cells[0]/cols, cells[0]%cols, 0, 0
	for _, i := range cells {
		top, left, bottom, right = min(top, i/cols), min(left, i%cols), max(bottom, i/cols), max(right, i%cols)
	}
	area = render.Area{Row: top, Col: left, Rows: bottom - top + 1, Cols: right - left + 1, Mark: render.Pick}
	return area, len(slices.Compact(slices.Sorted(slices.Values(cells)))) == area.Rows*area.Cols
}

// after returns the board after these steps, with the last one marked; nil if it is too large to
// draw.
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
