// Package lamps finds and reads boards of cells in two states without numbers: lights and cards.
package lamps

import (
	"context"
	"image"
	"math"
	"slices"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
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

// Find reads boards of cells in two states, on lattices of lines and on tilings: first the one
// that explains most of the image by cells that are told apart, then others beside it. It is of the
// other kind than is asked for, cards or lights, only where it is one without any doubt.
func Find(ctx context.Context, v *page.View, lattices []*lattice.Lattice, hint board.Hint) ([]*page.Candidate, error) {
	all, err := readings(ctx, v, lattices, hint)
	if err != nil {
		return nil, err
	}
	return boards(v, all, hint), nil
}

// readings returns all that may be boards of lights, right or wrong.
func readings(ctx context.Context, v *page.View, lattices []*lattice.Lattice, hint board.Hint) ([]*lamps, error) {
	m := newColours(v, tileSide)
	all := onLattices(v, m, lattices, hint)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	tilings, err := m.tiles(ctx, v.Screen, hint.Kind.Numberless() || v.Screen)
	if err != nil {
		return nil, err
	}
	all = append(all, onTilings(v, m, tilings, all, hint)...)
	if !v.Screen {
		for _, reach := range []int{0, 1, 3} {
			faced, err := faced(ctx, v, m.smooth(reach), hint, reach > 0)
			if err != nil {
				return nil, err
			}
			all = append(all, faced...)
		}
	}
	if hint.Rows > 0 && hint.Cols > 0 {
		for _, c := range all {
			if d := tellStates(v, divided(c.mesh, hint.Rows, hint.Cols), hint.Kind); d != nil && !c.is(hint) {
				d.tiles = c.tiles
				all = append(all, d)
			}
		}
	}
	if v.Screen {
		return all, nil
	}
	return weighed(ctx, v, m, all)
}

// onLattices returns the boards on lattices of lines.
func onLattices(v *page.View, m *colours, lattices []*lattice.Lattice, hint board.Hint) (all []*lamps) {
	for _, l := range lattices {
		if max(l.Rows, l.Cols) > mostLights || l.Rows == 1 && l.Cols < fewestCards {
			continue
		}
		doubted := false
		if t := m.completed(m.tiling(l)); v.Screen && !t.guessed && t.rows*t.cols > l.Rows*l.Cols {
			l, doubted = m.lattice(t), t.doubted // its outermost lines were lost in a glow
		}
		for _, c := range partsOn(v, l, hint.Kind) {
			c.unseen(doubted, hint)
			c.value /= coarser(c.Reading)
			all = append(all, c)
		}
	}
	return all
}

// onTilings returns the boards of tiles. One that says the same as a board on lines, but more plainly, is worth
// more than that.
func onTilings(v *page.View, m *colours, tilings []tiling, ruled []*lamps, hint board.Hint) (all []*lamps) {
	for _, t := range tilings {
		for _, c := range partsOn(v, m.lattice(t), hint.Kind) {
			c.unseen(t.guessed || t.doubted, hint)
			c.hidden, c.tiles = !t.full(), true
			share := float64(c.Rows*c.Cols) / float64(t.rows*t.cols)
			c.value = c.told * c.told * t.weight() * m.across * m.down * share
			if t.joined || t.rows > 1 {
				c.value /= coarser(c.Reading)
			}
			for _, r := range ruled {
				if t.full() && !t.guessed && (c.replaces(r) || c.plainer(r)) {
					c.value = max(c.value, 1.01*r.value)
				}
			}
			all = append(all, c)
		}
	}
	return all
}

// faced are the boards of a photo as they are seen face on.
func faced(ctx context.Context, v *page.View, m *colours, hint board.Hint, hard bool) (all []*lamps, err error) {
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
		for _, c := range partsOn(v, f.lattice(t), hint.Kind) {
			const smallest, mostTexture = 3, .3
			row := c.Rows == 1 && hint.Kind == board.Cards
			if c.texture > mostTexture || min(c.Rows, c.Cols) < smallest && !row && !c.is(hint) || !v.Shows(c.mesh.Place(0, 0)) ||
				!v.Shows(c.mesh.Place(0, float64(c.Cols))) || !v.Shows(c.mesh.Place(float64(c.Rows), 0)) || !v.Shows(c.mesh.Place(float64(c.Rows), float64(c.Cols))) {
				continue
			}
			c.unseen(t.guessed || t.doubted, hint)
			c.tiles, c.hidden, c.bordered = true, !t.full(), i < n
			c.value *= t.seen() * t.seen() / coarser(c.Reading)
			all = append(all, c)
		}
	}
	return all, err
}

// is tells whether a board has the size that it is known to have.
func (c *lamps) is(hint board.Hint) bool { return c.Rows == hint.Rows && c.Cols == hint.Cols }

// divided is a lattice with other numbers of rows and columns in the same place.
func divided(m plane.Mesh, rows, cols int) *lattice.Lattice {
	return lattice.New(rows, cols, func(row, col int) lattice.Point {
		return m.Place(float64(row)*float64(m.Rows)/float64(rows), float64(col)*float64(m.Cols)/float64(cols))
	})
}

