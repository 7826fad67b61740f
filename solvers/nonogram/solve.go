package nonogram

import (
	"context"
	"slices"

	"kibitz/solvers"
)

// Solve decides p and proves its backbone. When ctx ends first the answer is
// what is certain by then: Undecided, or Multiple without BackboneProved; likewise when the
// memory for learning is used up. The error is Check's, or context.Canceled or
// context.DeadlineExceeded, and those only when ctx had ended before anything was done.
//
// It runs on one core.
func (p *Puzzle) Solve(ctx context.Context) (*Answer, error) {
	a, _, err := p.answer(ctx, true)
	return a, err
}

// Decide is Solve without the proof of the backbone, which can take much longer
// than the verdict: for Multiple, Grid holds what was certain by the time of the
// second solution. Nor does it look for the lines in conflict where that takes learning.
func (p *Puzzle) Decide(ctx context.Context) (*Answer, error) {
	a, _, err := p.answer(ctx, false)
	return a, err
}

// answer chooses the engine. In black and white that is a grid. In colours a canvas drafts the
// answer, and a grid goes on where the draft is not the whole answer.
func (p *Puzzle) answer(ctx context.Context, thorough bool) (*Answer, outcome, error) {
	if err := p.Check(); err != nil {
		return nil, outOfTime, err
	}
	if err := ctx.Err(); err != nil {
		return nil, outOfTime, err
	}
	if !p.InColours() {
		a, ended := newEngine(p).solve(ctx, thorough)
		return a, ended, nil
	}
	if p.tall() {
		a, ended, err := p.transposed().answer(ctx, thorough)
		if err == nil {
			a = a.transposed(len(p.Rows))
		}
		return a, ended, err
	}
	draft := p.draft(ctx)
	if thorough && draft.Verdict == solvers.Multiple || draft.Verdict == solvers.Undecided {
		a, ended := p.goOn(ctx, draft, thorough)
		return a, ended, nil
	}
	return draft, decided, nil
}

// draft returns what a canvas finds out, which is Undecided where that does not do.
func (p *Puzzle) draft(ctx context.Context) *Answer {
	switch layerWords(max(len(p.Rows), len(p.Cols))) {
	case 1:
		return newCanvas[[1]uint64](ctx, p).solve()
	case 2:
		return newCanvas[[2]uint64](ctx, p).solve()
	}
	return newCanvas[[16]uint64](ctx, p).solve() // pictures in colours are hardly ever so large
}

// goOn searches and learns from where a draft ended, or from the start if there is none.
func (p *Puzzle) goOn(ctx context.Context, draft *Answer, thorough bool) (*Answer, outcome) {
	a, ended := p.masks().engine(p, draft).solve(ctx, thorough)
	switch {
	case draft == nil:
	case draft.Verdict == solvers.Multiple:
		a.Decided = draft.Decided
	default:
		a.Decided += draft.Decided
	}
	for i, s := range a.Solutions {
		a.Solutions[i] = p.shades(s)
	}
	if a.Verdict == solvers.Unique {
		a.Grid = slices.Clone(a.Solutions[0])
	} else {
		a.Grid = p.shades(a.Grid)
	}
	return a, ended
}

// masks makes the grid that has a line in colours in one mask, of one size of these.
type masks interface {
	// engine goes on from a draft, or begins anew if that is nil.
	engine(p *Puzzle, draft *Answer) engine
}

type masksOf[M mask] struct{}

func (masksOf[M]) engine(p *Puzzle, draft *Answer) engine { return newColouredGrid[M](p, false, draft) }

// masks returns the smallest masks in which a line has room with all shades.
func (p *Puzzle) masks() masks {
	switch maskWords(max(len(p.Rows), len(p.Cols)), len(p.Palette)+1) {
	case 2:
		return masksOf[[2]uint64]{}
	case 4:
		return masksOf[[4]uint64]{}
	case 8:
		return masksOf[[8]uint64]{}
	case 16:
		return masksOf[[16]uint64]{}
	default:
		return masksOf[[maxWords]uint64]{}
	}
}

// asCells returns an answer in the cells of a grid, as far as Steps and Hints want it.
func (p *Puzzle) asCells(a *Answer) *Answer {
	if a == nil || !p.InColours() {
		return a
	}
	return &Answer{Verdict: a.Verdict, Grid: p.literals(a.Grid)}
}

// solveAsCells returns p's Answer in the cells of a grid; nil if ctx has ended.
func (p *Puzzle) solveAsCells(ctx context.Context) *Answer {
	if ctx.Err() != nil {
		return nil
	}
	if !p.InColours() {
		a, _ := p.Solve(ctx)
		return a
	}
	a, _ := p.masks().engine(p, nil).solve(ctx, true)
	return a
}
