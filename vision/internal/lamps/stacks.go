package lamps

import (
	"cmp"
	"math"
	"slices"
)

// stacked finds boards of tiles without gaps. Tiles of one colour that touch are one block, with
// straight sides at multiples of a cell's side. It tries the blocks that hang together with the
// largest one, then all blocks if there are more. The page and blocks as small as letters do not
// count. It returns nil if there are more blocks than a board has cells.
func (m *colours) stacked(all []patch) (found []tiling) {
	var blocks []patch
	for _, p := range all {
		if p.isPage(m.w, m.h) {
			continue
		}
		if x, y := p.sides(); x.straight() && y.straight() {
			blocks = append(blocks, p)
		}
	}
	if blocks = large(blocks); len(blocks) > mostLights*mostLights {
		return nil // no board has more cells
	}
	part := touching(blocks)
	if t, ok := blockwise(part); ok {
		found = append(found, t)
	}
	if len(part) < len(blocks) {
		if t, ok := blockwise(blocks); ok {
			found = append(found, t)
		}
	}
	return found
}

// blockwise returns the tiling with cells that some blocks are made of. Ok is false if their sides are
// not at multiples of one length, if there are fewer than 4 cells or more than 40 in a row or column,
// if cells have less than 6 pixels, or if the blocks fill less than a tenth of the cells or more than
// all of them.
func blockwise(blocks []patch) (tiling, bool) {
	var across, down sides
	area := 0
	for _, p := range blocks {
		x, y := p.sides()
		across, down = across.with(x), down.with(y)
		area += p.area
	}
	w, left, cols := across.step()
	h, top, rows := down.step()
	if cols == 0 || rows == 0 {
		return tiling{}, false
	}
	// Cells are nearly square. If not, all blocks happen to stand at multiples of two or more cells.
	const square = 1.3              // the longer side divided by the shorter
	for w > square*h && cols < 40 { // divide the width by the proportions, at least by 2
		n := math.Round(w / h)
		w, cols = w/max(n, 2), cols*int(max(n, 2))
	}
	for h > square*w && rows < 40 {
		n := math.Round(h / w)
		h, rows = h/max(n, 2), rows*int(max(n, 2))
	}
	if max(rows, cols) > 40 || rows*cols < 4 || w < 6 || h < 6 {
		return tiling{}, false
	}
	t := tiling{placing: along(left, top, w, h), rows: rows, cols: cols, score: float64(area) / (w * h), area: float64(area), joined: true}
	// The blocks have to fill at least a tenth of the cells, and no more than all of them.
	if cells := float64(rows * cols); 10*t.score < cells || t.score > cells+max(.6, .05*cells) {
		return tiling{}, false
	}
	return t, true
}

// large sorts blocks by their areas, the largest first, and returns them without those as small as a
// letter.
func large(blocks []patch) []patch {
	const letter = 50 // the area of the largest block divided by a letter's
	slices.SortStableFunc(blocks, func(a, b patch) int { return cmp.Compare(b.area, a.area) })
	for n, p := range blocks {
		if letter*p.area < blocks[0].area {
			return blocks[:n]
		}
	}
	return blocks
}

// touching returns the first block and all that are joined to it by blocks that touch: their boxes are
// less than 3 pixels apart. It returns nil without blocks.
func touching(blocks []patch) []patch {
	const gap = 3 // pixels
	if len(blocks) == 0 {
		return nil
	}
	part, left := blocks[:1:1], slices.Clone(blocks[1:])
	for i := 0; i < len(part); i++ {
		near := part[i].box.Inset(-gap)
		left = slices.DeleteFunc(left, func(p patch) bool {
			if p.box.Overlaps(near) {
				part = append(part, p)
				return true
			}
			return false
		})
	}
	return part
}

// isPage reports whether a patch is taken for the page around a board: it reaches at least three edges
// of the map.
func (p patch) isPage(width, height int) bool {
	n := 0
	for _, at := range []bool{p.box.Min.X == 0, p.box.Min.Y == 0, p.box.Max.X == width, p.box.Max.Y == height} {
		if at {
			n++
		}
	}
	return n >= 3
}