// partsOn are the boards on a lattice: one, or those that it is made of; none where there are none.
func partsOn(v *page.View, l *lattice.Lattice, kind board.Kind) []*lamps {
	whole := tellStates(v, l, kind)
	if whole == nil {
		return nil
	}
	var all []*lamps
	for _, part := range whole.parts() {
		if c := tellStates(v, part, kind); c != nil {
			c.Flaws = append(c.Flaws, board.UnseenLines) // where they end is not sure
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
func boards(v *page.View, all []*lamps, hint board.Hint) (boards []*page.Candidate) {
	c := foremost(all, hint)
	if c == nil && hint.Rows+hint.Cols > 0 { // what is there has another size
		if c = foremost(all, board.Hint{Kind: hint.Kind}); c != nil {
			c.unseen(true, hint)
		}
	}
	if c == nil {
		return nil
	}
	const smaller = 3 // is a board that is one of several, at most
	chosen := []*lamps{c}
	for _, d := range all {
		apart := func(c *lamps) bool { return !c.Area.Overlaps(d.Area) }
		if d.Kind == c.Kind && d.plain() && smaller*d.value > c.value && !slices.ContainsFunc(chosen, func(c *lamps) bool { return !apart(c) }) {
			chosen = append(chosen, d)
		}
	}
	for _, c := range chosen {
		finish(v, c)
		doubted := !v.Screen || (c.hidden || !c.tiles || c.Kind == board.Cards) && c.partly(all)
		if (doubted && !c.confirmed(all) || !v.Screen && (c.shade || c.rivalled(all)) || hint.Kind == board.Any && !c.plain() || c.letters() || v.Few() && !c.confirmed(all)) && len(c.Flaws) == 0 {
			c.unseen(true, hint)
		}
		if c.plain() {
			c.Whole = 1
		}
		boards = append(boards, &c.Candidate)
	}
	return boards
}

// confirmed tells whether lines and tiles say the same of a board, or the borders of cells and
// tiles that all stand out. On a photo one of them alone is often misled, by moire or by a shadow.
func (c *lamps) confirmed(all []*lamps) bool {
	return slices.ContainsFunc(all, func(d *lamps) bool {
		return d.Rows == c.Rows && d.Cols == c.Cols && (d.tiles != c.tiles && d.Area.Overlaps(c.Area) || c.agrees(d) || d.agrees(c))
	})
}

// agrees tells whether the borders of one board's cells have it where another one's tiles stand out.
func (c *lamps) agrees(d *lamps) bool {
	const covered = .9
	area := func(r image.Rectangle) float64 { return float64(r.Dx() * r.Dy()) }
	return c.bordered && d.tiles && !d.bordered && !d.hidden && len(d.Flaws) == 0 &&
		area(c.Area.Intersect(d.Area)) > covered*max(area(c.Area), area(d.Area))
}

// rivalled tells whether not all borders of a board are seen, or whether others in its place explain nearly as much.
func (c *lamps) rivalled(all []*lamps) bool {
	const seen, nearly = .9, .8
	return min(c.ruling.outer, c.ruling.inner) < seen || slices.ContainsFunc(all, func(d *lamps) bool {
		return (d.Rows != c.Rows || d.Cols != c.Cols) && d.value > nearly*c.value && d.Area.Overlaps(c.Area)
	})
}

// partly tells whether another reading has cells of the same size where this one is, and more of
// them: what is seen does not say where the board ends.
func (c *lamps) partly(all []*lamps) bool {
	const size = .1
	return slices.ContainsFunc(all, func(d *lamps) bool {
		return max(d.Rows-c.Rows, d.Cols-c.Cols) > 0 && d.told >= leastTold && d.Area.Overlaps(c.Area) &&
			math.Abs(c.w-d.w) < size*d.w && math.Abs(c.h-d.h) < size*d.h
	})
}

// unseen notes that the board's size was inferred, unless it is the one that is known beforehand.
func (c *lamps) unseen(inferred bool, hint board.Hint) {
	if inferred && !c.is(hint) {
		c.Flaws = append(c.Flaws, board.UnseenLines)
	}
}

// foremost is what explains most, of the size that is asked for if there is any; nil if there is
// nothing.
func foremost(all []*lamps, hint board.Hint) (best *lamps) {
	for _, c := range all {
		switch {
		case c.Kind != hint.Kind && !(c.plain() || hint.Kind == board.Any && c.signs()):
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
	if c.Kind == board.Cards {
		least = fewestCards
	}
	leastTold, mostTexture := leastTold, mostTexture
	if c.bordered {
		leastTold, mostTexture = .9, .2
	}
	return !c.one && !c.hidden && max(c.Rows, c.Cols) >= least && (c.Kind == board.Cards || min(c.Rows, c.Cols) >= least) &&
		c.told >= leastTold && c.texture <= mostTexture && len(c.Flaws) == 0
}

// signs tells whether a reading is of tiles with signs on them, or a picture behind: all of its many
// cells stand out from what is between them.
func (c *lamps) signs() bool {
	return c.tiles && !c.one && !c.hidden && min(c.Rows, c.Cols) >= 4 && c.told >= signsTold && len(c.Flaws) == 0
}

// letters tells whether what was read may be letters of a word: some hardly stand out from the page,
// and those of one state are unlike. Without a board in sight a word is what is most like cards.
func (c *lamps) letters() bool { return c.Kind == board.Cards && c.hidden && c.texture > mostTexture }

// plainer tells whether a reading has more cells than another one in its place, and better told
// apart: lines were seen there that are none of the board's.
func (c *lamps) plainer(d *lamps) bool {
	return c.Rows*c.Cols > d.Rows*d.Cols && c.told > d.told && c.Area.Overlaps(d.Area)
}

// replaces tells whether a reading has the cells of another one and maybe more, as well told apart.
func (c *lamps) replaces(d *lamps) bool {
	const size, told, covered = .08, .03, .9
	area := func(r image.Rectangle) float64 { return float64(r.Dx() * r.Dy()) }
	return math.Abs(c.w-d.w) < size*d.w && math.Abs(c.h-d.h) < size*d.h && c.told > d.told-told &&
		c.Rows >= d.Rows && c.Cols >= d.Cols && area(c.Area.Intersect(d.Area)) > covered*area(d.Area)
}
