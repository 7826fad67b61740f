package kakuro

import (
	"context"
	"iter"

	"kibitz/solvers"
)

// Solutions yields every solution of the puzzle that a answers, each once, like those of
// Answer.Solutions; the slices are the caller's to keep. It ends early when ctx does, so where
// ctx has an error afterwards there may be more.
//
// Each region of cells that a leaves open is searched to its end for each way to fill those
// before it. Nothing is learned on the way.
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

// visit shows every way to fill regions until show returns false, with noneLeft if it never
// did.
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
