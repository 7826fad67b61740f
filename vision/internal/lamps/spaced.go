package lamps

import (
	"cmp"
	"math"
	"slices"
)

// spaced finds boards of tiles of one size at even distances, with gaps between them, among the
// patches all. A group holds the patches that may be tiles (see squares) with sides from one length to
// 1.2 times that; the next group begins at least 6 % larger, so groups overlap. It looks for one board
// in each. It returns nil if fewer than 3 patches may be tiles, or more than 800.
func (m *colours) spaced(all []patch, screen bool) (found []tiling) {
	const alike, most = 1.2, 800 // the largest ratio of sides in a group; tiles
	tiles := squares(all)
	if len(tiles) < 3 || len(tiles) > most {
		return nil
	}
	large := slices.DeleteFunc(slices.Clone(all), func(p patch) bool { return p.isPage(m.w, m.h) })
	slices.SortStableFunc(tiles, func(a, b patch) int { return cmp.Compare(a.side(), b.side()) })
	for i := 0; i < len(tiles); {
		j := i
		for j < len(tiles) && tiles[j].side() <= alike*tiles[i].side() {
			j++
		}
		if t, ok := evenly(tiles[i:j], large, screen); ok {
			found = append(found, t)
		}
		first := tiles[i].side()
		for i < len(tiles) && tiles[i].side() < first*1.06 {
			i++
		}
	}
	return found
}

// evenly finds a tiling: the even distances at which most patches of a group stand. Patches of another
// size than the group's median are left out first. Then it adds the patches of all that stand at places
// of the tiling. It returns false if fewer than 3 patches of the group stand at such places, or if too
// many cells of the tiling have no patch: see cover.
func evenly(group, all []patch, screen bool) (tiling, bool) {
	if len(group) < 3 {
		return tiling{}, false
	}
	width, height := medianSides(group)
	group = slices.DeleteFunc(slices.Clone(group), func(p patch) bool { // a fifth and a pixel off
		return math.Abs(float64(p.box.Dx())-width) > .2*width+1 || math.Abs(float64(p.box.Dy())-height) > .2*height+1
	})
	w, h, ok := distances(group, width, height)
	if len(group) < 3 || !ok {
		return tiling{}, false
	}
	// Try some patches as the first cell, and count those at whole distances from it.
	var place placing
	most := 2
	const tried = 40 // patches
	for i := 0; i < len(group); i += 1 + len(group)/tried {
		x, y := group[i].middle()
		from := placing{w, 0, x, 0, h, y}
		if n := len(near(from.holds(group))); n > most {
			place, most = from, n
		}
	}
	if most < 3 {
		return tiling{}, false
	}
	for n := 0; n < most; { // fit the placing again as long as it holds more patches
		spots := near(place.holds(group))
		n, most = most, max(most, len(spots))
		free := alongPixels
		switch {
		case screen:
		case len(spots) >= 12:
			free = inPerspective
		case len(spots) >= 4:
			free = affine
		}
		if place, ok = place.fit(spots, free); !ok {
			return tiling{}, false
		}
	}
	// Tiles of the other state may be larger or smaller by a border or a glow, and tiles of one colour
	// may touch.
	var spots []spot
	for _, p := range all {
		spots = append(spots, place.covers(p, width/w, height/h)...)
	}
	return cover(place, near(spots), w*height/width/h, screen)
}

// covers returns the cells that a patch fills: one tile, or a block of tiles that touch. It returns nil
// if the patch's sides are not sides of tiles, if a single tile is filled by less than 40 %, or if the
// block has more than 41 rows or columns. Width and height are those of a tile, divided by those of a
// cell. A spot in a block gets an equal share of the area.
func (p placing) covers(q patch, width, height float64) []spot {
	const within = .17 // cells
	top, left := p.cell(float64(q.box.Min.X), float64(q.box.Min.Y))
	bottom, right := p.cell(float64(q.box.Max.X), float64(q.box.Max.Y))
	// The middles of the first tile and of the last.
	top, left, bottom, right = top+height/2, left+width/2, bottom-height/2, right-width/2
	if off(top) > within || off(left) > within || off(bottom) > within || off(right) > within {
		return nil
	}
	top, left, bottom, right = math.Round(top), math.Round(left), math.Round(bottom), math.Round(right)
	if bottom < top || right < left || bottom-top > 40 || right-left > 40 {
		return nil
	}
	if top == bottom && left == right {
		if 5*q.area < 2*q.box.Dx()*q.box.Dy() {
			return nil
		}
		x, y := q.middle()
		return []spot{{top, left, x, y, float64(q.area), false}}
	}
	var all []spot
	each := float64(q.area) / ((bottom - top + 1) * (right - left + 1))
	for row := top; row <= bottom; row++ {
		for col := left; col <= right; col++ {
			if x, y := p.at(row, col); q.has(int32(x), int32(y)) { // a block need not be a rectangle
				all = append(all, spot{row, col, x, y, each, true})
			}
		}
	}
	return all
}

