package engine

import (
	"context"
	"slices"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// Solve decides p and proves its backbone. When ctx ends first, or the memory for learning is used
// up, the answer holds only what is certain by then: it is Undecided, or Multiple without
// BackboneProved. The error is Check's, or context.Canceled or context.DeadlineExceeded; the last
// two only when ctx had ended before anything was done.
//
// It runs on one core.
func Solve(ctx context.Context, p *puzzle.Puzzle) (*puzzle.Answer, error) {
	a, _, err := Answer(ctx, p, true)
	return a, err
}

// Decide answers like Solve, but without the proof of the backbone, which can take much longer than
// the verdict. For Multiple, Grid holds the cells that were certain when the second solution was
// found. Decide does not look for the lines in conflict if that needs learning.
func Decide(ctx context.Context, p *puzzle.Puzzle) (*puzzle.Answer, error) {
	a, _, err := Answer(ctx, p, false)
	return a, err
}

// Answer chooses the engine: a grid in black and white. In colours a canvas drafts the answer, and
// a grid goes on from the draft if that is not the whole answer.
func Answer(ctx context.Context, p *puzzle.Puzzle, thorough bool) (*puzzle.Answer, Outcome, error) {
	if err := p.Check(); err != nil {
		return nil, OutOfTime, err
	}
	if err := ctx.Err(); err != nil {
		return nil, OutOfTime, err
	}
	if !p.InColours() {
		a, ended := newEngine(p).Solve(ctx, thorough)
		return a, ended, nil
	}
	if tall(p) {
		a, ended, err := Answer(ctx, Transposed(p), thorough)
		if err == nil {
			a = AnswerTransposed(a, len(p.Rows))
		}
		return a, ended, err
	}
	draft := draft(ctx, p)
	if thorough && draft.Verdict == solvers.Multiple || draft.Verdict == solvers.Undecided {
		a, ended := GoOn(ctx, p, draft, thorough)
		return a, ended, nil
	}
	return draft, Decided, nil
}

// draft returns the answer of a canvas, Undecided if a canvas is not enough.
func draft(ctx context.Context, p *puzzle.Puzzle) *puzzle.Answer {
	switch puzzle.LayerWords(max(len(p.Rows), len(p.Cols))) {
	case 1:
		return newCanvas[[1]uint64](ctx, p).Solve()
	case 2:
		return newCanvas[[2]uint64](ctx, p).Solve()
	}
	return newCanvas[[16]uint64](ctx, p).Solve() // pictures in colours are hardly ever so large
}

// GoOn searches and learns from a draft on, or from the start if draft is nil.
func GoOn(ctx context.Context, p *puzzle.Puzzle, draft *puzzle.Answer, thorough bool) (*puzzle.Answer, Outcome) {
	a, ended := masksFor(p).engine(p, draft).Solve(ctx, thorough)
	switch {
	case draft == nil:
	case draft.Verdict == solvers.Multiple:
		a.Decided = draft.Decided
	default:
		a.Decided += draft.Decided
	}
	for i, s := range a.Solutions {
		a.Solutions[i] = p.Shades(s)
	}
	if a.Verdict == solvers.Unique {
		a.Grid = slices.Clone(a.Solutions[0])
	} else {
		a.Grid = p.Shades(a.Grid)
	}
	return a, ended
}

// masks makes a grid in colours for one size of mask. The mask has room for all shades of a line.
type masks interface {
	// engine returns a grid that goes on from a draft, or begins anew if draft is nil.
	engine(p *puzzle.Puzzle, draft *puzzle.Answer) engine
}

// masksOf implements masks for the mask M.
type masksOf[M line.Mask] struct{}

func (masksOf[M]) engine(p *puzzle.Puzzle, draft *puzzle.Answer) engine {
	return newColouredGrid[M](p, false, draft)
}

// masksFor returns the smallest masks with room for a line in all shades.
func masksFor(p *puzzle.Puzzle) masks {
	switch puzzle.MaskWords(max(len(p.Rows), len(p.Cols)), len(p.Palette)+1) {
	case 2:
		return masksOf[[2]uint64]{}
	case 4:
		return masksOf[[4]uint64]{}
	case 8:
		return masksOf[[8]uint64]{}
	case 16:
		return masksOf[[16]uint64]{}
	default:
		return masksOf[[puzzle.MaxWords]uint64]{}
	}
}

// AsCells converts an answer to the cells of a grid, as far as Steps and Hints need it.
func AsCells(p *puzzle.Puzzle, a *puzzle.Answer) *puzzle.Answer {
	if a == nil || !p.InColours() {
		return a
	}
	return &puzzle.Answer{Verdict: a.Verdict, Grid: p.Literals(a.Grid)}
}

// SolveAsCells returns p's answer in the cells of a grid, nil if ctx has ended.
func SolveAsCells(ctx context.Context, p *puzzle.Puzzle) *puzzle.Answer {
	if ctx.Err() != nil {
		return nil
	}
	if !p.InColours() {
		a, _ := Solve(ctx, p)
		return a
	}
	a, _ := masksFor(p).engine(p, nil).Solve(ctx, true)
	return a
}
