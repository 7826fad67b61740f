package tothemoon

import (
	"context"
	"iter"
)

// Techniques, one for each kind of orb.
const (
	DiagonalFirst = "diagonal"    // only with it pressed does the grid clear, or with fewer presses
	FirstRow      = "first row"   // a column whose press helps make the first row all alike
	UniformRow    = "uniform row" // a row that is all cloudy by then
)

var techniques = [...]string{Row: UniformRow, Column: FirstRow, Diagonal: DiagonalFirst}

// Step is the press of one orb and why a person would make it.
type Step struct {
	Technique string
	Orb       Orb
}

// Steps yields the presses of Solve in the seed's teaching order: the diagonal
// orb if it is needed; the columns, after which every row is all clear or all
// cloudy; the rows that are cloudy. Whether the columns make the first row
// clear or cloudy is the choice between the two complementary press sets, and
// falls on the smaller. An unsolvable grid yields nothing.
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
