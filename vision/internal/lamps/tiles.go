package lamps

import (
	"cmp"
	"context"
	"image"
	"slices"

	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// A tiling is a board of tiles as a map shows it.
type tiling struct {
	placing
	top, left  int // the row and column of its first cell in the placing
	rows, cols int
	score      float64 // the number of cells that stand out
	area       float64 // the area of their patches, in pixels of the map
	guessed    bool    // it may lack cells at its edges that do not stand out
	doubted    bool    // it may have too many rows or columns
	joined     bool    // its cells have no gaps between them
	cards      int     // the number of cells if they are cards in several lines, the last one maybe shorter; else 0
	tall       float64 // the height of a tile with the gap to the next, as a share of a row's, if gaps are as wide as high
}

// at returns the place on the map of a place of the tiling; whole numbers are corners of cells.
func (t tiling) at(row, col float64) (x, y float64) {
	return t.placing.at(row+float64(t.top)-.5, col+float64(t.left)-.5)
}

// cells returns the number of cells.
func (t tiling) cells() int {
	if t.cards > 0 {
		return t.cards
	}
	return t.rows * t.cols
}

// seen returns the share of cells that stand out.
func (t tiling) seen() float64 { return min(1, t.score/float64(t.cells())) }

// weight returns the rank of a tiling. It uses the area, as the letters of a text are many but small,
// and the share seen, as every other tile of a board may be a tiling too.
func (t tiling) weight() float64 { return t.area * t.seen() * t.seen() }

// full reports whether nearly all cells stand out.
func (t tiling) full() bool { return t.seen() >= .97 }

// box returns the rectangle on the map around some cells of a tiling.
func (t tiling) box(row, col, rows, cols int) (x0, y0, x1, y1 float64) {
	x0, y0 = t.at(float64(row), float64(col))
	x1, y1 = x0, y0
	for i := 1; i < 4; i++ {
		x, y := t.at(float64(row+rows*(i%2)), float64(col+cols*(i/2)))
		x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
	}
	return x0, y0, x1, y1
}

// lattice returns the lattice of a tiling on the image.
func (m *colours) lattice(t tiling) *lattice.Lattice {
	return lattice.New(t.rows, t.cols, func(row, col int) lattice.Point {
		x, y := t.at(float64(row), float64(col))
		return m.place(x, y)
	})
}

// lattices returns the lattice of a tiling on the image or, of cards in several lines, that of each line.
func (m *colours) lattices(t tiling) (lines []*lattice.Lattice) {
	if t.cards == 0 {
		return append(lines, m.lattice(t))
	}
	for line := range t.rows {
		lines = append(lines, lattice.New(1, min(t.cols, t.cards-line*t.cols), func(row, col int) lattice.Point {
			x, y := t.at(float64(line)+.5+(float64(row)-.5)*t.tall, float64(col))
			return m.place(x, y)
		}))
	}
	return lines
}

// tiling returns the tiling of a lattice with lines along the pixels, by two opposite corners.
func (m *colours) tiling(l *lattice.Lattice) tiling {
	p, q := l.At(0, 0), l.At(float64(l.Rows), float64(l.Cols))
	w, h := (q.X-p.X)/m.across/float64(l.Cols), (q.Y-p.Y)/m.down/float64(l.Rows)
	return tiling{placing: along(p.X/m.across, p.Y/m.down, w, h), rows: l.Rows, cols: l.Cols}
}

// tiles returns the boards that are found without lines: tiles that stand out from their ground, and
// blocks of colour with sides at multiples of one length. Lights come before cards, which are in one
// row; each begin with the greatest weight, and there are at most four of each. If hard, and no tiling
// is sure yet, it searches planes of colour at many levels for tiles with signs on them, or on a
// picture. Tiles without gaps are sought on a screen only.
func (m *colours) tiles(ctx context.Context, screen, hard bool) ([]tiling, error) {
	right, down := m.steps()
	var all []tiling
	add := func(tilings ...tiling) {
		for _, t := range tilings {
			if t.cols >= 2 && t.rows*t.cols >= 4 {
				all = append(all, t)
			}
		}
	}
	var pool, panels []patch
	for _, step := range []uint8{3, 8, 16, 30} { // the largest step of colour inside a patch, of 255
		patches := m.flats(right, down, step)
		pool = append(pool, patches...)
		add(m.spaced(patches, screen)...)
		if screen {
			add(m.stacked(patches)...)
			panels = append(panels, m.panels(patches)...)
		}
	}
	add(m.spaced(distinct(pool), screen)...)
	if hard && !slices.ContainsFunc(all, m.sure) {
		for _, plane := range m.planes() {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for _, level := range quantiles(plane) {
				right, down := m.levels(plane, level)
				patches := m.flats(right, down, 0)
				add(m.spaced(patches, screen)...)
				if screen {
					add(m.stacked(patches)...)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b tiling) int { return cmp.Compare(b.weight(), a.weight()) })
	var found [2][]tiling // of lights, and of cards
	for _, t := range all {
		kind := &found[0]
		if t.rows == 1 || t.cards > 0 {
			kind = &found[1]
		}
		const most = 4 // tilings of each kind
		if len(*kind) == most {
			continue
		}
		if t = m.extent(t, panels, screen); !slices.ContainsFunc(*kind, t.alike) {
			*kind = append(*kind, t)
		}
	}
	return slices.Concat(found[0], found[1]), nil
}

// sure reports whether all cells of a tiling stand out, in two clearly different colours.
func (m *colours) sure(t tiling) bool {
	var looks []page.RGB
	for i := range t.cells() {
		looks = append(looks, m.look(t, i/t.cols, i%t.cols))
	}
	_, states := page.TwoMeans(looks)
	return t.full() && states[0].To(states[1]) >= leastApart
}

// alike reports whether two tilings have as many rows and columns, are both guessed or both seen, and
// have at least 80 % of the smaller one's area in common.
func (t tiling) alike(u tiling) bool {
	if t.rows != u.rows || t.cols != u.cols || t.cards != u.cards || t.guessed != u.guessed {
		return false
	}
	x0, y0, x1, y1 := t.box(0, 0, t.rows, t.cols)
	u0, v0, u1, v1 := u.box(0, 0, u.rows, u.cols)
	x, y := min(x1, u1)-max(x0, u0), min(y1, v1)-max(y0, v0)
	return x > 0 && y > 0 && x*y > .8*min((x1-x0)*(y1-y0), (u1-u0)*(v1-v0))
}

// squares returns the patches that may be tiles: sides of at most 1 : 2, as cards have, and filled by
// at least 40 %.
func squares(patches []patch) []patch {
	var all []patch
	for _, p := range patches {
		if w, h := p.box.Dx(), p.box.Dy(); w <= 2*h && h <= 2*w && 5*p.area >= 2*w*h {
			all = append(all, p)
		}
	}
	return all
}

// distinct returns the patches without those that have nearly the box of a larger one: the distances of
// the four sides add up to at most 4 pixels. It sorts the patches, the largest first.
func distinct(patches []patch) []patch {
	slices.SortStableFunc(patches, func(a, b patch) int { return cmp.Compare(b.area, a.area) })
	var all []patch
	where := map[image.Point][]image.Rectangle{} // by the place of their middle
	const place = 8                              // pixels
	for _, p := range patches {
		mid := p.box.Min.Add(p.box.Max).Div(2 * place) // only boxes in the same 8 × 8 pixels are compared
		known := slices.ContainsFunc(where[mid], func(b image.Rectangle) bool {
			return plane.Abs(float64(b.Min.X-p.box.Min.X))+plane.Abs(float64(b.Max.X-p.box.Max.X))+
				plane.Abs(float64(b.Min.Y-p.box.Min.Y))+plane.Abs(float64(b.Max.Y-p.box.Max.Y)) <= 4
		})
		if !known {
			where[mid] = append(where[mid], p.box)
			all = append(all, p)
		}
	}
	return all
}

// planes returns values by which tiles may differ from their ground: for each pixel its strongest
// primary colour, its saturation (the strongest less the weakest), and red, green and blue.
func (m *colours) planes() [5][]uint8 {
	var p [5][]uint8
	for i := range p {
		p[i] = make([]uint8, len(m.pix))
	}
	for i, c := range m.pix {
		most := max(c[0], c[1], c[2])
		p[0][i], p[1][i] = most, most-min(c[0], c[1], c[2])
		p[2][i], p[3][i], p[4][i] = c[0], c[1], c[2]
	}
	return p
}

// quantiles returns seven levels evenly spaced over the range of a plane's values, or nil if the range
// is small. The lowest and highest 0.2 % of the values do not count.
func quantiles(plane []uint8) []uint8 {
	var count [256]int
	for _, v := range plane {
		count[v]++
	}
	lo, hi := 0, 255
	for n := count[lo]; n < len(plane)/500; n += count[lo] {
		lo++
	}
	for n := count[hi]; n < len(plane)/500; n += count[hi] {
		hi--
	}
	var at []uint8
	if hi-lo < 24 {
		return nil
	}
	for i := 1; i < 8; i++ {
		at = append(at, uint8(lo+(hi-lo)*i/8))
	}
	return at
}