// has reports whether a pixel is in a patch. It searches for the first run, in reading order, that
// does not end before the pixel.
func (p patch) has(x, y int32) bool {
	i, _ := slices.BinarySearchFunc(p.runs, run{y: y, from: x}, func(a, b run) int {
		return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.to-1, b.from))
	})
	return i < len(p.runs) && p.runs[i].y == y && p.runs[i].from <= x
}

// distances returns the commonest distance w of patches side by side, and h of patches one below the
// other. Width and height are the median sides of the patches. If only one of w and h is seen, the
// other follows from the proportions of the patches; ok is false if neither is seen. Neighbours are at
// most 20 % of a side out of line and .95 to 2.2 sides apart, from middle to middle.
func distances(group []patch, width, height float64) (w, h float64, ok bool) {
	side := (width + height) / 2
	var across, down []float64
	for i, p := range group {
		px, py := p.middle()
		for _, q := range group[:i] {
			qx, qy := q.middle()
			dx, dy := math.Abs(px-qx), math.Abs(py-qy)
			if dy < .2*height && dx > .95*width && dx < 2.2*width {
				across = append(across, dx)
			}
			if dx < .2*width && dy > .95*height && dy < 2.2*height {
				down = append(down, dy)
			}
		}
	}
	w, nw := commonest(across, .05*side)
	h, nh := commonest(down, .05*side)
	switch {
	case nw == 0 && nh == 0:
		return 0, 0, false
	case nw == 0:
		w = h * width / height
	case nh == 0:
		h = w * height / width
	}
	return w, h, true
}

// holds returns the patches with middles near whole rows and columns.
func (p placing) holds(patches []patch) []spot {
	const near = .15 // cells
	var all []spot
	for _, q := range patches {
		x, y := q.middle()
		if row, col := p.cell(x, y); off(row) < near && off(col) < near {
			all = append(all, spot{math.Round(row), math.Round(col), x, y, float64(q.area), false})
		}
	}
	return all
}

// medianSides returns the median width and height of patches.
func medianSides(group []patch) (width, height float64) {
	var w, h []int
	for _, p := range group {
		w, h = append(w, p.box.Dx()), append(h, p.box.Dy())
	}
	slices.Sort(w)
	slices.Sort(h)
	return float64(w[len(w)/2]), float64(h[len(h)/2])
}

// cover returns the smallest tiling with all spots, after it removes outer rows and columns in which
// at most half of the cells have a spot, if at least 90 % of the other cells have one. It returns
// false if fewer than 3 cells have a spot, or less than a sixth of all on a screen, half on a photo,
// or if the tiling would have more than 40 rows or columns. It is doubted if no cell of an outer line
// has a patch of its own: a wide button or a strip of the page looks like a line of tiles that touch.
// Tall is the height of a tile with the gap to the next, as a share of a row's, if gaps are as wide as high.
func cover(place placing, spots []spot, tall float64, screen bool) (tiling, bool) {
	const mostSide = 40 // rows or columns
	left, right, top, bottom := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	seen := map[[2]int]float64{} // the area of a cell's patch
	alone := map[[2]int]bool{}   // cells with a patch of their own
	for _, s := range spots {
		left, right, top, bottom = min(left, s.col), max(right, s.col), min(top, s.row), max(bottom, s.row)
		at := [2]int{int(s.row), int(s.col)}
		seen[at] = max(seen[at], s.area)
		alone[at] = alone[at] || !s.block
	}
	if len(spots) < 3 || right-left >= mostSide || bottom-top >= mostSide {
		return tiling{}, false
	}
	t := tiling{placing: place, top: int(top), left: int(left), rows: int(bottom-top) + 1, cols: int(right-left) + 1, tall: tall}
	count := func(top, left, rows, cols int) (n float64) {
		for i := range rows * cols {
			if seen[[2]int{top + i/cols, left + i%cols}] > 0 {
				n++
			}
		}
		return n
	}
	if screen {
		t.cards = t.wrapped(count)
	}
	if t.cards == 0 {
		t = t.trimmed(count)
	}
	t.score = count(t.top, t.left, t.rows, t.cols)
	for i := range t.rows * t.cols {
		t.area += seen[[2]int{t.top + i/t.cols, t.left + i%t.cols}]
	}
	t.doubted = t.cards == 0 && t.ends(func(row, col int) bool { return !alone[[2]int{t.top + row, t.left + col}] })
	least := float64(t.cells()) / 6
	if !screen {
		least *= 3
	}
	return t, t.score >= 3 && t.score >= least
}

