package tothemoon

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kibitz/commands/ask"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers/tothemoon"
)

// TestSkySteps: the pages of a sky's steps show each press in turn, marked where it flipped
// something and nowhere else, end with a clear sky, and say that the diagonal orb is needed
// just where no row and column orbs do without it.
func TestSkySteps(t *testing.T) {
	ctx := t.Context()
	rapid.Check(t, func(t *rapid.T) {
		p := tothemoon.New(rapid.IntRange(1, 4).Draw(t, "rows"), rapid.IntRange(1, 4).Draw(t, "cols"))
		for _, orb := range orbs(p) {
			if rapid.Bool().Draw(t, orb.String()) {
				p = p.Pressed(orb)
			}
		}
		r := &ask.Answer{Ask: &ask.Ask{Say: words.In("en")}}
		way := game{p}.lead(ctx, r)
		now := p
		for i, step := range way {
			next := now.Pressed(step.Orb)
			b := r.After(i + 1)
			for row := range p.Rows {
				for col := range p.Cols {
					cell := b.At(row, col+1)
					if (cell.Kind == render.Cloudy) != next.Cloudy(row, col) || (cell.Mark == render.New) != (now.Cloudy(row, col) != next.Cloudy(row, col)) {
						t.Errorf("%s, step %d: cell %d, %d is %+v", p, i+1, row, col, cell)
					}
				}
			}
			if i > 0 && !r.Stages[i].Opens {
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
		if needed := !straight(p); needed != strings.Contains(r.Stages[0].Why, "neither alike") || needed && !first {
			t.Errorf("%s: needs the diagonal orb: %v, and is told %q", p, needed, r.Stages[0].Why)
		}
	})
}

// straight tries all row and column orbs.
func straight(p *tothemoon.Puzzle) bool { return clears(p, orbs(p)[:p.Rows+p.Cols]) }

func clears(p *tothemoon.Puzzle, orbs []tothemoon.Orb) bool {
	if len(orbs) == 0 {
		return !strings.Contains(p.String(), "1")
	}
	return clears(p, orbs[1:]) || clears(p.Pressed(orbs[0]), orbs[1:])
}
