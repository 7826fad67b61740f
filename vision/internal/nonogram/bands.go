package nonogram

import (
	"context"
	"image"
	"math"

	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
	"kibitz/vision/internal/script"
)

// Cells on a band's sheet are from smallCell to largeCell pixels wide: smaller ones are enlarged. A sheet has
// not many more pixels than bandPixels, as each takes a dozen bytes.
const (
	bandPixels = 1_600_000
	smallCell  = 40
	largeCell  = 72
)

// stripsOf returns where the clues of the rows and of the columns of a body may stand.
func stripsOf(v *page.View, b body) [2]plane.Area {
	left, top := b.behind(), b.below()
	across, down := float64(b.cols)/2+3, float64(b.rows)/2+3 // numbers, with some room
	if b.coloured {                                          // runs may touch
		across, down = float64(b.cols)+1, float64(b.rows)+1
	}
	if left == 0 {
		left = v.Reach(b.Mesh, b.rows, b.cols, false, max(across, float64(b.before)+1))
	}
	if top == 0 {
		top = v.Reach(b.Mesh, b.rows, b.cols, true, max(down, float64(b.above)+1))
	}
	// The strips reach a little into the body, so that rules that run on into it are known for rules.
	const edge, inside = .3, 1.2 // cells
	return [2]plane.Area{
		{Top: -edge, Left: -left - edge, Bottom: float64(b.rows) + edge, Right: inside},
		{Top: -top - edge, Left: -edge, Bottom: inside, Right: float64(b.cols) + edge},
	}
}

// clueBands returns the bands in which the clues of the rows and of the columns may stand. Of a coloured body they are
// evened out, and it also returns their colours.
func clueBands(ctx context.Context, v *page.View, b body) (bands [2]*script.Band, colours [2]*tints) {
	w, h := b.Size(b.rows, b.cols)
	short := min(w, h)
	side := min(max(short, smallCell), largeCell)
	areas := stripsOf(v, b)
	for _, a := range areas {
		side = max(min(side, math.Sqrt(bandPixels/((a.Bottom-a.Top)*(a.Right-a.Left)))), min(side, script.LeastSide))
		side = min(side, math.Sqrt(script.MaxLooked/((a.Bottom-a.Top)*(a.Right-a.Left))))
	}
	for i, a := range areas {
		s := sheetOf(v, b.Mesh, a, w*side/short, h*side/short, w, b.coloured)
		bands[i] = &script.Band{Strip: ink.Strip{Sheet: s, Clued: true, Cols: i == 1, Lines: b.rows, Boxed: b.before, Latticed: b.latticed.before}, Flat: v.Screen, Faint: v.SecondLook && !v.Screen}
		if i == 1 {
			bands[i].Lines, bands[i].Boxed, bands[i].Latticed = b.cols, b.above, b.latticed.above
		}
		if b.coloured {
			colours[i] = tintsOf(v, b.Mesh, s)
			s.Light, bands[i].Touching = colours[i].level(ctx, min(s.W, s.H)), true
		}
	}
	return bands, colours
}

// sheetOf returns an area's sheet with cells of about w × h pixels, which are imageW wide on the image. It is blank if
// coloured: its light is told from colours later.
func sheetOf(v *page.View, m plane.Mesh, a plane.Area, w, h, imageW float64, coloured bool) *plane.Sheet {
	if coloured {
		return plane.BlankSheet(a, w, h)
	}
	return plane.NewSheet(m, v.Halves, a, w, h, imageW)
}

// Some programs write the clues of rows to the right of them, or those of columns below. They are read as if they stood
// in the usual place, moved there by the mesh.

// readBehind reads a body whose clues of rows stand behind it, or whose clues of columns stand below, where more digits
// are than in the usual place. It returns that board if it is clear, or else the one that was read before. How far
// such clues reach is where nothing is drawn for a while, and what follows may be other text: it tries the wider gaps,
// and stops at a sound board.
func readBehind(ctx context.Context, v *page.View, b body, before *page.Candidate) (*page.Candidate, error) {
	ends := [2][]float64{{0}, {0}} // of the clues of rows and of columns: how far they may reach; 0 in the usual place
	there := b
	there.coloured = isColoured(v, b)
	usual, _ := clueBands(ctx, v, there)
	for side, found := range [2][]float64{inkEnds(v, b, false), inkEnds(v, b, true)} {
		if len(found) == 0 {
			continue
		}
		_, here, err := script.FindHand(ctx, usual[side:side+1], !v.Screen)
		if err != nil {
			return nil, err
		}
		far := [2]float64{}
		far[side] = found[0]
		moved := b.move(far)
		moved.coloured = isColoured(v, moved)
		bands, _ := clueBands(ctx, v, moved)
		_, beyond, err := script.FindHand(ctx, bands[side:side+1], !v.Screen)
		if err != nil {
			return nil, err
		}
		if beyond > here {
			ends[side] = found
		}
	}
	best := before
	for _, right := range ends[0] {
		for _, down := range ends[1] {
			if right+down == 0 {
				continue
			}
			c, err := readBody(ctx, v, b.move([2]float64{right, down}))
			if err != nil {
				return nil, err
			}
			if c != nil && isSound(c) {
				c.Sound, c.Strange = true, 0
				return c, nil
			}
			if c != nil && c.Clear() && c.Better(best) {
				best = c
			}
		}
	}
	return best, nil
}

