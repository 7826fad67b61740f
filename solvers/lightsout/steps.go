package lightsout

import (
	"context"
	"iter"
	"math/big"
	"slices"
)

// Techniques.
const (
	Chase  = "chase"   // press below a lamp in a wrong state
	TopRow = "top row" // press in the top row, for the next chase to end well; on a torus in the top two rows
	Direct = "direct"  // press the solution, if chasing is impossible
)

// Step is a press, Times times, with a person's reason for it.
type Step struct {
	Technique string
	Row, Col  int
	Times     int
}

// Chases reports whether light chasing works on this board: the lamp below must be the only
// undecided one that reaches a lamp.
func (p *Puzzle) Chases() bool {
	return p.matrix == nil && !p.hex && p.Holes == nil && (p.Neighbours == Plus || p.Neighbours == Hollow) &&
		(p.Wrap != Torus || p.Rows > 2)
}

// Steps yields light chasing as a person does it. First it chases the wrong lamps down row by row.
// Then it presses in the top row according to the lamps left at the bottom, with the fewest presses
// unless there are too many ways. Then it chases again. All presses together reach the target; they
// are rarely the fewest. If chasing is impossible, it yields the presses of a solution in reading
// order. It yields nothing for an unsolvable board, or if ctx ends before a solution is found.
func (p *Puzzle) Steps(ctx context.Context) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		s, err := p.solutions(ctx)
		if err != nil || s.presses == nil {
			return
		}
		lack := p.lacks()
		press := func(technique string, i, times int) bool {
			p.press(lack, i, p.states()-times)
			return yield(Step{technique, i / p.Cols, i % p.Cols, times})
		}
		if !p.Chases() {
			presses, _ := lightest(ctx, s, p.states(), stepWork, nil)
			pressAll(Direct, presses, press)
			return
		}
		if p.chaseDown(lack, press) && pressAll(TopRow, p.top(ctx, s), press) {
			p.chaseDown(lack, press)
		}
	}
}

// chaseFrom returns the number of rows that start light chasing: the first, and on a torus also the
// second, because there the first row borders on the last.
func (p *Puzzle) chaseFrom() int {
	if p.Wrap == Torus {
		return 2
	}
	return 1
}

// chaseDown presses below every wrong lamp, from the top; it returns false once press does.
func (p *Puzzle) chaseDown(lack []uint8, press func(string, int, int) bool) bool {
	for i := (p.chaseFrom() - 1) * p.Cols; i+p.Cols < len(lack); i++ {
		if lack[i] != 0 && !press(Chase, i+p.Cols, int(lack[i])) {
			return false
		}
	}
	return true
}

// top returns the presses of the solutions in the rows that no chase presses. Whatever was chased
// before, those presses are still to make. Of several ways with as few presses it returns the one
// that begins further left.
func (p *Puzzle) top(ctx context.Context, s *space) []uint8 {
	n := min(p.chaseFrom()*p.Cols, len(s.presses))
	top := &space{presses: s.presses[:n]}
	for _, q := range s.quiet {
		top.quiet = append(top.quiet, Quiet{q.Pattern[:n], q.Order})
	}
	if top.count().Cmp(big.NewInt(maxTops)) > 0 {
		best, _ := lightest(ctx, top, p.states(), stepWork, nil)
		return best
	}
	var best []uint8
	for x := range top.all(p.states()) {
		if best == nil || lighter(x, best) {
			best = slices.Clone(x)
		}
	}
	return best
}

const maxTops = 1 << 12

// pressAll calls press for each lamp that the pattern presses, in order; it returns false once press
// does, and presses no more.
func pressAll(technique string, pattern []uint8, press func(string, int, int) bool) bool {
	for i, times := range pattern {
		if times > 0 && !press(technique, i, int(times)) {
			return false
		}
	}
	return true
}
