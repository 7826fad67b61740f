package vision

import (
	"context"
	"image"
	"math"
	"slices"

	"kibitz/vision/internal/lattice"
)

// Bounds on a board of lights.
const (
	mostLights  = 40
	fewestCards = 4   // in a row
	leastApart  = 30  // the distance of two states, of the colours' 441
	mostSpread  = .22 // how far cells may be from their states, of the distance of two

	// Where no lights are asked for, how well states have to be told apart, and how unlike cells of
	// one state may be, of the distance of two. Tiles with signs on them are unlike.
	leastTold   = .92
	mostTexture = .14
	signsTold   = .86
)

// lights reads boards of cells in two states, on lattices of lines and on tilings: first the one
// that explains most of the image by cells that are told apart, then others beside it. It is of the
// other kind than is asked for, cards or lights, only where it is one without any doubt.
func (v *view) lights(ctx context.Context, lattices []*lattice.Lattice, hint Hint) ([]*candidate, error) {
	all, err := v.readings(ctx, lattices, hint)
	if err != nil {
		return nil, err
	}
	return v.boards(all, hint), nil
}

// readings are all that may be boards of lights, right or wrong.
func (v *view) readings(ctx context.Context, lattices []*lattice.Lattice, hint Hint) ([]*lamps, error) {
	m := v.newColours(tileSide)
	var all []*lamps
	for _, l := range lattices {
		if max(l.Rows, l.Cols) > mostLights || l.Rows == 1 && l.Cols < fewestCards {
			continue
		}
		doubted := false
		if t := m.completed(m.tiling(l)); v.screen && !t.guessed && t.rows*t.cols > l.Rows*l.Cols {
			l, doubted = m.lattice(t), t.doubted // its outermost lines were lost in a glow
		}
		for _, c := range v.partsOn(l, hint.Kind) {
			c.unseen(doubted, hint)
			c.value /= c.coarser()
			all = append(all, c)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	tilings, err := m.tiles(ctx, v.screen, hint.Kind.Numberless() || v.screen)
	if err != nil {
		return nil, err
	}
	ruled := all
	for _, t := range tilings {
		for _, c := range v.partsOn(m.lattice(t), hint.Kind) {
			c.unseen(t.guessed || t.doubted, hint)
			c.hidden, c.tiles = !t.full(), true
			share := float64(c.Rows*c.Cols) / float64(t.rows*t.cols)
			c.value = c.told * c.told * t.weight() * m.across * m.down * share
			if t.joined || t.rows > 1 {
				c.value /= c.coarser()
			}
			for _, r := range ruled {
				if t.full() && !t.guessed && (c.replaces(r) || c.plainer(r)) {
					c.value = max(c.value, 1.01*r.value)
				}
			}
			all = append(all, c)
		}
	}
	if !v.screen {
		for _, reach := range []int{0, 1, 3} {
			faced, err := v.faced(ctx, m.smooth(reach), hint, reach > 0)
			if err != nil {
				return nil, err
			}
			all = append(all, faced...)
		}
	}
	if hint.Rows > 0 && hint.Cols > 0 {
		for _, c := range all {
			if d := v.tellStates(c.mesh.divided(hint.Rows, hint.Cols), hint.Kind); d != nil && !c.is(hint) {
				d.tiles = c.tiles
				all = append(all, d)
			}
		}
	}
	if v.screen {
		return all, nil
	}
	return v.weighed(ctx, m, all, hint)
}

// faced are the boards of a photo as they are seen face on.
func (v *view) faced(ctx context.Context, m *colours, hint Hint, hard bool) (all []*lamps, err error) {
	f, ok := m.facing()
	if !ok {
		return nil, nil
	}
	tilings, err := f.combs(ctx)
	if err != nil {
		return nil, err
	}
	n := len(tilings)
	more, err := f.tiles(ctx, true, hard)
	for i, t := range append(tilings, more...) {
		for _, c := range v.partsOn(f.lattice(t), hint.Kind) {
			if i < n {
				c = v.grown(c, hint.Kind)
			}
			const smallest, mostTexture = 3, .3
			row := c.Rows == 1 && hint.Kind == Cards
			if c.texture > mostTexture || min(c.Rows, c.Cols) < smallest && !row && !c.is(hint) || !v.shows(c.mesh.at(0, 0)) ||
				!v.shows(c.mesh.at(0, float64(c.Cols))) || !v.shows(c.mesh.at(float64(c.Rows), 0)) || !v.shows(c.mesh.at(float64(c.Rows), float64(c.Cols))) {
				continue
			}
			c.unseen(t.guessed || t.doubted, hint)
			c.tiles, c.hidden, c.bordered = true, !t.full(), i < n
			c.value *= t.seen() * t.seen() / c.coarser()
			all = append(all, c)
		}
	}
	return all, err
}

// grown is a board with the lines beside it that go on as it does: its outermost borders may be too
// faint to be seen.
func (v *view) grown(c *lamps, kind Kind) *lamps {
	const most = 3
	for range most {
		top, bottom, left, right := v.linesBeside(c)
		if top+bottom+left+right == 0 {
			break
		}
		d := v.tellStates(lattice.New(c.Rows+top+bottom, c.Cols+left+right, func(row, col int) lattice.Point {
			return c.mesh.at(float64(row-top), float64(col-left))
		}), kind)
		if d == nil {
			break
		}
		c = d
	}
	return c
}

// is tells whether a board has the size that it is known to have.
func (c *lamps) is(hint Hint) bool { return c.Rows == hint.Rows && c.Cols == hint.Cols }

// divided is a lattice with other numbers of rows and columns in the same place.
func (m mesh) divided(rows, cols int) *lattice.Lattice {
	return lattice.New(rows, cols, func(row, col int) lattice.Point {
		return m.at(float64(row)*float64(m.Rows)/float64(rows), float64(col)*float64(m.Cols)/float64(cols))
	})
}

// partsOn are the boards on a lattice: one, or those that it is made of; none where there are none.
func (v *view) partsOn(l *lattice.Lattice, kind Kind) []*lamps {
	whole := v.tellStates(l, kind)
	if whole == nil {
		return nil
	}
	var all []*lamps
	for _, part := range whole.parts() {
		if c := v.tellStates(part, kind); c != nil {
			c.Flaws = append(c.Flaws, UnseenLines) // where they end is not sure
			all = append(all, c)
		}
	}
	if len(all) == 0 {
		return []*lamps{whole}
	}
	return all
}

// boards are the foremost of what was read, and other boards beside it. On a small image, where signs
// in cells look like lines between them, its size is asked for unless lines and tiles agree.
func (v *view) boards(all []*lamps, hint Hint) (boards []*candidate) {
	c := foremost(all, hint)
	if c == nil && hint.Rows+hint.Cols > 0 { // what is there has another size
		if c = foremost(all, Hint{Kind: hint.Kind}); c != nil {
			c.unseen(true, hint)
		}
	}
	if c == nil {
		return nil
	}
	const smaller = 3 // is a board that is one of several, at most
	chosen := []*lamps{c}
	for _, d := range all {
		apart := func(c *lamps) bool { return !c.area.Overlaps(d.area) }
		if d.Kind == c.Kind && d.plain() && smaller*d.value > c.value && !slices.ContainsFunc(chosen, func(c *lamps) bool { return !apart(c) }) {
			chosen = append(chosen, d)
		}
	}
	for _, c := range chosen {
		v.finish(c)
		doubted := !v.screen || (c.hidden || !c.tiles || c.Kind == Cards) && c.partly(all)
		if (doubted && !c.confirmed(all) || !v.screen && (c.shade || c.rivalled(all)) || hint.Kind == Any && !c.plain() || c.letters() || v.few() && !c.confirmed(all)) && len(c.Flaws) == 0 {
			c.unseen(true, hint)
		}
		if c.plain() {
			c.whole = 1
		}
		boards = append(boards, &c.candidate)
	}
	return boards
}

// confirmed tells whether lines and tiles say the same of a board, or the borders of cells and
// tiles that all stand out. On a photo one of them alone is often misled, by moire or by a shadow.
func (c *lamps) confirmed(all []*lamps) bool {
	return slices.ContainsFunc(all, func(d *lamps) bool {
		return d.Rows == c.Rows && d.Cols == c.Cols && (d.tiles != c.tiles && d.area.Overlaps(c.area) || c.agrees(d) || d.agrees(c))
	})
}

// agrees tells whether the borders of one board's cells have it where another one's tiles stand out.
func (c *lamps) agrees(d *lamps) bool {
	const covered = .9
	area := func(r image.Rectangle) float64 { return float64(r.Dx() * r.Dy()) }
	byBorders := func(c *lamps) bool { return c.bordered || c.climbed }
	return byBorders(c) && d.tiles && !byBorders(d) && !d.hidden && len(d.Flaws) == 0 &&
		area(c.area.Intersect(d.area)) > covered*max(area(c.area), area(d.area))
}

// rivalled tells whether not all borders of a board are seen, or whether others in its place explain nearly as much.
func (c *lamps) rivalled(all []*lamps) bool {
	const seen, nearly = .9, .8
	return min(c.ruling.outer, c.ruling.inner) < seen || slices.ContainsFunc(all, func(d *lamps) bool {
		return (d.Rows != c.Rows || d.Cols != c.Cols) && d.value > nearly*c.value && d.area.Overlaps(c.area)
	})
}

// partly tells whether another reading has cells of the same size where this one is, and more of
// them: what is seen does not say where the board ends.
func (c *lamps) partly(all []*lamps) bool {
	const size = .1
	return slices.ContainsFunc(all, func(d *lamps) bool {
		return max(d.Rows-c.Rows, d.Cols-c.Cols) > 0 && d.told >= leastTold && d.area.Overlaps(c.area) &&
			math.Abs(c.w-d.w) < size*d.w && math.Abs(c.h-d.h) < size*d.h
	})
}

// unseen notes that the board's size was inferred, unless it is the one that is known beforehand.
func (c *lamps) unseen(inferred bool, hint Hint) {
	if inferred && !c.is(hint) {
		c.Flaws = append(c.Flaws, UnseenLines)
	}
}

// foremost is what explains most, of the size that is asked for if there is any; nil if there is
// nothing.
func foremost(all []*lamps, hint Hint) (best *lamps) {
	for _, c := range all {
		switch {
		case c.Kind != hint.Kind && !(c.plain() || hint.Kind == Any && c.signs()):
			continue
		case hint.Rows > 0 && c.Rows != hint.Rows, hint.Cols > 0 && c.Cols != hint.Cols:
			continue
		case c.one: // as many a part of a board is, or a row of buttons
			c.value /= 4
		}
		if best == nil || c.value > best.value {
			best = c
		}
	}
	return best
}

// plain tells whether a reading is a board even where none of its kind is looked for.
func (c *lamps) plain() bool {
	least := 3
	if c.Kind == Cards {
		least = fewestCards
	}
	leastTold, mostTexture := leastTold, mostTexture
	if c.bordered {
		leastTold, mostTexture = .9, .2
	}
	return !c.one && !c.hidden && max(c.Rows, c.Cols) >= least && (c.Kind == Cards || min(c.Rows, c.Cols) >= least) &&
		c.told >= leastTold && c.texture <= mostTexture && len(c.Flaws) == 0
}

// signs tells whether a reading is of tiles with signs on them, or a picture behind: all of its many
// cells stand out from what is between them.
func (c *lamps) signs() bool {
	return c.tiles && !c.one && !c.hidden && min(c.Rows, c.Cols) >= 4 && c.told >= signsTold && len(c.Flaws) == 0
}

// letters tells whether what was read may be letters of a word: some hardly stand out from the page,
// and those of one state are unlike. Without a board in sight a word is what is most like cards.
func (c *lamps) letters() bool { return c.Kind == Cards && c.hidden && c.texture > mostTexture }

// plainer tells whether a reading has more cells than another one in its place, and better told
// apart: lines were seen there that are none of the board's.
func (c *lamps) plainer(d *lamps) bool {
	return c.Rows*c.Cols > d.Rows*d.Cols && c.told > d.told && c.area.Overlaps(d.area)
}

// replaces tells whether a reading has the cells of another one and maybe more, as well told apart.
func (c *lamps) replaces(d *lamps) bool {
	const size, told, covered = .08, .03, .9
	area := func(r image.Rectangle) float64 { return float64(r.Dx() * r.Dy()) }
	return math.Abs(c.w-d.w) < size*d.w && math.Abs(c.h-d.h) < size*d.h && c.told > d.told-told &&
		c.Rows >= d.Rows && c.Cols >= d.Cols && area(c.area.Intersect(d.area)) > covered*area(d.area)
}
