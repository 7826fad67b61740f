package lamps

import (
	"context"
	"math"
	"slices"
)

// On a map that shows a board face on, its lines run nearly along the pixels. They are less exact than
// on a screen, but the mean of a few pixels along a line tells its change of colour from noise and
// stripes.

// borders returns how much the colours change across the left side of each pixel, and across its
// upper side, 0 to 255. Values below a neighbour's are set to 0.
func (m *colours) borders() (upright, level []uint8) {
	right, down := m.changes(1, m.w), m.changes(m.w, 1)
	return peaks(right, 1, m.w), peaks(down, m.w, m.w)
}

// changes returns how much the colours change across one edge of each pixel, 0 to 255: the largest
// change of red, green and blue between the means of two pixels to each side, along five pixels of
// the edge. It is 0 near the map's sides, where some of these pixels are missing. Across and along are
// the distances in pix to the next pixel across the edge and along it.
func (m *colours) changes(across, along int) []uint8 {
	const reach, far = 2, 2 // pixels to each side along the edge, and away from it
	all := make([]uint8, len(m.pix))
	lines := make([][3]int32, len(m.pix)) // sums of the pixels along the edge
	for i := range m.pix {
		for k := -reach; k <= reach; k++ {
			if j := i + k*along; j >= 0 && j < len(m.pix) {
				for c := range 3 {
					lines[i][c] += int32(m.pix[j][c])
				}
			}
		}
	}
	for i := far * across; i < len(m.pix)-far*across; i++ {
		if x := i % m.w; x < far || x >= m.w-far {
			continue
		}
		most := int32(0)
		for c := range 3 {
			d := lines[i][c] + lines[i+across][c] - lines[i-across][c] - lines[i-2*across][c]
			most = max(most, d, -d)
		}
		all[i] = uint8(min(255, most/(2*(2*reach+1))))
	}
	return all
}

// peaks returns the values that are the highest within two pixels across, and 0 for all others. Of
// equal values the last one is kept.
func peaks(values []uint8, across, _ int) []uint8 {
	kept := make([]uint8, len(values))
	for i := 2 * across; i < len(values)-2*across; i++ {
		if v := values[i]; v > 0 && v >= values[i-across] && v > values[i+across] && v >= values[i-2*across] && v > values[i+2*across] {
			kept[i] = v
		}
	}
	return kept
}

// combs finds boards by the borders of their cells: parts of the map with borders at even distances,
// both in x and in y. It tries four strengths that a border must have, and two widths by which
// borders are widened to join into one part. A board found again is added once.
func (m *colours) combs(ctx context.Context) (found []tiling, err error) {
	upright, level := m.borders()
	for _, least := range []uint8{8, 16, 32, 64} {
		for _, reach := range []int{2, 10} { // in pixels; cells of one board may touch at corners, or not at all
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for _, p := range m.bordered(upright, level, least, reach) {
				across, down := p.profiles(m.w, upright, level, least)
				across.around, down.around = float64(reach), float64(reach)
				for _, t := range spacedEvenly(across, down) {
					t.placing[2], t.placing[5] = t.placing[2]+float64(p.box.Min.X), t.placing[5]+float64(p.box.Min.Y)
					if !slices.ContainsFunc(found, t.alike) {
						found = append(found, t)
					}
				}
			}
		}
	}
	return found, nil
}

// A profile sums up the borders of a patch at each place along one direction.
type profile struct {
	change, length sides   // the sum of the changes, and the number of pixels with a border
	across         float64 // the number of pixels at each place
	around         float64 // the part of these, on each side, by which the patch exceeds its borders
}

// profiles returns the profiles of a patch in x and in y. Borders weaker than least do not count.
func (p patch) profiles(width int, upright, level []uint8, least uint8) (across, down profile) {
	w, h := p.box.Dx(), p.box.Dy()
	across = profile{change: make(sides, w), length: make(sides, w), across: float64(h)}
	down = profile{change: make(sides, h), length: make(sides, h), across: float64(w)}
	for _, r := range p.runs {
		for x := r.from; x < r.to; x++ {
			at := int(r.y)*width + int(x)
			if i := int(x) - p.box.Min.X; upright[at] >= least {
				across.change[i], across.length[i] = across.change[i]+float64(upright[at]), across.length[i]+1
			}
			if i := int(r.y) - p.box.Min.Y; level[at] >= least {
				down.change[i], down.length[i] = down.change[i]+float64(level[at]), down.length[i]+1
			}
		}
	}
	return across, down
}

