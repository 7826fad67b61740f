package kakuro

import (
	"context"
	"iter"

	"kibitz/solvers"
)

// Solutions yields every solution of p, whose Answer is a, each once, in the form of
// Answer.Solutions. The caller owns the slices. It ends early when ctx does: if ctx has an error
// afterwards there may be more solutions.
//
// It searches each region of cells that a leaves open to its end, for each way to fill the
// regions before it. It learns nothing on the way.
func (p *Puzzle) Solutions(ctx context.Context, a *Answer) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		if a.Verdict == solvers.None || p.Check() != nil {
			return
		}
		g := newGrid(ctx, p)
		for cell, place := range g.places {
			g.strike(int32(cell), allDigits&^a.Candidates[place])
		}
		if o := g.propagate(); o != someLeft {
			return
		}
		g.commit()
		g.visit(g.regions(), func() bool { return yield(g.decided()) })
	}
}

// visit calls show for every way to fill regions until show returns false. It returns noneLeft if
// it came to the end, someLeft if show returned false, or outOfTime. The candidates are afterwards
// as before.
func (g *grid) visit(regions []region, show func() bool) outcome {
	if len(regions) == 0 {
		if show() {
			return noneLeft
		}
		return someLeft
	}
	mark := len(g.trail)
	defer g.undo(mark)
	within := noneLeft
	o := g.branch(regions[0].cells, func() bool {
		within = g.visit(regions[1:], show)
		return within == noneLeft
	})
	if within != noneLeft {
		return within
	}
	return o
}
