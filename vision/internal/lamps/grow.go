package lamps

import (
	"cmp"
	"context"
	"slices"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
)

// weighed are boards of a photo by how well their borders are seen, and the best of them with more or
// fewer rows and columns where that is seen better.
func weighed(ctx context.Context, v *page.View, m *colours, all []*lamps, hint board.Hint) ([]*lamps, error) {
	for _, c := range all {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !c.figured() {
			weigh(v, m, c)
		}
	}
	all = slices.DeleteFunc(all, func(c *lamps) bool { return c.told < 1-mostSpread })
	slices.SortStableFunc(all, func(a, b *lamps) int { return cmp.Compare(b.value, a.value) })
	const tried, patience = 4, 5000 // boards, and cells of them in all
	left := patience
	for _, c := range all[:min(tried, len(all))] {
		if c.figured() {
			continue
		}
		if d := climbed(v, m, c, hint.Kind, &left); d != c {
			all = append(all, d)
		}
	}
	return all, nil
}

// figured tells whether a board is of tiles that all stand out, with signs on them that are larger than what
// their states differ in: the signs, or a picture behind, are what would be weighed.
func (c *lamps) figured() bool {
	const texture = .3
	return c.signs() && c.texture > texture
}

// weigh says what a board explains.
func weigh(v *page.View, m *colours, c *lamps) {
	b := m.bordersOf(c.mesh, c.Rows, c.Cols)
	shaded(v, c, b)
	c.ruling = b.ruling(c.Cells, c.states[0].To(c.states[1]))
	c.value = c.worth(c.ruling)
	const hidden = .97 // of two that are alike, the one whose cells all stand out
	if c.hidden {
		c.value *= hidden
	}
}

// climbed is a board with lines added to it, or taken from it, as long as it explains more by that, and no
// more cells are looked at than are left.
func climbed(v *page.View, m *colours, c *lamps, kind board.Kind, left *int) *lamps {
	for {
		best := c
		for side := range 8 {
			rows, cols, top, first := c.Rows, c.Cols, 0, 0
			by := 1 - side/4*2 // first more, then fewer
			switch side % 4 {
			case 0:
				rows += by
			case 1:
				rows, top = rows+by, by
			case 2:
				cols += by
			case 3:
				cols, first = cols+by, by
			}
			if cols < 2 || rows < 1 || rows*cols < 4 || max(rows, cols) > mostLights || rows == 1 != (c.Rows == 1) {
				continue
			}
			g := lattice.New(rows, cols, func(row, col int) lattice.Point { return c.mesh.Place(float64(row-top), float64(col-first)) })
			if *left -= rows * cols; *left < 0 {
				return c
			}
			d := tellStates(v, g, kind)
			if d == nil {
				continue
			}
			d.tiles, d.hidden, d.bordered, d.climbed = c.tiles, c.hidden, c.bordered, true
			d.Flaws = c.Flaws
			if weigh(v, m, d); d.value > 1.02*best.value && d.told >= 1-mostSpread {
				best = d
			}
		}
		if best == c {
			return c
		}
		c = best
	}
}
