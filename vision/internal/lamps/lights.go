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

// Limits of a board of lights.
const (
	mostLights  = 40  // rows or columns
	fewestCards = 4   // in a row
	leastApart  = 30  // the least distance of two states; black and white have 441
	mostSpread  = .22 // the largest spread of cells, divided by the distance of the states

	// The least told and the largest texture of a board if no lights are asked for. Tiles with signs
	// on them have more texture, so there is another limit of told for them.
	leastTold   = .92
	mostTexture = .14
	signsTold   = .86
)

// Find reads boards of cells in two states, on lattices of lines and on tilings. The first one
// explains most of the image by cells that are told apart; others lie beside it. A board of another
// kind than the hint's, cards or lights, is returned only if it is one beyond doubt.
func Find(ctx context.Context, v *page.View, lattices []*lattice.Lattice, hint board.Hint) ([]*page.Candidate, error) {
	all, err := readings(ctx, v, lattices, hint)
	if err == nil && hint.Kind == board.Any {
		all, err = seenAsTiles(ctx, v, all)
	}
	if err != nil {
		return nil, err
	}
	found, err := boards(ctx, v, withoutFigures(all), hint)
	if err != nil || len(found) > 0 || hint.Kind != board.Any {
		return found, err
	}
	seen, err := seenByNet(ctx, v, all)
	if seen == nil || err != nil {
		return nil, err
	}
	return boards(ctx, v, []*lamps{seen}, hint)
}

// readings returns all that may be boards of lights, right or wrong: on lattices of lines, on tilings
// and, of a photo, on maps that show it face on, smoothed by three reaches against stripes. If the
// hint has a size, each place is read with that size as well. Those of a photo are weighed: ordered by
// their worth, without those with states that are hardly told apart.
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
		for _, c := range all { // boards added below are not divided again
			if d := tellStates(v, hint.Kind, divided(c.mesh, hint.Rows, hint.Cols)); d != nil && !c.is(hint) {
				d.tiles = c.tiles
				all = append(all, d)
			}
		}
	}
	if v.Screen {
		for i, c := range all {
			all[i] = c.withoutMargin(v, hint)
		}
		return all, nil
	}
	return weighed(ctx, v, m, all)
}

// onLattices returns the boards on lattices of lines. It passes over lattices with more than mostLights
// rows or columns, and rows of too few cards. On a screen it adds outer lines that were not seen. A
// board's value is divided by the number of cells that could be one (see joinable), as lines in the
// middle of cells divide each cell into several.
func onLattices(v *page.View, m *colours, lattices []*lattice.Lattice, hint board.Hint) (all []*lamps) {
	for _, l := range lattices {
		if l.Pieced {
			all = append(all, onLattices(v, m, l.Whole, hint)...)
			continue
		}
		if max(l.Rows, l.Cols) > mostLights || l.Rows == 1 && l.Cols < fewestCards {
			continue
		}
		doubted := false
		if t := m.completed(m.tiling(l)); v.Screen && !t.guessed && t.rows*t.cols > l.Rows*l.Cols {
			l, doubted = m.lattice(t), t.doubted // a glow hides the outermost lines
		}
		if c := tellStates(v, hint.Kind, l); c != nil {
			c.unseen(doubted, hint)
			c.value /= c.joinable()
			all = append(all, c)
		}
	}
	return all
}

// onTilings returns the boards of tiles. One that shows the same as a board on lines (ruled), but more
// clearly, gets a value 1 % greater than that.
func onTilings(v *page.View, m *colours, tilings []tiling, ruled []*lamps, hint board.Hint) (all []*lamps) {
	for _, t := range tilings {
		c := tellStates(v, hint.Kind, m.lattices(t)...)
		if c == nil {
			continue
		}
		c.unseen(t.guessed || t.doubted, hint)
		c.hidden, c.tiles = !t.full(), true
		c.value = c.told * c.told * t.weight() * m.across * m.down
		if t.joined || c.Rows > 1 {
			c.value /= c.joinable()
		}
		for _, r := range ruled {
			if t.full() && !t.guessed && (c.replaces(r) || c.plainer(r)) {
				c.value = max(c.value, 1.01*r.value)
			}
		}
		all = append(all, c)
	}
	return all
}

