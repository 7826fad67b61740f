package lamps

import (
	"cmp"
	"context"
	"slices"

	"kibitz/vision/internal/page"
)

// weighed orders the boards of a photo by their worth, without those with states that are hardly told
// apart.
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

// figured reports whether a board has tiles that all stand out, with signs that differ more than its
// states do. Its borders are not weighed, since the signs, or a picture behind, would be.
func (c *lamps) figured() bool {
	const texture = .3 // distances of the states
	return c.signs() && c.texture > texture
}

// weigh sets a board's ruling and its value, after its states are told by shade if that is better.
func weigh(v *page.View, m *colours, c *lamps) {
	b := m.bordersOf(c.mesh, c.Rows, c.Cols)
	shaded(v, c, b)
	c.ruling = b.ruling(c.Cells, c.states[0].To(c.states[1]))
	c.value = c.worth(c.ruling)
	const hidden = .97 // prefer, of two equal boards, the one with no cell like the ground
	if c.hidden {
		c.value *= hidden
	}
}
