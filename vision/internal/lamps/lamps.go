package lamps

import (
	"math"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// lamps is a board of lights or cards as read on one lattice.
type lamps struct {
	page.Candidate
	mesh     plane.Mesh         // of the first line of cards
	lines    []*lattice.Lattice // the lattice or, of cards in several lines, that of each
	states   [2]page.RGB
	w, h     float64   // of a cell, in pixels of the image
	told     float64   // how well the states are told apart, up to 1
	unlike   []float64 // the distance of each cell's face from the mean face of its state
	texture  float64   // the same for all cells, divided by the distance of the states
	tiles    bool      // found by tiles, not by lines
	hidden   bool      // some cells do not stand out from the gaps between cells
	one      bool      // all cells are in one state
	alike    bool      // the same figure is drawn on all cells, as on lamps in one state
	bordered bool      // found by borders: nearly all in its place belong to its cells
	value    float64   // the area of the image that it explains, in weighted pixels
	ruling   ruling    // how its borders fit; of a photo
	drawnOn  signs     // there are signs on some tiles, of another colour than these
	freed    bool      // outer lines were left out: see withoutMargin
	seen     bool      // the net surely sees tiles, whatever they look like
	shade    bool      // some states were told by neighbouring cells, against their own colour
}

// tellStates splits the cells of a lattice, or of the lines of a row of cards, into two states by the colours of
// their middles or their rims: see tileColours. The first cell has state 0. It returns nil if the lattice has more than
// mostLights rows or columns, or if colours are spread too far around the two states. If all cells have one colour
// they are a board only if its kind is asked for, or if there are signs on them.
func tellStates(v *page.View, kind board.Kind, lines ...*lattice.Lattice) *lamps {
	l := lines[0]
	if max(l.Rows, l.Cols) > mostLights {
		return nil
	}
	m := plane.Mesh{Lattice: l}
	faces, looks, rims := sampleLines(v, lines)
	looks, of, centre, signs := tileColours(v, looks, rims, func() bool { return pressed(v, lines) })
	apart := centre[0].To(centre[1])
	one, alike := apart < leastApart, false
	if one { // the second state is taken to lie leastApart off, as it has to have some colour
		alike = v.Screen && l.Rows > 1 && signs == noSigns && drawnAlike(faces)
		if signs == noSigns && !alike && (kind != board.Cards && l.Rows == 1 || kind != board.Lights && l.Rows > 1) {
			return nil
		}
		clear(of)
		centre[0] = centre[0].Plus(centre[1]).Times(.5)
		centre[1] = centre[0].Plus(page.RGB{leastApart})
		apart = leastApart
	}
	if of[0] == 1 { // the first cell has state 0
		centre[0], centre[1] = centre[1], centre[0]
		for i := range of {
			of[i] = 1 - of[i]
		}
	}
	spread := spread(looks, of, centre)
	if most := spreadLimit(v); spread > most*apart {
		return nil
	}
	r := &board.Reading{Kind: board.Lights, Rows: l.Rows, Cols: l.Cols, Screen: v.Screen, Lit: lit(v, m, l, centre)}
	if l.Rows == 1 {
		r.Kind, r.Cols = board.Cards, len(looks)
	}
	if one {
		r.Lit = []board.Guess{{Value: 0, P: .5}, {Value: 1, P: .5}}
	}
	for i, c := range looks {
		sure := surely(c.To(centre[of[i]]), c.To(centre[1-of[i]]), apart, spread)
		r.Cells = append(r.Cells, board.Cell{State: []board.Guess{{Value: of[i], P: sure}, {Value: 1 - of[i], P: 1 - sure}}})
	}
	c := &lamps{mesh: m, lines: lines, states: centre, one: one, alike: alike, drawnOn: signs, told: 1 - spread/apart}
	c.unlike = unlike(faces, of)
	c.texture = texture(c.unlike, apart)
	c.Reading, c.Glyphs, c.Read, c.Explained = r, float64(len(looks)), c.told, float64(len(looks))*c.told
	if signs != onRims { // whatever lies on a tile's middle does not hide its rim
		c.doubtOdd(apart)
	}
	for _, line := range lines {
		c.Area = c.Area.Union(page.Outline(plane.Mesh{Lattice: line}, plane.Area{Bottom: float64(line.Rows), Right: float64(line.Cols)}))
	}
	c.w, c.h = m.Size(l.Rows, l.Cols)
	c.value = c.told * c.told * c.w * c.h * float64(len(looks))
	return c
}

// spread returns the mean distance of colours from the mean of their part.
func spread(looks []page.RGB, of []int, mean [2]page.RGB) (far float64) {
	for i, c := range looks {
		far += c.To(mean[of[i]]) / float64(len(looks))
	}
	return far
}

// spreadLimit returns the largest spread of a board, divided by the distance of its states. It is
// larger on a photo, where shade may fall on some cells.
func spreadLimit(v *page.View) float64 {
	const shade = .4 // the limit on a photo
	if v.Screen {
		return mostSpread
	}
	return shade
}

// unlike returns the distance of each cell's face from the mean face of its state: the root mean
// square over its samples. Lamps in one state look alike, even with signs on them; keys of a keyboard,
// numbers and icons do not.
func unlike(faces []face, of []int) []float64 {
	var mean [2]face
	var count [2]float64
	for i := range faces {
		count[of[i]]++
		for k, c := range faces[i] {
			mean[of[i]][k] = mean[of[i]][k].Plus(c)
		}
	}
	far := make([]float64, len(faces))
	for i := range faces {
		for k, c := range faces[i] {
			d := c.To(mean[of[i]][k].Times(1 / count[of[i]]))
			far[i] += d * d / (faceSide * faceSide)
		}
		far[i] = math.Sqrt(far[i])
	}
	return far
}

// texture returns the root mean square of cells' distances from their states, divided by the distance
// of the two states.
func texture(unlike []float64, apart float64) (far float64) {
	for _, d := range unlike {
		far += d * d / (apart * apart * float64(len(unlike)))
	}
	return math.Sqrt(far)
}

// finish doubts the size of the chosen board if cells seem to go on beside it or are oblong.
func finish(v *page.View, c *lamps) {
	const oblong = 1.35 // the longer side divided by the shorter; cells seldom are, so lines were missed
	if len(c.Flaws) == 0 && len(c.lines) == 1 && (goesOn(v, c) || edgesGoOn(v, c) || lineCutOff(v, c) || c.Rows > 1 && max(c.w/c.h, c.h/c.w) > oblong) {
		c.Flaws = append(c.Flaws, board.UnseenLines)
	}
}

// goesOn reports whether some side of the board has a line of cells that look like its own, and unlike
// the page at the line's corner.
func goesOn(v *page.View, c *lamps) bool {
	const like, nearly = .25, .8 // the distance of the states; the share of the line
	apart := c.states[0].To(c.states[1])
	// look returns the mean colour of a cell, and whether two opposite corners of it are in the image.
	look := func(row, col int) (page.RGB, bool) {
		p, q := c.mesh.Place(float64(row), float64(col)), c.mesh.Place(float64(row+1), float64(col+1))
		f := sampleFace(v, c.mesh, float64(row), float64(col))
		return f.mean(), v.Shows(p) && v.Shows(q)
	}
	// line looks at n cells from (row, col) on, each down and right of the one before.
	line := func(row, col, down, right, n int) bool {
		paper, shown := look(row-down, col-right)
		seen, other := 0, 0
		for i := range n {
			at, ok := look(row+i*down, col+i*right)
			if shown = shown && ok; !shown {
				return false
			}
			if min(at.To(c.states[0]), at.To(c.states[1])) < like*apart {
				seen++
				if at.To(paper) > apart/2 {
					other++
				}
			}
		}
		return float64(seen) >= nearly*float64(n) && 2*other >= n
	}
	return c.Rows > 1 && (line(-1, 0, 0, 1, c.Cols) || line(c.Rows, 0, 0, 1, c.Cols)) ||
		line(0, -1, 1, 0, c.Rows) || line(0, c.Cols, 1, 0, c.Rows)
}

// lineCutOff reports whether the image ends less than a cell beside the board, and may cut off one more
// line of cells: most of the strip that is left looks like a state. On a screen some of the strip has
// to differ from the page as well; on a photo it is enough that most of the strip can't be seen.
func lineCutOff(v *page.View, c *lamps) bool {
	const far, like = .3, .25 // cells outwards; the distance of the states
	apart := c.states[0].To(c.states[1])
	look := func(y, x float64) (sum page.RGB, ok bool) { // the mean colour of a small square
		for k := range 9 {
			p := c.mesh.Place(y+.1*float64(k/3-1), x+.1*float64(k%3-1))
			if !v.Shows(p) {
				return sum, false
			}
			sum = sum.Plus(pixel(v, p).Times(1. / 9))
		}
		return sum, true
	}
	// side looks outwards from the middles of a side's n borders; the first is at (row, col).
	side := func(row, col, down, right float64, n int) bool {
		whole, shown, seen, other := 0, 0, 0, 0
		along := func(i int) (y, x float64) { return row + float64(i)*plane.Abs(right), col + float64(i)*plane.Abs(down) }
		paper, beside := look(along(-1))
		for i := range n {
			y, x := along(i)
			if v.Shows(c.mesh.Place(y+down, x+right)) {
				whole++
			}
			at, ok := look(y+far*down, x+far*right)
			if !ok {
				continue
			}
			shown++
			if min(at.To(c.states[0]), at.To(c.states[1])) < like*apart {
				seen++
				if beside && at.To(paper) > apart/2 {
					other++
				}
			}
		}
		if v.Screen {
			return whole < n && other > 0 && 2*seen >= shown
		}
		return whole < n && (2*shown < n || 2*seen >= shown)
	}
	rows, cols := float64(c.Rows), float64(c.Cols)
	return side(.5, 0, 0, -1, c.Rows) || side(.5, cols, 0, 1, c.Rows) ||
		c.Rows > 1 && (side(0, .5, -1, 0, c.Cols) || side(rows, .5, 1, 0, c.Cols))
}

// surely returns the probability of a cell's state. Own and other are its distances from its state and
// from the other one, apart is the distance of the two, spread the usual distance of a cell from its
// state.
func surely(own, other, apart, spread float64) float64 {
	const (
		least = .07 // the least spread, divided by apart: a few cells may be equal by chance
		third = .45 // farther from its state, divided by apart, a cell has a third colour
		most  = .8  // the limit for such a cell: a pointer covers it, or it is highlighted or pressed
	)
	width := max(spread, least*apart)
	sure := 1 / (1 + math.Exp((own*own-other*other)/(2*width*width)))
	if own > third*apart {
		sure = min(sure, most)
	}
	return sure
}

// A face holds samples of the colours in the middle of a cell.
type face [faceSide * faceSide]page.RGB

const faceSide = 9 // samples in a row

// sampleFace samples the middle of a cell, without a fifth of it at each side. Places outside the image
// are black.
func sampleFace(v *page.View, m plane.Mesh, row, col float64) (f face) {
	for i := range f {
		p := m.Place(row+.2+.6*(float64(i/faceSide)+.5)/faceSide, col+.2+.6*(float64(i%faceSide)+.5)/faceSide)
		if v.Shows(p) {
			f[i] = pixel(v, p)
		}
	}
	return f
}

// sampleLines returns the faces of all cells of some lattices, their mean colours, and the colours of their rims.
func sampleLines(v *page.View, lines []*lattice.Lattice) (faces []face, looks, rims []page.RGB) {
	for _, l := range lines {
		m := plane.Mesh{Lattice: l}
		for i := range l.Rows * l.Cols {
			row, col := float64(i/l.Cols), float64(i%l.Cols)
			f := sampleFace(v, m, row, col)
			faces, looks, rims = append(faces, f), append(looks, f.mean()), append(rims, rim(v, m, row, col))
		}
	}
	return faces, looks, rims
}

// rim returns the median colour along a cell's edge, a little inside, free of a line around it; the
// outer quarters of each side do not count. It is black if the cell is outside the image.
func rim(v *page.View, m plane.Mesh, row, col float64) (c page.RGB) {
	var samples [3][]float64
	const within, n = .12, 6 // cells from the edge; samples of each side
	for side := range 4 {
		for i := range n {
			along := .25 + .5*(float64(i)+.5)/n
			y, x := [4]float64{within, 1 - within, along, along}[side], [4]float64{along, along, within, 1 - within}[side]
			if p := m.Place(row+y, col+x); v.Shows(p) {
				for k, s := range pixel(v, p) {
					samples[k] = append(samples[k], s)
				}
			}
		}
	}
	for k := range c {
		c[k] = plane.Median(samples[k], 0)
	}
	return c
}

// mean returns the mean colour of a face.
func (f *face) mean() (c page.RGB) {
	for _, s := range f {
		c = c.Plus(s)
	}
	return c.Times(1. / float64(len(f)))
}

// coarser returns how many cells could be joined to one without a change of what is seen: the product
// of such numbers in x and in y. Each is the greatest common divisor of the places of the lines at
// which two cells differ, and of the number of rows or columns.
func coarser(r *board.Reading) float64 {
	common := func(lines, along int, cell func(line, i int) int) int {
		n := lines
		for line := 1; line < lines; line++ {
			for i := range along {
				if r.Cells[cell(line, i)].State[0].Value != r.Cells[cell(line-1, i)].State[0].Value {
					for rest := line; rest > 0; { // n becomes its common divisor with line, by Euclid
						n, rest = rest, n%rest
					}
					break
				}
			}
		}
		return n
	}
	return float64(common(r.Rows, r.Cols, func(row, i int) int { return row*r.Cols + i }) *
		common(r.Cols, r.Rows, func(col, i int) int { return i*r.Cols + col }))
}

// lit guesses which of two states is a lit lamp; the brighter one is first. It is sure of it if it is
// coloured and the other one black, or if the page above and below the board is dark and the other
// state is not light. Otherwise both are equally likely. Limits of light are out of 255.
func lit(v *page.View, m plane.Mesh, l *lattice.Lattice, states [2]page.RGB) []board.Guess {
	bright := 0
	if states[1].Light() > states[0].Light() {
		bright = 1
	}
	light, dark := states[bright], states[1-bright]
	coloured := light.Light()-min(light[0], light[1], light[2]) > 80
	var paper page.RGB
	n := 0.
	for c := range l.Cols {
		for _, row := range []float64{-.6, float64(l.Rows) - .4} {
			if p := m.Place(row+.5, float64(c)+.5); v.Shows(p) {
				paper, n = paper.Plus(pixel(v, p)), n+1
			}
		}
	}
	sure := .5
	if coloured && light.Light() > 150 && dark.Light() < 70 || n > 0 && paper.Times(1/n).Light() < 110 && dark.Light() < 130 {
		sure = .9995
	}
	return []board.Guess{{Value: bright, P: sure}, {Value: 1 - bright, P: 1 - sure}}
}

// pixel returns the colour of the image at a point.
func pixel(v *page.View, p lattice.Point) page.RGB {
	r, g, b := v.Colour(int(p.X), int(p.Y))
	return page.RGB{float64(r), float64(g), float64(b)}
}
