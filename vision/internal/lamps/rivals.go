package lamps

import (
	"cmp"
	"context"
	"image"
	"math"
	"slices"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/cells"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// A rival is another extent of a board, in cells of the board, with its log odds.
type rival struct {
	in   image.Rectangle
	odds float64
}

// findRivals adds to a board of doubted size the same board in other extents, two at most, and returns these.
func (c *lamps) findRivals(ctx context.Context, v *page.View, hint board.Hint) ([]image.Rectangle, error) {
	const most, tiles = 2, .2 // rivals; the probability of tiles below which the net's cells say nothing
	if c.is(hint) || len(c.lines) > 1 || !slices.Contains(c.Flaws, board.UnseenLines) {
		return nil, nil
	}
	b, err := v.Cells(ctx, c.mesh, c.Rows, c.Cols)
	if err != nil {
		return nil, err
	}
	if b != nil && b.Kind[cells.Tiles] < tiles {
		b = nil
	}
	own := image.Rect(0, 0, c.Cols, c.Rows)
	var chosen []image.Rectangle
	for _, r := range c.extents(v, b) {
		same := func(other image.Rectangle) bool { return other.Size() == r.in.Size() }
		if len(chosen) == most || same(own) || slices.ContainsFunc(chosen, same) {
			continue
		}
		d := tellStates(v, c.Kind, c.latticeOf(r.in))
		if d != nil && d.Kind == c.Kind {
			chosen, c.Rivals = append(chosen, r.in), append(c.Rivals, d.Reading)
		}
	}
	return chosen, nil
}

// extents returns extents with a line more or less at one side or two, the likeliest first. Most boards are square.
func (c *lamps) extents(v *page.View, b *cells.Board) (all []rival) {
	const (
		square = 2. // log odds for a board with as many rows as columns
		least  = -5 // the log odds of a rival, relative to the board's
		lower  = -9 // the same beside a board that is not square, for one that is
	)
	add := func(r image.Rectangle, odds float64) {
		if c.Rows > 1 && min(r.Dx(), r.Dy()) < 3 || c.Rows == 1 && (r.Dy() != 1 || r.Dx() < fewestCards) || !c.shown(v, r) {
			return
		}
		limit := float64(least)
		switch is := r.Dx() == r.Dy(); {
		case c.Rows == 1 || is == (c.Rows == c.Cols):
		case is:
			odds, limit = odds+square, lower
		default:
			odds -= square
		}
		if odds > limit {
			all = append(all, rival{r, odds})
		}
	}
	for side := range 4 {
		for _, by := range []int{-1, 1} {
			one, odds := c.changed(v, b, image.Rect(0, 0, c.Cols, c.Rows), side, by)
			add(one, odds)
			for other := range side {
				for _, too := range []int{-1, 1} {
					two, more := c.changed(v, b, one, other, too)
					both := odds + more
					if other/2 == side/2 && too == by { // the margins of a window are alike
						both = min(odds, more)
					}
					add(two, both)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b rival) int { return cmp.Compare(b.odds, a.odds) })
	return all
}

// changed returns an extent with a line more (by 1) or less (by -1) at a side, and the log odds of that: by whether the
// net sees the board's cells there, if there is a board of the net's, and by whether the line looks like its states.
func (c *lamps) changed(v *page.View, b *cells.Board, r image.Rectangle, side, by int) (to image.Rectangle, odds float64) {
	const unlike, seldom = 3., .05 // log odds; the probability of another line if the net says nothing
	to = cells.Grow(r, side, by)
	line, p := cells.Outer(to, side), seldom
	if by < 0 {
		line, p = cells.Outer(r, side), 1-seldom
	}
	if b != nil {
		p = b.Mean(line.Add(image.Pt(cells.Ring, cells.Ring)), cells.Outside)
	}
	odds = math.Log(max(p, 1e-4) / max(1-p, 1e-4))
	switch {
	case by < 0:
		return to, -odds
	case !c.fit(v, line):
		return to, odds - unlike
	}
	return to, odds
}

// shown reports whether the middles of the corner cells of an extent are on the image.
func (c *lamps) shown(v *page.View, r image.Rectangle) bool {
	for k := range 4 {
		row, col := [2]int{r.Min.Y, r.Max.Y - 1}[k/2], [2]int{r.Min.X, r.Max.X - 1}[k%2]
		if !v.Shows(c.mesh.Place(float64(row)+.5, float64(col)+.5)) {
			return false
		}
	}
	return true
}

// drawLines lays out cards in several lines as one straight drawing, and sets the boxes of all cards.
func (c *lamps) drawLines() {
	first := c.lines[0]
	top := func(line *lattice.Lattice) float64 { return (line.At(0, 0).Y - first.At(0, 0).Y) / c.h }
	area := plane.Area{Top: -.2, Left: -.2, Bottom: top(c.lines[len(c.lines)-1]) + 1, Right: float64(first.Cols)}
	c.Drawing = plane.Straight(c.mesh, 1, first.Cols, area)
	for i := range c.Cells {
		row, col := top(c.lines[i/first.Cols]), float64(i%first.Cols)
		c.Cells[i].Box = c.Drawing.Box(plane.Area{Top: row, Left: col, Bottom: row + 1, Right: col + 1})
	}
}

// draw lays out the board and its rivals, whose extents are in cells of the board, as one straight drawing, and sets
// the boxes of all cells.
func (c *lamps) draw(rivals []image.Rectangle) {
	if len(c.lines) > 1 {
		c.drawLines()
		return
	}
	own := image.Rect(0, 0, c.Cols, c.Rows)
	all := own
	for _, r := range rivals {
		all = all.Union(r)
	}
	c.Drawing = plane.Straight(c.mesh, c.Rows, c.Cols, plane.Area{Top: float64(all.Min.Y) - .2, Left: float64(all.Min.X) - .2, Bottom: float64(all.Max.Y), Right: float64(all.Max.X)})
	for k, r := range append([]image.Rectangle{own}, rivals...) {
		cells := c.Cells
		if k > 0 {
			cells = c.Rivals[k-1].Cells
		}
		for i := range cells {
			row, col := float64(r.Min.Y+i/r.Dx()), float64(r.Min.X+i%r.Dx())
			cells[i].Box = c.Drawing.Box(plane.Area{Top: row, Left: col, Bottom: row + 1, Right: col + 1})
		}
	}
}