// bordered returns the connected parts of a map with borders of at least the strength least, after
// these are widened by reach pixels. Parts without borders, and those less than 24 pixels wide or
// high, are left out.
func (m *colours) bordered(upright, level []uint8, least uint8, reach int) (all []patch) {
	plane := make([]uint8, len(m.pix))
	for i := range plane {
		if upright[i] >= least || level[i] >= least {
			plane[i] = 1
		}
	}
	m.widen(plane, reach)
	const smallest = 24 // pixels, in x and in y
	right, down := m.levels(plane, 0)
	for _, p := range m.flats(right, down, 0) { // all pixels of a part are set, or none is
		if r := p.runs[0]; plane[int(r.y)*m.w+int(r.from)] == 1 && min(p.box.Dx(), p.box.Dy()) >= smallest {
			all = append(all, p)
		}
	}
	return all
}

// widen sets all pixels within a square of reach pixels around each pixel that is set.
func (m *colours) widen(plane []uint8, reach int) {
	line := make([]int, max(m.w, m.h)+1) // at i: the sum of the first i pixels of a row or column
	// pass widens one row or column: n pixels, the first at from and the others each step further on.
	pass := func(from, step, n int) {
		for i := range n {
			line[i+1] = line[i] + int(plane[from+i*step])
		}
		for i := range n {
			plane[from+i*step] = uint8(min(1, line[min(n, i+reach+1)]-line[max(0, i-reach)]))
		}
	}
	for y := range m.h {
		pass(y*m.w, 1, m.w)
	}
	for x := range m.w {
		pass(x, m.w, m.h)
	}
}

// A board either has nearly all its borders between cells, or, if signs have borders too, borders
// along most of each line between cells.
const (
	nearly = .85 // the share of borders that lie on lines between cells
	mostly = .55 // the share of each line's length that has a border
)

// spacedEvenly returns up to two tilings of nearly square cells, from the first long border to the
// last: the coarsest one with nearly all borders on its lines, and the finest one with borders along
// most of each of its lines. It tries all numbers of rows and columns up to 40, with cells of at least
// 6 pixels. It returns nil if one direction has no two long borders.
func spacedEvenly(across, down profile) (all []tiling) {
	left, right, ok := across.ends()
	top, bottom, too := down.ends()
	if !ok || !too {
		return nil
	}
	const most, narrow = 40, 6 // cells in a row; pixels of a cell
	const square = 1.3         // the longer side of a cell divided by the shorter
	var coarse, fine *tiling
	for cols := 1; cols <= most; cols++ {
		w := (right - left) / float64(cols)
		if w < narrow {
			break
		}
		near, ruled := across.even(left, w, cols)
		for rows := 1; rows <= most && (near >= nearly || ruled >= mostly); rows++ {
			h := (bottom - top) / float64(rows)
			if h < narrow || w > square*h {
				break
			}
			if h > square*w || rows*cols < 4 {
				continue
			}
			cells := float64(rows * cols)
			t := &tiling{placing: along(left, top, w, h), rows: rows, cols: cols, score: cells, area: cells * w * h, joined: true}
			n, r := down.even(top, h, rows)
			if min(n, near) >= nearly && (coarse == nil || rows*cols < coarse.rows*coarse.cols) {
				coarse = t
			}
			if min(r, ruled) >= mostly && (fine == nil || rows*cols > fine.rows*fine.cols) {
				fine = t
			}
		}
	}
	for _, t := range []*tiling{coarse, fine} {
		if t != nil {
			all = append(all, *t)
		}
	}
	return all
}

// ends returns the first and the last place with a border along at least 15 % of the side; ok is
// false if there are no two. A border may be spread over three places.
func (p profile) ends() (first, last float64, ok bool) {
	const part = .15 // the share of the side
	s := p.length
	long := func(i int) bool { return s.at(i-1)+s.at(i)+s.at(i+1) >= part*(p.across-2*p.around) }
	// middle returns the mean of the places around i, weighted by the length of their borders.
	middle := func(i int) float64 {
		n, sum := 0., 0.
		for k := i - 1; k <= i+2; k++ {
			n, sum = n+s.at(k), sum+float64(k)*s.at(k)
		}
		return sum / n
	}
	from, to := 0, len(s)-1
	for from < len(s) && !long(from) {
		from++
	}
	for to > from && !long(to) {
		to--
	}
	if to <= from+1 {
		return 0, 0, false
	}
	// The first three places that are long together reach the border at from+1, the last three at to-1.
	return middle(from + 1), middle(to - 1), true
}

// even measures n+1 lines, the first at the place first and each length further on. A border lies on a
// line if it is at most 1.6 pixels, or a tenth of length, off. Near is the share of all change that
// lies on these lines, or on more such lines beyond them. Ruled is the share of its own length with
// borders on the line that has the fewest.
func (p profile) even(first, length float64, n int) (near, ruled float64) {
	within := max(1.6, .1*length)
	all := 0.
	lines := make([]float64, n+1)
	for i, v := range p.change {
		all += v
		k := (float64(i) - first) / length
		if off(k)*length <= within {
			near += v
			if k := int(math.Round(k)); k >= 0 && k <= n {
				lines[k] += p.length[i]
			}
		}
	}
	return near / max(all, 1), slices.Min(lines) / (p.across - 2*p.around)
}