// faced returns the boards of a photo found on a map that shows them face on, by the borders of cells
// and by tiles. It returns nil if the map m can't be turned so. Boards are left out if their cells are
// too unlike, if they have fewer than 3 rows or columns and are not what the hint asks for, or if one
// of their corners is outside the image. Hard makes the search for tiles look at more levels.
func faced(ctx context.Context, v *page.View, m *colours, hint board.Hint, hard bool) (all []*lamps, err error) {
	f, ok := m.facing()
	if !ok {
		return nil, nil
	}
	tilings, err := f.combs(ctx)
	if err != nil {
		return nil, err
	}
	n := len(tilings) // the first n are found by borders
	more, err := f.tiles(ctx, true, hard)
	for i, t := range append(tilings, more...) {
		c := tellStates(v, hint.Kind, f.lattices(t)...)
		if c == nil {
			continue
		}
		const smallest, mostTexture = 3, .3 // rows or columns; see lamps.texture
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
	return all, err
}

// is reports whether a board has the size of the hint.
func (c *lamps) is(hint board.Hint) bool { return c.Rows == hint.Rows && c.Cols == hint.Cols }

// divided returns a lattice at the same place with other numbers of rows and columns.
func divided(m plane.Mesh, rows, cols int) *lattice.Lattice {
	return lattice.New(rows, cols, func(row, col int) lattice.Point {
		return m.Place(float64(row)*float64(m.Rows)/float64(rows), float64(col)*float64(m.Cols)/float64(cols))
	})
}

// boards returns the foremost board of all, finished, and others of its kind that are plain and lie
// beside it. It returns nil if there is none. If no board has the size of the hint, it takes the
// foremost one of any size, with the flaw UnseenLines.
//
// A board without a flaw gets UnseenLines, as its size is doubted, in these cases:
//
//   - It is on a photo, or on a small image, where signs in cells look like lines between them; or it
//     is on a screen, and a larger board with the same cells is in its place. Two ways to find the
//     board that agree remove these doubts.
//   - On a photo shade falls on it, its borders are not all seen, or another size explains nearly as
//     much.
//   - The hint names no kind and the board is not plain, or its cards may be letters.
//   - The net sees a board of another size: see sized.
//   - It has several rows, and not as many columns. Nearly all boards are square, and an outer line that is cut off,
//     looks like the page or is a toolbar makes them seem not to be.
//   - Outer lines may be none of its cells but buttons: see fringed; or such lines were left out: see withoutMargin.
//   - Its cells may be parts of larger ones: see inBlocks.
//   - The image ends where it does at one side, and not at the other: see cropped.
func boards(ctx context.Context, v *page.View, all []*lamps, hint board.Hint) (boards []*page.Candidate, err error) {
	c := foremost(all, hint)
	if c == nil && hint.Rows+hint.Cols > 0 { // no board has the size of the hint
		if c = foremost(all, board.Hint{Kind: hint.Kind}); c != nil {
			c.unseen(true, hint)
		}
	}
	if c, err = c.inSight(ctx, v, all, hint); c == nil || err != nil {
		return nil, err
	}
	const smaller = 3 // other boards have at least a third of the foremost one's value
	chosen := []*lamps{c}
	for _, d := range all {
		apart := func(c *lamps) bool { return !c.Area.Overlaps(d.Area) }
		if d.Kind == c.Kind && d.plain() && smaller*d.value > c.value && !slices.ContainsFunc(chosen, func(c *lamps) bool { return !apart(c) }) {
			chosen = append(chosen, d)
		}
	}
	for _, c := range chosen {
		if c, err = c.sized(ctx, v, hint); err != nil {
			return nil, err
		}
		finish(v, c)
		doubted := !v.Screen || (c.hidden || !c.tiles || c.Kind == board.Cards) && c.partly(all)
		if (doubted && !c.confirmed(all) || !v.Screen && (c.shade || c.rivalled(all)) || hint.Kind == board.Any && !c.plain() || c.letters() || v.Few() && !c.confirmed(all)) && len(c.Flaws) == 0 {
			c.unseen(true, hint)
		}
		if c.plain() {
			c.Whole = 1
		}
		c.unseen(c.Rows > 1 && (c.freed || c.Rows != c.Cols || c.fringed(v) || c.inBlocks() || c.cropped(v)), hint)
		if c.drawnOn != noSigns {
			c.Flaws = append(c.Flaws, board.Signs)
		}
		rivals, err := c.findRivals(ctx, v, hint)
		if err != nil {
			return nil, err
		}
		c.draw(rivals)
		boards = append(boards, &c.Candidate)
	}
	return boards, nil
}

// inBlocks reports whether more than half of a board's rows show the same as the row above, and more than half of its
// columns the same as the column before. So do the pieces of larger cells; few boards of at least 8 × 8 do.
func (c *lamps) inBlocks() bool {
	const least = 8
	repeats := func(lines, along int, cell func(line, i int) int) bool {
		n := 0
		for line := 1; line < lines; line++ {
			same := true
			for i := range along {
				same = same && c.Cells[cell(line, i)].State[0].Value == c.Cells[cell(line-1, i)].State[0].Value
			}
			if same {
				n++
			}
		}
		return 2*n > lines-1
	}
	return min(c.Rows, c.Cols) >= least &&
		repeats(c.Rows, c.Cols, func(row, i int) int { return row*c.Cols + i }) &&
		repeats(c.Cols, c.Rows, func(col, i int) int { return i*c.Cols + col })
}

// confirmed reports whether two ways find a board of the same size in the same place: lines and tiles,
// or borders and tiles that all stand out. On a photo one alone is often misled by moiré or a shadow.
func (c *lamps) confirmed(all []*lamps) bool {
	return slices.ContainsFunc(all, func(d *lamps) bool {
		return d.Rows == c.Rows && d.Cols == c.Cols && (d.tiles != c.tiles && d.Area.Overlaps(c.Area) || c.agrees(d) || d.agrees(c))
	})
}

// agrees reports whether a board found by borders covers the same place as a board of tiles that all
// stand out.
func (c *lamps) agrees(d *lamps) bool {
	const covered = .9 // the share of the larger area
	area := func(r image.Rectangle) float64 { return float64(r.Dx() * r.Dy()) }
	return c.bordered && d.tiles && !d.bordered && !d.hidden && len(d.Flaws) == 0 &&
		area(c.Area.Intersect(d.Area)) > covered*max(area(c.Area), area(d.Area))
}

// rivalled reports whether some borders of a board are not seen, or a board of another size in the same
// place explains nearly as much.
func (c *lamps) rivalled(all []*lamps) bool {
	const seen, nearly = .9, .8 // shares of the borders, and of the board's value
	return min(c.ruling.outer, c.ruling.inner) < seen || slices.ContainsFunc(all, func(d *lamps) bool {
		return (d.Rows != c.Rows || d.Cols != c.Cols) && d.value > nearly*c.value && d.Area.Overlaps(c.Area)
	})
}

// partly reports whether another board in the same place has more cells of the same size, so that it is
// not clear where the board ends.
func (c *lamps) partly(all []*lamps) bool {
	const size = .1 // the difference of cells, as a share
	return slices.ContainsFunc(all, func(d *lamps) bool {
		return max(d.Rows-c.Rows, d.Cols-c.Cols) > 0 && d.told >= leastTold && d.Area.Overlaps(c.Area) &&
			math.Abs(c.w-d.w) < size*d.w && math.Abs(c.h-d.h) < size*d.h
	})
}

// unseen adds the flaw UnseenLines if the board's size was inferred, unless the hint has that size.
func (c *lamps) unseen(inferred bool, hint board.Hint) {
	if inferred && !c.is(hint) && !slices.Contains(c.Flaws, board.UnseenLines) {
		c.Flaws = append(c.Flaws, board.UnseenLines)
	}
}

// foremost returns the board with the greatest value among those of the hint's size; nil if there is
// none. A board of another kind has to be plain or, if the hint asks for no kind, of tiles with signs or of lamps that
// look alike. The value of a board with all cells in one state, and no signs on them, is divided by 4, for good.
func foremost(all []*lamps, hint board.Hint) (best *lamps) {
	for _, c := range all {
		switch {
		case c.Kind != hint.Kind && !(c.plain() || hint.Kind == board.Any && (c.signs() || c.lampsAlike() || c.seen)):
			continue
		case hint.Rows > 0 && c.Rows != hint.Rows, hint.Cols > 0 && c.Cols != hint.Cols:
			continue
		case c.one && c.drawnOn == noSigns: // it may be a part of a board, or a row of buttons
			c.value /= 4
		}
		if best == nil || c.value > best.value {
			best = c
		}
	}
	return best
}

// plain reports whether a reading is clear enough to be a board even if its kind is not asked for: it
// has at least 3 rows and 3 columns, or fewestCards cards, both states, no flaw and no hidden cells,
// and its cells are told apart well and alike in each state. The limits are lower for a board found by
// borders.
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

// signs reports whether a reading may be of tiles with signs, or with a picture behind them: all of its at least 16
// cells stand out from the gaps between them, or 9 if their rims tell the states, or all of its at least 6 upright
// cards.
func (c *lamps) signs() bool {
	least := 4
	if c.drawnOn == onRims {
		least = 3
	}
	enough := min(c.Rows, c.Cols) >= least || c.Kind == board.Cards && c.Cols >= 6 && c.h > upright*c.w
	return enough && c.tiles && (!c.one || c.drawnOn != noSigns) && !c.hidden && c.told >= signsTold && len(c.Flaws) == 0
}

// letters reports whether cards may be the letters of a word: some hardly stand out from the page, and
// those of one state are unlike. On an image without a board a word looks most like cards.
func (c *lamps) letters() bool { return c.Kind == board.Cards && c.hidden && c.texture > mostTexture }

// plainer reports whether a reading has more cells than another one in the same place, and tells them
// better apart: the other one found lines that are not between cells.
func (c *lamps) plainer(d *lamps) bool {
	return c.Rows*c.Cols > d.Rows*d.Cols && c.told > d.told && c.Area.Overlaps(d.Area)
}

// replaces reports whether a reading has all cells of another one, maybe more, and tells them apart
// about as well.
func (c *lamps) replaces(d *lamps) bool {
	const size, told, covered = .08, .03, .9 // shares: the difference of cells, the difference of told, the common area
	area := func(r image.Rectangle) float64 { return float64(r.Dx() * r.Dy()) }
	return math.Abs(c.w-d.w) < size*d.w && math.Abs(c.h-d.h) < size*d.h && c.told > d.told-told &&
		c.Rows >= d.Rows && c.Cols >= d.Cols && area(c.Area.Intersect(d.Area)) > covered*area(d.Area)
}