// sides holds the length of border at each place along one direction, in pixels.
type sides []float64

// sides returns the length of the upright borders of a patch at each x, and of the level ones at each
// y. Places are counted from the map's left and upper side.
func (p patch) sides() (across, down sides) {
	w, h := p.box.Dx(), p.box.Dy()
	inside := make([]bool, (w+2)*(h+2)) // the patch in its box, with a rim of one pixel outside it
	for _, r := range p.runs {
		for x := r.from; x < r.to; x++ {
			inside[(int(r.y)-p.box.Min.Y+1)*(w+2)+int(x)-p.box.Min.X+1] = true
		}
	}
	across, down = make(sides, p.box.Max.X+1), make(sides, p.box.Max.Y+1)
	for y := 1; y <= h; y++ {
		for x := 1; x <= w+1; x++ {
			if inside[y*(w+2)+x] != inside[y*(w+2)+x-1] {
				across[p.box.Min.X+x-1]++
			}
		}
	}
	for x := 1; x <= w; x++ {
		for y := 1; y <= h+1; y++ {
			if inside[y*(w+2)+x] != inside[(y-1)*(w+2)+x] {
				down[p.box.Min.Y+y-1]++
			}
		}
	}
	return across, down
}

// with returns the sum of two sides; s itself may change.
func (s sides) with(t sides) sides {
	for len(s) < len(t) {
		s = append(s, 0)
	}
	for i, v := range t {
		s[i] += v
	}
	return s
}

// straight reports whether nearly all of the border is in straight runs.
func (s sides) straight() bool {
	const run, nearly = 6, .85 // pixels, and the share of the border
	all, long := 0., 0.
	for i, v := range s {
		all += v
		if v+s.at(i-1)+s.at(i+1) >= run {
			long += v
		}
	}
	return all > 0 && long >= nearly*all
}

// at returns the border at a place, 0 outside.
func (s sides) at(i int) float64 {
	if i < 0 || i >= len(s) {
		return 0
	}
	return s[i]
}

// step returns the largest length such that nearly all borders are at multiples of it, the place of
// the first border, and the number n of such lengths from the first to the last. A border may be 1.3
// pixels, or 6 % of the length, off; 93 % of all borders have to fit. It returns zeros if no length of
// at least 6 pixels fits, or if there are fewer than 2 edges or more than 120. An edge is a group of
// neighbouring places with at least 5 pixels of border.
func (s sides) step() (length, first float64, n int) {
	type edge struct{ at, weight float64 }
	var edges []edge
	all := 0.
	for i := 0; i < len(s); i++ {
		if s[i] == 0 {
			continue
		}
		e := edge{}
		for ; i < len(s) && s[i] > 0; i++ {
			e.at, e.weight = e.at+s[i]*float64(i), e.weight+s[i]
		}
		e.at /= e.weight
		if e.weight >= 5 {
			edges = append(edges, e)
			all += e.weight
		}
	}
	if len(edges) < 2 || len(edges) > 120 {
		return 0, 0, 0
	}
	for i, a := range edges {
		for _, b := range edges[i+1:] {
			d := b.at - a.at
			if d < 6 || d <= length {
				continue
			}
			fit := 0.
			for _, e := range edges {
				if off((e.at-a.at)/d)*d <= max(1.3, .06*d) {
					fit += e.weight
				}
			}
			if fit >= .93*all {
				length, first = d, a.at
			}
		}
	}
	if length == 0 {
		return 0, 0, 0
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	var points [][2]float64
	for _, e := range edges {
		if k := (e.at - first) / length; off(k)*length <= max(1.3, .06*length) {
			lo, hi = min(lo, math.Round(k)), max(hi, math.Round(k))
			points = append(points, [2]float64{math.Round(k), e.at})
		}
	}
	first, length = straightLine(points, length)
	return length, first + lo*length, int(hi - lo)
}
