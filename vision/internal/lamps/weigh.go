package lamps

import (
	"cmp"
	"context"
	"slices"

	"kibitz/vision/internal/page"
)

// weighed orders the boards of a photo by how well their borders are seen, without those whose states are hardly
// told apart.
func weighed(ctx context.Context, v *page.View, m *colours, all []*lamps) ([]*lamps, error) {
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
	return all, nil
}

// figured tells whether a board is of tiles that all stand out, with signs on them that are larger than what
// their states differ in: the signs, or a picture behind, are what would be weighed.
func (c *lamps) figured() bool {
	const texture = .3
	return c.signs() && c.texture > texture
}

// weigh works out what a board explains.
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
