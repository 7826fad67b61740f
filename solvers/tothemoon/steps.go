package tothemoon

import (
	"context"
	"iter"
)

// Techniques, one for each kind of orb.
const (
	DiagonalFirst = "diagonal"    // the diagonal orb: only with it the grid clears, or with fewer presses
	FirstRow      = "first row"   // a column orb that helps to make all cells of the first row alike
	UniformRow    = "uniform row" // a row orb, once all cells of its row are cloudy
)

var techniques = [...]string{Row: UniformRow, Column: FirstRow, Diagonal: DiagonalFirst}

// Step is the press of one orb and why a person would make it.
type Step struct {
	Technique string
	Orb       Orb
}

// Steps yields the presses of Solve in the order in which the seed document teaches
// them: the diagonal orb if it is needed; the columns, after which every row is all
// clear or all cloudy; the rows that are cloudy. There are two complementary press
// sets, one making the first row clear and one cloudy; Steps takes the smaller.
// An unsolvable grid yields nothing.
func (p *Puzzle) Steps(ctx context.Context) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		a, err := p.Solve(ctx)
		if err != nil {
			return
		}
		for orb := range a.pressed(Diagonal, Column, Row) {
			if !yield(Step{techniques[orb.Kind], orb}) {
				return
			}
		}
	}
}