// move returns a body whose clues of rows reach ends[0] cells to the right of it, and those of columns ends[1] cells
// down from it; 0 for clues in the usual place.
func (b body) move(ends [2]float64) body {
	if ends[0] > 0 {
		b.Behind, b.before, b.latticed.before = float64(b.cols)+ends[0], 0, 0
	}
	if ends[1] > 0 {
		b.Below, b.above, b.latticed.above = float64(b.rows)+ends[1], 0, 0
	}
	return b
}

// behind returns how many cells the clues of rows reach to the right of the body; 0 if they stand before it.
func (b body) behind() float64 { return max(b.Behind-float64(b.cols), 0) }

// below returns how many cells the clues of columns reach down from the body; 0 if they stand above it.
func (b body) below() float64 { return max(b.Below-float64(b.rows), 0) }

// outline returns the rectangle of the image around a body and its clues, which reach some cells up and to the left,
// or where they are moved to.
func (b body) outline(up, left float64) image.Rectangle {
	a := plane.Area{Top: -up, Left: -left, Bottom: float64(b.rows) + b.below(), Right: float64(b.cols) + b.behind()}
	if b.Below > 0 {
		a.Top = 0
	}
	if b.Behind > 0 {
		a.Left = 0
	}
	m := b.Mesh
	m.Below, m.Behind = 0, 0
	return page.Outline(m, a)
}

// inkEnds returns how far something is drawn behind a body, or below it, in cells: up to where nothing is drawn for a
// while, and the wider gaps before that, those first after which less of it is left out, with some room.
// What is drawn right beside the body is its frame.
func inkEnds(v *page.View, b body, down bool) (ends []float64) {
	const (
		step, blank, gap = .25, 1.5, .5 // cells; those in which nothing is drawn, at the end and before
		most             = 3            // ends
	)
	lines, along := b.rows, b.cols
	if down {
		lines, along = along, lines
	}
	last := 0. // the end of what is drawn so far
	for d := 2 * step; d <= float64(along)/2+3; d += step {
		shown, inked := false, false
		for k := range lines {
			s, i := drawnIn(v, b, k, d-step, down)
			shown, inked = shown || s, inked || i
		}
		if inked {
			if d-step-last >= gap && last > 0 {
				ends = append([]float64{last + step}, ends...)
			}
			last = d
		}
		if !shown || d-last >= blank && last > 0 || d-last >= 2*blank {
			break
		}
	}
	if last == 0 {
		return nil
	}
	ends = append([]float64{last + step}, ends...)
	return ends[:min(len(ends), most)]
}

// drawnIn reports whether the image shows a quarter of a cell in line k, some cells behind the body or below it, and
// whether something is drawn in it.
func drawnIn(v *page.View, b body, k int, beyond float64, down bool) (shown, drawn bool) {
	const side = 5 // samples
	low, high := uint8(255), uint8(0)
	for i := range side * side {
		across, out := float64(k)+.1+.8*float64(i/side)/(side-1), beyond+.02+.23*float64(i%side)/(side-1)
		p := b.Place(across, float64(b.cols)+out)
		if down {
			p = b.Place(float64(b.rows)+out, across)
		}
		if !v.Shows(p) {
			continue
		}
		shown = true
		light := plane.Bilinear(v.Halves[0], p.X-.5, p.Y-.5)
		low, high = min(low, light), max(high, light)
	}
	return shown, shown && high-low > inked
}

// same reports whether another body has the same cells.
func (b body) same(o body) bool {
	return b.extent() == o.extent() && b.FirstRow == o.FirstRow && b.FirstCol == o.FirstCol
}

// farthest returns how far from the body the numbers reach, in cells, with some room; at least one.
func farthest(b *script.Band, lines [][]script.Word) float64 {
	far := float64(max(b.Boxed, 1))
	for _, words := range lines {
		for _, w := range words {
			for _, g := range w {
				a := b.Place(g.Box)
				if b.Cols {
					far = max(far, -a.Top+.3)
				} else {
					far = max(far, -a.Left+.3)
				}
			}
		}
	}
	return far
}
