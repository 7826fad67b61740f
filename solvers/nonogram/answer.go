package nonogram

import (
	"context"
	"slices"
	"time"

	"kibitz/solvers"
)

// Level is the hardest technique that the verdict needed.
type Level int

const (
	ByLine   Level = iota // line solving alone
	ByProbe               // every shade of single cells tried
	BySearch              // guesses on top of guesses
)

func (l Level) String() string { return [...]string{"line", "probe", "search"}[l] }

// Line is one row or column.
type Line struct {
	Column bool
	Index  int // from 0
}

// Answer is what Solve found out. All cells are row-major. Its slices are the caller's, to
// change as well.
type Answer struct {
	Verdict solvers.Verdict
	Level   Level

	// Decided is how long the verdict took. The proof of the backbone comes after it.
	Decided time.Duration

	// Grid holds for each cell the shades that it has in solutions, others too where that is not
	// decided. In black and white a cell is Unknown where solutions differ or nothing is decided.
	// With Verdict None it is what was deduced before the contradiction.
	Grid []Cell

	// Solutions are up to two different solutions, complete: one for Unique,
	// two for Multiple; Undecided may have found one.
	Solutions [][]Cell

	// BackboneProved says that Grid is exact: each cell has each of its shades in some solution.
	// Always so for Unique, never for Undecided nor, with Multiple, from Decide.
	BackboneProved bool

	// Conflict, for None, holds the lines that were left without an arrangement
	// when the last assumption fell: the line itself at ByLine, one for each shade of the cell
	// above; where it took learning, lines that contradict each other
	// together, which Decide does not look for. It is nil when only the totals differ;
	// see Puzzle.Totals. Puzzle.Core takes more time over it.
	Conflict []Line

	// ConflictMinimal says that the lines of Conflict contradict each other by
	// themselves, and that any of them left out leaves the others a solution. Only
	// what took learning is looked at so closely, and not at any length.
	ConflictMinimal bool
}

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

// masks makes the parts that have a line in colours in one mask, of one size of these.
type masks interface {
	// engine goes on from a draft, or begins anew if that is nil.
	engine(p *Puzzle, draft *Answer) engine

	// study returns the bench of a puzzle; every is as in newStudy.
	study(ctx context.Context, p *Puzzle, every bool) study
}

type masksOf[M mask] struct{}

func (masksOf[M]) engine(p *Puzzle, draft *Answer) engine { return newColouredGrid[M](p, false, draft) }

func (masksOf[M]) study(ctx context.Context, p *Puzzle, every bool) study {
	return newColouredBench[M](ctx, p, every)
}

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
