package commands

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kibitz/render"
	"kibitz/solvers/tothemoon"
)

// TestSkySteps: the pages of a sky's steps show each press in turn, marked where it
// flipped something and nowhere else, end with a clear sky, and say that the
// diagonal orb is needed just where no row and column orbs do without it.
func TestSkySteps(t *testing.T) {
	ctx, say := t.Context(), newWords().in("en")
	rapid.Check(t, func(t *rapid.T) {
		p := tothemoon.New(rapid.IntRange(1, 4).Draw(t, "rows"), rapid.IntRange(1, 4).Draw(t, "cols"))
		for _, orb := range orbs(p) {
			if rapid.Bool().Draw(t, orb.String()) {
				p = p.Pressed(orb)
			}
		}
		g, r := sky{p}, &Reply{}
		way := g.steps(ctx, r, say)
		now := p
		for i, step := range way {
			next := now.Pressed(step.Orb)
			b := r.after(i + 1)
			for row := range p.Rows {
				for col := range p.Cols {
					cell := b.At(row, col+1)
					if (cell.Kind == render.Cloudy) != next.Cloudy(row, col) || (cell.Mark == render.New) != (now.Cloudy(row, col) != next.Cloudy(row, col)) {
						t.Errorf("%s, step %d: cell %d, %d is %+v", p, i+1, row, col, cell)
					}
				}
			}
			if i > 0 && !r.stages[i].opens {
				t.Errorf("%s, step %d opens no page", p, i+1)
			}
			now = next
		}
		if strings.Contains(now.String(), "1") {
			t.Errorf("%s ends as %s", p, now)
		}
		if len(way) == 0 {
			return
		}
		first := way[0].Orb.Kind == tothemoon.Diagonal
		if needed := !straight(p); needed != strings.Contains(r.stages[0].why, "neither alike") || needed && !first {
			t.Errorf("%s: needs the diagonal orb: %v, and is told %q", p, needed, r.stages[0].why)
		}
	})
}

// straight tries all row and column orbs.
func straight(p *tothemoon.Puzzle) bool {
	all := orbs(p)[:p.Rows+p.Cols]
	for set := range 1 << len(all) {
		now := p
		for i, orb := range all {
			if set>>i&1 == 1 {
				now = now.Pressed(orb)
			}
		}
		if !strings.Contains(now.String(), "1") {
			return true
		}
	}
	return false
}
