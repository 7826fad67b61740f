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
)

// sized returns the board with the size that the net of package cells sees. A board without numbers has a size only by
// its looks, so where the net sees a line more or less it is doubted. The other size is taken if it is a square or the
// net is sure of it. A square is left only for another square, and doubted only if the net is sure: nearly all boards
// are square. Lines whose cells look like none of its states are not added: they may be buttons.
func (c *lamps) sized(ctx context.Context, v *page.View, hint board.Hint) (*lamps, error) {
	const nothing = .5             // the probability that the net sees no board, above which its cells say nothing
	if c.is(hint) || c.Rows == 1 { // each row of cards is asked about anyway
		return c, nil
	}
	b, err := v.Cells(ctx, c.mesh, c.Rows, c.Cols)
	if b == nil || err != nil || b.Kind[cells.None] > nothing {
		return c, err
	}
	const ring = cells.Ring
	was := image.Rect(ring, ring, ring+c.Cols, ring+c.Rows)
	in, sure := extent(b, was)
	switch {
	case in != was && in.In(was) && c.fringedAt(v, was, in):
		sure = true // their looks say the same
	case c.hidden: // the net does not see cells that look like the ground, either
		in = in.Union(was)
	}
	square, toSquare := c.Rows == c.Cols, in.Dx() == in.Dy()
	if in == was || square && !sure {
		return c, nil
	}
	c.unseen(true, hint)
	if !toSquare && (square || !sure) || min(in.Dx(), in.Dy()) < 2 || !c.allFit(v, in.Sub(was.Min)) {
		return c, nil
	}
	m, off := c.mesh, in.Min.Sub(was.Min)
	d := tellStates(v, lattice.New(in.Dy(), in.Dx(), func(row, col int) lattice.Point {
		return m.Place(float64(row+off.Y), float64(col+off.X))
	}), hint.Kind)
	if d == nil || d.Kind != c.Kind || d.one {
		return c, nil
	}
	d.tiles, d.bordered, d.value = c.tiles, c.bordered, c.value
	d.unseen(true, hint)
	return d, nil
}

