package lightsout

import (
	"context"
	"math/big"
	"slices"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers/lightsout"
)

// chaseTable answers with the rules of light chasing for boards of this size.
func chaseTable(ctx context.Context, a *ask.Ask, g game) *ask.Answer {
	rules, whole := g.Table(ctx)
	r := a.New(chat.Good, a.Say.Text("lightsout.table", g.size(a.Say)))
	r.Note = g.rules(a.Say)
	switch {
	case rules != nil:
	case !g.Tabled():
		r.Tone, r.Text = chat.Mixed, a.Say.Text("lightsout.no-table")
		return r
	case g.Cols > lightsout.MaxTable:
		r.Tone, r.Text = chat.Mixed, a.Say.Text("lightsout.table-too-wide", words.With{"Most": lightsout.MaxTable})
		return r
	default:
		return a.OutOfTime()
	}
	var told []string
	for _, rule := range rules {
		told = append(told, ask.Lines(rule.Bottom, g.Cols, digit)[0]+"  "+ask.Lines(rule.Top, g.Cols, digit)[0])
	}
	r.Text = a.Say.Text(words.If(whole, "lightsout.table-whole", "lightsout.table-basis"))
	const most = 40
	if len(told) <= most && g.Cols <= most {
		r.Text += "\n```\n" + strings.Join(told, "\n") + "\n```"
	} else {
		r.Attach("chase-table", told)
	}
	return r
}

// A chase is light chasing as a person does it. A stage is the presses of one row. There is a page
// for each part: chase, top row and chase again.
type chase struct {
	game
	way    []lightsout.Step
	starts []int // index of each stage's first step, and the end of the last stage
}

// chase returns the steps of light chasing. A stage ends where the technique changes, and in each
// part but the top row where the row changes.
func (g game) chase(ctx context.Context) *chase {
	c := &chase{game: g, way: slices.Collect(g.Steps(ctx))}
	for i, step := range c.way {
		if i == 0 || step.Technique != c.way[i-1].Technique || step.Technique != lightsout.TopRow && step.Row != c.way[i-1].Row {
			c.starts = append(c.starts, i)
		}
	}
	c.starts = append(c.starts, len(c.way))
	return c
}

// stages puts the way into words. It ends early if the time does.
func (c *chase) stages(ctx context.Context, say words.Phrases) (told []ask.Stage) {
	for i, from := range c.starts[:len(c.starts)-1] {
		if ctx.Err() != nil {
			return told
		}
		s := c.stage(c.way[from:c.starts[i+1]], say)
		s.Opens = i > 0 && c.way[from].Technique != c.way[from-1].Technique
		told = append(told, s)
	}
	return told
}

// stage tells the presses of one stage: the row to look at, and why. That is the row above the
// presses when chasing, and the last row for presses of the top row.
func (c *chase) stage(presses []lightsout.Step, say words.Phrases) ask.Stage {
	const most = 60
	first := presses[0]
	id, row := "lightsout.step."+words.ID(first.Technique), first.Row+1
	switch first.Technique {
	case lightsout.Chase:
		row-- // the lamps above
	case lightsout.TopRow:
		row = c.Rows
	}
	if first.Technique != lightsout.Direct && (c.Target != nil || c.States > 2) {
		id += "-aim"
	}
	var names []string
	for _, step := range presses {
		names = append(names, pressName(c.buttonName(step.Row*c.Cols+step.Col), step.Times))
	}
	where := say.Text("lightsout.row", words.With{"Number": row})
	if c.named() {
		id, where = id+"-named", say.Text("lightsout.among")
	}
	return ask.Stage{
		Where: where,
		Why:   say.Text(id, words.With{"Row": row, "Presses": say.List(names, most)}),
	}
}

// steps leads through the chase.
func (g game) steps(ctx context.Context, a *ask.Ask, s *lightsout.Answer) *ask.Answer {
	c := g.chase(ctx)
	return c.lead(ctx, a, s, g.Chases())
}

// lead returns the answer with the stages. If shorter is true, it adds that there is a shorter way.
func (c *chase) lead(ctx context.Context, a *ask.Ask, s *lightsout.Answer, shorter bool) *ask.Answer {
	r := a.New(chat.Good, a.Say.Text(words.If(c.Chases(), "lightsout.steps", "lightsout.steps-direct"), c.size(a.Say)))
	told := c.stages(ctx, a.Say)
	switch {
	case len(told) < len(c.starts)-1:
		return a.OutOfTime()
	case len(told) == 0:
		r.Text = c.done(a.Say)
		return r
	case shorter:
		r.Note = a.Say.Count("lightsout.shorter", s.Min)
	}
	r.Remark(c.rules(a.Say))
	r.Teach(told, func(done int) *render.Board {
		return c.after(c.starts[done], c.starts[max(done-1, 0)])
	})
	r.Legend, r.Picture = c.legend(), c.States > 2
	return r
}

// animate shows the presses of the chase as a film, one after another, and beside it the board with
// the fewest presses. If the steps are no chase, the board has the steps' own presses.
func (g game) animate(ctx context.Context, a *ask.Ask, s *lightsout.Answer) *ask.Answer {
	c, drawn := g.chase(ctx), g.drawn()
	r := c.lead(ctx, a, s, g.Chases() && !drawn)
	if r.Stages == nil {
		return r
	}
	presses, why := s.Presses, ""
	switch {
	case !g.Chases():
		presses = c.together()
	case drawn:
		why = a.Say.Text(words.If(s.Proved, "lightsout.film", "lightsout.film-found"))
	}
	r.Text, r.Secret = why, g.presses(presses, a.Say)
	g.draw(r, presses)
	r.Animate(len(c.way), func(done int) *render.Board { return c.after(done, max(done-1, 0)) }, c.after(len(c.way), len(c.way)))
	return r
}

// after returns the board after `done` presses of the way, with the presses from `last` on marked.
func (c *chase) after(done, last int) *render.Board {
	if !c.drawn() {
		return nil
	}
	b := game{Puzzle: c.After(c.way[:done])}.board("")
	for _, step := range c.way[last:done] {
		b.At(step.Row, step.Col).Mark = render.New
	}
	return b
}

// together returns how often each lamp is pressed on the way, modulo its states.
func (c *chase) together() []uint8 {
	presses := make([]uint8, len(c.Lamps))
	for _, step := range c.way {
		i := step.Row*c.Cols + step.Col
		presses[i] = uint8((int(presses[i]) + step.Times) % max(c.States, 2))
	}
	return presses
}

// all lists the first `most` solutions, sorted by their number of presses. If there are more, a
// remark says how many are listed.
func (g game) all(_ context.Context, a *ask.Ask, s *lightsout.Answer) *ask.Answer {
	const most = 16
	var found [][]uint8
	for presses := range g.Solutions(s) {
		if len(found) == most {
			break
		}
		found = append(found, presses)
	}
	slices.SortStableFunc(found, func(a, b []uint8) int { return weight(a) - weight(b) })
	var told []string
	for _, presses := range found {
		told = append(told, g.presses(presses, a.Say))
	}
	r := a.New(chat.Good, solutions(s, a.Say))
	r.Tell(told)
	if s.Count().Cmp(big.NewInt(most)) > 0 {
		r.Remark(a.Say.Text("lightsout.first", words.With{"Shown": most}))
	}
	r.Remark(g.rules(a.Say))
	return r
}