// trimmed returns a tiling without outer rows and columns in which at most half of the cells have a patch, if at least
// 90 % of the other cells have one. A row and a column may have to go together: a sign in the corner of a margin that
// is as large as a tile adds both. Count returns how many cells of a part have a patch.
func (t tiling) trimmed(count func(top, left, rows, cols int) float64) tiling {
	const whole, few = .9, .5 // the least share of other cells with a spot, the largest of a removed line's
	seen := func(t tiling) float64 { return count(t.top, t.left, t.rows, t.cols) / float64(t.rows*t.cols) }
	again := true
	for again && t.rows > 1 && t.cols > 1 {
		again = false
		for _, sides := range margins {
			rest, sparse := t, true
			for _, side := range sides {
				sparse = sparse && seen(t.outer(side)) <= few
				rest = rest.without(side)
			}
			if sparse && seen(rest) >= whole {
				t, again = rest, true
				break
			}
		}
	}
	return t
}

// outer returns the outermost line of a tiling at a side: see margins.
func (t tiling) outer(side int) tiling {
	switch side {
	case 0:
		t.rows = 1
	case 1:
		t.top, t.rows = t.top+t.rows-1, 1
	case 2:
		t.cols = 1
	default:
		t.left, t.cols = t.left+t.cols-1, 1
	}
	return t
}

// without returns a tiling without its outermost line at a side.
func (t tiling) without(side int) tiling {
	switch side {
	case 0:
		t.top, t.rows = t.top+1, t.rows-1
	case 1:
		t.rows--
	case 2:
		t.left, t.cols = t.left+1, t.cols-1
	default:
		t.cols--
	}
	return t
}

// upright is how many times as high as wide cards are at least; lamps are square.
const upright = 1.15

// upright reports whether a tile is as high as a card, and fits in its row.
func (t tiling) upright() bool {
	x, y := t.placing.at(0, 0)
	right, _ := t.placing.at(0, 1)
	_, below := t.placing.at(1, 0)
	return t.tall <= 1 && (below-y)*t.tall > upright*(right-x)
}

// wrapped returns the number of cards if the rows of a tiling are lines of one row of cards, else 0. In all lines
// before the last one nearly all cells have a patch, in the last one those from the left on. As lights have three rows
// or more, the last line is shorter than the others, or there are two lines. Count returns how many cells of a part
// have a patch.
func (t tiling) wrapped(count func(top, left, rows, cols int) float64) int {
	const nearly = .8
	last := 0
	for last < t.cols && count(t.top+t.rows-1, t.left+last, 1, 1) > 0 {
		last++
	}
	for row := range t.rows - 1 {
		if count(t.top+row, t.left, 1, t.cols) < nearly*float64(t.cols) {
			return 0
		}
	}
	if t.rows == 1 || !t.upright() || t.cols < fewestCards || last == t.cols && t.rows > 2 || float64(last) < count(t.top+t.rows-1, t.left, 1, t.cols) {
		return 0
	}
	return (t.rows-1)*t.cols + last
}

// ends reports whether all cells of the first or the last row or column of a tiling with several rows
// are of a sort.
func (t tiling) ends(sort func(row, col int) bool) bool {
	line := func(row, col, down, right, n int) bool {
		for i := range n {
			if !sort(row+i*down, col+i*right) {
				return false
			}
		}
		return t.rows > 1
	}
	return line(0, 0, 0, 1, t.cols) || line(t.rows-1, 0, 0, 1, t.cols) || line(0, 0, 1, 0, t.rows) || line(0, t.cols-1, 1, 0, t.rows)
}

// near returns the largest group of spots that hang together: from each one to any other there is a
// way over spots at most two rows and two columns apart.
func near(spots []spot) []spot {
	const reach = 2 // cells
	at := map[[2]int][]int{}
	for i, s := range spots {
		cell := [2]int{int(s.row), int(s.col)}
		at[cell] = append(at[cell], i)
	}
	var best, part []spot
	// take moves the spots of a cell to part; each spot is moved once.
	take := func(cell [2]int) {
		for _, i := range at[cell] {
			part = append(part, spots[i])
		}
		delete(at, cell)
	}
	for _, s := range spots {
		part = nil
		take([2]int{int(s.row), int(s.col)})
		for k := 0; k < len(part); k++ {
			row, col := int(part[k].row), int(part[k].col)
			for d := range (2*reach + 1) * (2*reach + 1) {
				take([2]int{row - reach + d%(2*reach+1), col - reach + d/(2*reach+1)})
			}
		}
		if len(part) > len(best) {
			best = part
		}
	}
	return best
}

// off returns the distance of a number from the nearest whole one.
func off(f float64) float64 { return math.Abs(f - math.Round(f)) }

// commonest returns the mean and the number n of the largest group of values that span at most twice
// the distance within. It sorts the values. Without values it returns 0 and 0.
func commonest(values []float64, within float64) (mean float64, n int) {
	slices.Sort(values)
	for i, j := 0, 0; i < len(values); i++ {
		for j < len(values) && values[j] <= values[i]+2*within {
			j++
		}
		if j-i > n {
			n, mean = j-i, 0
			for _, v := range values[i:j] {
				mean += v / float64(j-i)
			}
		}
	}
	return mean, n
}
