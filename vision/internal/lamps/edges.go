package lamps

import (
	"math"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// On a photo much may be taken for a board: half of one, a board and a piece of the page, or its cells
// two by two. The borders of cells tell which is right: those to the page are all seen, and between
// cells in one state there is a line everywhere or nowhere.

// The places, in cells from a border, at which its colours are sampled: on both sides of it, and
// between.
var (
	beforeBorder = []float64{-.3, -.22}
	onBorder     = []float64{-.12, -.06, 0, .06, .12}
	behindBorder = []float64{.22, .3}
)

// A border holds the colours across the line between two cells, or between a cell and the page.
type border struct {
	before, behind page.RGB
	ridge          float64 // the distance of the colour between from both, and from all mixtures of them
}

// step returns the distance of the colours on both sides.
func (b border) step() float64 { return b.before.To(b.behind) }

// seen returns how clearly a border is seen, as a line or as two colours, in distances of colours.
func (b border) seen() float64 { return max(b.ridge, b.step()) }

// border samples the colours across the middle of a cell's upper side, or of its left one if left. It
// returns a border that is not seen if the image ends there.
func (m *colours) border(g plane.Mesh, row, col float64, left bool) (b border) {
	// across returns the mean colour along the border, at an offset in cells behind it.
	across := func(offset float64) (c page.RGB) {
		const n = 5 // samples along the border
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
		return b
	}
	b.before, b.behind = mean(beforeBorder), mean(behindBorder)
	for _, o := range onBorder {
		b.ridge = max(b.ridge, across(o).Beside(b.before, b.behind))
	}
	return b
}

// has reports whether a place of the image is on the map.
func (m *colours) has(p lattice.Point) bool {
	return p.X >= 0 && p.Y >= 0 && p.X < float64(m.w)*m.across && p.Y < float64(m.h)*m.down
}

// sample returns the colour between four pixels of the map, interpolated; black outside it.
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

// borders holds all borders of a board's cells.
type borders struct {
	rows, cols int
	of         [2][]border // those of the lines between rows, and between columns, line by line
	middle     [][]border  // those across the middles of each cell, which should not be seen
}

// bordersOf samples the borders of a board.
func (m *colours) bordersOf(g plane.Mesh, rows, cols int) *borders {
	b := &borders{rows: rows, cols: cols, middle: make([][]border, rows*cols)}
	for way := range 2 {
		lines, along := b.size(way)
		for line := range lines {
			for i := range along {
				row, col := float64(line), float64(i)
				half, side := row+.5, col // the middle of the cell behind the border
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

// size returns the number of lines, level (way 0) or upright (way 1), and of borders in each.
func (b *borders) size(way int) (lines, along int) {
	if way == 0 {
		return b.rows + 1, b.cols
	}
	return b.cols + 1, b.rows
}

// at returns the i-th border of a line.
func (b *borders) at(way, line, i int) border {
	_, along := b.size(way)
	return b.of[way][line*along+i]
}

// cells returns the cells before a border and behind it; ok is false if one of them is the page.
func (b *borders) cells(way, line, i int) (before, behind int, ok bool) {
	lines, _ := b.size(way)
	ok = line > 0 && line < lines-1
	if way == 0 {
		return (line-1)*b.cols + i, line*b.cols + i, ok
	}
	return i*b.cols + line - 1, i*b.cols + line, ok
}

// A ruling says how well the borders of a board fit it, in shares from 0 to 1.
type ruling struct {
	outer float64 // the share of borders that is seen along the outer side with the fewest
	inner float64 // on the worst inner line, the share of borders between cells in one state that are like most of them
	ruled bool    // lines are drawn between cells in one state
	mixed float64 // the share of inner borders that lie between cells in two states
}

// likeBorders says how clearly the borders between cells in one state are seen. Its unit is the
// distance of the two states' colours.
type likeBorders struct {
	noise, usual float64 // seen where there is no border, and where there is one
	drawn        bool
}

// newLikeBorders decides whether borders are drawn, from how clearly they are seen and how clearly
// borders seem to be seen in the middle of cells, where there are none. Borders that are not drawn get
// a usual of what a faint line would have.
func newLikeBorders(seen, middle []float64) likeBorders {
	const least, sure, faint = .06, .3, .25 // distances of the states
	t := likeBorders{noise: plane.Median(middle, 0), usual: plane.Median(seen, 0)}
	t.drawn = len(seen) > 0 && (t.usual > max(1.5*t.noise, least) || t.usual > sure)
	if !t.drawn {
		t.usual = max(faint, 3*t.noise)
	}
	t.noise = min(t.noise, t.usual/2)
	return t
}

// share returns 1 for a border that is seen at least at 60 % of the way from noise to usual, 0 for one
// that is seen no more clearly than noise, and a value in proportion between.
func (t likeBorders) share(seen float64) float64 {
	return min(max((seen-t.noise)/(.6*(t.usual-t.noise)), 0), 1)
}

// differ is the kind of borders with the page or cells of two states beside them. Kinds 0 and 1 are
// those between cells in that state.
const differ = 2

// kind returns the state of both cells beside a border, or differ.
func (b *borders) kind(cells []board.Cell, way, line, i int) int {
	before, behind, ok := b.cells(way, line, i)
	if ok && cells[before].State[0].Value == cells[behind].State[0].Value {
		return cells[before].State[0].Value
	}
	return differ
}

// ruling measures the borders of a board: those between cells in one state should be all drawn or all
// not drawn, those to the page should all be seen. Whether they are drawn is decided for each state by
// itself. Borders between two states count for mixed only. Apart is the distance of the two states'
// colours.
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
	const plain = .25 // how clearly a border of two states is seen at least, of their distance
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
				r.inner = min(r.inner, (same+1)/(n+1)) // plus 1, as a single border says little
			}
		}
	}
	return r
}

// worth returns the area of the image that a board explains, weighted by how well its states are told
// apart, how alike its cells are, and how well its borders r fit. Without lines between equal cells it
// is divided by the number of cells that could be one: see coarser. A board of more than 64 cells
// without lines is worth less if few of its borders lie between two states.
func (c *lamps) worth(r ruling) float64 {
	value := c.told * c.told * (1 - min(c.texture, 1)) * (1 - min(c.texture, 1)) * c.w * c.h * float64(c.Rows*c.Cols)
	const many, mixed = 64, .2 // cells; the share of borders between two states
	if !r.ruled {
		value /= coarser(c.Candidate.Reading)
		if len(c.Cells) > many { // it may be a picture of many dots
			value *= min(1, r.mixed/mixed)
		}
	}
	return value * (.1 + .9*r.outer*r.outer) * (.2 + .8*r.inner)
}
