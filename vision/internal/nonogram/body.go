package nonogram

import (
	"context"
	"image"
	"math"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
	"kibitz/vision/internal/script"
)

// A body is the part of a lattice that holds the cells to be filled. If the clues have rules around them, the
// lattice also has boxes for clues above and before the body.
type body struct {
	plane.Mesh
	rows, cols int

	above, before int // rows of boxes for clues above the body, columns of them on its left

	// The same numbers with further boxes of the lattice whose rules are hardly seen.
	latticed struct{ above, before int }

	inside float64 // number of cells with digits in them; a nonogram has none
	sized  bool    // a user said how many rows and columns there are

	unsure   bool // the net sees it here and is not sure
	coloured bool // its clues are looked for as in colours

	other image.Rectangle // the extent that it has by its rules where this is the net's, or the net's; empty: both agree
}

// findBodies returns the body of a nonogram in a lattice, none if no block of 2 × 2 cells has rules. All cells of the
// body have rules around them and no digits within; the boxes before it have digits. If the net is sure to see the
// cells elsewhere, that body follows. If there are boxes with digits, the whole block comes last: the digits may be
// notes in its cells. If the hint names rows or columns, a body has as many. At most glyphs blobs are read to tell
// boxes and cells apart; if it is coloured, on grounds of any colour.
func findBodies(ctx context.Context, v *page.View, m plane.Mesh, hint board.Hint, glyphs int, coloured bool) ([]body, error) {
	rows, cols := m.Upright()
	w, h := m.Size(rows, cols)
	short := min(w, h)
	side := min(max(math.Sqrt(script.LookedPixels/float64((rows+1)*(cols+1))), script.LeastSide), script.MostSide, max(short, script.LeastSide))
	side = min(side, math.Sqrt(script.MaxLooked/float64((rows+1)*(cols+1))))
	const edge = .5 // cells around the lattice
	a := plane.Area{Top: -edge, Left: -edge, Bottom: float64(rows) + edge, Right: float64(cols) + edge}
	b := &script.Band{Strip: ink.Strip{Sheet: sheetOf(v, m, a, w*side/short, h*side/short, w, coloured), Lines: rows}}
	if coloured {
		b.Light = tintsOf(v, m, b.Sheet).level(ctx, min(b.W, b.H))
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := b.FindInk(ctx, !v.Screen); err != nil {
		return nil, err
	}
	box, ok := largestBlock(scoreRules(b, m, rows, cols))
	if !ok || box.Bottom-box.Top < 2 || box.Right-box.Left < 2 {
		return nil, nil
	}
	sure, err := digitsIn(ctx, b, rows, cols, glyphs)
	if err != nil {
		return nil, err
	}
	seen, err := see(ctx, v, m)
	if err != nil {
		return nil, err
	}
	seen.weighClues(sure)
	looks := func() []look { return measureLooks(v, body{Mesh: m, rows: rows, cols: cols}) }
	if v.Screen && rows*cols <= mostLooks && clueGrounds(looks, sure, box) {
		seen = nil // it may take blank boxes for cells
	}
	box = withoutLabels(sure, box)
	m.Beyond = plane.NewPlain(m.Lattice, m.Stored(box), v.Screen)
	top, left := splitBoxes(sure, box)
	if m.Boxes.X > 0 && m.Turns == 0 && !m.Mirror {
		top, left = m.Boxes.Y-box.Top, m.Boxes.X-box.Left
	}
	bodies := []body{bodyOf(b, m, box, sure, top, left)}
	own := image.Rect(box.Left+left, box.Top+top, box.Right, box.Bottom)
	if in, told := seen.body(); !in.Empty() && in != own && !isSized(hint) {
		net := bodyOf(b, m, plane.Block{Top: in.Min.Y, Left: in.Min.X, Bottom: in.Max.Y, Right: in.Max.X}, sure, 0, 0)
		net.unsure = !told
		net.above, net.before = max(in.Min.Y-box.Top, 0), max(in.Min.X-box.Left, 0)
		bodies[0].other, net.other = in.Sub(own.Min), own.Sub(in.Min)
		bodies = append(bodies, net)
	}
	if top+left > 0 {
		bodies = append(bodies, bodyOf(b, m, box, sure, 0, 0))
	}
	for i := range bodies {
		bodies[i] = resize(bodies[i], hint)
	}
	return bodies, nil
}

// bodyOf returns the body in a block whose first top rows and left columns are boxes for clues.
func bodyOf(b *script.Band, m plane.Mesh, box plane.Block, sure [][]float64, top, left int) body {
	m.FirstRow, m.FirstCol = box.Top+top, box.Left+left
	inside := 0.
	for r := max(m.FirstRow, 0); r < min(box.Bottom, len(sure)); r++ {
		for c := max(m.FirstCol, 0); c < min(box.Right, len(sure[r])); c++ {
			inside += max(sure[r][c], 0)
		}
	}
	found := body{Mesh: m, rows: box.Bottom - m.FirstRow, cols: box.Right - m.FirstCol, above: top, before: left, inside: inside}
	found.latticed.above, found.latticed.before = top, left
	if hasDimRules(b, plane.Block{Top: 0, Left: m.FirstCol, Bottom: box.Top, Right: box.Right}, true) {
		found.latticed.above = m.FirstRow
	}
	if hasDimRules(b, plane.Block{Top: m.FirstRow, Left: 0, Bottom: box.Bottom, Right: box.Left}, false) {
		found.latticed.before = m.FirstCol
	}
	return found
}

// scoreRules returns for each cell how well rules were seen on its sides, here or when the lattice was found: the
// share of its worse pair of opposite sides, less 0.6. A positive number means that it has rules.
func scoreRules(b *script.Band, m plane.Mesh, rows, cols int) [][]float64 {
	across := make([][]float64, rows+1)
	for r := range across {
		across[r] = make([]float64, cols)
		for c := range cols {
			across[r][c] = ruleShare(b, float64(r), float64(c), 0, 1)
		}
	}
	down := make([][]float64, rows)
	for r := range down {
		down[r] = make([]float64, cols+1)
		for c := range cols + 1 {
			down[r][c] = ruleShare(b, float64(r), float64(c), 1, 0)
		}
	}
	cells := make([][]float64, rows)
	for r := range cells {
		cells[r] = make([]float64, cols)
		for c := range cols {
			level := across[r][c] + across[r+1][c]
			upright := down[r][c] + down[r][c+1]
			seen := min(level, upright) / 2
			if m.Sides != nil {
				at := m.Stored(plane.Block{Top: r, Left: c, Bottom: r + 1, Right: c + 1})
				seen = max(seen, m.Sides[at.Top*m.Cols+at.Left])
			}
			cells[r][c] = seen - .6
		}
	}
	return cells
}

// ruleShare returns the share of a cell's side with ink along it, dark or light, whichever shows more. The side
// begins at the crossing (r, c) and goes down if dr is 1, to the right if dc is 1. Ink counts up to a tenth of a
// cell from the side. A step of more than 50 grey levels from one shade to another, as beside a filled cell, hides a
// rule: with steps along three quarters of the side the share is at least 0.8.
func ruleShare(b *script.Band, r, c, dr, dc float64) float64 {
	n := 0.
	var inked [2]float64
	step, total := 0, 0
	near := .1
	for t := .12; t <= .881; t += .04 {
		x, y := int((c+t*dc-b.Left)*b.W), int((r+t*dr-b.Top)*b.H)
		dx, dy := int(math.Ceil(near*b.W*dr)), int(math.Ceil(near*b.H*dc))
		for i := range inked {
			g := b.Inks[i]
			var most uint8
			for j := -max(dx, dy); j <= max(dx, dy); j++ {
				px, py := x+j*int(dr), y+j*int(dc)
				if px >= 0 && py >= 0 && px < g.Rect.Dx() && py < g.Rect.Dy() {
					most = max(most, g.Pix[py*g.Stride+px])
				}
			}
			if most >= b.Trace[i] {
				inked[i]++
			}
		}
		n++
		dx, dy = int(.3*b.W*dr), int(.3*b.H*dc)
		if px, py := x-dx, y-dy; px >= 0 && py >= 0 && x+dx < b.Light.Rect.Dx() && y+dy < b.Light.Rect.Dy() {
			d := int(b.Light.Pix[py*b.Light.Stride+px]) - int(b.Light.Pix[(y+dy)*b.Light.Stride+x+dx])
			if d < 0 {
				d = -d
			}
			if d > 50 {
				step++
			}
			total++
		}
	}
	best := max(inked[0], inked[1]) / n
	if total > 0 && 4*step > 3*total {
		best = max(best, .8)
	}
	return best
}

// hasDimRules reports whether the columns of a block of the lattice, or its rows if rows, have rules that are hardly
// seen. The block lies before the largest block with rules, and these are further boxes for clues. An empty block
// has none.
func hasDimRules(b *script.Band, in plane.Block, rows bool) bool {
	const outer, inner, usual = .1, .4, .3 // least share seen of the outermost rule, of each other one, of all sides
	level := func(r int) (seen float64) {
		for c := in.Left; c < in.Right; c++ {
			seen += ruleShare(b, float64(r), float64(c), 0, 1) / float64(in.Right-in.Left)
		}
		return seen
	}
	upright := func(c int) (seen float64) {
		for r := in.Top; r < in.Bottom; r++ {
			seen += ruleShare(b, float64(r), float64(c), 1, 0) / float64(in.Bottom-in.Top)
		}
		return seen
	}
	first, last, from, to := in.Left, in.Right, in.Top, in.Bottom
	between, along := upright, level
	if rows {
		first, last, from, to = in.Top, in.Bottom, in.Left, in.Right
		between, along = level, upright
	}
	if first == last || between(first) < outer {
		return false
	}
	all := between(first)
	for k := first + 1; k < last; k++ {
		seen := between(k)
		if all += seen; seen < inner {
			return false
		}
	}
	sides := 0.
	for k := from; k <= to; k++ {
		sides += along(k)
	}
	return (all/float64(last-first)+sides/float64(to-from+1))/2 >= usual
}

// largestBlock returns the block of cells whose values have the greatest sum, by Kadane's method over all
// pairs of rows. It returns false if no value is positive.
func largestBlock(cells [][]float64) (best plane.Block, ok bool) {
	if len(cells) == 0 {
		return best, false
	}
	cols := len(cells[0])
	most := 0.
	for top := range cells {
		sums := make([]float64, cols)
		for bottom := top; bottom < len(cells); bottom++ {
			left, sum := 0, 0.
			for c := range cols {
				sums[c] += cells[bottom][c]
				if sum <= 0 {
					left, sum = c, 0
				}
				if sum += sums[c]; sum > most {
					best, most = plane.Block{Top: top, Left: left, Bottom: bottom + 1, Right: c + 1}, sum
				}
			}
		}
	}
	return best, most > 0
}

// extent returns the extent of a body in its own cells.
func (b body) extent() image.Rectangle { return image.Rect(0, 0, b.cols, b.rows) }

// isSized reports whether a hint names both numbers.
func isSized(hint board.Hint) bool { return hint.Rows > 0 && hint.Cols > 0 }

// resize returns a body with the size of the hint. The clues stay in place: rows and columns are added or
// removed at the bottom and on the right.
func resize(b body, hint board.Hint) body {
	if hint.Rows > 0 {
		b.rows = hint.Rows
	}
	if hint.Cols > 0 {
		b.cols = hint.Cols
	}
	b.sized = isSized(hint)
	return b
}
