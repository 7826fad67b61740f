package lightsout

import (
	"context"
	"iter"
	"math/big"
	"slices"
)

// Techniques.
const (
	Chase  = "chase"   // press below a lamp that is not as it shall be
	TopRow = "top row" // press in the top row, for the next chase to end well; on a torus in the top two rows
	Direct = "direct"  // press what the solution presses, where chasing is no way
)

// Step is a press, Times times, with the reason why a person would make it.
type Step struct {
	Technique string
	Row, Col  int
	Times     int
}

// Chases reports whether light chasing is a way on this board: the lamp below must be
// the only one not yet decided that reaches a lamp.
func (p *Puzzle) Chases() bool {
	return p.matrix == nil && !p.hex && p.Holes == nil && (p.Neighbours == Plus || p.Neighbours == Hollow) &&
		(p.Wrap != Torus || p.Rows > 2)
}

// Steps yields light chasing as a person does it: chase the lamps that are not as
// they shall be down row by row, press in the top row what the lamps left at the
// bottom call for, the fewest presses that do where there are not too many ways,
// and chase again. All presses together reach the target; they are rarely the
// fewest. Where chasing is no way, the presses of a solution follow in reading
// order. An unsolvable board yields nothing, nor does one whose solution ctx leaves
// no time to find.
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

// chaseFrom returns how many rows light chasing must be told: the first, and on a
// torus the second too, because there the first row borders on the last.
func (p *Puzzle) chaseFrom() int {
	if p.Wrap == Torus {
		return 2
	}
	return 1
}

// chaseDown presses below every lamp that lacks something, from the top; it returns
// false once press does.
func (p *Puzzle) chaseDown(lack []uint8, press func(string, int, int) bool) bool {
	for i := (p.chaseFrom() - 1) * p.Cols; i+p.Cols < len(lack); i++ {
		if lack[i] != 0 && !press(Chase, i+p.Cols, int(lack[i])) {
			return false
		}
	}
	return true
}

// top returns what the solutions press in the rows that no chase presses: whatever was
// chased before, those are the presses still to make. Of several ways with as few
// presses it is the one that begins further left.
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

// pressAll presses a pattern; it returns false once press does.
func pressAll(technique string, pattern []uint8, press func(string, int, int) bool) bool {
	for i, times := range pattern {
		if times > 0 && !press(technique, i, int(times)) {
			return false
		}
	}
	return true
}
