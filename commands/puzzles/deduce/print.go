package deduce

import (
	"context"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/render/sheet"
	"kibitz/solvers"
)

// Print returns the action that sets a puzzle on paper.
func Print(when func(r *ask.Answer) bool) ask.Action {
	return ask.Action{Name: "print", Private: true, Short: true, When: when, Do: ask.On(printed)}
}

// printed answers with a PDF: the puzzle, and on a second page its solution.
func printed(ctx context.Context, a *ask.Ask, g Game) *ask.Answer {
	rows, cols := g.Size()
	if !ask.Drawn(rows, cols) {
		return a.TooLargeToDraw()
	}
	p, err := Sheet(ctx, g)
	if err != nil {
		return a.Unanswered(err)
	}
	r := a.New(chat.Plain, a.Say.Text(a.Kind.Name+".blank", ask.Size(rows, cols, a.Say)))
	r.Text = a.Say.Text("paper.two-pages")
	if p.Solution == nil {
		r.Text = a.Say.Text("paper.one-page")
	}
	r.Files = []chat.File{{Name: "sheet.pdf", Data: sheet.PDF([]sheet.Puzzle{p})}}
	return r
}

// Sheet returns a puzzle for printing, with its solution if it has exactly one.
func Sheet(ctx context.Context, game ask.Game) (sheet.Puzzle, error) {
	g := game.(Game)
	p := sheet.Puzzle{Board: g.Blank()}
	s, err := g.Solve(ctx, true)
	if err != nil || s.Verdict != solvers.Unique {
		return p, err
	}
	p.Solution = g.Filled(s.Solutions[0], nil)
	ctx, cancel := context.WithTimeout(ctx, asideTime)
	defer cancel()
	if d := s.graded(ctx); d != nil {
		p.Stars = min(int(d.Difficulty)+1, sheet.MostStars)
	}
	return p, nil
}
