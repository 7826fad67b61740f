package cardflip

import (
	"context"
	"iter"
)

// Techniques, in the order of the argument.
const (
	Value   = "value"   // Run and its value; NimSum is that of the runs so far
	NimSum  = "nim-sum" // NimSum of all runs
	Winning = "winning" // Move, the first one that wins
)

// Step is one step of the argument that shows who wins and by which move. Technique
// says which of the other fields apply.
type Step struct {
	Technique string
	Run       Run
	Value     int
	NimSum    int
	Move      Move
}

// Steps yields the argument: the value of each run, the nim-sum, and the first
// winning move, if there is one, which leaves the nim-sum 0. Misère play has no
// such argument; there Steps yields the move alone. If time or memory ends before all is
// decided, it yields at most a move that is proved to win. It yields nothing for an error of
// Solve.
func (p *Puzzle) Steps(ctx context.Context) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		row := *p
		row.Work = 0 // a period is no part of the argument
		a, err := row.Solve(ctx)
		if err != nil {
			return
		}
		if a.Values != nil {
			sum := 0
			for _, run := range p.Runs {
				value := a.Values.At(int(run.Len))
				sum ^= value
				if !yield(Step{Technique: Value, Run: run, Value: value, NimSum: sum}) {
					return
				}
			}
			if !yield(Step{Technique: NimSum, NimSum: sum}) {
				return
			}
		}
		if len(a.Moves) > 0 {
			yield(Step{Technique: Winning, Run: a.Moves[0].Run, NimSum: 0, Move: a.Moves[0]})
		}
	}
}
