package lamps

import (
	"math"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// On a photo much may be taken for a board: half of one, one and a piece of the page, its cells two by two.
// What tells is the borders of cells: those to the page are all seen, and between cells in one state there is
// a line everywhere, or nowhere.

// Where the colours on both sides of a border are looked at, and of what is between, in cells from it.
var (
	beforeBorder = []float64{-.3, -.22}
	onBorder     = []float64{-.12, -.06, 0, .06, .12}
	behindBorder = []float64{.22, .3}
)

// A border is what is seen across the line between two cells, or between a cell and the page.
type border struct {
	before, behind page.RGB
	ridge          float64 // how far what is between is from both, and from all mixtures of them
}

// step is how far the colours on both sides are apart.
func (b border) step() float64 { return b.before.To(b.behind) }

// seen is how much there is to be seen: a line, or two colours.
func (b border) seen() float64 { return max(b.ridge, b.step()) }

// border looks across the middle of a cell's upper side, or of its left one.
func (m *colours) border(g plane.Mesh, row, col float64, left bool) (b border) {
	across := func(offset float64) (c page.RGB) {
		const n = 5
		for i := range n {
			along := .2 + .6*float64(i)/(n-1)
			r, k := row+offset, col+along
			if left {
				r, k = row+along, col+offset
			}
			p := g.Place(r, k)
			c = c.Plus(m.sample(p.X/m.across, p.Y/m.down).Times(1. / n))
		}
		return c
	}
	mean := func(offsets []float64) (c page.RGB) {
		for _, o := range offsets {
			c = c.Plus(across(o).Times(1 / float64(len(offsets))))
		}
		return c
	}
	far, near := g.Place(row-.3, col+.5), g.Place(row+.3, col+.5)
	if left {
		far, near = g.Place(row+.5, col-.3), g.Place(row+.5, col+.3)
	}
	if !m.has(far) || !m.has(near) {
		return b // of the image, and of no board
	}
	b.before, b.behind = mean(beforeBorder), mean(behindBorder)
	for _, o := range onBorder {
		b.ridge = max(b.ridge, across(o).Beside(b.before, b.behind))
	}
	return b
}

// has tells whether a place of the image is on the map.
func (m *colours) has(p lattice.Point) bool {
	return p.X >= 0 && p.Y >= 0 && p.X < float64(m.w)*m.across && p.Y < float64(m.h)*m.down
}

// sample is the colour between four pixels of the map; beyond it, black.
func (m *colours) sample(x, y float64) (c page.RGB) {
	x, y = x-.5, y-.5
	i, j := int(math.Floor(x)), int(math.Floor(y))
	u, v := x-float64(i), y-float64(j)
	for k := range 4 {
		px, py, w := i+k%2, j+k/2, (1-u)*(1-v)
		switch k {
		case 1:
			w = u * (1 - v)
		case 2:
			w = (1 - u) * v
		case 3:
			w = u * v
		}
		if px >= 0 && py >= 0 && px < m.w && py < m.h {
			c = c.Plus(m.at(px, py).Times(w))
		}
	}
	return c
}

// borders are all of a board's: those of its rows, and of its columns, line by line.
type borders struct {
	rows, cols int
	of         [2][]border
	middle     [][]border // of each cell, what is seen across its middle, where none should be
}

// bordersOf looks at those of a board.
func (m *colours) bordersOf(g plane.Mesh, rows, cols int) *borders {
	b := &borders{rows: rows, cols: cols, middle: make([][]border, rows*cols)}
	for way := range 2 {
		lines, along := b.size(way)
		for line := range lines {
			for i := range along {
				row, col := float64(line), float64(i)
				half, side := row+.5, col
				if way == 1 {
					row, col = col, row
					half, side = row, col+.5
				}
				b.of[way] = append(b.of[way], m.border(g, row, col, way == 1))
				if line < lines-1 {
					cell := int(row)*cols + int(col)
					b.middle[cell] = append(b.middle[cell], m.border(g, half, side, way == 1))
				}
			}
		}
	}
	return b
}

// size is how many lines of borders there are one way, and how many borders a line.
func (b *borders) size(way int) (lines, along int) {
	if way == 0 {
		return b.rows + 1, b.cols
	}
	return b.cols + 1, b.rows
}

// at is a border of a line.
func (b *borders) at(way, line, i int) border {
	_, along := b.size(way)
	return b.of[way][line*along+i]
}

// cells are those before a border and behind it; ok is false where one of them is the page.
func (b *borders) cells(way, line, i int) (before, behind int, ok bool) {
	lines, _ := b.size(way)
	ok = line > 0 && line < lines-1
	if way == 0 {
		return (line-1)*b.cols + i, line*b.cols + i, ok
	}
	return i*b.cols + line - 1, i*b.cols + line, ok
}

// A ruling is how the borders of a board's cells are seen, from 0 to 1.
type ruling struct {
	outer float64 // of those along the side where fewest are, the share that is seen
	inner float64 // of those between cells in one state, on the line where fewest are, the share that is as most are
	ruled bool    // lines are drawn between cells in one state
	mixed float64 // of those between cells, the share between cells in two states
}

// likeBorders are the borders between cells in one state, and what is seen of them, of what states are apart.
type likeBorders struct {
	noise, usual float64 // what is seen where nothing is, and where they are
	drawn        bool
}

// newLikeBorders tells from what is seen at some borders, and in the middle of cells, whether the former are drawn.
func newLikeBorders(seen, middle []float64) likeBorders {
	const least, sure, faint = .06, .3, .25
	t := likeBorders{noise: plane.Median(middle, 0), usual: plane.Median(seen, 0)}
	t.drawn = len(seen) > 0 && (t.usual > max(1.5*t.noise, least) || t.usual > sure)
	if !t.drawn {
		t.usual = max(faint, 3*t.noise)
	}
	t.noise = min(t.noise, t.usual/2)
	return t
}

// share is 1 for a border that is seen and 0 for one that is not.
func (t likeBorders) share(seen float64) float64 {
	return min(max((seen-t.noise)/(.6*(t.usual-t.noise)), 0), 1)
}

// differ is the third kind of borders, beside those between cells in the first state and those in the second.
const differ = 2

// kind is the state of both cells beside a border, or else differ.
func (b *borders) kind(cells []board.Cell, way, line, i int) int {
	before, behind, ok := b.cells(way, line, i)
	if ok && cells[before].State[0].Value == cells[behind].State[0].Value {
		return cells[before].State[0].Value
	}
	return differ
}

// ruling weighs the borders of a board. Those between cells in one state are alike, drawn or not; and those
// to the page are all seen.
func (b *borders) ruling(cells []board.Cell, apart float64) ruling {
	var seen [differ + 1][]float64
	for way := range 2 {
		lines, along := b.size(way)
		for k := range lines * along {
			kind := b.kind(cells, way, k/along, k%along)
			seen[kind] = append(seen[kind], b.of[way][k].seen()/apart)
		}
	}
	var middle [differ][]float64
	for cell, across := range b.middle {
		state := cells[cell].State[0].Value
		for _, k := range across {
			middle[state] = append(middle[state], k.seen()/apart)
		}
	}
	strips := [...]likeBorders{newLikeBorders(seen[0], middle[0]), newLikeBorders(seen[1], middle[1]), {}}
	const plain = .25 // of what states are apart, for two that differ
	strips[differ] = likeBorders{noise: min(strips[0].noise, strips[1].noise), usual: plain}
	r := ruling{outer: 1, inner: 1, ruled: strips[0].drawn || strips[1].drawn}
	same, between := float64(len(seen[0])+len(seen[1])), float64(2*b.rows*b.cols-b.rows-b.cols)
	r.mixed = 1 - same/max(between, 1)
	for way := range 2 {
		lines, along := b.size(way)
		for line := range lines {
			all, same, n := 0., 0., 0.
			for i := range along {
				kind := b.kind(cells, way, line, i)
				share := strips[kind].share(b.at(way, line, i).seen() / apart)
				all += share / float64(along)
				if kind == differ {
					continue
				}
				if !strips[kind].drawn {
					share = 1 - share
				}
				same, n = same+share, n+1
			}
			if line == 0 || line == lines-1 {
				r.outer = min(r.outer, all)
			} else if n > 0 {
				r.inner = min(r.inner, (same+1)/(n+1)) // one alone says little
			}
		}
	}
	return r
}

// worth is how much of the image a board explains, the better the more of its borders are seen.
func (c *lamps) worth(r ruling) float64 {
	value := c.told * c.told * (1 - min(c.texture, 1)) * (1 - min(c.texture, 1)) * c.w * c.h * float64(c.Rows*c.Cols)
	const many, mixed = 64, .2
	if !r.ruled {
		value /= coarser(c.Candidate.Reading)
		if len(c.Cells) > many { // a picture in so many dots
			value *= min(1, r.mixed/mixed)
		}
	}
	return value * (.1 + .9*r.outer*r.outer) * (.2 + .8*r.inner)
}
