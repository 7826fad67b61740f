package nonogram

import (
	"context"
	"iter"
	"slices"

	"kibitz/solvers"
)

// ColouredStep is one deduction in colours; see Step.
type ColouredStep struct {
	Technique Technique
	Line      Line
	Cells     []Tinted // each with what it can be after the step
	Spans     []Span

	// Assumed is what falls, for Contradiction: that the cell is of one of these shades. For
	// EitherWay the cell has the shades one way, and others the other way.
	Assumed Tinted
	Chain   []Line
}

// Tinted is a cell with the shades that it can have.
type Tinted struct {
	Row, Col int // from 0
	Shades   Shades
}

// Steps yields the way to the cells of ColouredAnswer.Grid for a person, from a grid on which
// every cell can have every shade or what is given. Each step is the easiest there is; see
// Puzzle.Steps. Replayed they give that Grid, where it is proved.
func (p *Coloured) Steps(ctx context.Context) iter.Seq[ColouredStep] { return p.StepsFrom(ctx, nil) }

// StepsFrom is Steps for whoever has p's answer already.
func (p *Coloured) StepsFrom(ctx context.Context, a *ColouredAnswer) iter.Seq[ColouredStep] {
	return func(yield func(ColouredStep) bool) {
		if p.Check() == nil && !p.unbalanced() && (a != nil || ctx.Err() == nil) {
			p.masks().study(ctx, p, true).teach(p.literal(a), p.teller(yield))
		}
	}
}

// Hints is a way to the cells of ColouredAnswer.Grid as a person would take it who sees the
// whole board; see Puzzle.Hints.
func (p *Coloured) Hints(ctx context.Context, a *ColouredAnswer, last []int) iter.Seq[ColouredStep] {
	return func(yield func(ColouredStep) bool) {
		if p.Check() != nil || p.unbalanced() || ctx.Err() != nil {
			return
		}
		rows, cols := len(p.Rows), len(p.Cols)
		across := positions(max(rows, cols), len(p.Palette)+1)
		var cells []int
		for _, cell := range last {
			if cell >= 0 && cell < rows*cols {
				cells = append(cells, cell/cols*across+cell%cols)
			}
		}
		p.masks().study(ctx, p, true).guide(p.literal(a), cells, p.teller(yield))
	}
}

// teller has the steps told in shades, each cell once.
func (p *Coloured) teller(yield func(ColouredStep) bool) func(Step) bool {
	rows, cols := len(p.Rows), len(p.Cols)
	layer := 64 * layerWords(max(rows, cols))
	now := slices.Clone(p.Given)
	if now == nil {
		now = slices.Repeat([]Shades{p.AllShades()}, rows*cols)
	}
	after := func(c Placed) (cell int, s Shades) {
		cell = c.Row*cols + c.Col%layer
		s = Shades(1) << (c.Col / layer)
		if c.Value == Empty {
			s = now[cell] &^ s
		}
		return cell, s
	}
	return func(step Step) bool {
		told := ColouredStep{Technique: step.Technique, Line: step.Line, Spans: step.Spans, Chain: step.Chain}
		switch step.Technique {
		case Contradiction, EitherWay:
			cell, s := after(step.Assumed)
			told.Assumed = Tinted{cell / cols, cell % cols, s}
		}
		var order []int
		for _, c := range step.Cells {
			cell, s := after(c)
			now[cell] = s
			if !slices.Contains(order, cell) {
				order = append(order, cell)
			}
		}
		for _, cell := range order {
			told.Cells = append(told.Cells, Tinted{cell / cols, cell % cols, now[cell]})
		}
		return yield(told)
	}
}

// Difficulty is that of the hardest of p's Steps; see Puzzle.Difficulty.
func (p *Coloured) Difficulty(ctx context.Context) (Difficulty, error) {
	r, err := p.Rate(ctx)
	return r.Difficulty, err
}

// Rate is how much work p's Steps are; see Puzzle.Rate.
func (p *Coloured) Rate(ctx context.Context) (solvers.Rating, error) {
	a, err := p.Decide(ctx)
	if err != nil {
		return solvers.Rating{}, err
	}
	return p.RateFrom(ctx, a)
}

// RateFrom is Rate for whoever has p's answer already.
func (p *Coloured) RateFrom(ctx context.Context, a *ColouredAnswer) (r solvers.Rating, err error) {
	if err := unrated(ctx, a.Verdict); err != nil {
		return r, err
	}
	p.masks().study(ctx, p, true).rate(p.literal(a), &r)
	return r, ctx.Err()
}
