package sudoku

import (
	"context"
	"iter"
	"slices"
)

// Hints yields the steps that lead to the next digit, again and again. Each hint leaves out the steps
// that its digit does not need: those without which the others still follow. Without are techniques to
// leave out. Hints end as Steps do.
func (p *Puzzle) Hints(ctx context.Context, without ...Technique) iter.Seq[[]Step] {
	return func(yield func([]Step) bool) {
		a, b := p.start(ctx)
		for b != nil && ctx.Err() == nil && !b.open.empty() && !b.dead() {
			var steps []Step
			now := *b
			for len(steps) == 0 || steps[len(steps)-1].Cells[0].Digit == 0 {
				step, ok := now.nextOrTrial(a, without)
				if !ok || ctx.Err() != nil || now.dead() {
					return
				}
				steps = append(steps, step)
				now.apply(step)
			}
			steps = b.needed(steps)
			if !yield(steps) {
				return
			}
			for _, step := range steps {
				b.apply(step)
			}
		}
	}
}

// needed leaves out steps without which the last one still follows.
func (b *board) needed(steps []Step) []Step {
	for k := len(steps) - 2; k >= 0; k-- {
		if fewer := b.replayed(slices.Delete(slices.Clone(steps), k, k+1)); fewer != nil {
			steps = fewer
		}
	}
	return steps
}

// replayed returns the steps as they are if they are made from this board: the patterns stay, and may
// strike more. It returns nil if one of them does not follow.
func (b *board) replayed(steps []Step) (again []Step) {
	now := *b
	for _, s := range steps {
		if s.Technique == Trial {
			return nil
		}
		found := false
		rules[s.Technique](&now, func(t Step) bool {
			t.Technique, t.Before = s.Technique, slices.Clone(now.marks[:len(s.Before)])
			if found = t.sameAs(s); found {
				again = append(again, t)
			}
			return !found
		})
		if !found {
			return nil
		}
		now.apply(again[len(again)-1])
	}
	return again
}

// sameAs reports whether two steps of a technique have the same pattern, and the first strikes or places
// at least what the other does.
func (s Step) sameAs(other Step) bool {
	return s.Digits == other.Digits && slices.Equal(s.Seen, other.Seen) && slices.Equal(s.Houses, other.Houses) &&
		slices.EqualFunc(s.Links, other.Links, func(a, b Link) bool { return a.Cell == b.Cell && a.Digit == b.Digit && a.On == b.On }) &&
		!slices.ContainsFunc(other.Cells, func(c Placed) bool {
			return !slices.ContainsFunc(s.Cells, func(d Placed) bool { return d.Cell == c.Cell && d.Digit == c.Digit && c.Removed&^d.Removed == 0 })
		})
}
