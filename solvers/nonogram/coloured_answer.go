package nonogram

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"time"

	"kibitz/solvers"
)

// Colour is the index in the palette of the lowest colour of the set, -1 where it is the
// background.
func (s Shades) Colour() int { return bits.TrailingZeros64(uint64(s)) - 1 }

// Count is the number of shades in the set.
func (s Shades) Count() int { return bits.OnesCount64(uint64(s)) }

// ColouredAnswer is what Solve found out of a puzzle in colours. All cells are row-major. Its
// fields mean what those of Answer mean. A probe tries every shade of a cell, and each that
// contradicts has its line in Conflict.
type ColouredAnswer struct {
	Verdict solvers.Verdict
	Level   Level
	Decided time.Duration

	// Grid holds the shades that a cell has in some solution; others may be among them
	// where that is not proved. With Verdict None it is what was left before the
	// contradiction.
	Grid []Shades

	Solutions       [][]Shades // up to two different ones, of one shade a cell
	BackboneProved  bool       // for each cell, Grid is exactly what it has in solutions
	Conflict        []Line
	ConflictMinimal bool
}

// Solve decides p and proves which shades each cell has in solutions. See Puzzle.Solve for
// what it does when ctx ends, and on how many cores.
func (p *Coloured) Solve(ctx context.Context) (*ColouredAnswer, error) { return p.answer(ctx, true) }

// Decide is Solve without the proof of the backbone; see Puzzle.Decide.
func (p *Coloured) Decide(ctx context.Context) (*ColouredAnswer, error) { return p.answer(ctx, false) }

func (p *Coloured) answer(ctx context.Context, thorough bool) (*ColouredAnswer, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if p.tall() {
		a, err := p.transposed().answer(ctx, thorough)
		if err == nil {
			a = a.transposed(len(p.Rows))
		}
		return a, err
	}
	c := p.draft(ctx)
	if thorough && c.Verdict == solvers.Multiple || c.Verdict == solvers.Undecided {
		c = p.goOn(ctx, c, thorough)
	}
	return c, nil
}

// draft is what a canvas finds out: Undecided where that does not do.
func (p *Coloured) draft(ctx context.Context) *ColouredAnswer {
	switch layerWords(max(len(p.Rows), len(p.Cols))) {
	case 1:
		return newCanvas[[1]uint64](ctx, p).solve()
	case 2:
		return newCanvas[[2]uint64](ctx, p).solve()
	}
	return newCanvas[[16]uint64](ctx, p).solve() // pictures in colours are hardly ever so large
}

// goOn searches and learns where a draft is at an end, or does it all for none.
func (p *Coloured) goOn(ctx context.Context, draft *ColouredAnswer, thorough bool) *ColouredAnswer {
	a, _ := p.masks().engine(p, draft).solve(ctx, thorough)
	c := &ColouredAnswer{
		Verdict:         a.Verdict,
		Level:           a.Level,
		Decided:         a.Decided,
		BackboneProved:  a.BackboneProved,
		Conflict:        a.Conflict,
		ConflictMinimal: a.ConflictMinimal,
	}
	switch {
	case draft == nil:
	case draft.Verdict == solvers.Multiple:
		c.Decided = draft.Decided
	default:
		c.Decided += draft.Decided
	}
	for _, s := range a.Solutions {
		c.Solutions = append(c.Solutions, p.shades(s))
	}
	if a.Verdict == solvers.Unique {
		c.Grid = slices.Clone(c.Solutions[0])
	} else {
		c.Grid = p.shades(a.Grid)
	}
	return c
}

// masks makes what has a line in colours in one mask, of one size of these.
type masks interface {
	// engine goes on from a draft; nil for none.
	engine(p *Coloured, draft *ColouredAnswer) engine

	// study is newStudy in colours. With every shade open at first a line says by itself
	// which colours it has not: so for steps, and for lines that are left out.
	study(ctx context.Context, p *Coloured, every bool) study
}

type masksOf[M mask] struct{}

func (masksOf[M]) engine(p *Coloured, draft *ColouredAnswer) engine {
	return newColouredGrid[M](p, false, draft)
}

func (masksOf[M]) study(ctx context.Context, p *Coloured, every bool) study {
	return newColouredBench[M](ctx, p, every)
}

// masks are the smallest in which a line has room with all shades.
func (p *Coloured) masks() masks {
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

// literally is the Answer in terms of the grid; nil where there is none in time.
func (p *Coloured) literally(ctx context.Context) *Answer {
	if ctx.Err() != nil {
		return nil
	}
	a, _ := p.masks().engine(p, nil).solve(ctx, true)
	return a
}

// literal is an answer in terms of the grid, as far as Steps and Hints want it.
func (p *Coloured) literal(a *ColouredAnswer) *Answer {
	if a == nil {
		return nil
	}
	return &Answer{Verdict: a.Verdict, Grid: p.literals(a.Grid)}
}

// mustSolve is Puzzle.mustSolve for pictures in colours.
func (p *Coloured) mustSolve(pictures ...[]Shades) { mustSolve(p, pictures) }

// wrong says what keeps a picture from being a solution. It shares nothing with the solver.
func (p *Coloured) wrong(picture []Shades) error {
	rows, cols := len(p.Rows), len(p.Cols)
	if len(picture) != rows*cols {
		return fmt.Errorf("it has %d cells", len(picture))
	}
	all := p.AllShades()
	for i, s := range picture {
		if !s.One() || s&all == 0 {
			return fmt.Errorf("row %d, column %d is not of one shade", i/cols+1, i%cols+1)
		}
		if p.Given != nil && s&p.Given[i] == 0 {
			return fmt.Errorf("row %d, column %d is not as given", i/cols+1, i%cols+1)
		}
	}
	for r, runs := range p.Rows {
		if !hasRuns(picture, r*cols, 1, cols, runs) {
			return fmt.Errorf("row %d", r+1)
		}
	}
	for c, runs := range p.Cols {
		if !hasRuns(picture, c, cols, rows, runs) {
			return fmt.Errorf("column %d", c+1)
		}
	}
	return nil
}

// hasRuns says whether n cells, from one on in such steps, have these runs.
func hasRuns(picture []Shades, from, step, n int, runs []Run) bool {
	end := from + n*step
	for _, run := range runs {
		for from < end && picture[from] == Background {
			from += step
		}
		shade := ShadeOf(run.Colour)
		for range run.Length {
			if from >= end || picture[from] != shade {
				return false
			}
			from += step
		}
		if from < end && picture[from] == shade {
			return false
		}
	}
	for from < end && picture[from] == Background {
		from += step
	}
	return from >= end
}