// findRivals adds to a board of doubted size the same board with a line more or less, and returns the extents of
// these rivals in its cells. Each outer line, and each line beside the board, is a cell's or not by what the net sees
// and by whether its cells look like the board's; and most boards are square.
func (c *lamps) findRivals(ctx context.Context, v *page.View, hint board.Hint) ([]image.Rectangle, error) {
	const (
		most   = 2  // rivals
		square = 2. // log odds for a board with as many rows as columns
		unlike = 3. // log odds against a line that does not look like two states
		least  = -5 // the log odds of a rival, relative to the board's
		lower  = -9 // the same beside a board that is not square, for one that is
	)
	if c.is(hint) || !slices.Contains(c.Flaws, board.UnseenLines) {
		return nil, nil
	}
	b, err := v.Cells(ctx, c.mesh, c.Rows, c.Cols)
	if err != nil {
		return nil, err
	}
	if b != nil && b.Kind[cells.Tiles] < .2 {
		b = nil // the net sees no tiles, so its cells say nothing
	}
	own := image.Rect(0, 0, c.Cols, c.Rows)
	isSquare := func(r image.Rectangle) bool { return r.Dx() == r.Dy() }
	// more returns the log odds of a board with a line more (by 1) or less (by -1) at a side, and its extent.
	more := func(r image.Rectangle, side, by int) (image.Rectangle, float64) {
		to := grow(r, side, by)
		line := outer(to, side)
		if by < 0 {
			line = outer(r, side)
		}
		p := .05
		if by < 0 {
			p = .95
		}
		if b != nil {
			p = insideOf(b, line.Add(image.Pt(cells.Ring, cells.Ring)))
		}
		odds := math.Log(max(p, 1e-4) / max(1-p, 1e-4))
		if by < 0 {
			odds = -odds
		} else if !c.fit(v, line) {
			odds -= unlike
		}
		return to, odds
	}
	type rival struct {
		in   image.Rectangle
		odds float64
	}
	var all []rival
	add := func(r image.Rectangle, odds float64) {
		if c.Rows > 1 && min(r.Dx(), r.Dy()) < 3 || c.Rows == 1 && (r.Dy() != 1 || r.Dx() < fewestCards) || !c.shown(v, r) {
			return
		}
		limit := float64(least)
		if c.Rows > 1 && isSquare(r) != isSquare(own) {
			if isSquare(r) {
				odds, limit = odds+square, lower
			} else {
				odds -= square
			}
		}
		if odds > limit {
			all = append(all, rival{r, odds})
		}
	}
	for side := range 4 {
		for _, by := range []int{-1, 1} {
			one, odds := more(own, side, by)
			add(one, odds)
			for other := range side {
				for _, by := range []int{-1, 1} {
					two, too := more(one, other, by)
					add(two, odds+too)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b rival) int { return cmp.Compare(b.odds, a.odds) })
	var chosen []image.Rectangle
	for _, r := range all {
		same := func(other image.Rectangle) bool { return other.Size() == r.in.Size() }
		if len(chosen) == most || same(own) || slices.ContainsFunc(chosen, same) {
			continue
		}
		d := tellStates(v, lattice.New(r.in.Dy(), r.in.Dx(), func(row, col int) lattice.Point {
			return c.mesh.Place(float64(row+r.in.Min.Y), float64(col+r.in.Min.X))
		}), c.Kind)
		if d == nil || d.Kind != c.Kind {
			continue
		}
		chosen, c.Rivals = append(chosen, r.in), append(c.Rivals, d.Reading)
	}
	return chosen, nil
}

// allFit reports whether each line of an extent that lies outside of the board looks like its states.
func (c *lamps) allFit(v *page.View, in image.Rectangle) bool {
	own := image.Rect(0, 0, c.Cols, c.Rows)
	for side := range 4 {
		for r := in; ; r = grow(r, side, -1) {
			line := outer(r, side)
			if line.Empty() || line.Overlaps(own) {
				break
			}
			if !c.fit(v, line) {
				return false
			}
		}
	}
	return true
}

// fit reports whether most cells of a line look like one of the board's states.
func (c *lamps) fit(v *page.View, line image.Rectangle) bool {
	const like = .25 // the distance of the states
	n, apart := 0, c.states[0].To(c.states[1])
	for i := range line.Dx() * line.Dy() {
		f := sampleFace(v, c.mesh, float64(line.Min.Y+i/line.Dx()), float64(line.Min.X+i%line.Dx()))
		if at := f.mean(); min(at.To(c.states[0]), at.To(c.states[1])) < like*apart {
			n++
		}
	}
	return 5*n >= 4*line.Dx()*line.Dy()
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

// insideOf returns the mean probability of cells of a board in a rectangle of the net's.
func insideOf(b *cells.Board, r image.Rectangle) (p float64) {
	for i := range r.Dx() * r.Dy() {
		p += 1 - b.Is((r.Min.Y+i/r.Dx())*b.Cols+r.Min.X+i%r.Dx(), cells.Outside)
	}
	return p / float64(r.Dx()*r.Dy())
}

// extent returns a board's place on the net's, with lines added at its sides in which the net sees cells of a board,
// whatever their kind, and without outer lines in which it sees none. It is sure if each of these lines is told well.
func extent(b *cells.Board, in image.Rectangle) (out image.Rectangle, sure bool) {
	const most, told = .5, .75 // the mean probability of cells in a line; one that is sure
	inside := func(r image.Rectangle) float64 { return insideOf(b, r) }
	out, sure = in, true
	for side := range 4 {
		for range cells.Ring {
			grown, last := grow(out, side, 1), outer(out, side)
			if p := inside(outer(grown, side)); p > most {
				out, sure = grown, sure && p > told
			} else if p := inside(last); p < 1-most && last != out {
				out, sure = grow(out, side, -1), sure && p < 1-told
			} else {
				break
			}
		}
	}
	return out, sure
}

// grow moves a side of a rectangle outwards: 0 left, 1 right, 2 top, 3 bottom.
func grow(r image.Rectangle, side, by int) image.Rectangle {
	switch side {
	case 0:
		r.Min.X -= by
	case 1:
		r.Max.X += by
	case 2:
		r.Min.Y -= by
	default:
		r.Max.Y += by
	}
	return r
}

// outer returns the outermost line of a rectangle at a side.
func outer(r image.Rectangle, side int) image.Rectangle {
	switch side {
	case 0:
		r.Max.X = r.Min.X + 1
	case 1:
		r.Min.X = r.Max.X - 1
	case 2:
		r.Max.Y = r.Min.Y + 1
	default:
		r.Min.Y = r.Max.Y - 1
	}
	return r
}
